"""Which part a portfolio searches next, so that a hard one does not hold up the others.

Proving that a box is empty can take long while the next one has an answer that is easy to
find. So a box that is not decided after some conflicts is set aside, with its solver and
all that it has learned, and gets more conflicts later: of n boxes begun and not decided, each
that is set aside gets n time slices in all before a new box is begun. Small boxes are decided
first, no box is forgotten, and none holds up the others for ever.

The cubes of one box must all be searched anyway, and are never set aside.

In a race each strategy has parts of its own and a share of the time: a free worker takes a part of
the strategy that has had the least time for its share. A strategy that seldom finds something early
waits: it begins `after` some time.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import chain, islice

from lifesearch.engines.sat.solving.part import UNLIMITED, Part, Share

ALLOWANCE = 4_000
"""A time slice, in conflicts.

Shorter ones interrupt more parts that are nearly decided; during a longer one, an easy part waits
longer behind a hard one.
"""
PART_COST = 100
"""What each part costs in conflicts, even if it is decided without one: to send and encode it.

A rough guess, so that many easy parts count, too, when strategies share the time.
"""


@dataclass
class PartState:
    """A part under way.

    It has cost some `conflicts`, and is set aside when they reach its `allowance`. While it is
    `busy`, workers search it; when it is set aside, its worker waits. `losses` counts the workers
    that ended unexpectedly while they searched it.
    """

    part: Part
    conflicts: int = 0
    allowance: int = UNLIMITED
    busy: bool = False
    losses: int = 0


@dataclass
class Schedule:
    """The parts of one share (see `Share`), and those begun and `undecided`.

    With `time_slicing`, parts that are hard to decide are set aside. A share whose parts have a
    known cost, `units_in_a_part`, has time slices longer than that, so that each is done without a
    pause. If parts are to be done `in_order`, each gets one slice after another until it is
    decided. `spent` is the cost of the parts decided, in conflicts or another unit of work.
    """

    share: Share
    time_slicing: bool = True
    undecided: list[PartState] = field(default_factory=list)
    spent: int = 0

    def take(self) -> PartState | None:
        """Choose a part to begin or to continue; None if no other worker is needed now.

        One that waits comes before a new one, unless it has had its time (`ALLOWANCE`). Without
        `time_slicing` a part waits only if its workers have died or given up. A part that has cost
        UNLIMITED is not continued: see `can_go_on`.
        """
        if self.share.in_order and self.undecided:
            return self._next_slice(self.undecided[0])
        waiting = [work for work in self.undecided if not work.busy]
        least = min(waiting, key=lambda work: work.conflicts, default=None)
        time_slice = max(ALLOWANCE, self.share.units_in_a_part + 1)
        due = time_slice * len(self.undecided) if self.time_slicing else UNLIMITED
        if least is None or least.conflicts >= due:
            part = next(self.share.parts, None)
            if part is not None:
                least = PartState(part)
                self.undecided.append(least)
        if least is None or least.conflicts >= UNLIMITED:
            return None
        least.busy = True
        if self.time_slicing:
            # If all parts are begun, the one that has had least may have had all of this: then it
            # goes on until its next report.
            least.allowance = max(time_slice * len(self.undecided), least.conflicts + 1)
        return least

    def _next_slice(self, work: PartState) -> PartState | None:
        if work.busy:
            return None
        work.busy = True
        work.allowance = work.conflicts + ALLOWANCE
        return work

    @property
    def over(self) -> bool:
        """Whether no undecided part is left."""
        if self.undecided:
            return False
        # What is taken from the iterator to see whether it has ended is put back.
        parts = self.share.parts
        first = [*islice(parts, 1)]
        self.share = self.share._replace(parts=chain(first, parts))
        return not first

    @property
    def can_go_on(self) -> bool:
        """Whether an undecided part can be searched: one that reports UNLIMITED never is."""
        return any(work.conflicts < UNLIMITED for work in self.undecided)

    def done(self, work: PartState) -> None:
        self.undecided.remove(work)
        self.spent += work.conflicts + PART_COST

    @property
    def cost(self) -> float:
        """The conflicts of all parts, divided by the weight of the share.

        The allowance of a part that is searched counts as spent. The first `ahead` conflicts cost
        nothing; with time slices, the share has a cost of `after` from the beginning.
        """
        under_way = sum(
            PART_COST + (work.allowance if work.busy else work.conflicts) for work in self.undecided
        )
        after = self.share.after if self.time_slicing else 0
        return (after + max(0, self.spent + under_way - self.share.ahead)) / self.share.weight


class SharedSchedule:
    """The schedules of shares that are searched side by side; the least `cost` comes first."""

    def __init__(self, schedules: Sequence[Schedule]) -> None:
        self._schedules = schedules

    @property
    def first_is_over(self) -> bool:
        """Whether no undecided part is left of the first share, such as the boxes of a question."""
        return self._schedules[0].over

    @property
    def undecided(self) -> list[PartState]:
        return [work for schedule in self._schedules for work in schedule.undecided]

    @property
    def can_go_on(self) -> bool:
        return any(schedule.can_go_on for schedule in self._schedules)

    def take(self) -> PartState | None:
        """Choose a part of the schedule with the least cost that has one; None if none has."""
        schedules = sorted(self._schedules, key=lambda schedule: schedule.cost)
        return next((work for each in schedules if (work := each.take()) is not None), None)

    def done(self, work: PartState) -> None:
        next(each for each in self._schedules if work in each.undecided).done(work)
