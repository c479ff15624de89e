"""Search a strip breadth first, one row at a time, with an exact set of the states reached.

A state is the last 2p rows (see `problem`). Each is a node of a tree, its last row and the node
before it, and is entered once, whatever leads to it: it is found by a hash and compared row by
row. When the queue of one depth has become too long its states are *deepened*: those without a
future of some more rows are dropped (see `deepening`), and those that stay remember a future,
so that nothing is searched twice. When all states are done there is nothing more to be found,
of whatever length.

A pattern is found when nothing but empty rows may follow a state. So patterns come shortest
first, one for each state from which one can end; or all of them, if `every` way to a state is
to be kept, which needs a bound of the length.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from lifesearch.errors import InputError
from lifesearch.rows import tables
from lifesearch.rows.deepening import Batch, Deepener
from lifesearch.rows.problem import Problem, pattern

if TYPE_CHECKING:
    from lifesearch.life.pattern import Pattern
    from lifesearch.rows.kernel import Nodes

Array = NDArray[Any]

QUEUE = 4096
INCREMENT = 3
MEMORY = 1 << 30
FIRST_NODES = 1 << 14
NODE_BYTES = 2 + 4 + 8 + 8 + 16
EXPANDED_AT_ONCE = 4096
BUDGET = 2_000_000


@dataclass(frozen=True)
class Progress:
    """How far a search has come: rows placed, states reached and open, and what it took."""

    depth: int
    states: int
    open: int
    goal: int
    tried: int
    memory: int
    longest: int


class Search:
    """All that changes while a strip is searched."""

    def __init__(
        self, problem: Problem, memory: int = MEMORY, *, every: bool = False, queue: int = QUEUE
    ) -> None:
        if every and problem.length is None:
            raise InputError("all patterns of a strip can be listed up to some length only")
        self.problem = problem
        self.memory = memory
        self.every = every
        self.queue_limit = queue
        self.deepener = Deepener(problem, memory // 2)
        self.depth = 0
        self.target = 0
        self.tried = 0
        self.out_of_memory = False
        self._nodes = self._new_nodes(FIRST_NODES)
        self._nodes.row[0] = self._nodes.parent[0] = 0
        self._nodes.mark[0] = problem.mark()
        self._nodes.used[0] = 1
        self._reported = 0
        self._layer = 1
        self._at = 0
        self._fresh = np.zeros((FIRST_NODES, 2), np.int32)
        self._queue = np.zeros(1, np.int32)
        self._arena = np.zeros(0, np.uint16)
        self._tails = np.zeros((2, 1), np.int32)
        self._batch: Batch | None = None

    @property
    def finished(self) -> bool:
        """Whether all states are done."""
        return not len(self._queue) and self._batch is None

    def advance(self, budget: int = BUDGET) -> list[tuple[int, ...]]:
        """Work for a while; return the patterns found, as rows (see `problem.pattern`)."""
        if self.finished or self.out_of_memory:
            return []
        if self._batch is not None:
            self.receive(self.deepener.deepen(self._batch, budget))
            return []
        return self._expand()

    @property
    def batch(self) -> Batch | None:
        """The states that are to be deepened, by whomever, before the search can go on."""
        return self._batch

    def receive(self, batch: Batch) -> None:
        """Take back the batch, wholly or partly decided."""
        self.tried += batch.tried
        if not batch.done:
            self._batch = batch
            return
        alive = batch.status == 1
        self._batch = None
        self._queue = self._queue[alive]
        lengths = batch.lengths[alive].astype(np.int32)
        ends = np.cumsum(lengths, dtype=np.int32)
        width = batch.tails.shape[1]
        self._arena = batch.tails[alive][np.arange(width) < lengths[:, None]]
        self._tails = np.stack([ends - lengths, ends])
        self._begin_layer()

    def _begin_layer(self) -> None:
        """Deepen if the queue is long, else get ready to add a row to each of its states."""
        if len(self._queue) > self.queue_limit and self.target - self.depth < 4000:
            if self.depth >= self.target:
                self.target = self.depth
            self.target += INCREMENT
            self._batch = self._new_batch(self.target - self.depth)
            return
        self._layer = int(self._nodes.used[0])
        self._at = 0
        if self.every:
            self._nodes.visited[:] = 0

    def _new_batch(self, goal: int) -> Batch:
        states = self._states(self._queue)
        tails = np.zeros((len(states), goal), np.uint16)
        first, last = self._tails
        lengths = np.minimum(last - first, goal)
        inside = np.arange(goal) < lengths[:, None]
        places = first[:, None] + np.arange(goal)
        tails[inside] = self._arena[places[inside]]
        status = np.full(len(states), 2, np.int8)
        marks = self._nodes.mark[self._queue]
        return Batch(self.depth, goal, states, marks, tails, lengths, status)

    def _states(self, queue: Array) -> Array:
        """The last 2p rows of nodes."""
        states = np.zeros((len(queue), 2 * self.problem.period), np.uint16)
        nodes = queue
        for i in range(states.shape[1] - 1, -1, -1):
            states[:, i] = self._nodes.row[nodes]
            nodes = self._nodes.parent[nodes]
        return states

    def _expand(self) -> list[tuple[int, ...]]:
        from lifesearch.rows import kernel

        deepener = self.deepener
        stop = min(len(self._queue), self._at + EXPANDED_AT_ONCE)
        before = self._at
        levels = 4 * self.problem.period + 2
        self._at = kernel.expand(
            deepener.tables,
            deepener.plan,
            self.problem.period,
            deepener.bounds,
            self._nodes,
            self._queue[:stop],
            self._at,
            self.depth,
            self._layer,
            self._arena,
            self._tails[0],
            self._tails[1],
            self._fresh,
            self.every,
            self.problem.mirrors,
            np.zeros(levels, np.int64),
            np.zeros((levels, kernel.CONTEXT), np.int64),
        )
        if deepener.tables.maker[kernel.FULL]:
            tables.clear(deepener.tables)
            self.out_of_memory = self._at == before and self._tight
            self._tight = self._at == before
        elif self._at < stop:
            self._make_room()
        if self._at < len(self._queue):
            return []
        return self._end_layer()

    _tight = False

    def _end_layer(self) -> list[tuple[int, ...]]:
        nodes = self._nodes
        new = np.arange(self._layer, nodes.used[0], dtype=np.int32)
        self.depth += 1
        found = [
            rows
            for end in nodes.ends[self._reported : nodes.used[2]].tolist()
            for rows in (self._ways(end) if self.every else [self._rows(end)])
            if self._short_enough(rows)
        ]
        nodes.used[2] = 0
        self._queue = new
        self._tails = self._fresh[: len(new)].T.copy()
        self._begin_layer()
        return found

    def _rows(self, node: int) -> tuple[int, ...]:
        """The rows that lead to a node."""
        rows = []
        while node:
            rows.append(int(self._nodes.row[node]))
            node = int(self._nodes.parent[node])
        return tuple(rows[::-1])

    def _ways(self, end: int) -> Iterator[tuple[int, ...]]:
        """All sequences of rows that lead to a node."""
        edges = self._nodes.edges[: self._nodes.used[1]]
        before: dict[int, list[int]] = {}
        for source, node in edges.tolist():
            before.setdefault(node, []).append(source)
        row, parent = self._nodes.row, self._nodes.parent
        stack: list[tuple[int, tuple[int, ...]]] = [(end, ())]
        while stack:
            node, rows = stack.pop()
            if not node:
                yield rows
                continue
            rows = (int(row[node]), *rows)
            stack += [(source, rows) for source in (int(parent[node]), *before.get(node, []))]

    def _short_enough(self, rows: tuple[int, ...]) -> bool:
        """Whether a pattern keeps to the bound of the length; the rows end with a live cell."""
        if self.problem.length is None:
            return True
        first = next(i for i, row in enumerate(rows) if row)
        return len(rows) - first <= self.problem.period * self.problem.length

    def _new_nodes(self, size: int) -> Nodes:
        from lifesearch.rows.kernel import Nodes

        room = size if self.every else (2 << self.problem.bits)
        return Nodes(
            row=np.zeros(size, np.uint16),
            parent=np.zeros(size, np.int32),
            mark=np.zeros(size, np.int64),
            visited=np.zeros(2 * size, np.uint64),
            edges=np.zeros((room, 2), np.int32),
            ends=np.zeros(size, np.int32),
            used=np.zeros(3, np.int64),
        )

    def _make_room(self) -> None:
        """Forget what leads nowhere, or take more memory, or say that there is none."""
        from lifesearch.rows import kernel

        old, used = self._nodes, int(self._nodes.used[0])
        size = 2 * len(old.row)
        if self.memory_for(size) > self.memory:
            self.out_of_memory = True
            return
        new = self._new_nodes(size)
        for name in ("row", "parent", "mark", "edges", "ends"):
            array = getattr(old, name)
            getattr(new, name)[: len(array)] = array
        new.used[:] = old.used
        self._fresh = np.concatenate([self._fresh, np.zeros_like(self._fresh)])
        self._nodes = new
        first = self._layer if self.every else 1
        period = self.problem.period
        flip, rows = self.deepener.tables.flip, np.zeros(2 * period, np.int64)
        kernel.revisit(flip, new, first, period, self.problem.mirrors, rows)
        assert used == new.used[0]

    def memory_for(self, size: int) -> int:
        """The bytes that so many nodes and the tables take."""
        made = self.deepener.tables
        return size * NODE_BYTES + 2 * int(made.maker[1]) + tables.needed(self.problem.bits)

    @property
    def progress(self) -> Progress:
        """How far it has come."""
        longest = int((self._tails[1] - self._tails[0]).max(initial=0)) if len(self._queue) else 0
        return Progress(
            self.depth,
            int(self._nodes.used[0]),
            len(self._queue) - self._at,
            self.target,
            self.tried,
            self.memory_for(len(self._nodes.row)),
            self.depth + longest,
        )


def search(problem: Problem, memory: int = MEMORY, *, every: bool = False) -> Iterator[Pattern]:
    """Find all that a search finds, as generation 0."""
    work = Search(problem, memory, every=every)
    while not work.finished:
        for rows in work.advance():
            yield pattern(problem, rows)
