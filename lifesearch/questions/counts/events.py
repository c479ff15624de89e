"""Events of counts: sweeps that are done, and boxes whose patterns are counted."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from lifesearch.core.events import KindEvent
from lifesearch.questions.counts.question import Counted


@dataclass(frozen=True)
class Swept(KindEvent):
    """A sweep of a count is done.

    key      identifies the sweep (`engines.counting.region`)
    numbers  for each height, of each population, the number of patterns: `numbers[height][cells]`;
             for all populations together there is one number in each, and for a square one list
    """

    key: list[Any]
    numbers: list[list[int]]


@dataclass(frozen=True)
class BoxCounted(KindEvent):
    """The answers in a box are counted."""

    counted: Counted
