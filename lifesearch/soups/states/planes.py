"""Boards of several states: `planes[0]` are the live cells, `planes[s - 1]` those in state s.

Each plane is a board as in `lifesearch.soups.kernel`. A generation is one of the live cells by the
rule's table, but for the cells that are dying, which are not born; what was alive and is not any
more is in state 2, and all others go on to the next state.
"""

from __future__ import annotations

import numpy as np

from lifesearch.compiled import jit
from lifesearch.soups.border import touches_border
from lifesearch.soups.kernel import WORD, Flags, Transition, Words, step
from lifesearch.soups.parts import pack, place

_ONE = np.uint64(1)


@jit
def step_planes(now: Words, then: Words, active: Flags, unused: Flags, by: Transition) -> None:
    """Write the next generation to `then`; all flags of `active` must be set, and stay so."""
    count, columns, rows = now.shape
    step(now[0], then[0], active, unused, by)
    for plane in range(1, count):
        for w in range(1, columns - 1):
            for y in range(1, rows - 1):
                then[0, w, y] &= ~now[plane, w, y]
    for w in range(1, columns - 1):
        for y in range(1, rows - 1):
            then[1, w, y] = now[0, w, y] & ~then[0, w, y]
    for plane in range(2, count):
        for w in range(1, columns - 1):
            for y in range(1, rows - 1):
                then[plane, w, y] = now[plane - 1, w, y]


@jit
def add_to(planes: Words, board: Words) -> None:
    """Add all cells that are not dead to a board."""
    for plane in range(planes.shape[0]):
        for w in range(1, planes.shape[1] - 1):
            for y in range(1, planes.shape[2] - 1):
                board[w, y] |= planes[plane, w, y]


@jit
def all_cells(planes: Words) -> Words:
    """A board of all cells that are not dead."""
    board = np.zeros((planes.shape[1], planes.shape[2]), np.uint64)
    add_to(planes, board)
    return board


@jit
def same_planes(a: Words, b: Words) -> bool:
    """Whether all cells are in the same states."""
    for plane in range(a.shape[0]):
        for w in range(1, a.shape[1] - 1):
            for y in range(1, a.shape[2] - 1):
                if a[plane, w, y] != b[plane, w, y]:
                    return False
    return True


@jit
def dead_planes(count: int, words: int) -> Words:
    """So many dead planes of so many words, with their rims."""
    return np.zeros((count, words + 2, WORD * words + 2), np.uint64)


@jit
def copy_planes(source: Words, target: Words) -> None:
    """Copy all planes over others."""
    for plane in range(source.shape[0]):
        for w in range(source.shape[1]):
            for y in range(source.shape[2]):
                target[plane, w, y] = source[plane, w, y]


@jit
def part_of(planes: Words, mask: Words) -> Words:
    """The cells of a mask, in their states."""
    result = np.zeros(planes.shape, np.uint64)
    for plane in range(planes.shape[0]):
        for w in range(1, planes.shape[1] - 1):
            for y in range(1, planes.shape[2] - 1):
                result[plane, w, y] = planes[plane, w, y] & mask[w, y]
    return result


@jit
def any_at_border(planes: Words) -> bool:
    """Whether a cell that is not dead is in the outermost rows and columns."""
    touching = False
    for plane in range(planes.shape[0]):
        touching |= touches_border(planes[plane])
    return touching


@jit
def pack_planes(planes: Words) -> tuple[int, int, int, int, Words]:
    """All cells that are not dead, moved into the corner of as few words as will hold them.

    Return x and y of the corner on the board, width and height, and the words row by row: all
    rows of the first plane, then all of the second, and so on.
    """
    left, top, width, outline = pack(all_cells(planes))
    height, words = outline.shape
    packed = np.zeros((planes.shape[0] * height, words), np.uint64)
    column, shift = 1 + left // WORD, np.uint64(left % WORD)
    for plane in range(planes.shape[0]):
        for row in range(height):
            for word in range(words):
                y = 1 + top + row
                cells = planes[plane, column + word, y] >> shift
                if shift:
                    cells |= planes[plane, column + word + 1, y] << np.uint64(WORD) - shift
                packed[plane * height + row, word] = cells
    return left, top, width, height, packed


@jit
def place_planes(planes: Words, packed: Words, x: int, y: int) -> None:
    """Add packed planes to others, their corner at column x and row y, both counted from 0."""
    height = packed.shape[0] // planes.shape[0]
    for plane in range(planes.shape[0]):
        place(planes[plane], packed[plane * height : (plane + 1) * height], x, y)


@jit
def enlarged_planes(planes: Words) -> Words:
    """The same cells in the middle of boards twice as wide and high."""
    words = planes.shape[1] - 2
    larger = dead_planes(planes.shape[0], 2 * words)
    x, y, width, _, packed = pack_planes(planes)
    if width:
        place_planes(larger, packed, x + WORD * words // 2, y + WORD * words // 2)
    return larger
