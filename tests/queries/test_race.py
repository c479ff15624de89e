"""The race for the first answer: what each way finds, what is shown, and what is never lost."""

from __future__ import annotations

from collections.abc import Generator, Hashable, Iterable, Iterator
from contextlib import closing
from itertools import islice
from pathlib import Path

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from lifesearch.encoding.motion import Motion
from lifesearch.errors import InputError, VerificationError
from lifesearch.life.orientation import Orientation
from lifesearch.life.pattern import Pattern
from lifesearch.life.rules.rule import LIFE, Rule
from lifesearch.life.simulate.evolve import behaviour
from lifesearch.life.symmetry import Symmetry
from lifesearch.queries.answer import Answer
from lifesearch.queries.constraints import Aim, Bound, Constraints, Objective
from lifesearch.queries.measures import Measure
from lifesearch.queries.periodic import Periodic
from lifesearch.queries.race import Race
from lifesearch.queries.race.boxes import GrowingBoxes, SymmetricBoxes, free_cells
from lifesearch.queries.race.soups import SOUPS_IN_A_PART, SoupRanges
from lifesearch.queries.race.strips import WideningStrips
from lifesearch.queries.race.wanted import Wanted
from lifesearch.queries.strips.widening import StripTooLarge, Widening
from lifesearch.running.events import Event, Finished, Found, Searched
from lifesearch.running.options import RunOptions
from lifesearch.running.run import run
from lifesearch.running.schedule import Schedule, SharedSchedule
from lifesearch.session.codec import query_from_json, query_to_json
from lifesearch.session.file import Session
from lifesearch.solving.configuration import Configuration
from lifesearch.solving.enumerate import Report
from lifesearch.solving.parts import UNLIMITED, Part
from tests import strategies

BLINKER = Pattern.parse("OOO")
GLIDER = Pattern.parse(".O.\n..O\nOOO")
PULSAR = Pattern.parse(
    "..OOO...OOO\n.\nO....O.O....O\nO....O.O....O\nO....O.O....O\n..OOO...OOO\n.\n"
    "..OOO...OOO\nO....O.O....O\nO....O.O....O\nO....O.O....O\n.\n..OOO...OOO"
)


def answers(events: Iterable[Event]) -> list[Answer]:
    return [a for e in events if isinstance(e, Found) for a in e.answers if isinstance(a, Answer)]


def found(reports: Iterable[Report[Answer]]) -> list[Pattern]:
    return [a.pattern for report in reports if isinstance(report, list) for a in report]


# What is wanted


def test_a_composite_is_not_wanted_for_the_period_of_its_pieces_together() -> None:
    both = PULSAR | BLINKER.translate(0, 20)
    assert behaviour(both).period == 6
    assert Wanted(Motion(6)).in_pattern(both) == []
    assert Wanted(Motion(6), composite=True).in_pattern(both) == [both.normal()]
    assert Wanted(Motion(3)).in_pattern(both) == [PULSAR.normal()]
    assert Wanted(Motion(3)).in_pattern(PULSAR | PULSAR.translate(30, 0)) == [PULSAR.normal()] * 2
    with pytest.raises(VerificationError, match="in one piece"):
        Wanted(Motion(6)).answers([both])


@pytest.mark.parametrize("turn", Orientation)
def test_ships_are_turned_the_way_that_is_asked_for(turn: Orientation) -> None:
    (ship,) = Wanted(Motion(4, dx=-1, dy=-1)).in_pattern(GLIDER.transform(turn))
    known = behaviour(ship)
    assert (known.period, known.dx, known.dy) == (4, -1, -1)
    assert Wanted(Motion(4, dy=-1)).in_pattern(GLIDER.transform(turn)) == []
    excluding = Wanted(Motion(4, dx=-1, dy=-1), excluded=(GLIDER,))
    assert excluding.in_pattern(GLIDER.transform(turn)) == []


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
    return {wanted.key(piece) for one in solutions for piece in wanted.in_pattern(one)}


@pytest.mark.parametrize(("rule", "period", "name", "side"), NUMEROUS)
def test_a_symmetric_box_has_all_pieces_of_all_its_solutions(
    rule: str, period: int, name: str, side: int
) -> None:
    lane = SymmetricBoxes(Wanted(Motion(period), Rule.parse(rule)))
    part = Part((side, side), name=name)
    expected = pieces_of_all(lane, part)
    assert expected
    answers = found(lane.search(part, Configuration("cadical195")))
    assert {lane.wanted.key(pattern) for pattern in answers} == expected


@settings(max_examples=40, deadline=None)
@given(
    rule=strategies.isotropic_rules(), period=st.sampled_from([2, 3, 4]), number=st.integers(0, 60)
)
def test_symmetric_boxes_in_random_rules(rule: Rule, period: int, number: int) -> None:
    assume(not rule.births_from_nothing)
    lane = SymmetricBoxes(Wanted(Motion(period), rule))
    part = next(islice(lane.parts(), number, None))
    assume(free_cells(lane.query(part).symmetry, part.box) <= 12)
    answers = found(lane.search(part, Configuration("cadical195")))
    assert {lane.wanted.key(pattern) for pattern in answers} == pieces_of_all(lane, part)


def test_boxes_come_by_their_free_cells() -> None:
    lane = SymmetricBoxes(Wanted(Motion(4)))
    parts = list(islice(lane.parts(), 400))
    assert len(set(parts)) == len(parts)
    assert all(map(lane.holds, parts))
    assert {part.name for part in parts} >= {"C1 Id", "C1 R90", "D8_1 Id", "D4_+1 F\\", "C2_2 Id"}
    assert parts.index(Part((7, 7), name="D8_1 Id")) < parts.index(Part((4, 4), name="C1 Id"))


def test_ships_have_the_symmetries_of_their_way() -> None:
    straight = list(islice(SymmetricBoxes(Wanted(Motion(4, dy=-2))).parts(), 50))
    assert {part.name for part in straight} == {"C1 Id", "C1 F|", "D2_+1 Id", "D2_+2 Id"}
    diagonal = list(islice(SymmetricBoxes(Wanted(Motion(4, dx=-1, dy=-1))).parts(), 50))
    assert {part.name for part in diagonal} == {"C1 Id", "D2_x Id"}


@pytest.mark.parametrize(("box", "name"), [((3, 4), "D8_1 Id"), ((3, 3), "D8_1"), ((3, 3), "x y")])
def test_what_is_no_box(box: tuple[int, int], name: str) -> None:
    assert not SymmetricBoxes(Wanted(Motion(2))).holds(Part(box, name=name))


# The race


@pytest.mark.parametrize(("period", "jobs"), [(2, 1), (3, 2), (5, 1)])
def test_an_oscillator_is_found(period: int, jobs: int) -> None:
    (answer,) = answers(run(Race(Motion(period)), RunOptions(1, jobs)))
    assert behaviour(answer.pattern).period == period


@pytest.mark.parametrize("only", ["boxes", "soups"])
def test_each_way_finds_the_glider(only: str) -> None:
    query = Race(Motion(4, dx=-1, dy=-1), only=(only,))
    (answer,) = answers(run(query, RunOptions(1)))
    assert query.key(answer) == query.key(Answer(GLIDER, 4))


@pytest.mark.long
def test_one_worker_does_the_same_again() -> None:
    query = Race(Motion(3), only=("boxes",), seed=7)
    first, second = ([e for e in run(query, RunOptions(2)) if isinstance(e, Found)] for _ in "ab")
    assert first == second


def test_several_are_different() -> None:
    query = Race(Motion(2), only=("boxes",))
    keys = [query.key(answer) for answer in answers(run(query, RunOptions(5, jobs=2)))]
    assert len(set(keys)) == len(keys) == 5


def test_other_rules() -> None:
    highlife = Race(Motion(2), Rule.parse("B36/S23"))
    (answer,) = answers(run(highlife, RunOptions(1)))
    assert behaviour(answer.pattern, highlife.rule).period == 2
    lopsided = Rule(bytes(block == 0b000000111 for block in range(512)))
    assert Race(Motion(2), lopsided).done([]) == ""


def test_excluded_patterns_are_not_found() -> None:
    query = Race(Motion(2), constraints=Constraints(excluded=(BLINKER,)), only=("boxes",))
    (answer,) = answers(run(query, RunOptions(1)))
    assert query.key(answer) != query.key(Answer(BLINKER, 2))


def test_what_needs_boxes_in_their_order_is_no_race() -> None:
    assert Race.of(Periodic(Motion(3))) == Race(Motion(3))
    best = Constraints(objective=Objective(Aim.SMALLEST_BOX))
    small = Constraints((Bound(Measure("first"), 0, 5),))
    others = [
        Periodic(Motion(1)),
        Periodic(Motion(2, Orientation.R90)),
        Periodic(Motion(3), (4, 4)),
        Periodic(Motion(3), max_area=9),
        Periodic(Motion(3), symmetry=Symmetry.parse("C2")),
        Periodic(Motion(3), any_period=True),
        Periodic(Motion(3), constraints=best),
        Periodic(Motion(3), constraints=small),
    ]
    assert [Race.of(query) for query in others] == [None] * len(others)
    assert Race(Motion(3)).with_objective(Objective(Aim.SMALLEST_BOX)).constraints == best


def test_the_smallest_box_is_still_proved() -> None:
    query = Race(Motion(2)).with_objective(Objective(Aim.SMALLEST_BOX))
    *_, end = events = list(run(query, RunOptions(None)))
    assert isinstance(end, Finished)
    assert end.exhausted
    assert answers(events)[-1].pattern.normal() in (
        BLINKER,
        BLINKER.transform(Orientation.R90).normal(),
    )


def test_what_makes_no_sense_is_refused() -> None:
    with pytest.raises(InputError, match="there is no way 'luck'"):
        Race(Motion(2), only=("luck",))
    with pytest.raises(InputError, match="rows cannot find any c/4 diagonal"):
        Race(Motion(4, dx=-1, dy=-1), only=("rows",))
    with pytest.raises(InputError, match="transform"):
        Race(Motion(2, Orientation.R90))
    with pytest.raises(InputError, match="B0"):
        Race(Motion(3), Rule.parse("B03/S23"))
    with pytest.raises(InputError, match="give its size"):
        Race(Motion(2)).dimacs(None, Configuration())


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


def test_a_strip_without_memory_does_not_end_the_race(monkeypatch: pytest.MonkeyPatch) -> None:
    def search(*_: object) -> Iterator[Report[Answer]]:
        yield 5
        raise StripTooLarge("too wide")

    monkeypatch.setattr(Widening, "search", search)
    part, how = Part((9, 0), name="none"), Configuration()
    among_others = WideningStrips(Wanted(Motion(2))).search(part, how)
    assert list(islice(among_others, 3)) == [5, UNLIMITED, UNLIMITED]
    with pytest.raises(StripTooLarge):
        list(WideningStrips(Wanted(Motion(2)), alone=True).search(part, how))


# Sessions


def test_a_race_goes_on_where_it_was(tmp_path: Path) -> None:
    query = Race(Motion(7), only=("boxes",))
    name = str(tmp_path / "p7.session")

    def started() -> Generator[Event, None, None]:
        return run(query, RunOptions(1))

    with Session.start(name, query, RunOptions(1)) as session, closing(started()) as events:
        recorded = session.record(events)
        before = list(islice((e.part for e in recorded if isinstance(e, Searched)), 12))
    with Session.resume(name) as session:
        assert session.query == query
        assert session.checkpoint.searched == frozenset(before)
        with closing(run(query, RunOptions(1), session.checkpoint)) as events:
            after = list(islice((e.part for e in events if isinstance(e, Searched)), 5))
    assert not set(before) & set(after)
    assert query.done(before) == "12 boxes"


def test_a_race_can_be_saved() -> None:
    query = Race(
        Motion(4, dy=-2), LIFE, Constraints(excluded=(GLIDER,)), ("rows", "soups"), 5, True
    )
    assert query_from_json(query_to_json(query)) == query


def test_ranges_of_soups_do_not_overlap() -> None:
    lane = SoupRanges(Wanted(Motion(3)))
    first, second = islice(lane.parts(), 2)
    assert lane.place(first) == f"soups 0 to {SOUPS_IN_A_PART - 1:,}"
    assert lane.place(second).startswith(f"soups {SOUPS_IN_A_PART:,} to ")
    assert lane.holds(first)
    assert not lane.holds(Part((256, 256), name="soups -1"))
    assert not lane.holds(Part((3, 3), name="soups 1"))


# Shares


def way(name: str) -> Schedule:
    return Schedule((Part((n, 1), name=name) for n in range(1, 10**6)), compiled=True)


def test_the_time_is_shared() -> None:
    schedule, spent = SharedSchedule([(1, way("a")), (3, way("b"))]), dict[str, int]()
    for _ in range(400):
        work = schedule.take()
        assert work is not None
        new = work.allowance - work.conflicts
        spent[work.part.name] = spent.get(work.part.name, 0) + new
        work.conflicts = work.allowance
        schedule.leave(work)
    ratio = spent["b"] / spent["a"]
    assert 2 < ratio < 4


def test_one_way_starts_at_a_time() -> None:
    """A way that is compiled when it is first used must not hold up the others."""
    schedule = SharedSchedule([(1, way(name)) for name in "abc"])
    first = schedule.take()
    assert first is not None
    assert schedule.take() is None
    first.conflicts = 1
    second = schedule.take()
    third = schedule.take()
    assert second is not None
    assert third is not None
    assert (second.part.name, third.part.name) == ("b", "a")
    second.conflicts = 5
    schedule.done(second)
    fourth = schedule.take()
    assert fourth is not None
    assert fourth.part.name == "c"


def test_growing_boxes_are_searched_as_ever() -> None:
    query = Periodic(Motion(2))
    assert list(islice(GrowingBoxes(Wanted(Motion(2))).parts(), 30)) == list(
        islice(query.parts(0), 30)
    )
