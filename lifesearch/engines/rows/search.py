"""Search a strip breadth first, one row at a time, with an exact set of the states reached.

`worker` calls `RowSearch.advance` again and again. A state is the last 2p rows (see `problem`).
Each is a node of a tree, its last row and the node before it, and is entered once, whatever leads
to it: it is found by a hash and compared row by row. When the queue of one depth has become too
long its states are *deepened*: those without a future of some more rows are dropped (see
`deepening`), and those that stay remember a future, so that nothing is searched twice. When all
states are done there is nothing more to be found, of any length.

A pattern is found when nothing but empty rows may follow a state. So patterns come shortest first,
one for each state from which one can end; or all of them, if `every` path to a state is kept, which
needs a bound of the length. A ship that is seen while states are deepened is found at once: it may
be much longer than what has been searched by then (the loafer was seen 47 rows ahead).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from lifesearch.common.errors import InputError
from lifesearch.engines.rows import tables, tree
from lifesearch.engines.rows.checkpoint import (
    Array,
    TableCheckpoint,
    TableProgress,
    initial_checkpoint,
    with_order_of,
)
from lifesearch.engines.rows.deepening import Batch, Decision, Deepener
from lifesearch.engines.rows.problem import StripProblem, is_ship, pattern
from lifesearch.engines.rows.queue import QUEUE, Queue
from lifesearch.engines.rows.tables import mirrored
from lifesearch.life.orientation import Orientation
from lifesearch.life.simulate.cylinder import Cylinder
from lifesearch.life.simulate.universe import Universe
from lifesearch.life.strip_symmetry import Fold

INCREMENT = 3  # rows by which each deepening looks farther ahead than the one before it: a choice
MEMORY = 1 << 30  # bytes, unless others are given
BUDGET = 2_000_000  # rows tried in one call of `advance`
FEW = 64  # states that are followed first, with a seed: a choice
# Times in succession that states are deepened to free memory before it has run out: a choice.
MOST_CROWDED = 5


class RowSearch:
    """The breadth-first search of a strip; it takes at most about `memory` bytes.

    Call `advance` until the search is `finished` (there is nothing else to be found) or
    `out_of_memory` (nothing more can be said). Other processes may decide a `batch` and hand the
    result to `receive`. To `keep_all` reachable states, for a proof, the search never deepens. With
    `every`, all paths to a state are kept, and all patterns found: the length must be bounded, else
    InputError. It resumes from `start`, a checkpoint of a search for the same problem; `queue` is
    the limit of the queue of a new search. A `deepener` of the same problem is reused, to save
    making its tables again.

    _nodes    the tree of states
    _layer    the number of the first node of the layer that is being made
    _ends     nodes at which patterns end that are not reported yet
    """

    def __init__(
        self,
        problem: StripProblem,
        memory: int = MEMORY,
        *,
        every: bool = False,
        keep_all: bool = False,
        queue: int = QUEUE,
        start: TableCheckpoint | None = None,
        deepener: Deepener | None = None,
    ) -> None:
        if every and problem.length is None:
            raise InputError("all patterns of a strip can be listed only up to a given length")
        start = start or initial_checkpoint(problem, queue)
        self.problem = problem = with_order_of(start, problem)
        self.memory = memory
        self.every = every
        self.keep_all = keep_all
        # The tables depend on the order of rows, and so on the seed, which is a field of the
        # problem.
        usable = deepener is not None and deepener.problem == problem
        # Half of the memory for tables: a choice. What they do not take is left for the tree.
        self.deepener = deepener if deepener and usable else Deepener(problem, memory // 2)
        self.out_of_memory = False
        self.tried, self._layer = start.numbers.tolist()
        self._ends: list[int] = start.ends.tolist()
        self._nodes = start.nodes(self._layer if every else 1, problem, every=every)
        self._queues = [replace(queue) for queue in start.queues]

    @property
    def finished(self) -> bool:
        return not any(len(queue) for queue in self._queues)

    @property
    def batch(self) -> Batch | None:
        """The states that must be decided before the search can continue."""
        return self._queues[0].batch if self._queues else None

    @property
    def batches(self) -> list[Batch]:
        """All batches to be decided, in the order in which the search needs them."""
        return [queue.batch for queue in self._queues if queue.batch is not None]

    def advance(self, budget: int = BUDGET) -> list[tuple[int, ...]]:
        """Work on the first queue; return the patterns found, as rows (see `problem.pattern`).

        A batch is deepened until about `budget` rows are tried; else a row is added to as many
        states as there is room for.
        """
        if self.finished or self.out_of_memory:
            return []
        self._choose()
        queue = self._queues[0]
        if queue.batch is not None:
            return self._go_on(queue, self.deepener.deepen(queue.batch, budget))
        found = self._expand(queue) if len(queue) else []
        # Claims come before deepening, which is most of the work: there are less than half as many
        # states to claim as when each is claimed on entry (43 s instead of 47 for the copperhead's
        # strip).
        if len(queue) > queue.limit and queue.batch is None:
            self._leave_to_others(queue)
        if len(queue) > queue.limit:
            if self.keep_all:
                queue.limit *= 2
            else:
                queue.deepen(INCREMENT, self._nodes, self.problem.period)
        if not len(queue):
            self._queues.pop(0)
        # Another queue is expanded while workers decide this batch.
        elif queue.batch is not None and self.problem.seed is None:
            self._queues.append(self._queues.pop(0))
        return found

    def _choose(self) -> None:
        """With a seed, split the first queue: a sample of its states is followed first.

        The sample is taken when dead ends were dropped by a first deepening. There is
        none if the length is bounded (then `every` is set): a state that the sample reaches at a
        greater depth, and has no room to follow, would not be followed at the lesser one.
        """
        queue = self._queues[0]
        samples = self.problem.seed is not None and not (queue.batch or self.every)
        if samples and queue.target and len(queue) > 2 * FEW:
            number = 1 + max(each.number for each in self._queues)
            self._queues[:1] = queue.sampled(number, FEW)

    def receive(self, decision: Decision) -> list[tuple[int, ...]]:
        """Apply the decision about a batch; return the rows of a ship, if one was seen."""
        self.tried += decision.tried
        queue = next(each for each in self._queues if each.number == decision.queue)
        queue.receive(decision)
        # Futures seen while deepening are not tested for shorter periods; and if `every` path
        # counts, patterns are reported layer by layer.
        if self.every or not self.problem.trusts_lookahead:
            return []
        rows = queue.complete(self._nodes, self.problem.period)
        whole = rows and self.problem.has_front(rows) and is_ship(self.problem, rows)
        return [rows] if whole else []

    def _go_on(self, queue: Queue, batch: Batch) -> list[tuple[int, ...]]:
        """Put back a batch that this process deepened, decided wholly or in part."""
        if batch.done:
            return self.receive(batch.decision)
        self.tried += batch.tried
        queue.batch = replace(batch, tried=0)
        return []

    def _expand(self, queue: Queue) -> list[tuple[int, ...]]:
        """Add a row to the first states of a queue."""
        from lifesearch.engines.rows import kernel
        from lifesearch.engines.rows.kernel import layout

        made, nodes = self.deepener.tables, self._nodes
        # The kernel's rows are a state (2p), its next row, and 2p empty ones where a pattern ends.
        before, levels = int(nodes.used[0]), 4 * self.problem.period + 2
        # Room for a full queue and for all successors of one more state, as `kernel.expand`
        # requires.
        new = np.zeros((queue.limit + (2 << self.problem.bits), 2), np.int32)
        had_no_lists = made.maker[layout.USED] == 1
        done = kernel.expand(
            made,
            self.deepener.plan,
            self.problem.period,
            self.deepener.bounds,
            nodes,
            queue.nodes[: queue.here],
            queue.depth,
            queue.arena,
            queue.tails[:, 0].copy(),
            queue.tails[:, 1].copy(),
            new,
            self.every,
            self.problem.mirrors and not self.every,
            (np.zeros(levels, np.int64), np.zeros((levels, layout.LINE_COLUMNS), np.int64)),
        )
        added = np.arange(before, nodes.used[0], dtype=np.int32)
        queue.pass_on(done, added, new[: len(added)])
        self._ends += nodes.ends[: nodes.used[2]].tolist()
        nodes.used[2] = 0
        # The pool of lists is full: clear it and try again; give up if one state alone needs more.
        if made.maker[layout.FULL]:
            self.out_of_memory = not done and bool(had_no_lists)
            tables.clear(made)
        elif queue.here and len(added) < queue.limit:
            self._make_room(queue)
        return self._patterns(queue)

    def _leave_to_others(self, queue: Queue) -> None:
        """Keep the states that no other search follows: here all; see `worker.SharingSearch`."""

    def _patterns(self, queue: Queue) -> list[tuple[int, ...]]:
        """The patterns that end at new states; with `every`, only when a layer is complete."""
        found: list[tuple[int, ...]] = []
        if not self.every:
            found = [tree.rows_to(self._nodes, end) for end in self._ends]
        elif not queue.here:
            found = list(tree.all_paths(self._nodes, self._ends))
        if not self.every or not queue.here:
            self._ends = []
        if not queue.here:
            queue.next_depth()
            self._layer = int(self._nodes.used[0])
            if self.every:
                # Equal states of different depths are different nodes, with paths of their own.
                self._nodes.visited[:] = 0
        problem = self.problem
        halves = [rows for rows in found if problem.admits(rows) and problem.has_front(rows)]
        return [rows for half in halves for rows in unfolded(problem, half)]

    def _make_room(self, queue: Queue) -> None:
        """Take more memory; or drop dead ends, and deepen; or report that memory ran out."""
        nodes = self._nodes
        size, kept = 2 * len(nodes.row), np.arange(nodes.used[0])
        # While arrays grow to twice their size, the old and the new ones take three times the
        # bytes.
        if tree.bytes_of(nodes) * 3 > self.memory - self._table_bytes:
            if self.keep_all:
                self.out_of_memory = True
                return
            size = len(nodes.row)
            needed = [*(each.nodes for each in self._queues), np.array(self._ends, np.int64)]
            # States that lead nowhere are forgotten. They may be entered again: that costs time and
            # leaves nothing out.
            kept = tree.ancestors(nodes, np.concatenate(needed))
            crowded = len(kept) > size * 3 // 4 or 2 * nodes.used[1] > len(nodes.edges)
            queue.times_crowded = queue.times_crowded + 1 if crowded else 0
            if crowded:
                self.out_of_memory = all(each.times_crowded > MOST_CROWDED for each in self._queues)
                # Each time in succession it looks farther ahead, to drop more states.
                queue.deepen(4 * INCREMENT * queue.times_crowded, nodes, self.problem.period)
        self._nodes, number = tree.moved(nodes, kept, size, self.problem, every=self.every)
        for each in self._queues:
            each.nodes = number[each.nodes]
        self._ends = number[self._ends].tolist() if self._ends else []
        self._layer = int(np.searchsorted(kept, self._layer))

    @property
    def _table_bytes(self) -> int:
        return tables.bytes_used(self.deepener.tables)

    @property
    def progress(self) -> TableProgress:
        return TableProgress(
            depth=min((queue.depth for queue in self._queues), default=0),
            states=int(self._nodes.used[0]),
            open=sum(map(len, self._queues)),
            longest=len(self.partial()),
            tried=self.tried,
            memory=tree.bytes_of(self._nodes) + self._table_bytes,
        )

    def all_states(self) -> tuple[Array, Array]:
        """The last row of all states in memory, and the number of the parent of each."""
        used = slice(0, int(self._nodes.used[0]))
        return self._nodes.row[used].copy(), self._nodes.parent[used].copy()

    @property
    def reach(self) -> int:
        """The most rows that a partial pattern can have now."""
        return max((max(each.target, each.depth + 1) for each in self._queues), default=0)

    def partial(self) -> tuple[int, ...]:
        """The rows of the longest partial pattern that may still be completed; none at the end."""
        if self.finished:
            return ()
        queue = max(filter(len, self._queues), key=lambda each: each.longest()[0])
        return queue.rows(queue.longest()[1], self._nodes)

    def checkpoint(self) -> TableCheckpoint:
        """The whole state of the search, as plain arrays."""
        nodes, edges = int(self._nodes.used[0]), int(self._nodes.used[1])
        return TableCheckpoint(
            numbers=np.array([self.tried, self._layer]),
            seed=np.array([] if self.problem.seed is None else [self.problem.seed], np.int64),
            row=self._nodes.row[:nodes].copy(),
            parent=self._nodes.parent[:nodes].copy(),
            mark=self._nodes.mark[:nodes].copy(),
            edges=self._nodes.edges[:edges].copy(),
            ends=np.array(self._ends, np.int64),
            queues=tuple(replace(queue) for queue in self._queues),
        )


def unfolded(problem: StripProblem, rows: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """The rows of whole patterns whose first half, with the middle, has the given rows.

    Simulation decides which folds are possible. Without folds these are the given rows themselves.
    """
    if not problem.folds or (problem.whole and _lives(problem, tuple(rows))):
        yield tuple(rows)
    if not problem.folds or len(rows) % problem.period:
        return
    layers = np.array(rows).reshape(-1, problem.period)
    seen: set[tuple[int, ...]] = set()
    for fold in problem.folds:
        lower = layers[-2::-1] if fold.odd else layers[::-1]
        if fold.turns:
            lower = _turned(lower, problem.bits)
        whole = tuple(np.concatenate([layers, lower]).ravel().tolist())
        if not _has_middle(layers[-1], fold, problem.bits):
            continue
        if whole not in seen and _lives(problem, whole):
            seen.add(whole)
            yield whole


def _has_middle(last: NDArray[np.int64], fold: Fold, bits: int) -> bool:
    """Whether a layer may be the last of the first half of a folded pattern."""
    if not fold.odd:
        return bool(last.any())  # else there would be two empty rows in the middle
    return not fold.turns or bool((last == _turned(last, bits)).all())


def _turned(layers: NDArray[np.int64], bits: int) -> NDArray[np.int64]:
    """Layers whose rows are mirrored."""
    turned: NDArray[np.int64] = mirrored(bits)[layers]
    return turned


def _lives(problem: StripProblem, rows: tuple[int, ...]) -> bool:
    """Whether these rows are the generations of one pattern, which recurs in its place.

    Only problems with folds ask for it, and these have no shift.
    """
    first, period = pattern(problem, rows), problem.period
    last = first
    if problem.flipped:
        last = first.transform(Orientation.FLIP_X).translate(problem.width - 1, 0)
    phases = [*(pattern(problem, rows, t) for t in range(period)), last]
    cylinder = Cylinder(problem.width) if problem.wraps else None
    return phases == Universe(problem.rule, cylinder=cylinder).history(first, period)
