"""The board on which soups of one symmetry are run together: one word for each orbit of cells.

Bit n of a word is the state of the orbit's cells in soup n. The soups must have the same symmetry
and its centre at the same place, so that cells which form an orbit in one do so in all of them.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np

from lifesearch.life.symmetry import Symmetry
from lifesearch.soups.layout import Numbers
from lifesearch.soups.seeds import Shapes

SIDE = 32
"""Few soups that soon settle ever reach the rim of such a board."""


class Board(NamedTuple):
    """A board of width x height cells, row by row, all of which form orbits.

    `orbits` has the number of each cell's orbit, and `neighbours` the numbers of those of the eight
    cells around the first cell of each. The number after the last one means a dead cell outside.
    """

    width: int
    height: int
    orbits: Numbers
    neighbours: Numbers


def common_board(shapes: Shapes) -> Board | None:
    """The board for all soups of these shapes, or nothing if they need different ones."""
    kinds = {(shape.symmetry, shape.width % 2, shape.height % 2) for shape in shapes.shapes}
    if len(kinds) > 1 or shapes.side > SIDE:
        return None
    ((symmetry, odd_width, odd_height),) = kinds
    return symmetric_board(symmetry, SIDE + odd_width, SIDE + odd_height)


@cache
def symmetric_board(symmetry: Symmetry, width: int, height: int) -> Board:
    """A board of cells that form the orbits of a symmetry."""
    first_cells = symmetry.orbits(width, height)
    number = {cell: place for place, cell in enumerate(sorted(set(first_cells)))}
    orbits = [number[cell] for cell in first_cells]
    outside = len(number)
    neighbours = [
        [
            orbits[y * width + x] if 0 <= x < width and 0 <= y < height else outside
            for y in (cell // width - 1, cell // width, cell // width + 1)
            for x in (cell % width - 1, cell % width, cell % width + 1)
            if (x, y) != (cell % width, cell // width)
        ]
        for cell in number
    ]
    return Board(width, height, np.array(orbits, np.int64), np.array(neighbours, np.int64))
