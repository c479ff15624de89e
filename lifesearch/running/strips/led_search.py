"""Search a strip by row tables, with one worker that leads and others that help.

The leader has all states. Batches of states to be deepened are cut into slices that all workers
take, the leader too while it waits for one of them (see `rows.work`). A worker that dies loses its
slice, which another one takes; if it was the leader, a new one goes on from the last checkpoint.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from lifesearch.rows.checkpoint import TableCheckpoint
from lifesearch.rows.deepening import PRACTICE, Decision, Slice, Slices, practice
from lifesearch.rows.work import Advance, Advanced
from lifesearch.running.events import Event
from lifesearch.running.process import Died
from lifesearch.running.strips.table_search import TableMember, TableSearch


@dataclass
class LedSearch(TableSearch):
    """The leader goes on from `start`, and is `waiting` while a batch must be decided first."""

    leader: TableMember | None = None
    start: TableCheckpoint | None = None
    waiting: bool = False
    slices: Slices = field(default_factory=Slices)

    def __post_init__(self) -> None:
        super().__post_init__()
        self.start = self.latest_checkpoint

    def assign_work(self) -> Iterator[None]:
        """Give each free worker something to do, in steps that each start one worker."""
        if self.done:
            return
        if self.leader is None:
            self.leader = self._new_member()
            self.members.append(self.leader)
            yield
        if self.leader.task is None and (self.slices.decided or not self.waiting):
            self._lead(self.leader)
        while len(self.members) < self.jobs:
            # A helper has loaded the compiled code when the first batch comes.
            helper = self._new_member()
            self.members.append(helper)
            helper.begin(Slice(0, practice(self.problem)))
            yield
        for member in self.members:
            if member.task is None and self.slices.waiting:
                member.begin(self.slices.waiting.popleft())

    def _lead(self, leader: TableMember) -> None:
        checkpoint, decided = self.snapshots.is_due, self.slices.take_decided()
        leader.begin(Advance(self.start, decided, shared=self.jobs > 1, checkpoint=checkpoint))
        self.start = None

    def _receive(self, member: TableMember, report: Decision | Advanced) -> Iterator[Event]:
        task, member.task = member.task, None
        if isinstance(report, Advanced):
            self.waiting = report.waiting
            for batch in report.batches:
                self.slices.add(batch, self.jobs)
            yield from self._advance(report)
            return
        assert isinstance(task, Slice)
        self.slices.decide(task, report)
        self.losses = 0
        self.spent += member.conflicts
        member.conflicts = 0

    def _take_back(self, member: TableMember, died: Died) -> None:
        """Another worker takes the slice; without a leader all begins at the last checkpoint."""
        self._count_in_a_row(died)
        if member is not self.leader:
            if isinstance(member.task, Slice) and member.task.batch.queue != PRACTICE:
                self.slices.waiting.append(member.task)
            return
        self.workplace.kill_all(each.worker for each in self.members)
        self.members, self.leader = [], None
        self.slices, self.waiting = Slices(), False
        self.start = self.latest_checkpoint
