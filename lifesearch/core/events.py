"""Events of a search; the last one is always `Finished` or `TimeLimitReached`.

Coordinators make them (`running.coordinator.run`), sessions write them, and views show them
(`show.search.follow`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from lifesearch.life.preview import Preview

if TYPE_CHECKING:
    from lifesearch.core.answer import Answer
    from lifesearch.engines.rows.checkpoint import TableCheckpoint
    from lifesearch.engines.sat.solving.configuration import Strategy
    from lifesearch.engines.sat.solving.part import Part, State
    from lifesearch.life.pattern import Pattern


Proof = Mapping[str, Any]
"""The entry of a part in the manifest of a proof."""


@dataclass(frozen=True)
class Runner:
    """A worker, its part and strategy, and the conflicts it has had there.

    Strategies without a solver have no conflicts: other units of work are counted instead. `place`
    names the part in words, `node` the machine, if it is not this one.
    """

    part: Part
    configuration: Strategy
    conflicts: int
    place: str = ""
    node: str = ""


@dataclass(frozen=True)
class Extent:
    """How much of a finite search is done: `done` of a `total` of units; `words` say it.

    If the units are `alike`, those to come take about as long as those before. Where more is known,
    `left` is the time to the end, in seconds: the least and the most. `parts` has a character for
    each part in order, if they are not many: "#" is done, "+" under way, "." to come.
    """

    done: float
    total: float
    words: str
    alike: bool = True
    left: tuple[float, float] | None = None
    parts: str = ""


@dataclass(frozen=True)
class Progress:
    """Progress: the workers, and the numbers so far.

    `conflicts` counts units of work, of which one is called `unit`; `found` counts answers, and
    `best` is the least cost of one, if there is an objective. `note` is more to say, in words.
    `machines` names the machines, if there are others than this one. A search that counts answers
    has no `unit`: its note says how far it is. Without an `extent`, no end is known. `ruled_out`
    names symmetries that no pattern centred in the box has, `partial` the largest partial pattern.
    """

    conflicts: int
    found: int
    runners: tuple[Runner, ...] = ()
    note: str = ""
    best: int | None = None
    unit: str = "conflict"
    machines: str = ""
    extent: Extent | None = None
    ruled_out: tuple[str, ...] = ()
    partial: str = ""

    @property
    def words(self) -> str:
        extent = self.extent.words if self.extent else ""
        return ", ".join(filter(None, (extent, self.note, self.partial)))


@dataclass(frozen=True)
class Found:
    """New answers, already verified."""

    part: Part
    answers: tuple[Answer, ...]


@dataclass(frozen=True)
class Searched:
    """A part is searched: it has no answers but those reported. This is a proof.

    `conflicts` are those of its search, or other units of work. If the proof was written, `proof`
    is its entry in the manifest, with the digests of its "files" by name. In a survey, `task` names
    the task with this part.
    """

    part: Part
    conflicts: int = 0
    proof: Proof | None = None
    task: str = ""


@dataclass(frozen=True)
class StripProgress:
    """Progress of a strip search by SAT.

    took    the states of a task, which were explored, perhaps not to the end
    new     the states reached from them for the first time, each with its predecessor
    left    those of `took` and `new` that are still to be explored
    joined  if the length is bounded: steps to states that were reached before
    ends    if the length is bounded: states from which a ship can end
    """

    took: tuple[State, ...]
    new: tuple[tuple[State, State], ...]
    left: tuple[State, ...]
    joined: tuple[tuple[State, State], ...] = ()
    ends: tuple[State, ...] = ()


@dataclass(frozen=True)
class Snapshot:
    """A checkpoint of a search by tables, as a value or as bytes, from which it can be resumed."""

    checkpoint: TableCheckpoint | bytes

    @property
    def data(self) -> bytes:
        from lifesearch.engines.rows.checkpoint import to_bytes

        checkpoint = self.checkpoint
        return checkpoint if isinstance(checkpoint, bytes) else to_bytes(checkpoint)


@dataclass(frozen=True)
class RejectedPattern:
    """A pattern was found in a strip that is composite, or does not meet the conditions.

    Each state is visited once, so a rejected pattern may hide others that share its states: after
    the first one, the end of the search proves nothing.
    """

    part: Part
    pattern: Pattern


class KindEvent:
    """An event that only one kind of question has; it is defined in the folder of that kind."""


@dataclass(frozen=True)
class Partial:
    """The longest partial pattern so far that may become a ship."""

    pattern: Pattern

    @property
    def rows(self) -> int:
        """The number of its rows, as they are drawn."""
        return self.pattern.box.height


@dataclass(frozen=True)
class Lost:
    """A worker's process died; the search continues without it.

    If it is `blameless`, its machine is gone, which a `WorkplaceMessage` reports.
    """

    part: Part
    configuration: Strategy
    cause: str
    blameless: bool = False

    @property
    def who(self) -> str:
        """The process that was lost, in words: a solver, or a worker with another strategy."""
        if isinstance(self.configuration, str):
            return f"a worker ({self.configuration})"
        part = f"{self.part}, " if self.part.box[0] else ""  # width 0: a question without boxes
        return f"a solver ({part}{self.configuration})"


@dataclass(frozen=True)
class WorkplaceMessage:
    """A sentence about the machines that work, or about a task of a survey that cannot continue."""

    sentence: str


@dataclass(frozen=True)
class Finished:
    """The end: `exhausted` if it is proved that there is no further answer.

    `states` is the number of states visited, if it was a strip; `best` is the least cost, if there
    is an objective.
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
    | RejectedPattern
    | KindEvent
    | Partial
    | Preview
    | Lost
    | WorkplaceMessage
    | Finished
    | TimeLimitReached
)
