"""Count oscillators row by row: a state is the last two rows, in all generations of the period.

A whole row of all generations is added at a time: see `kernel.cycles`. There are far fewer states
after whole rows than after single cells, and of the up to 2p states (p is the period) that differ
only by phase and left-right reflection, one is kept. `orbits_in_box` prefers this method to
`by_height`, which counts cell by cell, for boxes without symmetry under rules that are symmetric
under up-down reflection.

The number of ways to a state is one 64-bit word. When a sum does not fit into it,
`FastMethodOverflow` is raised and `by_height` makes the count.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from lifesearch.engines.counting.checkpoint import NO_SLOT, SnapshotSlot, SweepSnapshot
from lifesearch.engines.counting.region import UNCHANGED, Region
from lifesearch.engines.counting.successors import cell_results
from lifesearch.engines.counting.transfer_matrix import (
    DEFAULT,
    FastMethodOverflow,
    StateTable,
    SweepOptions,
    TableSweep,
    Vector,
    whole_numbers,
)
from lifesearch.engines.rows.tables import mirrored
from lifesearch.life.orientation import Orientation
from lifesearch.life.rules.rule import Rule

Array = NDArray[Any]
LONGEST_PERIOD = 6
"""With a longer period, MOST_BITS would leave boxes of at most 3 columns."""
MOST_BITS = 25
"""Cells of a row in all generations: any of 2^25 first rows may be possible."""
DIGIT_BITS = 32
"""Sums of products are long numbers, in digits of this number of bits."""
TOTAL_DIGITS = 6
"""Up to 2^50 states (two rows of MOST_BITS) make as many products of 128 bits: 178 bits in all."""


def suits(region: Region, options: SweepOptions) -> bool:
    """Whether the patterns of a region can be counted by whole rows of all generations."""
    return (
        1 < region.period <= LONGEST_PERIOD
        and not options.populations
        and region.width * region.period <= MOST_BITS
        and region.group == UNCHANGED
        and Orientation.FLIP_Y in region.rule.symmetries
    )


def _masks(rule: Rule) -> Array:
    """`masks` of `kernel.cycles`: which three cells may be below two other threes, as a bit set."""
    alive = cell_results(rule).astype(np.int64) << np.arange(8)
    return np.stack([255 - alive.sum(axis=2), alive.sum(axis=2)], axis=2)


def _pairs() -> Array:
    """`pairs` of `kernel.cycles`: which two cells can be completed to the right, as a bit set."""
    pairs = np.zeros((256, 16), np.int64)
    for threes in range(256):
        for right in range(16):
            for three in range(8):
                if threes >> three & 1 and right >> (three >> 1) & 1:
                    pairs[threes, right] |= 1 << (three & 3)
    return pairs


class OscillatorSweep(TableSweep):
    """A sweep over rows from the top of the box, above which all is empty.

    Its table has the number of ways to each state: the last two rows in all generations.
    """

    load = 3 / 4  # a choice, for less memory
    at_once = 1 << 14  # a state has many successors here, so fewer states between two reports

    def __init__(self, region: Region, options: SweepOptions = DEFAULT) -> None:
        # Two halves share two rows: for an odd height one has a row more than the other.
        super().__init__(region, options, (region.height + 3) // 2)
        width, period = region.width, region.period
        self._mirror = mirrored(width)
        images = 2 if Orientation.FLIP_X in region.rule.symmetries else 1
        # Tables and working memory of the kernel: see `kernel.cycles`.
        self._parts = np.zeros((images, period), np.uint64)
        self._rows = np.zeros((3, period), np.int64)
        self._tables = _masks(region.rule), _pairs(), self._mirror
        self._lists = np.zeros((2, width + 2), np.int64), np.zeros((period, 1 << width), np.int64)

    def advance(self) -> None:
        """Add a row."""
        from lifesearch.engines.counting.kernel import cycles

        after = self.filled(
            cycles.advance, self.region.width, *self._tables, *self._lists, self._parts, self._rows
        )
        if after is None:
            raise FastMethodOverflow
        self.table = after
        self.done += 1

    def joined(self, lower: StateTable) -> int:
        """The number of patterns with an upper half in this table, and a lower half in another.

        The halves share two rows; the lower one is reflected up-down.
        """
        from lifesearch.engines.counting.kernel import cycles

        upper, total = self.table.lines, np.zeros(TOTAL_DIGITS, np.uint64)
        for begin in range(0, len(upper), self.at_once):
            cycles.join(
                upper, lower.lines, lower.bits, begin, min(begin + self.at_once, len(upper)),
                self.region.width, self._mirror, self._parts, self._rows,
                np.zeros((1, 2), np.uint64), total,  # first a line for the ways to one image
            )  # fmt: skip
            self.report(self.table.states)
        return int(whole_numbers(total, len(total), DIGIT_BITS)[0])

    def round(self) -> list[int]:
        """Add a row; return the counts of the next two heights, or of as many as are left.

        Halves of n and n - 1 rows make an odd height, two of n rows an even one.
        """
        before = self.table
        self.advance()
        if self.done == 1:
            return []
        more = 2 * self.done - 2 <= self.region.height
        return [self.joined(before), self.joined(self.table)] if more else [self.joined(before)]

    def saved(self, method: str, found: list[int]) -> SweepSnapshot:
        numbers = [self.table.states, self.table.bits]
        return SweepSnapshot(method, self.done, [found], numbers, self.table.lines)

    def restore(self, saved: SweepSnapshot) -> None:
        self.done, self.table = saved.rounds, StateTable(saved.array, *saved.numbers)


def counts_by_height(
    region: Region, options: SweepOptions = DEFAULT, kept: SnapshotSlot = NO_SLOT
) -> list[Vector]:
    """The numbers of patterns in boxes of 0 rows, 1 row, ... up to the region's height."""
    cycles = OscillatorSweep(region, options)
    found = kept.rounds("cycles", cycles, cycles.round, region.height)
    return [np.array([number], object) for number in found]
