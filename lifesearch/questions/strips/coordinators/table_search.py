"""The base of searches of a strip by row tables: see `lifesearch.engines.rows`.

Workers report their progress and the patterns found. Here that becomes events: patterns, the
shorter ones first where that can be ensured, snapshots, and the end. Two subclasses share the work
among workers, each in the way that is fastest for its strips:

- `shared_search`: ships of any length. Each worker has its own states, and seldom hears of others.
- `SharedDeepening`: where every path to a state counts (all patterns up to a length, oscillators),
  workers with own states would do nearly everything twice. So one worker has all states. In hard
  strips it spends 82 to 95 % of its time on deepening batches of them, and these are shared.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from time import monotonic
from typing import TypeVar

from lifesearch.common.errors import LifesearchError
from lifesearch.common.text import plural
from lifesearch.core import events
from lifesearch.engines.rows.checkpoint import (
    SnapshotClock,
    TableCheckpoint,
    TableProgress,
    from_bytes,
    with_order_of,
)
from lifesearch.engines.rows.deepening import WARM_UP, Decision, Slice, Slices, warm_up_batch
from lifesearch.engines.rows.problem import pattern
from lifesearch.engines.rows.worker import Advance, Advanced, TableWork
from lifesearch.questions.strips.coordinators.coordinator import StripCoordinator
from lifesearch.questions.strips.question import Strip
from lifesearch.running.coordinator import Member
from lifesearch.running.options import RunOptions
from lifesearch.running.process import Died


@dataclass(eq=False)
class TableMember(Member):
    """A worker and its task; rows that were tried are counted in place of conflicts."""

    task: Advance | Slice | None = None

    def begin(self, task: Advance | Slice) -> None:
        self.task = task
        self.worker.begin(task.batch if isinstance(task, Slice) else task)


T = TypeVar("T", bound=TableMember)


@dataclass
class TableSearch(StripCoordinator[T]):
    """The state of a search by row tables.

    A pattern is held back until no shorter one can come, in two cases: if the length is bounded;
    and if first halves are searched, where one of odd length may come after one that is a row
    longer.

    latest_checkpoint  the last checkpoint, where a search begins again if its worker dies
    latest             the last progress of all workers together; None before the first report
    longest            rows of the longest partial ship that was reported
    furthest           the most rows and states of any report; one with less repeats lost work
    done               whether no state is left
    memory             bytes that each worker may use
    problem            what workers search; a search that is resumed keeps the seed that it had
    snapshots          says when the next one is due
    """

    latest_checkpoint: TableCheckpoint | None = None
    latest: TableProgress | None = None
    longest: int = 0
    furthest: int = 0
    done: bool = False
    memory: int = 0
    snapshots: SnapshotClock = field(default_factory=SnapshotClock)

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.run_options.proof is not None:
            # All states are kept by one worker, which leaves nothing to the others.
            self.run_options = replace(self.run_options, jobs=1)
        self.problem = replace(self.strip.table_problem(), seed=self.run_options.fixed.seed)
        self.done = self.strip.part in self.checkpoint.searched
        if self.checkpoint.snapshot is not None:
            self.latest_checkpoint = from_bytes(self.checkpoint.snapshot, self.problem)
            self.problem = with_order_of(self.latest_checkpoint, self.problem)

    def _new_member(self, member_class: type[T]) -> T:
        proved = self.run_options.proof is not None
        self.memory = self.workplace.memory(self.run_options.memory, self.jobs)
        work = TableWork(self.problem, self.memory, self.bounded, proved)
        member = member_class(self.workplace.start(work), "row tables", self.strip.part)
        self.members.append(member)
        return member

    @property
    def work_is_left(self) -> bool:
        return not self.done or bool(self.ships)

    def poll(self, seconds: float) -> Iterator[events.Event]:
        """Wait for reports; at the end, report the ships that were held back."""
        return self._report_ships(None) if self.done else super().poll(seconds)

    def _advance(self, report: Advanced) -> Iterator[events.Event]:
        """Turn what a search reports into events; its progress is that of all workers together."""
        self.latest = report.progress
        done = report.progress.tried + report.progress.states
        if done > self.furthest:  # not what was done before a worker died
            self.furthest, self.losses = done, 0
        for rows in report.found:
            yield from self._take(pattern(self.problem, rows))
        if self.ships:
            yield from self._report_ships(self._certain(report.progress.depth))
        if report.out_of_memory:
            yield from self.held_back()
        rows_long = len(report.partial) // self.strip.motion.period
        if rows_long > self.longest:
            self.longest = rows_long
            yield events.Partial(pattern(self.problem, report.partial))
        if report.checkpoint is not None and not self.ships:
            # Ships that are held back are known here alone: a search resumed from a snapshot that
            # is made now would not find them again.
            yield from self._snapshot(report.checkpoint)
        if report.out_of_memory:
            most = self.run_options.memory or self.memory * self.jobs
            raise LifesearchError(
                f"the search needs more memory than {most // 2**20:,} MB; the rest is undecided; "
                "more memory, a narrower strip or a symmetry may help"
                f"{'' if self.run_options.proof is None else ', or to leave out the proof'}"
            )
        self.done = report.finished
        # While ships are held back, it is too early to say that there are no others. When they are
        # reported (`poll`), only `Finished` says it.
        if self.done and not self.ships and self._proves:
            yield events.Searched(
                self.strip.part, self.states, _proof(self.run_options, self.strip, report)
            )

    def _snapshot(self, checkpoint: TableCheckpoint) -> Iterator[events.Snapshot]:
        since = monotonic()
        self.latest_checkpoint = checkpoint
        yield events.Snapshot(checkpoint)
        self.snapshots.made(checkpoint, since)

    @property
    def _holds_back(self) -> bool:
        return self.bounded or self._halves_in_order

    @property
    def _halves_in_order(self) -> bool:
        """Whether first halves are searched for, all of one length before any that is longer."""
        return bool(self.strip.folds) and self.problem.seed is None

    def _certain(self, depth: int) -> int | None:
        """The length up to which patterns can be reported: no shorter one can come.

        All patterns that end before row `depth` are found. With the period p and the rows k that
        it travels, a pattern of bounded length has at most p(length + k) rows in all generations.
        Before a given front there are empty rows. The shortest pattern whose half has L rows has
        2L - 1: there is a middle row.
        """
        strip = self.strip
        period, before = strip.motion.period, 0 if strip.front is None else self.problem.lead
        if not self.bounded:
            return 2 * (depth // period) + 1 if self._halves_in_order else None
        # 3 layers less, to be on the safe side: too small a number only delays reports.
        certain = depth // period + strip.motion.dy - 3 - before
        return 2 * certain if strip.folds else certain

    def final_snapshots(self) -> Iterator[events.Event]:
        """A snapshot, unless it would leave out patterns that are held back."""
        if self.latest is None or self.done or self.ships:
            return iter(())
        self.snapshots.due = monotonic()
        return self._until_snapshot()

    def held_back(self) -> Iterator[events.Event]:
        """Patterns that were held back, unless shorter ones are to be reported first.

        With a greatest length that is so: which longer ones are found by then depends on chance.
        """
        return iter(()) if self.bounded else self._report_ships(None)

    @property
    def conflicts(self) -> int:
        return super().conflicts + (self.latest.tried if self.latest else 0)

    @property
    def states(self) -> int:
        return self.latest.states if self.latest else 0

    @property
    def note(self) -> str:
        now = self.latest
        if now is None:
            return "making row tables"
        return (
            f"{plural(now.states, 'state')}, {now.open:,} open, "
            f"longest {plural(self.longest, 'row')}, {now.memory // 2**20:,} MB"
        )

    def progress(self) -> events.Progress:
        return replace(super().progress(), unit="row")


def _proof(options: RunOptions, strip: Strip, report: Advanced) -> events.Proof | None:
    """The proof that a search has ended with these states; None if none is wanted."""
    if options.proof is None or report.all_states is None:
        return None
    return options.proof.states(strip, *report.all_states)


@dataclass
class SharedDeepening(TableSearch[TableMember]):
    """A search in which one worker, the leader, has all states, and the others help to deepen them.

    The leader is sent the checkpoint `start` once; None if there is none to send. It is `waiting`
    while a batch must be decided first. Batches of states to be deepened are cut into slices that
    all workers take, the leader too while it waits for one of them (see `rows.worker`). If a worker
    dies, another one takes its slice; if it was the leader, a new one goes on from the last
    checkpoint.
    """

    leader: TableMember | None = None
    start: TableCheckpoint | None = None
    waiting: bool = False
    slices: Slices = field(default_factory=Slices)

    def __post_init__(self) -> None:
        super().__post_init__()
        self.start = self.latest_checkpoint

    def assign_work(self) -> Iterator[None]:
        if self.done:
            return
        if self.leader is None:
            self.leader = self._new_member(TableMember)
            yield
        if self.leader.task is None and (self.slices.decided or not self.waiting):
            self._lead(self.leader)
        while len(self.members) < self.jobs:
            # A helper has loaded the compiled code when the first batch comes.
            self._new_member(TableMember).begin(Slice(0, warm_up_batch(self.problem)))
            yield
        for member in self.members:
            if member.task is None and self.slices.waiting:
                member.begin(self.slices.waiting.popleft())

    def _lead(self, leader: TableMember) -> None:
        checkpoint, decided = self.snapshots.is_due, self.slices.take_decided()
        leader.begin(Advance(self.start, decided, shared=self.jobs > 1, checkpoint=checkpoint))
        self.start = None

    def _receive(self, member: TableMember, report: Decision | Advanced) -> Iterator[events.Event]:
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
            if isinstance(member.task, Slice) and member.task.batch.queue != WARM_UP:
                self.slices.waiting.append(member.task)
            return
        self.workplace.kill_all(each.worker for each in self.members)
        self.members, self.leader = [], None
        self.slices, self.waiting = Slices(), False
        self.start = self.latest_checkpoint
