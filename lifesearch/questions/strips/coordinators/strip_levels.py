"""All ships of a strip up to a length: states level by level, and all steps between them.

`engine` makes it for SAT and a bounded length; workers call `StripExpander`.

A state is on level n if the shortest walk from the empty state to it has n steps. When all
states up to level n are expanded, all walks of n steps are known, and so are all ships that
end there: no matter in which order, by how many workers, or in how many runs that was done.
Ships are reported in the order of their lengths, and those of one length in the order of their
cells.

*Rows and layers.* A ship that travels k rows in p generations, all of which lie in L rows,
takes up at most L+k-1 layers, since row y of generation t is in layer y + floor(kt/p). Which
generation is the first matters for that: the walk may begin with another one than the one
that takes up the fewest rows. But as it begins with the one whose front comes first, it is
not longer. (Let T and B be the least of y + kt/p over all cells and the greatest. The walk
has floor(B - T) + 1 layers, and whichever p generations lie in L rows, B and T are at most
L - 1 + k(p-1)/p apart.) So when all walks of n layers are known, all ships of n-k+1 rows are.
An oscillator or still life takes up as many layers as rows.

*Mirror images.* If the mirror image of a ship is one, too, only one of a state and its
mirror image is expanded: the steps from the other one are the mirror images.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from time import monotonic

from lifesearch.core.events import Event, StripProgress
from lifesearch.engines.sat.solving.part import State
from lifesearch.engines.sat.solving.strip_explorer import StripReport, StripTask, mirrored
from lifesearch.questions.strips.coordinators.strip_search import StripBySat, StripMember


@dataclass
class StripLevels(StripBySat):
    """The state of an exploration of a strip up to a length.

    level    the level whose states are expanded: the `frontier` has those that are left of it
    later    states of deeper levels
    parents  for each state all states from which a step leads to it
    ends     states from which a ship can end
    reports  the ships of the level, see `_report_level`: read when all its states are expanded
    """

    most_sent = 2000  # with more, a message is longer; with fewer, workers wait for more messages

    level: int = 0
    later: list[State] = field(default_factory=list)
    parents: dict[State, set[State]] = field(default_factory=lambda: defaultdict(set))
    ends: set[State] = field(default_factory=set)
    reports: Iterator[Event | None] = field(default_factory=lambda: iter(()))

    def __post_init__(self) -> None:
        super().__post_init__()
        self.reports = self._report_level()

    def remember(self, progress_records: tuple[StripProgress, ...]) -> None:
        """Load a checkpoint; ships that were not reported are found again.

        It begins at level 0 in any case: levels that are expanded pass without a search, and their
        ships are those of all walks, which are known.
        """
        expanded: set[State] = set()
        for progress_made in progress_records:
            self._enter(progress_made)
            expanded |= set(progress_made.took) - set(progress_made.left)
        self.later = [state for state in self.later if state not in expanded]
        first = self.strip.first_state
        self.frontier = [] if first in expanded else [first]

    def _task(self, member: StripMember) -> StripTask:
        room = max(0, self.layers - self.level)
        return StripTask(self.configuration, member.task, room=room)

    @property
    def layers(self) -> int:
        """The number of layers of a ship of the greatest length."""
        return self.strip.geometry.most_layers(self.strip.max_length or 0)

    @property
    def work_is_left(self) -> bool:
        """Whether a level is left; after the last layer comes one more, which is empty."""
        return self.level <= self.layers + 1

    def poll(self, seconds: float) -> Iterator[Event]:
        """Wait for reports; when the level is done, report its ships and go on to the next."""
        if self.working or self.frontier:
            yield from super().poll(seconds)
            return
        until = monotonic() + seconds
        for event in self.reports:
            if event:
                yield event
            if self.complete or monotonic() > until:
                return
        self.level += 1
        self.frontier = [state for state in self.later if self.depth[state] == self.level]
        self.later = [state for state in self.later if self.depth[state] != self.level]
        self.reports = self._report_level()

    def _progress(self, task: tuple[State, ...], report: StripReport) -> StripProgress:
        first: dict[State, State] = {}
        for child, parent in report.new:
            if child not in self.before:
                first.setdefault(child, parent)
        joined = tuple(step for step in report.new if first.get(step[0]) != step[1])
        return StripProgress(task, tuple(first.items()), report.open, joined, report.ends)

    def _enter(self, progress_made: StripProgress) -> None:
        for child, parent in progress_made.new:
            self.before[child] = parent
            self.visited.append(child)
            if child not in self.depth:
                self.later.append(child)
                self.depth[child] = self.depth[self._image(child)] = self.depth[parent] + 1
        for child, parent in (*progress_made.new, *progress_made.joined):
            self.parents[child].add(parent)
            self.parents[self._image(child)].add(self._image(parent))
        self.ends |= {image for end in progress_made.ends for image in (end, self._image(end))}
        self.frontier += progress_made.left

    def _image(self, state: State) -> State:
        """The mirror image of a state; the state itself if images do not behave alike.

        That is so with a front, and in the cases that `mirrored` knows.
        """
        if self.strip.front is not None:
            return state
        return state._replace(cells=mirrored(self.strip.geometry.row_layers, state.cells))

    def _report_level(self) -> Iterator[Event | None]:
        """Report the ships of this level; None after each walk lets other work go on."""
        for walk in self._walks():
            pattern = self.strip.geometry.pattern(walk)
            # SAT finds all walks, also of patterns with a shorter period: its states say nothing of
            # periods here (`StripExpander`).
            if not self.strip.has_other_period(pattern):
                yield from self._take(pattern)
            yield None
        # The last level (`work_is_left`) completes ships of the greatest length, and each level
        # before it those of one row less.
        certain = self.level - (self.layers + 1 - (self.strip.max_length or 0))
        yield from self._report_ships(certain)

    def _walks(self) -> Iterator[list[State]]:
        """All walks that end on this level; they may visit states more than once.

        First backwards: `steps[i]` has the states from which an end can be reached in i more steps,
        each with the states that follow. Then forwards, only through these.
        """
        follow: dict[State, list[State]] = {
            state: [] for state in self.ends if self.depth[state] <= self.level
        }
        steps = [follow]
        for level in range(self.level - 1, -1, -1):
            follow = defaultdict(list)
            for state in steps[-1]:
                for parent in self.parents[state]:
                    if self.depth[parent] <= level:
                        follow[parent].append(state)
            steps.append(follow)
        walks = [[self.strip.first_state]]
        while walks:
            walk = walks.pop()
            if len(walk) > self.level:
                yield walk[1:]
                continue
            ahead = steps[self.level - len(walk) + 1]
            walks += [[*walk, state] for state in ahead.get(walk[-1], ())]
