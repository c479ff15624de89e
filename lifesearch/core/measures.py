"""Measures of a pattern as sums of literals, so that a solver can bound them.

Each measure is defined twice, and a test compares the two: by simulation in `life.measures`, and
here as a count: how many of the given literals are true. Most measures have one count for each
generation, and the measure is the least or the largest.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from lifesearch.engines.sat.encoding.clauses import FALSE, TRUE, Clauses, Ints, fold
from lifesearch.engines.sat.encoding.variable_grid import UNCONSTRAINED, VariableGrid
from lifesearch.engines.sat.encoding.variables import Variables
from lifesearch.life.measures import Measure


@dataclass(frozen=True, eq=False)
class Sums:
    """Rows of literals whose true ones are counted, such as a row for each generation.

    The measure is the largest of these counts, or, if `least`, the least. `clauses` define the new
    variables among the literals.
    """

    rows: list[Ints]
    clauses: list[Clauses] | None = None
    least: bool = False

    @property
    def cells(self) -> int:
        """The largest count that there can be."""
        return max((int((row != FALSE).sum()) for row in self.rows), default=0)

    def dead(self) -> Sums:
        """Sums that count false literals: if k of n = `cells` are true, these count n - k."""
        rows = [row[row != FALSE] for row in self.rows]
        # Cells that one row lacks are dead there: so all rows are equally long.
        padded = [np.append(-row, np.full(self.cells - len(row), TRUE)) for row in rows]
        return Sums([row.astype(np.int32) for row in padded], least=not self.least)


def sums_of(measure: Measure, layout: VariableGrid, variables: Variables) -> Sums:
    """The literals whose true ones add up to a measure, for a solver."""
    if measure is Measure.FIRST:
        return Sums([_literals(_cells(layout, 0))])
    if measure.is_population:
        # With a transform, the generations after the period are images of these.
        sums = [_literals(_cells(layout, t)) for t in range(len(layout.grid) - 1)]
        return Sums(sums, least=measure is Measure.MIN)
    if measure.of_cells:
        return _over_time(measure, layout, variables)
    grown, died = measure is not Measure.DECAY, measure is not Measure.GROWTH
    s, motion = layout.spacetime, layout.spacetime.motion
    # A ship moves once in each period, so `order` times in its full period.
    m = max(s.margin, motion.order * max(abs(motion.dx), abs(motion.dy)))
    x, y = s.surroundings(m)
    before = layout.at(0, x, y).ravel()  # in generation 0, no cell is unconstrained
    sums, clauses = [], []
    for t in range(1, motion.full_period + 1):
        now = _literals(layout.at(t, x, y))
        counted, meaning = _changed_cells(
            before, now, variables, f"{measure}{t}", grown=grown, died=died
        )
        sums.append(counted)
        clauses.append(meaning)
    return Sums(sums, clauses)


def _cells(layout: VariableGrid, t: int) -> Ints:
    """The literals of a generation: one for each cell, or for each of its states but dead."""
    if layout.dying is None:
        plane: Ints = layout.grid[t]
        return plane
    return layout.states_at(t, *layout.spacetime.surroundings(layout.spacetime.margin))


def _literals(plane: Ints) -> Ints:
    """The literals of a generation; unconstrained cells do not count."""
    return np.where(plane == UNCONSTRAINED, FALSE, plane).ravel()


def _over_time(measure: Measure, layout: VariableGrid, variables: Variables) -> Sums:
    """Cells that live at all times, or change at some time, up to where the pattern recurs."""
    s = layout.spacetime
    x, y = s.surroundings(s.margin)
    lives = np.stack([layout.at(t, x, y).ravel() for t in range(s.motion.full_period + 1)])
    lives, place = np.unique(lives, axis=1, return_inverse=True)
    new = _new_variables(lives.shape[1], str(measure), variables)
    if measure is Measure.STATOR:
        return Sums([new[place.ravel()]], [Clauses(fold(np.column_stack([-lives.T, new])))])
    return Sums([new[place.ravel()]], [_true_if_different(a, b, new) for a, b in pairwise(lives)])


def _changed_cells(
    before: Ints, now: Ints, variables: Variables, name: str, *, grown: bool, died: bool
) -> tuple[Ints, Clauses]:
    """For each cell a variable that is true if it has been born, or has died; and its clauses.

    A solver may also set it where nothing has changed: such counts have upper bounds only.
    """
    (a, b), place = np.unique(np.stack([before, now]), axis=1, return_inverse=True)
    new = _new_variables(len(a), name, variables)
    return new[place.ravel()], _true_if_different(a, b, new, grown=grown, died=died)


def _new_variables(count: int, name: str, variables: Variables) -> Ints:
    where = np.arange(count, dtype=np.int32)
    return variables.allocate(where, where, lambda i, _: f"{name}.{i}")


def _true_if_different(
    a: Ints, b: Ints, new: Ints, *, grown: bool = True, died: bool = True
) -> Clauses:
    """Clauses: where a and b differ, the new variable is true."""
    born, dead = np.column_stack([a, -b, new]), np.column_stack([-a, b, new])
    rows = np.concatenate([born] * grown + [dead] * died)
    return Clauses(fold(rows[rows[:, 0] != -rows[:, 1]]))
