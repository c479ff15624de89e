"""Several solvers at one question: the same answers, whoever dies on the way."""

import multiprocessing
import signal
import sys
import time
from collections.abc import Hashable, Iterator, Sequence
from itertools import pairwise
from multiprocessing.connection import Connection
from typing import Any

import pytest

from lifesearch.core.events import (
    Event,
    Finished,
    Found,
    Lost,
    Progress,
    Searched,
    Snapshot,
    TimeLimitReached,
)
from lifesearch.engines.sat.solving.configuration import Configuration, FixedSettings
from lifesearch.engines.sat.solving.enumerate import Exhausted, Report
from lifesearch.engines.sat.solving.part import Part, Share
from lifesearch.life.motion import Motion, Target
from lifesearch.life.orientation import Orientation
from lifesearch.life.pattern import Pattern
from lifesearch.questions.periodic.question import Periodic
from lifesearch.questions.predecessor.question import Predecessor
from lifesearch.running.options import Checkpoint, RunOptions
from lifesearch.running.portfolio import Portfolio
from lifesearch.running.schedule import ALLOWANCE
from tests import cases
from tests.asking import every
from tests.running.fakes import (
    BOX,
    FIRST,
    LONG,
    SECOND,
    Fake,
    SilentWorkers,
    answers,
    ended_by,
    first_only,
    keys,
    of_kind,
    only_in,
    sleeps,
)
from tests.searching import run

pytestmark = [
    pytest.mark.usefixtures("no_orphans"),
    pytest.mark.skipif(sys.platform != "linux", reason="the questions here are forked"),
]


# The same answers for any number of jobs

BLOCK = Target(Pattern.parse("OO\nOO"))
GLIDER = Motion(4, Orientation.IDENTITY, -1, -1)
WORD = Target(Pattern.parse("OOO.O.O\n.O..O.O\n.OO.O.O"))
QUESTIONS = [
    (Periodic(Motion(1), (5, 5)), 1),
    (Periodic(Motion(1), (5, 5), raw=True), 1),
    (Periodic(Motion(1), (40, 1), with_empty=True), 16),
    (Periodic(Motion(2), max_area=16), 27),
    (Periodic(GLIDER, max_area=16), 27),
    (Periodic(Motion(1), (4, 4), torus=True), 1),
    (Predecessor.around(BLOCK), 1),
    (Predecessor.inside(WORD, (8, 5)), 16),
]


@pytest.mark.long
@pytest.mark.parametrize(("query", "parts"), QUESTIONS)
def test_the_answers_do_not_depend_on_the_number_of_jobs(
    query: Periodic | Predecessor, parts: int
) -> None:
    expected = {query.key(answer) for answer in every(query)}
    for jobs in (1, 2, 3):
        events = list(run(query, RunOptions(None, jobs, engine="box")))
        found = keys(query, events)
        assert len(found) == len(set(found))
        assert set(found) == expected
        searched = of_kind(Searched, events)
        if jobs == 3:
            assert len(searched) == len({event.part for event in searched}) == parts
        conflicts = sum(event.conflicts for event in searched)
        assert events[-1] == Finished(len(expected), conflicts, exhausted=True)
        assert len(of_kind(Finished, events)) == 1


@pytest.mark.slow("every still life of 6x7, cube by cube")
def test_cubes_of_a_large_box_have_every_still_life_of_it() -> None:
    query = Periodic(Motion(1), (6, 7), raw=True, with_empty=True)
    found: list[set[Hashable]] = []
    for jobs, cubes in ((2, 8), (3, 16)):
        events = list(run(query, RunOptions(None, jobs, engine="box")))
        found.append(set(keys(query, events)))
        assert len(of_kind(Searched, events)) == cubes
    assert found[0] == found[1]
    assert len(found[0]) == cases.STILL_LIFES_OBLONG[6, 7]


@pytest.mark.parametrize("jobs", [1, 2, 3])
def test_a_proof_and_a_count(jobs: int) -> None:
    none = list(run(Periodic(Motion(3), (5, 5)), RunOptions(1, jobs)))[-1]
    assert isinstance(none, Finished)
    assert (none.found, none.exhausted) == (0, True)
    query = Periodic(Motion(1), (5, 5))
    some = list(run(query, RunOptions(7, jobs)))
    assert len(set(keys(query, some))) == 7
    assert isinstance(some[-1], Finished)
    assert (some[-1].found, some[-1].exhausted) == (7, False)


@pytest.mark.parametrize("jobs", [1, 2])
def test_what_is_known_is_not_found_again(jobs: int) -> None:
    query = Periodic(Motion(1), (5, 5))
    before = of_kind(Found, list(run(query, RunOptions(5, jobs))))
    after = list(run(query, RunOptions(None, jobs), Checkpoint(tuple(before))))
    assert not set(keys(query, before)) & set(keys(query, after))
    assert {*keys(query, before), *keys(query, after)} == {
        query.key(answer) for answer in every(query)
    }
    assert isinstance(after[-1], Finished)
    assert after[-1].found == 38


PINS = [
    FixedSettings(solver="minisat22"),
    FixedSettings(solver="cadical153", seed=3),
    FixedSettings(seed=1),
    FixedSettings(encoding="knuth"),
]


@pytest.mark.parametrize("fixed", PINS)
@pytest.mark.parametrize("jobs", [1, 2])
def test_pinned_configurations_repeat_themselves(fixed: FixedSettings, jobs: int) -> None:
    query = Periodic(Motion(2), (6, 6), raw=True)
    runs = [list(run(query, RunOptions(1, jobs, fixed))) for _ in range(2)]
    first, again = (keys(query, events) for events in runs)
    assert first == again
    racing = {r.configuration for e in runs[0] if isinstance(e, Progress) for r in e.runners}
    assert racing <= {fixed.applied(query.configurations()[0])}


def test_different_seeds_differ() -> None:
    query = Periodic(Motion(1), (6, 6), raw=True)
    firsts = {
        keys(query, list(run(query, RunOptions(1, fixed=FixedSettings(seed=seed)))))[0]
        for seed in range(6)
    }
    assert len(firsts) > 1


# Races, and boxes that are set aside


def hard(part: Part, how: Configuration) -> Iterator[Report[str]]:
    """Both take many conflicts, the first one more than anybody could wait for."""
    last = 20 if how.solver == "two" else 1_000_000
    for conflicts in range(0, last * ALLOWANCE, ALLOWANCE // 2):
        time.sleep(0.02)
        yield conflicts
    yield [f"{part} by {how.solver}"]
    yield Exhausted(20)


def test_the_faster_rival_wins_a_hard_box() -> None:
    query = Fake(hard, (Part((1, 1)),))
    processes = 0
    events: list[Event] = []
    for event in run(query, RunOptions(1, 2)):
        events.append(event)
        processes = max(processes, len(multiprocessing.active_children()))
    assert keys(query, events) == ["1x1 by two"]
    assert processes == 2


def clever(part: Part, how: Configuration) -> Iterator[Report[str]]:
    """The first one needs time but no conflicts for the small box; all else is hard."""
    if part.box == (1, 1) and how == FIRST:
        time.sleep(0.5)
        yield from answers(part, how)
    else:
        yield from hard(part, SECOND)


def test_who_has_won_a_hard_box_can_help_with_another() -> None:
    query = Fake(clever, (Part((1, 1)), Part((2, 1))), growing=True)
    events = list(run(query, RunOptions(9, 3, time_limit=LONG)))
    assert of_kind(Lost, events) == []
    assert isinstance(events[-1], Finished)
    assert events[-1].exhausted


# Time


def test_something_is_heard_all_the_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """By a clock that goes on only while the run waits, and then as long as it wanted to."""
    clock = [0.0]

    def waited(lines: Sequence[Connection], seconds: float) -> list[Connection]:
        clock[0] += seconds
        return []

    monkeypatch.setattr("lifesearch.running.places.here.wait", waited)
    heard = [0.0]
    for event in run(Fake(sleeps), RunOptions(1, 2, time_limit=1), clock=lambda: clock[0]):
        heard.append(clock[0])
        assert isinstance(event, Progress | TimeLimitReached)
    gaps = [after - before for before, after in pairwise(heard)]
    assert max(gaps) < 0.5
    assert len(gaps) > 5
    assert 1 <= heard[-1] - heard[0] < 2


def test_a_time_limit_keeps_what_was_found() -> None:
    boxes = (Part((1, 1)), Part((2, 1)))
    query = Fake(only_in(boxes[1], sleeps), boxes)
    for limit in (0.5, 4, 32, 256):  # a busy machine needs longer to find something
        events = list(run(query, RunOptions(None, 2, time_limit=limit)))
        if of_kind(Searched, events):
            break
    assert keys(query, events) == ["(1, 1)"]
    assert [event.part for event in of_kind(Searched, events)] == [boxes[0]]
    assert events[-1] == TimeLimitReached(limit)


class LostMachines(SilentWorkers):
    def capacity(self, jobs: int) -> int:
        return 0

    def reporting(self, workers: Any, seconds: float) -> Iterator[Any]:
        return iter(())


def test_the_last_snapshots_of_a_cluster_without_machines(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lifesearch.running.coordinator.SNAPSHOT_SECONDS", 0.01)
    search = Portfolio(
        Fake(sleeps),
        RunOptions(1, 1),
        workplace=SilentWorkers(),
        shares=[Share(1, iter([BOX]))],
        solvers=(FIRST, SECOND),
    )
    list(search.assign_work())
    search.workplace = LostMachines()
    monkeypatch.setattr(search, "assign_work", lambda: pytest.fail("there is no machine"))
    assert list(search._until_snapshot()) == []


@pytest.mark.parametrize("has_snapshots", [False, True])
def test_only_strategies_that_make_snapshots_are_waited_for(
    has_snapshots: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    portfolio = Portfolio(
        Fake(sleeps),
        RunOptions(None, 1, has_session=True),
        workplace=SilentWorkers(),
        shares=[Share(1, iter([BOX]))],
        strategy="tables",
        has_snapshots=has_snapshots,
    )
    snapshot = Snapshot(b"")
    monkeypatch.setattr(portfolio, "_until_snapshot", lambda: iter([snapshot]))
    list(portfolio.assign_work())
    assert list(portfolio.final_snapshots()) == [snapshot] * has_snapshots


def test_after_its_time_limit_a_search_finds_no_more() -> None:
    """The events of a session are those that were shown, and nobody waits for more of them."""
    late: list[Event] = []
    lists_by_tables = Periodic(Motion(1), (7, 9))
    options = RunOptions(None, 1, time_limit=0.2, has_session=True)
    events = run(lists_by_tables, options, last=late)
    for event in events:
        if isinstance(event, TimeLimitReached):
            assert multiprocessing.active_children() == []
            break
    events.close()
    assert late == []


@pytest.mark.parametrize("has_session", [False, True])
def test_answers_that_are_held_back_are_kept_when_a_search_is_stopped(
    monkeypatch: pytest.MonkeyPatch, *, has_session: bool
) -> None:
    held = Found(BOX, ("held back",))  # type: ignore[arg-type]
    monkeypatch.setattr(Portfolio, "held_back", lambda search: iter([held]))
    late: list[Event] = []
    events = run(Fake(sleeps), RunOptions(1, 1, has_session=has_session), last=late)
    next(events)
    events.close()
    assert of_kind(Found, late) == [held]


@pytest.mark.parametrize("jobs", [1, 3])
@pytest.mark.parametrize("steps", [1, 4])
def test_closing_the_events_ends_the_solvers(jobs: int, steps: int) -> None:
    boxes = tuple(Part((n, 1)) for n in range(1, 4))
    events = run(Fake(sleeps, boxes), RunOptions(None, jobs))
    for _ in range(steps):
        next(events)
    assert len(multiprocessing.active_children()) == jobs
    started = time.monotonic()
    events.close()
    assert time.monotonic() - started < LONG / 2
    assert multiprocessing.active_children() == []


def test_a_stopped_solver_holds_up_nobody() -> None:
    query = Fake(first_only(ended_by(signal.SIGSTOP)))
    events = list(run(query, RunOptions(1, 2)))
    assert keys(query, events) == ["(3, 3)"]
