"""Who is next: the task that has had the least time for its weight.

A slice is as long as all slices of the task before it together, so that no more than half of the
work on a part that takes long is done in vain.
"""

from __future__ import annotations

from collections.abc import Iterator

from lifesearch.surveys.plan import AnyTask, plan
from lifesearch.surveys.record import SurveyRecord

MOST_BEGUN = 2_000
"""Tasks that are begun at a time."""


class SurveySchedule:
    """The tasks that have begun, and those that are to begin."""

    def __init__(self, record: SurveyRecord) -> None:
        self._coming: Iterator[AnyTask] = plan(record.question)
        self._next = next(self._coming, None)
        self._begun: list[AnyTask] = []
        self._dropped: set[str] = set()

    def drop(self, task: AnyTask) -> None:
        """Leave a task alone, which cannot go on in this run."""
        self._dropped.add(task.name)

    def take(self, record: SurveyRecord) -> AnyTask | None:
        """The task that is next; None if all are done."""
        while True:
            ready = [
                (_turn(task, record), n)
                for n, task in enumerate(self._begun)
                if self._open(task, record)
            ]
            first = min(ready, default=None)
            coming = self._next
            if coming is None or len(self._begun) >= MOST_BEGUN:
                return None if first is None else self._begun[first[1]]
            if first is not None and first[0] < coming.start:
                return self._begun[first[1]]
            self._begun.append(coming)
            self._next = next(self._coming, None)

    def _open(self, task: AnyTask, record: SurveyRecord) -> bool:
        return task.name not in self._dropped and task.worth(record) > 0


def slice_of(task: AnyTask, record: SurveyRecord) -> float:
    """For how many seconds a task goes on now."""
    return min(task.longest, max(task.shortest, record.spent.get(task.name, 0.0)))


def _turn(task: AnyTask, record: SurveyRecord) -> float:
    return task.start + record.spent.get(task.name, 0.0) / task.worth(record)
