"""Soups for the kernels: shapes as one array, and which cells of a soup live.

`seeds` makes the array from shapes; `fill` writes soups to boards, and `bulk.kernel` to bits.

A hash of seed, index and the number of the orbit (Steele, Lea and Flood's SplitMix64) decides
whether an orbit lives; another one decides which of several shapes a soup has. So any soup can be
made without those before it.

    layout         all shapes in one array: see `Layout`
    shape          the numbers of one shape, see `shape_at`
    orbit          an orbit of cells, by the number (row by row in the box) of its first cell
    seed, index    the soup's number: see `seeds`
    start          the beginning of a soup's random numbers, see `_start`
    choice         random bits for a still life
"""

from __future__ import annotations

from typing import Any

import numpy as np

from lifesearch.engines.compiled import compiled, inlined, kernel
from lifesearch.engines.compiled.words import at, pointers
from lifesearch.engines.soups.kernel import WORD, Int, Numbers, Words, size_of

IMAGES = 8
"""The size of the largest symmetry group."""

Layout = Numbers
"""Shapes for the kernels, all in one array: a header, then a row for each shape, cell, still life.

The header:
    _SHAPES, _SHAPE             how many shapes there are, and the length of a row
    _CELLS, _CELL               where the rows of cells begin, and their length
    _STILL_LIFES, _STILL_LIFE   where the rows of still lifes begin, and their length
    _NUMBER                     how many still lifes there are
    _THRESHOLD                  an orbit lives if 32 random bits are below this number
    _ROOM                       the most live orbits that a soup can have
    _HEADER                     the length of the header

A shape:
    WIDTH, HEIGHT               of its box
    _START                      the number of the first cell of its box among all cells
    _ADDED                      how many still lifes are added beside the middle
    _LEFT, _TOP, _RIGHT, _BOTTOM   first and last column and row of the middle
    _RANDOM and following       the orbits that may live, those in the middle, padded with -1

A cell of a box, row by row: IMAGES images by the symmetry, of which the first is the number of its
orbit; then the orbits of its images by the symmetry of the still lifes, padded with -1.

A still life: width, height, and its cells, each as x and y, padded with -1.
"""

TRIES = 6
"""The most places that are tried for a still life: in the middle of a soup it would be destroyed.

With more tries fewer still lifes touch the middle, and each soup takes a little longer to make.
"""

# The constants of SplitMix64.
_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_MULTIPLIER_1 = np.uint64(0xBF58476D1CE4E5B9)
_MULTIPLIER_2 = np.uint64(0x94D049BB133111EB)
_SHIFT_1, _SHIFT_2, _SHIFT_3 = np.uint64(30), np.uint64(27), np.uint64(31)
_HALF = np.uint64(32)
_ONE = np.uint64(1)

_SHAPES, _SHAPE, _CELLS, _CELL, _STILL_LIFES, _STILL_LIFE, _NUMBER, _THRESHOLD, _ROOM, _HEADER = (
    range(10)
)
WIDTH, HEIGHT, _START, _ADDED, _LEFT, _TOP, _RIGHT, _BOTTOM, _RANDOM = range(9)


def layout_of(shapes: Numbers, cells: Numbers, still_lifes: Numbers, threshold: int) -> Layout:
    """Make a layout from a row for each shape, each cell and each still life."""
    # A still life adds an orbit for each of its cells and each image of that cell.
    around = (cells.shape[1] - IMAGES) * (still_lifes.shape[1] // 2 - 1)
    room = shapes.shape[1] - _RANDOM + around * max(shapes[:, _ADDED])
    start = _HEADER + np.cumsum([0, shapes.size, cells.size])
    sizes = (shapes.shape[1], start[1], cells.shape[1], start[2], still_lifes.shape[1])
    header = (len(shapes), *sizes, len(still_lifes), threshold, room)
    return np.concatenate([header, shapes.ravel(), cells.ravel(), still_lifes.ravel()])


def room_for_orbits(layout: Layout) -> Words:
    """An array with room for the live orbits of any soup."""
    return np.zeros(layout[_ROOM], np.uint64)


def _mixed(state: Any) -> Any:
    """SplitMix64's hash of a word, or of each word of an array."""
    state = state ^ state >> _SHIFT_1  # makes a new array of an array: the rest changes that one
    state *= _MULTIPLIER_1
    state ^= state >> _SHIFT_2
    state *= _MULTIPLIER_2
    state ^= state >> _SHIFT_3
    return state


_mix = inlined(_mixed)


@compiled
def _start(seed: np.uint64, index: np.uint64) -> Any:
    """The beginning of a soup's random numbers."""
    return _mix(_mix(seed + _GOLDEN) + (index + _ONE) * _GOLDEN)


def choose_shapes(count: int, seed: int, numbers: range) -> tuple[Words, Numbers]:
    """What `_start` and `shape_number` give for each of some soups."""
    index = np.arange(numbers.start, numbers.stop, dtype=np.uint64)
    starts = _mixed(_mixed(np.array([seed], np.uint64) + _GOLDEN) + (index + _ONE) * _GOLDEN)
    return starts, (_mixed(starts) % np.uint64(count)).astype(np.int64)


@compiled
def shape_number(layout: Layout, seed: np.uint64, index: np.uint64) -> Int:
    """Choose the number of a soup's shape."""
    return np.int64(_mix(_start(seed, index)) % np.uint64(layout[_SHAPES]))


@compiled
def shape_at(layout: Layout, number: Int) -> Numbers:
    """The numbers of a shape in a layout."""
    shape: Numbers = at(layout, _HEADER + number * layout[_SHAPE])
    return shape


@compiled
def live_orbits(
    layout: Layout, shape: Numbers, seed: np.uint64, index: np.uint64, orbits: Words
) -> Int:
    """Write the numbers of the live orbits of a soup; return how many were written.

    Orbits of a still life may be written twice, which does no harm: bits are set, not added.
    """
    # Places in the soup's random sequence: 0 for its shape, 1 for its still lifes, then one for the
    # number of each orbit, whichever orbits there are.
    start = _start(seed, index) + _GOLDEN
    used, threshold = np.int64(0), np.uint64(layout[_THRESHOLD])
    for place in range(_RANDOM, layout[_SHAPE]):
        orbit = shape[place]
        if orbit < 0:
            break
        orbits[used] = orbit
        if _mix(start + np.uint64(orbit + 1) * _GOLDEN) >> _HALF < threshold:
            used += 1
    choice = _mix(start)
    for _ in range(shape[_ADDED]):
        used = _add_still_life(layout, shape, choice, orbits, used)
        choice = _mix(choice + _GOLDEN)
    return used


@compiled
def _add_still_life(
    layout: Layout, shape: Numbers, choice: np.uint64, orbits: Words, used: Int
) -> Int:
    """Add a still life and its images to the box of a soup, beside the middle.

    A place that touches the middle is taken only if no other is found in TRIES attempts. The box
    must have room for each still life: those of `questions.soups.raced_kinds` have.
    """
    number = np.int64(choice % np.uint64(layout[_NUMBER]))
    length = layout[_STILL_LIFE]
    still_life = at(layout, layout[_STILL_LIFES] + number * length)
    columns = np.uint64(shape[WIDTH] - still_life[0] + 1)
    rows = np.uint64(shape[HEIGHT] - still_life[1] + 1)
    x0, y0 = np.int64(0), np.int64(0)
    for _ in range(TRIES):
        choice = _mix(choice)
        # The column from all bits, the row from the high ones: two numbers from one hash.
        x0, y0 = np.int64(choice % columns), np.int64((choice >> _HALF) % rows)
        if x0 + still_life[0] < shape[_LEFT] or x0 > shape[_RIGHT] + 1:
            break
        if y0 + still_life[1] < shape[_TOP] or y0 > shape[_BOTTOM] + 1:
            break
    for place in range(2, length, 2):
        if still_life[place] < 0:
            break
        cell = (y0 + still_life[place + 1]) * shape[WIDTH] + x0 + still_life[place]
        around = at(layout, layout[_CELLS] + (shape[_START] + cell) * layout[_CELL])
        for image in range(IMAGES, layout[_CELL]):
            if around[image] >= 0:
                orbits[used] = around[image]
                used += 1
    return used


@kernel("u8[]", "i8", "i8", "i8[]", "u8", "u8", "u8[]", "i8[]")
def fill(
    boards: Words,
    words: int,
    planes: int,
    layout: Layout,
    seed: np.uint64,
    first: np.uint64,
    orbits: Words,
    shapes: Numbers,
) -> None:
    """Write soups into the middle of dead boards, into the first of the planes of each.

    The number of soups is the length of `shapes`, to which the numbers of their shapes are written.
    """
    every, live = pointers(layout), pointers(orbits)
    for number in range(len(shapes)):
        index = first + np.uint64(number)
        shapes[number] = shape_number(every, seed, index)
        shape = shape_at(every, shapes[number])
        width, height = shape[WIDTH], shape[HEIGHT]
        left, top = (WORD * words - width) // 2, (WORD * words - height) // 2
        board = at(boards, number * planes * size_of(words))
        for one in range(live_orbits(every, shape, seed, index, live)):
            cell = shape[_START] + np.int64(live[one])
            images = at(every, every[_CELLS] + cell * every[_CELL])
            for image in range(IMAGES):
                x, y = left + images[image] % width, top + images[image] // width
                place = (1 + x // WORD) * (WORD * words + 2) + 1 + y
                board[place] |= _ONE << np.uint64(x % WORD)
