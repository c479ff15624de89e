"""What may be spent on a question, and what is known of it before the start."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, log2
from typing import Any

from lifesearch.search.configuration import FREE, Pins
from lifesearch.search.events import Found, Part, Trail
from lifesearch.search.question import BoxQuestion, Question

WORTH_SPLITTING = 40
CUBES_PER_JOB = 4


@dataclass(frozen=True)
class Effort:
    """How many answers are wanted (None: all), and what may be spent on them."""

    count: int | None = 1
    jobs: int = 1
    pins: Pins = FREE
    time_limit: float | None = None

    def depth(self, question: Question[Any]) -> int:
        """By how many cells to split a box of which all answers are wanted."""
        if self.count is not None or self.jobs == 1 or not isinstance(question, BoxQuestion):
            return 0
        if question.optimises or question.cells() < WORTH_SPLITTING:
            return 0
        return ceil(log2(CUBES_PER_JOB * self.jobs))


@dataclass(frozen=True)
class Past:
    """What is known before the start: answers by part, and parts that are done."""

    found: tuple[Found, ...] = ()
    searched: frozenset[Part] = frozenset()
    depth: int | None = None
    trails: tuple[Trail, ...] = ()


NOTHING = Past()
