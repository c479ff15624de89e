"""Count still lifes row by row, in a matrix of all pairs of rows.

An entry of the matrix is the number of ways to a pair of rows: of partial patterns that end with
it. The matrix is updated in place from row to row: see `kernel.pairs`. For boxes of up to 15
columns or so that is faster than a table of states, and takes less memory: 2^(2w + 2) bytes if the
rule is symmetric under left-right reflection, else twice as much. `orbits_in_box` prefers this
method to `by_height`, which counts cell by cell.

Numbers have one word. When a sum may not fit in it, which never happened for squares,
`FastMethodOverflow` is raised and `by_height` makes the count.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lifesearch.engines.counting.checkpoint import NO_SLOT, SnapshotSlot, SweepSnapshot
from lifesearch.engines.counting.region import Region
from lifesearch.engines.counting.successors import cell_results
from lifesearch.engines.counting.transfer_matrix import (
    DEFAULT,
    FastMethodOverflow,
    SweepOptions,
    SweepProgress,
    Vector,
)
from lifesearch.engines.rows.tables import mirrored
from lifesearch.life.orientation import Orientation

Array = NDArray[Any]
NARROWEST, WIDEST = 3, 16
"""The kernel treats two cells at either end apart; with 16 columns the matrix takes 2^34 bytes, or
twice as much.
"""
AT_ONCE = 8
"""Columns that are read together, as many as there are numbers in a line of a processor's cache."""
DIGIT_BITS = 32
"""Bits of a digit of `kernel.pairs.totals`."""
FOLDS = {
    frozenset({Orientation.IDENTITY}),
    frozenset({Orientation.IDENTITY, Orientation.FLIP_Y}),
    frozenset({Orientation.IDENTITY, Orientation.R180}),
}
"""No symmetry, or one by which the lower half of a pattern follows from the upper one."""


def suits(region: Region, options: SweepOptions) -> bool:
    """Whether the patterns of a region can be counted by pairs of rows."""
    return (
        region.period == 1
        and not options.populations
        and NARROWEST <= region.width <= WIDEST
        and region.orientations in FOLDS
        and region.orientations <= region.rule.symmetries
        and memory(region) <= options.memory
    )


def memory(region: Region) -> int:
    """The bytes of the matrix and of the arrays that the kernel works in."""
    size = 1 << region.width
    # Buffers take 2 * AT_ONCE + 4 words for each row, lists of all rows up to 4.
    return 8 * size * (len(_columns(_mirror(region))) + 2 * AT_ONCE + 8)


def _mirror(region: Region) -> Array:
    """For each row, its mirror image, which shares its column of the matrix; or the row itself."""
    if Orientation.FLIP_X in region.rule.symmetries:
        return mirrored(region.width)
    return np.arange(1 << region.width)


def _columns(mirror: Array) -> Array:
    """The rows that have a column in the matrix: the lesser of two mirror images."""
    return np.flatnonzero(np.arange(len(mirror)) <= mirror)


def _allowed(region: Region) -> Array:
    """Whether a block's middle cell does not change (or, if the region vanishes, is dead next).

    The indices are the three cells of the middle row, of the row above and of the row below.
    """
    now = 0 if region.vanishes else np.arange(8)[:, None] >> 1 & 1
    stays: Array = cell_results(region.rule) == now
    return np.ascontiguousarray(stays.transpose(1, 0, 2), np.uint8)


class PairMatrix:
    """The number of ways to each pair of last rows, after some rows below an empty half plane.

    `rows` are added so far, and `steps` rows will be, for the progress.
    """

    def __init__(self, region: Region, options: SweepOptions = DEFAULT, steps: int = 0) -> None:
        self.region, self.options, self.steps = region, options, steps
        self.rows = 0
        size = 1 << region.width
        mirror = _mirror(region)
        columns = _columns(mirror)
        self.matrix = np.zeros((size, len(columns)), np.uint64)
        self.matrix[0, 0] = 1
        # Arguments of the kernels, which `kernel.pairs` explains.
        self._shape = columns, mirror
        self._rule = region.width, _allowed(region)
        old, new = np.zeros((2, AT_ONCE, size), np.uint64)
        self._buffers = old, new, np.zeros(4 * size, np.uint64)

    @property
    def empty(self) -> int:
        """The number of ways to two empty rows."""
        return int(self.matrix[0, 0])

    def advance(self) -> int:
        """Add a row; return the number of patterns of the height 2 * rows - 3.

        The rows are those of the upper half, with the new one; the lower half, reflected, has one
        row less, and they share two.
        """
        from lifesearch.engines.counting.kernel import pairs

        # The matrix is updated in place, which exchanges the meaning of its rows and columns.
        found = self._products(pairs.BY_ROWS if self.rows % 2 == 1 else pairs.BY_COLUMNS)
        self.rows += 1
        return found

    def joined(self) -> int:
        """The number of patterns whose upper and lower half both have this number of rows.

        They share their last two rows.
        """
        from lifesearch.engines.counting.kernel import pairs

        return self._products(pairs.JOIN)

    def _products(self, mode: int) -> int:
        from lifesearch.engines.counting.kernel import pairs

        found = 0
        for columns in self._parts():
            # New digits for each range: those of all 2^32 pairs of rows could overflow their words.
            totals = _zeros()
            if not pairs.add_row(
                self.matrix, *self._shape, *columns, *self._rule, *self._buffers, totals, mode
            ):
                raise FastMethodOverflow
            found += _sum(totals)
        return found

    def folded(self, reverse: Array, *, odd: bool) -> int:
        """The number of patterns with up-down symmetry, from their upper halves.

        The last row is the middle one if the height is odd, and else the one above the middle.
        """
        from lifesearch.engines.counting.kernel import pairs

        # At most 2^32 ways, not products, are added: their digits fit in the words.
        totals, transposed = _zeros(), self.rows % 2 == 1
        for begin, end in self._parts():
            pairs.fold(
                self.matrix, *self._shape, begin, end, *self._rule, reverse, transposed, odd, totals
            )
        return _sum(totals)

    def saved(self, method: str, found: list[int]) -> SweepSnapshot:
        return SweepSnapshot(method, self.rows, [found], [], self.matrix)

    def restore(self, saved: SweepSnapshot) -> None:
        self.matrix, self.rows = saved.array, saved.rounds

    def _parts(self) -> Iterator[tuple[int, int]]:
        """Ranges of AT_ONCE columns; before each, progress is reported, with 0 for the states."""
        number = len(self._shape[0])
        for begin in range(0, number, AT_ONCE):
            self.options.watch(SweepProgress(self.region.width, self.rows, self.steps, 0))
            yield begin, min(begin + AT_ONCE, number)


def counts_by_height(
    region: Region, options: SweepOptions = DEFAULT, kept: SnapshotSlot = NO_SLOT
) -> list[Vector]:
    """The numbers of patterns in boxes of 0 rows, 1 row, ... up to the region's height."""
    make = _whole
    if region.folded:
        make = _folded
    elif Orientation.FLIP_Y in region.rule.symmetries:
        make = _joined
    return [np.array([number], object) for number in _rounds(region, options, make, kept)]


def whole(region: Region, options: SweepOptions = DEFAULT) -> list[int]:
    """The counts by height from all rows of a box, not from halves: slower; tests compare them."""
    return _rounds(region, options, _whole, NO_SLOT)


Make = Callable[[PairMatrix], list[int]]
"""Adds a row; returns the counts of the next heights, if they are known by then."""


def _rounds(region: Region, options: SweepOptions, make: Make, kept: SnapshotSlot) -> list[int]:
    height = region.height
    # A whole box has two empty rows below it, and the halves of a joined one share two.
    steps = height + 2
    if make is _joined:
        steps = (height + 3) // 2
    elif make is _folded:
        steps = (height + 1) // 2
    pairs = PairMatrix(region, options, steps)
    return kept.rounds(f"pairs {make.__name__}", pairs, partial(make, pairs), height)


def _folded(pairs: PairMatrix) -> list[int]:
    """Add a row; the counts of two heights with up-down symmetry, each from its upper half."""
    rows = np.arange(1 << pairs.region.width)
    turned = Orientation.R180 in pairs.region.orientations
    reverse = mirrored(pairs.region.width) if turned else rows
    pairs.advance()
    found = [pairs.folded(reverse, odd=True)]
    if 2 * pairs.rows <= pairs.region.height:
        found.append(pairs.folded(reverse, odd=False))
    return found


def _joined(pairs: PairMatrix) -> list[int]:
    """Add a row; the counts of two heights, each from halves that share two rows."""
    found = pairs.advance()
    if pairs.rows == 1:
        return []
    more = 2 * pairs.rows - 2 <= pairs.region.height
    return [found, pairs.joined()] if more else [found]


def _whole(pairs: PairMatrix) -> list[int]:
    """Add a row; the count of one height: the number of ways to two dead rows below it."""
    pairs.advance()
    return [pairs.empty] if pairs.rows > 2 else []


def _zeros() -> Array:
    return np.zeros((2, 4), np.uint64)


def _sum(totals: Array) -> int:
    """A sum of products from digits of 32 bits; columns with another mirror image count twice."""
    parts = (totals[0].astype(object) + 2 * totals[1].astype(object)).tolist()
    return sum(digit << DIGIT_BITS * i for i, digit in enumerate(parts))
