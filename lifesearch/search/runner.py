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

from lifesearch.search.configuration import racers
from lifesearch.search.effort import NOTHING, Effort, Past
from lifesearch.search.events import Event, Finished, GaveUp, Progress
from lifesearch.search.expedition import Expedition
from lifesearch.search.levels import Levels
from lifesearch.search.question import BoxQuestion, Question
from lifesearch.search.race import Race
from lifesearch.search.strip import Strip
from lifesearch.search.worker import Worker, kill_all

HEARTBEAT = 0.1


class Team(Protocol):
    """Those who work on a question: a race for boxes, or an expedition along a strip."""

    @property
    def complete(self) -> bool:
        """Whether enough is found."""

    @property
    def busy(self) -> bool:
        """Whether anything is left to do."""

    def staff(self) -> Iterator[None]:
        """Give everybody who is free something to do, in steps that each start one worker."""

    def listen(self, seconds: float) -> Iterator[Event]:
        """Wait for reports, and say what they mean."""

    def progress(self) -> Progress:
        """How things are."""

    def finished(self, *, exhausted: bool) -> Finished:
        """The verdict."""

    def workers(self) -> list[Worker]:
        """All processes."""


def run(
    question: Question[Any],
    effort: Effort,
    past: Past = NOTHING,
    clock: Callable[[], float] = monotonic,
) -> Iterator[Event]:
    """Yield the events of a question; closing the generator stops the work.

    There is an event at least every `HEARTBEAT` seconds, so that a display may move. The time
    limit rules while workers are started, too: where many compete for few cores, that can take
    longer than the search may.
    """
    end = inf if effort.time_limit is None else clock() + effort.time_limit
    with _stopping(_team(question, effort, past)) as team:
        while not team.complete:
            for _ in team.staff():
                if clock() >= end:
                    break
            if not team.busy:
                yield team.finished(exhausted=True)
                return
            left = min(HEARTBEAT, end - clock())
            if left <= 0:
                yield GaveUp()
                return
            yield team.progress()
            yield from team.listen(left)
        yield team.finished(exhausted=False)


def _team(question: Question[Any], effort: Effort, past: Past) -> Team:
    if isinstance(question, Strip):
        configuration = next(racers(question.configurations(), effort.pins))
        kind = Expedition if question.max_length is None else Levels
        expedition = kind(question, effort.jobs, effort.count, configuration)
        expedition.remember(past.found, past.trails)
        return expedition
    assert isinstance(question, BoxQuestion)
    return Race(question, effort, past)


@contextmanager
def _stopping(team: Team) -> Iterator[Team]:
    """Leave no process behind."""
    try:
        yield team
    finally:
        kill_all(team.workers())
