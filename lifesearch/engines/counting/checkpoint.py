"""Snapshots of sweeps under way, from which a count can be resumed, and numbers of finished ones.

Sweeps advance in rounds, mostly row by row. A snapshot after a round is one array, a few numbers
and the counts found so far. `questions.counts.session` writes snapshots to files.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

Words = NDArray[np.uint64]
Key = list[Any]
"""Identifies a sweep among those of one question: see `Region.key`."""
Counts = list[list[int]]
"""For each height a list: the number of patterns, or one for each population.

A snapshot of `pairs` or `cycles` has a single list, with the numbers for all heights.
"""


@dataclass(frozen=True)
class SweepSnapshot:
    """A sweep after some rounds; its `method` gives the meaning of `array` and `numbers`.

    `found` are the counts that are known by then.
    """

    method: str
    rounds: int
    found: Counts
    numbers: list[int]
    array: Words


class RowSweep(Protocol):
    """A sweep by rows whose counts are single numbers: `pairs` and `cycles`."""

    def saved(self, method: str, found: list[int]) -> SweepSnapshot: ...

    def restore(self, saved: SweepSnapshot) -> None: ...


@dataclass
class Memo:
    """The counts of finished sweeps by key, `known`; a session's memo also saves sweeps under way.

    Sizes and symmetries of one question share many sweeps: each is made once. `on_keep`, if given,
    is called with each new entry. Keys are lists, as in JSON: in `known` they are texts.
    """

    known: dict[str, Counts] = field(default_factory=dict)
    on_keep: Callable[[tuple[Key, Counts]], None] | None = None

    def recall(self, key: Key) -> Counts | None:
        return self.known.get(str(key))

    def keep(self, key: Key, counts: Counts) -> None:
        self.known[str(key)] = counts
        if self.on_keep is not None:
            self.on_keep((key, counts))

    def due(self) -> bool:
        """Whether it is time to save a snapshot."""
        return False

    def save(self, key: Key, sweep: SweepSnapshot) -> None:
        """Save a snapshot, in place of the one saved before."""

    def unfinished(self, key: Key) -> SweepSnapshot | None:
        """The saved snapshot of the sweep with this key."""
        return None


@dataclass(frozen=True)
class SnapshotSlot:
    """The destination of one sweep's snapshots: a memo and a key; without a memo, none."""

    memo: Memo | None = None
    key: Key | None = None

    def resumed(self, method: str) -> SweepSnapshot | None:
        """The saved snapshot, if a sweep by this method made it."""
        saved = self.memo.unfinished(self.key) if self.memo and self.key else None
        return saved if saved and saved.method == method else None

    def offer(self, make: Callable[[], SweepSnapshot]) -> None:
        """Save a snapshot, made by `make`, if one is due."""
        if self.memo and self.key and self.memo.due():
            self.memo.save(self.key, make())

    def rounds(
        self, method: str, sweep: RowSweep, make: Callable[[], list[int]], height: int
    ) -> list[int]:
        """Resume from a snapshot, if any, and make rounds until all heights are counted.

        `make` makes a round, and returns the counts of the heights that it adds.
        """
        found = [1]  # without any row there is the empty pattern
        if saved := self.resumed(method):
            sweep.restore(saved)
            found = saved.found[0]
        while len(found) <= height:
            found += make()
            self.offer(partial(sweep.saved, method, found))
        return found[: height + 1]


NO_SLOT = SnapshotSlot()
