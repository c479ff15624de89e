"""Positions on a board, in the order in which the programs go through them."""

from collections.abc import Callable

import numpy as np

from lifesearch.encoding.clauses import Bools, Ints

Positions = tuple[Ints, Ints]


def span(first: int, last: int) -> Ints:
    """The whole numbers from first to last, both included."""
    return np.arange(first, last + 1, dtype=np.int32)


def raster(x0: int, x1: int, y0: int, y1: int) -> Positions:
    """The positions of a rectangle, row by row."""
    rows, columns = np.meshgrid(span(x0, x1), span(y0, y1), indexing="ij")
    return rows.ravel(), columns.ravel()


def choose(positions: Positions, where: Bools) -> Positions:
    """Those positions that satisfy a condition."""
    return positions[0][where], positions[1][where]


def inside(m: int, n: int) -> Callable[[Ints, Ints], Bools]:
    """Whether a position lies on an m x n board."""
    return lambda x, y: (x >= 1) & (x <= m) & (y >= 1) & (y <= n)


def fertile(positions: Positions, alive: Callable[[Ints, Ints], Bools]) -> Positions:
    """Leave out the barren cells: fewer than three cells that could be alive around them."""
    x, y = positions
    around = [alive(x + i, y + j) for i in (-1, 0, 1) for j in (-1, 0, 1)]
    return choose(positions, np.sum(around, axis=0) >= 3)
