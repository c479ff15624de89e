"""Counts in other processes: as a whole, or sweep by sweep. `engine` chooses between them.

On this machine a count has a process of its own, which is killed when its time is over, whatever it
does (`CountInOneProcess`).

On a cluster its sweeps are made side by side (`CountBySweeps`); then the count only adds them up. A
sweep that is done is an event, which a session keeps; the count itself, made afterwards,
finds all of them in its memo.
"""

from __future__ import annotations

from abc import abstractmethod
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from math import inf
from queue import SimpleQueue
from threading import Thread
from time import monotonic
from typing import Any

import numpy as np

from lifesearch.common.errors import LifesearchError
from lifesearch.common.text import plural
from lifesearch.core.events import Event, Extent, Progress
from lifesearch.engines.counting.checkpoint import Counts, Key, Memo
from lifesearch.engines.counting.orbits_in_box import sweep_counts
from lifesearch.engines.counting.region import Region
from lifesearch.engines.counting.transfer_matrix import SweepOptions, SweepProgress, Vector
from lifesearch.engines.sat.solving.part import Part
from lifesearch.questions.counts.events import BoxCounted, Swept
from lifesearch.questions.counts.question import Counted, CountQuestion, boxes_of
from lifesearch.questions.counts.time_left import SweepTimes
from lifesearch.running.coordinator import HEARTBEAT, LOSSES, Coordinator, Member, solvers_died
from lifesearch.running.process import Died


def sweeps(question: CountQuestion, options: SweepOptions) -> list[Region]:
    """The regions whose sweeps a count needs, in the order in which it makes them.

    Which ones it needs does not depend on their numbers. So a count is made with sweeps that have
    only the empty pattern, and asks for all of them.
    """
    regions: list[Region] = []

    def only_empty(region: Region, longest: int, _: SweepOptions) -> list[Vector]:
        regions.append(region)
        return [np.ones(1, object)] * (longest + 1 if region.counts_all_heights else 1)

    for _ in question.numbers(replace(options, memo=None, make=only_empty)):
        pass
    return regions


@dataclass(frozen=True)
class SweepWork:
    """The work of workers in a count: sweeps over regions.

    longest      the longest side of a box, up to which a sweep has numbers
    memory       bytes for each worker
    populations  whether the numbers are by population
    """

    longest: int
    memory: int
    populations: bool

    def task_function(self) -> Callable[[Region], Iterator[tuple[Key, Counts] | None]]:
        """A function that sweeps a region: it yields its key with the numbers, and then None."""
        options = SweepOptions(self.memory, self.populations)

        def serve(region: Region) -> Iterator[tuple[Key, Counts] | None]:
            made = sweep_counts(region, self.longest, options)
            yield region.key, [vector.tolist() for vector in made]
            yield None

        return serve


WAITING = SweepProgress(0, 0, 0, 0)  # before the first report
EVERYWHERE = Part((0, 0))  # a count has no parts
WORTH_A_PLAN = 1.0
"""Seconds after which a count lists its sweeps, to estimate the time left: that takes time, too."""


@dataclass(frozen=True)
class CountWork:
    """The work of the process of a count: `memory` in bytes, and the sweeps that are done (`memo`).

    It reports progress, all sweeps to be made, finished sweeps, and counts.
    """

    memory: int
    memo: Memo

    def task_function(self) -> Callable[[CountQuestion], Iterator[Any]]:
        """From a question to reports, the last of which is None."""
        return self._reports

    def _reports(self, question: CountQuestion) -> Iterator[Any]:
        """The reports of a count, as they come.

        The count runs in a thread of its own, since it reports by calling functions.
        """
        reports: SimpleQueue[Any] = SimpleQueue()

        def work() -> None:
            try:
                self._count(question, reports.put)
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

    def _count(self, question: CountQuestion, report: Callable[[Any], None]) -> None:
        """Make a count, and call `report` with all that happens."""
        last_report, start, has_plan = -inf, monotonic(), False

        def watch(progress: SweepProgress) -> None:
            nonlocal last_report, has_plan
            if monotonic() >= last_report + HEARTBEAT:
                last_report = monotonic()
                report(progress)
            if monotonic() >= start + WORTH_A_PLAN and not has_plan:
                has_plan = True
                report(self._sweeps(question))

        memo = replace(self.memo, on_keep=report)
        options = SweepOptions(self.memory, question.populations, watch, memo)
        for number in question.numbers(options):
            report(number)

    def _sweeps(self, question: CountQuestion) -> Sweeps:
        """All sweeps of the count, in the order in which it makes them."""
        regions = sweeps(question, SweepOptions(self.memory, question.populations))
        return Sweeps(tuple(region.key for region in regions))


@dataclass(frozen=True)
class Sweeps:
    """The keys of all sweeps that a count consists of, in the order in which it makes them."""

    keys: tuple[Key, ...]


@dataclass
class CountCoordinator(Coordinator[CountQuestion, Member]):
    """A count.

    left           tasks that no worker has; None before `begin` has found them
    work           the work of the workers; None before `begin`
    at             the latest progress of the sweep under way, if one process makes the count
    memo           the numbers of the sweeps that are done
    sweeps         the keys of sweeps that are not done, the next one first; empty if unknown
    number         the number of all sweeps, once they are listed
    times          the seconds of sweeps that are done, for an estimate
    sweep_started  when the sweep under way began; None before one is done
    started        when the count began
    """

    left: deque[Any] | None = None
    work: CountWork | SweepWork | None = None
    at: SweepProgress = WAITING
    memo: Memo = field(init=False)
    sweeps: list[Key] = field(default_factory=list)
    number: int = 0
    times: SweepTimes = field(default_factory=SweepTimes)
    sweep_started: float | None = None
    started: float = field(default_factory=monotonic)

    def __post_init__(self) -> None:
        own = self.checkpoint.extra
        self.memo = own if isinstance(own, Memo) else Memo()

    @abstractmethod
    def begin(self) -> None:
        """Find out what is to be done, now that the workers are known: set `work` and `left`."""

    def assign_work(self) -> Iterator[None]:
        if self.left is None:
            self.begin()
        free = [member for member in self.members if not member.active]
        while self.left and (free or len(self.members) < self.jobs):
            if not free:
                assert self.work is not None
                worker = self.workplace.start(self.work)
                free.append(Member(worker, "count", EVERYWHERE))
                self.members.append(free[-1])
            member = free.pop()
            member.task = self.left.popleft()
            member.worker.begin(member.task)
            yield

    @property
    def unfinished(self) -> bool:
        """Whether tasks are left or under way, or not yet found (then `left` is None)."""
        return self.left != deque() or any(member.active for member in self.members)

    def _receive(self, member: Member, report: Any) -> Iterator[Event]:
        match report:
            case SweepProgress():
                self.at = report
            case Sweeps(keys):
                self.sweeps = [key for key in keys if self.memo.recall(key) is None]
                self.number = len(keys)
            case Counted():
                yield BoxCounted(report)
            case key, numbers:
                self.memo.keep(key, numbers)
                now = monotonic()
                if self.sweep_started is not None:  # the first includes the start of the process
                    self.times.took(key, now - self.sweep_started)
                self.sweep_started = now
                self.sweeps = [other for other in self.sweeps if other != key]
                yield Swept(key, numbers)
            case None:
                member.task = None

    @property
    def note(self) -> str:
        if not self.at.steps:
            return "getting ready"
        states = f", {plural(self.at.states, 'state')}" if self.at.states else ""
        return f"{self.at.width} wide, {self.at.done} of {plural(self.at.steps, 'step')}{states}"

    @property
    def extent(self) -> Extent | None:
        """The sweeps done, and the time left, estimated from the sweeps done."""
        if not self.sweeps or self.sweep_started is None:
            return None
        spent, now = monotonic() - self.sweep_started, self.at
        # The progress may still be that of the sweep before, of another width.
        current = now.done / now.steps if now.steps and now.width == self.sweeps[0][0] else 0.0
        words = f"{self.number - len(self.sweeps):,} of {plural(self.number, 'sweep')} done"
        if not self.times.sure:
            return Extent(0, 1, words)
        low, high = self.times.left(self.sweeps, current, spent)
        done = monotonic() - self.started
        return Extent(done, done + (low + high) / 2, words, left=(low, high))

    def progress(self) -> Progress:
        where, extent = self.workplace.describe(), self.extent
        return Progress(0, 0, note=self.note, unit="", machines=where, extent=extent)


@dataclass
class CountInOneProcess(CountCoordinator):
    """A count that one process makes."""

    def begin(self) -> None:
        memory = self.workplace.memory(self.run_options.memory, 1)
        self.work, self.left = CountWork(memory, self.memo), deque([self.query])

    @property
    def work_is_left(self) -> bool:
        return self.unfinished

    def _take_back(self, member: Member, died: Died) -> None:
        # A choice: it is not tried again, since a lack of memory would probably end it again. With
        # a session, the same command continues after the sweeps that are done.
        raise LifesearchError(f"the process of this count {died.cause}; not counted")


@dataclass
class CountBySweeps(CountCoordinator):
    """A count whose sweeps are made side by side, and added up at the end.

    steps     the number of sweeps; 0 before `begin`
    done      the number of those that are done, in this run or in an earlier one of its session
    added_up  whether all are done and added up
    """

    steps: int = 0
    done: int = 0
    added_up: bool = False

    def begin(self) -> None:
        """Find the sweeps that are not known; each worker has its share of the memory."""
        memory = self.workplace.memory(self.run_options.memory, self.jobs)
        self.options = SweepOptions(memory, self.query.populations, memo=self.memo)
        boxes = boxes_of(self.query.query, lengths=self.query.lengths)
        # Long sweeps first, so that no worker is alone at the end with one. The widest are the
        # longest; of 9 columns, still lifes of four symmetries take a seventh of the time of C1.
        regions = sorted(
            sweeps(self.query, self.options), key=lambda each: (-each.width, len(each.group))
        )
        longest = max(max(box) for box in boxes)
        self.work = SweepWork(longest, memory, self.query.populations)
        unknown = [each for each in regions if self.memo.recall(each.key) is None]
        self.left, self.steps = deque(unknown), len(regions)
        self.done = len(regions) - len(unknown)

    @property
    def work_is_left(self) -> bool:
        return not self.added_up

    def poll(self, seconds: float) -> Iterator[Event]:
        """Wait for sweeps; when all are done, add them up."""
        if self.unfinished:
            yield from super().poll(seconds)
            return
        for counted in self.query.numbers(self.options):
            yield BoxCounted(counted)
        self.added_up = True

    def _receive(self, member: Member, report: Any) -> Iterator[Event]:
        yield from super()._receive(member, report)
        self.done += report is None  # a worker's last report of a sweep is None

    @property
    def note(self) -> str:
        return "" if self.steps else "getting ready"

    @property
    def extent(self) -> Extent | None:
        if not self.steps:
            return None
        words = f"{self.done:,} of {plural(self.steps, 'sweep')} done"
        return Extent(self.done, self.steps, words, alike=False)

    def _take_back(self, member: Member, died: Died) -> None:
        assert self.left is not None
        if member.task is not None:
            self.left.appendleft(member.task)
        # A choice: unlike short tasks, sweeps may take hours, and one that needs more memory than
        # there is fails each time; so all deaths of a count are added up.
        self.losses += not died.blameless
        if self.losses >= LOSSES:
            raise solvers_died(self.losses, "this count", died.cause)
