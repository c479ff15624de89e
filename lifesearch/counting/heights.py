"""Count the patterns of regions, or of boxes of all heights, by sweeps.

Row by row, the patterns of a box of h rows are the ways to the state whose last two rows are
empty after h + 2 rows of an endless region: one sweep counts the boxes of all heights. If the
rule does not notice turning upside down, half as many rows will do: the upper part of a pattern
and the lower part, upside down, are counted by the same sweep, and they fit together where
they have the same two rows in common.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from operator import mul

import numpy as np

from lifesearch.counting.region import Region
from lifesearch.counting.sweep import Sweep, moved, moves_of
from lifesearch.counting.unfinished import NOWHERE, KeptSweep
from lifesearch.counting.ways import (
    DEFAULT,
    IDENTITY,
    ONE,
    WORD,
    Array,
    CellSweep,
    Setting,
    Vector,
    WaysTable,
    whole_numbers,
)
from lifesearch.life.orientation import Orientation

NARROW = 9
"""Of more columns, in all generations, there are too many states for `Setting.little`."""

Take = Callable[[int, WaysTable, WaysTable], list[Vector]]
"""Makes counts of the number of a round, and the tables before and after it."""


def _rounds(
    counting: CellSweep, ends: list[int], kind: str, take: Take, kept: KeptSweep
) -> list[Vector]:
    """Go on until each of some steps; the counts of all rounds. It may have begun before."""
    found: list[Vector] = []
    first = 0
    if saved := kept.resumed(kind):
        counting.restore(saved)
        found, first = [np.array(vector, object) for vector in saved.found], saved.rounds
    for i in range(first, len(ends)):
        before = counting.table
        found += take(i, before, counting.advance(ends[i]))
        kept.offer(partial(counting.saved, kind, i + 1, found))
    return found


def count(region: Region, setting: Setting = DEFAULT, kept: KeptSweep = NOWHERE) -> Vector:
    """How many patterns a region has, the empty one included."""
    counting = CellSweep(Sweep(region), setting)
    steps = list(range(1, len(counting.sweep) + 1))
    _rounds(counting, steps, "steps", lambda *_: [], kept)
    return counting.table.of(0, counting.words)


def counts_by_height(
    region: Region, setting: Setting = DEFAULT, kept: KeptSweep = NOWHERE
) -> list[Vector]:
    """How many patterns there are in boxes of 0 rows, 1 row, ... up to the region's height.

    If the region is turned upside down by its group, these are of both parities all the same.
    """
    if region.folded:
        odd, even = (_from_the_middle(region, h, setting, kept) for h in _parities(region.height))
        return [vector for pair in zip(even, odd, strict=True) for vector in pair][
            : region.height + 1
        ]
    if Orientation.FLIP_Y in region.rule.symmetries and not setting.populations:
        return _joined(region, setting, kept)
    counting = _endless(region, region.height + 2, setting)
    return _empty(counting, "rows", kept)[1:]


def is_little(region: Region, setting: Setting) -> bool:
    """Whether the patterns of boxes of all heights can be counted without compiled code."""
    narrow = region.width * region.period <= NARROW and not setting.populations
    return narrow and _endless(region, region.height + 4, setting).is_little


def _parities(height: int) -> tuple[int, int]:
    """The least odd and even heights with which all up to this one are reached."""
    return height | 1, height & ~1


def _endless(region: Region, rows: int, setting: Setting) -> CellSweep:
    return CellSweep(Sweep(replace(region, height=rows, endless=True)), setting)


def _empty(counting: CellSweep, kind: str, kept: KeptSweep) -> list[Vector]:
    """The ways to the state whose last two rows are empty, after each row."""
    ends = counting.sweep.row_ends
    return _rounds(counting, ends, kind, lambda _, __, now: [now.of(0, counting.words)], kept)


def _from_the_middle(
    region: Region, height: int, setting: Setting, kept: KeptSweep
) -> list[Vector]:
    """The counts for heights of one parity, 0 or 1 first."""
    found = _empty(_endless(region, height + 4, setting), f"middle {height % 2}", kept)
    # After the rows of the box there are two empty ones on each side.
    return found[2:] if height % 2 else found[1:]


def _joined(region: Region, setting: Setting, kept: KeptSweep) -> list[Vector]:
    """The counts of all heights, each from its upper and its lower part."""
    counting = _endless(region, (region.height + 3) // 2, setting)
    sweep, most = counting.sweep, region.width * region.height // WORD + 1
    slots = [[], [], *map(sweep.row_slots, sweep.row_ends)]

    def take(i: int, before: WaysTable, now: WaysTable) -> list[Vector]:
        upper = slots[i + 1], slots[i + 2]
        lower = [(before, (slots[i], slots[i + 1])), (now, upper)]
        return [
            (_fitting_little if counting.is_little and table.bits == IDENTITY else _fitting)(
                now, upper, table, rows, most
            )
            for table, rows in lower
            if rows[1] and upper[0]
        ]

    found = _rounds(counting, sweep.row_ends, "joined", take, kept)
    return [np.array([1], object), *found][: region.height + 1]


Rows = tuple[list[int], list[int]]
"""The bits of the last row but one, and of the last."""


def _fitting(
    upper: WaysTable, upper_rows: Rows, lower: WaysTable, lower_rows: Rows, most: int
) -> Vector:
    """How many patterns have an upper part of one table and a lower part of another.

    The number has at most `most` words.
    """
    from lifesearch.counting.kernel import ways

    moves, dead = _moves(upper_rows, lower_rows)
    words, fewer = upper.lines.shape[1] - 1, lower.lines.shape[1] - 1
    if fewer < words:
        lower = lower.widened(fewer, words - fewer)
    total = np.zeros(2 * most + 1, np.uint64)
    ways.join(upper.lines, lower.lines, lower.bits, moves, dead, words, total)
    return whole_numbers(total, len(total), WORD // 2)


def _fitting_little(
    upper: WaysTable, upper_rows: Rows, lower: WaysTable, lower_rows: Rows, most: int
) -> Vector:
    """The same without compiled code, of tables in which each state has its own place."""
    moves, dead = _moves(upper_rows, lower_rows)
    fit = upper.lines[(upper.lines[:, 0] != 0) & ((upper.lines[:, 0] - ONE) & dead == 0)]
    found = lower.lines[moved(fit[:, 0] - ONE, moves), 1]
    return np.array([sum(map(mul, fit[:, 1].tolist(), found.tolist()))], object)


def _moves(upper_rows: Rows, lower_rows: Rows) -> tuple[Array, np.uint64]:
    """How a state of the lower part is made of one of the upper, and which bits must be 0."""
    (above, last), (one, two) = upper_rows, lower_rows
    moves = moves_of(above + (last if one else []), two + one)
    return moves, np.uint64(0 if one else sum(1 << slot for slot in last))
