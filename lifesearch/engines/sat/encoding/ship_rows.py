"""All generations of a ship, arranged in layers of rows.

`questions.strips` makes the layers, and `solving.strip_explorer` searches them.

Let a ship travel up by k rows in p generations, and say that row y of generation t
belongs to layer

    a = y + floor(k t / p).

The same row of the ship, k rows further up after p generations, belongs to the same
layer: so a layer has one row of each of p generations, and all others repeat these. The
row above and the row below are in the layers a-1 and a+1, the next generation
is in the layer a or a+1. So the rule ties layers to their neighbours only: a ship is a
walk from pair to pair of neighbouring layers, from two empty ones to two empty ones, and
what is possible next depends on the last two alone.

Nothing else is needed for other directions and symmetries. Where generation p is said to be
generation 0 again, it may also be moved to the left or mirrored.

>>> glider = RowLayers(4, Motion(4, dx=-1, dy=-1))
>>> [glider.row_offset(t) for t in range(4)]
[0, 0, 0, 0]
>>> [RowLayers(9, Motion(5, dy=-2)).row_offset(t) for t in range(5)]
[0, 0, 0, 1, 1]
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from lifesearch.engines.sat.encoding.clauses import FALSE, Clauses, Ints, distinct
from lifesearch.engines.sat.encoding.rule_clauses import implicates
from lifesearch.engines.sat.encoding.variables import Variables
from lifesearch.life.motion import Motion
from lifesearch.life.orientation import Orientation
from lifesearch.life.pattern import Pattern
from lifesearch.life.rules.rule import LIFE, Rule
from lifesearch.life.simulate.evolve import generations
from lifesearch.life.strip_symmetry import Mirror

if TYPE_CHECKING:
    from numpy.typing import NDArray

Layer: TypeAlias = "NDArray[np.bool_]"
"""The cells of a layer: `[t, column]`, free columns only (`RowLayers.columns`)."""


@dataclass(frozen=True)
class RowLayers:
    """Layers of a strip of some width, for ships that travel up.

    If the strip `wraps`, its sides are joined. Coordinates x are columns of the strip, from 0.
    """

    width: int
    motion: Motion
    mirror: Mirror = Mirror.NONE
    rule: Rule = LIFE
    wraps: bool = False

    @property
    def columns(self) -> int:
        """The number of free cells of a row: half of them if the strip is mirrored."""
        if self.mirror is Mirror.NONE:
            return self.width
        return self.width // 2 if self.mirror is Mirror.GUTTER else (self.width + 1) // 2

    @property
    def size(self) -> int:
        """The number of free cells of a layer."""
        return self.motion.period * self.columns

    def row_offset(self, t: int) -> int:
        """The layer of a row of generation t, less the number of the row."""
        return -self.motion.dy * t // self.motion.period

    def assign_variables(self, layers: int, variables: Variables) -> Ints:
        """Number the cells: `grid[layer, t, column]`."""
        layer, cell = np.indices((layers, self.size)).reshape(2, -1)
        names = variables.allocate(
            layer, cell, lambda a, i: f"a{a}t{i // self.columns}x{i % self.columns}"
        )
        return names.reshape(layers, self.motion.period, self.columns)

    def row(self, grid: Ints, a: int, t: int, x: Ints) -> Ints:
        """The literals of cells in a row; outside the strip, and in its gutter, all is dead."""
        if self.wraps:
            x = x % self.width
        inside = (x >= 0) & (x < self.width)
        column = np.clip(x, 0, self.width - 1)
        if self.mirror is not Mirror.NONE:
            column = np.minimum(column, self.width - 1 - column)
            inside &= column < self.columns
        literals = np.full(x.shape, FALSE, np.int32)
        literals[inside] = grid[a, t, column[inside]]
        return literals

    def clauses(self, grid: Ints) -> list[Clauses]:
        """The rule, for all rows whose neighbours above and below are in the grid."""
        motion = self.motion
        # Cells beside the strip must stay dead, also where the next period is moved to the side.
        reach = 0 if self.wraps else 1 + abs(motion.dx)
        x = np.arange(-reach, self.width + reach, dtype=np.int32)
        batches: list[Clauses] = []
        for a in range(1, len(grid) - 1):
            for t in range(motion.period):
                later, then = (
                    a + self.row_offset(t + 1) - self.row_offset(t),
                    (t + 1) % motion.period,
                )
                place = x if then else self.wrap_column(x)
                successors = self.row(grid, later, then, place)
                blocks = np.stack(
                    [self.row(grid, b, t, x + d) for b in (a - 1, a, a + 1) for d in (-1, 0, 1)],
                    axis=1,
                )
                # Mirrored columns and rows of one layer repeat blocks: each is written once. Dead
                # cells among dead cells stay dead: strips are not for rules with B0.
                known = np.column_stack([blocks, successors])
                known = distinct(known[(known != FALSE).any(axis=1)], axis=0)
                batches += implicates(self.rule.plane_table, known[:, :9], known[:, 9])
        return batches

    def cells(self, grid: Ints) -> Iterator[tuple[int, list[int], list[int], list[int]]]:
        """The cells of each generation t: t, columns, rows and literals."""
        x = np.arange(self.width, dtype=np.int32)
        for t in range(self.motion.period):
            literals = np.concatenate([self.row(grid, a, t, x) for a in range(len(grid))])
            rows = np.repeat(np.arange(len(grid)) - self.row_offset(t), self.width)
            yield t, np.tile(x, len(grid)).tolist(), rows.tolist(), literals.tolist()

    def wrap_column(self, x: Ints) -> Ints:
        """The columns in generation 0 of cells of generation p."""
        x = x - self.motion.dx
        flipped = self.motion.orientation is Orientation.FLIP_X
        return self.width - 1 - x if flipped else x

    def pattern(self, layers: Sequence[Layer]) -> Pattern:
        """Generation 0 of layers given as arrays of cells, `layers[a][t, column]`."""
        cells = []
        for y, layer in enumerate(layers):
            for column in np.flatnonzero(layer[0]).tolist():
                cells.append((column, y))
                if self.mirror is not Mirror.NONE:
                    cells.append((self.width - 1 - column, y))
        return Pattern.of(cells)

    def layers(self, ship: Pattern) -> list[Layer]:
        """The layers of a ship that lies in columns 0 to width - 1 in all generations 0..p-1.

        There are two empty ones before and after. The ship is not empty, and travels as the layers.
        """
        phases = list(generations(ship, self.motion.period - 1, self.rule))
        rows = [
            (y + self.row_offset(t), t, x) for t, phase in enumerate(phases) for x, y in phase.cells
        ]
        first, last = min(a for a, *_ in rows), max(a for a, *_ in rows)
        # With two empty layers on each side.
        found = np.zeros((last - first + 5, self.motion.period, self.columns), np.bool_)
        for a, t, x in rows:
            column = x if self.mirror is Mirror.NONE else min(x, self.width - 1 - x)
            found[a - first + 2, t, column] = True
        return list(found)
