"""Soups for the kernels: shapes as arrays, and which cells of a soup live.

Whether an orbit lives is decided by a hash of seed, index and the number of the orbit (Steele, Lea
and Flood's SplitMix64), and so is which of several shapes a soup has.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from lifesearch.compiled import inlined, jit
from lifesearch.soups.kernel import WORD, Int, Words, zeros

IMAGES = 8
"""The size of the largest symmetry group."""

Numbers = NDArray[np.int64]

TRIES = 6
"""So often a place for a still life is chosen anew. One in the middle of a soup does not last."""

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_MULTIPLIER_1 = np.uint64(0xBF58476D1CE4E5B9)
_MULTIPLIER_2 = np.uint64(0x94D049BB133111EB)
_SHIFT_1, _SHIFT_2, _SHIFT_3 = np.uint64(30), np.uint64(27), np.uint64(31)
_HALF = np.uint64(32)
_ONE = np.uint64(1)


class Layout(NamedTuple):
    """Shapes as the kernels want them.

    Shape s has the box widths[s] x heights[s], whose cells have numbers, row by row. What is known
    of cell c of shape s is at starts[s] + c: its images by the symmetry, of which the first in the
    box is the number of its orbit, and the orbits of its images by the symmetry of the still lifes
    around it, padded with -1.

    Orbits that may live are random[s], padded with -1: those in the middle of the box. Each lives
    if 32 random bits are below `threshold`. If the middle is not all of the box, still lifes are
    added beside it, so many as added[s] says: middles[s] has its first column and row and its last,
    still_lifes[n] are the cells of a still life, each as x and y, padded with -1, and sizes[n] is
    how wide and how high it is.
    """

    widths: Numbers
    heights: Numbers
    starts: Numbers
    images: Numbers
    orbits_around: Numbers
    threshold: np.uint64
    random: Numbers
    middles: Numbers
    added: Numbers
    still_lifes: Numbers
    sizes: Numbers


@inlined
def _mix(state: np.uint64) -> np.uint64:
    state = (state ^ state >> _SHIFT_1) * _MULTIPLIER_1
    state = (state ^ state >> _SHIFT_2) * _MULTIPLIER_2
    return state ^ state >> _SHIFT_3


@inlined
def _start(seed: np.uint64, index: np.uint64) -> np.uint64:
    return _mix(_mix(seed + _GOLDEN) + (index + _ONE) * _GOLDEN)


@inlined
def which(seed: np.uint64, index: np.uint64, shapes: int) -> Int:
    """Choose the number of a soup's shape."""
    return np.int64(_mix(_start(seed, index)) % np.uint64(shapes))


@jit
def room_for_orbits(layout: Layout) -> Words:
    """An array in which there is room for the live orbits of any soup."""
    most = np.int64(0)
    for shape in range(len(layout.added)):
        most = max(most, layout.added[shape])
    around = layout.orbits_around.shape[1] * layout.still_lifes.shape[1] * most
    room: Words = zeros(1, layout.random.shape[1] + around)[0]
    return room


@inlined
def live_orbits(layout: Layout, seed: np.uint64, index: np.uint64, orbits: Words) -> int:
    """Write the numbers of the orbits that live in a soup; return how many were written.

    Those of a still life may be there twice.
    """
    shape = which(seed, index, len(layout.widths))
    start = _start(seed, index) + _GOLDEN
    used, random = 0, layout.random[shape]
    for place in range(len(random)):
        orbit = random[place]
        if orbit < 0:
            break
        orbits[used] = orbit
        if _mix(start + np.uint64(orbit + 1) * _GOLDEN) >> _HALF < layout.threshold:
            used += 1
    choice = _mix(start - _GOLDEN)
    for _ in range(layout.added[shape]):
        used = _add_still_life(layout, shape, choice, orbits, used)
        choice = _mix(choice + _GOLDEN)
    return used


@inlined
def _add_still_life(layout: Layout, shape: int, choice: np.uint64, orbits: Words, used: int) -> int:
    """Put a still life and its images somewhere into the box of a soup."""
    number = np.int64(choice % np.uint64(len(layout.still_lifes)))
    x0, y0 = _place_beside(layout, shape, layout.sizes[number], choice)
    cells = layout.still_lifes[number]
    for place in range(len(cells)):
        if cells[place, 0] < 0:
            break
        cell = (y0 + cells[place, 1]) * layout.widths[shape] + x0 + cells[place, 0]
        around = layout.orbits_around[layout.starts[shape] + cell]
        for image in range(len(around)):
            if around[image] >= 0:
                orbits[used] = around[image]
                used += 1
    return used


@inlined
def _place_beside(
    layout: Layout, shape: int, size: Numbers, choice: np.uint64
) -> tuple[np.int64, np.int64]:
    """Choose a place in the box that does not touch the middle, if one is found soon."""
    middle = layout.middles[shape]
    left, top, right, bottom = middle[0], middle[1], middle[2], middle[3]
    columns = np.uint64(layout.widths[shape] - size[0] + 1)
    rows = np.uint64(layout.heights[shape] - size[1] + 1)
    x, y = np.int64(0), np.int64(0)
    for _ in range(TRIES):
        choice = _mix(choice)
        x, y = np.int64(choice % columns), np.int64((choice >> _HALF) % rows)
        if x + size[0] < left or x > right + 1 or y + size[1] < top or y > bottom + 1:
            break
    return x, y


@jit
def fill(board: Words, layout: Layout, seed: np.uint64, index: np.uint64) -> None:
    """Write a soup into the middle of a dead board."""
    shape = which(seed, index, len(layout.widths))
    width, height = layout.widths[shape], layout.heights[shape]
    words = board.shape[0] - 2
    left, top = (WORD * words - width) // 2, (WORD * words - height) // 2
    first: Int = layout.starts[shape]
    orbits = room_for_orbits(layout)
    for number in range(live_orbits(layout, seed, index, orbits)):
        images = layout.images[first + np.int64(orbits[number])]
        for image in range(len(images)):
            x, y = left + images[image] % width, top + images[image] // width
            board[1 + x // WORD, 1 + y] |= _ONE << np.uint64(x % WORD)
