"""While functions are compiled, whatever needs none of them goes on."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from multiprocessing import active_children
from typing import Any

import pytest

from lifesearch.compiled.notices import Compiling, NotKept, notice, now_and_then
from lifesearch.life.motion import Motion
from lifesearch.life.simulate.evolve import behaviour
from lifesearch.life.strip_symmetry import Mirror
from lifesearch.planning.run import run
from lifesearch.queries.answer import Answer
from lifesearch.queries.strips.query import Strip
from lifesearch.rows.checkpoint import TableProgress
from lifesearch.rows.work import TableWork
from lifesearch.running.events import CompilerNews, Event, Finished, Found, Searched
from lifesearch.running.options import Checkpoint, RunOptions
from lifesearch.running.portfolio import Portfolio
from lifesearch.running.schedule import PartState
from lifesearch.running.strips.meanwhile import RowsMeanwhile, sat_may_begin
from lifesearch.running.strips.strip_search import StripSearch
from lifesearch.solving.configuration import Configuration
from lifesearch.solving.enumerate import Report
from lifesearch.solving.parts import Part
from tests.running.fakes import LONG, Fake, answers, keys, of_kind, only_in

forked = pytest.mark.skipif(sys.platform != "linux", reason="workers are not forked")

SLOW, QUICK = Part((3, 3)), Part((4, 4))
COMPILING = Compiling("row tables")
NO_SHIP = Strip(8, Motion(4, dy=-1), Mirror.MIRRORED)
SHIP = Strip(7, Motion(4, dy=-2))


def compiles(part: Part, how: Configuration) -> Iterator[Report[str]]:
    """A worker that waits for the compiler for ever, and says so again and again."""
    for _ in range(3):
        notice(COMPILING)
        time.sleep(0.3)
    time.sleep(LONG)
    yield 1


def test_a_race_begins_with_what_is_ready() -> None:
    """The only worker waits, so another one is started; that is said once."""
    query = Fake(only_in(SLOW, compiles), (SLOW, QUICK), growing=True)
    events = list(run(query, RunOptions(1, jobs=1)))
    assert keys(query, events) == ["(4, 4)"]
    assert of_kind(CompilerNews, events) == [CompilerNews(COMPILING)]


def test_no_more_workers_than_jobs_if_all_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    """Parts of one kind all wait for the same compiler: another worker would wait, too."""
    beside = list[int]()
    begin = Portfolio._begin

    def counted(portfolio: Portfolio, work: PartState, rank: int) -> None:
        beside.append(len(portfolio.members))
        begin(portfolio, work, rank)

    def compiles_first(part: Part, how: Configuration) -> Iterator[Report[str]]:
        notice(COMPILING)
        time.sleep(0.3)
        yield from answers(part, how)

    monkeypatch.setattr(Portfolio, "_begin", counted)
    query = Fake(compiles_first, (SLOW, QUICK))
    assert keys(query, list(run(query, RunOptions(None, jobs=1)))) == ["(3, 3)", "(4, 4)"]
    assert beside == [0, 0]


def test_what_cannot_be_kept_is_said() -> None:
    def cannot_keep(part: Part, how: Configuration) -> Iterator[Report[str]]:
        notice(NotKept("no room"))
        yield from answers(part, how)

    events = list(run(Fake(cannot_keep), RunOptions(1)))
    assert of_kind(CompilerNews, events) == [CompilerNews(NotKept("no room"))]
    assert of_kind(Found, events)


def table_workers(monkeypatch: pytest.MonkeyPatch, then: Callable[[], None]) -> None:
    """Have workers of row tables wait for a compiler first."""
    real = TableWork.task_function

    def task_function(work: TableWork) -> Callable[[Any], Iterator[Any]]:
        serve = real(work)

        def waiting(task: Any) -> Iterator[Any]:
            notice(COMPILING)
            then()
            yield from serve(task)

        return waiting

    monkeypatch.setattr(TableWork, "task_function", task_function)


def found(events: list[Event]) -> list[Answer]:
    return [a for event in events if isinstance(event, Found) for a in event.answers]  # type: ignore[misc]


@forked
@pytest.mark.parametrize("jobs", [1, 2])
def test_sat_may_win(monkeypatch: pytest.MonkeyPatch, jobs: int) -> None:
    table_workers(monkeypatch, lambda: time.sleep(LONG))
    events = list(run(NO_SHIP, RunOptions(1, jobs)))
    assert isinstance(end := events[-1], Finished)
    assert end.exhausted
    assert [event.part for event in of_kind(Searched, events)] == [NO_SHIP.part]
    events = list(run(SHIP, RunOptions(1, jobs)))
    (ship,) = found(events)
    assert behaviour(ship.pattern).period == 4
    assert not active_children()


@forked
@pytest.mark.parametrize("jobs", [pytest.param(1, marks=pytest.mark.long), 2])
def test_row_tables_take_over(monkeypatch: pytest.MonkeyPatch, jobs: int) -> None:
    """SAT, which here never reports, is ended as soon as row tables are at work."""
    began: list[StripSearch] = []

    def poll(search: StripSearch, seconds: float) -> Iterator[Event]:
        began.append(search)
        time.sleep(seconds)
        yield from ()

    monkeypatch.setattr(StripSearch, "poll", poll)
    table_workers(monkeypatch, lambda: time.sleep(0.5))
    events = list(run(NO_SHIP, RunOptions(1, jobs)))
    assert began
    assert isinstance(end := events[-1], Finished)
    assert end.exhausted
    assert end.states == 196
    assert len(found(list(run(SHIP, RunOptions(1, jobs))))) == 1
    assert not active_children()


def test_the_end_counts_what_those_have_done_who_came_to_it() -> None:
    """Row tables may come to an end while some of them still wait for the compiler."""
    search = RowsMeanwhile(NO_SHIP, RunOptions(1, 2))
    search.rows = StripSearch(NO_SHIP, RunOptions(1, 1), spent=3)
    assert search.finished(exhausted=False).conflicts == 3
    search.latest = TableProgress(5, 196, 0, 5, 1000, 0)
    assert search.finished(exhausted=False).states == 196
    search.won = True
    assert search.finished(exhausted=False).conflicts == 3


def test_sat_begins_only_where_its_answer_is_as_good() -> None:
    fresh = Checkpoint()
    assert sat_may_begin(SHIP, RunOptions(1, 2), fresh)
    assert not sat_may_begin(SHIP, RunOptions(None, 2), fresh)
    assert not sat_may_begin(SHIP, RunOptions(1, 2, engine="tables"), fresh)
    assert not sat_may_begin(SHIP, RunOptions(1, 2), Checkpoint(snapshot=b""))
    assert not sat_may_begin(Strip(7, Motion(4, dy=-2), max_length=9), RunOptions(1), fresh)
    assert not sat_may_begin(Strip(7, Motion(2)), RunOptions(1), fresh)


def test_notices_come_now_and_then() -> None:
    now, heard = [0.0], list[object]()
    tell = now_and_then(heard.append, lambda: now[0] + 100)
    for tenth in range(11):
        now[0] = tenth / 10
        tell(COMPILING)
    assert 3 <= len(heard) <= 6
