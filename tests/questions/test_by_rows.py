"""Boxes by row tables: the same verdicts and answers as those of brute force."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from random import Random

import pytest

from lifesearch.common.errors import InputError
from lifesearch.core.answer import Answer
from lifesearch.core.constraints import Bound, Constraints
from lifesearch.core.events import Finished, Found, Searched
from lifesearch.engines.sat.solving.alternation import TimeShare, alternate
from lifesearch.engines.sat.solving.configuration import Configuration
from lifesearch.engines.sat.solving.enumerate import Exhausted, GaveUp, Report
from lifesearch.life.measures import Measure
from lifesearch.life.motion import Motion
from lifesearch.life.orientation import Orientation
from lifesearch.life.pattern import Pattern
from lifesearch.life.symmetry import SYMMETRIES, Symmetry
from lifesearch.questions.periodic.by_rows import by_rows, proves, strip_of
from lifesearch.questions.periodic.engine import no_rows
from lifesearch.questions.periodic.question import ROW_TABLES, Periodic
from lifesearch.questions.strips.composites import one_behind_another
from lifesearch.running.choose import plan_of
from lifesearch.running.options import RunOptions
from tests import brute_answers as brute
from tests.asking import every
from tests.random_queries import rule as random_rule
from tests.random_queries import sensible
from tests.searching import run
from tests.seeds import seeds

pytestmark = pytest.mark.usefixtures("kernels_loaded")

MOTIONS = (
    Motion(1),
    Motion(2),
    Motion(2),
    Motion(3),
    Motion(1, Orientation.FLIP_X),
    Motion(1, Orientation.FLIP_Y),
    Motion(2, Orientation.FLIP_X),
    Motion(2, dy=-1),
    Motion(3, dy=-1),
    Motion(4, dy=-2),
    Motion(2, Orientation.FLIP_X, dy=-1),
)
MANY_ANSWERS = 300
MOST_CELLS = 16
UNWANTED = tuple(map(Pattern.parse, ("O", "OO", "OO\nOO", "O\nO", "OOO")))


def random_constraints(rng: Random) -> Constraints:
    bounds: list[Bound] = []
    if rng.random() < 0.4:
        measure = rng.choice((Measure.FIRST, Measure.MIN, Measure.MAX, Measure.ROTOR))
        bounds.append(Bound(measure, most=rng.randint(3, 8)))
    if rng.random() < 0.15:
        bounds.append(Bound(Measure.FIRST, least=rng.randint(2, 6)))
    excluded = (rng.choice(UNWANTED),) if rng.random() < 0.25 else ()
    return Constraints(tuple(bounds), connected=rng.random() < 0.25, excluded=excluded)


def random_query(rng: Random) -> Periodic:
    """A question that row tables can answer, if it makes sense."""
    rule, motion = random_rule(rng), rng.choice(MOTIONS)
    width = rng.randint(1, 5)
    box = (width, rng.randint(2, min(8, MOST_CELLS // width)))
    symmetries = [s for s in SYMMETRIES if not s.lacks(*box)]
    symmetry = rng.choice([Symmetry.parse("C1"), *symmetries])
    query = Periodic(motion, box, symmetry, rule, constraints=random_constraints(rng))
    strip_of(query)
    return query


def found_by_rows(query: Periodic) -> tuple[dict[Hashable, Answer], bool]:
    """The answers of row tables, and whether their end is a proof that there is nothing else."""
    *reports, end = by_rows(query)
    found = [answer for each in reports if isinstance(each, list) for answer in each]
    assert isinstance(end, Exhausted | GaveUp)
    return {query.key(answer): answer for answer in found}, isinstance(end, Exhausted)


def compare(query: Periodic) -> tuple[int, bool] | None:
    """Compare whole sets with brute force; how many there are, and whether tables have proved it.

    None if there are too many.
    """
    assert query.box is not None
    rule, full = query.rule, query.motion.full_period
    lives = [
        life for life in brute.recurrent(query, query.box, rule) if brute.wanted(query, life, rule)
    ]
    if len(lives) > MANY_ANSWERS:
        return None
    expected = {brute.plane_class(life, rule): life for life in lives}
    by_tables, proved = found_by_rows(query)
    found = {
        brute.plane_class(brute.lived(answer.pattern, full, rule), rule)
        for answer in by_tables.values()
    }
    assert found <= set(expected), query
    if proved:
        assert found == set(expected), query
    if proves(query) and not expected:
        assert proved, query
    strip, turned = strip_of(query)
    if strip.folds:
        return len(expected), proved
    for kind in set(expected) - found:
        pattern = Pattern(frozenset(expected[kind][0]))
        standing = pattern.transform(Orientation.TRANSPOSE) if turned else pattern
        phases = Answer(standing, full, rule).history()
        assert any(one_behind_another(each, strip.motion, rule) for each in phases), query
    return len(expected), proved


def compare_many(first: int, count: int) -> list[tuple[int, bool]]:
    queries = [sensible(random_query, Random(seed)) for seed in range(first, first + count)]
    known = [each for each in map(compare, queries) if each is not None]
    assert len(known) > count // 2
    assert sum(number > 0 for number, _ in known) >= count // 20
    assert sum(number == 0 for number, _ in known) >= count // 20
    return known


@pytest.mark.long
def test_verdicts_and_answers_are_those_of_brute_force() -> None:
    assert any(proved for number, proved in compare_many(0, 50) if number)


@seeds()
def test_verdicts_and_answers_are_those_of_brute_force_in_a_question(seed: int) -> None:
    compare(sensible(random_query, Random(seed)))


@pytest.mark.parametrize(
    ("query", "answers"),
    [
        (Periodic(Motion(4, dy=-2), (5, 6)), 1),
        (Periodic(Motion(4, dy=-2), (6, 6)), 1),
        (Periodic(Motion(2, Orientation.FLIP_X, dy=-1), (5, 6)), 1),
        (Periodic(Motion(4, dy=-2), (4, 6)), 0),
        (Periodic(Motion(2), (6, 4)), 4),
    ],
)
def test_patterns_of_life(query: Periodic, answers: int) -> None:
    by_solver = {query.key(answer) for answer in every(query)}
    by_tables, proved = found_by_rows(query)
    assert set(by_tables) <= by_solver
    assert len(by_solver) == answers
    if proved:
        assert set(by_tables) == by_solver


def test_what_lies_is_turned() -> None:
    query = Periodic(Motion(2), (9, 4), Symmetry.parse("D2-"))
    strip, turned = strip_of(query)
    assert (strip.width, strip.max_length, turned) == (4, 9, True)
    assert strip.mirror.value == "mirrored"
    ship = Periodic(Motion(3, dy=-1), (9, 4))
    assert strip_of(ship)[0].width == 9


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        (Periodic(Motion(3)), "size of a box"),
        (Periodic(Motion(3), (8, 8), torus=True), "torus"),
        (Periodic(Motion(3), (8, 8), any_period=True), "one exact period"),
        (Periodic(Motion(4, dx=-1, dy=-1), (8, 8)), "straight up"),
        (Periodic(Motion(3), (8, 8), Symmetry.parse("C4")), "for others give box="),
        (Periodic(Motion(3), (14, 14)), "13 free cells"),
    ],
)
def test_what_row_tables_cannot_do_they_say(query: Periodic, sentence: str) -> None:
    with pytest.raises(InputError, match=sentence):
        strip_of(query)


SHIP = Periodic(Motion(4, dy=-1), (10, 12), Symmetry.parse("D2|"))


def test_row_tables_are_beside_solvers_where_they_can() -> None:
    assert [step.engine for step in plan_of(SHIP, RunOptions(1, 2)).steps][-1] == ROW_TABLES
    assert [step.engine for step in plan_of(SHIP, RunOptions(None, 1)).steps][-1] == ROW_TABLES
    for options in (RunOptions(None, 2), RunOptions(1, engine="box")):
        assert no_rows(SHIP, options)
    assert no_rows(Periodic(Motion(2), (4, 4)), RunOptions(1))


@pytest.mark.parametrize("jobs", [1, 2])
def test_the_first_verdict_wins(jobs: int) -> None:
    events = list(run(SHIP, RunOptions(1, jobs)))
    assert [event.part.box for event in events if isinstance(event, Searched)] == [(10, 12)]
    assert isinstance(events[-1], Finished)
    assert events[-1].exhausted


def test_all_ships_of_a_box_by_row_tables() -> None:
    query = Periodic(Motion(3, dy=-1), (12, 14), Symmetry.parse("D2|"))
    by_tables, proved = found_by_rows(query)
    assert proved
    events = list(run(query, RunOptions(None)))
    found = [a for event in events if isinstance(event, Found) for a in event.answers]
    assert {query.key(a) for a in found if isinstance(a, Answer)} == set(by_tables)
    assert len(by_tables) == len(found) > 0
    assert isinstance(events[-1], Finished)
    assert events[-1].exhausted


LATER = TimeShare(head_start=1e9, at_once=0.0, share=1.0)


def test_two_ways_in_turn() -> None:
    def way(name: str, *reports: Report[str]) -> list[Report[str]]:
        return [[name], *reports]

    both = list(alternate(iter(way("a", Exhausted(1))), iter(way("b", Exhausted(2))), LATER))
    assert both == [["a"], Exhausted(1)]
    left = list(alternate(iter(way("a", GaveUp("no"))), iter(way("b", Exhausted(2))), LATER))
    assert left == [["a"], ["b"], Exhausted(2)]
    at_once = list(
        alternate(iter(way("a")), iter(way("b", Exhausted(2))), TimeShare(0.0, 9.0, 1.0))
    )
    assert at_once == [["b"], Exhausted(2)]


def test_a_way_that_gives_up_holds_nothing() -> None:
    ended = False

    def tables() -> Iterator[Report[str]]:
        nonlocal ended
        try:
            yield GaveUp("no memory")
        finally:
            ended = True

    both = alternate(tables(), iter([["b"], Exhausted(2)]), LATER)
    assert next(both) == ["b"]
    assert ended


def test_turns_of_a_second_way() -> None:
    turns = TimeShare(head_start=0.5, at_once=1.0, share=0.5)
    assert not turns.second_is_next(0.4, 0.0)
    assert turns.second_is_next(0.5, 0.9)
    assert not turns.second_is_next(1.9, 1.0)
    assert turns.second_is_next(2.1, 1.0)


def test_a_solver_alone_says_the_same() -> None:
    reports = list(SHIP.search(next(SHIP.parts(0)), Configuration("cadical195"), []))
    assert isinstance(reports[-1], Exhausted)
    assert not any(isinstance(each, list) for each in reports)
