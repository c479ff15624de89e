"""The fullest pattern of a region, or the sparsest, without going through them all.

From the last step of a sweep to the first, each state gets the least cost of a way to the end; then
one way of that cost is followed.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from lifesearch.counting.listing import costs_to_the_end, layers, places
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
    tables = layers(sweep, setting)
    cost = -sweep.steps.weights if fullest else sweep.steps.weights
    costs = list(costs_to_the_end(sweep, tables, cost))[::-1]
    values = _way(sweep, tables, costs, cost, some=not with_empty)
    return values[places(sweep)] if len(values) else np.zeros((0, 0, 0), np.uint8)


def _way(sweep: Sweep, tables: list[WaysTable], costs: list[Any], cost: Any, *, some: bool) -> Life:
    """The values of the variables on one of the best ways; none if there is no way."""
    from lifesearch.counting.kernel.listing import ANY, NO_WAY, SOME, cost_of

    if costs[0][0, SOME if some else ANY] >= NO_WAY // 2:
        return np.zeros(0, np.uint8)
    state, values = np.zeros(1, np.uint64), np.zeros(len(sweep), np.uint8)
    for step, after in enumerate(tables[1:]):
        options = []
        for value, right in enumerate(sweep.steps.allowed_values(step, state)):
            if not right[0]:
                continue
            then = (state | sweep.steps.bits[step] if value else state) & sweep.steps.kept[step]
            column = SOME if some and not value else ANY
            rest = cost_of(after.lines, costs[step + 1], after.bits, then[0], column)
            options.append((rest + value * cost[step], value, then))
        _, value, state = min(options)
        values[step] = value
        some = some and not value
    return values
