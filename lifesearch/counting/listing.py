"""List all patterns of a region, in place of their number.

They come as arrays of 0 and 1, of shape (patterns, generations, rows, columns), in batches.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lifesearch.counting import halves
from lifesearch.counting.region import Region
from lifesearch.counting.sweep import Sweep, moves_of
from lifesearch.counting.ways import CellSweep, OutOfMemory, Setting, TooMany, WaysTable
from lifesearch.life.orientation import Orientation

Array = NDArray[Any]
Batch = NDArray[np.uint8]
BATCH = 4096


def patterns(region: Region, setting: Setting, batch: int = BATCH) -> Iterator[Batch]:
    """All patterns of a region, whose period divides that of the region; the empty one, too."""
    if region.width > region.height:
        turned = region.turned(Orientation.TRANSPOSE)
        for found in patterns(turned, setting, batch):
            yield found.transpose(0, 1, 3, 2)
        return
    if halves.suits(region):
        with suppress(TooMany):
            yield from halves.patterns(region, batch)
            return
    yield from by_cells(region, setting, batch)


def by_cells(region: Region, setting: Setting, batch: int) -> Iterator[Batch]:
    """The same, with tables of states after each cell."""
    from lifesearch.counting.kernel import listing

    sweep = Sweep(region)
    steps, where = sweep.steps, places(sweep)
    keys, starts, sizes = _tables(sweep, setting)
    found = np.zeros((batch, len(sweep)), np.uint8)
    states, position = np.zeros(len(sweep), np.uint64), np.zeros(1, np.int64)
    values = np.full(len(sweep), -1, np.int64)
    while position[0] >= 0:
        number = listing.collect(
            keys, starts, sizes, steps.bits, steps.kept, steps.starts, steps.checks,
            states, values, position, found,
        )  # fmt: skip
        if number:
            yield found[:number][:, where]


def places(sweep: Sweep) -> NDArray[np.int64]:
    """Which variable each cell of each generation is."""
    region = sweep.region
    where = np.zeros((region.period, region.height, region.width), np.int64)
    for v, cells in enumerate(sweep.model.variables):
        for x, y, t in cells:
            where[t, y, x] = v
    return where


def _tables(sweep: Sweep, setting: Setting) -> tuple[Array, Array, Array]:
    """The states after each step from which there is a way to the end, as tables of keys."""
    from lifesearch.counting.kernel import listing, ways

    tables = layers(sweep, setting, completed=True)
    costs = costs_to_the_end(sweep, tables, np.zeros(len(sweep), np.int64))
    states = [
        table.lines[cost[:, listing.ANY] < listing.NO_WAY, :1]
        for table, cost in zip(reversed(tables[1:]), costs, strict=False)
    ][::-1]
    sizes = np.array([max(2, (2 * len(some)).bit_length()) for some in states])
    starts = np.concatenate([[0], np.cumsum(1 << sizes)])
    keys = np.zeros((starts[-1], 1), np.uint64)
    for some, start, size in zip(states, starts[:-1].tolist(), sizes.tolist(), strict=True):
        ways.move_over(some, keys[start : start + (1 << size)], size)
    return keys, starts[:-1], sizes


def costs_to_the_end(
    sweep: Sweep, tables: list[WaysTable], cost: NDArray[np.int64]
) -> Iterator[Array]:
    """The least costs of ways from the states of tables to the end, those of the last first.

    A live variable has a cost; see `kernel.listing`.
    """
    from lifesearch.counting.kernel import listing

    after = tables[-1]
    costs = np.full((len(after.lines), 2), listing.NO_WAY, np.int64)
    costs[after.lines[:, 0] != 0, listing.ANY] = 0
    yield costs
    for step in range(len(sweep) - 1, -1, -1):
        before, later = tables[step], costs
        costs = np.zeros((len(before.lines), 2), np.int64)
        listing.costs(
            before.lines, costs, after.lines, later, after.bits, *sweep.steps.of(step), cost[step]
        )
        yield costs
        after = before


def layers(sweep: Sweep, setting: Setting, *, completed: bool = False) -> list[WaysTable]:
    """The states before the first step and after each.

    If they are to be `completed`, some that cannot be are left out.

    If the rule does not notice turning upside down, two rows in the lower half of a box can be
    completed if, upside down, they come out of as many rows as are left. So of the many states
    of the lower half only those are made that come out of such pairs.
    """
    counting = CellSweep(sweep, replace(setting, populations=False), exact=False)
    region, ends = sweep.region, sweep.row_ends
    upside_down = Orientation.FLIP_Y in region.rule.symmetries
    halves = completed and upside_down and not (region.folded or region.diagonal)
    lower = ends[(region.height + 1) // 2 : -1] if halves else []
    tables, taken = [counting.table], 0
    for step in range(1, len(sweep) + 1):
        table = counting.advance(step)
        if step in lower:
            rows = ends.index(step) + 1
            table = _completable(counting, tables, rows, region.height - rows + 2)
        tables.append(table)
        taken += table.lines.nbytes
        if taken > setting.memory:
            raise OutOfMemory("the tables of this search take more memory than they may")
    return tables


def _completable(counting: CellSweep, tables: list[WaysTable], rows: int, others: int) -> WaysTable:
    """Keep those states after some rows that, upside down, are states after some others."""
    from lifesearch.counting.kernel import listing

    sweep, now = counting.sweep, counting.table
    (above, last), (one, two) = (
        [sweep.row_slots(end) for end in sweep.row_ends[n - 2 : n]] for n in (rows, others)
    )
    moves = moves_of(above + last, two + one)
    other = now if others == rows else tables[sweep.row_ends[others - 1]]
    right = np.zeros(len(now.lines), np.bool_)
    listing.common(now.lines, other.lines, other.bits, moves, right)
    return counting.keep(now.lines[right])
