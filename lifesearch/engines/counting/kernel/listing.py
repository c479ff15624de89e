"""Complete the states of a sweep: at the least cost, or in every possible way.

`counting.listing` and `counting.extremal` call these kernels. The steps are those of
`transfer_matrix`. From the last step to the first, each state gets the least cost of completing it;
states that cannot be completed are dropped. A depth-first search through the others, kept as keys
of hash tables, has no dead ends.

    bit            the state bit of the variable that a step sets; kept: the bits kept after it
    first, last    the range of the step's checks; checks: see `counting.sweep.Checks`
    bits           the bits of a table's hash, see `place_of`
    right          which values of the variable are allowed
    source, target the tables before and after a step, also as pointers: old, new
    now, later     pointers to source_costs and target_costs: see ANY, SOME
    before, state  a state before the step, and after it
    moves, run     as in `transfer_matrix`; every_check: the checks as pointers
"""

from __future__ import annotations

from typing import Any

from lifesearch.engines.compiled import kernel
from lifesearch.engines.compiled.words import at, pointers
from lifesearch.engines.counting.kernel.transfer_matrix import (
    CHECKS,
    ONE,
    ZERO,
    allowed_state,
    allowed_values,
    place_of,
)

NO_WAY = 1 << 40
"""The cost of a state that cannot be completed: greater than that of any state that can.

A live cell may have a negative cost (`counting.extremal`), and costs are added to NO_WAY as well: a
state that cannot be completed then has somewhat less, so the test is `>= NO_WAY // 2`. Without
negative costs it has NO_WAY or more.
"""
ANY, SOME = 0, 1
"""Columns of the costs: the least of all completions, and of those with a live cell to come."""


@kernel(
    "u8[,]", "i8[,]", "u8[,]", "i8[,]", "i8", "u8", "u8", "i8", "i8", CHECKS, "i8"
)  # fmt: skip
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
    """Compute the costs of states before a step from those after it.

    The variable of the step adds `cost` if it is alive.
    """
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
            # The state after the step was left out: it cannot be completed.
            if new[place * width] == ZERO:
                continue
            whole = later[2 * place + ANY] + value * cost
            some = whole if value else later[2 * place + SOME]
            now[2 * line + ANY] = min(now[2 * line + ANY], whole)
            now[2 * line + SOME] = min(now[2 * line + SOME], some)


@kernel("u8[,]", "i8[,]", "i8", "u8", "i8", returns=1)
def cost_of(table: Any, table_costs: Any, bits: int, state: Any, column: int) -> int:
    """The cost of a state in a column, ANY or SOME; NO_WAY if it is not in the table."""
    place = place_of(pointers(table), table.shape[0] - 1, table.shape[1], bits, state)
    return table_costs[place, column] if table[place, 0] != ZERO else NO_WAY


@kernel("u8[,]", "u8[,]", "i8", "u8[,]", "?[]")
def common(source: Any, other: Any, bits: int, moves: Any, shared: Any) -> None:
    """Set shared[line] to whether the state there, with its bits moved, is in another table."""
    for line in range(source.shape[0]):
        if source[line, 0] == ZERO:
            continue
        before, state = source[line, 0] - ONE, ZERO
        for run in range(moves.shape[0]):
            state |= ((before >> moves[run, 0]) & moves[run, 1]) << moves[run, 2]
        place = place_of(pointers(other), len(other) - 1, other.shape[1], bits, state)
        shared[line] = other[place, 0] != ZERO


@kernel(
    "u8[,]", "i8[]", "i8[]", "u8[]", "u8[]", "i8[]", CHECKS, "u8[]", "i8[]", "i8[]", "u1[,]",
    returns=1,
)  # fmt: skip
def collect(
    keys: Any,
    starts: Any,
    sizes: Any,
    step_bits: Any,
    kept: Any,
    check_starts: Any,
    checks: Any,
    states: Any,
    values: Any,
    position: Any,
    found: Any,
) -> int:
    """Continue the depth-first search until `found` is full or all is found; return the number.

    `keys` has the tables of the states after each step, from starts[step] on and with
    2^sizes[step] places. `step_bits`, `kept`, `check_starts` and `checks` are fields of
    `counting.sweep.Steps`. `values` are the values of the variables up to the level position[0],
    and states[level] is the state before its variable is set. The search begins at level 0 with the
    value -1, and has ended at level -1.
    """
    steps, number, level, every_check = len(step_bits), 0, position[0], pointers(checks)
    while level >= 0 and number < found.shape[0]:
        # 0 first, then 1, then one level back.
        values[level] += 1
        if values[level] > 1:
            level -= 1
            continue
        state = states[level] | step_bits[level] if values[level] else states[level]
        if not allowed_state(state, check_starts[level], check_starts[level + 1], every_check):
            continue
        state &= kept[level]
        table, size = at(keys, starts[level]), sizes[level]
        # Only states that can be completed are in the tables, so there are no dead ends.
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
