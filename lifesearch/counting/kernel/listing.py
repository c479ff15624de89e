"""Ways to the end of a sweep: the least cost of one, and every one written down.

The steps are those of `ways`. From the last one to the first, each state gets the least cost of a
way to the end; what has none is not gone through. What is left, as keys of a table, is gone through
depth first, and never in vain.
"""

from __future__ import annotations

from typing import Any

from lifesearch.compiled import compiled
from lifesearch.compiled.lowlevel import at, pointers
from lifesearch.counting.kernel.ways import ONE, ZERO, allowed_state, allowed_values, place_of

NO_WAY = 1 << 40
ANY, SOME = 0, 1
"""Two costs of a state: of the best way, and of the best with a live cell that is yet to come."""


@compiled
def costs(
    source: Any,
    source_costs: Any,
    target: Any,
    target_costs: Any,
    bits: int,
    bit: Any,
    kept: Any,
    first: int,
    last: int,
    checks: Any,
    cost: int,
) -> None:
    """Work out the costs before a step, in which a live cell has a cost, from those after it."""
    mask, width, every_check = target.shape[0] - 1, target.shape[1], pointers(checks)
    old, new, now, later = pointers((source, target, source_costs, target_costs))
    for line in range(source.shape[0]):
        now[2 * line + ANY] = now[2 * line + SOME] = NO_WAY
        if old[line * width] == ZERO:
            continue
        before = old[line * width] - ONE
        right = allowed_values(before, first, last, every_check)
        for value in range(2):
            if not right[value]:
                continue
            state = (before | bit if value else before) & kept
            place = place_of(new, mask, width, bits, state)
            if new[place * width] == ZERO:
                continue
            whole = later[2 * place + ANY] + value * cost
            some = whole if value else later[2 * place + SOME]
            now[2 * line + ANY] = min(now[2 * line + ANY], whole)
            now[2 * line + SOME] = min(now[2 * line + SOME], some)


@compiled
def cost_of(table: Any, table_costs: Any, bits: int, state: Any, column: int) -> int:
    """One of the costs of a state; NO_WAY if it is none of the table."""
    place = place_of(pointers(table), table.shape[0] - 1, table.shape[1], bits, state)
    return table_costs[place, column] if table[place, 0] != ZERO else NO_WAY


@compiled
def common(source: Any, other: Any, bits: int, moves: Any, right: Any) -> None:
    """Find out which states are, after their bits were moved, in another table."""
    for line in range(source.shape[0]):
        if source[line, 0] == ZERO:
            continue
        before, state = source[line, 0] - ONE, ZERO
        for run in range(moves.shape[0]):
            state |= ((before >> moves[run, 0]) & moves[run, 1]) << moves[run, 2]
        place = place_of(pointers(other), len(other) - 1, other.shape[1], bits, state)
        right[line] = other[place, 0] != ZERO


@compiled
def collect(
    keys: Any,
    starts: Any,
    sizes: Any,
    bits: Any,
    kept: Any,
    check_starts: Any,
    checks: Any,
    states: Any,
    values: Any,
    position: Any,
    found: Any,
) -> int:
    """Go on depth first until there is no more room for solutions; return how many were found.

    `keys` has the tables of the states after each step, from starts[step] on and with
    2^sizes[step] places. `values` are the values of the variables up to position[0], where the
    search stands; it begins at 0 with the value -1, and has ended when it is at -1.
    """
    steps, number, level, every_check = len(bits), 0, position[0], pointers(checks)
    while level >= 0 and number < found.shape[0]:
        values[level] += 1
        if values[level] > 1:
            level -= 1
            continue
        state = states[level] | bits[level] if values[level] else states[level]
        if not allowed_state(state, check_starts[level], check_starts[level + 1], every_check):
            continue
        state &= kept[level]
        table, size = at(keys, starts[level]), sizes[level]
        if table[place_of(table, (1 << size) - 1, 1, size, state)] == ZERO:
            continue
        if level + 1 < steps:
            level += 1
            states[level], values[level] = state, -1
            continue
        for v in range(steps):
            found[number, v] = values[v]
        number += 1
    position[0] = level
    return number
