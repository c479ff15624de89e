"""What all coordinators have in common: workers, their reports and losses, and the totals.

A coordinator gives work to other processes and turns their reports into events. There are some for
boxes (`portfolio`), soups, counts, and for strips by SAT and by row tables (`strips`).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Hashable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from itertools import chain
from math import inf
from time import monotonic
from typing import Any, Generic, TypeVar

from lifesearch.compiled.notices import Compiling, Notice, NotKept
from lifesearch.errors import LifesearchError
from lifesearch.running.events import (
    CompilerNews,
    Event,
    Extent,
    Finished,
    Lost,
    Progress,
    Runner,
    SearchNews,
    Snapshot,
    TimeLimitReached,
)
from lifesearch.running.options import FRESH_START, Checkpoint, RunOptions
from lifesearch.running.places.here import HERE
from lifesearch.running.places.place import Workplace
from lifesearch.running.process import Died, SolversDied, Worker
from lifesearch.signals import hold_interrupt, whole_steps
from lifesearch.solving.configuration import How
from lifesearch.solving.parts import Part

LAST_WORDS = 3.0
"""So many seconds a search that is stopped may wait for its workers, if what they did is kept."""
LOSSES = 3
"""So many workers may die of the same work before the search is given up."""


@dataclass(eq=False)
class Member:
    """A worker, its configuration, and the conflicts of its task so far.

    Without a `task` it is idle. While something is `compiling` it waits for a function, which
    another process compiles for it.
    """

    worker: Worker
    configuration: How
    part: Part
    conflicts: int = 0
    task: Any = None
    compiling: Compiling | None = field(default=None, kw_only=True)

    @property
    def active(self) -> bool:
        return self.task is not None

    @property
    def effort(self) -> int:
        """What it has done so far, in the unit of the search."""
        return self.conflicts


M = TypeVar("M", bound=Member)


@dataclass
class Coordinator(ABC, Generic[M]):
    """The state of a search: its workers, the answers seen (by key), and the conflicts spent."""

    query: Any
    run_options: RunOptions
    checkpoint: Checkpoint = FRESH_START
    workplace: Workplace = HERE
    members: list[M] = field(default_factory=list)
    seen: set[Hashable] = field(default_factory=set)
    best: int | None = None
    spent: int = 0
    losses: int = 0
    heard: set[Notice] = field(default_factory=set)

    def __post_init__(self) -> None:
        """Know what was found before; those that pass this on to workers do without it."""
        for event in self.checkpoint.found:
            self.seen |= {self.query.key(answer) for answer in event.answers}

    @abstractmethod
    def assign_work(self) -> Iterator[None]:
        """Give every free worker something to do, in steps that each start one worker."""

    @property
    @abstractmethod
    def busy(self) -> bool:
        """Whether anything is left to do."""

    def stopped(self) -> Iterator[Event]:
        """What is known and not yet reported when the time is over."""
        return iter(())

    def at_rest(self) -> Iterator[Event]:
        """What can be kept of the work that is under way, before it is stopped."""
        return iter(())

    def _until_snapshot(self) -> Iterator[Event]:
        """Go on until there is a snapshot, but not for long."""
        end = monotonic() + LAST_WORDS
        while self.busy and not self.complete and monotonic() < end:
            for _ in self.assign_work():
                pass
            for event in self.poll(max(0.0, end - monotonic())):
                yield event
                if isinstance(event, Snapshot):
                    return

    @abstractmethod
    def _receive(self, member: M, report: Any) -> Iterator[Event]:
        """Turn the report of a worker into events."""

    @abstractmethod
    def _take_back(self, member: M, died: Died) -> None:
        """Take back the work of a worker that died; SolversDied if too many have."""

    def _count_in_a_row(self, died: Died) -> None:
        """Count a worker that died; SolversDied if too many have, and none had anything new.

        Who receives a report with something new sets `losses` to 0.
        """
        self.losses += not died.blameless
        if self.losses >= LOSSES * max(1, self.jobs):
            raise solvers_died(self.losses, "this in a row", died.cause)

    @property
    def jobs(self) -> int:
        return self.workplace.room(self.run_options.jobs)

    @property
    def complete(self) -> bool:
        """Whether as many answers are found as are wanted."""
        return len(self.seen) == self.run_options.count

    @property
    def conflicts(self) -> int:
        return self.spent + sum(member.conflicts for member in self.members)

    @property
    def states(self) -> int | None:
        """How many states of a strip were visited; None for boxes."""
        return None

    @property
    def note(self) -> str:
        """What else there is to say about the progress."""
        return ""

    @property
    def extent(self) -> Extent | None:
        """How far the search is, if it has a known end."""
        return None

    def workers(self) -> list[Worker]:
        return [member.worker for member in self.members]

    def poll(self, seconds: float) -> Iterator[Event]:
        """Wait for reports, and turn them into events."""
        members = {member.worker: member for member in self.members}
        for worker in self.workplace.reporting(members, seconds):
            member = members[worker]
            if member not in self.members:
                continue  # a rival was faster, just now
            report = worker.receive()
            member.compiling = report if isinstance(report, Compiling) else None
            match report:
                case Compiling() | NotKept() as notice:
                    if notice not in self.heard:
                        self.heard.add(notice)
                        yield CompilerNews(notice)
                case Died() as died:
                    yield self._lose(member, died)
                case int(conflicts):
                    self._spend(member, conflicts)
                case _:
                    yield from self._receive(member, report)

    def _spend(self, member: M, conflicts: int) -> None:
        member.conflicts = conflicts

    def _lose(self, member: M, died: Died) -> Lost:
        self._dismiss(member)
        member.worker.kill()
        self._take_back(member, died)
        return Lost(member.part, member.configuration, died.cause, died.blameless)

    def _dismiss(self, member: M) -> None:
        self.spent += member.conflicts
        self.members.remove(member)

    def progress(self) -> Progress:
        active = tuple(
            Runner(
                member.part,
                member.configuration,
                member.effort,
                self.query.place(member.part),
                member.worker.node,
                str(member.compiling or self.query.why(member.part)),
            )
            for member in self.members
            if member.active
        )
        return Progress(
            self.conflicts,
            len(self.seen),
            active,
            self.note,
            self.best,
            self.query.unit,
            self.workplace.describe(),
            self.extent,
        )

    def finished(self, *, exhausted: bool) -> Finished:
        """The last event; `exhausted` if it is proved that there is no further answer."""
        return Finished(len(self.seen), self.conflicts, exhausted, self.states, self.best)


def solvers_died(losses: int, work: str, cause: str) -> SolversDied:
    return SolversDied(
        f"{losses} solvers failed on {work}: the last one {cause}; the rest is undecided"
    )


# Let a coordinator and its workers run: the clock, the time limit, and the end


HEARTBEAT = 0.1


def coordinated(
    coordinator: Callable[[Workplace], Coordinator[Any]],
    run_options: RunOptions,
    clock: Callable[[], float] = monotonic,
    last: list[Event] | None = None,
) -> Generator[Event, None, None]:
    """Yield the events of a search; closing the generator stops the work.

    If something is kept, `last` then has the events that were not yielded, or not dealt with: what
    workers had done by then.

    There is an event at least every `HEARTBEAT` seconds, so that a display may move. The time
    limit rules while workers are started, too: where many compete for few cores, that can take
    longer than the search may. Ctrl-C is handled between steps, so that the coordinator knows
    all its workers at any time.
    """
    limit = inf if run_options.time_limit is None else run_options.time_limit
    end = clock() + limit
    jobs = run_options.jobs
    with (
        run_options.place.open(jobs) as workplace,
        _stopping(coordinator(workplace), last if run_options.snapshots else None) as (
            search,
            steps,
        ),
    ):
        while not search.complete:
            somewhere = workplace.room(jobs) > 0
            for _ in whole_steps(search.assign_work()) if somewhere else ():
                if clock() >= end:
                    break
            if somewhere and not search.busy:
                yield search.finished(exhausted=True)
                return
            left = min(HEARTBEAT, end - clock())
            if left <= 0:
                yield from search.stopped()
                if run_options.snapshots:
                    yield from steps.of(search.at_rest())
                yield TimeLimitReached(limit)
                return
            yield search.progress()
            yield from steps.of(search.poll(left))
            for sentence in workplace.news():
                yield SearchNews(sentence)
        yield search.finished(exhausted=False)


@dataclass
class _Steps:
    """The events that come of a look at the workers, and the one that nobody may have seen yet."""

    left: Iterator[Event] = field(default_factory=lambda: iter(()))
    unseen: list[Event] = field(default_factory=list)

    def of(self, events: Iterator[Event]) -> Iterator[Event]:
        self.left = events
        return whole_steps(events, self.unseen)


@contextmanager
def _stopping(
    search: Coordinator[Any], last: list[Event] | None
) -> Iterator[tuple[Coordinator[Any], _Steps]]:
    """Leave no process behind, and of what they have done as little as possible undone."""
    steps = _Steps()
    try:
        yield search, steps
    except (GeneratorExit, KeyboardInterrupt):
        if last is not None:
            last += steps.unseen
            with suppress(LifesearchError):
                for event in chain(steps.left, search.at_rest()):
                    last.append(event)
        raise
    finally:
        with hold_interrupt():
            search.workplace.kill_all(search.workers())
