"""All states that can be reached, breadth first: for those who write certificates, not to check.

A search whose look-ahead is another one than that of certificates has not kept all states that
a certificate must list. Here they are found anew.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import numpy as np

from lifesearch.compiled import installed
from lifesearch.proofs.states import reach
from lifesearch.proofs.states.reach import Ways
from lifesearch.proofs.states.row_steps import Bench
from lifesearch.proofs.states.state_set import ENDED, TOO_MANY, States
from lifesearch.proofs.states.strip_rows import StripRows

FIRST_STATES = 1 << 14
AT_ONCE = 1 << 12


@dataclass
class Explorer:
    """The states of a strip, as far as they are explored, in at most about `memory` bytes."""

    rows: StripRows
    look_ahead: int
    memory: int
    states: States = field(init=False)
    ways: Ways = field(init=False)
    used: int = 1
    done: int = 0
    failed: str = ""
    ended: bool = False

    def __post_init__(self) -> None:
        self._desk = Bench.of(self.rows, self.look_ahead)
        self._resize(max(FIRST_STATES, 2 * len(self._desk.found)))
        self._explore(0, 0)

    def run(self) -> Iterator[int]:
        """Explore all states, or as many as there is room for; how many are done, now and then."""
        while self.done < self.used and not (self.failed or self.ended):
            self.used = self._explore(self.done, min(self.done + AT_ONCE, self.used))
            self.done = int(self.ways.outcome[0])
            if self.ways.outcome[1]:
                self._react(int(self.ways.outcome[1]))
            yield self.done

    def _explore(self, begin: int, end: int) -> int:
        explore: Callable[..., int] = reach.explore
        if installed():
            from lifesearch.proofs.states.machine import explore_arrays as explore
        used = explore(
            *(self._desk, self.states, self.ways, len(self.states.table) - 1, begin, end),
            *(self.used, len(self.ways.last), self.rows.starts),
        )
        return int(used)

    def _react(self, why: int) -> None:
        if why == ENDED:
            self.ended = True
        elif why == TOO_MANY:
            self.failed = "some states of its certificate have too many successors"
        elif self._bytes(2 * len(self.ways.last)) > self.memory:
            megabytes = self.memory // 2**20
            self.failed = (
                f"its certificate would have more than {self.used:,} states, which need more "
                f"memory than {megabytes:,} MB"
            )
        else:
            self._resize(2 * len(self.ways.last))
            self._explore(0, 0)

    def _bytes(self, size: int) -> int:
        """The memory of so many states, while they are moved there."""
        each = 2 * self.rows.period * self.states.rows.itemsize + 3 * 8 + 1
        return int(size * each * 3 // 2 + 2 * self.states.table.nbytes)

    def _resize(self, size: int) -> None:
        states = States.room_for(size, self.rows)
        last, parent = np.zeros((2, size), np.int64)
        ways = Ways(last, parent, np.zeros(size, np.uint8), np.zeros(2, np.int64))
        if hasattr(self, "ways"):
            rows = 2 * self.rows.period * self.used
            states.rows[:rows] = self.states.rows[:rows]
            states.marks[: self.used] = self.states.marks[: self.used]
            for mine, before in zip(ways[:3], self.ways[:3], strict=True):
                mine[: self.used] = before[: self.used]
        self.states, self.ways = states, ways
