"""Which states can be reached: for those who write certificates.

The function can be compiled (see `machine`), or run as it is.
"""

from __future__ import annotations

from lifesearch.proofs.states.row_steps import (
    BITS,
    MOST,
    PERIOD,
    PLACES,
    ROOM,
    Array,
    Int,
    mark_after,
    mirrored,
    successors,
)
from lifesearch.proofs.states.state_set import (
    ENDED,
    TOO_MANY,
    enter,
    is_empty,
    load,
    place_of,
    to_normal_form,
)

NO_ROOM = -1


def explore(
    begin: Int,
    end: Int,
    used: Int,
    most: Int,
    starts: Int,
    mask: Int,
    strip: Array,
    ways: Array,
    spread: Array,
    states: Array,
    marks: Array,
    table: Array,
    last: Array,
    parent: Array,
    turned: Array,
    rows: Array,
    fits: Array,
    found: Array,
    outcome: Array,
) -> Int:
    """Add all that can follow states `begin` to `end` - 1; return how many states there are then.

    outcome[0] is the first state that was not looked at, if any, and outcome[1] says why: there is
    NO_ROOM for more than `most` states, or it has too many successors, or an end. The first
    `starts` empty states, one at each place, follow each other.

    The way to a state may lead to its mirror image: then the state is `turned`.

    With an `end` of 0, enter the states that are used into the table, which is empty.
    """
    bits, count = strip[BITS], 2 * strip[PERIOD]
    if end == 0:
        enter(strip, states, marks, used, table, mask, rows)
    for node in range(begin, end):
        outcome[0] = node
        if used + strip[ROOM] > most:
            outcome[1] = NO_ROOM
            return used
        load(states, node, count, rows)
        started = not is_empty(rows, 0, count)
        place = (marks[node] >> 8) % strip[PLACES]
        many = successors(strip, ways, spread, place, rows, fits, found)
        if many < 0:
            outcome[1] = TOO_MANY
            return used
        for next_one in range(many):
            load(states, node, count, rows)
            rows[count] = found[next_one]
            mark = mark_after(strip, marks[node], rows, count)
            if 0 <= strip[MOST] < (mark >> 8) // strip[PLACES]:
                continue
            if is_empty(rows, 1, count):
                if started and mark & 255 == 0:
                    outcome[1] = ENDED
                    return used
                if started or place + 1 >= starts:
                    continue
            row = mirrored(bits, rows[count]) if turned[node] else rows[count]
            turn = to_normal_form(strip, rows, 1)
            slot = place_of(states, marks, table, mask, rows, 1, count, mark)
            if table[slot]:
                continue
            for i in range(count):
                states[used * count + i] = rows[i + 1]
            marks[used], last[used], parent[used] = mark, row, node
            turned[used] = turned[node] != turn
            used += 1
            table[slot] = used
    outcome[0], outcome[1] = end, 0
    return used
