"""Count still lifes row by row, in a matrix of all pairs of rows.

The ways to a pair of rows are one number in a matrix, changed in its place from row to row: see
`kernel.pairs`. For boxes of up to 15 columns or so that is faster than a table of states, and
takes less memory: 2^(2w + 2) bytes if the rule does not notice mirror images, twice as much else.
It is another way to the numbers that `heights` counts cell by cell.

Numbers have one word. When a sum may not fit in it, which for squares it always has, the count is
given up by `TooMany`, and can be made in the other way.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lifesearch.counting.region import Region
from lifesearch.counting.results import cell_results
from lifesearch.counting.unfinished import NOWHERE, KeptSweep, Unfinished
from lifesearch.counting.ways import DEFAULT, Setting, SweepProgress, TooMany, Vector
from lifesearch.life.orientation import Orientation
from lifesearch.rows.tables import mirrored

Array = NDArray[Any]
NARROWEST, WIDEST = 3, 16
AT_ONCE = 8
"""Columns that are read together, as many as there are numbers in a line of a processor's cache."""
HALVES = 32
FOLDS = {
    frozenset({Orientation.IDENTITY}),
    frozenset({Orientation.IDENTITY, Orientation.FLIP_Y}),
    frozenset({Orientation.IDENTITY, Orientation.R180}),
}


def suits(region: Region, setting: Setting) -> bool:
    """Whether the patterns of a region can be counted by pairs of rows."""
    return (
        region.period == 1
        and not setting.populations
        and NARROWEST <= region.width <= WIDEST
        and region.orientations in FOLDS
        and region.orientations <= region.rule.symmetries
        and memory(region) <= setting.memory
    )


def memory(region: Region) -> int:
    size = 1 << region.width
    return 8 * size * (len(_columns(_mirror(region))) + 2 * AT_ONCE + 8)


def _mirror(region: Region) -> Array:
    """For each row, which one has as many ways: its mirror image, or none but itself."""
    if Orientation.FLIP_X in region.rule.symmetries:
        return mirrored(region.width)
    return np.arange(1 << region.width)


def _columns(mirror: Array) -> Array:
    """The rows that have a column in the matrix."""
    return np.flatnonzero(np.arange(len(mirror)) <= mirror)


def _allowed(region: Region) -> Array:
    """Whether the cell in the middle of a block stays as it is, or vanishes.

    The indices are the row in the middle, the one above and the one below.
    """
    now = 0 if region.vanishes else np.arange(8)[:, None] >> 1 & 1
    stays: Array = cell_results(region.rule) == now
    return np.ascontiguousarray(stays.transpose(1, 0, 2), np.uint8)


class Pairs:
    """The ways to each pair of rows after some rows; above the first one there are dead rows."""

    def __init__(self, region: Region, setting: Setting = DEFAULT) -> None:
        self.region, self.setting = region, setting
        self.rows = 0
        size = 1 << region.width
        mirror = _mirror(region)
        columns = _columns(mirror)
        self.matrix = np.zeros((size, len(columns)), np.uint64)
        self.matrix[0, 0] = 1
        self._shape = columns, mirror
        self._rule = region.width, _allowed(region)
        self._rows = np.zeros((AT_ONCE, size), np.uint64), np.zeros((AT_ONCE, size), np.uint64)
        self._work = np.zeros(4 * size, np.uint64)

    @property
    def empty(self) -> int:
        return int(self.matrix[0, 0])

    def advance(self) -> int:
        """Add a row; return the patterns of this many rows, and as many less 3 upside down."""
        from lifesearch.counting.kernel import pairs

        found = self._products(pairs.BY_ROWS if self.rows % 2 == 1 else pairs.BY_COLUMNS)
        self.rows += 1
        return found

    def joined(self) -> int:
        """The patterns of which these rows are one half, and the others have the last two too."""
        from lifesearch.counting.kernel import pairs

        return self._products(pairs.JOIN)

    def _products(self, how: int) -> int:
        from lifesearch.counting.kernel import pairs

        totals, rows = _zeros(), (*self._rows, self._work)
        for part in self._parts():
            if not pairs.add_row(self.matrix, *self._shape, *part, *self._rule, *rows, totals, how):
                raise TooMany
        return _sum(totals)

    def folded(self, reverse: Array, *, odd: bool) -> int:
        """The patterns with up-down symmetry: the last row is in the middle, or above."""
        from lifesearch.counting.kernel import pairs

        totals, transposed = _zeros(), self.rows % 2 == 1
        for begin, end in self._parts():
            pairs.fold(
                self.matrix, *self._shape, begin, end, *self._rule, reverse, transposed, odd, totals
            )
        return _sum(totals)

    def saved(self, kind: str, found: list[int]) -> Unfinished:
        return Unfinished(kind, self.rows, [found], [], self.matrix)

    def restore(self, saved: Unfinished) -> None:
        self.matrix, self.rows = saved.array, saved.rounds

    def _parts(self) -> Iterator[tuple[int, int]]:
        """All columns, some at a time."""
        number = len(self._shape[0])
        for begin in range(0, number, AT_ONCE):
            self.setting.watch(SweepProgress(self.region.width, self.rows, self._steps, 0))
            yield begin, min(begin + AT_ONCE, number)

    @property
    def _steps(self) -> int:
        return self.region.height + 2


def counts_by_height(
    region: Region, setting: Setting = DEFAULT, kept: KeptSweep = NOWHERE
) -> list[Vector]:
    """How many patterns there are in boxes of 0 rows, 1 row, ... up to the region's height."""
    make = _whole
    if region.folded:
        make = _folded
    elif Orientation.FLIP_Y in region.rule.symmetries:
        make = _joined
    return [np.array([number], object) for number in _rounds(region, setting, make, kept)]


def whole(region: Region, setting: Setting = DEFAULT) -> list[int]:
    """The same numbers by a longer way: nothing is made of its upper and its lower part."""
    return _rounds(region, setting, _whole, NOWHERE)


Make = Callable[[Pairs], list[int]]
"""Adds a row, and counts the patterns of some heights."""


def _rounds(region: Region, setting: Setting, make: Make, kept: KeptSweep) -> list[int]:
    pairs = Pairs(region, setting)
    return kept.rounds(f"pairs {make.__name__}", pairs, partial(make, pairs), region.height)


def _folded(pairs: Pairs) -> list[int]:
    """The counts of two heights, each from its upper half."""
    rows = np.arange(1 << pairs.region.width)
    turned = Orientation.R180 in pairs.region.orientations
    reverse = mirrored(pairs.region.width) if turned else rows
    pairs.advance()
    found = [pairs.folded(reverse, odd=True)]
    if 2 * pairs.rows <= pairs.region.height:
        found.append(pairs.folded(reverse, odd=False))
    return found


def _joined(pairs: Pairs) -> list[int]:
    """The counts of two heights, each from its upper and its lower part.

    These have two rows in common.
    """
    found = pairs.advance()
    if pairs.rows == 1:
        return []
    more = 2 * pairs.rows - 2 <= pairs.region.height
    return [found, pairs.joined()] if more else [found]


def _whole(pairs: Pairs) -> list[int]:
    """The count of one height: the ways to two dead rows below it."""
    pairs.advance()
    return [pairs.empty] if pairs.rows > 2 else []


def _zeros() -> Array:
    return np.zeros((2, 4), np.uint64)


def _sum(totals: Array) -> int:
    """The number that sums of halves of words are; what has a mirror image counts twice."""
    parts = (totals[0].astype(object) + 2 * totals[1].astype(object)).tolist()
    return sum(part << HALVES * i for i, part in enumerate(parts))
