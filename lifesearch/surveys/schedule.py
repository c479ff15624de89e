"""Which task of a survey is next: the one that has had the least time for its weight.

A slice is as long as all slices of the task before it together, so that no more than half of the
work on a part that takes long is done in vain.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import inf

from lifesearch.surveys.plan import plan
from lifesearch.surveys.record import SurveyRecord
from lifesearch.surveys.tasks.task import SurveyTask

MOST_BEGUN = 2_000
"""Tasks that are begun at a time."""
PUT_OFF = 6
"""For how many slices of others a task waits whose functions are being compiled."""


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
    """For how many seconds a task goes on now."""
    return min(task.longest, max(task.shortest, record.spent.get(task.name, 0.0)))


def _turn(task: SurveyTask, record: SurveyRecord) -> float:
    return task.start + record.spent.get(task.name, 0.0) / task.worth(record)
