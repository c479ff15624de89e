"""Take boards apart: sets of cells with at least two dead cells between each other.

The next state of a cell depends on the 3x3 cells around it. So two sets of cells that are never
within two cells of each other, in none of their generations, do not influence each other. That
is what `flood` follows: cells within two cells of each other belong together.
"""

from __future__ import annotations

import numpy as np

from lifesearch.compiled import jit
from lifesearch.soups.kernel import WORD, Words, zeros

INFLUENCE = 2  # cells no further from each other may have a neighbour in common
_ZERO = np.uint64(0)
_ONE = np.uint64(1)


@jit
def flood(cells: Words, mask: Words, y: int, reach: int) -> tuple[int, int]:
    """Add to the mask all cells that can be reached from it in moves of at most `reach` cells.

    The mask has cells in row y alone to begin with. Return its first and last row.
    """
    columns, rows = cells.shape
    first = last = y
    near = zeros(1, columns)[0]
    growing = True
    while growing:
        growing = False
        for row in range(max(1, first - reach), min(rows - 1, last + reach + 1)):
            for w in range(columns):
                near[w] = _ZERO
                for other in range(max(0, row - reach), min(rows, row + reach + 1)):
                    near[w] |= mask[w, other]
            for w in range(1, columns - 1):
                reached = near[w]
                for distance in range(1, reach + 1):
                    shift, across = np.uint64(distance), np.uint64(WORD - distance)
                    reached |= near[w] << shift | near[w - 1] >> across
                    reached |= near[w] >> shift | near[w + 1] << across
                reached &= cells[w, row]
                if reached & ~mask[w, row]:
                    mask[w, row] |= reached
                    growing = True
                    first, last = min(first, row), max(last, row)
    return first, last


@jit
def pack(board: Words) -> tuple[int, int, int, Words]:
    """The live cells, moved into the corner of as few words as will hold them.

    Return x and y of the corner on the board, the width, and the words, row by row.
    """
    columns, end = board.shape
    top, bottom, left, right = end, 0, WORD * columns, -1
    for w in range(1, columns - 1):
        together = _ZERO
        for y in range(1, end - 1):
            if board[w, y]:
                together |= board[w, y]
                top = y if y < top else top
                bottom = y if y > bottom else bottom
        if together:
            for bit in range(WORD):
                if together >> np.uint64(bit) & _ONE:
                    x = WORD * (w - 1) + bit
                    left = x if x < left else left
                    right = x
    if right < 0:
        return 0, 0, 0, zeros(0, 0)
    words = (right - left) // WORD + 1
    packed = zeros(bottom - top + 1, words)
    column, shift = 1 + left // WORD, np.uint64(left % WORD)
    for y in range(top, bottom + 1):
        for word in range(words):
            packed[y - top, word] = board[column + word, y] >> shift
            if shift:
                packed[y - top, word] |= board[column + word + 1, y] << np.uint64(WORD) - shift
    return left, top - 1, right - left + 1, packed


@jit
def place(board: Words, packed: Words, x: int, y: int) -> None:
    """Add packed cells to a board, their corner at column x and row y, both counted from 0."""
    column, shift = 1 + x // WORD, np.uint64(x % WORD)
    for row in range(packed.shape[0]):
        for word in range(packed.shape[1]):
            board[column + word, 1 + y + row] |= packed[row, word] << shift
            if shift:
                board[column + word + 1, 1 + y + row] |= packed[row, word] >> (
                    np.uint64(WORD) - shift
                )
