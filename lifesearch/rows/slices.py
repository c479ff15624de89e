"""Batches in slices: who deepens which, and when a batch is decided."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field

from lifesearch.rows.deepening import PRACTICE, Batch, Decision, joined

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
