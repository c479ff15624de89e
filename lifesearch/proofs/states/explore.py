"""All states that can be reached, breadth first: for those who write certificates, not to check.

A search whose look-ahead is another one than that of certificates has not kept all states that
a certificate must list. Here they are found anew.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np

from lifesearch.proofs.states.row_steps import (
    BITS,
    MOST,
    PERIOD,
    PLACES,
    SPREAD,
    Array,
    Int,
    compiled,
    mark_after,
    mirrored,
    numbers_of,
    successors,
    ways_of,
)
from lifesearch.proofs.states.state_set import (
    ENDED,
    TOO_MANY,
    enter,
    is_empty,
    place_of,
    state_type,
    table_for,
    to_normal_form,
    workspace,
)
from lifesearch.proofs.states.strip_rows import StripRows

FIRST_STATES = 1 << 14
AT_ONCE = 1 << 12
NO_ROOM = -1


@compiled
def explore(
    strip: Array,
    ways: Array,
    spread: Array,
    states: Array,
    marks: Array,
    table: Array,
    last: Array,
    parent: Array,
    begin: Int,
    end: Int,
    used: Int,
    rows: Array,
    fits: Array,
    found: Array,
    turned: Array,
    starts: Int,
    outcome: Array,
) -> Int:
    """Add all that can follow states `begin` to `end` - 1; return how many states there are then.

    outcome[0] is the first state that was not looked at, if any, and outcome[1] says why: there is
    NO_ROOM, or it has too many successors, or an end. The first `starts` empty states, one at each
    place, follow each other.

    The way to a state may lead to its mirror image: then the state is `turned`.
    """
    bits, count = strip[BITS], 2 * strip[PERIOD]
    for node in range(begin, end):
        outcome[0] = node
        if used + len(found) > len(last):
            outcome[1] = NO_ROOM
            return used
        for i in range(count):
            rows[i] = states[node, i]
        started = not is_empty(rows, 0, count)
        place = (marks[node] >> 8) % strip[PLACES]
        many = successors(strip, ways, spread, place, rows, fits, found)
        if many < 0:
            outcome[1] = TOO_MANY
            return used
        for next_one in range(many):
            for i in range(count):
                rows[i] = states[node, i]
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
            slot = place_of(states, marks, table, rows, 1, count, mark)
            if table[slot]:
                continue
            for i in range(count):
                states[used, i] = rows[i + 1]
            marks[used], last[used], parent[used] = mark, row, node
            turned[used] = turned[node] != turn
            used += 1
            table[slot] = used
    outcome[0], outcome[1] = end, 0
    return used


@dataclass
class Explorer:
    """The states of a strip, as far as they are explored, in at most about `memory` bytes."""

    rows: StripRows
    look_ahead: int
    memory: int
    states: Array = field(init=False)
    marks: Array = field(init=False)
    last: Array = field(init=False)
    parent: Array = field(init=False)
    _turned: Array = field(init=False)
    used: int = 1
    done: int = 0
    failed: str = ""
    ended: bool = False

    def __post_init__(self) -> None:
        self._strip = numbers_of(self.rows, self.look_ahead)
        self._work = workspace(self._strip)
        self._resize(max(FIRST_STATES, 2 * len(self._work[2])))
        self.marks[0] = (1 << len(self.rows.shorter)) - 1
        self._enter_all()

    def run(self) -> Iterator[int]:
        """Explore all states, or as many as there is room for; how many are done, now and then."""
        ways, outcome = ways_of(self.rows), np.zeros(2, np.int64)
        while self.done < self.used and not (self.failed or self.ended):
            end = min(self.done + AT_ONCE, self.used)
            self.used = explore(
                *(self._strip, ways, SPREAD, self.states, self.marks, self._table),
                *(self.last, self.parent, self.done, end, self.used, *self._work),
                *(self._turned, self.rows.starts, outcome),
            )
            self.done = int(outcome[0])
            if outcome[1]:
                self._react(int(outcome[1]))
            yield self.done

    def _react(self, why: int) -> None:
        """Make room, or give up."""
        if why == ENDED:
            self.ended = True
        elif why == TOO_MANY:
            self.failed = "some states of its certificate have too many successors"
        elif self._bytes(2 * len(self.last)) > self.memory:
            megabytes = self.memory // 2**20
            self.failed = (
                f"its certificate would have more than {self.used:,} states, which need more "
                f"memory than {megabytes:,} MB"
            )
        else:
            self._resize(2 * len(self.last))
            self._enter_all()

    def _bytes(self, size: int) -> int:
        """The memory of so many states, while they are moved there."""
        each = 2 * self.rows.period * self.states.itemsize + 3 * 8 + 1
        return int(size * each * 3 // 2 + 2 * self._table.nbytes)

    def _resize(self, size: int) -> None:
        states = np.zeros((size, 2 * self.rows.period), state_type(self.rows.bits))
        new = states, *(np.zeros(size, np.int64) for _ in range(3)), np.zeros(size, np.bool_)
        if hasattr(self, "last"):
            old = self.states, self.marks, self.last, self.parent, self._turned
            for mine, before in zip(new, old, strict=True):
                mine[: self.used] = before[: self.used]
        self.states, self.marks, self.last, self.parent, self._turned = new
        self._table = table_for(size)

    def _enter_all(self) -> None:
        used = slice(0, self.used)
        enter(self._strip, self.states[used], self.marks[used], self._table, self._work[0])
