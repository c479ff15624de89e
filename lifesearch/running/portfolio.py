"""Search boxes, or cubes of a box, side by side.

Each of `jobs` workers has a part of the question. Where there are fewer parts than workers,
different configurations race on the same part, and the first to be done with it is believed.
What has been found twice is reported once. A worker that dies is replaced, or its rivals go
on without it; only when a part has cost several workers is the question given up.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass, field
from itertools import islice, takewhile
from typing import Any

from lifesearch.queries.base import Query, Task
from lifesearch.running.events import Event, Finished, Found, Lost, Progress, Runner, Searched
from lifesearch.running.options import Checkpoint, RunOptions
from lifesearch.running.process import Died, SolversDied, Worker, reporting
from lifesearch.running.schedule import PartState, Schedule
from lifesearch.solving.configuration import Configuration, racers
from lifesearch.solving.enumerate import Exhausted
from lifesearch.solving.parts import Part

LOSSES = 3


@dataclass
class _Runner:
    """A worker and what it is at."""

    worker: Worker
    work: PartState
    configuration: Configuration
    conflicts: int = 0
    waiting: bool = False


@dataclass
class Portfolio:
    """All that changes while a question is worked on."""

    query: Query[Any]
    run_options: RunOptions
    checkpoint: Checkpoint
    schedule: Schedule = field(init=False)
    runners: list[_Runner] = field(default_factory=list)
    idle: list[Worker] = field(default_factory=list)
    seen: set[Hashable] = field(default_factory=set)
    known: dict[Part, list[Any]] = field(default_factory=dict)
    best: int | None = None
    spent: int = 0

    def __post_init__(self) -> None:
        depth = self.checkpoint.depth
        parts = self.query.parts(self.run_options.depth(self.query) if depth is None else depth)
        left = (part for part in parts if part not in self.checkpoint.searched)
        hopeful = takewhile(lambda part: not self._hopeless(part), left)
        self.schedule = Schedule(hopeful, time_slicing=self.query.grows)
        for found in self.checkpoint.found:
            self._unseen(found.part, list(found.answers))

    @property
    def conflicts(self) -> int:
        """How hard the work has been so far."""
        return self.spent + sum(runner.conflicts for runner in self.runners)

    def assign_work(self) -> Iterator[None]:
        """Give every free worker something to do, one at each step."""
        while sum(not r.waiting for r in self.runners) < self.run_options.jobs:
            work = self.schedule.take()
            if work is not None:
                mine = [r for r in self.runners if r.work is work]
                if mine:
                    mine[0].waiting = False
                    mine[0].worker.go_on(work.allowance)
                else:
                    self._begin(work, work.losses)
            elif not self._join():
                return
            yield

    def _join(self) -> bool:
        """Have another configuration race on the part with the fewest runners.

        Boxes that grow are not raced for: what is set aside has one runner, who waits. Nor
        is a part that has cost too many workers.
        """
        everything = self.run_options.count is None and not self.query.optimises
        if everything or self.run_options.fixed or self.query.grows:
            return False
        rivals = [r.work for r in self.runners if r.work.losses < LOSSES]
        if not rivals:
            return False
        work = min(rivals, key=rivals.count)
        self._begin(work, rivals.count(work) + work.losses)
        return True

    def _begin(self, work: PartState, rank: int) -> None:
        fixed, usual = self.run_options.fixed, self.query.configurations()
        rank = 0 if fixed else rank
        configuration = next(islice(racers(usual, fixed), rank, None))
        worker = self.idle.pop() if self.idle else Worker(self.query)
        known = self.known.get(work.part, [])
        if self.query.optimises:
            known = [answers[-1] for answers in self.known.values() if answers]
        worker.begin(Task(work.part, configuration, known, work.allowance))
        self.runners.append(_Runner(worker, work, configuration))

    def poll(self, seconds: float) -> Iterator[Event]:
        """Wait for reports, and say what they mean."""
        for runner in reporting(self.runners, seconds):
            if runner not in self.runners:
                continue  # a rival was faster, just now
            match runner.worker.receive():
                case Died(cause):
                    yield self._lose(runner, cause)
                case int(conflicts):
                    self._spend(runner, conflicts)
                case list(answers):
                    if new := self._unseen(runner.work.part, answers):
                        yield Found(runner.work.part, tuple(new))
                        if self.query.optimises:
                            self._spread(runner, new)
                case Exhausted(conflicts):
                    runner.conflicts = conflicts
                    yield Searched(runner.work.part, conflicts)
                    self._done(runner)

    def _spend(self, runner: _Runner, conflicts: int) -> None:
        runner.conflicts = runner.work.conflicts = conflicts
        if conflicts >= runner.work.allowance:
            runner.waiting = True
            self.schedule.leave(runner.work)

    def _unseen(self, part: Part, answers: list[Any]) -> list[Any]:
        new = []
        for answer in answers:
            key: Hashable = len(self.seen)
            if not self.query.optimises:
                key = self.query.key(answer)
            elif not self._better(answer):
                continue
            if key not in self.seen and len(self.seen) != self.run_options.count:
                self.seen.add(key)
                new.append(answer)
        self.known.setdefault(part, []).extend(new)
        return new

    def _better(self, answer: Any) -> bool:
        cost = self.query.cost(answer)
        if self.best is not None and cost >= self.best:
            return False
        self.best = cost
        return True

    def _hopeless(self, part: Part) -> bool:
        return self.best is not None and self.query.hopeless(part, self.best)

    def _spread(self, finder: _Runner, new: list[Any]) -> None:
        """Tell all others what is to be bettered; let parts be that have nothing better."""
        for runner in self.runners:
            if runner is not finder:
                runner.worker.tell(new)
        for work in [w for w in self.schedule.undecided if self._hopeless(w.part)]:
            self.schedule.done(work)
            for runner in [r for r in self.runners if r.work is work]:
                self._dismiss(runner)
                runner.worker.kill()

    def _done(self, winner: _Runner) -> None:
        self.schedule.done(winner.work)
        for runner in [r for r in self.runners if r.work is winner.work]:
            self._dismiss(runner)
            if runner is winner:
                self.idle.append(runner.worker)
            else:
                runner.worker.kill()

    def _lose(self, runner: _Runner, cause: str) -> Lost:
        self._dismiss(runner)
        runner.worker.kill()
        work = runner.work
        work.losses += 1
        if work not in [r.work for r in self.runners]:
            if work.losses >= LOSSES:
                raise SolversDied(
                    f"{work.losses} solvers died of {work.part}: the last one {cause}; "
                    f"nothing is known about the rest"
                )
            work.conflicts = 0
            self.schedule.leave(work)
        return Lost(work.part, runner.configuration, cause)

    def _dismiss(self, runner: _Runner) -> None:
        self.spent += runner.conflicts
        self.runners.remove(runner)

    @property
    def complete(self) -> bool:
        """Whether enough is found."""
        return len(self.seen) == self.run_options.count

    @property
    def busy(self) -> bool:
        """Whether anything is left to do."""
        return bool(self.runners)

    def workers(self) -> list[Worker]:
        """All processes."""
        return [*self.idle, *(runner.worker for runner in self.runners)]

    def finished(self, *, exhausted: bool) -> Finished:
        """The verdict."""
        return Finished(len(self.seen), self.conflicts, exhausted, best=self.best)

    def progress(self) -> Progress:
        """How things are."""
        active = tuple(
            Runner(r.work.part, r.configuration, r.conflicts) for r in self.runners if not r.waiting
        )
        return Progress(
            self.conflicts, len(self.seen), active, best=self.best, unit=self.query.unit
        )
