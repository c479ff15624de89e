"""Counts in other processes: as a whole, or sweep by sweep.

Here a count has a process of its own, which is killed when its time is over, whatever it does.

Elsewhere its sweeps are made side by side, where work runs; then the count has but to add them up.
A sweep that is done is kept by whoever remembers sweeps, a session or `Remembered`; the count
itself, made afterwards, finds all of them there.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from math import inf
from queue import SimpleQueue
from threading import Thread
from time import monotonic
from typing import Any, cast

from lifesearch.compiled.notices import Compiling, NotKept, Watch, now_and_then, watching
from lifesearch.counting.region import Region
from lifesearch.counting.tight import sweep_key
from lifesearch.counting.unfinished import Memo, Unfinished
from lifesearch.counting.ways import Setting, SweepProgress
from lifesearch.errors import LifesearchError
from lifesearch.limits import EVERY_CORE
from lifesearch.queries.periodic.count import Counted, boxes_of, count, count_lengths
from lifesearch.queries.periodic.query import Periodic
from lifesearch.queries.periodic.sweeps import NO_LIMIT, MakeSweep, SweepWork, sweeps
from lifesearch.running.coordinator import LOSSES, solvers_died
from lifesearch.running.places.here import HERE
from lifesearch.running.places.place import Place, Worker, Workplace
from lifesearch.running.process import Died

HEARTBEAT = 0.1
WAITING = SweepProgress(0, 0, 0, 0)


@dataclass
class Remembered:
    """Sweeps and their numbers, as long as a count takes."""

    known: dict[str, list[list[int]]] = field(default_factory=dict)

    def recall(self, key: list[Any]) -> list[list[int]] | None:
        """The numbers of a sweep, if they are known."""
        return self.known.get(str(key))

    def keep(self, key: list[Any], counts: list[list[int]]) -> None:
        self.known[str(key)] = counts

    def due(self) -> bool:
        return False

    def save(self, key: list[Any], sweep: Unfinished) -> None:
        """Nothing is saved."""

    def unfinished(self, key: list[Any]) -> Unfinished | None:
        return None


@dataclass(frozen=True)
class MakeCount:
    """Make a count."""

    allowance: int = NO_LIMIT


@dataclass(frozen=True)
class CountWork:
    """What the process of a count does: it reports progress, sweeps that are done, and counts."""

    query: Periodic
    lengths: bool
    memory: int
    populations: bool
    memo: Memo

    def task_function(self) -> Callable[[MakeCount], Iterator[Any]]:
        """From a count to its reports, the last of which is None."""
        return lambda _: self._reports()

    def _reports(self) -> Iterator[Any]:
        """Whatever is reported from within the count, which therefore has a thread of its own."""
        reports: SimpleQueue[Any] = SimpleQueue()

        def work() -> None:
            try:
                self._count(reports.put)
                reports.put(None)
            except BaseException as error:  # raised by the receiver
                reports.put(error)

        Thread(target=work, daemon=True).start()
        while True:
            report = reports.get()
            if isinstance(report, BaseException):
                raise report
            yield report
            if report is None:
                return

    def _count(self, tell: Callable[[Any], None]) -> None:
        reported = -inf

        def watch(progress: SweepProgress) -> None:
            nonlocal reported
            if monotonic() >= reported + HEARTBEAT:
                reported = monotonic()
                tell(progress)

        memo = cast(Memo, Reporting(self.memo, tell))
        setting = Setting(self.memory, self.populations, watch, memo)
        with watching(now_and_then(tell)):
            if self.lengths:
                for counted in count_lengths(self.query, setting):
                    tell(counted)
            else:
                tell(count(self.query, setting))


@dataclass
class Reporting:
    """A memory that reports what it is to keep; all else it leaves to another one."""

    memo: Memo
    tell: Callable[[Any], None]

    def keep(self, key: list[Any], counts: list[list[int]]) -> None:
        """Report the numbers of a sweep."""
        self.memo.keep(key, counts)
        self.tell((key, counts))

    def __getattr__(self, name: str) -> Any:
        return getattr(self.memo, name)


def count_apart(
    query: Periodic,
    lengths: bool,
    setting: Setting,
    memo: Memo | None = None,
    compiler: Watch = lambda notice: None,
) -> Iterator[Counted]:
    """Count in a separate process, whose memory may be that of another machine.

    Whoever watches is asked many times a second, and ends the count at once by an exception; the
    `compiler` hears what that process compiles.
    """
    work = CountWork(query, lengths, setting.memory, setting.populations, memo or Remembered())
    worker = HERE.start(work)
    worker.begin(MakeCount())
    progress = WAITING
    try:
        while True:
            setting.watch(progress)
            for _ in HERE.reporting([worker], HEARTBEAT):
                match worker.receive():
                    case Died(cause):
                        raise LifesearchError(f"the process of this count {cause}; not counted")
                    case SweepProgress() as progress:
                        pass
                    case Compiling() | NotKept() as notice:
                        compiler(notice)
                    case Counted() as counted:
                        yield counted
                    case None:
                        return
                    case key, numbers:
                        if setting.memo:
                            setting.memo.keep(key, numbers)
    finally:
        worker.kill()


@dataclass
class _Sweeping:
    """Who makes which sweep, and which ones are left."""

    workplace: Workplace
    work: SweepWork
    left: deque[Region]
    at: dict[Worker, Region] = field(default_factory=dict)
    idle: list[Worker] = field(default_factory=list)
    losses: int = 0

    def assign(self, jobs: int) -> None:
        """Give everybody who is free a sweep."""
        while self.left and len(self.at) < self.workplace.room(jobs):
            worker = self.idle.pop() if self.idle else self.workplace.start(self.work)
            self.at[worker] = self.left.popleft()
            worker.begin(MakeSweep(self.at[worker]))

    def listen(self) -> Iterator[tuple[list[Any], list[list[int]]]]:
        """The sweeps that are done by now; those of the dead are made again."""
        for worker in self.workplace.reporting(list(self.at), HEARTBEAT):
            report = worker.receive()
            if isinstance(report, Compiling | NotKept):
                continue
            region = self.at.pop(worker)
            if isinstance(report, Died):
                worker.kill()
                self.left.appendleft(region)
                self.losses += not report.blameless
                if self.losses >= LOSSES:
                    raise solvers_died(self.losses, "this count", report.cause)
            else:
                self.idle.append(worker)
                yield report


def made_at(
    place: Place, query: Periodic, lengths: bool, setting: Setting, jobs: int = EVERY_CORE
) -> Setting:
    """Have all sweeps of a count made at a place; the setting in which it finds them all.

    A memory of 0 is as much as there is for each worker.
    """
    memo: Memo = setting.memo or Remembered()
    boxes = boxes_of(query, lengths=lengths)
    with place.open(jobs) as workplace:
        while not workplace.room(jobs):
            list(workplace.reporting([], HEARTBEAT))
            setting.watch(WAITING)
        each = workplace.memory(setting.memory or None, workplace.room(jobs))
        setting = replace(setting, memory=each, memo=memo)
        regions = sweeps(query, setting, boxes)
        longest = max(max(box) for box in boxes)
        todo = deque(region for region in regions if memo.recall(sweep_key(region)) is None)
        work = SweepWork(longest, setting.memory, setting.populations)
        sweeping, done = _Sweeping(workplace, work, todo), 0
        try:
            while sweeping.left or sweeping.at:
                sweeping.assign(jobs)
                for key, numbers in sweeping.listen():
                    memo.keep(key, numbers)
                    done += 1
                width = max((region.width for region in sweeping.at.values()), default=0)
                setting.watch(SweepProgress(width, done, len(regions), 0))
        finally:
            workplace.kill_all([*sweeping.at, *sweeping.idle])
    if any(memo.recall(sweep_key(region)) is None for region in regions):
        raise LifesearchError("a sweep of this count was lost")  # which cannot be
    return setting
