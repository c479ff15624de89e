"""Tasks without a query, in small steps: how long soups live, and whether there are replicators."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import ClassVar

from lifesearch.life.pattern import Pattern
from lifesearch.life.rules.rule import Rule
from lifesearch.life.simulate.long_run import long_run
from lifesearch.surveys.record import Lifespans, ReplicatorFound, SurveyEvent, SurveyRecord
from lifesearch.surveys.replicators import replicator, small_patterns
from lifesearch.surveys.tasks.task import SurveyTask

SAMPLE = 21
SIDE = 16
LONGEST = 4_000


@dataclass(frozen=True)
class StepTask(SurveyTask):
    """A task of many small steps."""

    title: ClassVar[str]

    weight: float = 1.0
    shortest: float = 2.0
    longest: float = 10.0

    @property
    def name(self) -> str:
        return self.title

    def words(self, rule: Rule) -> str:
        return self.title

    @abstractmethod
    def steps(self, record: SurveyRecord) -> Iterator[SurveyEvent | None]:
        """What comes of each step, or nothing; no step takes long."""


@dataclass(frozen=True)
class LifespanTask(StepTask):
    """How long some soups live, as the simulator finds."""

    title = "lifespans"

    def steps(self, record: SurveyRecord) -> Iterator[SurveyEvent | None]:
        """One soup after another, after those that are known."""
        for number in range(len(record.lifespans), SAMPLE):
            yield Lifespans(number, (lifespan(record.rule, record.question.seed, number),))


@dataclass(frozen=True)
class ReplicatorTask(StepTask):
    """Whether one of the smallest symmetric patterns makes copies of itself."""

    title = "replicators"

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
