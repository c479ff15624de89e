"""Unknown rules of predecessors and completions, and of hexagons: what brute force finds in each
of the rules is found, once for all rules in which it is the same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest

import lifesearch as ls
from lifesearch.common.errors import InputError
from lifesearch.core.answer import Answer
from lifesearch.core.events import Found, Searched
from lifesearch.engines.sat.solving.configuration import Configuration
from lifesearch.engines.sat.solving.part import Part
from lifesearch.life.motion import Motion
from lifesearch.life.orientation import Orientation
from lifesearch.life.pattern import Pattern
from lifesearch.life.rules.partial import PartialRule
from lifesearch.life.rules.rule import LIFE, Rule
from lifesearch.life.simulate.background import EMPTY_BACKGROUND
from lifesearch.questions.completion.question import Completion
from lifesearch.questions.periodic.asking import oscillator
from lifesearch.questions.periodic.question import Periodic
from lifesearch.questions.predecessor.question import Predecessor
from lifesearch.questions.strips.question import Strip
from lifesearch.running.option_table import read
from lifesearch.running.options import RunOptions
from lifesearch.running.verdict import Verdict
from tests import brute_answers as brute
from tests import random_queries as draw
from tests.asking import every
from tests.brute_completions import completions
from tests.program import run
from tests.questions.completions import film
from tests.questions.test_random_queries import _best, _cost, compare_unknown
from tests.searching import run as run_query
from tests.seeds import seeds

HEXAGONS = ("B2?3/S34?H", "B2?/S1?2H", "B1?3?/S2V", "B23?/S0?1?H", "B2?/S01?2?V")
MOST_ANSWERS = 250


def family(random: Random) -> PartialRule:
    return PartialRule.parse(random.choice((*draw.UNKNOWN, *HEXAGONS)))


def rules_of(some: PartialRule) -> list[Rule]:
    return [some.rule(values) for values in product((False, True), repeat=len(some.names))]


def predecessor(random: Random) -> Predecessor:
    return replace(draw.predecessor(random), rule=LIFE, rules=family(random))


def completion(random: Random) -> Completion:
    query = draw.completion(random)
    return replace(query, rule=LIFE, rules=family(random), background=EMPTY_BACKGROUND)


def compare_predecessor(number: int) -> int:
    random = Random(f"ago {number}")
    query = draw.sensible(predecessor, random)
    how, depth = Configuration(random.choice(("minisat22", "cadical195"))), random.choice((0, 1))
    return compare_ancestors(query, how, depth) or 0


def compare_ancestors(query: Predecessor, how: Configuration, depth: int) -> int | None:
    """How many there are, in all rules; None if they are too many to compare."""
    lives: dict[Any, set[Rule]] = {}
    assert query.rules
    for rule in rules_of(query.rules):
        for cells in brute.ancestors(query.in_rule(rule)):
            lived = brute.lived(Pattern.of(cells), query.generations + 1, rule)
            lives.setdefault(lived, set()).add(rule)
        if len(lives) > MOST_ANSWERS:
            return None

    def life(answer: Answer) -> object:
        return brute.lived(answer.pattern, query.generations + 1, answer.rule)

    if goal := query.constraints.objective:
        costs = [_cost(goal, each[:-1], 1) for each in lives]
        _best(query, how, depth, costs)
        return len(lives)
    return _compared(query, lives, life, how, depth)


def compare_completion(number: int) -> int:
    random = Random(f"film {number}")
    query = draw.sensible(completion, random)
    how, depth = Configuration(random.choice(("minisat22", "cadical195"))), random.choice((0, 1))
    return compare_films(query, how, depth) or 0


def compare_films(query: Completion, how: Configuration, depth: int) -> int | None:
    """How many there are, in all rules; None if they are too many to compare."""
    lives: dict[Any, set[Rule]] = {}
    assert query.rules
    for rule in rules_of(query.rules):
        for found in completions(query.in_rule(rule)):
            lives.setdefault(found, set()).add(rule)
        if len(lives) > MOST_ANSWERS:
            return None
    if query.constraints.objective:
        return None

    return _compared(query, lives, lambda answer: film(answer, query.box), how, depth)


def _compared(
    query: Predecessor | Completion,
    lives: dict[Any, set[Rule]],
    life: Callable[[Answer], object],
    how: Configuration,
    depth: int,
) -> int:
    """All lives, each with all its rules; and each once up to equivalence."""
    assert query.rules
    raw = every(replace(query, raw=True), how, depth)
    assert Counter(map(life, raw)) == Counter(list(lives))
    for answer in raw:
        fitting = {rule for rule in rules_of(query.rules) if answer.works_in(rule)}
        assert fitting == lives[life(answer)]
    found = [query.key(answer) for answer in every(query, how, depth)]
    assert len(found) == len(set(found))
    assert set(found) == {query.key(answer) for answer in raw}
    return len(lives)


def compare_box(number: int) -> int:
    """Still lifes, oscillators and ships on hexagons and by von Neumann's neighbourhood."""
    query = draw.sensible(_on_hexagons, Random(f"hexagon {number}"))
    return compare_unknown(query, Configuration("minisat22"), 0) or 0


def _on_hexagons(random: Random) -> Periodic:
    query = draw._ship(random) if draw.chance(random, 30) else draw._periodic(random)
    rules = PartialRule.parse(random.choice(HEXAGONS))
    return Periodic(
        query.motion,
        draw.box(random, 9),
        query.symmetry,
        any_period=query.any_period,
        torus=query.torus,
        constraints=replace(query.constraints, keep=None),
        rules=rules,
    )


@pytest.mark.long
def test_a_few() -> None:
    assert compare_predecessor(1)
    assert sum(map(compare_completion, (3, 6)))
    assert compare_box(2)


@seeds()
@pytest.mark.parametrize("compare", [compare_predecessor, compare_completion, compare_box])
def test_many(compare: Callable[[int], int], seed: int) -> None:
    for number in range(5):
        compare(5 * seed + number)


def test_strips_are_boxes() -> None:
    """With an unknown rule a strip of bounded length is a box; without a bound, boxes grow."""
    query = oscillator(2, read("oscillator", {"rule": "B3?/S23", "width": 3, "max_length": 3}))
    assert query == oscillator(2, read("oscillator", {"rule": "B3?/S23", "box": (3, 3)}))
    for options in ({"cylinder": 3}, {"width": 3, "look_ahead": 2}, {"width": 3, "front": "x"}):
        with pytest.raises(InputError, match="completely known"):
            oscillator(2, read("oscillator", {"rule": "any", **options}))


@pytest.mark.long
@pytest.mark.parametrize(
    ("period", "up", "width", "rules"),
    [(2, 0, 3, "B3/S2?3"), (2, 1, 3, "B2?3/S12"), (4, 1, 3, "B3/S23?4?"), (3, 0, 3, "B3?/S123")],
)
def test_strips_of_any_length(period: int, up: int, width: int, rules: str) -> None:
    """The shortest of all rules, as strips of each rule alone, row by row, tell; or none so far."""
    longest, motion = 6, Motion(period, dy=-up)
    partial = PartialRule.parse(rules)
    lengths = [longest + 1]
    for rule in rules_of(partial):
        for event in run_query(
            Strip(width, motion, rule=rule, max_length=longest), RunOptions(None, 1)
        ):
            if isinstance(event, Found):
                lengths += [_length(answer, period) for answer in answers_of(event)]
    query = Periodic(motion, rules=partial, width=width)
    verdict, proved = Verdict(query), set[int]()
    for event in run_query(query, RunOptions(1, 1)):
        if isinstance(event, Searched):
            verdict.take(event)
            proved.add(event.part.box[1])
            if event.part.box[1] == longest:
                break
        if isinstance(event, Found):
            assert event.part.box == (width, min(lengths))
            assert {answer.rule in rules_of(partial) for answer in answers_of(event)} == {True}
    assert proved == set(range(1, min(lengths)))
    if proved:
        rows = "row" if max(proved) == 1 else "rows"
        assert verdict.summary() == [
            f"proved: no {query.describe()}, {width} wide and up to {max(proved)} {rows} long"
        ]


@pytest.mark.parametrize("turn", [Orientation.R90, Orientation.TRANSPOSE])
def test_only_a_square_of_one_width_recurs_turned(turn: Orientation) -> None:
    query = Periodic(Motion(1, turn), rules=PartialRule.parse("B3/S2?"), width=3)
    square = Part((3, 3))
    assert list(query.parts(0)) == [square]
    assert query.has_part(square, 0)
    assert not query.has_part(Part((3, 4)), 0)
    found = [event for event in run_query(query, RunOptions(1, 1)) if isinstance(event, Found)]
    assert [event.part for event in found] == [square]


def answers_of(found: Found) -> list[Answer]:
    return [answer for answer in found.answers if isinstance(answer, Answer)]


def _length(answer: Answer, period: int) -> int:
    """How many rows generations 0 to p - 1 take up, whichever of them comes first."""
    boxes = [phase.box for phase in answer.universe.history(answer.pattern, 2 * period)]
    spans = [boxes[t : t + period] for t in range(period)]
    return min(max(b.bottom for b in span) - min(b.y for b in span) + 1 for span in spans)


def test_nothing_is_best_in_strips_of_any_length() -> None:
    with pytest.raises(InputError, match="give box="):
        oscillator(2, read("oscillator", {"rule": "B3?/S23", "width": 3, "minimise": "box"}))


@pytest.mark.long
def test_sessions_hold_rules(tmp_path: Path) -> None:
    """Answers are saved with their rules, and verified when they are read again."""
    (tmp_path / "two.cells").write_text(".....\n.OO..\n.....\n")
    for words in (
        "predecessor two.cells --rule B2?3?/S1?2? --count 3",
        "complete two.cells --rule B2?3?/S1?2? --period 2 --margin 1 --count 3",
    ):
        name = f"{words.split()[0]}.session"
        first = run(*words.split(), "--session", name, "-f", "csv", cwd=tmp_path)
        assert first.returncode in (0, 1), first.stderr
        again = run("resume", name, "-f", "csv", cwd=tmp_path)
        assert again.stdout == first.stdout


def test_a_ship_in_whatever_rule() -> None:
    ship = ls.find_spaceship("c/4", rule="any-outer", box=(3, 4), jobs=1)
    assert ship is not None
    assert ls.find_oscillator(3, rule="any", box=(2, 2), jobs=1) is None


@pytest.mark.slow("searches of minutes")
@pytest.mark.parametrize(
    ("velocity", "box", "symmetry", "cells"),
    [("(5,3)c/13", (7, 9), "C1", 3), ("10c/13", (7, 13), "D2|", 5)],
)
def test_records_of_the_5s_project(
    velocity: str, box: tuple[int, int], symmetry: str, cells: int
) -> None:
    """LifeWiki and the 5S collection: the smallest ships of these speeds that are known."""
    search = ls.Spaceship(velocity, rule="any", box=box, symmetry=symmetry, population=cells)
    ship = search.find(solver="glucose4", jobs=1)
    assert ship is not None
    assert (ship.population, ship.velocity) == (cells, velocity)
