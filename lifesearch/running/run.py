"""Work on a query with several solvers at once.

What is found comes as events, and so does the verdict. Who coordinates the solvers depends on
the query: boxes are searched by a portfolio, a strip is explored state by state.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from itertools import chain, islice
from math import inf
from time import monotonic
from typing import Any, Protocol

from lifesearch.errors import InputError, OptionError
from lifesearch.queries.base import Engine, Query
from lifesearch.running.coordinator import Coordinator
from lifesearch.running.events import Event, PlaceNews, TimeLimitReached
from lifesearch.running.options import FRESH_START, Checkpoint, RunOptions
from lifesearch.running.places.place import Workplace
from lifesearch.signals import hold_interrupt, whole_steps

HEARTBEAT = 0.1


def run(
    query: Query[Any],
    run_options: RunOptions,
    checkpoint: Checkpoint = FRESH_START,
    clock: Callable[[], float] = monotonic,
) -> Generator[Event, None, None]:
    """Yield the events of a query; closing the generator stops the work.

    There is an event at least every `HEARTBEAT` seconds, so that a display may move. The time
    limit rules while workers are started, too: where many compete for few cores, that can take
    longer than the search may. Ctrl-C is handled between steps, so that the coordinator knows
    all its workers at any time.
    """
    limit = inf if run_options.time_limit is None else run_options.time_limit
    end = clock() + limit
    jobs = run_options.jobs
    with (
        run_options.place.open(jobs) as workplace,
        _stopping(_coordinator(query, run_options, checkpoint, workplace)) as search,
    ):
        while not search.complete:
            somewhere = workplace.room(jobs) > 0
            for _ in whole_steps(search.assign_work()) if somewhere else ():
                if clock() >= end:
                    break
            if somewhere and not search.busy:
                yield search.finished(exhausted=True)
                return
            left = min(HEARTBEAT, end - clock())
            if left <= 0:
                yield TimeLimitReached(limit)
                return
            yield search.progress()
            yield from whole_steps(search.poll(left))
            for sentence in workplace.news():
                yield PlaceNews(sentence)
        yield search.finished(exhausted=False)


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
        told: Iterable[Event] = events
        if session is not None:
            yield from session.events
            told = session.record(events)
        if run_options.proof is not None:
            told = run_options.proof.record(query, run_options, told)
        yield from told


@contextmanager
def begun(query: Query[Any], run_options: RunOptions) -> Iterator[Iterator[Event]]:
    """The events of a search whose workers are started at once, whatever is to be done before.

    At the end, or if something goes wrong, the work is stopped.
    """
    with closing(search_events(query, run_options)) as events:
        first = list(islice(events, 1))
        yield chain(first, events)


def _coordinator(
    query: Query[Any], run_options: RunOptions, checkpoint: Checkpoint, workplace: Workplace
) -> Coordinator[Any]:
    return _kind(query, run_options, checkpoint)(query, run_options, checkpoint, workplace)


def _kind(
    query: Query[Any], run_options: RunOptions, checkpoint: Checkpoint
) -> type[Coordinator[Any]]:
    """Load the coordinator that suits a query, and no other."""
    tables = query.engine in (Engine.STRIP_SEARCH, Engine.STRIP_LEVELS) and _by_tables(
        query, run_options, checkpoint
    )
    if run_options.seeds:
        if not tables:
            raise OptionError("<seeds> are for strips by row tables: give <width W>")
        from lifesearch.running.strips.seeds_search import SeedsSearch

        return SeedsSearch
    match query.engine:
        case Engine.PORTFOLIO:
            from lifesearch.running.portfolio import Portfolio

            return Portfolio
        case Engine.SOUPS:
            from lifesearch.running.soup_search import SoupSearch

            return SoupSearch
    if tables:
        return _kind_of_tables(query, run_options)
    if query.engine is Engine.STRIP_LEVELS:
        from lifesearch.running.strips.strip_levels import StripLevels

        return StripLevels
    from lifesearch.running.strips.strip_search import StripSearch

    return StripSearch


def _kind_of_tables(strip: Any, run_options: RunOptions) -> type[Coordinator[Any]]:
    """Workers have parts of their own where few states are reached in more than one way.

    With a bound of the length every way counts, and a seed decides the order of all states.
    """
    together = strip.max_length is not None or not strip.motion.travels
    if together or run_options.fixed.seed is not None or run_options.proof is not None:
        from lifesearch.running.strips.table_search import TableSearch

        return TableSearch
    from lifesearch.running.strips.shared_search import SharedSearch

    return SharedSearch


def _by_tables(strip: Any, run_options: RunOptions, checkpoint: Checkpoint) -> bool:
    """Whether row tables search a strip: where that is possible and nothing else is wanted.

    What a SAT solver has begun it also ends.
    """
    if run_options.engine == "rows" or checkpoint.progress_records:
        strip.check_engine("rows")
        return False
    solver = replace(run_options.fixed, seed=None)
    if solver and (
        run_options.engine == "tables" or not (run_options.engine or strip.motion.travels)
    ):
        raise InputError("row tables have no solver: leave out the solver and the encoding")
    strip.check_engine("tables" if checkpoint.snapshot is not None else run_options.engine)
    return not (solver or strip.no_tables())


@contextmanager
def _stopping(search: Coordinator[Any]) -> Iterator[Coordinator[Any]]:
    """Leave no process behind."""
    try:
        yield search
    finally:
        with hold_interrupt():
            search.workplace.kill_all(search.workers())
