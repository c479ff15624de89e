"""List all patterns of a region, instead of counting them.

`questions.periodic` takes its lists of a whole box from here. Patterns come in batches: arrays of
0 and 1, of shape (patterns, generations, rows, columns). `halves` lists narrow boxes; for others
the tables of a sweep are kept, and `kernel.listing` walks through them depth first.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lifesearch.engines.counting import halves
from lifesearch.engines.counting.region import Region
from lifesearch.engines.counting.sweep import Sweep, moves_of
from lifesearch.engines.counting.transfer_matrix import (
    CellSweep,
    FastMethodOverflow,
    OutOfMemory,
    StateTable,
    SweepOptions,
)
from lifesearch.life.orientation import Orientation

Array = NDArray[Any]
Batch = NDArray[np.uint8]
BATCH = 4096
"""Patterns in one array."""


def patterns(region: Region, options: SweepOptions, batch: int = BATCH) -> Iterator[Batch]:
    """All patterns of a region, those of divisors of its period and the empty one included."""
    if region.width > region.height:  # a state has two rows, so short rows make fewer states
        turned = region.turned(Orientation.TRANSPOSE)
        for found in patterns(turned, options, batch):
            yield found.transpose(0, 1, 3, 2)
        return
    if halves.suits(region):
        with suppress(FastMethodOverflow):
            yield from halves.patterns(region, batch)
            return
    yield from by_cells(region, options, batch)


def by_cells(region: Region, options: SweepOptions, batch: int) -> Iterator[Batch]:
    """All patterns of a region, by depth-first search through the states after each cell."""
    from lifesearch.engines.counting.kernel import listing

    sweep = Sweep(region)
    steps, where = sweep.steps, places(sweep)
    keys, starts, sizes = _tables(sweep, options)
    found = np.zeros((batch, len(sweep)), np.uint8)
    # Where the search is, between two calls: see `collect`.
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
    """The number of the variable of each cell, by generation, row and column."""
    region = sweep.region
    where = np.zeros((region.period, region.height, region.width), np.int64)
    for v, cells in enumerate(sweep.model.variables):
        for x, y, t in cells:
            where[t, y, x] = v
    return where


def _tables(sweep: Sweep, options: SweepOptions) -> tuple[Array, Array, Array]:
    """Hash tables of the states after each step that can be completed: keys, starts, exponents."""
    from lifesearch.engines.counting.kernel import listing
    from lifesearch.engines.counting.kernel import transfer_matrix as ways

    tables = layers(sweep, options, completed=True)
    costs = costs_to_the_end(sweep, tables, np.zeros(len(sweep), np.int64))
    states = [
        table.lines[cost[:, listing.ANY] < listing.NO_WAY, :1]
        for table, cost in zip(reversed(tables[1:]), costs, strict=False)  # not before any step
    ][::-1]
    sizes = np.array([max(2, (2 * len(some)).bit_length()) for some in states])
    starts = np.concatenate([[0], np.cumsum(1 << sizes)])
    keys = np.zeros((starts[-1], 1), np.uint64)
    for some, start, size in zip(states, starts[:-1].tolist(), sizes.tolist(), strict=True):
        ways.move_over(some, keys[start : start + (1 << size)], size)
    return keys, starts[:-1], sizes


def costs_to_the_end(
    sweep: Sweep, tables: list[StateTable], cost: NDArray[np.int64]
) -> Iterator[Array]:
    """The least cost to complete each state, for the table after the last step first.

    It costs cost[i] if variable i is alive. Columns of the costs: see `kernel.listing`.
    """
    from lifesearch.engines.counting.kernel import listing

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


def layers(sweep: Sweep, options: SweepOptions, *, completed: bool = False) -> list[StateTable]:
    """The tables of states before the first step and after each.

    With `completed`, some states that cannot be completed are left out. If the rule is symmetric
    under up-down reflection, two rows in the lower half of a box can be completed just if their
    reflection is reached after as many rows as are left, and these two. So of the many states of
    the lower half only those are made that follow such pairs of rows.
    """
    counting = CellSweep(sweep, replace(options, populations=False), exact=False)
    region, ends = sweep.region, sweep.row_ends
    upside_down = Orientation.FLIP_Y in region.rule.symmetries
    by_halves = completed and upside_down and not (region.folded or region.diagonal)
    # From there on the reflection has no more rows, so its states are known already.
    lower = ends[(region.height + 1) // 2 : -1] if by_halves else []
    tables, taken = [counting.table], 0
    # Most states of the lower half lead nowhere: leaving them out keeps the tables small.
    for step in range(1, len(sweep) + 1):
        table = counting.advance(step)
        if step in lower:
            rows = ends.index(step) + 1
            table = _completable(counting, tables, rows, region.height - rows + 2)
        tables.append(table)
        taken += table.lines.nbytes
        if taken > options.memory:
            raise OutOfMemory("the tables of this search take more memory than they may")
    return tables


def _completable(
    counting: CellSweep, tables: list[StateTable], rows: int, others: int
) -> StateTable:
    """Keep the states after `rows` rows whose reflection is a state after `others` rows."""
    from lifesearch.engines.counting.kernel import listing

    sweep, now = counting.sweep, counting.table
    (above, last), (other_above, other_last) = (
        [sweep.row_slots(end) for end in sweep.row_ends[n - 2 : n]] for n in (rows, others)
    )
    moves = moves_of(above + last, other_last + other_above)  # the rows are exchanged
    other = now if others == rows else tables[sweep.row_ends[others - 1]]
    right = np.zeros(len(now.lines), np.bool_)
    listing.common(now.lines, other.lines, other.bits, moves, right)
    return counting.keep(now.lines[right])
