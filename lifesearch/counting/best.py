"""The fullest pattern of a region, or the sparsest, without going through them all.

From the last step of a sweep to the first, each state gets the least cost of a way to the end; then
one way of that cost is followed.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from lifesearch.counting.listing import layers, places
from lifesearch.counting.region import Region
from lifesearch.counting.sweep import Sweep
from lifesearch.counting.ways import Setting, WaysTable
from lifesearch.life.orientation import Orientation

Life = NDArray[np.uint8]


def best(region: Region, setting: Setting, *, fullest: bool, with_empty: bool = False) -> Life:
    """A pattern with the most cells in generation 0, or with the fewest.

    Its generations are given, as arrays of 0 and 1; there are none if only the empty pattern is
    in the region, and that is not wanted.
    """
    if region.width > region.height:
        turned = region.turned(Orientation.TRANSPOSE)
        found = best(turned, setting, fullest=fullest, with_empty=with_empty)
        return found.transpose(0, 2, 1)
    sweep = Sweep(region)
    tables = [_first(), *layers(sweep, setting)]
    cost = -sweep.steps.weights if fullest else sweep.steps.weights
    values = _way(sweep, tables, _costs(sweep, tables, cost), cost, some=not with_empty)
    return values[places(sweep)] if len(values) else np.zeros((0, 0, 0), np.uint8)


def _first() -> WaysTable:
    lines = np.zeros((4, 2), np.uint64)
    lines[0, 0] = 1
    return WaysTable(lines, 1, 64)


def _checks(sweep: Sweep, step: int) -> tuple[Any, ...]:
    s = sweep.steps
    return (s.checks[step], s.checks[step + 1], s.tables, s.runs, s.moves, s.allowed)


def _costs(sweep: Sweep, tables: list[WaysTable], cost: Any) -> list[Any]:
    """The costs of the states before each step, and after the last."""
    from lifesearch.counting.kernel import best as kernel

    found = [np.full((len(table.lines), 2), kernel.NO_WAY, np.int64) for table in tables]
    found[-1][tables[-1].lines[:, 0] != 0, kernel.ANY] = 0
    for step in range(len(sweep) - 1, -1, -1):
        before, after = tables[step], tables[step + 1]
        kernel.costs(
            before.lines, found[step], after.lines, found[step + 1], after.bits,
            sweep.steps.bits[step], sweep.steps.kept[step], int(cost[step]), *_checks(sweep, step),
        )  # fmt: skip
    return found


def _way(sweep: Sweep, tables: list[WaysTable], costs: list[Any], cost: Any, *, some: bool) -> Life:
    """The values of the variables on one of the best ways; none if there is no way."""
    from lifesearch.counting.kernel import best as kernel

    if costs[0][0, kernel.SOME if some else kernel.ANY] >= kernel.NO_WAY // 2:
        return np.zeros(0, np.uint8)
    state, values = np.uint64(0), np.zeros(len(sweep), np.uint8)
    for step in range(len(sweep)):
        options = []
        for value in (0, 1):
            now = state | sweep.steps.bits[step] if value else state
            if not kernel.is_allowed(now, *_checks(sweep, step)):
                continue
            then, after = now & sweep.steps.kept[step], tables[step + 1]
            column = kernel.SOME if some and not value else kernel.ANY
            rest = kernel.cost_of(after.lines, costs[step + 1], after.bits, then, column)
            options.append((rest + value * int(cost[step]), value, then))
        _, value, state = min(options)
        values[step] = value
        some = some and not value
    return values
