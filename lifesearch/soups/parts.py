"""Take boards apart: sets of cells with at least two dead cells between each other.

The next state of a cell depends on the 3x3 cells around it. So two sets of cells that are never
within two cells of each other, in none of their generations, do not influence each other. That
is what `flood` follows: cells within two cells of each other belong together.
"""

from __future__ import annotations

import numpy as np

from lifesearch.compiled import compiled, compiled_small
from lifesearch.compiled.lowlevel import at
from lifesearch.soups.boards import MASK, PART, Desk, clear, take
from lifesearch.soups.kernel import WORD, Words, size_of

INFLUENCE = 2  # cells no further from each other may have a neighbour in common
_ZERO = np.uint64(0)
_ONE = np.uint64(1)

Corners = tuple[int, int, int, int]
"""The column and row of the first cell of a box, both counted from 0, its width and its height."""


@compiled
def flood(cells: Words, mask: Words, words: int, y: int, reach: int) -> None:
    """Add to the mask all cells that can be reached from it in moves of at most `reach` cells.

    The mask has cells in row y alone to begin with.
    """
    height = WORD * words + 2
    first = last = y
    growing = True
    while growing:
        growing = False
        begin = first - reach if first > reach else 1
        end = last + reach if last + reach < height - 1 else height - 2
        for row in range(begin, end + 1):
            above = row - reach if row > reach else 0
            below = row + reach if row + reach < height else height - 1
            left, here = _ZERO, _any(mask, height + above, height + below)
            for w in range(1, words + 1):
                right = _any(mask, (w + 1) * height + above, (w + 1) * height + below)
                reached = here
                for distance in range(1, reach + 1):
                    shift, across = np.uint64(distance), np.uint64(WORD - distance)
                    reached |= here << shift | left >> across | here >> shift | right << across
                left, here = here, right
                place = w * height + row
                reached &= cells[place]
                if reached & ~mask[place]:
                    mask[place] |= reached
                    growing = True
                    first = row if row < first else first
                    last = row if row > last else last


@compiled
def _any(cells: Words, first: int, last: int) -> np.uint64:
    """The cells that live in any of some words."""
    together = _ZERO
    for place in range(first, last + 1):
        together |= cells[place]
    return together


@compiled_small
def cut_out(
    soup: Words, cells: Words, first: np.uint64, place: int, reach: int, words: int, desk: Desk
) -> Corners:
    """Take a part of a soup to its place on the desk, and a mask of its cells; return its box.

    It is what is reached among `cells` from the first of some cells in the word at a place.
    """
    size, height = size_of(words), WORD * words + 2
    mask, part = at(desk.places, MASK * desk.room), at(desk.places, PART * desk.room)
    clear(mask, size)
    mask[place] = first & (~first + _ONE)
    flood(cells, mask, words, place % height, reach)
    take(soup, desk.planes, size, mask, part)
    return box_of(part, desk.planes, words)


@compiled_small
def box_of(soup: Words, count: int, words: int) -> Corners:
    """The smallest box that has all cells that are not dead; its width is 0 if there are none."""
    size, height = size_of(words), WORD * words + 2
    top, bottom, left, right = height, 0, -1, -1
    for w in range(1, words + 1):
        together = _ZERO
        for y in range(1, height - 1):
            cells = soup[w * height + y]
            for plane in range(1, count):
                cells |= soup[plane * size + w * height + y]
            if cells:
                together |= cells
                top = y if y < top else top
                bottom = y if y > bottom else bottom
        for bit in range(WORD):
            if together >> np.uint64(bit) & _ONE:
                right = WORD * (w - 1) + bit
                left = right if left < 0 else left
    if right < 0:
        return 0, 0, 0, 0
    return left, top - 1, right - left + 1, bottom - top + 1


@compiled
def cells_from(board: Words, words: int, x: int, y: int) -> np.uint64:
    """The 64 cells from column x on in row y, both counted from 0; those beyond must be dead."""
    place = (1 + x // WORD) * (WORD * words + 2) + 1 + y
    shift = np.uint64(x % WORD)
    cells: np.uint64 = board[place] >> shift
    if shift:
        cells |= board[place + WORD * words + 2] << np.uint64(WORD) - shift
    return cells


@compiled_small
def move(
    soup: Words,
    words: int,
    box: Corners,
    target: Words,
    words_there: int,
    x: int,
    y: int,
    count: int,
) -> None:
    """Add the cells of a box to boards of any size, its corner at column x and row y."""
    left, top, width, height = box
    column, shift = 1 + x // WORD, np.uint64(x % WORD)
    for plane in range(count):
        board, there = at(soup, plane * size_of(words)), at(target, plane * size_of(words_there))
        for row in range(height):
            place = column * (WORD * words_there + 2) + 1 + y + row
            for done in range(0, width, WORD):
                cells = cells_from(board, words, left + done, top + row)
                there[place] |= cells << shift
                place += WORD * words_there + 2
                if shift:
                    there[place] |= cells >> (np.uint64(WORD) - shift)
