"""Walk from state to state of a strip, with one incremental solver: what a worker does.

`questions.strips` has workers call `explore` where row tables do not suit. A state is two
neighbouring layers, each of which has one row of every generation (`encoding.ship_rows`). The
solver holds a window: two known layers, which are assumed, and some unknown ones, the look-ahead.
Its models are next states that have a future at least as long as the window; once for each state it
is tested whether the pattern can end inside the window. Each state that is found is forbidden as a
next state for ever, whatever comes before it, since one visit is enough: all that can come after it
is found from there. So a state is done when the solver has no other next one, and there is nothing
to take back, no matter in which order states are visited.

A ship is a walk from the empty state to the empty state. If it travels straight up we may call
generation 0 the one whose front row comes first, so that this row of the first layer is not empty.
If it travels to the left, too, generation 0 cannot be chosen: p generations from another one on lie
in other columns, perhaps outside the strip. Then some row of the first layer is not empty.

*Shorter periods.* The velocity is kc/p. If k and p have a common factor q, layers may look as if
the period was p/q; if that is so all along, the ship is not one of period p. So a state also
remembers which shorter periods are still possible. If the pattern is to recur reflected, it must
not recur unreflected as well, which counts as one of them. A state is visited again only if,
compared with each earlier visit, one more of them is ruled out.

*A given front.* Generation 0 may have to begin with certain rows. A state also counts how many of
these have passed, and states are the same only if their counts are.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass
from time import monotonic

import numpy as np

from lifesearch.engines.sat.encoding.clauses import Ints
from lifesearch.engines.sat.encoding.ship_rows import RowLayers
from lifesearch.engines.sat.encoding.variables import Variables
from lifesearch.engines.sat.solving.configuration import Configuration
from lifesearch.engines.sat.solving.part import State
from lifesearch.engines.sat.solving.solver import Solver
from lifesearch.life.orientation import Orientation
from lifesearch.life.strip_symmetry import Mirror

TIME_SLICE = 0.2
"""Seconds of a task, after which a worker reports: others get its new states then.

In longer slices more states would be visited by two workers.
"""


@dataclass(frozen=True)
class StripTask:
    """A task of a worker: states to continue from, the last one first.

    `visited` is for a `StripExplorer`: states that other workers have found, which are not to be
    entered. `room` is for a `StripExpander`: how many layers after the states may have live cells.
    """

    configuration: Configuration
    states: tuple[State, ...]
    visited: tuple[State, ...] = ()
    room: int = 0


@dataclass(frozen=True)
class StripReport:
    """The outcome of a task: new states, each with the one before it, and states still open.

    From the states in `ends` a ship can end: nothing but empty layers may follow. `conflicts` are
    all those of the solver so far.
    """

    new: tuple[tuple[State, State], ...]
    open: tuple[State, ...]
    ends: tuple[State, ...]
    conflicts: int


class _Window:
    """Two known layers, and some unknown ones: what can follow a state of a strip.

    Besides its cells the solver has marks, variables that are assumed or not. One says that the
    pattern begins, so that the first row, or layer, is not empty; then come `marks` that have a
    meaning in a subclass, and one for each number of rows of the front that have passed, from 0 to
    all.

    _rows    of the unknown layers, the rows of generation 0
    _known   the cells of the two known layers
    _fresh   the cells of the first unknown layer
    """

    def __init__(
        self,
        row_layers: RowLayers,
        look_ahead: int,
        front: Sequence[bytes],
        configuration: Configuration,
        marks: int,
    ) -> None:
        variables = Variables()
        grid = row_layers.assign_variables(2 + look_ahead, variables)
        numbers = np.arange(2 + marks + len(front), dtype=np.int32)
        named = variables.allocate(numbers, numbers, lambda i, _: f"mark{i}").tolist()
        self._begins, self._marks, self._passed = named[0], named[1 : 1 + marks], named[1 + marks :]
        self._front = front
        self._start = start(row_layers)
        self._grid = grid
        self._rows: list[list[int]] = grid[2:, 0].tolist()
        self._known: list[int] = grid[:2].ravel().tolist()
        self._fresh: list[int] = grid[2].ravel().tolist()
        self._solver = Solver(configuration.solver, len(variables), configuration.seed)
        for batch in row_layers.clauses(grid):
            self._solver.load(batch)
        # If a ship travels straight up, the front row of generation 0 comes first.
        first_row = self._fresh if row_layers.motion.dx else self._rows[0]
        self._solver.add([[-self._begins, *first_row]])

    def _after(self, state: State) -> list[int]:
        """Assumptions about the layers after a state: the front, or that the pattern begins."""
        assumptions = []
        for row, given in zip(self._rows, self._front[state.passed :], strict=False):
            assumptions += [v if alive else -v for v, alive in zip(row, given, strict=True)]
        if state == self._start and not self._front:
            assumptions.append(self._begins)
        return assumptions

    def _at(self, state: State, passed: int) -> list[int]:
        """Assumptions: the known layers, and the number of rows of the front that have passed."""
        known = zip(self._known, state.cells, strict=True)
        return [*(v if alive else -v for v, alive in known), self._passed[passed]]

    def _model(self, assumptions: list[int]) -> Generator[int, None, list[int] | None]:
        """A solution, conflicts being reported now and then; None if there is none."""
        for report in self._solver.solve(assumptions):
            if report is False:
                return None
            if report is True:
                break
            yield report
        return self._solver.model()


class StripExplorer(_Window):
    """A window that moves along a strip, and enters each state once.

    _partners   for each shorter period, the cells that are equal if it is the true one
    _possible   a mark for each shorter period, assumed while it may be the true one
    _stops      the mark that the last two layers of the window are empty
    _pairs      the cells of each state in the window but the known one; _next: of the first of them
    """

    def __init__(
        self,
        row_layers: RowLayers,
        look_ahead: int,
        front: Sequence[bytes],
        configuration: Configuration,
    ) -> None:
        self._row_layers = row_layers
        self._partners = shorter_periods(row_layers)
        super().__init__(row_layers, look_ahead, front, configuration, 1 + len(self._partners))
        self._stops, *self._possible = self._marks
        self._pairs: list[list[int]] = [
            self._grid[a : a + 2].ravel().tolist() for a in range(1, 1 + look_ahead)
        ]
        self._next = self._pairs[0]
        self._solver.add([-self._stops, -v] for v in self._grid[-2:].ravel().tolist())

    def explore(self, task: StripTask) -> Iterator[int | StripReport]:
        """Explore from the states of a task for a time slice; yield conflicts, and the outcome."""
        for state in task.visited:
            self._forbid(state)
        until = monotonic() + TIME_SLICE
        open_states = list(task.states)
        new: list[tuple[State, State]] = []
        ends: list[State] = []
        is_new = True
        while open_states and not ends:
            state = open_states[-1]
            path: list[State] = []
            # Once for each new state: can the pattern end within the window?
            if is_new and state.passed == len(self._front):
                path = yield from self._path(state, ending=True)
            # A path to an end does not count if the ship may have a shorter period.
            if not path or path[-1].shorter:
                path = yield from self._path(state)
            is_new = bool(path)  # whether the next state to take is a new one, not one taken before
            if not path:
                open_states.pop()
            for child in path:
                over = not any(child.cells) and child.passed == len(self._front)
                if over and not child.shorter:
                    self._solver.add([self._ending(state)])
                    ends.append(state)
                    break
                self._forbid(child)
                if over:
                    break  # this is a ship of a shorter period
                new.append((child, state))
                open_states.append(child)
                state = child
            if monotonic() > until:
                break
        yield StripReport(tuple(new), tuple(open_states), tuple(ends), self._solver.conflicts)

    def _path(self, state: State, *, ending: bool = False) -> Generator[int, None, list[State]]:
        """The next state, or if `ending`, all states to the end; empty if there is no model."""
        # `_forbid` forbids a state only after states whose count is less by one. When the whole
        # front has passed, the count stays: then the mark is that of the count before.
        passed = min(state.passed, max(0, len(self._front) - 1))
        assumptions = self._at(state, passed) + self._after(state)
        assumptions += [v for i, v in enumerate(self._possible) if state.shorter >> i & 1]
        if ending:
            assumptions.append(self._stops)
        model = yield from self._model(assumptions)
        path: list[State] = []
        if model is None:
            return path
        for pair in self._pairs if ending else self._pairs[:1]:
            cells = bytes(model[v - 1] > 0 for v in pair)
            passed = min(state.passed + 1, len(self._front))
            state = State(cells, state.shorter & self._shorter_allowed(cells), passed)
            path.append(state)
        return path

    def _shorter_allowed(self, cells: bytes) -> int:
        """The shorter periods that the newer layer of a state allows, as bits."""
        if not self._partners:
            return 0
        layer = np.frombuffer(cells, np.uint8)[self._row_layers.size :]
        framed = np.append(layer, 0)
        return sum(
            bool((framed[partner] == layer).all()) << i for i, partner in enumerate(self._partners)
        )

    def _forbid(self, state: State) -> None:
        """Never enter a state again, unless fewer shorter periods are possible than now."""
        marks = [-v for i, v in enumerate(self._possible) if state.shorter >> i & 1]
        if state.passed:
            marks.append(-self._passed[state.passed - 1])
        for cells in [state.cells] if self._front else images(self._row_layers, state.cells):
            clause = [-v if alive else v for v, alive in zip(self._next, cells, strict=True)]
            self._solver.add([[*marks, *clause]])

    def _ending(self, state: State) -> list[int]:
        """A clause that forbids to end from here."""
        here = [-v if alive else v for v, alive in zip(self._known, state.cells, strict=True)]
        return here + self._fresh


class StripExpander(_Window):
    """A window that is put on one state after another, and finds all that can follow each.

    To find one ship of any length it is enough to enter each state once. To find all ships up to a
    length, all steps from state to state are needed, since two ships may have a state in common. So
    here all next states of a state are found, whether they are known or not. What follows depends
    on the state and on the room that is left, never on earlier calls: so the outcome is the same in
    any order and with any number of workers. When there is room for fewer layers than the window
    has, the last ones are empty.
    """

    def __init__(
        self,
        row_layers: RowLayers,
        look_ahead: int,
        front: Sequence[bytes],
        configuration: Configuration,
    ) -> None:
        super().__init__(row_layers, look_ahead, front, configuration, look_ahead)
        for room, closed in enumerate(self._marks):
            self._solver.add([-closed, -v] for v in self._grid[2 + room :].ravel().tolist())

    def explore(self, task: StripTask) -> Iterator[int | StripReport]:
        """Find all successors of the states of a task, one by one, for a time slice."""
        until = monotonic() + TIME_SLICE
        open_states = list(task.states)
        steps: list[tuple[State, State]] = []
        ends: list[State] = []
        while open_states and monotonic() < until:
            state = open_states.pop()
            for child in (yield from self._children(state, task.room)):
                if any(child.cells) or child.passed < len(self._front):
                    steps.append((child, state))
                else:
                    ends.append(state)
        yield StripReport(tuple(steps), tuple(open_states), tuple(ends), self._solver.conflicts)

    def _children(self, state: State, room: int) -> Generator[int, None, list[State]]:
        """All states that can be next, as far as the window shows.

        The clauses against those already found remain, so that a second call for one state would
        find none: `strip_levels` has each state expanded once.
        """
        here = self._at(state, state.passed)
        assumptions = here + self._after(state)
        if room < len(self._marks):
            assumptions.append(self._marks[room])
        elsewhere = [-v for v in here]
        older = state.cells[len(self._fresh) :]  # in the next state; in this one it is the newer
        children: list[State] = []
        while (model := (yield from self._model(assumptions))) is not None:
            layer = bytes(model[v - 1] > 0 for v in self._fresh)
            # Shorter periods are not followed (0): `strip_levels` tests whole ships for them.
            children.append(State(older + layer, 0, min(state.passed + 1, len(self._front))))
            other = [-v if alive else v for v, alive in zip(self._fresh, layer, strict=True)]
            self._solver.add([elsewhere + other])
        return children


def start(row_layers: RowLayers) -> State:
    """Two empty layers."""
    return State(bytes(2 * row_layers.size), 2 ** len(shorter_periods(row_layers)) - 1)


def images(row_layers: RowLayers, cells: bytes) -> list[bytes]:
    """A state and, if its futures are mirror images too, its mirror image."""
    other = mirrored(row_layers, cells)
    return [cells] if other == cells else [cells, other]


def mirrored(row_layers: RowLayers, cells: bytes) -> bytes:
    """The mirror image of a state; the state itself if mirror images are not equivalent."""
    mirrors_differ = Orientation.FLIP_X not in row_layers.rule.symmetries
    if mirrors_differ or row_layers.mirror is not Mirror.NONE or row_layers.motion.dx:
        return cells
    rows = range(0, len(cells), row_layers.columns)
    return b"".join(cells[row : row + row_layers.columns][::-1] for row in rows)


def shorter_periods(row_layers: RowLayers) -> list[Ints]:
    """For each shorter period, the cell of the layer that each cell would be equal to.

    The cell after the last one stands for a dead cell outside. If the pattern is to recur
    reflected, the first entry is the mirror image: if all layers are symmetric, it also recurs
    unreflected.
    """
    motion, columns = row_layers.motion, row_layers.columns
    t, x = np.indices((motion.period, columns), np.int32).reshape(2, -1)
    partners = []
    if motion.order > 1:
        partners.append(t * columns + row_layers.width - 1 - x)
    for q in motion.subperiod_primes():
        turned = row_layers.width - 1 - x if motion.order > 1 else x
        then, place = t + motion.period // q, turned + motion.dx // q
        place = np.where(then < motion.period, place, row_layers.wrap_column(place))
        if row_layers.wraps:
            place = place % columns
        inside = (place >= 0) & (place < columns)
        partners.append(np.where(inside, then % motion.period * columns + place, t.size))
    return partners
