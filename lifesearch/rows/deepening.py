"""Deepening: remove states that cannot be extended by a given number of rows.

Each state of a batch is searched depth first, alone and without any memory of others, so a
batch can be split at will and worked on anywhere: a batch and the problem are all that is
needed. The result does not depend on who did it, or in how many pieces.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from lifesearch.rows import tables
from lifesearch.rows.plan import plan
from lifesearch.rows.problem import StripProblem

if TYPE_CHECKING:
    from lifesearch.rows.kernel.layout import Tables


Array = NDArray[Any]
ALL = 1 << 62
PRACTICE = -1
ARRAYS = ("states", "marks", "depths", "tails", "lengths", "status")


@dataclass(frozen=True)
class Batch:
    """States of a queue that are to be followed up to row `target`, or dropped.

    `status` is 0 for states that are dead, 1 for those with a future of the given number of rows,
    and 2 for those that are not decided yet; `tried` counts the rows that were tried.
    """

    target: int
    states: Array  # uint16[.., 2p]
    marks: Array  # int64: place in the plan, population so far
    depths: Array  # int32: the index of the next row
    tails: Array  # uint16[.., rows]: a future that is known, or where to go on
    lengths: Array  # int32: how many rows of the tail count
    status: Array  # int8
    tried: int = 0
    queue: int = 0

    @property
    def done(self) -> bool:
        return not (self.status == 2).any()

    def split(self, size: int) -> Iterator[Batch]:
        """Parts of the given number of states at most."""
        for at in range(0, len(self.states), size):
            part = slice(at, at + size)
            arrays = {name: getattr(self, name)[part] for name in ARRAYS}
            yield Batch(target=self.target, queue=self.queue, **arrays)

    @property
    def decision(self) -> Decision:
        """What has become of the states, when all are decided."""
        alive = self.status == 1
        status, tails, lengths = self.status, self.tails[alive], self.lengths[alive]
        return Decision(self.queue, status, tails, lengths, self.tried)


@dataclass(frozen=True)
class Decision:
    """Which states of a batch have a future, and the one that was found, for those only."""

    queue: int
    status: Array
    tails: Array
    lengths: Array
    tried: int


def practice(problem: StripProblem) -> Batch:
    """A batch of the empty state alone: a worker that decides it has loaded all that is needed."""
    return Batch(
        target=1,
        queue=PRACTICE,
        states=np.zeros((1, 2 * problem.period), np.uint16),
        marks=np.array([problem.mark()]),
        depths=np.zeros(1, np.int32),
        tails=np.zeros((1, 1), np.uint16),
        lengths=np.zeros(1, np.int32),
        status=np.full(1, 2, np.int8),
    )


def joined(parts: Sequence[Decision]) -> Decision:
    """The decisions of the parts of a batch, in their order, as one."""
    status, tails, lengths = (
        np.concatenate([getattr(part, name) for part in parts])
        for name in ("status", "tails", "lengths")
    )
    return Decision(parts[0].queue, status, tails, lengths, sum(part.tried for part in parts))


@dataclass
class Deepener:
    """The tables of a problem, made once, and what is done with them.

    The tables take at most `memory` bytes, unless that is less than the least that works.
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
        """Decide the states of a batch, as far as about `budget` tried rows lead."""
        from lifesearch.rows import kernel
        from lifesearch.rows.kernel import layout

        tails, lengths, status = batch.tails.copy(), batch.lengths.copy(), batch.status.copy()
        tried, fresh = 0, False
        levels = 2 * self.problem.period + batch.tails.shape[1] + 1
        rows, lines = np.zeros(levels, np.int64), np.zeros((levels, layout.LINE_COLUMNS), np.int64)
        while (status == layout.UNFINISHED).any() and tried < budget:
            tried += kernel.deepen(
                tuple(self.tables),
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
                if fresh:  # one state alone needs more than there is: leave it undecided
                    status[np.argmax(status == layout.UNFINISHED)] = layout.ALIVE
                fresh = True
                tables.clear(self.tables)
        return replace(batch, tails=tails, lengths=lengths, status=status, tried=tried)


SLICES_PER_JOB = 4
SMALLEST_SLICE = 8


@dataclass(frozen=True)
class Slice:
    """A part of a batch, by its number."""

    number: int
    batch: Batch


@dataclass
class Slices:
    """Slices that `wait` for a worker, the decisions about the others, and `decided` batches."""

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
        """Take what was decided about a slice; with the last one its batch is decided."""
        queue = decision.queue
        if queue == PRACTICE:
            return
        done = self._open[queue]
        done[piece.number] = decision
        if len(done) == self._parts[queue]:
            self.decided.append(joined([done[number] for number in range(len(done))]))
            del self._open[queue], self._parts[queue]

    def take_decided(self) -> tuple[Decision, ...]:
        """The batches that are decided, once."""
        decided, self.decided = tuple(self.decided), []
        return decided
