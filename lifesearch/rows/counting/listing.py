"""List all patterns of a region, in place of their number.

They come as arrays of 0 and 1, of shape (patterns, generations, rows, columns), in batches.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lifesearch.life.orientation import Orientation
from lifesearch.rows.counting.region import Region
from lifesearch.rows.counting.sweep import Sweep
from lifesearch.rows.counting.ways import Counting, OutOfMemory, Setting, Table

Array = NDArray[Any]
Batch = NDArray[np.uint8]
BATCH = 4096


def patterns(region: Region, setting: Setting, batch: int = BATCH) -> Iterator[Batch]:
    """All patterns of a region, whose period divides that of the region; the empty one, too."""
    from lifesearch.rows.kernel import listing

    if region.width > region.height:
        turned = region.turned(Orientation.TRANSPOSE)
        for found in patterns(turned, setting, batch):
            yield found.transpose(0, 1, 3, 2)
        return
    sweep = Sweep(region)
    steps, where = sweep.steps, places(sweep)
    keys, starts, sizes = _tables(sweep, setting)
    found = np.zeros((batch, len(sweep)), np.uint8)
    states, position = np.zeros(len(sweep), np.uint64), np.zeros(1, np.int64)
    values = np.full(len(sweep), -1, np.int64)
    while position[0] >= 0:
        number = listing.collect(
            keys, starts, sizes, steps.bits, steps.kept, steps.checks, steps.tables, steps.runs,
            steps.moves, steps.allowed, states, values, position, found,
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
    from lifesearch.rows.kernel import listing

    tables = layers(sweep, setting)
    s = sweep.steps
    last = tables[-1]
    last.lines[:, 1] = last.lines[:, 0] != 0
    for step in range(len(sweep) - 1, 0, -1):
        before, after = tables[step - 1], tables[step]
        listing.prune(
            before.lines, after.lines, after.bits, s.bits[step], s.kept[step], s.checks[step],
            s.checks[step + 1], s.tables, s.runs, s.moves, s.allowed,
        )  # fmt: skip
    marked = [int(((t.lines[:, 0] != 0) & (t.lines[:, 1] != 0)).sum()) for t in tables]
    sizes = np.array([max(2, (2 * number).bit_length()) for number in marked])
    starts = np.concatenate([[0], np.cumsum(1 << sizes)])
    keys = np.zeros(starts[-1], np.uint64)
    for table, start, size in zip(tables, starts[:-1].tolist(), sizes.tolist(), strict=True):
        listing.enter(table.lines, keys, start, size)
    return keys, starts[:-1], sizes


def layers(sweep: Sweep, setting: Setting) -> list[Table]:
    """The states after each step."""
    counting = Counting(sweep, replace(setting, populations=False), cells=0)
    tables, taken = [], 0
    for step in range(len(sweep)):
        tables.append(counting.advance(step + 1))
        taken += tables[-1].lines.nbytes
        if taken > setting.memory:
            raise OutOfMemory("the tables of this search take more memory than they may")
    return tables
