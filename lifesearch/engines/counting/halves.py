"""List all patterns of a small box: its upper and its lower half, joined in the middle.

`listing` tries this first: it is ten times as fast as cell by cell. Rows are added from the top,
until the last two are in the middle of the box. A table says which rows may follow, in each
generation by itself: its index is the row above, the row, and the row's next state. The lower half
is made in the same manner upside down. An upper and a lower half that share their last two rows are
a pattern.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lifesearch.engines.counting.region import UNCHANGED, Region, turned_rule
from lifesearch.engines.counting.successors import row_results
from lifesearch.engines.counting.transfer_matrix import FastMethodOverflow
from lifesearch.life.orientation import Orientation
from lifesearch.life.rules.rule import Rule

Array = NDArray[Any]
Rows = NDArray[np.int64]
"""The row in each generation, as numbers: an array with a line for each state."""

WIDEST = 7  # with more, the table of all 2^(3w) triples of rows takes long to make
MOST_BITS = 62  # of a state: the most, an even number, that fit in a number with a sign
MOST_LINES = 1 << 21
"""With more continuations at a time, the tables of `listing.by_cells` are smaller."""
MOST_SORTED = 1 << 20
"""Up to this number of patterns they are sorted by population, for which all are made at once.

The order is a choice. But sessions count the batches that are done (`listing`), so the order of a
region must stay the same from run to run.
"""


@dataclass(frozen=True)
class Level:
    """The states after some number of rows, their last two, and the edges from the level before.

    State i has the rows `above[i]` and `last[i]`. Edge i leads from state `before[i]` of the
    previous level to state `after[i]` of this one.
    """

    above: Rows
    last: Rows
    before: Array
    after: Array


def suits(region: Region) -> bool:
    """Whether a region is narrow enough and has no symmetry."""
    bits = 2 * region.width * region.period
    return region.width <= WIDEST and bits <= MOST_BITS and region.group == UNCHANGED


def patterns(region: Region, batch: int) -> Iterator[NDArray[np.uint8]]:
    """All patterns of a region, in batches as in `listing`; sorted by population up to MOST_SORTED.

    Raises FastMethodOverflow, if at all, before the first batch.
    """
    upper, lower = halves(region)
    here = _codes(upper[-1].above, upper[-1].last, region.width)
    there = _codes(lower[-1].last, lower[-1].above, region.width)
    _, ends, other_ends = np.intersect1d(here, there, assume_unique=True, return_indices=True)
    which, above = paths(upper, ends)
    other, below = paths(lower, other_ends)
    above = above[:, : region.height]  # of one row: the dead row below the box is left out
    below = below[:, : max(0, region.height - len(upper))][:, ::-1]  # not the rows in common
    # Where the lower halves of each state begin, and how many patterns come before each upper half.
    starts = np.searchsorted(other, np.arange(len(ends) + 1))
    sums = np.concatenate([[0], np.cumsum(np.diff(starts)[which])])

    def pairs(turns: Array) -> tuple[Array, Array]:
        """The upper and the lower halves of the patterns with these numbers."""
        one = np.searchsorted(sums, turns, side="right") - 1
        return one, starts[which[one]] + turns - sums[one]

    total = int(sums[-1])
    order = None
    if total <= MOST_SORTED:
        one, two = pairs(np.arange(total))
        cells = _population(above, region.width)[one] + _population(below, region.width)[two]
        order = np.argsort(cells, kind="stable")
    for first in range(0, total, batch):
        last = min(first + batch, total)
        one, two = pairs(np.arange(first, last) if order is None else order[first:last])
        rows = np.concatenate([above[one], below[two]], axis=1)
        lives = rows[..., None] >> np.arange(region.width) & 1
        yield lives.astype(np.uint8).transpose(0, 2, 1, 3)


def _population(rows: Array, width: int) -> Array:
    """The population of each stack of rows in generation 0."""
    cells: Array = (rows[:, :, 0, None] >> np.arange(width) & 1).sum(axis=(1, 2), dtype=np.int16)
    return cells


def paths(half: list[Level], ends: Array) -> tuple[Array, Array]:
    """All paths to some states of the last level of a half, in the order of these `ends`.

    For each path its place in `ends`, and its rows from the top: [path, row, generation].
    """
    which, state = np.arange(len(ends)), ends
    rows = np.empty((len(ends), 0, half[0].last.shape[1]), np.int64)
    for level in reversed(half):
        rows = np.concatenate([level.last[state][:, None], rows], axis=1)
        marked = np.zeros(len(level.last), np.bool_)
        marked[state] = True
        edges = np.flatnonzero(marked[level.after])
        # The edges into each state, one after another; `spread` then takes all of each.
        edges = edges[np.argsort(level.after[edges], kind="stable")]
        starts = np.searchsorted(level.after[edges], np.arange(len(level.last) + 1))
        path, turn = spread(np.diff(starts)[state])
        state = level.before[edges[starts[state[path]] + turn]]
        which, rows = which[path], rows[path]
    return which, rows


def halves(region: Region) -> tuple[list[Level], list[Level]]:
    """The levels of the upper half, and those of the lower half reflected up-down."""
    rows = region.height + 2  # of both halves, which share two
    lower_rule = turned_rule(region.rule, Orientation.FLIP_Y)
    upper = levels(region, region.rule, rows - rows // 2)
    same = lower_rule == region.rule
    lower = upper[: rows // 2] if same else levels(region, lower_rule, rows // 2)
    return upper, lower


def levels(region: Region, rule: Rule, number: int) -> list[Level]:
    """The levels after 1, 2, ... `number` rows below an empty half plane."""
    following = SuccessorRows.of(rule, region.width)
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
class SuccessorRows:
    """The rows that may stand below two others, given the next state of the middle row.

    They are rows[starts[k]:starts[k + 1]], with k = (above * size + last) * (size + 1) + later.
    """

    size: int
    rows: Array
    starts: Array

    @classmethod
    def of(cls, rule: Rule, width: int) -> SuccessorRows:
        """The table for a rule and a width; rows that give birth beside the box are left out."""
        size = 1 << width
        result = row_results(rule, width, np.arange(size)).reshape(size * size, size)
        order = np.argsort(result, axis=1, kind="stable")
        keys = np.arange(size * size)[:, None] * (size + 1) + result
        numbers = np.bincount(keys.ravel(), minlength=size * size * (size + 1))
        return cls(size, order.ravel(), np.concatenate([[0], np.cumsum(numbers)]))

    def all(self, above: Rows, last: Rows) -> tuple[Array, Rows]:
        """All continuations of these states: the number of the state, and the next row."""
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
    """The states, pairs of rows in all generations, as one number each."""
    shifts = np.arange(2 * above.shape[1]) * width
    codes: Array = (np.hstack([above, last]) << shifts).sum(axis=1)
    return codes


def _rows(codes: Array, width: int, period: int) -> tuple[Rows, Rows]:
    """The pairs of rows that `_codes` encoded."""
    shifts = np.arange(2 * period) * width
    both = codes[:, None] >> shifts & (1 << width) - 1
    return both[:, :period], both[:, period:]


def spread(numbers: Array) -> tuple[Array, Array]:
    """Repeat index i numbers[i] times; with each index its number among its repetitions.

    >>> [line.tolist() for line in spread(np.array([2, 0, 3]))]
    [[0, 0, 2, 2, 2], [0, 1, 0, 1, 2]]
    """
    total = int(numbers.sum())
    if total > MOST_LINES:
        raise FastMethodOverflow
    which = np.repeat(np.arange(len(numbers)), numbers)
    return which, np.arange(total) - (np.cumsum(numbers) - numbers)[which]
