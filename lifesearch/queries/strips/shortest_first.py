"""Ships of bounded length that are held back until no shorter one can come."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass, field

from lifesearch.queries.answer import Answer
from lifesearch.queries.strips.query import Strip

Rank = tuple[int, list[tuple[int, int]]]


@dataclass
class ShortestFirst:
    """Ships by key; of those with one key the shortest counts.

    If all of a length are wanted, those of one length are in an order of their own, however the
    search was divided; otherwise in the order in which they were found.
    """

    strip: Strip
    _held: dict[Hashable, tuple[Rank, Answer]] = field(default_factory=dict)
    _number: int = 0

    def __len__(self) -> int:
        return len(self._held)

    def hold(self, key: Hashable, answer: Answer) -> None:
        """Keep a ship, unless one of the same key comes before it."""
        self._number += 1
        found = answer.found
        cells = [(self._number, 0)] if self.strip.max_length is None else sorted(found.cells)
        rank = (self.strip.geometry.length(found), cells)
        if key not in self._held or rank < self._held[key][0]:
            self._held[key] = rank, answer

    def release(self, certain: int | None) -> Iterator[tuple[Hashable, Answer]]:
        """Give away the ships up to this length, or all of them, shortest first."""
        ready = [
            (rank, key)
            for key, (rank, _) in self._held.items()
            if certain is None or rank[0] <= certain
        ]
        for _, key in sorted(ready, key=lambda each: each[0]):
            yield key, self._held.pop(key)[1]

    def clear(self) -> None:
        self._held.clear()
