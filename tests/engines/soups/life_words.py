"""Conway's Life on as many words as a pattern needs: loops without tricks, compiled by numba.

This shares nothing with the kernels of soups: only what is known to be dead is skipped.
"""

from __future__ import annotations

from collections.abc import Set as AbstractSet

import numpy as np
from numba import njit
from numpy.typing import NDArray

from lifesearch.life.pattern import Cell

WORD = 64
Board = NDArray[np.uint64]

_ZERO, _ONE, _LAST = np.uint64(0), np.uint64(1), np.uint64(WORD - 1)


def life_after(
    cells: AbstractSet[Cell], generations: int
) -> tuple[frozenset[Cell], NDArray[np.int64]]:
    """The live cells so many generations later, and how many there were after each of them."""
    populations = np.zeros(generations, np.int64)
    if not cells:
        return frozenset(), populations
    places = np.array(list(cells), np.int64)
    room = generations + 2
    left, top = places.min(axis=0) - room
    x, y = places[:, 0] - left, places[:, 1] - top
    # Words at both ends, and rows at both ends, stay dead: life spreads a cell in a generation.
    shape = int(y.max()) + room, (int(x.max()) + room) // WORD + 3
    now = np.zeros(shape, np.uint64)
    np.bitwise_or.at(now, (y, x // WORD + 1), _ONE << (x % WORD).astype(np.uint64))
    now = _run(now, np.zeros(shape, np.uint64), populations)
    bits = np.unpackbits(now.view(np.uint8), axis=1, bitorder="little")
    rows, columns = np.nonzero(bits)
    there = zip((columns + left - WORD).tolist(), (rows + top).tolist(), strict=True)
    return frozenset(there), populations


@njit(cache=True)
def _run(now: Board, then: Board, populations: NDArray[np.int64]) -> Board:
    """Follow a board, and write down its populations."""
    height, width = now.shape
    for generation in range(len(populations)):
        population = 0
        for y in range(1, height - 1):
            west, here = _ZERO, now[y - 1, 1] | now[y, 1] | now[y + 1, 1]
            for w in range(1, width - 1):
                east = now[y - 1, w + 1] | now[y, w + 1] | now[y + 1, w + 1]
                new = _ZERO
                if here | west >> _LAST | east & _ONE:
                    new = _following(now, y, w)
                    population += _bits(new)
                then[y, w] = new
                west, here = here, east
        populations[generation] = population
        now, then = then, now
    return now


@njit(cache=True)
def _following(now: Board, y: int, w: int) -> np.uint64:
    """64 cells of the next generation: the eight neighbours are added up one by one."""
    ones = twos = fours = _ZERO
    for row in range(y - 1, y + 2):
        cell = now[row, w]
        left = cell << _ONE | now[row, w - 1] >> _LAST
        right = cell >> _ONE | now[row, w + 1] << _LAST
        for beside in (left, cell if row != y else _ZERO, right):
            carry = ones & beside
            ones ^= beside
            fours |= twos & carry
            twos ^= carry
    new: np.uint64 = twos & ~fours & (ones | now[y, w])
    return new


@njit(cache=True)
def _bits(word: np.uint64) -> int:
    count = 0
    while word:
        word &= word - _ONE
        count += 1
    return count
