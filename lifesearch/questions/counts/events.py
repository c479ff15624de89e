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
    numbers  the numbers of patterns, `numbers[height][cells]`; if all populations are counted
             together, each list has one number; if a sweep counts one height, there is one list
    """

    key: list[Any]
    numbers: list[list[int]]


@dataclass(frozen=True)
class BoxCounted(KindEvent):
    """The answers in a box are counted."""

    counted: Counted
