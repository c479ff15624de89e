"""A set of states that is closed: none of its states leads out of it, or to an end.

States stand one after another in an array, 2p rows each, with a mark for each of them (see
`mark_after`); the table has the number of a state plus one, or 0, at a place that its rows and mark
decide. If left and right are alike, a state stands for its mirror image, too: the lesser one of
both is taken.

All functions can be compiled (see `machine`), or run as they are.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from lifesearch.proofs.states.row_steps import (
    BITS,
    COLUMNS,
    MOST,
    PERIOD,
    PLACES,
    REVERSIBLE,
    ROOM,
    STEPS,
    Array,
    Int,
    mark_after,
    mirrored,
    successors,
)

OPEN, ENDED, TOO_MANY = 1, 2, 3
"""Why a set is not closed: a state leads out of it, or to an end, or to too many states."""


def state_type(bits: int) -> type[Any]:
    """The type of rows of so many cells in an array of states."""
    return np.uint16 if bits <= 16 else np.int64


def table_for(states: int) -> Array:
    """An empty table with room for so many states."""
    return np.zeros(1 << max(4, (2 * states).bit_length()), np.int64)


def workspace(strip: Array) -> tuple[Array, Array, Array]:
    """Room for the rows that are looked at, for what fits below them, and for successors."""
    rows = np.zeros(2 * strip[PERIOD] + 1 + strip[STEPS], np.int64)
    fits = np.zeros(strip[STEPS] * strip[COLUMNS], np.int64)
    found = np.zeros(strip[ROOM], np.int64)
    return rows, fits, found


def load(states: Array, node: Int, count: Int, rows: Array) -> None:
    for i in range(count):
        rows[i] = states[node * count + i]


def to_normal_form(strip: Array, rows: Array, first: Int) -> bool:
    """Mirror a state, which begins at rows[first], if its mirror image is less; return whether."""
    if not strip[REVERSIBLE]:
        return False
    bits, count = strip[BITS], 2 * strip[PERIOD]
    i = 0
    while i < count and mirrored(bits, rows[first + i]) == rows[first + i]:
        i += 1
    if i == count or mirrored(bits, rows[first + i]) > rows[first + i]:
        return False
    for at in range(first, first + count):
        rows[at] = mirrored(bits, rows[at])
    return True


def place_of(
    states: Array,
    marks: Array,
    table: Array,
    mask: Int,
    rows: Array,
    first: Int,
    count: Int,
    mark: Int,
) -> Int:
    """Where in the table a state is that begins at rows[first], or would be.

    The table has `mask` + 1 entries.
    """
    code = mark & 0xFFFFFFFFFF
    for i in range(first, first + count):
        code = ((code ^ (code >> 15) ^ rows[i]) * 1000003) & 0xFFFFFFFFFF
    place = (code ^ (code >> 17)) & mask
    while table[place]:
        node = table[place] - 1
        i = 0
        while i < count and states[node * count + i] == rows[first + i]:
            i += 1
        if i == count and marks[node] == mark:
            return place
        place = (place + 1) & mask
    return place


def unfold(
    strip: Array, last: Array, children: Array, states: Array, marks: Array, size: Int, rows: Array
) -> None:
    """Work out the states of a tree, from the last row and the number of children of each.

    State 0 and its mark are there already; children have the next numbers that are free.
    """
    count, child = 2 * strip[PERIOD], 1
    for node in range(size):
        load(states, node, count, rows)
        for number in range(child, child + children[node]):
            rows[count] = last[number]
            for i in range(count):
                states[number * count + i] = rows[i + 1]
            marks[number] = mark_after(strip, marks[node], rows, count)
        child += children[node]


def enter(
    strip: Array, states: Array, marks: Array, size: Int, table: Array, mask: Int, rows: Array
) -> None:
    """Put all states into normal form, and enter them into the table."""
    count = 2 * strip[PERIOD]
    for node in range(size):
        load(states, node, count, rows)
        to_normal_form(strip, rows, 0)
        for i in range(count):
            states[node * count + i] = rows[i]
        table[place_of(states, marks, table, mask, rows, 0, count, marks[node])] = node + 1


def is_empty(rows: Array, first: Int, count: Int) -> bool:
    """Whether all rows of a state that begins at rows[first] are empty."""
    i = first
    while i < first + count and rows[i] == 0:
        i += 1
    empty: bool = i == first + count
    return empty


def check_closed(
    strip: Array,
    ways: Array,
    spread: Array,
    states: Array,
    marks: Array,
    table: Array,
    mask: Int,
    begin: Int,
    end: Int,
    rows: Array,
    fits: Array,
    found: Array,
    wrong: Array,
) -> Int:
    """Look at all that can follow states `begin` to `end` - 1; return the first bad one, or -1.

    What can follow must be in the set. An empty state after one that is not empty is an end,
    unless a shorter period is still possible, or the pattern would not be one.
    """
    count = 2 * strip[PERIOD]
    for node in range(begin, end):
        load(states, node, count, rows)
        started = not is_empty(rows, 0, count)
        place = (marks[node] >> 8) % strip[PLACES]
        many = successors(strip, ways, spread, place, rows, fits, found)
        if many < 0:
            wrong[0] = TOO_MANY
            return node
        for next_one in range(many):
            load(states, node, count, rows)
            rows[count] = found[next_one]
            mark = mark_after(strip, marks[node], rows, count)
            if 0 <= strip[MOST] < (mark >> 8) // strip[PLACES]:
                continue
            if is_empty(rows, 1, count):
                if started and mark & 255 == 0:
                    wrong[0] = ENDED
                    return node
                continue
            to_normal_form(strip, rows, 1)
            if table[place_of(states, marks, table, mask, rows, 1, count, mark)] == 0:
                wrong[0], wrong[1] = OPEN, found[next_one]
                return node
    return -1


def check(
    begin: Int,
    end: Int,
    size: Int,
    mask: Int,
    strip: Array,
    ways: Array,
    spread: Array,
    last: Array,
    children: Array,
    states: Array,
    marks: Array,
    table: Array,
    rows: Array,
    fits: Array,
    found: Array,
    wrong: Array,
) -> Int:
    """Look at what can follow states `begin` to `end` - 1, as `check_closed` does.

    With an `end` of 0, work out all states and enter them into the table: that comes first.
    """
    if end == 0:
        unfold(strip, last, children, states, marks, size, rows)
        enter(strip, states, marks, size, table, mask, rows)
        return -1
    return check_closed(
        strip, ways, spread, states, marks, table, mask, begin, end, rows, fits, found, wrong
    )


FUNCTIONS = (load, to_normal_form, place_of, unfold, enter, is_empty, check_closed, check)
"""All functions, each after those that it calls."""
