"""What is reported while a question is worked on; the last event is always a verdict."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from lifesearch.life.pattern import Pattern
from lifesearch.search.answer import Answer
from lifesearch.search.configuration import Configuration
from lifesearch.search.history import History

Size = tuple[int, int]


class State(NamedTuple):
    """A place in a strip: two neighbouring layers, a byte for each cell.

    Bit i of `shorter`: the i-th shorter period is possible. So many rows of a given front
    have `passed`.
    """

    cells: bytes
    shorter: int
    passed: int = 0


class Part(NamedTuple):
    """A piece of a question that can be searched by itself.

    It is a box, or a cube of it: those solutions of the box in which certain cells, the
    first ones in some fixed order, are dead (0) or alive (1). A box without height is a strip.
    """

    box: Size
    cube: str = ""

    def __str__(self) -> str:
        name = f"{self.box[0]}x{self.box[1]}" if self.box[1] else f"{self.box[0]} wide"
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
    note: str = ""
    best: int | None = None


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
class Trail:
    """A piece of a strip is explored: `took` has led to `new` states, and `left` is still open.

    Each new state comes with the one before it. Only if the length is bounded, steps to states
    that are not new matter, too (`joined`), and so do states from which a ship can end (`ends`).
    """

    took: tuple[State, ...]
    new: tuple[tuple[State, State], ...]
    left: tuple[State, ...]
    joined: tuple[tuple[State, State], ...] = ()
    ends: tuple[State, ...] = ()


@dataclass(frozen=True)
class Partial:
    """The front of something that may become a ship: the longest so far, in rows."""

    rows: int
    pattern: Pattern


@dataclass(frozen=True)
class Lost:
    """A solver's process is gone; the work goes on without it."""

    part: Part
    configuration: Configuration
    cause: str


@dataclass(frozen=True)
class Finished:
    """The end: `exhausted` if it is proved that there is no further answer.

    `states` are those that were visited, if it was a strip; `best` is the least cost, if it
    matters.
    """

    found: int
    conflicts: int
    exhausted: bool
    states: int | None = None
    best: int | None = None


@dataclass(frozen=True)
class GaveUp:
    """The end, by a time limit: whatever was not found is unknown."""


Event = Progress | Found | Searched | Trail | Partial | Lost | Finished | GaveUp
