"""A sweep that is under way, as it can be kept and gone on with.

Sweeps go round by round, mostly row by row. What is known after a round is one array, a few
numbers and the counts that were found up to then.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

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


@dataclass
class Memo:
    """Remembers the numbers of finished sweeps; a session also saves those that are under way.

    If somebody is to `hear` of sweeps that are kept, they are reported.
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


NOWHERE = KeptSweep()
