"""Count oscillators row by row: the ways to each last two rows of all generations.

A whole row of all generations is added at a time: see `kernel.cycles`. There are far fewer states
after whole rows than after single cells, and of up to 2p states that are the same but for the
phase and a mirror image one is enough. It is another way to the numbers that `heights` counts cell
by cell, for boxes without symmetry under rules that do not notice turning upside down.

Numbers have one word. When a sum does not fit in it, the count is given up by `TooMany`, and can
be made in the other way.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from lifesearch.counting.region import UNCHANGED, Region
from lifesearch.counting.results import cell_results
from lifesearch.counting.unfinished import NOWHERE, KeptSweep, Unfinished
from lifesearch.counting.ways import (
    DEFAULT,
    Setting,
    TableSweep,
    TooMany,
    Vector,
    WaysTable,
    whole_numbers,
)
from lifesearch.life.orientation import Orientation
from lifesearch.life.rules.rule import Rule
from lifesearch.rows.tables import mirrored

Array = NDArray[Any]
LONGEST_PERIOD = 6
MOST_BITS = 25  # of a first row in all generations, which may be anything
HALVES = 32


def suits(region: Region, setting: Setting) -> bool:
    """Whether the patterns of a region can be counted in this way."""
    return (
        1 < region.period <= LONGEST_PERIOD
        and not setting.populations
        and region.width * region.period <= MOST_BITS
        and region.group == UNCHANGED
        and Orientation.FLIP_Y in region.rule.symmetries
    )


def _masks(rule: Rule) -> Array:
    """Which threes of cells may be below others: see `kernel.cycles`."""
    alive = cell_results(rule).astype(np.int64) << np.arange(8)
    return np.stack([255 - alive.sum(axis=2), alive.sum(axis=2)], axis=2)


def _pairs() -> Array:
    """Which two cells have a third one to their right: see `kernel.cycles`."""
    pairs = np.zeros((256, 16), np.int64)
    for threes in range(256):
        for right in range(16):
            for three in range(8):
                if threes >> three & 1 and right >> (three >> 1) & 1:
                    pairs[threes, right] |= 1 << (three & 3)
    return pairs


class Cycles(TableSweep):
    """The ways to the last two rows after some rows; above the first one there are dead rows."""

    load = 3 / 4
    at_once = 1 << 14

    def __init__(self, region: Region, setting: Setting = DEFAULT) -> None:
        super().__init__(region, setting, region.height // 2 + 1)
        width, period = region.width, region.period
        self._mirror = mirrored(width)
        images = 2 if Orientation.FLIP_X in region.rule.symmetries else 1
        self._parts = np.zeros((images, period), np.uint64)
        self._rows = np.zeros((3, period), np.int64)
        self._tables = _masks(region.rule), _pairs(), self._mirror
        self._lists = np.zeros((2, width + 2), np.int64), np.zeros((period, 1 << width), np.int64)

    def advance(self) -> None:
        from lifesearch.counting.kernel import cycles

        after = self.filled(
            cycles.advance, self.region.width, *self._tables, *self._lists, self._parts, self._rows
        )
        if after is None:
            raise TooMany
        self.table = after
        self.done += 1

    def joined(self, lower: WaysTable) -> int:
        """The patterns with these upper rows, and lower ones that have two of them in common."""
        from lifesearch.counting.kernel import cycles

        upper, total = self.table.lines, np.zeros(6, np.uint64)
        for begin in range(0, len(upper), self.at_once):
            cycles.join(
                upper, lower.lines, lower.bits, begin, min(begin + self.at_once, len(upper)),
                self.region.width, self._mirror, self._parts, self._rows,
                np.zeros((1, 2), np.uint64), total,
            )  # fmt: skip
            self.report(self.table.states)
        return int(whole_numbers(total, len(total), HALVES)[0])

    def round(self) -> list[int]:
        """Add a row, and count the patterns of two heights."""
        before = self.table
        self.advance()
        if self.done == 1:
            return []
        more = 2 * self.done - 2 <= self.region.height
        return [self.joined(before), self.joined(self.table)] if more else [self.joined(before)]

    def saved(self, kind: str, found: list[int]) -> Unfinished:
        numbers = [self.table.states, self.table.bits]
        return Unfinished(kind, self.done, [found], numbers, self.table.lines)

    def restore(self, saved: Unfinished) -> None:
        self.done, self.table = saved.rounds, WaysTable(saved.array, *saved.numbers)


def counts_by_height(
    region: Region, setting: Setting = DEFAULT, kept: KeptSweep = NOWHERE
) -> list[Vector]:
    """How many patterns there are in boxes of 0 rows, 1 row, ... up to the region's height."""
    cycles = Cycles(region, setting)
    found = kept.rounds("cycles", cycles, cycles.round, region.height)
    return [np.array([number], object) for number in found]
