"""Take boards apart into components: sets of cells with at least two dead cells between them.

The next state of a cell depends on the 3x3 cells around it. So two sets of cells that are never
within two cells of each other, in none of their generations, do not influence each other. `flood`
finds such sets: cells within two cells of each other are in the same one.

    words        W: a board is W words wide; see `kernel`
    w, y, place  a column of words and a row, with the rim, and their word: place = w * height + y
    height       words of a column: 64 W + 2
    Rectangle    column, row, width and height of a box; columns and rows without the rim, from 0
"""

from __future__ import annotations

import numpy as np

from lifesearch.engines.compiled import compiled
from lifesearch.engines.compiled.words import at, lowest
from lifesearch.engines.soups.boards import COMPONENT, MASK, Workspace, clear, take
from lifesearch.engines.soups.kernel import WORD, Words, size_of

INFLUENCE = 2  # cells no further from each other may have a neighbour in common
_ZERO = np.uint64(0)
_ONE = np.uint64(1)

Rectangle = tuple[int, int, int, int]
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
        # Only rows within reach of the mask can get new cells.
        begin = first - reach if first > reach else 1
        end = last + reach if last + reach < height - 1 else height - 2
        for row in range(begin, end + 1):
            above = row - reach if row > reach else 0
            below = row + reach if row + reach < height else height - 1
            left, here = _ZERO, _any(mask, height + above, height + below)
            for w in range(1, words + 1):
                right = _any(mask, (w + 1) * height + above, (w + 1) * height + below)
                reached = here
                # All columns at most `reach` away, with the bits that come from the words left and
                # right.
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
    """The bits that are set in any of the words from `first` to `last`."""
    together = _ZERO
    for place in range(first, last + 1):
        together |= cells[place]
    return together


@compiled
def cut_out(
    soup: Words,
    cells: Words,
    first: np.uint64,
    place: int,
    reach: int,
    words: int,
    space: Workspace,
) -> Rectangle:
    """Copy a component of a soup, and a mask of its cells, to the workspace; return its box.

    It begins with the lowest bit of `first`, a cell in the word at `place`, and has all of `cells`
    that can be reached from there (see `flood`).
    """
    size, height = size_of(words), WORD * words + 2
    mask, component = at(space.places, MASK * space.room), at(space.places, COMPONENT * space.room)
    clear(mask, size)
    mask[place] = first & (~first + _ONE)
    flood(cells, mask, words, place % height, reach)
    take(soup, space.planes, size, mask, component)
    return box_of(component, space.planes, words)


@compiled
def box_of(soup: Words, count: int, words: int) -> Rectangle:
    """The smallest box around all cells that are not dead; its width is 0 if there are none."""
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
        if together:
            left = WORD * (w - 1) + lowest(together) if left < 0 else left
            right = WORD * w - 1
            while not together >> np.uint64(right % WORD) & _ONE:
                right -= 1
    if right < 0:
        return 0, 0, 0, 0
    return left, top - 1, right - left + 1, bottom - top + 1


@compiled
def cells_from(board: Words, words: int, x: int, y: int) -> np.uint64:
    """The 64 cells from column x on in row y, both counted from 0; beyond the board all is dead."""
    place = (1 + x // WORD) * (WORD * words + 2) + 1 + y
    shift = np.uint64(x % WORD)
    cells: np.uint64 = board[place] >> shift
    if shift:
        cells |= board[place + WORD * words + 2] << np.uint64(WORD) - shift
    return cells


@compiled
def move(
    soup: Words,
    words: int,
    box: Rectangle,
    target: Words,
    words_there: int,
    x: int,
    y: int,
    count: int,
) -> None:
    """Add the cells of a box to boards of another size, its corner at column x and row y.

    A row is moved in pieces of 64 cells, each of which may end up in two words. The last piece may
    be longer than the row: so cells to the right of the box must be dead.
    """
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
