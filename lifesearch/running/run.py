"""Work on a question with several solvers at once, and lose nothing.

What is found comes as events, and so does the verdict. Who works on a question depends on
its kind: boxes are raced for, a strip is explored.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from math import inf
from time import monotonic
from typing import Any, Protocol

from lifesearch.queries.base import Engine, Query
from lifesearch.running.events import Event, Finished, Progress, TimeLimitReached
from lifesearch.running.options import FRESH_START, Checkpoint, RunOptions
from lifesearch.running.portfolio import Portfolio
from lifesearch.running.process import Worker, kill_all
from lifesearch.running.strip_levels import StripLevels
from lifesearch.running.strip_search import StripSearch
from lifesearch.solving.configuration import racers

HEARTBEAT = 0.1


class Team(Protocol):
    """Those who work on a question: a race for boxes, or an expedition along a strip."""

    @property
    def complete(self) -> bool:
        """Whether enough is found."""

    @property
    def busy(self) -> bool:
        """Whether anything is left to do."""

    def assign_work(self) -> Iterator[None]:
        """Give everybody who is free something to do, in steps that each start one worker."""

    def poll(self, seconds: float) -> Iterator[Event]:
        """Wait for reports, and say what they mean."""

    def progress(self) -> Progress:
        """How things are."""

    def finished(self, *, exhausted: bool) -> Finished:
        """The verdict."""

    def workers(self) -> list[Worker]:
        """All processes."""


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
    with _stopping(_team(query, run_options, checkpoint)) as team:
        while not team.complete:
            for _ in team.assign_work():
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
            yield from team.poll(left)
        yield team.finished(exhausted=False)


def _team(query: Query[Any], run_options: RunOptions, checkpoint: Checkpoint) -> Team:
    if query.engine is Engine.PORTFOLIO:
        return Portfolio(query, run_options, checkpoint)
    strip: Any = query
    configuration = next(racers(query.configurations(), run_options.fixed))
    kind = StripSearch if query.engine is Engine.STRIP_SEARCH else StripLevels
    strip_search = kind(strip, run_options.jobs, run_options.count, configuration)
    strip_search.remember(checkpoint.found, checkpoint.progress_records)
    return strip_search


@contextmanager
def _stopping(team: Team) -> Iterator[Team]:
    """Leave no process behind."""
    try:
        yield team
    finally:
        kill_all(team.workers())
