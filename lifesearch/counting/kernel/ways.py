"""Add up ways: one step of a sweep (see `counting.sweep`), state by state.

A table of states is a hash table: a line for each place, in it the state plus one (0 is an empty
place) and then how many ways lead to it. These are numbers of several words each, the lowest
first; if populations are distinguished there is one for each population.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from lifesearch.compiled import compiled, inlined

ZERO, ONE = np.uint64(0), np.uint64(1)
LOW, HALF = np.uint64(0xFFFFFFFF), np.uint64(32)
SPREAD = np.uint64(0x9E3779B97F4A7C15)
WORD = 64


@inlined
def place_of(table: Any, bits: int, state: Any) -> Any:
    """The place of a state in a table of 2^bits places: where it is, or where it belongs."""
    mask = np.uint64(table.shape[0] - 1)
    place = (state * SPREAD) >> np.uint64(WORD - bits) if bits < WORD else state
    place &= mask
    while table[place, 0] != ZERO and table[place, 0] != state + ONE:
        place = (place + ONE) & mask
    return place


@inlined
def add(table: Any, place: Any, more: Any, line: Any, words: int, shift: int) -> bool:
    """Add the ways of a line; those of each population to those of one that is greater.

    Return whether there was a sum that does not fit in its words.
    """
    size, too_large = table.shape[1] - 1, False
    for first in range(1, size + 1 - shift * words, words):
        carry = ZERO
        for word in range(first, first + words):
            term = more[line, word]
            to = word + shift * words
            total = table[place, to] + term
            over = ONE if total < term else ZERO
            table[place, to] = total + carry
            if table[place, to] < carry:
                over = ONE
            carry = over
        too_large |= carry != ZERO
    return too_large


@inlined
def allowed_state(
    state: Any, first: int, last: int, tables: Any, runs: Any, moves: Any, allowed: Any
) -> bool:
    """Whether the checks of a step allow a state."""
    for check in range(first, last):
        index = ZERO
        for run in range(runs[check], runs[check + 1]):
            index |= ((state >> moves[run, 0]) & moves[run, 1]) << moves[run, 2]
        if allowed[tables[check] + np.int64(index)] == 0:
            return False
    return True


@inlined
def allowed_values(
    before: Any, first: int, last: int, tables: Any, lifts: Any, runs: Any, moves: Any, allowed: Any
) -> tuple[bool, bool]:
    """Which values of its variable the checks of a step allow after a state: 0, and 1."""
    zero = one = True
    for check in range(first, last):
        index = ZERO
        for run in range(runs[check], runs[check + 1]):
            index |= ((before >> moves[run, 0]) & moves[run, 1]) << moves[run, 2]
        place = tables[check] + np.int64(index)
        zero &= allowed[place] != 0
        one &= allowed[place + lifts[check]] != 0
        if not (zero or one):
            break
    return zero, one


@compiled
def advance(
    source: Any,
    target: Any,
    bits: int,
    begin: int,
    end: int,
    numbers: Any,
    bit: Any,
    kept: Any,
    weight: int,
    first: int,
    last: int,
    tables: Any,
    lifts: Any,
    runs: Any,
    moves: Any,
    allowed: Any,
    words: int,
) -> int:
    """Make one step from the states in places begin to end; return up to where there was room.

    `numbers` has how many states the target has, how many it may have, and whether numbers have
    become too large for their words.
    """
    for line in range(begin, end):
        if source[line, 0] == ZERO:
            continue
        if numbers[0] + 2 > numbers[1]:
            return line
        before = source[line, 0] - ONE
        right = allowed_values(before, first, last, tables, lifts, runs, moves, allowed)
        for value in range(2):
            if not right[value]:
                continue
            state = (before | bit if value else before) & kept
            place = place_of(target, bits, state)
            if target[place, 0] == ZERO:
                target[place, 0] = state + ONE
                numbers[0] += 1
            if add(target, place, source, line, words, value * weight):
                numbers[2] = 1
    return end


@compiled
def move_over(source: Any, target: Any, bits: int) -> None:
    """Enter all states of a table into an empty one of another size."""
    for line in range(source.shape[0]):
        if source[line, 0] == ZERO:
            continue
        place = place_of(target, bits, source[line, 0] - ONE)
        for column in range(source.shape[1]):
            target[place, column] = source[line, column]


@inlined
def add_product(total: Any, a: Any, i: Any, b: Any, j: Any, words: int) -> None:
    """Add the product of the numbers of two lines to `total`, a number of halves of words."""
    for low in range(2 * words):
        x = (a[i, 1 + low // 2] >> (HALF * np.uint64(low % 2))) & LOW
        if x == ZERO:
            continue
        carry = ZERO
        for high in range(len(total) - low):
            y = ZERO
            if high < 2 * words:
                y = (b[j, 1 + high // 2] >> (HALF * np.uint64(high % 2))) & LOW
            elif carry == ZERO:
                break
            now = x * y + total[low + high] + carry
            total[low + high] = now & LOW
            carry = now >> HALF


@compiled
def join(one: Any, other: Any, bits: int, moves: Any, dead: Any, words: int, total: Any) -> None:
    """Add up the products of ways to states that fit together, to `total`.

    A state of the first table fits to the state of the other one that the moves make of it, if
    its `dead` bits are 0.
    """
    for line in range(one.shape[0]):
        if one[line, 0] == ZERO or (one[line, 0] - ONE) & dead:
            continue
        before, state = one[line, 0] - ONE, ZERO
        for run in range(moves.shape[0]):
            state |= ((before >> moves[run, 0]) & moves[run, 1]) << moves[run, 2]
        place = place_of(other, bits, state)
        if other[place, 0] != ZERO:
            add_product(total, one, line, other, place, words)
