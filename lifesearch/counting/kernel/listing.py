"""List solutions: the same steps as in `ways`, but every way is written down.

First the states of each step are gathered, as keys of a table; then, from the last step to the
first, those are taken away from which there is no way to the end. What is left is gone through
depth first, and never in vain.
"""

from __future__ import annotations

from typing import Any

from lifesearch.compiled import compiled, inlined
from lifesearch.compiled.lowlevel import at, pointers
from lifesearch.counting.kernel.ways import ONE, ZERO, allowed_state, allowed_values, place_of


@compiled
def prune(
    source: Any,
    target: Any,
    bits: int,
    bit: Any,
    kept: Any,
    first: int,
    last: int,
    tables: Any,
    lifts: Any,
    runs: Any,
    moves: Any,
    allowed: Any,
) -> None:
    """Mark, in the second column, the states of a step that have a way to a marked one."""
    move = pointers(moves)
    for line in range(source.shape[0]):
        if source[line, 0] == ZERO:
            continue
        before = source[line, 0] - ONE
        marked = ZERO
        right = allowed_values(before, first, last, tables, lifts, runs, move, allowed)
        for value in range(2):
            if not right[value]:
                continue
            state = before | bit if value else before
            place = place_of(pointers(target), len(target) - 1, target.shape[1], bits, state & kept)
            if target[place, 0] != ZERO and target[place, 1] != ZERO:
                marked = ONE
        source[line, 1] = marked


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
def enter(source: Any, keys: Any, start: int, bits: int) -> None:
    """Enter the marked states of a table into a table of keys, of 2^bits places from a start."""
    for line in range(source.shape[0]):
        if source[line, 0] != ZERO and source[line, 1] != ZERO:
            place = key_place(keys, start, bits, source[line, 0] - ONE)
            keys[place] = source[line, 0]


@inlined
def key_place(keys: Any, start: int, bits: int, state: Any) -> Any:
    """Where a state is in a table of keys, or where it belongs."""
    return start + place_of(at(keys, start), (1 << bits) - 1, 1, bits, state)


@compiled
def collect(
    keys: Any,
    starts: Any,
    sizes: Any,
    bits: Any,
    kept: Any,
    checks: Any,
    tables: Any,
    runs: Any,
    moves: Any,
    allowed: Any,
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
    steps, number, level, move = len(bits), 0, position[0], pointers(moves)
    while level >= 0 and number < found.shape[0]:
        values[level] += 1
        if values[level] > 1:
            level -= 1
            continue
        state = states[level] | bits[level] if values[level] else states[level]
        if not allowed_state(state, checks[level], checks[level + 1], tables, runs, move, allowed):
            continue
        state &= kept[level]
        if keys[key_place(keys, starts[level], sizes[level], state)] == ZERO:
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
