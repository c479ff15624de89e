"""Part after part, without getting stuck.

Proving that a box is empty can take long while the next one has an answer that is easy to
find. So a box that is not decided after some conflicts is set aside, with its solver and
all that it has learned, and gets more conflicts later: a new box is begun only when each
of the n boxes set aside has had n times the allowance. Small boxes are decided first, no
box is forgotten, and none holds up the others for ever.

Parts of other kinds, the cubes of one box, must all be searched anyway, and are never set
aside.

Where several ways to an answer race, each has parts of its own and a share of the time: whoever is
free works for the one that has had the least for its share. Some ways take long to start, since
they are compiled, the first time that they are used, and loaded later: so only one of those starts
at a time, and the others go on meanwhile. What seldom pays off soon begins `after` some time.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import chain, islice

from lifesearch.solving.parts import UNLIMITED, Part, Share

ALLOWANCE = 4_000
PART_COST = 100
"""What each part costs, even if it is decided without a conflict: to ask, encode and answer."""


@dataclass
class PartState:
    """A part that is begun: what it has cost and may cost.

    While it is `busy`, workers search it; then it may be set aside, and its worker waits.
    """

    part: Part
    conflicts: int = 0
    allowance: int = UNLIMITED
    busy: bool = False
    losses: int = 0


@dataclass
class Schedule:
    """Decides which part of a share is searched next; with `time_slicing`, parts are set aside.

    If it is known what a part costs, its `part_size`, it is done without a pause. If parts are to
    be done `in_order`, each has slices of time until it is decided. What is `ahead` costs nothing.
    """

    share: Share
    time_slicing: bool = True
    undecided: list[PartState] = field(default_factory=list)
    spent: int = 0
    warm: bool = False

    def take(self) -> PartState | None:
        """A part to begin or to continue; None if every remaining one has a worker."""
        if self.share.in_order and self.undecided:
            return self._next_slice(self.undecided[0])
        waiting = [work for work in self.undecided if not work.busy]
        least = min(waiting, key=lambda work: work.conflicts, default=None)
        slice_of_time = max(ALLOWANCE, self.share.part_size + 1)
        due = slice_of_time * len(self.undecided) if self.time_slicing else UNLIMITED
        if least is None or least.conflicts >= due:
            part = next(self.share.parts, None)
            if part is not None:
                least = PartState(part)
                self.undecided.append(least)
        if least is None:
            return None
        least.busy = True
        if self.time_slicing:
            least.allowance = max(slice_of_time * len(self.undecided), least.conflicts + 1)
        return least

    def _next_slice(self, work: PartState) -> PartState | None:
        if work.busy:
            return None
        work.busy = True
        work.allowance = work.conflicts + ALLOWANCE
        return work

    @property
    def over(self) -> bool:
        if self.undecided:
            return False
        parts = self.share.parts
        first = [*islice(parts, 1)]
        self.share = self.share._replace(parts=chain(first, parts))
        return not first

    def done(self, work: PartState) -> None:
        self.undecided.remove(work)
        self.spent += work.conflicts + PART_COST
        self.warm = True

    @property
    def cost(self) -> float:
        """What all parts have cost for their share, as if their allowances were used up."""
        begun = sum(
            PART_COST + (work.allowance if work.busy else work.conflicts) for work in self.undecided
        )
        after = self.share.after if self.time_slicing else 0
        return (after + max(0, self.spent + begun - self.share.ahead)) / self.share.weight

    @property
    def started(self) -> bool:
        """Whether anything has come of it, be it but a first report."""
        self.warm = self.warm or any(work.conflicts for work in self.undecided)
        return self.warm

    @property
    def starting(self) -> bool:
        """Whether it is being compiled: a worker has begun, and nothing has come of it yet."""
        begun = any(work.busy for work in self.undecided)
        return self.share.compiled and begun and not self.started


class SharedSchedule:
    """Several schedules, each with a share of the time."""

    def __init__(self, schedules: Sequence[Schedule]) -> None:
        self._schedules = schedules

    @property
    def first_is_over(self) -> bool:
        return self._schedules[0].over

    @property
    def undecided(self) -> list[PartState]:
        return [work for schedule in self._schedules for work in schedule.undecided]

    def take(self) -> PartState | None:
        """A part of the schedule that has had the least for its share."""
        schedules = sorted(self._schedules, key=lambda schedule: schedule.cost)
        if len(schedules) > 1 and any(schedule.starting for schedule in schedules):
            schedules = [each for each in schedules if each.started or not each.share.compiled]
        return next((work for each in schedules if (work := each.take()) is not None), None)

    def done(self, work: PartState) -> None:
        next(each for each in self._schedules if work in each.undecided).done(work)
