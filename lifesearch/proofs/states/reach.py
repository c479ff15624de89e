"""Which states can be reached, for certificates: the kernel of `explore`.

The function can be compiled (see `machine`), or run as it is.

    d, s, w      as in `machine`
    rows         d.rows: the state, rows[0] to rows[2p-1], and the row added to it, rows[2p]
    mark         of a state: see `row_steps.mark_after`
    mask         the number of slots of the table less one
    used, most   how many states there are, and how many there is room for
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
    Int,
    StripWorkspace,
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
"""Why `explore` has stopped; ENDED and TOO_MANY are the other reasons."""


class Exploration(NamedTuple):
    """The tree of states by which each was reached, and the outcome of the last call.

    `last` is the last row of each state and `parent` the state before it, as on the path to it. The
    set has the lesser of two mirror images: `turned` says whether that is the image of the state on
    the path. `outcome`: see `explore`.
    """

    last: Array
    parent: Array
    turned: Array
    outcome: Array


def explore(
    d: StripWorkspace,
    s: States,
    w: Exploration,
    mask: Int,
    begin: Int,
    end: Int,
    used: Int,
    most: Int,
    starts: Int,
) -> Int:
    """Add all that can follow states `begin` to `end` - 1; return how many states there are then.

    outcome[0] is the first state that was not examined, or `end`. outcome[1] says why: there is
    NO_ROOM for more than `most` states, or the state has TOO_MANY successors, or a pattern can end
    after it (ENDED); 0 if all are examined. The first `starts` empty states, one at each place,
    follow each other.

    With an `end` of 0, enter the states that are used into the table, which is empty.
    """
    strip, rows, outcome = d.strip, d.rows, w.outcome
    bits, count = strip[BITS], 2 * strip[PERIOD]
    if end == 0:
        enter(d, s, used, mask)
    for node in range(begin, end):
        outcome[0] = node
        # All successors of a state are added, or none.
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
            # The certificate has rows along paths, so images are turned back.
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
