"""Explore a strip with several workers that share what they have seen.

Here are all states that were visited, each with the one before it, and the frontier of
those that are not done. A worker takes a share of the frontier, goes on from there for a
fraction of a second, and comes back with new states and what is still open. Then it learns
where others have been. What a worker that dies has not reported is as if it had not been.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass, field

from lifesearch.queries.answer import Answer
from lifesearch.queries.strip import Strip
from lifesearch.running.events import (
    Event,
    Finished,
    Found,
    Lost,
    Partial,
    Progress,
    Runner,
    StripProgress,
)
from lifesearch.running.process import Died, SolversDied, Worker, reporting
from lifesearch.solving.configuration import Configuration
from lifesearch.solving.parts import Part, State
from lifesearch.solving.strip_explorer import StripReport, StripTask, start
from lifesearch.text import plural

LOSSES = 3


@dataclass
class StripMember:
    """A worker, the states it went on from, and how much of what was seen it knows of."""

    worker: Worker
    configuration: Configuration
    task: tuple[State, ...] = ()
    told: int = 0
    conflicts: int = 0


@dataclass
class StripSearch:
    """All that changes while a strip is explored."""

    strip: Strip
    jobs: int
    count: int | None
    configuration: Configuration
    before: dict[State, State] = field(default_factory=dict)
    depth: dict[State, int] = field(default_factory=dict)
    visited: list[State] = field(default_factory=list)
    frontier: list[State] = field(default_factory=list)
    members: list[StripMember] = field(default_factory=list)
    seen: set[Hashable] = field(default_factory=set)
    longest: int = 0
    spent: int = 0
    losses: int = 0

    def __post_init__(self) -> None:
        self.depth[start(self.strip.lattice)] = 0
        self.frontier.append(start(self.strip.lattice))

    @property
    def part(self) -> Part:
        """The strip, for those who ask where an answer was found."""
        return Part((self.strip.width, 0))

    def remember(
        self, found: tuple[Found, ...], progress_records: tuple[StripProgress, ...]
    ) -> None:
        """Go on from where others were."""
        answers = [answer for event in found for answer in event.answers]
        self.seen |= {self.strip.key(a) for a in answers if isinstance(a, Answer)}
        for progress_made in progress_records:
            gone = set(progress_made.took)
            self.frontier = [state for state in self.frontier if state not in gone]
            self._enter(progress_made)

    def assign_work(self) -> Iterator[None]:
        """Share the frontier among those who wait; new workers are started one at each step."""
        if not self.frontier:
            return
        waiting = [member for member in self.members if not member.task]
        while len(self.members) < self.jobs and len(waiting) < len(self.frontier):
            waiting.append(StripMember(Worker(self.strip), self.configuration))
            self.members.append(waiting[-1])
            yield
        shares = [tuple(self.frontier[i :: len(waiting)]) for i in range(len(waiting))]
        for member, share in zip(waiting, shares, strict=True):
            if share:
                member.task = share
                member.worker.begin(self._leg(member))
        if waiting:
            self.frontier = []

    def _leg(self, member: StripMember) -> StripTask:
        """What to send to a worker that has got its share."""
        news = tuple(self.visited[member.told :])
        member.told = len(self.visited)
        return StripTask(self.configuration, member.task, news)

    @property
    def busy(self) -> bool:
        """Whether anything is left to do."""
        return bool(self.frontier) or self.working

    @property
    def working(self) -> bool:
        """Whether a worker has something to report yet."""
        return any(member.task for member in self.members)

    @property
    def complete(self) -> bool:
        """Whether enough is found."""
        return len(self.seen) == self.count

    def poll(self, seconds: float) -> Iterator[Event]:
        """Wait for reports, and say what they mean."""
        for member in reporting(self.members, seconds):
            match member.worker.receive():
                case Died(cause):
                    yield self._lose(member, cause)
                case int(conflicts):
                    member.conflicts = conflicts
                case StripReport() as report:
                    yield from self._return(member, report)

    def _return(self, member: StripMember, report: StripReport) -> Iterator[Event]:
        fresh = tuple((child, parent) for child, parent in report.new if child not in self.depth)
        mine = {child for child, _ in fresh} | set(member.task)
        progress_made = StripProgress(
            member.task, fresh, tuple(state for state in report.open if state in mine)
        )
        member.task, member.conflicts, self.losses = (), report.conflicts, 0
        yield progress_made
        self._enter(progress_made)
        for end in report.ends:
            answer = self.strip.answer(self.strip.pattern(self._path(end)))
            key = self.strip.key(answer)
            if key not in self.seen and not self.complete:
                self.seen.add(key)
                yield Found(self.part, (answer,))
        yield from self._record(fresh)

    def _record(self, fresh: tuple[tuple[State, State], ...]) -> Iterator[Partial]:
        """The longest beginning of a ship, if it is among the new ones."""
        deepest = max((child for child, _ in fresh), key=self.depth.__getitem__, default=None)
        if deepest is not None and self.depth[deepest] > self.longest:
            self.longest = self.depth[deepest]
            yield Partial(self.longest, self.strip.pattern(self._path(deepest)))

    def _enter(self, progress_made: StripProgress) -> None:
        for child, parent in progress_made.new:
            self.before[child] = parent
            self.depth[child] = self.depth[parent] + 1
            self.visited.append(child)
        self.frontier += progress_made.left

    def _path(self, state: State) -> list[State]:
        """The way to a state, without the empty one where it began."""
        path = []
        while state in self.before:
            path.append(state)
            state = self.before[state]
        return path[::-1]

    def _lose(self, member: StripMember, cause: str) -> Lost:
        self.members.remove(member)
        member.worker.kill()
        self.frontier += member.task
        self.spent += member.conflicts
        self.losses += 1
        if self.losses >= LOSSES * self.jobs:
            raise SolversDied(
                f"{self.losses} solvers died of this in a row: the last one {cause}; "
                f"nothing is known about the rest"
            )
        return Lost(self.part, member.configuration, cause)

    def progress(self) -> Progress:
        """How things are."""
        open_states = len(self.frontier) + sum(len(member.task) for member in self.members)
        note = (
            f"{plural(len(self.visited), 'state')}, {open_states:,} open, "
            f"longest {plural(self.longest, 'row')}"
        )
        active = tuple(
            Runner(self.part, member.configuration, member.conflicts)
            for member in self.members
            if member.task
        )
        return Progress(self._conflicts(), len(self.seen), active, note)

    def finished(self, *, exhausted: bool) -> Finished:
        """The verdict.

        Since each state is entered once, there may be other ships through the same states:
        when one was found, nothing is proved about the rest.
        """
        return self._verdict(exhausted=exhausted and not self.seen)

    def _verdict(self, *, exhausted: bool) -> Finished:
        states = len(self.visited)
        return Finished(len(self.seen), self._conflicts(), exhausted, states=states)

    def workers(self) -> list[Worker]:
        """All processes."""
        return [member.worker for member in self.members]

    def _conflicts(self) -> int:
        return self.spent + sum(member.conflicts for member in self.members)
