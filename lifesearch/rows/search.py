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

from dataclasses import replace

import numpy as np

from lifesearch.errors import InputError
from lifesearch.rows import tables, tree
from lifesearch.rows.checkpoint import Checkpoint, Progress
from lifesearch.rows.deepening import Batch, Deepener
from lifesearch.rows.problem import Problem
from lifesearch.rows.unfold import unfolded

__all__ = ["Checkpoint", "Progress", "Search"]

QUEUE = 2048  # states, beyond which they are deepened
INCREMENT = 3  # rows
MEMORY = 1 << 30  # bytes
BUDGET = 2_000_000  # rows tried in one call of `advance`


class Search:
    """All that changes while a strip is searched; it takes at most about `memory` bytes.

    Call `advance` until the search is `finished` (there is nothing else to be found) or
    `out_of_memory` (nothing more can be said). Others may work on a `batch` instead.
    """

    def __init__(
        self, problem: Problem, memory: int = MEMORY, *, every: bool = False, queue: int = QUEUE
    ) -> None:
        if every and problem.length is None:
            raise InputError("all patterns of a strip can be listed up to some length only")
        self.problem = problem
        self.memory = memory
        self.every = every
        self.deepener = Deepener(problem, memory // 2)
        self.depth = 0
        self.tried = 0
        self.batch: Batch | None = None
        self.out_of_memory = False
        self._limit = queue
        self._target = 0
        self._tight = self._crowded = False
        self._ends: list[int] = []
        self._nodes = tree.root(problem, every=every)
        self._layer = 1
        self._queue = np.zeros(1, np.int32)
        self._here = 1
        self._arena = np.zeros(0, np.uint16)
        self._tails = np.zeros((1, 2), np.int32)

    @property
    def finished(self) -> bool:
        """Whether all states are done."""
        return not len(self._queue)

    def advance(self, budget: int = BUDGET) -> list[tuple[int, ...]]:
        """Work for a while; return the patterns found, as rows (see `problem.pattern`)."""
        if self.finished or self.out_of_memory:
            return []
        if self.batch is not None:
            self.receive(self.deepener.deepen(self.batch, budget))
            return []
        found = self._expand()
        if len(self._queue) > self._limit:
            self._deepen(INCREMENT)
        return found

    def receive(self, batch: Batch) -> None:
        """Take back the batch, wholly or partly decided."""
        self.tried += batch.tried
        if not batch.done:
            self.batch = replace(batch, tried=0)
            return
        alive = batch.status == 1
        self.batch = None
        self._here = int(alive[: self._here].sum())
        self._queue = self._queue[alive]
        lengths = batch.lengths[alive]
        self._arena = batch.tails[alive][np.arange(batch.tails.shape[1]) < lengths[:, None]]
        ends = np.cumsum(lengths, dtype=np.int32)
        self._tails = np.column_stack([ends - lengths, ends])
        # States that live for ever must not be deepened for ever.
        self._limit = max(self._limit, 2 * len(self._queue))

    def _deepen(self, rows: int) -> None:
        """Let the states of the queue be followed some rows further than ever before."""
        self._target = max(self._target, self.depth) + rows
        depths = np.full(len(self._queue), self.depth + 1, np.int32)
        depths[: self._here] = self.depth
        goal = self._target - self.depth
        first, last = self._tails.T
        lengths = np.minimum(last - first, self._target - depths)
        tails = np.zeros((len(self._queue), goal), np.uint16)
        known = np.arange(goal) < lengths[:, None]
        tails[known] = self._arena[(first[:, None] + np.arange(goal))[known]]
        self.batch = Batch(
            target=self._target,
            states=tree.states(self._nodes, self._queue, 2 * self.problem.period),
            marks=self._nodes.mark[self._queue],
            depths=depths,
            tails=tails,
            lengths=lengths,
            status=np.full(len(self._queue), 2, np.int8),
        )

    def _expand(self) -> list[tuple[int, ...]]:
        """Add a row to the first states of the queue."""
        from lifesearch.rows import kernel
        from lifesearch.rows.kernel import layout

        made, nodes = self.deepener.tables, self._nodes
        before, levels = int(nodes.used[0]), 4 * self.problem.period + 2
        new = np.zeros((self._limit + (2 << self.problem.bits), 2), np.int32)
        done = kernel.expand(
            tuple(made),
            self.deepener.plan,
            self.problem.period,
            self.deepener.bounds,
            tuple(nodes),
            self._queue[: self._here],
            self.depth,
            self._arena,
            self._tails[:, 0].copy(),
            self._tails[:, 1].copy(),
            new,
            self.every,
            self.problem.mirrors and not self.every,
            np.zeros(levels, np.int64),
            np.zeros((levels, layout.LINE_COLUMNS), np.int64),
        )
        added = np.arange(before, nodes.used[0], dtype=np.int32)
        self._queue = np.concatenate([self._queue[done:], added])
        self._tails = np.concatenate([self._tails[done:], new[: len(added)]])
        self._here -= done
        self._ends += nodes.ends[: nodes.used[2]].tolist()
        nodes.used[2] = 0
        if made.maker[layout.FULL]:
            self.out_of_memory = not done and self._crowded
            self._crowded = not done
            tables.clear(made)
        elif self._here and len(added) < self._limit:
            self._make_room()
        return self._patterns()

    def _patterns(self) -> list[tuple[int, ...]]:
        """What ends at the new states; every way to a state is known at the end of its layer."""
        found: list[tuple[int, ...]] = []
        if not self.every:
            found = [tree.rows_to(self._nodes, end) for end in self._ends]
        elif not self._here:
            found = list(tree.all_ways(self._nodes, self._ends))
        if not self.every or not self._here:
            self._ends = []
        if not self._here:
            self.depth += 1
            self._here = len(self._queue)
            self._layer = int(self._nodes.used[0])
            if self.every:
                self._nodes.visited[:] = 0
        halves = [rows for rows in found if self.problem.admits(rows)]
        return [rows for half in halves for rows in unfolded(self.problem, half)]

    def _make_room(self) -> None:
        """Take more memory; or forget what leads nowhere, and deepen; or say there is no room."""
        nodes = self._nodes
        size, kept = 2 * len(nodes.row), np.arange(nodes.used[0])
        if tree.bytes_of(nodes) * 3 > self.memory - self._table_bytes:
            size = len(nodes.row)
            kept = tree.ancestors(nodes, np.append(self._queue, self._ends).astype(np.int64))
            if len(kept) > size * 3 // 4 or 2 * nodes.used[1] > len(nodes.edges):
                self.out_of_memory = self._tight
                self._deepen(4 * INCREMENT)
            self._tight = self.batch is not None
        self._nodes, number = tree.moved(nodes, kept, size, self.problem, every=self.every)
        self._queue = number[self._queue]
        self._ends = number[self._ends].tolist() if self._ends else []
        self._layer = int(np.searchsorted(kept, self._layer))

    @property
    def _table_bytes(self) -> int:
        return tables.bytes_used(self.deepener.tables)

    @property
    def progress(self) -> Progress:
        """How far it has come."""
        return Progress(
            depth=self.depth,
            states=int(self._nodes.used[0]),
            open=len(self._queue),
            longest=len(self.partial()),
            tried=self.tried,
            memory=tree.bytes_of(self._nodes) + self._table_bytes,
        )

    def partial(self) -> tuple[int, ...]:
        """The rows of the longest pattern that is not complete and may yet be."""
        if self.finished:
            return ()
        lengths = self._tails[:, 1] - self._tails[:, 0]
        reached = lengths + (np.arange(len(lengths)) >= self._here)
        best = int(np.argmax(reached))
        first, last = self._tails[best].tolist()
        return (
            *tree.rows_to(self._nodes, int(self._queue[best])),
            *self._arena[first:last].tolist(),
        )

    def checkpoint(self) -> Checkpoint:
        """All that is needed to go on elsewhere, as plain data."""
        nodes, edges = int(self._nodes.used[0]), int(self._nodes.used[1])
        return Checkpoint(
            numbers=np.array(
                [self.depth, self.tried, self._limit, self._target, self._layer, self._here]
            ),
            row=self._nodes.row[:nodes].copy(),
            parent=self._nodes.parent[:nodes].copy(),
            mark=self._nodes.mark[:nodes].copy(),
            edges=self._nodes.edges[:edges].copy(),
            ends=np.array(self._ends, np.int64),
            queue=self._queue.copy(),
            arena=self._arena.copy(),
            tails=self._tails.copy(),
            batch=self.batch,
        )

    @classmethod
    def resume(
        cls, problem: Problem, saved: Checkpoint, memory: int = MEMORY, *, every: bool = False
    ) -> Search:
        """Go on from a checkpoint of a search for the same problem."""
        search = cls(problem, memory, every=every)
        depth, tried, limit, target, layer, here = saved.numbers.tolist()
        search.depth, search.tried, search.batch = depth, tried, saved.batch
        search._limit, search._target, search._layer, search._here = limit, target, layer, here
        search._queue, search._arena, search._tails = saved.queue, saved.arena, saved.tails
        search._ends = saved.ends.tolist()
        nodes = tree.empty(2 * max(len(saved.row), len(saved.edges)), problem, every=every)
        for name in ("row", "parent", "mark", "edges"):
            array = getattr(saved, name)
            getattr(nodes, name)[: len(array)] = array
        nodes.used[:2] = len(saved.row), len(saved.edges)
        tree.visit(nodes, layer if every else 1, problem, every=every)
        search._nodes = nodes
        return search
