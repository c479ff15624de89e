"""A queue of states to be expanded, of one depth and the next, with the futures known for them.

A future of a state is a sequence of rows that may follow it, found by looking ahead.

`search` takes states from the front of a queue and appends their successors. When the queue has
become too long, `search` lets it make a `Batch` of itself, which `deepening` decides: states
without a future are dropped.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from lifesearch.engines.rows import tree
from lifesearch.engines.rows.deepening import ALIVE, ARRAYS, UNDECIDED, Batch, Decision

if TYPE_CHECKING:
    from lifesearch.engines.rows.kernel.layout import Nodes

Array = NDArray[Any]
QUEUE = 2048
"""The `limit` of a new queue, chosen by measurements."""


@dataclass
class Queue:
    """States, as `nodes` of the tree: the first `here` are of this depth, the others of the next.

    number          tells the queues of a search apart
    limit           with more states than that, the queue is deepened
    depth           the index of the row that comes next after the first `here` states
    target          the row up to which states were deepened last
    arena, tails    rows of known futures: that of state k is arena[tails[k, 0] : tails[k, 1]]
    batch           the states while they are being deepened; None otherwise
    times_crowded   how often in succession the queue was deepened because memory was short
    claimed         this many of the first states are left to this search by all others, so they
                    must be followed here: see `shared.claims`
    """

    number: int
    limit: int
    depth: int
    target: int
    here: int
    nodes: Array
    arena: Array
    tails: Array
    batch: Batch | None = None
    times_crowded: int = 0
    claimed: int = 0

    @classmethod
    def first(cls, limit: int) -> Queue:
        """The queue of a new search: the empty state."""
        nodes, arena = np.zeros(1, np.int32), np.zeros(0, np.uint16)
        return cls(0, limit, 0, 0, 1, nodes, arena, np.zeros((1, 2), np.int32))

    def __len__(self) -> int:
        return len(self.nodes)

    def deepen(self, rows: int, states: Nodes, period: int) -> None:
        """Make a batch of all states, to be extended `rows` rows further than before.

        `states` are the nodes of the whole tree.
        """
        self.target = max(self.target, self.depth) + rows
        depths = np.full(len(self), self.depth + 1, np.int32)
        depths[: self.here] = self.depth
        longest = self.target - self.depth
        first, last = self.tails.T
        lengths = np.minimum(last - first, self.target - depths)
        tails = np.zeros((len(self), longest), np.uint16)
        # Copy each known future, a range of the arena, to the beginning of its line.
        known = np.arange(longest) < lengths[:, None]
        tails[known] = self.arena[(first[:, None] + np.arange(longest))[known]]
        self.batch = Batch(
            target=self.target,
            queue=self.number,
            states=tree.states(states, self.nodes, 2 * period),
            marks=states.mark[self.nodes],
            depths=depths,
            tails=tails,
            lengths=lengths,
            status=np.full(len(self), UNDECIDED, np.int8),
        )

    def receive(self, decision: Decision) -> None:
        """Keep the states of the batch that have a future."""
        alive = decision.status == ALIVE
        self.batch = None
        self.here, self.claimed = (int(alive[:first].sum()) for first in (self.here, self.claimed))
        self.nodes = self.nodes[alive]
        lengths = decision.lengths
        self.arena = decision.tails[np.arange(decision.tails.shape[1]) < lengths[:, None]]
        ends = np.cumsum(lengths, dtype=np.int32)
        self.tails = np.column_stack([ends - lengths, ends])
        # If most states have a future, deepening drops few: it must not be repeated at once.
        self.limit = max(self.limit, 2 * len(self))

    def pass_on(self, done: int, added: Array, tails: Array) -> None:
        """Drop the first `done` states, and append their successors `added`, with their `tails`."""
        self.nodes = np.concatenate([self.nodes[done:], added])
        self.tails = np.concatenate([self.tails[done:], tails])
        self.here, self.claimed = self.here - done, max(self.claimed - done, 0)

    def keep(self, places: Array) -> None:
        """Keep only the states at these places; there must be no batch."""
        self.here, self.claimed = (
            int((places < first).sum()) for first in (self.here, self.claimed)
        )
        self.nodes, self.tails = self.nodes[places], self.tails[places]

    def next_depth(self) -> None:
        """Continue with the states of the next depth, after all of this one."""
        self.depth += 1
        self.here = len(self)

    def sampled(self, number: int, chosen: int) -> list[Queue]:
        """A sample of at most `chosen` states, and the rest as a queue with this new `number`."""
        step = -(-len(self) // chosen)
        rest = [place for place in range(len(self)) if place % step]
        return [self.subset(slice(0, None, step), self.number), self.subset(rest, number)]

    def subset(self, places: slice | list[int], number: int) -> Queue:
        """A queue of some of the states, with their lines of the batch, if there is one.

        Its arrays are copies, since kernels are compiled for contiguous arrays only.
        """
        chosen = np.arange(len(self))[places]
        here, claimed = (int((chosen < first).sum()) for first in (self.here, self.claimed))
        chosen_queue = replace(
            self, here=here, claimed=claimed, nodes=self.nodes[chosen], tails=self.tails[chosen]
        )
        if self.batch is not None:
            arrays = {name: getattr(self.batch, name)[chosen] for name in ARRAYS}
            chosen_queue.batch = replace(self.batch, **arrays)
        return chosen_queue.numbered(number)

    def numbered(self, number: int) -> Queue:
        batch = None if self.batch is None else replace(self.batch, queue=number)
        return replace(self, number=number, batch=batch)

    def compact(self) -> Queue:
        """A copy whose arena has the futures of its own states only."""
        first, last = self.tails.T
        ends = np.cumsum(last - first, dtype=np.int32)
        starts = ends - (last - first)
        # The ranges of the old arena, one after another.
        places = np.repeat(first - starts, last - first) + np.arange(ends[-1] if len(ends) else 0)
        return replace(self, arena=self.arena[places], tails=np.column_stack([starts, ends]))

    def longest(self) -> tuple[int, int]:
        """The number of rows up to the end of the longest future, and the place of its state."""
        lengths = self.tails[:, 1] - self.tails[:, 0] + (np.arange(len(self)) >= self.here)
        best = int(np.argmax(lengths))
        return self.depth + int(lengths[best]), best

    def complete(self, states: Nodes, period: int) -> tuple[int, ...]:
        """The rows of a pattern that seems complete, or () if none does.

        Its known future is the one that ends with the most empty rows; others that are complete are
        found later, row by row. At least `period` must be
        empty, one of each generation: the caller tests whether the pattern is complete indeed.
        """
        first, last = self.tails.T
        # For each future, the place after its last row with a live cell: found by bisection among
        # all such rows.
        live = np.concatenate([[-1], np.flatnonzero(self.arena)])
        ends = np.maximum(live[np.searchsorted(live, last) - 1] + 1, first)
        if not len(self) or (last - ends).max() < period:
            return ()
        rows = self.rows(int(np.argmax(last - ends)), states)
        return rows[: 1 + max((i for i, row in enumerate(rows) if row), default=-1)]

    def rows(self, place: int, states: Nodes) -> tuple[int, ...]:
        """The rows that lead to a state, and its known future."""
        first, last = self.tails[place].tolist()
        return (*tree.rows_to(states, int(self.nodes[place])), *self.arena[first:last].tolist())
