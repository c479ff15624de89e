"""Search a strip by row tables, with several workers: see `lifesearch.rows`.

One worker leads. When it has a batch of states to be deepened, the batch is cut into slices that
all workers take, the leader too; when all are decided the leader goes on. A worker that dies
loses its slice, which another one takes; if it was the leader, a new one goes on from the last
checkpoint.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable, Iterator
from dataclasses import dataclass, field
from time import monotonic

from lifesearch.errors import LifesearchError
from lifesearch.queries.answer import Answer
from lifesearch.queries.strip import Strip
from lifesearch.rows.deepening import Batch, joined
from lifesearch.rows.problem import Problem, pattern
from lifesearch.rows.search import Checkpoint as TableCheckpoint
from lifesearch.rows.search import Progress as TableProgress
from lifesearch.rows.snapshot import from_bytes, to_bytes
from lifesearch.rows.work import Advance, Advanced, Deepen, TableWork
from lifesearch.running.events import (
    Event,
    Finished,
    Found,
    Lost,
    Partial,
    Progress,
    Runner,
    Snapshot,
)
from lifesearch.running.process import Died, SolversDied, Worker, reporting
from lifesearch.solving.parts import Part
from lifesearch.text import plural

MOST_LOSSES = 3
SLICES_PER_JOB = 8
SMALLEST_SLICE = 8
FIRST_SNAPSHOT = 10.0
SNAPSHOT_SHARE = 20
TABLES = "row tables"

Rank = tuple[int, list[tuple[int, int]]]


@dataclass
class _Member:
    """A worker, what it is at, and how many rows it has tried there."""

    worker: Worker
    task: Advance | tuple[int, Deepen] | None = None
    tried: int = 0


@dataclass
class TableSearch:
    """All that changes while a strip is searched by row tables.

    `slices` of the batch wait, by number; `decided` ones are done. Ships whose length is bounded
    are told shortest first, when no shorter one can come any more.
    """

    strip: Strip
    problem: Problem
    jobs: int
    count: int | None
    memory: int
    members: list[_Member] = field(default_factory=list)
    slices: deque[tuple[int, Deepen]] = field(default_factory=deque)
    decided: dict[int, Batch] = field(default_factory=dict)
    parts: int = 0
    merged: Batch | None = None
    start: TableCheckpoint | None = None
    seen: set[Hashable] = field(default_factory=set)
    ships: dict[Hashable, tuple[Rank, Answer]] = field(default_factory=dict)
    latest: TableProgress | None = None
    longest: int = 0
    tried: int = 0
    losses: int = 0
    done: bool = False
    checkpoint: TableCheckpoint | None = None
    next_snapshot: float = field(default_factory=lambda: monotonic() + FIRST_SNAPSHOT)

    @property
    def part(self) -> Part:
        """The strip, for those who ask where an answer was found."""
        return Part((self.strip.width, 0))

    @property
    def work(self) -> TableWork:
        """What workers do."""
        every = self.strip.max_length is not None
        return TableWork(self.problem, self.memory // max(1, self.jobs), every)

    def remember(self, found: tuple[Found, ...], snapshot: bytes | None) -> None:
        """Go on from where an earlier run was."""
        answers = [answer for event in found for answer in event.answers]
        self.seen |= {self.strip.key(answer) for answer in answers if isinstance(answer, Answer)}
        if snapshot is not None:
            self.start = self.checkpoint = from_bytes(snapshot, self.problem)

    def assign_work(self) -> Iterator[None]:
        """Give everybody who is free something to do, in steps that each start one worker."""
        if self.done:
            return
        if not self.members:
            self.members.append(_Member(Worker(self.work)))
            yield
        while self.slices and len(self.members) < min(self.jobs, self.parts):
            self.members.append(_Member(Worker(self.work)))
            yield
        leader = self.members[0]
        if leader.task is None and not self.parts:
            self._lead(leader)
        for member in self.members:
            if member.task is None and self.slices:
                member.task = self.slices.popleft()
                member.worker.begin(member.task[1])

    def _lead(self, leader: _Member) -> None:
        checkpoint = monotonic() >= self.next_snapshot
        leader.task = Advance(self.start, self.merged, self.jobs > 1, checkpoint)
        self.start = self.merged = None
        leader.worker.begin(leader.task)

    @property
    def complete(self) -> bool:
        """Whether enough is found."""
        return len(self.seen) == self.count

    @property
    def busy(self) -> bool:
        """Whether anything is left to do."""
        return not self.done or bool(self.ships)

    def poll(self, seconds: float) -> Iterator[Event]:
        """Wait for reports, and say what they mean."""
        if self.done:
            yield from self._tell(None)
            return
        for member in reporting(self.members, seconds):
            if member not in self.members:
                continue  # it was dismissed with the leader, just now
            match member.worker.receive():
                case Died(cause):
                    yield self._lose(member, cause)
                case int(tried):
                    member.tried = tried
                case Batch() as batch:
                    self._take_back(member, batch)
                case Advanced() as report:
                    yield from self._advance(member, report)

    def _take_back(self, member: _Member, batch: Batch) -> None:
        assert isinstance(member.task, tuple)
        self.decided[member.task[0]] = batch
        self.tried += member.tried
        member.task, member.tried, self.losses = None, 0, 0
        if len(self.decided) == self.parts:
            self.merged = joined([self.decided[number] for number in range(self.parts)])
            self.decided, self.parts = {}, 0

    def _advance(self, leader: _Member, report: Advanced) -> Iterator[Event]:
        leader.task, self.losses, self.latest = None, 0, report.progress
        if report.batch is not None:
            size = max(SMALLEST_SLICE, len(report.batch.states) // (SLICES_PER_JOB * self.jobs))
            self.slices.extend(enumerate(Deepen(each) for each in report.batch.split(size)))
            self.parts = len(self.slices)
        for rows in report.found:
            yield from self._take(rows)
        if self.strip.max_length is not None:
            yield from self._tell(self._certain(report.progress))
        rows_long = len(report.partial) // self.strip.motion.period
        if rows_long > self.longest:
            self.longest = rows_long
            yield Partial(rows_long, pattern(self.problem, report.partial))
        if report.checkpoint is not None and not self.ships:
            # A ship that is found and not told is known here alone: a snapshot would lose it.
            yield self._snapshot(report.checkpoint)
        if report.out_of_memory:
            raise LifesearchError(
                f"the search needs more memory than {self.memory // 2**20:,} MB; nothing is known "
                f"about the rest"
            )
        self.done = report.finished

    def _snapshot(self, checkpoint: TableCheckpoint) -> Snapshot:
        """The checkpoint, for a session; the next one comes when this one has paid."""
        before = monotonic()
        self.checkpoint = checkpoint
        data = to_bytes(checkpoint)
        took = monotonic() - before
        self.next_snapshot = monotonic() + max(FIRST_SNAPSHOT, SNAPSHOT_SHARE * took)
        return Snapshot(data)

    def _take(self, rows: tuple[int, ...]) -> Iterator[Found]:
        """Tell a ship at once, or keep it until no shorter one can come."""
        ship = pattern(self.problem, rows)
        if self.strip.max_length is None:
            answer = self.strip.answer(ship)
            key = self.strip.key(answer)
            if key not in self.seen and not self.complete:
                self.seen.add(key)
                yield Found(self.part, (answer,))
            return
        length = self.strip.length(ship)
        if length > self.strip.max_length or self.strip.separable(ship):
            return
        answer = self.strip.answer(ship)
        key, rank = self.strip.key(answer), (length, sorted(ship.cells))
        if key not in self.seen and (key not in self.ships or rank < self.ships[key][0]):
            self.ships[key] = rank, answer

    def _certain(self, progress: TableProgress) -> int:
        """Up to which length all ships are known: each has at most p(length + k) rows."""
        period = self.strip.motion.period
        return progress.depth // period + self.strip.motion.dy - 3

    def _tell(self, certain: int | None) -> Iterator[Found]:
        ready = [
            (rank, key)
            for key, (rank, _) in self.ships.items()
            if certain is None or rank[0] <= certain
        ]
        for _, key in sorted(ready, key=lambda each: each[0]):
            if self.complete:
                self.ships.clear()
                return
            _, answer = self.ships.pop(key)
            self.seen.add(key)
            yield Found(self.part, (answer,))

    def _lose(self, member: _Member, cause: str) -> Lost:
        leader = self.members[0]
        self.losses += 1
        if self.losses >= MOST_LOSSES * self.jobs:
            raise SolversDied(
                f"{self.losses} workers died of this in a row: the last one {cause}; "
                f"nothing is known about the rest"
            )
        if member is leader:
            self.start = self.checkpoint
            self.slices.clear()
            self.decided, self.parts, self.merged = {}, 0, None
            for each in self.members:
                each.worker.kill()
            self.members = []
        else:
            if isinstance(member.task, tuple):
                self.slices.append(member.task)
            self.members.remove(member)
            member.worker.kill()
        return Lost(self.part, TABLES, cause)

    def progress(self) -> Progress:
        """How far the search has come."""
        now = self.latest
        note = "making row tables; the first time, they are compiled for some seconds"
        if now is not None:
            note = (
                f"{plural(now.states, 'state')}, {now.open:,} open, "
                f"longest {plural(self.longest, 'row')}, {now.memory // 2**20:,} MB"
            )
        active = tuple(Runner(self.part, TABLES, m.tried) for m in self.members if m.task)
        return Progress(self._tried(), len(self.seen), active, note, unit="row")

    def finished(self, *, exhausted: bool) -> Finished:
        """The verdict; without a length each state is entered once, so ships may be missing."""
        bounded = self.strip.max_length is not None
        proved = exhausted and (bounded or not self.seen)
        states = self.latest.states if self.latest else 0
        return Finished(len(self.seen), self._tried(), proved, states=states)

    def workers(self) -> list[Worker]:
        """All processes."""
        return [member.worker for member in self.members]

    def _tried(self) -> int:
        own = self.latest.tried if self.latest else 0
        return self.tried + own + sum(member.tried for member in self.members)
