"""Still lifes counted cell by cell in the plainest way, with nothing of the package.

One array has a number for each filling of the last 2w + 2 cells, in reading order: how many ways
lead to it. The next cell takes the place of the oldest one, so a step adds up pairs of numbers in
their places. All rows are gone through, from the first to the last; no symmetry is made use of.
Numbers are modulo 2^64.
"""

from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray


def still_lifes(width: int, height: int) -> int:
    """How many still lifes of Life a box has, modulo 2^64, the empty one included."""
    bits = 2 * width + 2
    ways = np.zeros(1 << bits, np.uint64)
    ways[0] = 1
    for n in range(width * (height + 2)):
        x, y = n % width, n // width
        _step(ways, n % bits, width, _allowed(x, width, dead=y >= height))
    return int(ways.sum())


def _allowed(x: int, width: int, *, dead: bool) -> NDArray[np.uint8]:
    """What may follow: the indices are the block whose last cell is in column x, without its ends.

    Of the four bits of a value one is for each pair of the first and the last cell of the block.
    """
    found = np.zeros(128, np.uint8)
    for block in range(512):
        first, middle, last = block & 1, block >> 1 & 127, block >> 8
        if not (last and dead) and _stays(block, x, width):
            found[middle] |= 1 << (first + 2 * last)
    return found


def _stays(block: int, x: int, width: int) -> bool:
    """Whether those cells of the middle row stay of which all is known with column x."""

    def alive(column: int, row: int) -> int:
        inside = 0 <= column < width and x - 2 <= column <= x
        return block >> (3 * row + column - x + 2) & 1 if inside else 0

    for column in [x - 1, x, x + 1] if x == width - 1 else [x - 1]:
        around = sum(alive(i, row) for i in range(column - 1, column + 2) for row in range(3))
        own = alive(column, 1)
        if (around - own in (2, 3)) if own else around != 3:
            continue
        return False
    return True


@njit
def _step(ways: Any, slot: int, width: int, allowed: Any) -> None:
    bits, low = 2 * width + 2, (1 << slot) - 1
    for i in range(len(ways) >> 1):
        one = ((i & ~low) << 1) | (i & low)
        other = one | 1 << slot
        u, v = ways[one], ways[other]
        if u == 0 and v == 0:
            continue
        turned = (one >> slot) | (one << (bits - slot))  # from the oldest cell on
        middle = (turned >> 1 & 3) | (turned >> width & 7) << 2 | (turned >> 2 * width & 3) << 5
        pairs = allowed[middle]
        zero = np.uint64(0)
        ways[one] = (u if pairs & 1 else zero) + (v if pairs & 2 else zero)
        ways[other] = (u if pairs & 4 else zero) + (v if pairs & 8 else zero)


def still_lifes_on_torus(width: int, height: int) -> int:
    """How many still lifes a torus has: the trace of a power of the matrix of pairs of rows.

    The matrix says which pairs (b, c) may follow which pairs (a, b): those between which b stays.
    """
    if width > height:
        return still_lifes_on_torus(height, width)
    rows = np.arange(1 << width)
    stays = np.zeros((len(rows),) * 3, np.bool_)

    def cell(row: NDArray[np.int64], x: int) -> NDArray[np.int64]:
        return row >> x % width & 1

    a, b, c = rows[:, None, None], rows[:, None], rows
    stays[:] = True
    for x in range(width):
        around = sum(cell(row, i) for row in (a, b, c) for i in (x - 1, x, x + 1))
        own = cell(b, x)
        stays &= np.where(own, (around == 3) | (around == 4), around != 3)
    total = 0
    for first in rows:
        for second in rows:
            ways = np.zeros((len(rows), len(rows)), np.int64)
            ways[first, second] = 1
            for _ in range(height):
                ways = np.einsum("ab,abc->bc", ways, stays)
            total += int(ways[first, second])
    return total
