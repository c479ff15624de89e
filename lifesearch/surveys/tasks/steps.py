"""Tasks without a query, in small steps: how long soups live, and whether there are replicators."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import ClassVar

from lifesearch.life.pattern import Pattern
from lifesearch.life.rules.rule import Rule
from lifesearch.life.simulate.long_run import long_run
from lifesearch.surveys.record import Lifespans, ReplicatorFound, SurveyEvent, SurveyRecord
from lifesearch.surveys.replicators import replicator, small_patterns

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
