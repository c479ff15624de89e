"""A sweep that is under way, as it can be kept and gone on with.

Sweeps go round by round, mostly row by row. What is known after a round is one array, a few
numbers and the counts that were found up to then.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

Words = NDArray[np.uint64]
Key = list[Any]


@dataclass(frozen=True)
class Unfinished:
    """A sweep of some kind after the given number of rounds."""

    kind: str
    rounds: int
    found: list[list[int]]
    numbers: list[int]
    array: Words


class RowSweep(Protocol):
    """A sweep row by row, whose counts are found as whole numbers."""

    def saved(self, kind: str, found: list[int]) -> Unfinished: ...

    def restore(self, saved: Unfinished) -> None: ...


class Memo(Protocol):
    """Remembers the numbers of finished sweeps, and one under way: a session."""

    def recall(self, key: Key) -> list[list[int]] | None:
        """The numbers of a sweep, if they are known."""
        ...

    def keep(self, key: Key, counts: list[list[int]]) -> None:
        """Remember the numbers of a sweep."""
        ...

    def due(self) -> bool:
        """Whether it is time to save a sweep that is under way."""
        ...

    def save(self, key: Key, sweep: Unfinished) -> None:
        """Save a sweep that is under way, in place of the one saved before."""
        ...

    def unfinished(self, key: Key) -> Unfinished | None:
        """The sweep with this key as it was saved."""
        ...


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
