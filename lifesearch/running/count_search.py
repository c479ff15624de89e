"""Make the sweeps of a count side by side, where work runs; then the count has but to add them up.

A sweep that is done is kept by whoever remembers sweeps, a session or `Remembered`; the count
itself, made afterwards, finds all of them there.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from lifesearch.compiled.notices import Compiling, NotKept
from lifesearch.errors import LifesearchError
from lifesearch.limits import EVERY_CORE
from lifesearch.queries.periodic.count import boxes_of
from lifesearch.queries.periodic.query import Periodic
from lifesearch.queries.periodic.sweeps import MakeSweep, SweepWork, sweeps
from lifesearch.rows.counting.region import Region
from lifesearch.rows.counting.tight import sweep_key
from lifesearch.rows.counting.unfinished import Memo, Unfinished
from lifesearch.rows.counting.ways import Progress, Setting
from lifesearch.running.coordinator import LOSSES, solvers_died
from lifesearch.running.places.place import Place, Worker, Workplace
from lifesearch.running.process import Died

HEARTBEAT = 0.1
WAITING = Progress(0, 0, 0, 0)


@dataclass
class Remembered:
    """Sweeps and their numbers, as long as a count takes."""

    known: dict[str, list[list[int]]] = field(default_factory=dict)

    def recall(self, key: list[Any]) -> list[list[int]] | None:
        """The numbers of a sweep, if they are known."""
        return self.known.get(str(key))

    def keep(self, key: list[Any], counts: list[list[int]]) -> None:
        """Remember the numbers of a sweep."""
        self.known[str(key)] = counts

    def due(self) -> bool:
        """Nothing is saved."""
        return False

    def save(self, key: list[Any], sweep: Unfinished) -> None:
        """Nothing is saved."""

    def unfinished(self, key: list[Any]) -> Unfinished | None:
        """Nothing was saved."""
        return None


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
                setting.watch(Progress(width, done, len(regions), 0))
        finally:
            workplace.kill_all([*sweeping.at, *sweeping.idle])
    if any(memo.recall(sweep_key(region)) is None for region in regions):
        raise LifesearchError("a sweep of this count has got lost")  # which cannot be
    return setting
