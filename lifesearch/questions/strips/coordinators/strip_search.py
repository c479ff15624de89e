"""Explore a strip by SAT with several workers that share the states they have visited.

The coordinator has all states that were visited, each with the one before it, and the frontier
of those that are not done. A worker takes a share of the frontier, goes on from there for a
fraction of a second, and reports new states and those that are still open. If a worker dies, its
share goes back to the frontier.

For patterns of any length it is enough to enter each state once (`StripSearch`): a worker is sent
the states that others have visited. All patterns up to a length need all steps between states: see
`strip_levels`.

If the proof is to be written for others, the states of its certificate are found at the end: these
are more than were visited here, since a solver looks further ahead than its checker does.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Generator, Iterator
from dataclasses import dataclass, field
from time import monotonic
from typing import Any, ClassVar

from lifesearch.common.text import plural
from lifesearch.core import events
from lifesearch.engines.sat.solving.configuration import Configuration, racers
from lifesearch.engines.sat.solving.part import State
from lifesearch.engines.sat.solving.strip_explorer import StripReport, StripTask
from lifesearch.questions.strips.coordinators.coordinator import StripCoordinator
from lifesearch.running.coordinator import Member
from lifesearch.running.process import Died


@dataclass(eq=False)
class StripMember(Member):
    """A worker of a strip.

    task      the states from which it goes on; empty if it is idle
    informed  how many of the visited states were sent to it
    """

    task: tuple[State, ...] = ()
    informed: int = 0

    @property
    def active(self) -> bool:
        return bool(self.task)


@dataclass
class StripBySat(StripCoordinator[StripMember]):
    """The states of a strip that are known, and the workers that find more.

    before         for each state the one from which it was first reached
    depth          for each state the number of steps to it, along these
    visited        all states but the first, in the order in which they were reported
    frontier       states to go on from that no worker has
    longest        the greatest depth of a partial ship that was reported
    configuration  the solver
    """

    before: dict[State, State] = field(default_factory=dict)
    depth: dict[State, int] = field(default_factory=dict)
    visited: list[State] = field(default_factory=list)
    frontier: list[State] = field(default_factory=list)
    longest: int = 0
    configuration: Configuration = field(init=False)

    most_sent: ClassVar[int | None] = None
    """How many states are sent at once; None: all that there are."""

    def __post_init__(self) -> None:
        super().__post_init__()
        usual, fixed = self.strip.configurations(), self.run_options.fixed
        self.configuration = next(racers(usual, fixed))
        self.depth[self.strip.first_state] = 0
        self.frontier.append(self.strip.first_state)
        self.remember(self.checkpoint.progress_records)

    @abstractmethod
    def remember(self, progress_records: tuple[events.StripProgress, ...]) -> None:
        """Load the states and steps of a checkpoint."""

    @abstractmethod
    def _task(self, member: StripMember) -> StripTask:
        """The message to a worker about its share of the frontier."""

    @abstractmethod
    def _progress(self, task: tuple[State, ...], report: StripReport) -> events.StripProgress:
        """The states and steps of a report that are new."""

    @abstractmethod
    def _enter(self, progress_made: events.StripProgress) -> None:
        """Insert new states, and the steps to them."""

    def _report_ends(self, ends: tuple[State, ...]) -> Iterator[events.Event]:
        """Report the ships that end at these states, if that can be done at once."""
        return iter(())

    def assign_work(self) -> Iterator[None]:
        """Share the frontier among idle workers; each step starts one new worker.

        All get a share at once; shares differ by one state at most.
        """
        if not self.frontier:
            return
        waiting = [member for member in self.members if not member.task]
        while len(self.members) < self.jobs and len(waiting) < len(self._next_states):
            worker = self.workplace.start(self.strip)
            waiting.append(StripMember(worker, self.configuration, self.strip.part))
            self.members.append(waiting[-1])
            yield
        if not waiting:
            return
        states = self._next_states
        for i, member in enumerate(waiting):
            if share := tuple(states[i :: len(waiting)]):
                member.task = share
                member.worker.begin(self._task(member))
        self.frontier = self.frontier[len(states) :]

    @property
    def _next_states(self) -> list[State]:
        return self.frontier[: self.most_sent]

    @property
    def working(self) -> bool:
        return any(member.task for member in self.members)

    def _receive(self, member: StripMember, report: Any) -> Iterator[events.Event]:
        assert isinstance(report, StripReport)
        progress_made = self._progress(member.task, report)
        member.task, member.conflicts, self.losses = (), report.conflicts, 0
        yield progress_made
        self._enter(progress_made)
        yield from self._report_ends(report.ends)
        yield from self._longest_partial(progress_made.new)

    def _longest_partial(self, fresh: tuple[tuple[State, State], ...]) -> Iterator[events.Partial]:
        """A partial ship that ends at a new state, if it is longer than all before."""
        deepest = max((child for child, _ in fresh), key=self.depth.__getitem__, default=None)
        if deepest is not None and self.depth[deepest] > self.longest:
            self.longest = self.depth[deepest]
            yield events.Partial(self.strip.geometry.pattern(self._path(deepest)))

    def _path(self, state: State) -> list[State]:
        """The states on the way to a state, without the empty one where it began."""
        path = []
        while state in self.before:
            path.append(state)
            state = self.before[state]
        return path[::-1]

    def _take_back(self, member: StripMember, died: Died) -> None:
        self.frontier += member.task
        self._count_in_a_row(died)

    @property
    def note(self) -> str:
        open_states = len(self.frontier) + sum(len(member.task) for member in self.members)
        return (
            f"{plural(len(self.visited), 'state')}, {open_states:,} open, "
            f"longest {plural(self.longest, 'row')}"
        )

    @property
    def states(self) -> int:
        return len(self.visited)


@dataclass
class StripSearch(StripBySat):
    """A search for patterns of any length.

    proving  finds the states of the certificate; None until that has begun
    proved   how many states of it are found
    written  whether the proof is written: one is, if wanted, unless a ship was found or rejected
    """

    proving: Generator[int, None, events.Proof | None] | None = None
    proved: int = 0
    written: bool = False

    def remember(self, progress_records: tuple[events.StripProgress, ...]) -> None:
        """Load states; a ship whose end was not reported is found again, as its state is open."""
        open_states = dict.fromkeys(self.frontier)
        for progress_made in progress_records:
            for state in progress_made.took:
                open_states.pop(state, None)
            self.frontier = []
            self._enter(progress_made)
            open_states |= dict.fromkeys(self.frontier)
        self.frontier = [*open_states]

    def _task(self, member: StripMember) -> StripTask:
        new_states = tuple(self.visited[member.informed :])
        member.informed = len(self.visited)
        return StripTask(self.configuration, member.task, new_states)

    @property
    def work_is_left(self) -> bool:
        return bool(self.frontier) or self.working or self._owes_proof

    @property
    def _owes_proof(self) -> bool:
        done = self.run_options.proof is None or self.written
        return not done and self._proves

    def poll(self, seconds: float) -> Iterator[events.Event]:
        """Wait for reports; at the end, find the states of a certificate."""
        proof = self.run_options.proof
        if proof is None or self.working or not self._owes_proof:
            yield from super().poll(seconds)
            return
        if self.proving is None:
            self.proving = proof.explored(self.strip, self.run_options.memory)
        until = monotonic() + seconds
        try:
            while monotonic() < until:
                self.proved = next(self.proving)
        except StopIteration as end:
            self.written = True
            yield events.Searched(self.strip.part, self.states, end.value)

    def _progress(self, task: tuple[State, ...], report: StripReport) -> events.StripProgress:
        """The states of a report that no other worker has reported before.

        The others are left to the worker that did: it has them open, or is done with them.
        """
        fresh = tuple((child, parent) for child, parent in report.new if child not in self.depth)
        mine = {child for child, _ in fresh} | set(task)
        return events.StripProgress(
            task, fresh, tuple(state for state in report.open if state in mine)
        )

    def _enter(self, progress_made: events.StripProgress) -> None:
        for child, parent in progress_made.new:
            self.before[child] = parent
            self.depth[child] = self.depth[parent] + 1
            self.visited.append(child)
        self.frontier += progress_made.left

    def _report_ends(self, ends: tuple[State, ...]) -> Iterator[events.Event]:
        for end in ends:
            yield from self._take(self.strip.geometry.pattern(self._path(end)))

    @property
    def note(self) -> str:
        if self.proving is not None:
            return f"{plural(self.proved, 'state')} of the proof"
        return super().note
