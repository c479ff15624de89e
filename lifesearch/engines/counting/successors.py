"""Tables of next states: of the middle cell of a block, and of a row between two others.

In a number for three neighbouring cells, or for a row, the left cell is the lowest bit.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from lifesearch.life.rules.rule import Rule

Array = NDArray[Any]


def cell_results(rule: Rule) -> Array:
    """The next state of the middle cell, indexed by the three cells above, beside and below."""
    three = np.array([4 * (n & 1) | n & 2 | n >> 2 for n in range(8)])  # in reading order
    table = np.frombuffer(rule.plane_table, np.uint8)
    found: Array = table[three[:, None, None] << 6 | three[:, None] << 3 | three]
    return found


def row_results(rule: Rule, width: int, middle: Array) -> Array:
    """The next states of the rows `middle`, indexed by the row above, the row, the row below.

    The entry is 2^width if a cell beside the row is born.
    """
    becomes, rows = cell_results(rule).astype(np.uint16), np.arange(1 << width)
    result = np.zeros((len(rows), len(middle), len(rows)), np.uint16)
    for x in range(-1, width + 1):
        three, own = rows << 2 >> x + 1 & 7, middle << 2 >> x + 1 & 7
        born = becomes << (x if 0 <= x < width else width)
        result |= born.take(three[:, None, None] << 6 | own[:, None] << 3 | three)
    return np.minimum(result, len(rows), out=result)
