"""The pattern of a region with the most or the fewest live cells, without listing all patterns.

`questions.periodic` uses it for optima in narrow boxes. This is the shortest-path problem on the
states of a sweep: from the last step to the first, each state gets the least cost of completing it;
then one path of least cost is followed forward.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from lifesearch.engines.counting.listing import costs_to_the_end, layers, places
from lifesearch.engines.counting.region import Region
from lifesearch.engines.counting.sweep import Sweep
from lifesearch.engines.counting.transfer_matrix import StateTable, SweepOptions
from lifesearch.life.orientation import Orientation

Life = NDArray[np.uint8]
"""The generations of a pattern, [generation, row, column]; or the values of variables."""


def extremal_pattern(
    region: Region, options: SweepOptions, *, fullest: bool, with_empty: bool = False
) -> Life:
    """A pattern with the most live cells in generation 0, or with the fewest.

    Returns its generations as arrays of 0 and 1; an empty array if the region has no pattern but
    the empty one, and that does not count.
    """
    if region.width > region.height:  # a state has two rows, so short rows make fewer states
        turned = region.turned(Orientation.TRANSPOSE)
        found = extremal_pattern(turned, options, fullest=fullest, with_empty=with_empty)
        return found.transpose(0, 2, 1)
    sweep = Sweep(region)
    tables = layers(sweep, options)
    cost = -sweep.steps.weights if fullest else sweep.steps.weights
    costs = list(costs_to_the_end(sweep, tables, cost))[::-1]
    values = _best_path(sweep, tables, costs, cost, some=not with_empty)
    return values[places(sweep)] if len(values) else np.zeros((0, 0, 0), np.uint8)


def _best_path(
    sweep: Sweep, tables: list[StateTable], costs: list[Any], cost: Any, *, some: bool
) -> Life:
    """The values of the variables on a path of least cost; an empty array if there is no path.

    `costs` are those of the states in `tables`. If `some`, at least one variable must be alive.
    """
    from lifesearch.engines.counting.kernel.listing import ANY, NO_WAY, SOME, cost_of

    # The only state before the first step is in the first line of its table.
    # Half: where live cells have negative costs, these are added even where there is no way.
    if costs[0][0, SOME if some else ANY] >= NO_WAY // 2:
        return np.zeros(0, np.uint8)
    state, values = np.zeros(1, np.uint64), np.zeros(len(sweep), np.uint8)
    for step, after in enumerate(tables[1:]):
        choices = []
        for value, right in enumerate(sweep.steps.allowed_values(step, state)):
            if not right[0]:
                continue
            then = (state | sweep.steps.bits[step] if value else state) & sweep.steps.kept[step]
            # Until a live cell is set, only completions with one count; afterwards all do.
            column = SOME if some and not value else ANY
            rest = cost_of(after.lines, costs[step + 1], after.bits, then[0], column)
            choices.append((rest + value * cost[step], value, then))
        _, value, state = min(choices)  # no two have the same value: states are not compared
        values[step] = value
        some = some and not value
    return values
