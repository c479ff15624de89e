"""What tasks have in common.

Most ask a query. Such a task makes its query of what is known by then, and decides which of the
resulting events are kept. Whatever it asks, it asks it as anybody else could: so nothing is claimed
here that the same question, asked alone, would not answer likewise.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

from lifesearch.life.rules.rule import Rule
from lifesearch.queries.answer import Answer
from lifesearch.queries.base import PatternQuery
from lifesearch.running.events import Event, Finished, Progress
from lifesearch.running.options import FRESH_START, Checkpoint
from lifesearch.surveys.record import SurveyEvent, SurveyRecord


@dataclass(frozen=True)
class TaskQuery:
    """A query, how many answers are wanted, and what is known of it."""

    query: PatternQuery
    count: int | None = 1
    checkpoint: Checkpoint = FRESH_START


@dataclass(frozen=True)
class SurveyTask(ABC):
    """Something that is worth a share of the time, from some time on.

    It begins when others have had `start` seconds each. A slice of less than `shortest` seconds is
    not worth while, and one of more than `longest` gains nothing.
    """

    start: float
    weight: float
    shortest: float = 1.0
    longest: float = 3600.0

    @property
    @abstractmethod
    def name(self) -> str:
        """A name that no other task has; sessions keep it."""

    @abstractmethod
    def words(self, rule: Rule) -> str:
        """What it looks for, for people."""

    def worth(self, record: SurveyRecord) -> float:
        """The share of the time that it is worth; nothing if it is done."""
        return 0.0 if self.name in record.done else self.weight


@dataclass(frozen=True)
class QueryTask(SurveyTask):
    """A task that asks a query, again and again.

    What is `compiled` takes long to start, the first time that it is used. A task that `collects`
    answers says at the end what is to be kept of them.
    """

    collects: ClassVar[bool] = False
    compiled: ClassVar[bool] = False

    @abstractmethod
    def asked(self, record: SurveyRecord) -> TaskQuery:
        """What is asked, after all that is known; an InputError if it cannot be asked."""

    @abstractmethod
    def told(self, event: Event, record: SurveyRecord) -> Iterator[SurveyEvent]:
        """What is to be kept of an event."""

    def has_begun(self, event: Event) -> bool:
        """Whether something has come of a slice, of what takes long to start."""
        return not isinstance(event, Progress) or event.conflicts > 0

    def concluded(
        self, end: Finished, answers: Sequence[Answer], record: SurveyRecord
    ) -> Iterator[SurveyEvent]:
        """What is to be kept when a query has come to its end, if the task collects answers."""
        return iter(())

    def is_done(self, end: Finished, record: SurveyRecord) -> bool:
        """Whether there is nothing left to do when the query has come to its end."""
        return end.exhausted
