"""What tasks have in common.

A task makes a query of what is known by then, and decides which of the resulting events are
kept. Whatever it asks, it asks it as anybody else could: so nothing is claimed here that the
same question, asked alone, would not answer likewise.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import ClassVar

from lifesearch.life.pattern import Pattern
from lifesearch.life.rules.rule import Rule
from lifesearch.life.simulate.long_run import long_run
from lifesearch.queries.answer import Answer
from lifesearch.queries.base import PatternQuery
from lifesearch.running.events import Event, Finished, Progress
from lifesearch.running.options import FRESH_START, Checkpoint
from lifesearch.surveys.record import Lifespans, ReplicatorFound, SurveyEvent, SurveyRecord
from lifesearch.surveys.replicators import replicator, small_patterns


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
    not worth while, and one of more than `longest` gains nothing. What is `compiled` takes long to
    start, the first time that it is used.
    """

    collects: ClassVar[bool] = False
    compiled: ClassVar[bool] = False

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


SAMPLE = 21
SIDE = 16
LONGEST = 4_000


@dataclass(frozen=True)
class StepTask(ABC):
    """A task of many small steps."""

    name: ClassVar[str]

    start: float
    weight: float = 1.0
    shortest: float = 2.0
    longest: float = 10.0

    def words(self, rule: Rule) -> str:
        return self.name

    def worth(self, record: SurveyRecord) -> float:
        """The share of the time that it is worth; nothing if it is done."""
        return 0.0 if self.name in record.done else self.weight

    @abstractmethod
    def steps(self, record: SurveyRecord) -> Iterator[SurveyEvent | None]:
        """What comes of each step, or nothing; no step takes long."""


@dataclass(frozen=True)
class LifespanTask(StepTask):
    """How long some soups live, as the simulator finds."""

    name = "lifespans"

    def steps(self, record: SurveyRecord) -> Iterator[SurveyEvent | None]:
        """One soup after another, after those that are known."""
        for number in range(len(record.lifespans), SAMPLE):
            yield Lifespans(number, (lifespan(record.rule, record.question.seed, number),))


@dataclass(frozen=True)
class ReplicatorTask(StepTask):
    """Whether one of the smallest symmetric patterns makes copies of itself."""

    name = "replicators"

    def steps(self, record: SurveyRecord) -> Iterator[SurveyEvent | None]:
        """One pattern after another, until there is a replicator."""
        for pattern in small_patterns(record.rule):
            found = replicator(pattern, record.rule)
            if found is not None:
                yield ReplicatorFound(found)
                return
            yield None


def lifespan(rule: Rule, seed: int, number: int) -> int | None:
    """After how many generations a soup without symmetry has settled; None if it is not known."""
    bits = Random(f"{seed} {number}").getrandbits(SIDE * SIDE)
    cells = [(i % SIDE, i // SIDE) for i in range(SIDE * SIDE) if bits >> i & 1]
    run = long_run(Pattern.of(cells), rule, LONGEST)
    return run.generation if run.kind == "settles" else None
