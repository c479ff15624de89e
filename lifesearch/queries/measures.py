"""Numbers about a pattern that can be bounded, or made as small or large as possible.

Each measure is defined twice, and a test compares the two: by simulation, `of` a history;
and by literals of which so many are true, for the solver. Most are made of one sum for each
generation, of which the least or the largest counts:

- first, min, max: the population of generation 0, of the least and of the most populous one;
- rotor: cells that are sometimes alive and sometimes dead; stator: cells that always live;
- change, growth, decay: cells that differ from generation 0, have been born or have died
  since, in the generation where these are most.

A pattern that recurs turned is followed for its full period, until it recurs unturned: so
the numbers do not depend on whether it was asked for by a transform or by its period.

>>> from lifesearch.life.simulate.evolve import generations
>>> clock = list(generations(Pattern.parse("..O.\\nO.O.\\n.O.O\\n.O.."), 2))
>>> Measure.ROTOR.of(clock), Measure.STATOR.of(clock), Measure.CHANGE.of(clock)
(8, 2, 8)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise

import numpy as np

from lifesearch.encoding.clauses import FALSE, TRUE, Clauses, Ints, fold
from lifesearch.encoding.variable_grid import UNCONSTRAINED, VariableGrid
from lifesearch.encoding.variables import Variables
from lifesearch.life.pattern import Cell, Pattern


class Measure(StrEnum):
    """What can be counted."""

    FIRST = "first"
    MIN = "min"
    MAX = "max"
    ROTOR = "rotor"
    STATOR = "stator"
    CHANGE = "change"
    GROWTH = "growth"
    DECAY = "decay"

    @property
    def is_population(self) -> bool:
        """Whether it counts all live cells of a generation."""
        return self in (Measure.FIRST, Measure.MIN, Measure.MAX)

    @property
    def words(self) -> tuple[str, str]:
        return WORDS[self]

    @property
    def phase_dependent(self) -> bool:
        return self not in (Measure.MIN, Measure.MAX, Measure.ROTOR, Measure.STATOR)

    def of(self, history: Sequence[Pattern]) -> int:
        """The number, of generations 0 to the one where the pattern recurs, or to the last."""
        first, *later = history
        lived = [p.cells for p in history[:-1]]
        match self:
            case Measure.FIRST:
                return first.population
            case Measure.MIN | Measure.MAX:
                sizes = list(map(len, lived))
                return min(sizes) if self is Measure.MIN else max(sizes)
            case Measure.STATOR | Measure.ROTOR:
                always = frozenset.intersection(*lived)
                sometimes = frozenset().union(*lived) - always
                return len(sometimes if self is Measure.ROTOR else always)
        born = [p.cells - first.cells for p in later] if self is not Measure.DECAY else None
        died = [first.cells - p.cells for p in later] if self is not Measure.GROWTH else None
        none: list[frozenset[Cell]] = [frozenset()] * len(later)
        return max(len(b) + len(d) for b, d in zip(born or none, died or none, strict=True))

    def sums(self, layout: VariableGrid, variables: Variables) -> Sums:
        """The literals whose true ones add up to this number, for a solver."""
        match self:
            case Measure.FIRST:
                return Sums([_literals(_cells(layout, 0))])
            case Measure.MIN | Measure.MAX:
                sums = [_literals(_cells(layout, t)) for t in range(len(layout.grid) - 1)]
                return Sums(sums, least=self is Measure.MIN)
            case Measure.ROTOR | Measure.STATOR:
                return _over_time(layout, variables, rotor=self is Measure.ROTOR)
        grown, died = self is not Measure.DECAY, self is not Measure.GROWTH
        s, motion = layout.spacetime, layout.spacetime.motion
        # After the full period a ship has moved that many times.
        m = max(s.margin, motion.order * max(abs(motion.dx), abs(motion.dy)))
        x, y = s.surroundings(m)
        before = layout.at(0, x, y).ravel()
        sums, clauses = [], []
        for t in range(1, motion.full_period + 1):
            now = _literals(layout.at(t, x, y))
            counted, meaning = _different(
                before, now, variables, f"{self}{t}", grown=grown, died=died
            )
            sums.append(counted)
            clauses.append(meaning)
        return Sums(sums, clauses)


CHANGES = (Measure.CHANGE, Measure.GROWTH, Measure.DECAY)
WORDS = {
    Measure.FIRST: ("cell", ""),
    Measure.MIN: ("cell", " in its smallest generation"),
    Measure.MAX: ("cell", " in its largest generation"),
    Measure.ROTOR: ("rotor cell", ""),
    Measure.STATOR: ("stator cell", ""),
    Measure.CHANGE: ("changed cell", " in any generation"),
    Measure.GROWTH: ("new cell", " in any generation"),
    Measure.DECAY: ("lost cell", " in any generation"),
}


@dataclass(frozen=True, eq=False)
class Sums:
    """Rows of literals of which the true ones are counted; the largest count is the measure,
    or the least. The clauses say what new variables among the literals mean.
    """

    rows: list[Ints]
    clauses: list[Clauses] | None = None
    least: bool = False

    @property
    def cells(self) -> int:
        return max((int((row != FALSE).sum()) for row in self.rows), default=0)

    def dead(self) -> Sums:
        """The same for what is not true: a count of k here is one of `cells` - k there."""
        rows = [row[row != FALSE] for row in self.rows]
        # Cells that one row lacks are dead there: so all rows are equally long.
        padded = [np.append(-row, np.full(self.cells - len(row), TRUE)) for row in rows]
        return Sums([row.astype(np.int32) for row in padded], least=not self.least)


def _cells(layout: VariableGrid, t: int) -> Ints:
    """The literals of all cells of a generation, and of dying ones: one of a cell's is true."""
    if layout.dying is None:
        plane: Ints = layout.grid[t]
        return plane
    return layout.states_at(t, *layout.spacetime.surroundings(layout.spacetime.margin))


def _literals(plane: Ints) -> Ints:
    """The literals of a generation; unconstrained cells do not count."""
    return np.where(plane == UNCONSTRAINED, FALSE, plane).ravel()


def _over_time(layout: VariableGrid, variables: Variables, *, rotor: bool) -> Sums:
    """Cells that change at some time, or live at all times, up to where the pattern recurs."""
    s = layout.spacetime
    x, y = s.surroundings(s.margin)
    lives = np.stack([layout.at(t, x, y).ravel() for t in range(s.motion.full_period + 1)])
    lives, place = np.unique(lives, axis=1, return_inverse=True)
    new = _numbered(lives.shape[1], "rotor" if rotor else "stator", variables)
    if rotor:
        steps = [_unlike(a, b, new) for a, b in pairwise(lives)]
        return Sums([new[place.ravel()]], steps)
    return Sums([new[place.ravel()]], [Clauses(fold(np.column_stack([-lives.T, new])))])


def _different(
    before: Ints, now: Ints, variables: Variables, name: str, *, grown: bool, died: bool
) -> tuple[Ints, Clauses]:
    """For each cell a variable that is true if it has been born, or has died."""
    (a, b), place = np.unique(np.stack([before, now]), axis=1, return_inverse=True)
    new = _numbered(len(a), name, variables)
    return new[place.ravel()], _unlike(a, b, new, grown=grown, died=died)


def _numbered(count: int, name: str, variables: Variables) -> Ints:
    where = np.arange(count, dtype=np.int32)
    return variables.allocate(where, where, lambda i, _: f"{name}.{i}")


def _unlike(a: Ints, b: Ints, new: Ints, *, grown: bool = True, died: bool = True) -> Clauses:
    """Where a and b differ, the new variable is true."""
    born, dead = np.column_stack([a, -b, new]), np.column_stack([-a, b, new])
    rows = np.concatenate([born] * grown + [dead] * died)
    return Clauses(fold(rows[rows[:, 0] != -rows[:, 1]]))
