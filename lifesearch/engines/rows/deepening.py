"""Deepening: remove states that cannot be extended by a given number of rows.

Plain breadth-first search runs out of memory, plain depth-first search out of time: the
copperhead's strip passed 200 million states without an end. So whenever the queue of `search` is
long, each of its states is searched depth first for a future of some rows, and dropped if it has
none. No pattern is lost: after the end of one, empty rows are a future.

Each state of a batch is searched alone and without any memory of others, so a batch can be split at
will and worked on anywhere: a batch and the problem are all that is needed. The result does not
depend on which worker made it, or in how many pieces, unless its tables are too small
(see `Deepener.deepen`).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from lifesearch.engines.rows import tables
from lifesearch.engines.rows.plan import plan
from lifesearch.engines.rows.problem import StripProblem

if TYPE_CHECKING:
    from lifesearch.engines.rows.kernel.layout import Tables


Array = NDArray[Any]
ALL = 1 << 62  # a budget that is never used up
WARM_UP = -1  # the number of a queue that does not exist: see `warm_up_batch`
ALIVE, UNDECIDED = 1, 2  # of a status: see `Batch`; the largest number is the last
ARRAYS = {
    # For each array of a batch that has a line or an entry for each state, the type of its numbers.
    "states": np.uint16,
    "marks": np.int64,
    "depths": np.int32,
    "tails": np.uint16,
    "lengths": np.int32,
    "status": np.int8,
}


@dataclass(frozen=True)
class Batch:
    """States of a queue that are to be extended to row `target`, or dropped.

    `status` is DEAD, ALIVE or UNDECIDED of `kernel.layout`: 0 for states without a future, 1 for
    those with one up to the target, 2 for those not decided yet. `tried` counts the rows that were
    tried; `queue` is the number of the queue.
    """

    target: int
    states: Array  # uint16[.., 2p]
    marks: Array  # int64: place in the plan, population so far
    depths: Array  # int32: the index of the next row
    tails: Array  # uint16[.., rows]: a future that is known, or where to resume
    lengths: Array  # int32: how many rows of the tail count
    status: Array  # int8
    tried: int = 0
    queue: int = 0

    @property
    def done(self) -> bool:
        return not (self.status == UNDECIDED).any()

    def split(self, size: int) -> Iterator[Batch]:
        """The batch in pieces of the given number of states at most."""
        for at in range(0, len(self.states), size):
            some = slice(at, at + size)
            arrays = {name: getattr(self, name)[some] for name in ARRAYS}
            yield Batch(target=self.target, queue=self.queue, **arrays)

    @property
    def decision(self) -> Decision:
        """The decision about the batch, when all its states are decided."""
        alive = self.status == ALIVE
        status, tails, lengths = self.status, self.tails[alive], self.lengths[alive]
        return Decision(self.queue, status, tails, lengths, self.tried)


@dataclass(frozen=True)
class Decision:
    """Which states of a batch have a future, and these futures: `tails` of `lengths` rows.

    `status` has an entry for each state of the batch, `tails` and `lengths` for each that is ALIVE.
    `queue` is the number of the queue; `tried` counts the rows that were tried.
    """

    queue: int
    status: Array
    tails: Array
    lengths: Array
    tried: int


def warm_up_batch(problem: StripProblem) -> Batch:
    """A batch of the empty state alone: a worker that has decided it has loaded all its code."""
    return Batch(
        target=1,
        queue=WARM_UP,
        states=np.zeros((1, 2 * problem.period), np.uint16),
        marks=np.array([problem.mark()]),
        depths=np.zeros(1, np.int32),
        tails=np.zeros((1, 1), np.uint16),
        lengths=np.zeros(1, np.int32),
        status=np.full(1, UNDECIDED, np.int8),
    )


def merged_decision(parts: Sequence[Decision]) -> Decision:
    """One decision about a batch from those about its slices, in their order."""
    status, tails, lengths = (
        np.concatenate([getattr(each, name) for each in parts])
        for name in ("status", "tails", "lengths")
    )
    return Decision(parts[0].queue, status, tails, lengths, sum(each.tried for each in parts))


@dataclass
class Deepener:
    """Decides batches of one problem, whose tables are made once.

    The tables take at most `memory` bytes, unless that is less than the least that works. `bounds`
    are those of the problem, for `kernel.expand`; `future_bounds` are for `kernel.deepen`.
    """

    problem: StripProblem
    memory: int
    tables: Tables = field(init=False)
    plan: Array = field(init=False)
    bounds: Array = field(init=False)
    future_bounds: Array = field(init=False)

    def __post_init__(self) -> None:
        self.tables = tables.make(self.problem, self.memory)
        self.plan = plan(self.problem)
        self.bounds = self.problem.bounds()
        self.future_bounds = self.problem.bounds(future=True)

    def deepen(self, batch: Batch, budget: int = ALL) -> Batch:
        """Decide states of a batch, until about `budget` rows are tried."""
        from lifesearch.engines.rows import kernel
        from lifesearch.engines.rows.kernel import layout

        tails, lengths, status = batch.tails.copy(), batch.lengths.copy(), batch.status.copy()
        tried, cleared = 0, False
        levels = 2 * self.problem.period + batch.tails.shape[1] + 1
        rows, lines = np.zeros(levels, np.int64), np.zeros((levels, layout.LINE_COLUMNS), np.int64)
        while (status == UNDECIDED).any() and tried < budget:
            tried += kernel.deepen(
                self.tables,
                self.plan,
                self.problem.period,
                self.future_bounds,
                batch.states,
                batch.marks,
                batch.depths,
                batch.target,
                tails,
                lengths,
                status,
                budget - tried,
                (rows, lines),
            )
            if self.tables.maker[layout.FULL]:
                # The pool of lists is full: forget all lists, and continue. If it fills again, the
                # state at hand may need more lists than there is room for. Let this state live,
                # undecided: that is never wrong, only slower.
                if cleared:
                    status[np.argmax(status == UNDECIDED)] = ALIVE
                cleared = True
                tables.clear(self.tables)
        return replace(batch, tails=tails, lengths=lengths, status=status, tried=tried)


SLICES_PER_JOB = 4  # so that a worker that is done early gets another slice
SMALLEST_SLICE = 8  # states, a choice: with smaller slices there would be more messages


@dataclass(frozen=True)
class Slice:
    """Some states of a batch, for one worker; the slices of a batch are numbered from 0."""

    number: int
    batch: Batch


@dataclass
class Slices:
    """Slices `waiting` for a worker, and the decisions about whole batches, `decided`.

    For a batch that is not decided, by the number of its queue: `_open` has the decisions about
    slices, by their numbers, and `_parts` the number of slices.
    """

    waiting: deque[Slice] = field(default_factory=deque)
    decided: list[Decision] = field(default_factory=list)
    _open: dict[int, dict[int, Decision]] = field(default_factory=dict)
    _parts: dict[int, int] = field(default_factory=dict)

    def add(self, batch: Batch, jobs: int) -> None:
        """Split a batch for the given number of workers."""
        size = max(SMALLEST_SLICE, len(batch.states) // (SLICES_PER_JOB * jobs))
        parts = [Slice(number, part) for number, part in enumerate(batch.split(size))]
        self._open[batch.queue], self._parts[batch.queue] = {}, len(parts)
        self.waiting.extend(parts)

    def decide(self, piece: Slice, decision: Decision) -> None:
        """Record the decision about a slice; the last one decides its batch."""
        queue = decision.queue
        if queue == WARM_UP:
            return
        done = self._open[queue]
        done[piece.number] = decision
        if len(done) == self._parts[queue]:
            self.decided.append(merged_decision([done[number] for number in range(len(done))]))
            del self._open[queue], self._parts[queue]

    def take_decided(self) -> tuple[Decision, ...]:
        """Return the decided batches, each once."""
        decided, self.decided = tuple(self.decided), []
        return decided
