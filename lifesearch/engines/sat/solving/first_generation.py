"""The variables of generation 0: decode a model, forbid a pattern, split into cubes.

Questions make an `Enumeration` with it (see `enumerate`).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import compress

import numpy as np

from lifesearch.common.text import plural
from lifesearch.engines.sat.encoding.variable_grid import VariableGrid
from lifesearch.engines.sat.solving.cubes import Cube
from lifesearch.engines.sat.solving.enumerate import Clause, Model
from lifesearch.life.pattern import Cell, Pattern
from lifesearch.life.preview import Preview

CONTRADICTION: list[Clause] = [[]]
"""The empty clause, which no model satisfies."""


def _dying(layout: VariableGrid) -> Iterator[tuple[Cell, int, int]]:
    """The cells that may be dying in generation 0, each with its state and variable."""
    if layout.dying is None:
        return
    s = layout.spacetime
    y, x = np.mgrid[: s.height, : s.width]
    for state, plane in enumerate(layout.states_at(0, x, y)[1:], start=2):
        rows, columns = np.nonzero(plane > 0)
        for row, column in zip(rows.tolist(), columns.tolist(), strict=True):
            yield (column, row), state, int(plane[row, column])


@dataclass(frozen=True)
class FirstGeneration:
    """The cells of generation 0 that may live, and the variable of each, `numbers`.

    `dying` are the states 2 and more that cells may have: the cell, the state, its variable.
    """

    cells: list[Cell]
    numbers: list[int]
    dying: list[tuple[Cell, int, int]] = field(default_factory=list)

    @classmethod
    def of(cls, layout: VariableGrid) -> FirstGeneration:
        x, y, variable = (axis.tolist() for axis in layout.first_generation)
        return cls(list(zip(x, y, strict=True)), variable, list(_dying(layout)))

    def restricted(self, cells: Pattern) -> FirstGeneration:
        """Only these cells; a pattern is then forbidden with all that agree with it there."""
        known = zip(self.cells, self.numbers, strict=True)
        some = [(cell, number) for cell, number in known if cell in cells.cells]
        dying = [each for each in self.dying if each[0] in cells.cells]
        return FirstGeneration([c for c, _ in some], [n for _, n in some], dying)

    def pattern(self, model: Model) -> Pattern:
        """The live cells of a model, and those that are dying."""
        live = compress(self.cells, [model[v - 1] > 0 for v in self.numbers])
        if not self.dying:
            return Pattern(frozenset(live))
        dying = {cell: state for cell, state, v in self.dying if model[v - 1] > 0}
        return Pattern.of_states(dict.fromkeys(live, 1) | dying)

    def preview(self, literals: Collection[int]) -> Preview:
        """The cells that a case decides, and those that it leaves unknown.

        >>> case = FirstGeneration([(0, 0), (1, 0), (2, 0)], [1, 2, 1]).preview([-1])
        >>> case.words, sorted(case.unknown)
        ('a case that fixes 2 of 3 cells in generation 0', [(1, 0)])
        """
        numbered = list(zip(self.cells, self.numbers, strict=True))
        decided = {*literals}
        alive = frozenset(cell for cell, v in numbered if v in decided)
        unknown = frozenset(cell for cell, v in numbered if not {v, -v} & decided)
        fixed = len(self.cells) - len(unknown)
        words = f"a case that fixes {fixed} of {plural(len(self.cells), 'cell')} in generation 0"
        box = Pattern(frozenset(self.cells)).box
        return Preview(words, Pattern(alive), unknown=unknown, box=box)

    def forbidding(self, pattern: Pattern) -> list[Clause]:
        """The blocking clause of a pattern; none if the pattern is impossible anyway.

        It is impossible if one of its cells is not among those that may live.
        """
        live = pattern.live
        alive = [cell in live for cell in self.cells]
        clause = [-v if lives else v for v, lives in zip(self.numbers, alive, strict=True)]
        matching = sum(alive)
        if self.dying:
            states = pattern.states
            same = [states.get(cell) == state for cell, state, _ in self.dying]
            clause += [-v if s else v for (_, _, v), s in zip(self.dying, same, strict=True)]
            matching += sum(same)
        return [clause] if matching == pattern.population else []

    def forbidding_each(self, alike: Iterable[Pattern]) -> Iterator[Clause]:
        for pattern in dict.fromkeys(alike):
            yield from self.forbidding(pattern)

    def cube(self, bits: str) -> Cube:
        """Fix the cells nearest to the middle, where they decide most; then row by row.

        Workers that share a box need cubes that take about the same time: `bits` fix the cells in
        the middle. A worker cuts its cube further row by row. That was measured to be fastest, as
        the solver learns in each cube what helps in the next.
        """
        if not self.cells:
            return Cube((), bits)
        columns, rows = zip(*self.cells, strict=True)
        middle = (max(columns) + min(columns)) / 2, (max(rows) + min(rows)) / 2
        numbered = list(zip(self.cells, self.numbers, strict=True))
        near = sorted(
            numbered,
            key=lambda item: sum((a - b) ** 2 for a, b in zip(item[0], middle, strict=True)),
        )
        # Cells of one orbit share a variable: each variable once.
        fixed = list(dict.fromkeys(v for _, v in near))[: len(bits)]
        by_rows = sorted(numbered, key=lambda item: item[0][::-1])
        return Cube(list(dict.fromkeys((*fixed, *(v for _, v in by_rows)))), bits)
