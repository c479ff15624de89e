"""The best content of a window by a solver, some generations back.

`window_patch` makes a `SolvedWindows` for each size, and asks it about one window after another.

One formula is made for all windows of a size: its variables are the cells of the window and of all
around it that matters, in all generations, and what the last one should be. A window is then a set
of assumptions: the cells around it, the goal, and how many cells may be wrong. Clauses that the
solver has learned from one window hold for all.

    t = 0     the window, and 2N cells around it, of which only the window is free
    t = N     the window, and N cells around it: all that it can change
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import islice

import numpy as np

from lifesearch.engines.sat.encoding.clauses import Clauses, Ints
from lifesearch.engines.sat.encoding.constraints import tally
from lifesearch.engines.sat.encoding.rule_clauses import implicates
from lifesearch.engines.sat.encoding.variables import Variables
from lifesearch.engines.sat.solving.solver import Solver
from lifesearch.engines.windows.kernel import ANYTHING
from lifesearch.engines.windows.window import Bytes

SLICES = 2
"""Slices of the solver for one question: a window that takes longer is left as it is."""
MOST_WRONG = 48
"""The number up to which wrong cells are counted: to count more takes more clauses.

A window with more wrong cells is improved only if it then has at most this number.
"""


@dataclass(eq=False)
class SolvedWindows:
    """Windows of `side` x `side` cells, by the tables of a rule: one for each generation.

    seed      of the states of cells that the solver tries first
    _planes   the variables of each generation, `[t][y, x]`
    _goal     for each cell of the last generation a variable: what it should be
    _open     the same cells: whether it may be anything
    _count    variable n is true if more than n cells are wrong, up to MOST_WRONG
    """

    tables: Sequence[bytes]
    side: int
    seed: int = 0
    _variables: Variables = field(default_factory=Variables)

    def __post_init__(self) -> None:
        self.generations = len(self.tables)
        around = self.side + 4 * self.generations
        self._planes = [self._numbered(around - 2 * t) for t in range(self.generations + 1)]
        batches = [batch for t in range(self.generations) for batch in self._step(t)]
        last = self._planes[-1]
        self._goal, self._open, wrong = (self._numbered(len(last)) for _ in range(3))
        columns = [each.ravel() for each in (last, self._goal, self._open, wrong)]
        x, goal, free, counted = columns
        batches.append(Clauses(np.column_stack([-x, goal, free, counted])))
        batches.append(Clauses(np.column_stack([x, -goal, free, counted])))
        self._count, totals = tally(counted, MOST_WRONG, self._variables)
        self._solver = Solver("glucose4", len(self._variables))  # a choice
        for batch in (*batches, *totals):
            self._solver.load(batch)
        self._random = np.random.default_rng(self.seed)

    def _numbered(self, side: int) -> Ints:
        y, x = np.indices((side, side)).reshape(2, -1)
        numbers = self._variables.allocate(x, y, lambda x, y: f"{x}.{y}")
        return numbers.reshape(side, side)

    def _step(self, t: int) -> list[Clauses]:
        """The clauses from generation t to the next, of all cells whose neighbours are there."""
        now, then = self._planes[t], self._planes[t + 1]
        side = len(then)
        blocks = [now[y : y + side, x : x + side].ravel() for y in range(3) for x in range(3)]
        return implicates(self.tables[t], np.stack(blocks, axis=1), then.ravel())

    def better(
        self, cells: Bytes, goal: Bytes, outside: Bytes, wrong: int, *, equal: bool
    ) -> Bytes | None:
        """A content by which fewer cells are wrong; if `equal`, one by which no more are.

        None if there is none, or none is found in time. `cells` and `goal` are as large as the
        first and the last generation; `wrong` is the number of cells that are wrong now. Where
        `outside` is true (as large as the first generation, and false in the window), no cell lives
        in any generation but the last, of which the goal says what it should be.
        """
        ring = 2 * self.generations
        inner = slice(ring, ring + self.side)
        given = np.where(cells == 1, self._planes[0], -self._planes[0])
        given[inner, inner] = 0
        assumed = [*given[given != 0].tolist()]
        for t in range(1, self.generations):
            plane = self._planes[t][outside[t:-t, t:-t] == 1]
            assumed += (-plane).tolist()
        assumed += np.where(goal == 1, self._goal, -self._goal).ravel().tolist()
        assumed += np.where(goal == ANYTHING, self._open, -self._open).ravel().tolist()
        most = min(wrong if equal else wrong - 1, MOST_WRONG)
        if most < len(self._count):  # else all cells may be wrong
            assumed.append(-int(self._count[most]))
        free = self._planes[0][inner, inner]
        self._solver.prefer((free * self._random.choice([-1, 1], free.shape)).ravel().tolist())
        for answer in islice(self._solver.solve(assumed), SLICES):
            if answer is True:
                model = np.array(self._solver.model())
                found: Bytes = (model[free - 1] > 0).astype(np.uint8)
                return found
            if answer is False:
                return None
        return None
