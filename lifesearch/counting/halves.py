"""List all patterns of a small box: its upper and its lower half, joined in the middle.

Rows are added from the top. Which rows may follow two others is in a table, for each generation by
itself: the row before, the row, and what the row is one generation later. So many rows are added
that the two last ones are in the middle of the box; the lower half is the same upside down. Two
halves that have their last two rows in common are a pattern. This needs numpy only, which is
there long before numba, and no state of the lower half is made in vain.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lifesearch.counting.region import UNCHANGED, Region, turned_rule
from lifesearch.counting.results import row_results
from lifesearch.counting.ways import TooMany
from lifesearch.life.orientation import Orientation
from lifesearch.life.rules.rule import Rule

Array = NDArray[Any]
Rows = NDArray[np.int64]
"""The row in each generation, as numbers: an array with a line for each state."""

WIDEST = 7  # with more, the table of rows takes longer than numba
MOST_BITS = 62  # of a word
MOST_LINES = 1 << 21
"""With more rows to be added at a time, tables of cells are smaller."""
MOST_SORTED = 1 << 20
"""If there are more patterns, the smallest do not come first."""


@dataclass(frozen=True)
class Level:
    """All last two rows that some number of rows can have, and whence they come.

    State number `after[i]` comes out of state `before[i]` of the level before, by one row more.
    """

    above: Rows
    last: Rows
    before: Array
    after: Array


def suits(region: Region) -> bool:
    """Whether a region is small and plain enough."""
    bits = 2 * region.width * region.period
    return region.width <= WIDEST and bits <= MOST_BITS and region.group == UNCHANGED


def patterns(region: Region, batch: int) -> Iterator[NDArray[np.uint8]]:
    """All patterns of a region, as in `listing`, the smallest first if they are not very many.

    Raises TooMany before the first.
    """
    upper, lower = halves(region)
    here = _codes(upper[-1].above, upper[-1].last, region.width)
    there = _codes(lower[-1].last, lower[-1].above, region.width)
    _, ends, other_ends = np.intersect1d(here, there, assume_unique=True, return_indices=True)
    which, above = ways(upper, ends)
    other, below = ways(lower, other_ends)
    above = above[:, : region.height]
    below = below[:, : max(0, region.height - len(upper))][:, ::-1]  # not the rows in common
    starts = np.searchsorted(other, np.arange(len(ends) + 1))
    sums = np.concatenate([[0], np.cumsum(np.diff(starts)[which])])

    def pairs(turns: Array) -> tuple[Array, Array]:
        one = np.searchsorted(sums, turns, side="right") - 1
        return one, starts[which[one]] + turns - sums[one]

    total = int(sums[-1])
    order = None
    if total <= MOST_SORTED:
        one, two = pairs(np.arange(total))
        cells = _population(above, region.width)[one] + _population(below, region.width)[two]
        order = np.argsort(cells, kind="stable")
    for first, last in pairwise([*range(0, total, batch), total]):
        one, two = pairs(np.arange(first, last) if order is None else order[first:last])
        rows = np.concatenate([above[one], below[two]], axis=1)
        lives = rows[..., None] >> np.arange(region.width) & 1
        yield lives.astype(np.uint8).transpose(0, 2, 1, 3)


def _population(rows: Array, width: int) -> Array:
    """How many live cells some rows have in the first generation."""
    cells: Array = (rows[:, :, 0, None] >> np.arange(width) & 1).sum(axis=(1, 2), dtype=np.int16)
    return cells


def ways(levels: list[Level], ends: Array) -> tuple[Array, Array]:
    """All rows that lead to some states of the last level: which state, and the rows from the top.

    They are in the order of the states.
    """
    which, state = np.arange(len(ends)), ends
    rows = np.empty((len(ends), 0, levels[0].last.shape[1]), np.int64)
    for level in reversed(levels):
        rows = np.concatenate([level.last[state][:, None], rows], axis=1)
        marked = np.zeros(len(level.last), np.bool_)
        marked[state] = True
        edges = np.flatnonzero(marked[level.after])
        edges = edges[np.argsort(level.after[edges], kind="stable")]
        starts = np.searchsorted(level.after[edges], np.arange(len(level.last) + 1))
        way, turn = spread(np.diff(starts)[state])
        state = level.before[edges[starts[state[way]] + turn]]
        which, rows = which[way], rows[way]
    return which, rows


def halves(region: Region) -> tuple[list[Level], list[Level]]:
    """The levels of the upper half, and those of the lower half, turned upside down."""
    rows = region.height + 2
    lower_rule = turned_rule(region.rule, Orientation.FLIP_Y)
    upper = levels(region, region.rule, rows - rows // 2)
    same = lower_rule == region.rule
    lower = upper[: rows // 2] if same else levels(region, lower_rule, rows // 2)
    return upper, lower


def levels(region: Region, rule: Rule, number: int) -> list[Level]:
    """Add this number of rows to an empty plane; all states after each of them."""
    following = Following.of(rule, region.width)
    nothing = np.zeros((1, region.period), np.int64)
    above, last = nothing, nothing
    found: list[Level] = []
    for _ in range(number):
        before, row = following.all(above, last)
        codes, after = np.unique(_codes(last[before], row, region.width), return_inverse=True)
        above, last = _rows(codes, region.width, region.period)
        found.append(Level(above, last, before, after))
    return found


@dataclass(frozen=True)
class Following:
    """Which rows may follow a row and the one above it, if what becomes of the row is known.

    They are rows[starts[k]:starts[k + 1]], where k is the number of those three.
    """

    size: int
    rows: Array
    starts: Array

    @classmethod
    def of(cls, rule: Rule, width: int) -> Following:
        """Those of a rule; nothing may be born beside the rows."""
        size = 1 << width
        result = row_results(rule, width, np.arange(size)).reshape(size * size, size)
        order = np.argsort(result, axis=1, kind="stable")
        keys = np.arange(size * size)[:, None] * (size + 1) + result
        numbers = np.bincount(keys.ravel(), minlength=size * size * (size + 1))
        return cls(size, order.ravel(), np.concatenate([[0], np.cumsum(numbers)]))

    def all(self, above: Rows, last: Rows) -> tuple[Array, Rows]:
        """All rows that may follow these states, and which state each of them follows."""
        later = np.roll(last, -1, axis=1)
        keys = (above * self.size + last) * (self.size + 1) + later
        first, numbers = self.starts[keys], self.starts[keys + 1] - self.starts[keys]
        state, turn = spread(numbers.prod(axis=1))
        row = np.empty((len(state), last.shape[1]), np.int64)
        for t in range(last.shape[1]):
            turn, choice = np.divmod(turn, numbers[state, t])
            row[:, t] = self.rows[first[state, t] + choice]
        return state, row


def _codes(above: Rows, last: Rows, width: int) -> Array:
    """Each state as one number."""
    shifts = np.arange(2 * above.shape[1]) * width
    codes: Array = (np.hstack([above, last]) << shifts).sum(axis=1)
    return codes


def _rows(codes: Array, width: int, period: int) -> tuple[Rows, Rows]:
    """The rows of states that are given as numbers."""
    shifts = np.arange(2 * period) * width
    both = codes[:, None] >> shifts & (1 << width) - 1
    return both[:, :period], both[:, period:]


def spread(numbers: Array) -> tuple[Array, Array]:
    """So many of each: which one it is, and its number among those of its kind.

    >>> [line.tolist() for line in spread(np.array([2, 0, 3]))]
    [[0, 0, 2, 2, 2], [0, 1, 0, 1, 2]]
    """
    total = int(numbers.sum())
    if total > MOST_LINES:
        raise TooMany
    which = np.repeat(np.arange(len(numbers)), numbers)
    return which, np.arange(total) - (np.cumsum(numbers) - numbers)[which]
