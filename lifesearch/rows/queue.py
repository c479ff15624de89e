"""States that are to be followed, of one depth and the next, with the futures that are known."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from lifesearch.rows import tree
from lifesearch.rows.deepening import ARRAYS, Batch, Decision

if TYPE_CHECKING:
    from lifesearch.rows.kernel.layout import Nodes

Array = NDArray[Any]
QUEUE = 2048  # states, beyond which they are deepened


@dataclass
class Queue:
    """Nodes of the tree, the first `here` of them of this depth, the others one row longer.

    The known future of a state is a part of the `arena`, from where to where its line of `tails`
    says. Beyond the `limit` states are deepened: then there is a `batch`, until that is decided.
    `tight` counts how often in a row it was deepened because memory was short. Others may know of
    the first `shared` states that they are followed here, so they must be (see `shared.news`).
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
    tight: int = 0
    shared: int = 0

    @classmethod
    def first(cls, limit: int) -> Queue:
        """The empty state, where all begins."""
        nodes, arena = np.zeros(1, np.int32), np.zeros(0, np.uint16)
        return cls(0, limit, 0, 0, 1, nodes, arena, np.zeros((1, 2), np.int32))

    def __len__(self) -> int:
        return len(self.nodes)

    def deepen(self, rows: int, states: Nodes, period: int) -> None:
        """Let the states be followed some rows further than ever before."""
        self.target = max(self.target, self.depth) + rows
        depths = np.full(len(self), self.depth + 1, np.int32)
        depths[: self.here] = self.depth
        goal = self.target - self.depth
        first, last = self.tails.T
        lengths = np.minimum(last - first, self.target - depths)
        tails = np.zeros((len(self), goal), np.uint16)
        known = np.arange(goal) < lengths[:, None]
        tails[known] = self.arena[(first[:, None] + np.arange(goal))[known]]
        self.batch = Batch(
            target=self.target,
            queue=self.number,
            states=tree.states(states, self.nodes, 2 * period),
            marks=states.mark[self.nodes],
            depths=depths,
            tails=tails,
            lengths=lengths,
            status=np.full(len(self), 2, np.int8),
        )

    def receive(self, decision: Decision) -> None:
        """Keep the states of the batch that have a future."""
        alive = decision.status == 1
        self.batch = None
        self.here, self.shared = (int(alive[:first].sum()) for first in (self.here, self.shared))
        self.nodes = self.nodes[alive]
        lengths = decision.lengths
        self.arena = decision.tails[np.arange(decision.tails.shape[1]) < lengths[:, None]]
        ends = np.cumsum(lengths, dtype=np.int32)
        self.tails = np.column_stack([ends - lengths, ends])
        # States that live for ever must not be deepened for ever.
        self.limit = max(self.limit, 2 * len(self))

    def pass_on(self, done: int, added: Array, tails: Array) -> None:
        """Replace the first states by those that they have led to."""
        self.nodes = np.concatenate([self.nodes[done:], added])
        self.tails = np.concatenate([self.tails[done:], tails])
        self.here, self.shared = self.here - done, max(self.shared - done, 0)

    def keep(self, places: Array) -> None:
        """Forget the states but these, while none is to be decided."""
        self.here, self.shared = (int((places < first).sum()) for first in (self.here, self.shared))
        self.nodes, self.tails = self.nodes[places], self.tails[places]

    def next_depth(self) -> None:
        """All states of this depth are done."""
        self.depth += 1
        self.here = len(self)

    def few(self, number: int, chosen: int) -> list[Queue]:
        """A few states, up to a limit, and the rest under a new number."""
        step = -(-len(self) // chosen)
        rest = [place for place in range(len(self)) if place % step]
        return [self.part(slice(0, None, step), self.number), self.part(rest, number)]

    def part(self, places: slice | list[int], number: int) -> Queue:
        """Some of the states, and what is to be decided about them.

        Its arrays are copies: for views with gaps the kernels would be compiled once more.
        """
        chosen = np.arange(len(self))[places]
        here, shared = (int((chosen < first).sum()) for first in (self.here, self.shared))
        part = replace(
            self, here=here, shared=shared, nodes=self.nodes[chosen], tails=self.tails[chosen]
        )
        if self.batch is not None:
            arrays = {name: getattr(self.batch, name)[chosen] for name in ARRAYS}
            part.batch = replace(self.batch, **arrays)
        return part.numbered(number)

    def numbered(self, number: int) -> Queue:
        batch = None if self.batch is None else replace(self.batch, queue=number)
        return replace(self, number=number, batch=batch)

    def compact(self) -> Queue:
        """The same queue without futures of states that it has not got."""
        first, last = self.tails.T
        ends = np.cumsum(last - first, dtype=np.int32)
        starts = ends - (last - first)
        places = np.repeat(first - starts, last - first) + np.arange(ends[-1] if len(ends) else 0)
        return replace(self, arena=self.arena[places], tails=np.column_stack([starts, ends]))

    def longest(self) -> tuple[int, int]:
        """The last row of the longest known future, and which state has it."""
        lengths = self.tails[:, 1] - self.tails[:, 0] + (np.arange(len(self)) >= self.here)
        best = int(np.argmax(lengths))
        return self.depth + int(lengths[best]), best

    def complete(self, states: Nodes, period: int) -> tuple[int, ...]:
        """The rows of what seems to be complete: some known future ends with empty rows.

        Of all futures it is the one that ends with most of them; nothing if those are too few.
        """
        first, last = self.tails.T
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
