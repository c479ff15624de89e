"""The race for the first answer: what is found and shown, how time is shared, nothing is lost."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from contextlib import closing
from itertools import islice
from pathlib import Path
from weakref import ref

import pytest

from lifesearch.common.errors import InputError
from lifesearch.core.answer import Answer
from lifesearch.core.constraints import Aim, Bound, Constraints, Objective
from lifesearch.core.events import Event, Finished, Found, Searched
from lifesearch.engines.compiled import available
from lifesearch.engines.sat.solving.configuration import Configuration
from lifesearch.engines.sat.solving.enumerate import Report
from lifesearch.engines.sat.solving.part import UNLIMITED, Part, Share
from lifesearch.life.measures import Measure
from lifesearch.life.motion import Motion
from lifesearch.life.orientation import Orientation
from lifesearch.life.pattern import Pattern
from lifesearch.life.rules.rule import LIFE, Rule
from lifesearch.life.simulate.evolve import behaviour
from lifesearch.life.symmetry import Symmetry
from lifesearch.questions.catalysts.strategy import END, Hasslers
from lifesearch.questions.periodic.question import Periodic
from lifesearch.questions.race.boxes import GrowingBoxes
from lifesearch.questions.race.engine import AllStrategies
from lifesearch.questions.race.question import Race
from lifesearch.questions.race.strategy import RaceGoal
from lifesearch.questions.race.strips import WideningStrips
from lifesearch.questions.strips.widening import StripTooLarge, Widening
from lifesearch.running.choose import choose, plan_of
from lifesearch.running.options import RunOptions
from lifesearch.running.places.here import Processes
from lifesearch.running.portfolio import Portfolio
from lifesearch.running.schedule import Schedule, SharedSchedule
from lifesearch.running.session.codec import query_from_json, question_to_json
from lifesearch.running.session.file import Session
from lifesearch.running.verdict import Verdict
from tests.asking import answers_of
from tests.searching import begun_session, run

BLINKER = Pattern.parse("OOO")
GLIDER = Pattern.parse(".O.\n..O\nOOO")


# The race


@pytest.mark.parametrize(
    "motion", [Motion(7), Motion(19), Motion(3, dy=-1), Motion(4, dx=-1, dy=-1)], ids=str
)
def test_what_each_strategy_has_searched_has_words(motion: Motion) -> None:
    """Steps of the plan, places and what is done: an attribute that is missing shows only there."""
    race = Race(motion)
    for own in race.strategies:
        parts = list(islice(own.parts(), 3))
        if not parts:
            continue
        assert race.describe_searched(parts).startswith(f"{len(parts) * own.count_in_a_part:,} ")
        assert all(map(race.place, parts))
        assert own.engine
        assert own.what
        assert own.why


@pytest.mark.parametrize(("period", "jobs"), [(2, 1), (3, 2), (5, 1)])
def test_an_oscillator_is_found(period: int, jobs: int) -> None:
    (answer,) = answers_of(run(Race(Motion(period)), RunOptions(1, jobs)))
    assert behaviour(answer.pattern).period == period


@pytest.mark.parametrize("only", ["boxes", "soups"])
def test_each_way_finds_the_glider(only: str) -> None:
    query = Race(Motion(4, dx=-1, dy=-1), only=(only,))
    (answer,) = answers_of(run(query, RunOptions(1)))
    assert query.key(answer) == query.key(Answer(GLIDER, 4))


@pytest.mark.long
def test_one_worker_does_the_same_again() -> None:
    query = Race(Motion(2), only=("boxes",), seed=7)
    first, second = ([e for e in run(query, RunOptions(2)) if isinstance(e, Found)] for _ in "ab")
    assert first == second


def test_several_are_different() -> None:
    query = Race(Motion(2), only=("boxes",))
    keys = [query.key(answer) for answer in answers_of(run(query, RunOptions(5, jobs=2)))]
    assert len(set(keys)) == len(keys) == 5


def test_other_rules() -> None:
    highlife = Race(Motion(2), Rule.parse("B36/S23"))
    (answer,) = answers_of(run(highlife, RunOptions(1)))
    assert behaviour(answer.pattern, highlife.rule).period == 2
    lopsided = Rule(bytes(block == 0b000000111 for block in range(512)))
    assert Race(Motion(2), lopsided).describe_searched([]) == ""


def test_excluded_patterns_are_not_found() -> None:
    query = Race(Motion(2), constraints=Constraints(excluded=(BLINKER,)), only=("boxes",))
    (answer,) = answers_of(run(query, RunOptions(1)))
    assert query.key(answer) != query.key(Answer(BLINKER, 2))


def test_what_needs_boxes_in_their_order_is_no_race() -> None:
    assert choose(Periodic(Motion(3)), RunOptions(1)).query == Race(Motion(3))
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
    assert [choose(query, RunOptions(1)).query for query in others] == others
    assert Race(Motion(3)).with_objective(Objective(Aim.SMALLEST_BOX)).constraints == best


def test_the_smallest_box_is_still_proved() -> None:
    query = Race(Motion(2)).with_objective(Objective(Aim.SMALLEST_BOX))
    *_, end = events = list(run(query, RunOptions(None)))
    assert isinstance(end, Finished)
    assert end.exhausted
    assert answers_of(events)[-1].pattern.normal() in (
        BLINKER,
        BLINKER.transform(Orientation.R90).normal(),
    )


def test_what_makes_no_sense_is_refused() -> None:
    with pytest.raises(InputError, match="there is no strategy 'luck'"):
        Race(Motion(2), only=("luck",))
    with pytest.raises(InputError, match=r"rows cannot be searched for any c/4 .* straight up"):
        Race(Motion(4, dx=-1, dy=-1), only=("rows",))
    with pytest.raises(InputError, match=r"hasslers cannot be .* periods 16 to 60 in Life"):
        Race(Motion(61), only=("hasslers",))
    with pytest.raises(InputError, match="transform"):
        Race(Motion(2, Orientation.R90))
    with pytest.raises(InputError, match="B0"):
        Race(Motion(3), Rule.parse("B03/S23"))


def test_a_strip_without_memory_does_not_end_the_race(monkeypatch: pytest.MonkeyPatch) -> None:
    class Tables:
        """Held by the search that fills them."""

    held: list[ref[Tables]] = []

    def search(*_: object) -> Iterator[Report[Answer]]:
        tables = Tables()
        held.append(ref(tables))
        yield 5
        raise StripTooLarge("too wide")

    monkeypatch.setattr(Widening, "search", search)
    part, how = Part((9, 0), name="none"), Configuration()
    among_others = WideningStrips(RaceGoal(Motion(2))).search(part, how)
    assert list(islice(among_others, 3)) == [5, UNLIMITED, UNLIMITED]
    assert held[0]() is None
    with pytest.raises(StripTooLarge):
        list(WideningStrips(RaceGoal(Motion(2)), alone=True).search(part, how))


@pytest.mark.skipif(not available(), reason="needs kernels")
@pytest.mark.parametrize("jobs", [1, 2])
def test_a_race_without_parts_left_to_search_ends_undecided(
    monkeypatch: pytest.MonkeyPatch, jobs: int
) -> None:
    monkeypatch.setattr(Hasslers, "parts", lambda self: iter([END]))
    query = Race(Motion(31), only=("hasslers",))
    *_, end = run(query, RunOptions(jobs, time_limit=60))
    assert isinstance(end, Finished)
    assert end == Finished(0, 0, exhausted=False)
    assert Verdict(query, 1).take(end) == [
        "undecided: nothing is left that the chosen strategies search"
    ]


# Sessions


def test_a_race_goes_on_where_it_was(tmp_path: Path) -> None:
    query = Race(Motion(7), only=("boxes",))
    name = str(tmp_path / "p7.session")

    def started() -> Generator[Event, None, None]:
        return run(query, RunOptions(1))

    with begun_session(name, query, RunOptions(1)) as session, closing(started()) as events:
        recorded = session.record(events)
        before = list(islice((e.part for e in recorded if isinstance(e, Searched)), 12))
    with Session.resume(name) as again:
        assert again.query == query
        assert again.checkpoint.searched == frozenset(before)
        with closing(run(query, RunOptions(1), again.checkpoint)) as events:
            after = list(islice((e.part for e in events if isinstance(e, Searched)), 5))
    assert not set(before) & set(after)
    assert query.describe_searched(before) == "12 boxes"


def test_a_race_can_be_saved() -> None:
    query = Race(
        Motion(4, dy=-2), LIFE, Constraints(excluded=(GLIDER,)), ("rows", "soups"), 5, True
    )
    assert query_from_json(question_to_json(query)) == query


# Shares


def way(name: str, share: int = 1) -> Schedule:
    parts = (Part((n, 1), name=name) for n in range(1, 10**6))
    return Schedule(Share(share, parts))


def test_the_time_is_shared() -> None:
    schedule, spent = SharedSchedule([way("a"), way("b", 3)]), dict[str, int]()
    for _ in range(400):
        work = schedule.take()
        assert work is not None
        new = work.allowance - work.conflicts
        spent[work.part.name] = spent.get(work.part.name, 0) + new
        work.conflicts, work.busy = work.allowance, False
    ratio = spent["b"] / spent["a"]
    assert 2 < ratio < 4


def test_a_ship_has_strips_before_soups() -> None:
    """Many ships are in strips, and found there sooner."""
    race, how = Race(Motion(3, dy=-1)), RunOptions(jobs=2)
    plan = plan_of(race, how)
    assert isinstance(plan.engine, AllStrategies)
    portfolio = plan.engine.coordinator(plan, Processes())
    assert isinstance(portfolio, Portfolio)
    begun = list[str]()
    while "soups" not in begun:
        work = portfolio.schedule.take()
        assert work is not None
        begun.append(str(race.only_strategy(work.part)))
        work.conflicts = 1_000
        portfolio.schedule.done(work)
    assert begun.count("row tables") > 30


def test_growing_boxes_are_searched_as_ever() -> None:
    query = Periodic(Motion(2))
    assert list(islice(GrowingBoxes(RaceGoal(Motion(2))).parts(), 30)) == list(
        islice(query.parts(0), 30)
    )


def test_a_piece_is_turned_until_it_has_the_symmetry() -> None:
    hat = Pattern.parse("..O..\n.O.O.\n.O.O.\nOO.OO")
    goal = RaceGoal(Motion(1), symmetry="odd")
    lying = hat.transform(Orientation.TRANSPOSE)
    assert goal.turned(lying) in (hat, hat.transform(Orientation.FLIP_Y).normal())
    assert RaceGoal(Motion(1), symmetry="even").turned(lying) is None
