"""Generations of many soups at once, by rules that count neighbours: the kernels of `periods`.

All soups have one symmetry, so that cells of an orbit are equal in all of them: one word for an
orbit holds its state in 64 soups, and the eight words of its neighbours are added as in
`soups.kernel`. Unlike there, no block is skipped and no board enlarged; what meets the rim is
wrong.

    cells[orbit, word]   bit n: whether the orbit lives in soup 64 word + n
    other, then          a second array of that shape, for every second generation
    neighbours           of each orbit, the orbits of its first cell's eight neighbours
    by                   whether the rule is Life; else its masks, see `soups.kernel.masks`
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np

from lifesearch.engines.compiled import compiled, kernel, typed
from lifesearch.engines.compiled.words import at, pointers
from lifesearch.engines.soups.boards import copy
from lifesearch.engines.soups.kernel import Numbers, Words, neighbour_sums, next_state
from lifesearch.engines.soups.layout import (
    HEIGHT,
    WIDTH,
    Layout,
    live_orbits,
    shape_at,
    shape_number,
)
from lifesearch.engines.soups.seeds import Shapes
from lifesearch.life.symmetry import Symmetry

SIDE = 32
"""The board's side in cells. Few soups that soon settle ever reach the rim of such a board."""


class Board(NamedTuple):
    """A board of width x height cells, row by row, whose cells form orbits.

    The soups must have the same symmetry and its centre at the same place, so that cells of an
    orbit in one are so in all. `orbits` has the number of each cell's orbit, and `neighbours` the
    numbers of the orbits of the eight cells around the first cell of each. The number after the
    last one means a dead cell outside.
    """

    width: int
    height: int
    orbits: Numbers
    neighbours: Numbers


def common_board(shapes: Shapes) -> Board | None:
    """The board for all soups of these shapes; None if they need different ones or a larger one."""
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


BITS = 64
"""Soups in a word."""
WORDS = 32
"""Words that are computed together, by vector instructions: a choice."""
TOGETHER = BITS * WORDS
"""Soups that are run at once."""

Counting = tuple[bool, Words]
"""Whether a rule is Life, and otherwise its masks."""

BOARD = typed(Board, "i8", "i8", "i8[]", "i8[,]")
COUNTING = ("?", "u8[]")
"""The types of `Counting`, for kernels."""

_ZERO = np.uint64(0)
_ONE = np.uint64(1)


@kernel("u8[,]", BOARD, "i8[]", "u8", "u8", "u8[]")
def fill_all(
    cells: Words, board: Board, layout: Layout, seed: np.uint64, first: np.uint64, orbits: Words
) -> None:
    """Write a soup for each bit into the middle of an empty board.

    Their numbers are those from `first` on; `orbits` is room for the live orbits of one soup.
    """
    every, live, words, orbit_of = pointers((layout, orbits, cells, board.orbits))
    for soup in range(TOGETHER):
        index = first + np.uint64(soup)
        shape = shape_at(every, shape_number(every, seed, index))
        width, height = shape[WIDTH], shape[HEIGHT]
        left, top = (board.width - width) // 2, (board.height - height) // 2
        word, bit = soup // BITS, _ONE << np.uint64(soup % BITS)
        for number in range(live_orbits(every, shape, seed, index, live)):
            orbit = np.int64(live[number])
            y, x = orbit // width, orbit % width
            words[orbit_of[(top + y) * board.width + left + x] * WORDS + word] |= bit


@kernel("u8[,]", "u8[,]", "i8[,]", COUNTING, "i8")
def advance_all(
    cells: Words, other: Words, neighbours: Numbers, by: Counting, generations: int
) -> None:
    """Advance all soups by some generations; `other` holds every second one."""
    now, then, beside = pointers((cells, other, neighbours))
    _advance(now, then, beside, len(neighbours), by, generations)


@kernel("u8[,]", ("u8[,]", "u8[,]"), "i8[,]", COUNTING, "i8[]", "u8[,]")
def same_after(
    cells: Words,
    others: tuple[Words, Words],
    neighbours: Numbers,
    by: Counting,
    times: Numbers,
    same: Words,
) -> None:
    """For each of some times, the shortest first, find which soups recur after it: a row of bits.

    `cells` are the soups as they are at the beginning, and others[0] is a copy of them, which is
    advanced; others[1] holds every second generation of it.
    """
    start, now, then = pointers((cells, others[0], others[1]))
    count, before = len(neighbours), np.int64(0)  # rows are advanced from each time to the next
    for row in range(len(times)):
        _advance(now, then, pointers(neighbours), count, by, times[row] - before)
        before = times[row]
        for word in range(WORDS):
            differ = _ZERO
            for place in range(word, count * WORDS, WORDS):
                differ |= now[place] ^ start[place]
            same[row, word] = ~differ


@compiled
def _advance(
    cells: Words, other: Words, neighbours: Numbers, count: int, by: Counting, generations: int
) -> None:
    """Advance all soups; `count` is the number of orbits."""
    now, then = cells, other
    for _ in range(generations):
        _step(now, then, neighbours, count, by)
        now, then = then, now
    # The result belongs into `cells`: after an odd number of generations it is in the other array.
    if generations % 2:
        copy(other, cells, count * WORDS)


@compiled
def _step(now: Words, then: Words, neighbours: Numbers, count: int, by: Counting) -> None:
    """One generation of all soups."""
    life, does = by
    for orbit in range(count):
        beside = at(neighbours, 8 * orbit)
        n1, n2 = at(now, beside[0] * WORDS), at(now, beside[1] * WORDS)
        n3, n4 = at(now, beside[2] * WORDS), at(now, beside[3] * WORDS)
        n5, n6 = at(now, beside[4] * WORDS), at(now, beside[5] * WORDS)
        n7, n8 = at(now, beside[6] * WORDS), at(now, beside[7] * WORDS)
        cell, new = at(now, orbit * WORDS), at(then, orbit * WORDS)
        for w in range(WORDS):
            sums = neighbour_sums((n1[w], n2[w], n3[w]), (n4[w], n5[w], n6[w]), (n7[w], n8[w]))
            if life:
                ones, twos, fours, eights = sums
                new[w] = twos & ~(fours | eights) & (ones | cell[w])
            else:
                new[w] = next_state(cell[w], sums, does)
