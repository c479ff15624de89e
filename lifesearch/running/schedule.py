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

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain, islice

from lifesearch.solving.parts import UNLIMITED, Part

ALLOWANCE = 4_000
PART_COST = 100
"""What each part costs, even if it is decided without a conflict: to ask, encode and answer."""


@dataclass
class PartState:
    """A part that is begun: what it has cost and may cost, and whether a worker is searching it."""

    part: Part
    conflicts: int = 0
    allowance: int = UNLIMITED
    busy: bool = False
    losses: int = 0


@dataclass
class Schedule:
    """Decides which part is searched next; with `time_slicing`, parts are set aside.

    If it is known what a part costs, its `part_size`, it is done without a pause. If parts are to
    be done `in_order`, each has slices of time until it is decided. What is `ahead` costs nothing.
    """

    parts: Iterator[Part]
    time_slicing: bool = True
    compiled: bool = False
    part_size: int = 0
    undecided: list[PartState] = field(default_factory=list)
    spent: int = 0
    after: int = 0
    ahead: int = 0
    in_order: bool = False
    warm: bool = False

    def take(self) -> PartState | None:
        """A part to begin or to continue; None if every remaining one has a worker."""
        if self.in_order and self.undecided:
            return self._next_slice(self.undecided[0])
        waiting = [work for work in self.undecided if not work.busy]
        least = min(waiting, key=lambda work: work.conflicts, default=None)
        slice_of_time = max(ALLOWANCE, self.part_size + 1)
        share = slice_of_time * len(self.undecided) if self.time_slicing else UNLIMITED
        if least is None or least.conflicts >= share:
            part = next(self.parts, None)
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
        """Whether nothing is left."""
        if self.undecided:
            return False
        first = [*islice(self.parts, 1)]
        self.parts = chain(first, self.parts)
        return not first

    def leave(self, work: PartState) -> None:
        work.busy = False

    def done(self, work: PartState) -> None:
        self.undecided.remove(work)
        self.spent += work.conflicts + PART_COST
        self.warm = True

    @property
    def cost(self) -> int:
        """What all parts have cost up to now, or will have when their allowances are used up."""
        begun = sum(
            PART_COST + (work.allowance if work.busy else work.conflicts) for work in self.undecided
        )
        return self.after + max(0, self.spent + begun - self.ahead)

    @property
    def started(self) -> bool:
        """Whether anything has come of it, be it but a first report."""
        self.warm = self.warm or any(work.conflicts for work in self.undecided)
        return self.warm

    @property
    def starting(self) -> bool:
        """Whether it is being compiled: a worker has begun, and nothing has come of it yet."""
        return self.compiled and not self.started and any(work.busy for work in self.undecided)


class SharedSchedule:
    """Several schedules, each with a share of the time."""

    def __init__(self, schedules: Sequence[tuple[int, Schedule]]) -> None:
        self._schedules = schedules

    @property
    def first_is_over(self) -> bool:
        """Whether nothing is left of the first of them."""
        return self._schedules[0][1].over

    @property
    def undecided(self) -> list[PartState]:
        return [work for _, schedule in self._schedules for work in schedule.undecided]

    def take(self) -> PartState | None:
        """A part of the schedule that has had the least for its share."""
        ordered = sorted(self._schedules, key=lambda each: each[1].cost / each[0])
        schedules = [schedule for _, schedule in ordered]
        if len(schedules) > 1 and any(schedule.starting for schedule in schedules):
            schedules = [each for each in schedules if each.started or not each.compiled]
        return next((work for each in schedules if (work := each.take()) is not None), None)

    def leave(self, work: PartState) -> None:
        self._of(work).leave(work)

    def done(self, work: PartState) -> None:
        self._of(work).done(work)

    def _of(self, work: PartState) -> Schedule:
        return next(schedule for _, schedule in self._schedules if work in schedule.undecided)
