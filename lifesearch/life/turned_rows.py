"""The rows of a small pattern in all eight orientations, as integers.

>>> turned_rows((0b111, 0b001), 3)[TURNS.index(Orientation.R90)]
(1, 1, 3)
"""

from __future__ import annotations

from functools import lru_cache

from lifesearch.life.orientation import Orientation
from lifesearch.life.pattern import Box, Pattern

Rows = tuple[int, ...]
TURNS = (
    Orientation.IDENTITY,
    Orientation.FLIP_Y,
    Orientation.FLIP_X,
    Orientation.R180,
    Orientation.TRANSPOSE,
    Orientation.R90,
    Orientation.R270,
    Orientation.ANTITRANSPOSE,
)


def rows_of(pattern: Pattern, box: Box) -> Rows:
    """The rows of a pattern with this box."""
    left, top, _, height = box
    rows = [0] * height
    for x, y in pattern.cells:
        rows[y - top] |= 1 << (x - left)
    return tuple(rows)


def turned_rows(rows: Rows, width: int) -> list[Rows]:
    """Rows of a width, whose lowest bit is the first cell, in the orientations of `TURNS`."""
    columns = tuple(
        [sum([(row >> x & 1) << y for y, row in enumerate(rows)]) for x in range(width)]
    )
    found = []
    for upright, length in ((rows, width), (columns, len(rows))):
        mirrored = tuple([_reversed(row, length) for row in upright])
        found += [upright, upright[::-1], mirrored, mirrored[::-1]]
    return found


@lru_cache(maxsize=1 << 16)
def _reversed(row: int, width: int) -> int:
    return int(f"{row:0{width}b}"[::-1], 2)
