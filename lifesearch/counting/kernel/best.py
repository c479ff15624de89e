"""The least cost of a way to the end, from each state of a sweep (see `ways` for the steps).

Two costs belong to a state: of the best way, and of the best one with a live cell among the cells
that are still to come.
"""

from __future__ import annotations

from typing import Any

from lifesearch.compiled import compiled
from lifesearch.compiled.lowlevel import pointers
from lifesearch.counting.kernel.ways import ONE, ZERO, allowed_state, place_of

NO_WAY = 1 << 40
ANY, SOME = 0, 1


@compiled
def costs(
    source: Any,
    source_costs: Any,
    target: Any,
    target_costs: Any,
    bits: int,
    bit: Any,
    kept: Any,
    cost: int,
    first: int,
    last: int,
    tables: Any,
    runs: Any,
    moves: Any,
    allowed: Any,
) -> None:
    """Work out the costs before a step, in which a live cell has a cost, from those after it."""
    mask, width = target.shape[0] - 1, target.shape[1]
    for line in range(source.shape[0]):
        source_costs[line, ANY] = source_costs[line, SOME] = NO_WAY
        if source[line, 0] == ZERO:
            continue
        for value in range(2):
            state = source[line, 0] - ONE
            state = state | bit if value else state
            if not allowed_state(state, first, last, tables, runs, pointers(moves), allowed):
                continue
            place = place_of(pointers(target), mask, width, bits, state & kept)
            if target[place, 0] == ZERO:
                continue
            whole = target_costs[place, ANY] + value * cost
            some = whole if value else target_costs[place, SOME]
            source_costs[line, ANY] = min(source_costs[line, ANY], whole)
            source_costs[line, SOME] = min(source_costs[line, SOME], some)


@compiled
def cost_of(table: Any, table_costs: Any, bits: int, state: Any, column: int) -> int:
    """What is known of a state; NO_WAY if it is none of the table."""
    place = place_of(pointers(table), table.shape[0] - 1, table.shape[1], bits, state)
    return table_costs[place, column] if table[place, 0] != ZERO else NO_WAY


@compiled
def is_allowed(
    state: Any, first: int, last: int, tables: Any, runs: Any, moves: Any, allowed: Any
) -> bool:
    """Whether the checks of a step allow a state."""
    return allowed_state(state, first, last, tables, runs, pointers(moves), allowed)
