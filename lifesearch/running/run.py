"""Let a coordinator and its workers run: the clock, the time limit, and the end."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from math import inf
from time import monotonic
from typing import Any

from lifesearch.running.coordinator import Coordinator
from lifesearch.running.events import Event, SearchNews, TimeLimitReached
from lifesearch.running.options import RunOptions
from lifesearch.running.places.place import Workplace
from lifesearch.signals import hold_interrupt, whole_steps

HEARTBEAT = 0.1


def coordinated(
    coordinator: Callable[[Workplace], Coordinator[Any]],
    run_options: RunOptions,
    clock: Callable[[], float] = monotonic,
) -> Generator[Event, None, None]:
    """Yield the events of a search; closing the generator stops the work.

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
        _stopping(coordinator(workplace)) as search,
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
                yield from search.stopped()
                yield TimeLimitReached(limit)
                return
            yield search.progress()
            yield from whole_steps(search.poll(left))
            for sentence in workplace.news():
                yield SearchNews(sentence)
        yield search.finished(exhausted=False)


@contextmanager
def _stopping(search: Coordinator[Any]) -> Iterator[Coordinator[Any]]:
    """Leave no process behind."""
    try:
        yield search
    finally:
        with hold_interrupt():
            search.workplace.kill_all(search.workers())
