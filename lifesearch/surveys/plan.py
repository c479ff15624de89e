"""The plan of a survey: tasks without end, in the order in which they may begin.

Each has a start, in seconds: so much time every task before it has had, for its weight, when it
begins. What is cheap begins at once; longer periods and odder speeds come later. Of those that have
begun, the next is the one that has had the least time for its weight.
"""

from __future__ import annotations

from collections.abc import Iterator
from heapq import merge
from itertools import count
from math import inf

from lifesearch.life.rules.rule import Rule
from lifesearch.limits import LONGEST_PERIOD
from lifesearch.surveys.kinds import Kind, grows_slowly, is_sought, speeds, survives
from lifesearch.surveys.question import SurveyQuestion
from lifesearch.surveys.record import SurveyRecord
from lifesearch.surveys.tasks import (
    BoxTask,
    LifespanTask,
    OfOneKind,
    ReplicatorTask,
    RotorTask,
    StillLifes,
    Strips,
    SurveyTask,
    Symmetric,
    soup_tasks,
)

A_PERIOD = 1.5
"""How much later the next period of oscillators begins."""
A_SHIP_PERIOD = 3.0
FASTER = 0.5
"""How much later the next speed of the same period begins."""
LOADED = 1.0
"""How much later strips begin, which take some time to be loaded."""
ROTORS = 1.25
"""How much later rotors begin."""
OBLIQUE = 12.0
"""How much later ships begin that go neither straight nor diagonally."""
FAST = 30.0
"""How much later ships begin that are faster than those of Life, where that is unlikely."""
MOST_BEGUN = 2_000
"""Tasks that are begun at a time."""
PUT_OFF = 6
"""For how many slices of others a task waits whose functions are being compiled."""


def plan(question: SurveyQuestion) -> Iterator[SurveyTask]:
    """All tasks of a question, by their starts."""
    first: list[SurveyTask] = []
    if question.asks("still-lifes") and survives(question.rule):
        first.append(StillLifes(0.0, 1.0))
    first += soup_tasks()
    if not (question.periods or question.speeds) and question.rule.plain:
        first += [ReplicatorTask(1.0), LifespanTask(2.0)]
    streams: list[Iterator[SurveyTask]] = [iter(first)]
    if question.asks("oscillators"):
        streams.append(_of_periods(question))
    if question.asks("spaceships"):
        streams.append(_of_speeds(question))
    return merge(*streams, key=lambda task: task.start)


def _of_periods(question: SurveyQuestion) -> Iterator[SurveyTask]:
    chosen = question.periods or range(2, LONGEST_PERIOD + 1)
    for number, period in enumerate(chosen):
        yield from _of_kind(Kind(period), A_PERIOD * number, question.rule)


def _of_speeds(question: SurveyQuestion) -> Iterator[SurveyTask]:
    if question.speeds:
        for number, kind in enumerate(question.kinds_of_ships):
            yield from _of_kind(kind, A_SHIP_PERIOD * number, question.rule)
        return
    streams = (_of_ship_period(question, period) for period in count(1))
    waiting: list[SurveyTask] = []
    for period, stream in enumerate(streams, start=1):
        now = A_SHIP_PERIOD * (period - 1)
        waiting = sorted([*waiting, *stream], key=lambda task: task.start)
        while waiting and waiting[0].start <= now:
            yield waiting.pop(0)
        if period == LONGEST_PERIOD:
            yield from waiting
            return


def _of_ship_period(question: SurveyQuestion, period: int) -> Iterator[SurveyTask]:
    for kind in speeds(period, question.rule):
        across, along = sorted((abs(kind.dx), abs(kind.dy)))
        start = A_SHIP_PERIOD * (period - 1) + FASTER * (along - 1)
        start += OBLIQUE if 0 < across < along else 0.0
        start += FAST if period < 2 * (across + along) and grows_slowly(question.rule) else 0.0
        yield from _of_kind(kind, start, question.rule)


def _of_kind(kind: Kind, start: float, rule: Rule) -> Iterator[OfOneKind]:
    """The ways to patterns of a kind; none if no query is about it.

    Under B0 without S8 queries are about even periods alone.
    """
    if kind.period % len(rule.steps) or not is_sought(kind):
        return
    straight = not kind.dx
    if kind.travels:
        yield Symmetric(start, 0.5 if straight else 1.0, kind=kind)
        yield BoxTask(start, 0.5 if straight else 1.0, kind=kind)
    else:
        yield Symmetric(start, 1.0, kind=kind)
        yield BoxTask(start, 0.5, kind=kind)
    if straight and abs(kind.dy) < kind.period:
        yield Strips(start + LOADED, 2.0 if kind.travels else 0.5, 3.0, kind=kind)
    if rule.plain and not kind.travels:
        yield RotorTask(start + ROTORS, 0.5, 3.0, kind=kind)


class SurveySchedule:
    """The tasks that have begun, and those that are to begin."""

    def __init__(self, record: SurveyRecord) -> None:
        self._coming: Iterator[SurveyTask] = plan(record.question)
        self._next = next(self._coming, None)
        self._begun: list[SurveyTask] = []
        self._dropped: set[str] = set()
        self._waiting: dict[str, int] = {}

    def drop(self, task: SurveyTask) -> None:
        """Leave a task alone, which cannot go on in this run."""
        self._dropped.add(task.name)

    def put_off(self, task: SurveyTask) -> None:
        """Let others have some slices first, as far as there are any."""
        self._waiting[task.name] = PUT_OFF + 1

    def take(self, record: SurveyRecord) -> SurveyTask | None:
        """The task that is next; None if all are done."""
        self._waiting = {name: left - 1 for name, left in self._waiting.items() if left > 1}
        while True:
            ready = [
                (task.name in self._waiting, _turn(task, record), n)
                for n, task in enumerate(self._begun)
                if self._open(task, record)
            ]
            waits, turn, first = min(ready, default=(True, inf, -1))
            coming = self._next
            if coming is None or len(self._begun) >= MOST_BEGUN:
                return self._begun[first] if ready else None
            if not waits and turn < coming.start:
                return self._begun[first]
            self._begun.append(coming)
            self._next = next(self._coming, None)

    def _open(self, task: SurveyTask, record: SurveyRecord) -> bool:
        return task.name not in self._dropped and task.worth(record) > 0


def slice_of(task: SurveyTask, record: SurveyRecord) -> float:
    """For how many seconds a task goes on now: as many as in all its slices before together.

    So no more than half of the work on a part that takes long is done in vain.
    """
    return min(task.longest, max(task.shortest, record.spent.get(task.name, 0.0)))


def _turn(task: SurveyTask, record: SurveyRecord) -> float:
    return task.start + record.spent.get(task.name, 0.0) / task.worth(record)
