"""A sweep that is under way, as it can be kept and gone on with.

Sweeps go round by round, mostly row by row. What is known after a round is one array, a few
numbers and the counts that were found up to then.
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
Counts = list[list[int]]


@dataclass(frozen=True)
class Unfinished:
    """A sweep of some kind after the given number of rounds."""

    kind: str
    rounds: int
    found: Counts
    numbers: list[int]
    array: Words


class RowSweep(Protocol):
    """A sweep row by row, whose counts are found as whole numbers."""

    def saved(self, kind: str, found: list[int]) -> Unfinished: ...

    def restore(self, saved: Unfinished) -> None: ...


@dataclass
class Memo:
    """Remembers the numbers of finished sweeps; a session also saves those that are under way.

    Those that are kept are reported to `hear`, if that is given.
    """

    known: dict[str, Counts] = field(default_factory=dict)
    hear: Callable[[tuple[Key, Counts]], None] | None = None

    def recall(self, key: Key) -> Counts | None:
        return self.known.get(str(key))

    def keep(self, key: Key, counts: Counts) -> None:
        self.known[str(key)] = counts
        if self.hear is not None:
            self.hear((key, counts))

    def due(self) -> bool:
        """Whether it is time to save a sweep that is under way."""
        return False

    def save(self, key: Key, sweep: Unfinished) -> None:
        """Save a sweep that is under way, in place of the one saved before."""

    def unfinished(self, key: Key) -> Unfinished | None:
        """The sweep with this key as it was saved."""
        return None


@dataclass(frozen=True)
class KeptSweep:
    """Where one sweep is kept while it is under way; without a memo, nowhere."""

    memo: Memo | None = None
    key: Key | None = None

    def resumed(self, kind: str) -> Unfinished | None:
        """The sweep as it was saved, if it was of this kind."""
        saved = self.memo.unfinished(self.key) if self.memo and self.key else None
        return saved if saved and saved.kind == kind else None

    def offer(self, make: Callable[[], Unfinished]) -> None:
        """Save the sweep if it is time to."""
        if self.memo and self.key and self.memo.due():
            self.memo.save(self.key, make())

    def rounds(
        self, kind: str, sweep: RowSweep, make: Callable[[], list[int]], height: int
    ) -> list[int]:
        """Make rounds until all heights are counted; some may have been made before."""
        found = [1]
        if saved := self.resumed(kind):
            sweep.restore(saved)
            found = saved.found[0]
        while len(found) <= height:
            found += make()
            self.offer(partial(sweep.saved, kind, found))
        return found[: height + 1]


NOWHERE = KeptSweep()
