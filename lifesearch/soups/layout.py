"""Soups for the kernels: shapes as arrays, and which cells of a soup live.

Whether an orbit lives is decided by a hash of seed, index and the number of the orbit (Steele, Lea
and Flood's SplitMix64), and so is which of several shapes a soup has.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from lifesearch.compiled import compiled, compiled_small, inlined
from lifesearch.compiled.lowlevel import at, pointers
from lifesearch.soups.kernel import WORD, Int, Words, empty_board, size_of

IMAGES = 8
"""The size of the largest symmetry group."""

Numbers = NDArray[np.int64]

Layout = Numbers
"""Shapes as the kernels want them: all in one array, which begins with numbers of what follows.

Of each shape: the width and height of its box, where the cells of the box begin, how many still
lifes are added beside its middle, the first column and row of that and the last, and the orbits
that may live, those in the middle, padded with -1. Each lives if 32 random bits are below a
threshold.

Of each cell of a box, row by row: its images by the symmetry, of which the first in the box is the
number of its orbit, and the orbits of its images by the symmetry of the still lifes around it,
padded with -1.

Of each still life: how wide and how high it is, and its cells, each as x and y, padded with -1.
"""

TRIES = 6
"""So often a place for a still life is chosen anew. One in the middle of a soup does not last."""

AT_ONCE = 64
"""So many soups numpy makes at once: more would not fit into the cache of the processor."""

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
    """A layout, of a row for each shape, each cell and each still life."""
    around = (cells.shape[1] - IMAGES) * (still_lifes.shape[1] // 2 - 1)
    room = shapes.shape[1] - _RANDOM + around * max(shapes[:, _ADDED])
    start = _HEADER + np.cumsum([0, shapes.size, cells.size])
    sizes = (shapes.shape[1], start[1], cells.shape[1], start[2], still_lifes.shape[1])
    header = (len(shapes), *sizes, len(still_lifes), threshold, room)
    return np.concatenate([header, shapes.ravel(), cells.ravel(), still_lifes.ravel()])


def room_for_orbits(layout: Layout) -> Words:
    """An array in which there is room for the live orbits of any soup."""
    return np.zeros(layout[_ROOM], np.uint64)


def _mixed(state: Any) -> Any:
    state = state ^ state >> _SHIFT_1  # of arrays, a new one, which the rest changes
    state *= _MULTIPLIER_1
    state ^= state >> _SHIFT_2
    state *= _MULTIPLIER_2
    state ^= state >> _SHIFT_3
    return state


_mix = inlined(_mixed)


@compiled
def _start(seed: np.uint64, index: np.uint64) -> Any:
    return _mix(_mix(seed + _GOLDEN) + (index + _ONE) * _GOLDEN)


class Squares(NamedTuple):
    """Shapes without still lifes, each in the middle of a square that has room for all of them.

    A row for each shape: the orbits that may live, and the orbit of each cell of the square, row by
    row. They are counted from 1 here, and padded with 0, for what is dead.
    """

    random: Numbers
    orbits: Numbers


def make_plain(
    squares: Squares, threshold: int, seed: int, numbers: range, words: int, planes: int
) -> tuple[Words, Numbers]:
    """Soups without still lifes, and the numbers of their shapes, as `fill` makes them.

    Numpy takes a few microseconds longer for each, but half a second less at the first use.
    """
    boards, shapes = empty_board(words, planes * len(numbers)), np.zeros(len(numbers), np.int64)
    side, size = math.isqrt(squares.orbits.shape[1]), WORD * words
    left = (size - side) // 2
    every = boards.reshape(len(numbers), planes, words + 2, size + 2)
    for first in range(0, len(numbers), AT_ONCE):
        some = slice(first, first + AT_ONCE)
        shapes[some], live = _live_cells(squares, threshold, seed, numbers[some])
        cells = np.zeros((len(live), side, size), np.bool_)
        cells[:, :, left : left + side] = live.reshape(-1, side, side)
        rows = np.packbits(cells, 2, "little").view("<u8")
        every[some, 0, 1:-1, left + 1 : left + 1 + side] = rows.transpose(0, 2, 1)
    return boards, shapes


def choose_shapes(count: int, seed: int, numbers: range) -> tuple[Words, Numbers]:
    """Where the random numbers of soups start, and the numbers of their shapes."""
    index = np.arange(numbers.start, numbers.stop, dtype=np.uint64)
    starts = _mixed(_mixed(np.array([seed], np.uint64) + _GOLDEN) + (index + _ONE) * _GOLDEN)
    return starts, (_mixed(starts) % np.uint64(count)).astype(np.int64)


def _live_cells(
    squares: Squares, threshold: int, seed: int, numbers: range
) -> tuple[Numbers, NDArray[np.bool_]]:
    """The numbers of the shapes of soups, and which cells of their squares live."""
    starts, shapes = choose_shapes(len(squares.random), seed, numbers)
    random, orbits = squares.random[shapes], squares.orbits[shapes]
    hashes = _mixed(starts[:, None] + (random + 1).astype(np.uint64) * _GOLDEN) >> _HALF
    live = np.zeros((len(shapes), orbits.shape[1] + 1), np.bool_)
    before = live.shape[1] * np.arange(len(shapes))[:, None]
    live.ravel()[random + before] = hashes < np.uint64(threshold)
    live[:, 0] = False
    return shapes, live.take(orbits + before)


@compiled
def which(layout: Layout, seed: np.uint64, index: np.uint64) -> Int:
    """Choose the number of a soup's shape."""
    return np.int64(_mix(_start(seed, index)) % np.uint64(layout[_SHAPES]))


@compiled
def shape_at(layout: Layout, number: Int) -> Numbers:
    """What a layout says of a shape."""
    shape: Numbers = at(layout, _HEADER + number * layout[_SHAPE])
    return shape


@compiled_small
def live_orbits(
    layout: Layout, shape: Numbers, seed: np.uint64, index: np.uint64, orbits: Words
) -> Int:
    """Write the numbers of the orbits that live in a soup; return how many were written.

    Those of a still life may be there twice.
    """
    start = _start(seed, index) + _GOLDEN
    used, threshold = np.int64(0), np.uint64(layout[_THRESHOLD])
    for place in range(_RANDOM, layout[_SHAPE]):
        orbit = shape[place]
        if orbit < 0:
            break
        orbits[used] = orbit
        if _mix(start + np.uint64(orbit + 1) * _GOLDEN) >> _HALF < threshold:
            used += 1
    choice = _mix(start - _GOLDEN)
    for _ in range(shape[_ADDED]):
        used = _add_still_life(layout, shape, choice, orbits, used)
        choice = _mix(choice + _GOLDEN)
    return used


@compiled_small
def _add_still_life(
    layout: Layout, shape: Numbers, choice: np.uint64, orbits: Words, used: Int
) -> Int:
    """Put a still life and its images somewhere into the box of a soup, beside the middle.

    A place that touches the middle is chosen only if no other one is found soon.
    """
    number = np.int64(choice % np.uint64(layout[_NUMBER]))
    length = layout[_STILL_LIFE]
    still_life = at(layout, layout[_STILL_LIFES] + number * length)
    columns = np.uint64(shape[WIDTH] - still_life[0] + 1)
    rows = np.uint64(shape[HEIGHT] - still_life[1] + 1)
    x0, y0 = np.int64(0), np.int64(0)
    for _ in range(TRIES):
        choice = _mix(choice)
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


@compiled_small
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
    """Write soups into the middle of dead boards, the first of the planes of each.

    There are as many as `shapes` has room for, which is where the numbers of their shapes go.
    """
    every, live = pointers(layout), pointers(orbits)
    for number in range(len(shapes)):
        index = first + np.uint64(number)
        shapes[number] = which(every, seed, index)
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
