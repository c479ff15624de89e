"""Brute force: all states of a small board at once, with code that shares nothing with ours.

A universe is a boolean array (states, rows, columns): every way to fill a board, padded
with dead cells on all sides.
"""

import numpy as np
from numpy.typing import NDArray

from lifesearch.life.pattern import Pattern

Universe = NDArray[np.bool_]


def all_states(mask: NDArray[np.bool_], pad: int) -> Universe:
    """Every state whose live cells are among the mask's."""
    places = np.argwhere(mask)
    count = 2 ** len(places)
    states = np.zeros((count, mask.shape[0] + 2 * pad, mask.shape[1] + 2 * pad), np.bool_)
    for bit, (row, column) in enumerate(places):
        states[:, row + pad, column + pad] = np.arange(count) >> bit & 1
    return states


def step(states: Universe) -> Universe:
    """One generation of Life, edges wrapped around (so pad enough, or mean a torus)."""
    neighbours = sum(
        np.roll(states, (dy, dx), (1, 2)).astype(np.int8)
        for dy in (-1, 0, 1)
        for dx in (-1, 0, 1)
        if dy or dx
    )
    return (neighbours == 3) | (states & (neighbours == 2))


def step_by(table: bytes, states: Universe) -> Universe:
    """One generation of any rule: a table of what becomes of each block, as in Golly's MAP.

    A block is a number of nine bits, the upper left cell the highest; edges are wrapped around.
    """
    blocks = np.zeros(states.shape, np.int16)
    for dy in (1, 0, -1):
        for dx in (1, 0, -1):
            blocks = blocks << 1 | np.roll(states, (dy, dx), (1, 2))
    result: Universe = np.array(list(table), np.bool_)[blocks]
    return result


def outside(states: Universe, pad: int) -> NDArray[np.bool_]:
    """Which states have a live cell in the padding."""
    inner = states[:, pad:-pad, pad:-pad]
    result: NDArray[np.bool_] = states.sum(axis=(1, 2)) != inner.sum(axis=(1, 2))
    return result


def patterns(states: Universe, pad: int) -> set[Pattern]:
    """The states as patterns; the board's first cell is (1, 1), as in Knuth's programs."""
    return {
        Pattern.of((int(x) + 1 - pad, int(y) + 1 - pad) for y, x in np.argwhere(state))
        for state in states
    }
