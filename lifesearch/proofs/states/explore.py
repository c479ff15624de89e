"""Explore all states of a strip, breadth first: to write certificates, not to check them.

`folder` uses it after a search whose look-ahead differs from that of certificates: such a search
has not kept all states that a certificate must list.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import numpy as np

from lifesearch.engines.compiled import available
from lifesearch.proofs.states import reach
from lifesearch.proofs.states.reach import Exploration
from lifesearch.proofs.states.row_steps import StripWorkspace
from lifesearch.proofs.states.state_set import ENDED, TOO_MANY, States
from lifesearch.proofs.states.strip_rows import StripRows

FIRST_STATES = 1 << 14  # room for states at first; doubled when it is used up
AT_ONCE = 1 << 12  # states explored between two reports


@dataclass
class Explorer:
    """The states of a strip, as far as they are explored, in at most about `memory` bytes.

    `used` states are reached, and the first `done` of them explored. At the end `failed` says why
    some are missing, and is empty if none are; `ended` is true if a pattern can end in the strip.
    """

    rows: StripRows
    look_ahead: int
    memory: int
    states: States = field(init=False)
    exploration: Exploration = field(init=False)
    used: int = 1
    done: int = 0
    failed: str = ""
    ended: bool = False

    def __post_init__(self) -> None:
        self._workspace = StripWorkspace.of(self.rows, self.look_ahead)
        # All successors of a state are added, or none: there must be room for them.
        self._resize(max(FIRST_STATES, 2 * len(self._workspace.found)))
        self._explore(0, 0)  # enter state 0, which is empty, into the table

    def run(self) -> Iterator[int]:
        """Explore all states, or as many as memory allows; yield the number done, repeatedly."""
        while self.done < self.used and not (self.failed or self.ended):
            self.used = self._explore(self.done, min(self.done + AT_ONCE, self.used))
            self.done = int(self.exploration.outcome[0])
            if self.exploration.outcome[1]:
                self._react(int(self.exploration.outcome[1]))
            yield self.done

    def _explore(self, begin: int, end: int) -> int:
        """Call the kernel, compiled if possible; return how many states there are then."""
        explore: Callable[..., int] = reach.explore
        if available():
            from lifesearch.proofs.states.machine import explore_arrays as explore
        arrays = self._workspace, self.states, self.exploration
        mask, most = len(self.states.table) - 1, len(self.exploration.last)
        return int(explore(*arrays, mask, begin, end, self.used, most, self.rows.starts))

    def _react(self, why: int) -> None:
        if why == ENDED:
            self.ended = True
        elif why == TOO_MANY:
            self.failed = "some states of its certificate have too many successors"
        elif self._bytes(2 * len(self.exploration.last)) > self.memory:
            megabytes = self.memory // 2**20
            self.failed = (
                f"its certificate would have more than {self.used:,} states, which need more "
                f"memory than {megabytes:,} MB"
            )
        else:
            self._resize(2 * len(self.exploration.last))
            self._explore(0, 0)

    def _bytes(self, size: int) -> int:
        """Bytes for this number of states, and for the arrays before, which are half as large."""
        # The rows of a state; `marks`, `last` and `parent`; `turned`.
        each = 2 * self.rows.period * self.states.rows.itemsize + 3 * 8 + 1
        return int(size * each * 3 // 2 + 2 * self.states.table.nbytes)

    def _resize(self, size: int) -> None:
        states = States.room_for(size, self.rows)
        last, parent = np.zeros((2, size), np.int64)
        exploration = Exploration(last, parent, np.zeros(size, np.uint8), np.zeros(2, np.int64))
        if hasattr(self, "exploration"):
            rows = 2 * self.rows.period * self.used
            states.rows[:rows] = self.states.rows[:rows]
            states.marks[: self.used] = self.states.marks[: self.used]
            for mine, before in zip(exploration[:3], self.exploration[:3], strict=True):
                mine[: self.used] = before[: self.used]
        self.states, self.exploration = states, exploration
