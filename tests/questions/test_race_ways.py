"""The ways of the race: what each of them finds, and what is wanted of it."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from itertools import islice

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from lifesearch.common.errors import VerificationError
from lifesearch.core.answer import Answer
from lifesearch.core.constraints import Constraints
from lifesearch.engines.sat.solving.configuration import Configuration
from lifesearch.engines.sat.solving.enumerate import Report
from lifesearch.engines.sat.solving.part import Part, Share
from lifesearch.life.motion import Motion
from lifesearch.life.orientation import Orientation
from lifesearch.life.pattern import Pattern
from lifesearch.life.rules.rule import LIFE, Rule
from lifesearch.life.simulate.evolve import behaviour
from lifesearch.questions.periodic.question import Periodic
from lifesearch.questions.race.boxes import SymmetricBoxes, free_cells
from lifesearch.questions.race.question import Race
from lifesearch.questions.race.strategy import RaceGoal
from lifesearch.questions.soups.strategy import (
    SLICES_ALONE,
    SOUPS_IN_A_PART,
    TOGETHER_IN_A_UNIT,
    SoupRanges,
)
from lifesearch.running.schedule import Schedule
from tests import strategies

BLINKER = Pattern.parse("OOO")
GLIDER = Pattern.parse(".O.\n..O\nOOO")
PULSAR = Pattern.parse(
    "..OOO...OOO\n.\nO....O.O....O\nO....O.O....O\nO....O.O....O\n..OOO...OOO\n.\n"
    "..OOO...OOO\nO....O.O....O\nO....O.O....O\nO....O.O....O\n.\n..OOO...OOO"
)


def found(reports: Iterable[Report[Answer]]) -> list[Pattern]:
    return [a.pattern for report in reports if isinstance(report, list) for a in report]


# What is wanted


def test_a_composite_is_not_wanted_for_the_period_of_its_pieces_together() -> None:
    both = PULSAR | BLINKER.translate(0, 20)
    assert behaviour(both).period == 6
    assert RaceGoal(Motion(6)).patterns_in(both) == []
    assert RaceGoal(Motion(6), composite=True).patterns_in(both) == [both.normal()]
    assert RaceGoal(Motion(3)).patterns_in(both) == [PULSAR.normal()]
    assert (
        RaceGoal(Motion(3)).patterns_in(PULSAR | PULSAR.translate(30, 0)) == [PULSAR.normal()] * 2
    )
    with pytest.raises(VerificationError, match="of the pieces asked for"):
        RaceGoal(Motion(6)).answers([both])


@pytest.mark.parametrize("turn", Orientation)
def test_ships_are_turned_the_way_that_is_asked_for(turn: Orientation) -> None:
    (ship,) = RaceGoal(Motion(4, dx=-1, dy=-1)).patterns_in(GLIDER.transform(turn))
    known = behaviour(ship)
    assert (known.period, known.dx, known.dy) == (4, -1, -1)
    assert RaceGoal(Motion(4, dy=-1)).patterns_in(GLIDER.transform(turn)) == []
    excluding = RaceGoal(Motion(4, dx=-1, dy=-1), excluded=(GLIDER,))
    assert excluding.patterns_in(GLIDER.transform(turn)) == []


# Boxes


NUMEROUS = [
    ("B3/S23", 2, "C1 Id", 4),
    ("B3/S23", 2, "C2_4 Id", 6),
    ("B3/S23", 2, "D2_x Id", 5),
    ("B3/S23", 3, "D8_4 Id", 10),
    ("B3/S23", 4, "D4_+1 F\\", 7),
    ("B3/S23", 5, "D8_4 Id", 8),
    ("B36/S125", 2, "C2_1 Id", 5),
    ("B3678/S34678", 2, "C1 F|", 4),
    ("B36/S125", 4, "D4_+1 Id", 7),
    ("B3678/S34678", 2, "C4_4 Id", 6),
    ("B3678/S34678", 3, "D8_1 Id", 9),
    ("B2/S34H", 2, "C2_1 Id", 5),
    ("B34/S34", 3, "D2_x Id", 5),
    ("B34/S34", 2, "C2_1 F|", 5),
]


def pieces_of_all(lane: SymmetricBoxes, part: Part) -> set[Hashable]:
    """The wanted pieces of all solutions, which are found without looking at pieces."""
    query, wanted = lane.query(part), lane.wanted
    everything = Periodic(query.motion, part.box, query.symmetry, query.rule, raw=True)
    solutions = found(everything.search(Part(part.box), Configuration(), ()))
    return {wanted.key(piece) for one in solutions for piece in wanted.patterns_in(one)}


@pytest.mark.parametrize(("rule", "period", "name", "side"), NUMEROUS)
def test_a_symmetric_box_has_all_pieces_of_all_its_solutions(
    rule: str, period: int, name: str, side: int
) -> None:
    lane = SymmetricBoxes(RaceGoal(Motion(period), Rule.parse(rule)))
    part = Part((side, side), name=name)
    expected = pieces_of_all(lane, part)
    assert expected
    answers = found(lane.search(part, Configuration("cadical195")))
    assert {lane.wanted.key(pattern) for pattern in answers} == expected


@settings(max_examples=20, deadline=None)
@given(
    rule=strategies.isotropic_rules(), period=st.sampled_from([2, 3, 4]), number=st.integers(0, 60)
)
def test_symmetric_boxes_in_random_rules(rule: Rule, period: int, number: int) -> None:
    assume(not rule.births_from_nothing)
    lane = SymmetricBoxes(RaceGoal(Motion(period), rule))
    part = next(islice(lane.parts(), number, None))
    assume(free_cells(lane.query(part).symmetry, part.box) <= 12)
    answers = found(lane.search(part, Configuration("cadical195")))
    assert {lane.wanted.key(pattern) for pattern in answers} == pieces_of_all(lane, part)


def test_boxes_come_by_their_free_cells() -> None:
    lane = SymmetricBoxes(RaceGoal(Motion(4)))
    parts = list(islice(lane.parts(), 400))
    assert len(set(parts)) == len(parts)
    assert all(map(lane.holds, parts))
    assert {part.name for part in parts} >= {"C1 Id", "C1 R90", "D8_1 Id", "D4_+1 F\\", "C2_2 Id"}
    assert parts.index(Part((7, 7), name="D8_1 Id")) < parts.index(Part((4, 4), name="C1 Id"))


def test_no_box_has_a_symmetry_that_makes_the_period_shorter() -> None:
    """A pattern with C2 that recurs after a quarter turn recurs unturned after two of them."""
    parts = list(islice(SymmetricBoxes(RaceGoal(Motion(8))).parts(), 400))
    assert {part.name for part in parts if part.name.endswith(" R90")} == {"C1 R90"}
    assert {"C2_1 F|", "C4_1 F\\", "D2_+1 R180", "D4_x1 F|"} <= {part.name for part in parts}
    assert not SymmetricBoxes(RaceGoal(Motion(8))).holds(Part((9, 9), name="D2_+1 R90"))


def test_ships_have_the_symmetries_of_their_way() -> None:
    straight = list(islice(SymmetricBoxes(RaceGoal(Motion(4, dy=-2))).parts(), 50))
    assert {part.name for part in straight} == {"C1 Id", "C1 F|", "D2_+1 Id", "D2_+2 Id"}
    diagonal = list(islice(SymmetricBoxes(RaceGoal(Motion(4, dx=-1, dy=-1))).parts(), 50))
    assert {part.name for part in diagonal} == {"C1 Id", "D2_x Id"}


@pytest.mark.parametrize(("box", "name"), [((3, 4), "D8_1 Id"), ((3, 3), "D8_1"), ((3, 3), "x y")])
def test_what_is_no_box(box: tuple[int, int], name: str) -> None:
    assert not SymmetricBoxes(RaceGoal(Motion(2))).holds(Part(box, name=name))


# What is proved


def test_strips_with_excluded_ships_are_not_called_empty() -> None:
    strips = frozenset(Part((width, 0), name="none") for width in range(1, 7))
    ships = Motion(4, dy=-2)
    assert Race(ships).proved_empty(strips, [])
    assert not Race(ships, constraints=Constraints(excluded=(GLIDER,))).proved_empty(strips, [])


@pytest.mark.parametrize("turn", [Orientation.IDENTITY, Orientation.R90])
def test_an_oscillator_that_lies_is_in_strips_where_it_stands(turn: Orientation) -> None:
    """It may be found lying, and again, standing, in a strip that is then searched."""
    strips = frozenset(Part((width, 0), name="none") for width in range(1, 9))
    long = Pattern.parse("OOO....OOO").transform(turn)
    assert Race(Motion(2)).proved_empty(strips, [Answer(long.normal(), 2)]) == [
        "proved: no oscillator of period 2 up to 2 wide, of any length"
    ]


@pytest.mark.parametrize(
    "wanted",
    [RaceGoal(Motion(3)), RaceGoal(Motion(5, dy=-1)), RaceGoal(Motion(3), Rule.parse("B2-a/S12"))],
    ids=str,
)
def test_few_ranges_of_soups_are_set_aside(wanted: RaceGoal) -> None:
    """Each has a process. Soups that are run together take less time."""
    ranges = SoupRanges(wanted)
    together = wanted.rule == LIFE and not wanted.motion.travels
    cost = SOUPS_IN_A_PART // (TOGETHER_IN_A_UNIT if together else 1)
    schedule = Schedule(Share(1, ranges.parts(), 0, ranges.units_in_a_part))
    for _ in range(1_000):
        work = schedule.take()
        assert work is not None
        assert len(schedule.undecided) <= SLICES_ALONE
        if work.allowance > cost:
            work.conflicts = cost
            schedule.done(work)
        else:
            work.conflicts, work.busy = work.allowance, False


def test_ranges_of_soups_do_not_overlap() -> None:
    lane = SoupRanges(RaceGoal(Motion(3)))
    first, second = islice(lane.parts(), 2)
    assert lane.place(first) == f"soups 0 to {SOUPS_IN_A_PART - 1:,}"
    assert lane.place(second).startswith(f"soups {SOUPS_IN_A_PART:,} to ")
    assert lane.holds(first)
    assert not lane.holds(Part((256, 256), name="soups -1"))
    assert not lane.holds(Part((3, 3), name="soups 1"))
