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
from lifesearch.proofs.states.row_steps import SPREAD, Array, numbers_of, ways_of
from lifesearch.proofs.states.state_set import ENDED, TOO_MANY, state_type, table_for, workspace
from lifesearch.proofs.states.strip_rows import StripRows

FIRST_STATES = 1 << 14
AT_ONCE = 1 << 12


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
        self._ways, self._outcome = ways_of(self.rows), np.zeros(2, np.int64)
        self._resize(max(FIRST_STATES, 2 * len(self._work[2])))
        self.marks[0] = (1 << len(self.rows.shorter)) - 1
        self._explore(0, 0)

    def run(self) -> Iterator[int]:
        """Explore all states, or as many as there is room for; how many are done, now and then."""
        while self.done < self.used and not (self.failed or self.ended):
            self.used = self._explore(self.done, min(self.done + AT_ONCE, self.used))
            self.done = int(self._outcome[0])
            if self._outcome[1]:
                self._react(int(self._outcome[1]))
            yield self.done

    def _explore(self, begin: int, end: int) -> int:
        explore: Callable[..., int] = reach.explore
        if installed():
            from lifesearch.proofs.states.machine import explore_arrays as explore
        used = explore(
            *(begin, end, self.used, len(self.last), self.rows.starts, len(self._table) - 1),
            *(self._strip, self._ways, SPREAD, self.states.reshape(-1), self.marks, self._table),
            *(self.last, self.parent, self._turned, *self._work, self._outcome),
        )
        return int(used)

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
            self._explore(0, 0)

    def _bytes(self, size: int) -> int:
        """The memory of so many states, while they are moved there."""
        each = 2 * self.rows.period * self.states.itemsize + 3 * 8 + 1
        return int(size * each * 3 // 2 + 2 * self._table.nbytes)

    def _resize(self, size: int) -> None:
        states = np.zeros((size, 2 * self.rows.period), state_type(self.rows.bits))
        new = states, *(np.zeros(size, np.int64) for _ in range(3)), np.zeros(size, np.uint8)
        if hasattr(self, "last"):
            old = self.states, self.marks, self.last, self.parent, self._turned
            for mine, before in zip(new, old, strict=True):
                mine[: self.used] = before[: self.used]
        self.states, self.marks, self.last, self.parent, self._turned = new
        self._table = table_for(size)
