"""Work on a query with several solvers at once.

What is found comes as events, and so does the verdict. Who coordinates the solvers depends on
the query: boxes are searched by a portfolio, a strip is explored state by state.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from math import inf
from time import monotonic
from typing import Any

from lifesearch.queries.base import Engine, Query
from lifesearch.running.coordinator import Coordinator
from lifesearch.running.events import Event, TimeLimitReached
from lifesearch.running.options import FRESH_START, Checkpoint, RunOptions
from lifesearch.running.portfolio import Portfolio
from lifesearch.running.process import kill_all
from lifesearch.running.strip_levels import StripLevels
from lifesearch.running.strip_search import StripSearch

HEARTBEAT = 0.1


COORDINATORS: dict[Engine, type[Coordinator[Any]]] = {
    Engine.PORTFOLIO: Portfolio,
    Engine.STRIP_SEARCH: StripSearch,
    Engine.STRIP_LEVELS: StripLevels,
}


def run(
    query: Query[Any],
    run_options: RunOptions,
    checkpoint: Checkpoint = FRESH_START,
    clock: Callable[[], float] = monotonic,
) -> Iterator[Event]:
    """Yield the events of a question; closing the generator stops the work.

    There is an event at least every `HEARTBEAT` seconds, so that a display may move. The time
    limit rules while workers are started, too: where many compete for few cores, that can take
    longer than the search may.
    """
    end = inf if run_options.time_limit is None else clock() + run_options.time_limit
    with _stopping(COORDINATORS[query.engine](query, run_options, checkpoint)) as search:
        while not search.complete:
            for _ in search.assign_work():
                if clock() >= end:
                    break
            if not search.busy:
                yield search.finished(exhausted=True)
                return
            left = min(HEARTBEAT, end - clock())
            if left <= 0:
                yield TimeLimitReached()
                return
            yield search.progress()
            yield from search.poll(left)
        yield search.finished(exhausted=False)


@contextmanager
def _stopping(search: Coordinator[Any]) -> Iterator[Coordinator[Any]]:
    """Leave no process behind."""
    try:
        yield search
    finally:
        kill_all(search.workers())
