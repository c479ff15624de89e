"""One step of a sweep (see `counting.sweep`): the ways to each state after it.

`counting.transfer_matrix` calls `advance` for each step. A table of states is a hash table: a line
for each place, in it the state plus one (0 is an empty place) and then how many ways lead to it.
These are numbers of several words each, the lowest first; if populations are distinguished there is
one for each population.

    source, target   the tables before and after the step, also as pointers: old, new
    mask, width      the number of places less one; the words of a line
    bits             the bits of the hash; 64 if each state's place is its own number
    words            the words of one number; shift: by how many populations it moves up
    bit, kept        the state bit that the step sets; the bits that are kept after it
    first, last      the range of the step's checks; checks: see `counting.sweep.Checks`
    weight           how many cells of generation 0 the variable is, if populations count
    moves            lines (right, mask, left): runs of bits that are taken to other places
    begin, end       the places of the source that this call goes through; line: one of them
    before, state    a state before the step, and after it
    right            which values of the variable are allowed after a state
    every_check, many    pointers to `checks` and `numbers`; run: a line of `moves`
    one, other, total    two tables that are joined, and the sum: also as lines, others, sum_of_all
"""

from __future__ import annotations

from typing import Any

import numpy as np

from lifesearch.engines.compiled import inlined, kernel
from lifesearch.engines.compiled.words import at, pointers

ZERO, ONE = np.uint64(0), np.uint64(1)
LOW, HALF = np.uint64(0xFFFFFFFF), np.uint64(32)  # the low half of a word; its bits
SPREAD = np.uint64(0x9E3779B97F4A7C15)  # 2^64 / golden ratio: Fibonacci hashing
WORD = 64
CHECKS = ("i8[]", "i8[]", "i8[]", "u8[,]", "const u1[]")
"""The types of all checks of a sweep: see `counting.sweep`."""


@inlined
def place_of(table: Any, mask: int, width: int, bits: int, state: Any) -> Any:
    """The place of a state in a table, or the free place where it belongs.

    The table has `mask` + 1 places of `width` words each; collisions go to the next free place.
    There is one: callers make a larger table before one is full.
    """
    place = np.int64((state * SPREAD) >> np.uint64(WORD - bits) if bits < WORD else state) & mask
    while table[place * width] != ZERO and table[place * width] != state + ONE:
        place = (place + 1) & mask
    return place


@inlined
def add(line: Any, more: Any, width: int, words: int, shift: int) -> bool:
    """Add the ways of line `more` to `line`, those of each population to one `shift` greater.

    Return whether a sum overflowed its words. The last populations of `more` have no place in
    `line`, and no ways: a line ends with the number of all cells of generation 0.
    """
    too_large = False
    for first in range(1, width - shift * words, words):
        carry = ZERO
        for word in range(first, first + words):
            term = more[word]
            to = word + shift * words
            total = line[to] + term
            over = ONE if total < term else ZERO
            line[to] = total + carry
            if line[to] < carry:
                over = ONE
            carry = over
        too_large |= carry != ZERO
    return too_large


@inlined
def allowed_state(state: Any, first: int, last: int, checks: Any) -> bool:
    """Whether the checks of a step allow a state, in which its variable has a value by now."""
    tables, _, runs, moves, allowed = checks
    for check in range(first, last):
        index = ZERO
        for run in range(runs[check], runs[check + 1]):
            index |= ((state >> moves[3 * run]) & moves[3 * run + 1]) << moves[3 * run + 2]
        if allowed[tables[check] + np.int64(index)] == 0:
            return False
    return True


@inlined
def allowed_values(before: Any, first: int, last: int, checks: Any) -> tuple[bool, bool]:
    """Which values of its variable the checks of a step allow after a state: 0, and 1.

    In the state, the bit of the variable is 0: no other variable has it at that time.
    """
    tables, lifts, runs, moves, allowed = checks
    zero = one = True
    for check in range(first, last):
        index = ZERO
        for run in range(runs[check], runs[check + 1]):
            index |= ((before >> moves[3 * run]) & moves[3 * run + 1]) << moves[3 * run + 2]
        place = tables[check] + np.int64(index)
        zero &= allowed[place] != 0
        one &= allowed[place + lifts[check]] != 0
        if not (zero or one):
            break
    return zero, one


@kernel(
    "u8[,]", "u8[,]", "i8", "i8", "i8", "i8[]", "u8", "u8", "i8", "i8", CHECKS, "i8", "i8",
    returns=1,
)  # fmt: skip
def advance(
    source: Any,
    target: Any,
    bits: int,
    begin: int,
    end: int,
    numbers: Any,
    bit: Any,
    kept: Any,
    first: int,
    last: int,
    checks: Any,
    weight: int,
    words: int,
) -> int:
    """Make one step from the states in places begin to end; return where room ran out, or end.

    numbers[0] is the number of states in the target, numbers[1] the most it has room for, and
    numbers[2] is set to 1 if a number of ways overflows its words.
    """
    mask, width = target.shape[0] - 1, target.shape[1]
    old, new, many = pointers((source, target, numbers))
    every_check = pointers(checks)
    for line in range(begin, end):
        if old[line * width] == ZERO:
            continue
        # A state leads to two others at most: there must be room for both.
        if many[0] + 2 > many[1]:
            return line
        before = old[line * width] - ONE
        right = allowed_values(before, first, last, every_check)
        for value in range(2):
            if not right[value]:
                continue
            state = (before | bit if value else before) & kept
            place = place_of(new, mask, width, bits, state)
            there = at(new, place * width)
            if there[0] == ZERO:
                there[0] = state + ONE
                many[0] += 1
            if add(there, at(old, line * width), width, words, value * weight):
                many[2] = 1
    return end


@kernel("const u8[,]", "u8[,]", "i8")
def move_over(source: Any, target: Any, bits: int) -> None:
    """Enter all states of a table into an empty one, mostly of another size, by its hash."""
    mask, width = target.shape[0] - 1, target.shape[1]
    old, new = pointers((source, target))
    for line in range(0, source.size, width):
        if old[line] != ZERO:
            place = place_of(new, mask, width, bits, old[line] - ONE)
            for column in range(width):
                new[place * width + column] = old[line + column]


@inlined
def add_product(total: Any, length: int, a: Any, b: Any, words: int) -> None:
    """Add the product of the numbers of lines a and b to `total`, of `length` 32-bit digits.

    It has room for the sum: see the callers.
    """
    for low in range(2 * words):
        x = (a[1 + low // 2] >> (HALF * np.uint64(low % 2))) & LOW
        if x == ZERO:
            continue
        carry = ZERO
        for high in range(length - low):
            y = ZERO
            if high < 2 * words:
                y = (b[1 + high // 2] >> (HALF * np.uint64(high % 2))) & LOW
            elif carry == ZERO:
                break
            # No more than (2^32 - 1)^2 + 2 (2^32 - 1) = 2^64 - 1.
            now = x * y + total[low + high] + carry
            total[low + high] = now & LOW
            carry = now >> HALF


@kernel("u8[,]", "u8[,]", "i8", "u8[,]", "u8", "i8", "u8[]")
def join(one: Any, other: Any, bits: int, moves: Any, dead: Any, words: int, total: Any) -> None:
    """Add to `total` the products of ways to states of two tables that fit together.

    A state of the first table fits the state of the other that `moves` make of it, if its `dead`
    bits are 0: those of a row that the other half has outside the box, without bits. Both tables
    have one number of this many `words` in each line, and `bits` are those of the other's hash.
    """
    mask, width = other.shape[0] - 1, other.shape[1]
    lines, others, move, sum_of_all = pointers((one, other, moves, total))
    for line in range(0, one.size, one.shape[1]):
        if lines[line] == ZERO or (lines[line] - ONE) & dead:
            continue
        before, state = lines[line] - ONE, ZERO
        for run in range(moves.shape[0]):
            state |= ((before >> move[3 * run]) & move[3 * run + 1]) << move[3 * run + 2]
        place = place_of(others, mask, width, bits, state)
        if others[place * width] != ZERO:
            there = at(others, place * width)
            add_product(sum_of_all, len(total), at(lines, line), there, words)
