"""Part after part, without getting stuck.

Proving that a box is empty can take long while the next one has an answer that is easy to
find. So a box that is not decided after some conflicts is set aside, with its solver and
all that it has learned, and gets more conflicts later: a new box is begun only when each
of the n boxes set aside has had n times the allowance. Small boxes are decided first, no
box is forgotten, and none holds up the others for ever.

Parts of other kinds, the cubes of one box, must all be searched anyway, and are never set
aside.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from lifesearch.solving.parts import UNLIMITED, Part

ALLOWANCE = 4_000


@dataclass
class PartState:
    """A part that is begun: what it has cost and may cost, and whether somebody is at it."""

    part: Part
    conflicts: int = 0
    allowance: int = UNLIMITED
    busy: bool = False
    losses: int = 0


@dataclass
class Schedule:
    """Decides which part is searched next; with `time_slicing`, parts are set aside."""

    parts: Iterator[Part]
    time_slicing: bool = True
    undecided: list[PartState] = field(default_factory=list)

    def take(self) -> PartState | None:
        """A part to begin or to go on with; None if somebody is at every one that is left."""
        waiting = [work for work in self.undecided if not work.busy]
        least = min(waiting, key=lambda work: work.conflicts, default=None)
        share = ALLOWANCE * len(self.undecided) if self.time_slicing else UNLIMITED
        if least is None or least.conflicts >= share:
            part = next(self.parts, None)
            if part is not None:
                least = PartState(part)
                self.undecided.append(least)
        if least is None:
            return None
        least.busy = True
        if self.time_slicing:
            least.allowance = max(ALLOWANCE * len(self.undecided), least.conflicts + 1)
        return least

    def leave(self, work: PartState) -> None:
        """Set a part aside that is not decided."""
        work.busy = False

    def done(self, work: PartState) -> None:
        """This part is decided."""
        self.undecided.remove(work)
