"""The base of all coordinators, and the loop that runs one: `run`, a generator of events.

A coordinator gives tasks to workers and turns their reports into events. The engine of a plan makes
it. There is one for parts, such as boxes (`portfolio`); other kinds of questions have theirs in
their own folders. Views and the other doors read the events: of a search that has a session, after
those of the session (`search_events`).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Hashable, Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from itertools import chain, islice
from math import inf
from time import monotonic
from typing import Any, Generic, Protocol, TypeVar

from lifesearch.common.errors import LifesearchError
from lifesearch.common.signals import delay_interrupt, whole_steps
from lifesearch.core.events import (
    Event,
    Extent,
    Finished,
    Lost,
    Progress,
    Runner,
    Snapshot,
    TimeLimitReached,
    WorkplaceMessage,
)
from lifesearch.core.question import AnyQuestion
from lifesearch.engines.sat.solving.configuration import Strategy
from lifesearch.engines.sat.solving.part import Part
from lifesearch.running.options import FRESH_START, Checkpoint, RunOptions
from lifesearch.running.places.here import Processes
from lifesearch.running.places.place import Workplace
from lifesearch.running.process import Died, SolversDied, Worker

SNAPSHOT_SECONDS = 3.0
"""A search with a session that is stopped waits at most this long for snapshots of workers.

A person waits for it after Ctrl-C; without a snapshot, all work since the last one is repeated.
"""
LOSSES = 3
"""The search is given up when this number of workers has died of the same part.

One may have died by chance, such as for lack of memory that another process took. Searches by one
long run or by short tasks, not by parts, allow more: see `Coordinator._count_in_a_row`.
"""


@dataclass(eq=False)
class Member:
    """A worker, its configuration, the part that it searches, and its conflicts there so far.

    Without a `task` it is idle. Strategies without a solver count other units of work (see `Runner`
    in `core.events`). A coordinator that adds those of a finished task to its `spent` sets them to
    0 here.
    """

    worker: Worker
    configuration: Strategy
    part: Part
    conflicts: int = 0
    task: Any = None

    @property
    def active(self) -> bool:
        return self.task is not None

    @property
    def effort(self) -> int:
        """Work on its task so far, in the unit of the search."""
        return self.conflicts


M = TypeVar("M", bound=Member)
Q = TypeVar("Q", bound=AnyQuestion)


@dataclass
class Coordinator(ABC, Generic[Q, M]):
    """The state of a search: its workers, and the answers seen (by key).

    `spent` counts the conflicts that no member has any more: of workers that were dismissed, and in
    some searches of finished tasks (see `Member`). `best` is the cost of the best answer so far, if
    there is an objective. `losses` counts workers that died. `ruled_out` names symmetries that no
    pattern centred in the box has, `partial` the largest partial pattern.
    """

    query: Q
    run_options: RunOptions
    checkpoint: Checkpoint = FRESH_START
    workplace: Workplace = field(default_factory=Processes)
    members: list[M] = field(default_factory=list)
    seen: set[Hashable] = field(default_factory=set)
    best: int | None = None
    spent: int = 0
    losses: int = 0
    ruled_out: tuple[str, ...] = ()
    partial: str = ""

    def __post_init__(self) -> None:
        """Load the keys of answers found in earlier runs."""
        for event in self.checkpoint.found:
            self.seen |= {self.query.key(answer) for answer in event.answers}

    @abstractmethod
    def assign_work(self) -> Iterator[None]:
        """Give every free worker a task, in steps that each start one worker."""

    @property
    @abstractmethod
    def work_is_left(self) -> bool:
        """Whether work is left, after `assign_work`: if not, the search is `finished`."""

    def held_back(self) -> Iterator[Event]:
        """At the time limit or Ctrl-C: answers held back, since shorter ones might be found."""
        return iter(())

    def final_snapshots(self) -> Iterator[Event]:
        """At the time limit or Ctrl-C: snapshots of unfinished work, for the session."""
        return iter(())

    def _until_snapshot(self) -> Iterator[Event]:
        """Go on until there is a snapshot, for at most SNAPSHOT_SECONDS seconds.

        Work is assigned, too: some snapshots need another task of every worker (`shared_search`).
        A cluster may have lost all its machines: then no worker can be started.
        """
        end = monotonic() + SNAPSHOT_SECONDS
        while self.work_is_left and not self.complete and monotonic() < end:
            for _ in self.assign_work() if self.jobs else ():
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
        """Make the task of a dead worker available again; SolversDied if too many have died."""

    def _count_in_a_row(self, died: Died) -> None:
        """Count a worker that died; SolversDied after too many without a new result between them.

        These deaths need not have one task in common, and a lack of memory may end all workers at
        once: so each may die LOSSES times. `_receive` sets `losses` to 0 at each new result.
        """
        self.losses += not died.blameless
        if self.losses >= LOSSES * max(1, self.jobs):
            raise solvers_died(self.losses, "this in a row", died.cause)

    @property
    def jobs(self) -> int:
        """How many workers can run now: on a cluster that changes."""
        return self.workplace.capacity(self.run_options.jobs)

    @property
    def complete(self) -> bool:
        """Whether the wanted number of answers is found."""
        # A session may have more than are wanted now.
        count = self.run_options.count
        return count is not None and len(self.seen) >= count

    @property
    def conflicts(self) -> int:
        return self.spent + sum(member.conflicts for member in self.members)

    @property
    def states(self) -> int | None:
        """How many states of a strip were visited; None for boxes."""
        return None

    @property
    def note(self) -> str:
        """A sentence about the progress, or nothing."""
        return ""

    @property
    def extent(self) -> Extent | None:
        """How much of the search is done, if its end is known."""
        return None

    def workers(self) -> list[Worker]:
        return [member.worker for member in self.members]

    def poll(self, seconds: float) -> Iterator[Event]:
        """Wait for reports, and turn them into events."""
        members = {member.worker: member for member in self.members}
        for worker in self.workplace.reporting(members, seconds):
            member = members[worker]
            if member not in self.members:
                continue  # dismissed just now: a rival has decided its part, or all were killed
            report = worker.receive()
            match report:
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

    def place(self, part: Part) -> str:
        """The part that a worker searches, in words."""
        return part.place

    def progress(self) -> Progress:
        active = tuple(
            Runner(
                member.part,
                member.configuration,
                member.effort,
                self.place(member.part),
                member.worker.node,
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
            self.ruled_out,
            self.partial,
        )

    def finished(self, *, exhausted: bool) -> Finished:
        """The last event; `exhausted` if it is proved that there is no further answer."""
        return Finished(len(self.seen), self.conflicts, exhausted, self.states, self.best)


AnyCoordinator = Coordinator[Any, Any]


def solvers_died(losses: int, work: str, cause: str) -> SolversDied:
    return SolversDied(
        f"{losses} solvers failed on {work}: the last one {cause}; the rest is undecided"
    )


# Run a plan: a coordinator and its workers, the clock, the time limit, and the end


HEARTBEAT = 0.1
"""Seconds between two events, at most, unless workers are started between them: see `run`."""


class CoordinatorMaker(Protocol):
    """The method of an engine that `run` calls."""

    def coordinator(self, plan: Any, workplace: Workplace) -> AnyCoordinator:
        """The coordinator for a plan."""
        ...


class RunnablePlan(Protocol):
    """The fields of a plan that `run` reads."""

    @property
    def query(self) -> AnyQuestion: ...

    @property
    def engine(self) -> CoordinatorMaker: ...

    @property
    def options(self) -> RunOptions: ...


class Recorder(Protocol):
    """A session: it has the events of earlier runs, and records those of this one."""

    @property
    def checkpoint(self) -> Checkpoint:
        """The state from which the search resumes."""
        ...

    @property
    def events(self) -> Iterable[Event]:
        """The events of earlier runs."""
        ...

    def record(self, events: Iterable[Event]) -> Iterator[Event]:
        """Yield the events, each after it is written, if a session keeps events of its type."""
        ...

    def take(self, event: Event) -> None:
        """Write an event, if a session keeps its type, unless it was the last one written."""
        ...


@contextmanager
def started(plan: RunnablePlan, last: list[Event]) -> Iterator[Iterator[Event]]:
    """Start the workers at once, and yield the events; on leaving, kill the workers.

    A search without a session uses it: the modules that show answers load meanwhile. `last` is
    filled as `run` says; closing the events stops the workers, too.
    """
    with closing(search_events(plan, last=last)) as events:
        yield _after(list(islice(events, 1)), events)


def _after(first: list[Event], events: Generator[Event, None, None]) -> Iterator[Event]:
    """Yield the first events and then the others, which are closed with this generator."""
    with closing(events):
        yield from first
        yield from events


def search_events(
    plan: RunnablePlan,
    session: Recorder | None = None,
    last: list[Event] | None = None,
) -> Generator[Event, None, None]:
    """Yield the events of earlier runs, if there is a session, and then those of this run.

    The plan is that of the session, if there is one. Closing the generator stops the work. `last`
    is filled then, as `run` says; a session saves these events.
    """
    if last is None and session is not None:
        last = []
    proof = plan.options.proof
    try:
        with closing(run(plan, last=last)) as events:
            passed_on: Iterable[Event] = events
            if session is not None:
                yield from session.events
                passed_on = session.record(events)
            if proof is not None:
                passed_on = proof.record(plan.query, plan.options, passed_on)
            yield from passed_on
    finally:
        if session is not None:
            for event in last or ():
                session.take(event)


def run(
    plan: RunnablePlan,
    clock: Callable[[], float] = monotonic,
    last: list[Event] | None = None,
) -> Generator[Event, None, None]:
    """Yield the events of a search; closing the generator stops the work.

    `last`, if it is given, is filled then: with events of work done by the workers that were not
    yielded, or that the consumer may not have handled; and with answers that were held back.

    There is an event at least every `HEARTBEAT` seconds, so that a display may move, but none while
    workers are started. The time limit holds then, too: where many compete for few cores, starting
    them can take longer than the whole limit. Ctrl-C is handled between steps, so that the
    coordinator knows all its workers at any time.
    """
    options = plan.options
    with options.place.open(options.jobs) as workplace:
        with _stopping(
            plan.engine.coordinator(plan, workplace), last, snapshots=options.snapshots
        ) as (search, steps):
            end = yield from _until_end(search, steps, options, clock)
        # The workers are stopped: a consumer that closes the generator now asks for no snapshots.
        yield end


def _until_end(
    search: AnyCoordinator, steps: _Steps, options: RunOptions, clock: Callable[[], float]
) -> Generator[Event, None, Finished | TimeLimitReached]:
    """Yield all events of a search but the last, which is returned."""
    limit = inf if options.time_limit is None else options.time_limit
    end = clock() + limit
    workplace = search.workplace
    while not search.complete:
        # Without any, such as before a cluster is ready, it waits: nothing is proved by that.
        has_machines = workplace.capacity(options.jobs) > 0
        for _ in whole_steps(search.assign_work()) if has_machines else ():
            # At least one step is made, so work that began is in a worker and still counts as
            # left below: a limit in the midst of assigning is no end of the search.
            if clock() >= end:
                break
        if has_machines and not search.work_is_left:
            return search.finished(exhausted=True)
        pause = min(HEARTBEAT, end - clock())
        if pause <= 0:
            yield from steps.of(_last_events(search, snapshots=options.snapshots))
            return TimeLimitReached(limit)
        yield search.progress()
        yield from steps.of(search.poll(pause))
        for sentence in workplace.messages():
            yield WorkplaceMessage(sentence)
    return search.finished(exhausted=False)


def _last_events(search: AnyCoordinator, *, snapshots: bool) -> Iterator[Event]:
    """The last events of a search that is stopped: answers held back, then snapshots."""
    yield from search.held_back()
    if snapshots:
        yield from search.final_snapshots()


@dataclass
class _Steps:
    """The rest of the events of one poll, and the last one yielded, perhaps not handled yet."""

    left: Iterator[Event] = field(default_factory=lambda: iter(()))
    unseen: list[Event] = field(default_factory=list)

    def of(self, events: Iterator[Event]) -> Iterator[Event]:
        self.left = events
        return whole_steps(events, self.unseen)


@contextmanager
def _stopping(
    search: AnyCoordinator, last: list[Event] | None, *, snapshots: bool
) -> Iterator[tuple[AnyCoordinator, _Steps]]:
    """On leaving, kill all workers.

    At Ctrl-C, or if the generator of events is closed, first add to `last` the events of finished
    work that were not yielded, answers that were held back and, if they are wanted, `snapshots`.
    After SIGTERM nothing is added: it raises SystemExit even within a step, and a snapshot that is
    made then could leave out an answer that was received and not yet yielded.
    """
    steps = _Steps()
    try:
        yield search, steps
    except (GeneratorExit, KeyboardInterrupt):
        if last is not None:
            last += steps.unseen
            with suppress(LifesearchError):
                for event in chain(steps.left, _last_events(search, snapshots=snapshots)):
                    last.append(event)
        raise
    finally:
        with delay_interrupt():
            search.workplace.kill_all(search.workers())
