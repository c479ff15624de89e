"""A set of states that is closed: none of its states leads out of it, or to an end.

The kernel of `certificate_check`. States stand one after another in an array, 2p rows each, with a
mark for each of them (see `mark_after`); the table has the number of a state plus one, or 0, at a
place that its rows and mark decide. If left and right are alike, a state stands for its mirror
image, too: the lesser one of both is taken.

All functions can be compiled (see `machine`), or run as they are.

    d, s           as in `machine`; strip: d.strip
    rows, first    the rows of a state are rows[first] and following
    count          2p, the rows of a state
    node           the number of a state
    mask           the number of slots of the table less one
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from lifesearch.proofs.states.row_steps import (
    BITS,
    MOST,
    PERIOD,
    PLACES,
    REVERSIBLE,
    Array,
    Int,
    StripWorkspace,
    mark_after,
    mirrored,
    successors,
)
from lifesearch.proofs.states.strip_rows import StripRows

OPEN, ENDED, TOO_MANY = 1, 2, 3
"""Why a set is not closed: a state leads out of it, or to an end, or to too many states."""


class States(NamedTuple):
    """States and their hash table, which has `mask` + 1 entries."""

    rows: Array  # 2p of each state
    marks: Array  # see `mark_after`
    table: Array  # the number of a state plus one, or 0

    @classmethod
    def room_for(cls, count: int, rows: StripRows) -> States:
        """Arrays for this number of states; state 0 is empty, all shorter periods possible."""
        dtype = np.uint16 if rows.bits <= 16 else np.int64
        # At most half of the table is used, so that searches in it are short.
        marks, size = np.zeros(count, np.int64), 1 << max(4, (2 * count).bit_length())
        marks[0] = (1 << len(rows.shorter)) - 1
        return cls(np.zeros(count * 2 * rows.period, dtype), marks, np.zeros(size, np.int64))


class Tree(NamedTuple):
    """The states of a certificate as it lists them, and the fault of the first bad one."""

    last: Array  # the last row of each state
    children: Array  # how many states follow each in the tree
    wrong: Array  # OPEN, ENDED or TOO_MANY; and if OPEN, the row that leads out of the set


def load(s: States, node: Int, count: Int, rows: Array) -> None:
    states, begin = s.rows, node * count
    for i in range(count):
        rows[i] = states[begin + i]


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


def place_of(s: States, mask: Int, rows: Array, first: Int, count: Int, mark: Int) -> Int:
    """The place in the table of the state that begins at rows[first], or the free place for it."""
    states, table = s.rows, s.table
    # A hash of 40 bits: rows have 40 at most and the factor has 20, so that products stay below
    # 2^63 in machine code and equal Python's.
    code = mark & 0xFFFFFFFFFF
    for i in range(first, first + count):
        code = ((code ^ (code >> 15) ^ rows[i]) * 1000003) & 0xFFFFFFFFFF
    place = (code ^ (code >> 17)) & mask
    while table[place]:
        node = table[place] - 1
        i = 0
        while i < count and states[node * count + i] == rows[first + i]:
            i += 1
        if i == count and s.marks[node] == mark:
            return place
        place = (place + 1) & mask
    return place


def unfold(d: StripWorkspace, s: States, last: Array, children: Array, size: Int) -> None:
    """Work out the states of a tree, from the last row and the number of children of each.

    State 0 and its mark are there already; children have the next numbers that are free.
    """
    rows, count, child = d.rows, 2 * d.strip[PERIOD], 1
    for node in range(size):
        load(s, node, count, rows)
        for number in range(child, child + children[node]):
            rows[count] = last[number]
            for i in range(count):
                s.rows[number * count + i] = rows[i + 1]
            s.marks[number] = mark_after(d.strip, s.marks[node], rows, count)
        child += children[node]


def enter(d: StripWorkspace, s: States, size: Int, mask: Int) -> None:
    """Put all states into normal form, and enter them into the table."""
    rows, count = d.rows, 2 * d.strip[PERIOD]
    for node in range(size):
        load(s, node, count, rows)
        to_normal_form(d.strip, rows, 0)
        for i in range(count):
            s.rows[node * count + i] = rows[i]
        s.table[place_of(s, mask, rows, 0, count, s.marks[node])] = node + 1


def is_empty(rows: Array, first: Int, count: Int) -> bool:
    """Whether all rows of a state that begins at rows[first] are empty."""
    i = first
    while i < first + count and rows[i] == 0:
        i += 1
    empty: bool = i == first + count
    return empty


def check_closed(
    d: StripWorkspace, s: States, mask: Int, begin: Int, end: Int, wrong: Array
) -> Int:
    """Examine all that can follow states `begin` to `end` - 1; return the first bad one, or -1.

    What can follow must be in the set. An empty state after one that is not empty is the end of a
    pattern; that is no fault if the pattern has a shorter period. Empty states after empty ones
    are not looked for: `certificate_check` has done that where patterns may begin.
    """
    strip, rows, found = d.strip, d.rows, d.found
    count = 2 * strip[PERIOD]
    for node in range(begin, end):
        load(s, node, count, rows)
        started = not is_empty(rows, 0, count)
        many = successors(d, (s.marks[node] >> 8) % strip[PLACES])
        if many < 0:
            wrong[0] = TOO_MANY
            return node
        for next_one in range(many):
            load(s, node, count, rows)
            rows[count] = found[next_one]
            mark = mark_after(strip, s.marks[node], rows, count)
            # Too many cells: such a state is part of no pattern that is asked for.
            if 0 <= strip[MOST] < (mark >> 8) // strip[PLACES]:
                continue
            if is_empty(rows, 1, count):
                if started and mark & 255 == 0:
                    wrong[0] = ENDED
                    return node
                continue
            to_normal_form(strip, rows, 1)
            if s.table[place_of(s, mask, rows, 1, count, mark)] == 0:
                wrong[0], wrong[1] = OPEN, found[next_one]
                return node
    return -1


def check(
    d: StripWorkspace, s: States, tree: Tree, mask: Int, size: Int, begin: Int, end: Int
) -> Int:
    """Examine what can follow states `begin` to `end` - 1, as `check_closed` does.

    With an `end` of 0, work out all states and enter them into the table: that comes first.
    """
    if end == 0:
        unfold(d, s, tree.last, tree.children, size)
        enter(d, s, size, mask)
        return -1
    return check_closed(d, s, mask, begin, end, tree.wrong)


FUNCTIONS = (load, to_normal_form, place_of, unfold, enter, is_empty, check_closed, check)
"""All functions, each after those that it calls."""
