"""Events of a search; the last one is always a verdict."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from lifesearch.compiled.notices import Notice
from lifesearch.life.glimpse import Glimpse

if TYPE_CHECKING:
    from fractions import Fraction

    from lifesearch.knuth.question import History
    from lifesearch.life.pattern import Pattern
    from lifesearch.queries.answer import Answer
    from lifesearch.queries.periodic.count import Counted
    from lifesearch.rows.checkpoint import TableCheckpoint
    from lifesearch.solving.configuration import How
    from lifesearch.solving.parts import Part, State
    from lifesearch.soups.counts import Census


@dataclass(frozen=True)
class Runner:
    """A worker at work on a part, how it works, and how many conflicts it has had there.

    Without a solver there are no conflicts; rows or soups are counted instead. `place` names the
    part in words and `why` it is searched, `node` the machine, if it is not this one.
    """

    part: Part
    configuration: How
    conflicts: int
    place: str = ""
    node: str = ""
    why: str = ""


@dataclass(frozen=True)
class Extent:
    """How far a search is that has an end: `done` of a `total` of things, in words.

    If the things are `alike`, those to come take about as long as those before. The seconds `left`,
    the least and the most, are given where more is known.
    """

    done: float
    total: float
    words: str
    alike: bool = True
    left: tuple[float, float] | None = None


@dataclass(frozen=True)
class Progress:
    """Progress: who is working on what, and what has come of it so far.

    `machines` says where, if it is not here alone. A count has no `unit`: its note says it all.
    Without an `extent`, no end is known.
    """

    conflicts: int
    found: int
    runners: tuple[Runner, ...] = ()
    note: str = ""
    best: int | None = None
    unit: str = "conflict"
    machines: str = ""
    extent: Extent | None = None

    @property
    def words(self) -> str:
        return ", ".join(filter(None, (self.extent.words if self.extent else "", self.note)))


@dataclass(frozen=True)
class Found:
    """New answers, already verified."""

    part: Part
    answers: tuple[Answer | History, ...]


@dataclass(frozen=True)
class Searched:
    """One part is done: it has no answer besides the ones that were found. This is a proof.

    If it was written for others, `proof` is what the manifest of the proof says of this part, and
    of its "files" by name their digests. In a survey, `task` names the task with this part.
    """

    part: Part
    conflicts: int = 0
    proof: Mapping[str, Any] | None = None
    task: str = ""


@dataclass(frozen=True)
class StripProgress:
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
class Snapshot:
    """A search by tables at rest: all that is needed to continue from there."""

    checkpoint: TableCheckpoint | bytes

    @property
    def data(self) -> bytes:
        from lifesearch.rows.checkpoint import to_bytes

        at_rest = self.checkpoint
        return at_rest if isinstance(at_rest, bytes) else to_bytes(at_rest)


@dataclass(frozen=True)
class TurnedAway:
    """A pattern was found in a strip that is composite, or does not meet the conditions.

    Where each state is entered once, others may be hidden behind it: the first one is enough to
    say that the end will be no proof.
    """

    part: Part
    pattern: Pattern


@dataclass(frozen=True)
class SoupsRun:
    """Soups start to stop - 1 have been run, in a survey by a task, and this came out of them."""

    start: int
    stop: int
    census: Census
    task: str = ""


@dataclass(frozen=True)
class Swept:
    """A sweep of a count is done, and these are its numbers: see `counting`."""

    key: list[Any]
    numbers: list[list[int]]


@dataclass(frozen=True)
class BoxCounted:
    """The answers in a box are counted, or the density of a strip is known."""

    counted: Counted | Fraction


@dataclass(frozen=True)
class Partial:
    """The front of something that may become a ship: the longest so far, in rows."""

    rows: int
    pattern: Pattern


@dataclass(frozen=True)
class Lost:
    """A solver's process is gone; the work goes on without it.

    If it is `blameless`, its machine is gone, which `SearchNews` reports.
    """

    part: Part
    configuration: How
    cause: str
    blameless: bool = False

    @property
    def who(self) -> str:
        """The process that was lost, in words: a solver, or one that worked without any."""
        if isinstance(self.configuration, str):
            return f"a worker ({self.configuration})"
        part = f"{self.part}, " if self.part.box[0] else ""
        return f"a solver ({part}{self.configuration})"


@dataclass(frozen=True)
class SearchNews:
    """Something has happened to the place where work runs, or a task of a survey cannot go on."""

    sentence: str


@dataclass(frozen=True)
class CompilerNews:
    """A worker waits for the compiler, or what it compiles cannot be kept; the search goes on."""

    notice: Notice


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
class TimeLimitReached:
    """The end, by a time limit in seconds: whatever was not found is unknown."""

    seconds: float = 0.0


Event = (
    Progress
    | Found
    | Searched
    | StripProgress
    | Snapshot
    | TurnedAway
    | SoupsRun
    | Swept
    | BoxCounted
    | Partial
    | Glimpse
    | Lost
    | SearchNews
    | CompilerNews
    | Finished
    | TimeLimitReached
)
