"""Explore a strip with several workers that share what they have seen.

Here are all states that were visited, each with the one before it, and the frontier of
those that are not done. A worker takes a share of the frontier, goes on from there for a
fraction of a second, and comes back with new states and what is still open. Then it learns
where others have been. What a worker that dies has not reported is as if it had not been.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass, field

from lifesearch.search.answer import Answer
from lifesearch.search.configuration import Configuration
from lifesearch.search.events import (
    Event,
    Finished,
    Found,
    Lost,
    Part,
    Partial,
    Progress,
    Runner,
    State,
    Trail,
)
from lifesearch.search.explorer import Explored, Leg, start
from lifesearch.search.strip import Strip
from lifesearch.search.worker import Died, SolversDied, Worker, reporting
from lifesearch.words import plural

LOSSES = 3


@dataclass
class Scout:
    """A worker, the states it went on from, and how much of what was seen it knows of."""

    worker: Worker
    configuration: Configuration
    leg: tuple[State, ...] = ()
    told: int = 0
    conflicts: int = 0


@dataclass
class Expedition:
    """All that changes while a strip is explored."""

    strip: Strip
    jobs: int
    count: int | None
    configuration: Configuration
    before: dict[State, State] = field(default_factory=dict)
    depth: dict[State, int] = field(default_factory=dict)
    visited: list[State] = field(default_factory=list)
    frontier: list[State] = field(default_factory=list)
    scouts: list[Scout] = field(default_factory=list)
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

    def remember(self, found: tuple[Found, ...], trails: tuple[Trail, ...]) -> None:
        """Go on from where others were."""
        answers = [answer for event in found for answer in event.answers]
        self.seen |= {self.strip.key(a) for a in answers if isinstance(a, Answer)}
        for trail in trails:
            gone = set(trail.took)
            self.frontier = [state for state in self.frontier if state not in gone]
            self._enter(trail)

    def staff(self) -> Iterator[None]:
        """Share the frontier among those who wait; new workers are started one at each step."""
        if not self.frontier:
            return
        waiting = [scout for scout in self.scouts if not scout.leg]
        while len(self.scouts) < self.jobs and len(waiting) < len(self.frontier):
            waiting.append(Scout(Worker(self.strip), self.configuration))
            self.scouts.append(waiting[-1])
            yield
        shares = [tuple(self.frontier[i :: len(waiting)]) for i in range(len(waiting))]
        for scout, share in zip(waiting, shares, strict=True):
            if share:
                scout.leg = share
                scout.worker.begin(self._leg(scout))
        if waiting:
            self.frontier = []

    def _leg(self, scout: Scout) -> Leg:
        """What to send to a worker that has got its share."""
        news = tuple(self.visited[scout.told :])
        scout.told = len(self.visited)
        return Leg(self.configuration, scout.leg, news)

    @property
    def busy(self) -> bool:
        """Whether anything is left to do."""
        return bool(self.frontier) or self.working

    @property
    def working(self) -> bool:
        """Whether a worker has something to report yet."""
        return any(scout.leg for scout in self.scouts)

    @property
    def complete(self) -> bool:
        """Whether enough is found."""
        return len(self.seen) == self.count

    def listen(self, seconds: float) -> Iterator[Event]:
        """Wait for reports, and say what they mean."""
        for scout in reporting(self.scouts, seconds):
            match scout.worker.receive():
                case Died(cause):
                    yield self._lose(scout, cause)
                case int(conflicts):
                    scout.conflicts = conflicts
                case Explored() as report:
                    yield from self._return(scout, report)

    def _return(self, scout: Scout, report: Explored) -> Iterator[Event]:
        fresh = tuple((child, parent) for child, parent in report.new if child not in self.depth)
        mine = {child for child, _ in fresh} | set(scout.leg)
        trail = Trail(scout.leg, fresh, tuple(state for state in report.open if state in mine))
        scout.leg, scout.conflicts, self.losses = (), report.conflicts, 0
        yield trail
        self._enter(trail)
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

    def _enter(self, trail: Trail) -> None:
        for child, parent in trail.new:
            self.before[child] = parent
            self.depth[child] = self.depth[parent] + 1
            self.visited.append(child)
        self.frontier += trail.left

    def _path(self, state: State) -> list[State]:
        """The way to a state, without the empty one where it began."""
        path = []
        while state in self.before:
            path.append(state)
            state = self.before[state]
        return path[::-1]

    def _lose(self, scout: Scout, cause: str) -> Lost:
        self.scouts.remove(scout)
        scout.worker.kill()
        self.frontier += scout.leg
        self.spent += scout.conflicts
        self.losses += 1
        if self.losses >= LOSSES * self.jobs:
            raise SolversDied(
                f"{self.losses} solvers died of this in a row: the last one {cause}; "
                f"nothing is known about the rest"
            )
        return Lost(self.part, scout.configuration, cause)

    def progress(self) -> Progress:
        """How things are."""
        open_states = len(self.frontier) + sum(len(scout.leg) for scout in self.scouts)
        note = (
            f"{plural(len(self.visited), 'state')}, {open_states:,} open, "
            f"longest {plural(self.longest, 'row')}"
        )
        active = tuple(
            Runner(self.part, scout.configuration, scout.conflicts)
            for scout in self.scouts
            if scout.leg
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
        return [scout.worker for scout in self.scouts]

    def _conflicts(self) -> int:
        return self.spent + sum(scout.conflicts for scout in self.scouts)
