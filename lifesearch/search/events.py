"""What is reported while a question is worked on; the last event is always a verdict."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from lifesearch.search.answer import Answer
from lifesearch.search.configuration import Configuration
from lifesearch.search.history import History

Size = tuple[int, int]


class Part(NamedTuple):
    """A piece of a question that can be searched by itself.

    It is a box, or a cube of it: those solutions of the box in which certain cells, the
    first ones in some fixed order, are dead (0) or alive (1).
    """

    box: Size
    cube: str = ""

    def __str__(self) -> str:
        name = f"{self.box[0]}x{self.box[1]}"
        return f"{name} cube {self.cube}" if self.cube else name


@dataclass(frozen=True)
class Runner:
    """A solver at work on a part, and how many conflicts it has had there."""

    part: Part
    configuration: Configuration
    conflicts: int


@dataclass(frozen=True)
class Progress:
    """Still at it: who is working on what, and what has come of it so far."""

    conflicts: int
    found: int
    runners: tuple[Runner, ...] = ()


@dataclass(frozen=True)
class Found:
    """New answers, already verified."""

    part: Part
    answers: tuple[Answer | History, ...]


@dataclass(frozen=True)
class Searched:
    """One part is done: it has no answer besides the ones that were found. This is a proof."""

    part: Part
    conflicts: int


@dataclass(frozen=True)
class Lost:
    """A solver's process is gone; the work goes on without it."""

    part: Part
    configuration: Configuration
    cause: str


@dataclass(frozen=True)
class Finished:
    """The end: `exhausted` if it is proved that there is no further answer.

    `undecided` are boxes that were begun, other than the one with the last answer.
    """

    found: int
    conflicts: int
    exhausted: bool
    undecided: tuple[Part, ...] = ()


@dataclass(frozen=True)
class GaveUp:
    """The end, by a time limit: whatever was not found is unknown."""


Event = Progress | Found | Searched | Lost | Finished | GaveUp
