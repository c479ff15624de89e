"""A spacetime of which something is given: known cells, equal cells, exempt cells, a background.

`questions.completion` makes the spacetime, and `transitions` encodes its generations.

What is given costs no clauses. A known cell becomes a constant, and cells that are equal become one
variable, or a variable and its negation, before any transition is written. All this is one
operation, "this literal is that literal", and what follows from it: literals are kept in classes,
where each variable points to the literal that stands for its class.

>>> same = LiteralClasses()
>>> same.join(4, -5), same.join(5, 6), same.join(-6, TRUE)
(True, True, True)
>>> [same.find(v) == TRUE for v in (4, -5, -6)], same.join(5, 4)
([True, True, True], False)

The last call returns False: 4 and 5 would be equal, but each is the other's negation. After such a
contradiction the whole query has no solution.

A given cell fixes all cells that are the same one, by symmetry or because the pattern recurs. If a
cell is exempt, they are exempt, too.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np

from lifesearch.engines.sat.encoding.clauses import TRUE, Bools, Clauses, Ints, differing, fold
from lifesearch.engines.sat.encoding.constraints import any_of, pairs_of_literals
from lifesearch.engines.sat.encoding.variable_grid import Spacetime, VariableGrid
from lifesearch.engines.sat.encoding.variables import Variables
from lifesearch.life.known_cells import FIRST_LETTER, CellAt, KnownCells


@dataclass
class LiteralClasses:
    """Classes of equal literals (union-find with signs); the constants are a class, too."""

    _parent: dict[int, int] = field(default_factory=dict)

    def find(self, literal: int) -> int:
        """The literal that stands for all that are equal to this one."""
        sign, path = 1 if literal > 0 else -1, []
        variable = abs(literal)
        while (parent := self._parent.get(variable, variable)) != variable:
            path.append((variable, sign))
            sign, variable = sign if parent > 0 else -sign, abs(parent)
        for passed, before in path:
            self._parent[passed] = variable * sign * before
        return sign * variable

    def join(self, one: int, other: int) -> bool:
        """Make two literals the same; False if they are each other's negation."""
        a, b = self.find(one), self.find(other)
        if a in (b, -b):
            return a == b
        # A constant stands for its class, otherwise the variable that was numbered first.
        if abs(a) == TRUE or (abs(b) != TRUE and abs(a) < abs(b)):
            a, b = b, a
        self._parent[abs(a)] = b if a > 0 else -b
        return True

    def table(self, variables: int) -> Ints:
        """The representative literal of each variable, from 0 (no literal) on."""
        table = np.arange(variables + 1, dtype=np.int32)
        for variable in self._parent:
            if variable <= variables:
                table[variable] = self.find(variable)
        return table


@dataclass(frozen=True, eq=False)
class KnownCellEncoder:
    """All given facts: known cells, whether the pattern returns, and the background around.

    If the pattern `returns`, generation p is generation 0 again; else there are p generations.
    `tiles[t, y, x]` has a tile of the background, TRUE or FALSE for each cell, in each generation;
    without it, the background is dead.
    """

    known: KnownCells
    returns: bool
    tiles: Ints | None = None

    def assign_variables(
        self, s: Spacetime, variables: Variables
    ) -> tuple[VariableGrid, CellAt | None]:
        """Assign variables; return their grid, and the first contradictory cell, if any."""
        bare = s.assign_variables(variables)
        planes = bare.grid[: s.motion.period]
        if self.tiles is not None:
            y, x = np.mgrid[: s.frame.height, : s.frame.width] - s.margin
            outside = (x < 0) | (x >= s.width) | (y < 0) | (y >= s.height)
            around = self.tiles[: len(planes), y % self.tiles.shape[1], x % self.tiles.shape[2]]
            planes = np.where(outside, around, planes)
        bare = replace(bare, grid=planes, beyond=self.tiles)
        same, wrong = self._classes(bare, len(variables))
        table = same.table(len(variables))
        # Replace each literal by that of its class; constants stay.
        constant = np.abs(planes) == TRUE
        planes = np.where(
            constant, planes, np.sign(planes) * table[np.where(constant, 0, np.abs(planes))]
        )
        layout = replace(bare, grid=planes.astype(np.int32))
        if self.returns:
            y, x = np.mgrid[: s.frame.height, : s.frame.width] - s.margin
            last = layout.at(s.motion.period, x, y)
            layout = replace(layout, grid=np.concatenate([layout.grid, last[None]]))
        exempt = self.marked(s, self.known.exempt) if self.known.exempt else None
        arrives = self.marked(s, self.known.arrives) if self.known.arrives else None
        return replace(layout, exempt=exempt, arrives=arrives), wrong

    def _classes(
        self, layout: VariableGrid, variables: int
    ) -> tuple[LiteralClasses, CellAt | None]:
        """The classes of literals that known cells make equal; the first contradictory cell."""
        same, wrong = LiteralClasses(), None
        for t, grid in enumerate(self.known.grids):
            y, x = np.mgrid[: self.known.height, : self.known.width]
            literals = layout.at(t, x, y)
            for row, column in np.argwhere(np.array(grid)).tolist():
                value = grid[row][column]
                # Cells with one letter are equal: it is a literal beyond the variables, so a
                # variable stands for their class.
                letter = variables + abs(value) if abs(value) >= FIRST_LETTER else TRUE
                literal = int(literals[row, column])
                if not same.join(literal, letter if value > 0 else -letter):
                    wrong = wrong or (t, column, row)
        return same, wrong

    def marked(self, s: Spacetime, cells: frozenset[CellAt]) -> Bools:
        """Flags of `cells`, and of all that are the same cells, in each generation's frame.

        Those of generation 0 are needed in generation p: only there they follow from another one.
        """
        m, motion = s.margin, s.motion
        marked = np.zeros((motion.period + self.returns, s.frame.height, s.frame.width), np.bool_)

        def mark(t: int, x: int, y: int) -> None:
            for g in s.group():
                gx, gy = s.image(g, np.array(x), np.array(y))
                marked[t, int(gy) + m, int(gx) + m] = True

        for t, x, y in cells:
            mark(t, x, y)
            if t == 0 and self.returns:
                ix, iy = s.image(motion.orientation, np.array(x), np.array(y))
                mark(motion.period, int(ix) + motion.dx, int(iy) + motion.dy)
        return marked


def known_states(known: KnownCells, layout: VariableGrid) -> list[Clauses]:
    """Clauses for rules of several states: given cells are in their state and in no other."""
    batches = []
    for t in range(len(known.grids)):
        given = [
            (x, y, known.dying_states.get((t, x, y), value))
            for (at, x, y), value in known.given()
            if at == t
        ]
        x, y, value = np.array(given, np.int32).reshape(-1, 3).T
        for state, literals in enumerate(layout.states_at(t, x, y), start=1):
            batches.append(Clauses(fold(np.where(value == state, literals, -literals)[:, None])))
    return batches


def not_equal_to_first(
    layout: VariableGrid, t: int, dx: int, dy: int, variables: Variables
) -> list[Clauses]:
    """Clauses: generation t is not generation 0 moved by (dx, dy); cells may be known."""
    a, b = pairs_of_literals(layout, t, dx, dy).T
    where = np.arange(len(a), dtype=np.int32)
    differs = variables.allocate(where, where, lambda i, _: f"differs{t}.{i}")
    opposite = np.where(a == -b, TRUE, differs).astype(np.int32)
    rows = fold(differing(a, b, differs)[0].rows)
    return [Clauses(rows), any_of(opposite)]


def differs_from_background(layout: VariableGrid, generations: int) -> Clauses:
    """One clause: some cell of the box, in some generation, differs from the background.

    In rules of several states the background is dead and no cell is exempt, so that is so in
    generation 0.
    """
    s, m = layout.spacetime, layout.spacetime.margin
    y, x = np.mgrid[: s.height, : s.width]
    if layout.dying is not None:
        return any_of(layout.states_at(0, x, y).ravel())
    cells = layout.grid[:generations, m : m + s.height, m : m + s.width]
    if layout.beyond is not None:
        _, height, width = layout.beyond.shape
        around = layout.beyond[:generations, y % height, x % width]
        cells = np.where(around == TRUE, -cells, cells)
    return any_of(cells.ravel())
