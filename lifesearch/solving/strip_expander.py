"""Find all that can follow a state of a strip: what a worker does if the length is bounded.

To find one ship of any length it is enough to enter each state once: see `strip_explorer`. To find
all ships up to a length, all steps from state to state are needed, since two ships may have
a state in common. So here the solver is asked for all next states of a state, whether they
are known or not. What follows depends on the state and on the room that is left, never on
what was asked before: so the outcome is the same in any order and with any number of workers.

The solver holds the same window as in `strip_explorer`: two known layers and some unknown ones.
When there is room for fewer layers than the window has, the last ones are empty.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from time import monotonic

import numpy as np

from lifesearch.encoding.ship_rows import RowLayers
from lifesearch.encoding.variables import Variables
from lifesearch.solving.configuration import Configuration
from lifesearch.solving.parts import State
from lifesearch.solving.solver import Solver
from lifesearch.solving.strip_explorer import STINT, StripReport, StripTask, start


class StripExpander:
    """A window that is put on one state after another."""

    def __init__(
        self, row_layers: RowLayers, look_ahead: int, front: Sequence[bytes], how: Configuration
    ) -> None:
        variables = Variables()
        grid = row_layers.assign_variables(2 + look_ahead, variables)
        self._front = front
        self._start = start(row_layers)
        self._rows: list[list[int]] = grid[2:, 0].tolist()
        self._known: list[int] = grid[:2].ravel().tolist()
        self._next: list[int] = grid[2].ravel().tolist()
        marks = np.arange(1 + look_ahead + len(front) + 1, dtype=np.int32)
        begins, *others = variables.allocate(marks, marks, lambda i, _: f"mark{i}").tolist()
        self._begins = begins
        self._closed, self._passed = others[:look_ahead], others[look_ahead:]
        self._solver = Solver(how.solver, len(variables), how.seed)
        for batch in row_layers.clauses(grid):
            self._solver.load(batch)
        # As in `strip_explorer`: the front row of generation 0 comes first in a straight ship.
        self._solver.add([[-begins, *(self._next if row_layers.motion.dx else self._rows[0])]])
        for room, closed in enumerate(self._closed):
            self._solver.add([-closed, -v] for v in grid[2 + room :].ravel().tolist())

    def explore(self, task: StripTask) -> Iterator[int | StripReport]:
        """Find what follows the states of a task, one by one, for a while."""
        until = monotonic() + STINT
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
        """All states that can be next, as far as the window shows."""
        known = list(zip(self._known, state.cells, strict=True))
        here = [v if alive else -v for v, alive in known] + [self._passed[state.passed]]
        assumptions = list(here)
        for row, given in zip(self._rows, self._front[state.passed :], strict=False):
            assumptions += [v if alive else -v for v, alive in zip(row, given, strict=True)]
        if state == self._start and not self._front:
            assumptions.append(self._begins)
        if room < len(self._closed):
            assumptions.append(self._closed[room])
        elsewhere = [-v for v in here]
        older = state.cells[len(self._next) :]
        children: list[State] = []
        while True:
            for report in self._solver.solve(assumptions):
                if report is False:
                    return children
                if report is True:
                    break
                yield report
            model = self._solver.model()
            layer = bytes(model[v - 1] > 0 for v in self._next)
            children.append(State(older + layer, 0, min(state.passed + 1, len(self._front))))
            other = [-v if alive else v for v, alive in zip(self._next, layer, strict=True)]
            self._solver.add([elsewhere + other])
