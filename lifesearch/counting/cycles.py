"""Count oscillators row by row: the ways to each last two rows of all generations.

A whole row of all generations is added at a time: see `kernel.cycles`. There are far fewer states
after whole rows than after single cells, and of up to 2p states that are the same but for the
phase and a mirror image one is enough. It is another way to the numbers that `heights` counts cell
by cell, for boxes without symmetry under rules that do not notice turning upside down.

Numbers have one word. When a sum does not fit in it, the count is given up by `TooMany`, and can
be made in the other way.
"""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lifesearch.counting.pairs import results
from lifesearch.counting.region import UNCHANGED, Region
from lifesearch.counting.unfinished import NOWHERE, KeptSweep, Unfinished
from lifesearch.counting.ways import (
    DEFAULT,
    OutOfMemory,
    Setting,
    SweepProgress,
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
AT_ONCE = 1 << 14
LEAST_PLACES = 4
HALVES = 32
KIND = "cycles"


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
    alive = results(rule).astype(np.int64) << np.arange(8)
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


class Cycles:
    """The ways to the last two rows after some rows; above the first one there are dead rows."""

    def __init__(self, region: Region, setting: Setting = DEFAULT) -> None:
        self.region, self.setting = region, setting
        self.rows = 0
        lines = np.zeros((LEAST_PLACES, 2), np.uint64)
        lines[0] = 1
        self.table = WaysTable(lines, 1, 2)
        width, period = region.width, region.period
        self._mirror = mirrored(width)
        images = 2 if Orientation.FLIP_X in region.rule.symmetries else 1
        self._parts = np.zeros((images, period), np.uint64)
        self._rows = np.zeros((3, period), np.int64)
        self._tables = _masks(region.rule), _pairs(), self._mirror
        self._lists = np.zeros((2, width + 2), np.int64), np.zeros((period, 1 << width), np.int64)

    def advance(self) -> None:
        from lifesearch.counting.kernel import cycles, ways

        source, place, numbers = self.table.lines, 0, np.zeros(3, np.int64)
        target, bits = self._room(self.table.states, numbers)
        while place < len(source):
            end = min(place + AT_ONCE, len(source))
            stopped = cycles.advance(
                source, target, bits, place, end, numbers, self.region.width, *self._tables,
                *self._lists, self._parts, self._rows,
            )  # fmt: skip
            if stopped < end:
                larger, bits = self._room(int(numbers[1]) + 1, numbers, target.nbytes)
                ways.move_over(target, larger, bits)
                target = larger
            if numbers[2]:
                raise TooMany
            place = stopped
            self._report(int(numbers[0]))
        self.table = WaysTable(target, int(numbers[0]), bits)
        self.rows += 1

    def joined(self, lower: WaysTable) -> int:
        """The patterns with these upper rows, and lower ones that have two of them in common."""
        from lifesearch.counting.kernel import cycles

        upper, total = self.table.lines, np.zeros(6, np.uint64)
        for begin in range(0, len(upper), AT_ONCE):
            cycles.join(
                upper, lower.lines, lower.bits, begin, min(begin + AT_ONCE, len(upper)),
                self.region.width, self._mirror, self._parts, self._rows,
                np.zeros((1, 2), np.uint64), total,
            )  # fmt: skip
            self._report(self.table.states)
        return int(whole_numbers(total, len(total), HALVES)[0])

    def saved(self, found: list[int]) -> Unfinished:
        numbers = [self.table.states, self.table.bits]
        return Unfinished(KIND, self.rows, [found], numbers, self.table.lines)

    def restore(self, saved: Unfinished) -> None:
        self.rows, self.table = saved.rounds, WaysTable(saved.array, *saved.numbers)

    def _report(self, states: int) -> None:
        steps = self.region.height // 2 + 1
        self.setting.watch(SweepProgress(self.region.width, self.rows, steps, states))

    def _room(self, states: int, numbers: Array, held: int = 0) -> tuple[Array, int]:
        """An empty table for this number of states, and how it is addressed.

        So many bytes are `held` besides the table before.
        """
        bits = max(2, (states * 4 // 3).bit_length())
        numbers[1] = (1 << bits) * 3 // 4
        if (16 << bits) + self.table.lines.nbytes + held > self.setting.memory:
            size = f"{self.setting.memory / 2**30:.1f} GB"
            raise OutOfMemory(f"this count needs more than {size} of memory: raise the limit")
        return np.zeros((1 << bits, 2), np.uint64), bits


def counts_by_height(
    region: Region, setting: Setting = DEFAULT, kept: KeptSweep = NOWHERE
) -> list[Vector]:
    """How many patterns there are in boxes of 0 rows, 1 row, ... up to the region's height."""
    cycles, found = Cycles(region, setting), [1]
    if saved := kept.resumed(KIND):
        cycles.restore(saved)
        found = saved.found[0]
    while len(found) <= region.height:
        before = cycles.table
        cycles.advance()
        if cycles.rows > 1:
            found.append(cycles.joined(before))
        if cycles.rows > 1 and len(found) <= region.height:
            found.append(cycles.joined(cycles.table))
        kept.offer(partial(cycles.saved, found))
    return [np.array([number], object) for number in found]
