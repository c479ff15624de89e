"""Which states can be reached: for those who write certificates.

The function can be compiled (see `machine`), or run as it is.
"""

from __future__ import annotations

from typing import NamedTuple

from lifesearch.proofs.states.row_steps import (
    BITS,
    MOST,
    PERIOD,
    PLACES,
    ROOM,
    Array,
    Bench,
    Int,
    mark_after,
    mirrored,
    successors,
)
from lifesearch.proofs.states.state_set import (
    ENDED,
    TOO_MANY,
    States,
    enter,
    is_empty,
    load,
    place_of,
    to_normal_form,
)

NO_ROOM = -1


class Ways(NamedTuple):
    """How each state is reached, and how far the exploration has come."""

    last: Array
    parent: Array
    turned: Array
    outcome: Array


def explore(
    d: Bench, s: States, w: Ways, mask: Int, begin: Int, end: Int, used: Int, most: Int, starts: Int
) -> Int:
    """Add all that can follow states `begin` to `end` - 1; return how many states there are then.

    outcome[0] is the first state that was not looked at, if any, and outcome[1] says why: there is
    NO_ROOM for more than `most` states, or it has too many successors, or an end. The first
    `starts` empty states, one at each place, follow each other.

    The way to a state may lead to its mirror image: then the state is `turned`.

    With an `end` of 0, enter the states that are used into the table, which is empty.
    """
    strip, rows, outcome = d.strip, d.rows, w.outcome
    bits, count = strip[BITS], 2 * strip[PERIOD]
    if end == 0:
        enter(d, s, used, mask)
    for node in range(begin, end):
        outcome[0] = node
        if used + strip[ROOM] > most:
            outcome[1] = NO_ROOM
            return used
        load(s, node, count, rows)
        started = not is_empty(rows, 0, count)
        place = (s.marks[node] >> 8) % strip[PLACES]
        many = successors(d, place)
        if many < 0:
            outcome[1] = TOO_MANY
            return used
        for next_one in range(many):
            load(s, node, count, rows)
            rows[count] = d.found[next_one]
            mark = mark_after(strip, s.marks[node], rows, count)
            if 0 <= strip[MOST] < (mark >> 8) // strip[PLACES]:
                continue
            if is_empty(rows, 1, count):
                if started and mark & 255 == 0:
                    outcome[1] = ENDED
                    return used
                if started or place + 1 >= starts:
                    continue
            row = mirrored(bits, rows[count]) if w.turned[node] else rows[count]
            turn = to_normal_form(strip, rows, 1)
            slot = place_of(s, mask, rows, 1, count, mark)
            if s.table[slot]:
                continue
            for i in range(count):
                s.rows[used * count + i] = rows[i + 1]
            s.marks[used], w.last[used], w.parent[used] = mark, row, node
            w.turned[used] = w.turned[node] != turn
            used += 1
            s.table[slot] = used
    outcome[0], outcome[1] = end, 0
    return used
