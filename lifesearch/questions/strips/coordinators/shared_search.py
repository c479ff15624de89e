"""Search a strip for ships by row tables, each worker with a share of the states.

One worker begins with all states. A worker that has none left takes half of the states of another
(see `rows.shared.division`). Workers claim the states that they follow, and leave states claimed by
others (see `rows.shared.claims`): so when one dies, all resume from the last snapshot.

In a snapshot, too, no worker's states may rely on claims that another one made after its own
checkpoint. So no claims are sent from the time that a snapshot is due until all workers have made
their checkpoints for it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from lifesearch.core.events import Event
from lifesearch.engines.rows.checkpoint import TableCheckpoint, TableProgress, initial_checkpoint
from lifesearch.engines.rows.deepening import Slice, warm_up_batch
from lifesearch.engines.rows.shared.division import merged
from lifesearch.engines.rows.worker import Advance, Advanced
from lifesearch.questions.strips.coordinators.table_search import TableMember, TableSearch
from lifesearch.running.process import Died

# Rows and states, before a search is divided for the first time: a choice. Short searches are not.
LEAST_WORK = 500_000
# After workers have cleared their visited states this often, together, no states are given away any
# more: with too little memory they might be given to and fro without end. A choice.
MOST_CLEARED = 10
# Reports that wait for a worker: a choice. Older ones are forgotten, which costs time alone: states
# in them may be followed by two workers.
MOST_CLAIMS = 64
# Of a worker that has not reported yet.
NO_PROGRESS = TableProgress(depth=0, states=0, open=0, longest=0, tried=0, memory=0)


@dataclass(eq=False)
class Sharer(TableMember):
    """A worker and its share of the states.

    saved         its states at its last checkpoint; None if it has none
    sent          whether the worker has them, or later ones: then no states are sent to it
    for_snapshot  whether the checkpoint was made after the last snapshot, for the next one
    asked_to_give whether it was asked to give half of its states to another worker
    ready         whether it has loaded the compiled code
    times_cleared how often it cleared its table of states for want of memory
    claims        claims of other workers, to be sent to it
    reached       its progress, over all the states that it ever had
    """

    saved: TableCheckpoint | None = None
    sent: bool = False
    for_snapshot: bool = False
    asked_to_give: bool = False
    ready: bool = False
    times_cleared: int = 0
    claims: deque[Any] = field(default_factory=lambda: deque(maxlen=MOST_CLAIMS))
    reached: TableProgress = NO_PROGRESS

    @property
    def effort(self) -> int:
        return self.reached.tried

    def take(self, given: TableCheckpoint) -> None:
        """Give it a share, which it is sent with its next task."""
        self.saved, self.sent, self.for_snapshot = given, False, False


@dataclass
class SharedSearch(TableSearch[Sharer]):
    """The state of a search whose workers share the states.

    unassigned     shares of the states that no worker has
    divisions      how often a worker gave half of its states away
    counted_twice  states that giver and taker both count: subtracted from the sum of all
    """

    unassigned: deque[TableCheckpoint] = field(default_factory=deque)
    divisions: int = 0
    counted_twice: int = 0

    def __post_init__(self) -> None:
        super().__post_init__()
        if not self.done:
            self._begin()

    def _begin(self) -> None:
        """Have all states of the last checkpoint, or the first state, as one share."""
        self.unassigned = deque([self.latest_checkpoint or initial_checkpoint(self.problem)])
        self.counted_twice = 0

    def assign_work(self) -> Iterator[None]:
        """Let workers that have states continue, and give states to the others."""
        while not self.done and len(self.members) < self.jobs:
            self._new_member(Sharer)
            yield
        free = [sharer for sharer in self.members if sharer.task is None]
        for sharer in free:
            if sharer.saved is None and self.unassigned:
                sharer.take(self.unassigned.popleft())
        for sharer in free:
            if sharer.saved is not None:
                self._continue(sharer)
            elif not sharer.ready:
                # It has loaded the compiled code when it gets a share.
                sharer.begin(Slice(0, warm_up_batch(self.problem)))

    def _continue(self, sharer: Sharer) -> None:
        """Let a worker continue; it gives half of its states away if another one is idle."""
        idle = sum(each.saved is None for each in self.members) - len(self.unassigned)
        requests = sum(each.asked_to_give for each in self.members)
        times_cleared = sum(each.times_cleared for each in self.members)
        sharer.asked_to_give = idle > requests and times_cleared < MOST_CLEARED
        least = 0 if self.divisions else LEAST_WORK
        # None: there are no other workers, so claims are neither made nor read.
        claims: tuple[Any, ...] | None = None if self.jobs == 1 else ()
        if not self.snapshots.is_due and sharer.claims:
            claims = tuple(sharer.claims)
            sharer.claims.clear()
        sharer.begin(
            Advance(
                start=None if sharer.sent else sharer.saved,
                give=least if sharer.asked_to_give else None,
                claims=claims,
                checkpoint=self.snapshots.is_due and not sharer.for_snapshot,
            )
        )
        sharer.sent = True

    @property
    def _holders(self) -> list[Sharer]:
        """The workers that have states."""
        return [sharer for sharer in self.members if sharer.saved is not None]

    def _receive(self, member: Sharer, report: Any) -> Iterator[Event]:
        member.task, member.asked_to_give, member.ready = None, False, True
        if not isinstance(report, Advanced):
            return
        member.reached, member.times_cleared = report.progress, report.times_cleared
        if report.given is not None:
            self.divisions += 1
            self.unassigned.append(report.given)
            self.counted_twice += len(report.given.row) - 1
        if report.claims is not None:
            for other in self.members:
                if other is not member:
                    other.claims.append(report.claims)
        if report.checkpoint is not None:
            member.saved, member.for_snapshot = report.checkpoint, True
        if report.finished:
            member.saved = None
        done = not (self.unassigned or self._holders)
        whole_report = replace(report, progress=self._reached(), finished=done, claims=None)
        yield from self._advance(replace(whole_report, checkpoint=self._all_saved()))

    def _reached(self) -> TableProgress:
        """The progress of all workers together."""
        total = TableProgress.merged([sharer.reached for sharer in self.members])
        return replace(total, states=total.states - self.counted_twice)

    def _all_saved(self) -> TableCheckpoint | None:
        """All shares together, if a snapshot is due and each worker has saved its share for it."""
        holders = self._holders
        if not self.snapshots.is_due or not all(each.for_snapshot for each in holders):
            return None
        for sharer in holders:
            sharer.for_snapshot = False
        shares = [*(sharer.saved for sharer in holders if sharer.saved), *self.unassigned]
        return merged(shares, self._reached().tried) if shares else None

    def _take_back(self, member: Sharer, died: Died) -> None:
        """Begin again from the last snapshot: others may have left states that only it followed."""
        self._count_in_a_row(died)
        self.workplace.kill_all(each.worker for each in self.members)
        self.members = []
        self._begin()
