"""Work on a question with several solvers at once, and lose nothing.

What is found comes as events, and so does the verdict. Who works on a question depends on
its kind: boxes are raced for, a strip is explored.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing, contextmanager
from math import inf
from time import monotonic
from typing import Any, Protocol

from lifesearch.errors import InputError
from lifesearch.queries.base import Engine, Query
from lifesearch.running.events import Event, Finished, Progress, TimeLimitReached
from lifesearch.running.memory import free_memory
from lifesearch.running.options import FRESH_START, Checkpoint, RunOptions
from lifesearch.running.portfolio import Portfolio
from lifesearch.running.process import Worker, kill_all
from lifesearch.running.strip_levels import StripLevels
from lifesearch.running.strip_search import StripSearch
from lifesearch.signals import hold_interrupt, whole_steps
from lifesearch.solving.configuration import racers

HEARTBEAT = 0.1


class Team(Protocol):
    """Those who work on a question: a race for boxes, or an expedition along a strip."""

    @property
    def complete(self) -> bool:
        """Whether enough is found."""
        ...

    @property
    def busy(self) -> bool:
        """Whether anything is left to do."""
        ...

    def assign_work(self) -> Iterator[None]:
        """Give everybody who is free something to do, in steps that each start one worker."""
        ...

    def poll(self, seconds: float) -> Iterator[Event]:
        """Wait for reports, and say what they mean."""
        ...

    def progress(self) -> Progress:
        """How things are."""
        ...

    def finished(self, *, exhausted: bool) -> Finished:
        """The verdict."""
        ...

    def workers(self) -> list[Worker]:
        """All processes."""
        ...


def run(
    query: Query[Any],
    run_options: RunOptions,
    checkpoint: Checkpoint = FRESH_START,
    clock: Callable[[], float] = monotonic,
) -> Generator[Event, None, None]:
    """Yield the events of a question; closing the generator stops the work.

    There is an event at least every `HEARTBEAT` seconds, so that a display may move. The time
    limit rules while workers are started, too: where many compete for few cores, that can take
    longer than the search may. Ctrl-C is heeded between the steps of the team, so that it knows
    all its workers at any time.
    """
    end = inf if run_options.time_limit is None else clock() + run_options.time_limit
    with _stopping(_team(query, run_options, checkpoint)) as team:
        while not team.complete:
            for _ in whole_steps(team.assign_work()):
                if clock() >= end:
                    break
            if not team.busy:
                yield team.finished(exhausted=True)
                return
            left = min(HEARTBEAT, end - clock())
            if left <= 0:
                yield TimeLimitReached()
                return
            yield team.progress()
            yield from whole_steps(team.poll(left))
        yield team.finished(exhausted=False)


class Recorder(Protocol):
    """Whoever knows the events of earlier runs and records those of this one: a session."""

    @property
    def checkpoint(self) -> Checkpoint:
        """What is known before the start."""
        ...

    @property
    def events(self) -> Iterable[Event]:
        """The events of earlier runs."""
        ...

    def record(self, events: Iterable[Event]) -> Iterator[Event]:
        """Pass events on, those that matter after they are written."""
        ...


def search_events(
    query: Query[Any], run_options: RunOptions, session: Recorder | None = None
) -> Generator[Event, None, None]:
    """Yield the events of earlier runs, if there is a session, and then those of this run.

    Closing the generator stops the work.
    """
    checkpoint = FRESH_START if session is None else session.checkpoint
    with closing(run(query, run_options, checkpoint)) as events:
        if session is None:
            yield from events
        else:
            yield from session.events
            yield from session.record(events)


def _team(query: Query[Any], run_options: RunOptions, checkpoint: Checkpoint) -> Team:
    if query.engine is Engine.PORTFOLIO:
        return Portfolio(query, run_options, checkpoint)
    strip: Any = query
    if tables := _tables(strip, run_options, checkpoint):
        return tables
    configuration = next(racers(query.configurations(), run_options.fixed))
    kind = StripSearch if query.engine is Engine.STRIP_SEARCH else StripLevels
    strip_search = kind(strip, run_options.jobs, run_options.count, configuration)
    strip_search.remember(checkpoint.found, checkpoint.progress_records)
    return strip_search


def _tables(query: Any, run_options: RunOptions, checkpoint: Checkpoint) -> Team | None:
    """A search by row tables, where that is possible and nobody wants anything else.

    What a SAT solver has begun it also ends.
    """
    if run_options.engine == "rows" or run_options.fixed or checkpoint.progress_records:
        return None
    if reason := query.no_tables():
        if run_options.engine == "tables" or checkpoint.snapshot is not None:
            raise InputError(reason)
        return None
    from lifesearch.running.table_search import TableSearch

    search = TableSearch(
        query,
        query.table_problem(),
        run_options.jobs,
        run_options.count,
        run_options.memory or free_memory() // 2,
    )
    search.remember(checkpoint.found, checkpoint.snapshot)
    return search


@contextmanager
def _stopping(team: Team) -> Iterator[Team]:
    """Leave no process behind."""
    try:
        yield team
    finally:
        with hold_interrupt():
            kill_all(team.workers())
