"""Soups in rules of several states, against the plain simulator and against known facts.

Most are long for the sake of numba, which compiles for some twenty seconds, once.
"""

from __future__ import annotations

from collections import Counter
from itertools import islice
from pathlib import Path
from random import Random

import numpy as np
import pytest

from lifesearch.catalogue.catalogue import builtin
from lifesearch.engines.soups.boards import Workspace, advance
from lifesearch.engines.soups.census import Census, Tally
from lifesearch.engines.soups.kernel import WORD, Words, transition
from lifesearch.engines.soups.objects import recogniser
from lifesearch.engines.soups.records import new_records, read_records
from lifesearch.engines.soups.search import FoundObject, Soups, search, take_census
from lifesearch.engines.soups.seeds import soup
from lifesearch.engines.soups.settle import Limits, Outcome, run_batch
from lifesearch.life.identify import identify, pieces
from lifesearch.life.pattern import Pattern
from lifesearch.life.rules.rule import Rule
from lifesearch.life.simulate.any_rule import evolve
from lifesearch.life.simulate.evolve import behaviour, phases
from lifesearch.life.simulate.settling import run_until_periodic
from lifesearch.life.state_code import object_code, state_code
from tests.engines.soups.boards import all_active, dead
from tests.program import run as command
from tests.seeds import seeds

RULES = ("/2/3", "345/2/4", "23/3/3", "B2-a/S12/C3", "B2/S34/C5H", "23/36/8")


def on_planes(pattern: Pattern, rule: Rule, x: int, y: int, words: int = 1) -> Words:
    """The pattern on boards, its corner at (x, y)."""
    planes = dead(words, rule.states - 1)
    for (cx, cy), state in pattern.states.items():
        column, row = cx + x, cy + y
        planes[state - 1, 1 + column // WORD, 1 + row] |= np.uint64(1 << column % WORD)
    return planes


def run(pattern: Pattern, rule: Rule, limits: Limits | None = None) -> tuple[Outcome, Counter[str]]:
    """What becomes of a pattern, and how many of which objects it leaves or emits."""
    records, outcomes, limits = new_records(1 << 16), np.zeros(1, np.uint8), limits or Limits()
    space = Workspace.of(limits.last_words, rule.states - 1, transition(Rule(rule.table)))
    _, _, width, height = pattern.box
    planes = on_planes(pattern.normal(), rule, (WORD - width) // 2, (WORD - height) // 2)
    assert run_batch(planes.ravel(), space, limits, records, outcomes) == 1
    recognise = recogniser(rule)
    parts = read_records(records)
    return Outcome(outcomes[0]), Counter(
        each.apgcode for _, part in parts for each in recognise(part)
    )


@pytest.mark.long
@pytest.mark.parametrize("name", RULES)
def test_generations_are_those_of_the_simulator(name: str) -> None:
    rule, random = Rule.parse(name), Random(name)
    by, flags = transition(Rule(rule.table)), (all_active(2), all_active(2))
    for _ in range(3):
        box = [(x, y) for x in range(20) for y in range(20)]
        start = Pattern.of_states({cell: random.randrange(rule.states) for cell in box})
        now, then = on_planes(start, rule, 54, 50, words=2), dead(2, rule.states - 1)
        for later in islice(evolve(start, rule), 1, 12):
            advance(now.ravel(), then.ravel(), *flags, 2, rule.states - 1, by)
            now, then = then, now
            assert (now == on_planes(later, rule, 54, 50, words=2)).all()


@pytest.mark.long
@pytest.mark.parametrize("name", RULES)
def test_objects_are_those_that_the_simulator_finds(name: str) -> None:
    assert compare(Rule.parse(name), range(8)) >= 2


@seeds()
@pytest.mark.parametrize("name", RULES)
def test_more_objects_are_those_that_the_simulator_finds(name: str, seed: int) -> None:
    compare(Rule.parse(name), range(8 * seed, 8 * seed + 8))


def compare(rule: Rule, numbers: range) -> int:
    """All soups that come to rest as a whole are counted in the same way by both; how many do."""
    compared = 0
    for number in numbers:
        symmetry = ("C1", "C2_2", "D2_x", "D4_x4")[number % 4]
        soups = Soups.of(rule, (symmetry,), number, least=3, most=6)
        fate = run_until_periodic(soup(soups.shapes, number, 0), rule, 40)
        if not fate.known or fate.behaviour.dx or fate.behaviour.dy:
            continue
        census = take_census(soups, 0, 1)
        compared += 1
        if fate.settled is None:
            assert census == Census(Tally(died=1))
            continue
        assert census.tally == Tally(settled=1)
        found = Counter[str]()
        for piece in pieces(fate.settled, rule, fate.behaviour.period or 0):
            its = behaviour(piece, rule, fate.behaviour.period or 0)
            moving = its.kind == "spaceship"
            found[object_code(phases(piece, rule, its.period or 1), moving=moving)] += 1
        assert census.counts == found
    return compared


@pytest.mark.long
@pytest.mark.parametrize(
    ("name", "picture"),
    [
        ("Brian's Brain", "AA\nBB"),
        ("Star Wars", "AA\nBB\nCC"),
        ("Star Wars", ".ABC\nABC.\nABC."),
        ("Brian's Brain", ".ABA\n..B.\nBA.."),
    ],
)
def test_ships_are_let_go_at_the_border(name: str, picture: str) -> None:
    """Those of speed c are let go in all directions, too, and counted once."""
    rule, ship = Rule.parse(name), Pattern.parse_states(picture)
    known = identify(ship, rule)
    assert known.apgcode is not None
    assert known.apgcode.startswith("xq")
    for turned in ship.orientations():
        assert run(turned, rule) == (Outcome.SETTLED, Counter({known.apgcode: 1}))


@pytest.mark.long
def test_what_grows_and_what_runs() -> None:
    assert run(Pattern.parse("O"), Rule.parse("B1/S/C3"))[0] is Outcome.BORDER
    brain = Rule.parse("/2/3")
    blinking = Pattern.parse_states(".AB.\nB..A\nA..B\n.BA.")
    assert run(blinking, brain) == (Outcome.SETTLED, Counter({"xp3_.A$.2BA$A2B$2.A!": 1}))
    assert run(blinking, brain, Limits(generations=2))[0] is Outcome.RUNNING
    assert run(Pattern.parse("O"), brain) == (Outcome.DIED, Counter())


def test_codes() -> None:
    """The same for all phases and orientations; still lifes have apgcodes."""
    rule = Rule.parse("Brian's Brain")
    cycle = phases(Pattern.parse_states(".AB.\nB..A\nA..B\n.BA."), rule, 3)
    codes = {
        state_code([each.transform(turn) for each in (*cycle[at:], *cycle[:at])])
        for at in range(3)
        for turn in rule.symmetries
    }
    assert codes == {"xp3_.A$.2BA$A2B$2.A!"}
    assert object_code([Pattern.parse("OO\nOO")]) == "xs4_33"
    assert builtin().by_code("xp3_.A$.2BA$A2B$2.A!") is None


@pytest.mark.long
def test_a_search_is_the_same_in_any_batches() -> None:
    soups = Soups.of(Rule.parse("Star Wars"), ("C1", "D4_+1"), 3)
    whole = take_census(soups, 0, 40)
    assert whole == take_census(soups, 0, 15, batch=7) + take_census(soups, 15, 40)
    found = [
        each
        for each in search(soups, 0, 40, wanted=lambda item: item.moving)
        if isinstance(each, FoundObject)
    ]
    assert {each.object.apgcode for each in found} == {
        code for code in whole.counts if code.startswith("xq")
    }


@pytest.mark.long
def test_the_command(tmp_path: Path) -> None:
    """The same census from one run and from a session that goes on; objects can be kept."""
    asked = ("soup", "--rule", "Brian's Brain", "--seed", "5", "--symmetry", "C2_1", "-j", "1")
    whole = command(*asked, "--soups", "60", "-f", "csv", cwd=tmp_path)
    assert whole.returncode == 0
    assert "xq1_2A$2B!" in whole.stdout
    half = command(*asked, "--soups", "30", "--session", "s", "-f", "csv", cwd=tmp_path)
    assert half.returncode == 0
    again = command("resume", "s", "--soups", "60", "-f", "csv", cwd=tmp_path)
    assert again.stdout == whole.stdout
    known = command("identify", "xq1_2A$2B!", "--rule", "/2/3", "-f", "apgcode", cwd=tmp_path)
    assert known.stdout == "xq1_2A$2B!\n"
