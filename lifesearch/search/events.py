"""What an engine reports while it works; the last event is always a verdict."""

from dataclasses import dataclass

from lifesearch.search.answer import Answer
from lifesearch.search.history import History


@dataclass(frozen=True)
class Progress:
    """Still at it; `where` is the box being searched."""

    conflicts: int
    found: int
    where: str = ""


@dataclass(frozen=True)
class Found:
    """An answer, already verified."""

    answer: History | Answer


@dataclass(frozen=True)
class Searched:
    """One box is done: it has no answer besides the `found` ones. This is a proof."""

    where: str
    found: int
    conflicts: int


@dataclass(frozen=True)
class Finished:
    """The end: `exhausted` if it is proved that there is no further answer.

    `undecided` are boxes that were begun, other than the one with the last answer.
    """

    found: int
    conflicts: int
    exhausted: bool
    undecided: tuple[str, ...] = ()


@dataclass(frozen=True)
class GaveUp:
    """The end, by a time limit: whatever was not found is unknown."""


Event = Progress | Found | Searched | Finished | GaveUp
