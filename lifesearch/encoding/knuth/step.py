"""Knuth's clauses for one step of the cells of a spacetime."""

from __future__ import annotations

import numpy as np

from lifesearch.encoding.clauses import FALSE, Clauses, Ints, fold
from lifesearch.encoding.knuth.transition import KnuthBoard, transition, unmoved
from lifesearch.encoding.variable_grid import VariableGrid
from lifesearch.encoding.variables import Variables


def knuth_step(
    grid: VariableGrid, t: int, x: Ints, y: Ints, blocks: Ints, variables: Variables
) -> list[Clauses]:
    """The step to generation t + 1; his x is the row. Barren cells he leaves out are dead."""
    barren = (blocks != FALSE).sum(1) < 3
    dead = -grid.at(t + 1, x[barren], y[barren])
    width, height = grid.spacetime.width, grid.spacetime.height

    def wrapped(row: Ints, column: Ints) -> tuple[Ints, Ints]:
        return row % height, column % width

    board = KnuthBoard(
        y[~barren],
        x[~barren],
        alive=lambda row, column: np.ones(len(row), np.bool_),
        box=None,
        wrapped=wrapped if grid.spacetime.torus else unmoved,
    )
    step = transition(
        board,
        variables,
        t,
        now=lambda row, column: grid.at(t, column, row),
        then=lambda row, column: grid.at(t + 1, column, row),
        caged=False,
    )
    return [step, Clauses(fold(dead.reshape(-1, 1)))]
