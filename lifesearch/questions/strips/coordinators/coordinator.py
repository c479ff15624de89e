"""The base of coordinators of strips: which patterns count, and when they are reported.

A pattern that does not count is rejected. Without a greatest length each state is entered once, so
other patterns may be hidden behind one that was rejected or found: then the end is no proof. With a
greatest length all walks are followed, and nothing is hidden.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass, field

from lifesearch.core.answer import Answer
from lifesearch.core.events import Finished, Found, RejectedPattern
from lifesearch.life.pattern import Pattern
from lifesearch.questions.strips.question import Strip
from lifesearch.running.coordinator import Coordinator, M

# The length of a ship; then what orders ships of the same length: its cells, or its number, in a
# pair so that both have one type.
Rank = tuple[int, list[tuple[int, int]]]


@dataclass
class ShortestFirst:
    """Ships by key that are held back until no shorter one can come; the shortest of a key counts.

    With a greatest length, ships of one length are in the order of their cells, however the search
    was divided; otherwise in the order in which they were found.

    _held    the ships by key, each with its rank
    _number  how many ships were to be held: the number of the last one
    """

    strip: Strip
    _held: dict[Hashable, tuple[Rank, Answer]] = field(default_factory=dict)
    _number: int = 0

    def __len__(self) -> int:
        return len(self._held)

    def hold(self, key: Hashable, answer: Answer) -> None:
        """Hold a ship back, unless one with an equal key comes before it."""
        self._number += 1
        found = answer.found
        cells = [(self._number, 0)] if self.strip.max_length is None else sorted(found.cells)
        rank = (self.strip.geometry.length(found), cells)
        if key not in self._held or rank < self._held[key][0]:
            self._held[key] = rank, answer

    def release(self, certain: int | None) -> Iterator[tuple[Hashable, Answer]]:
        """Remove and return the ships up to this length, or all of them, shortest first."""
        ready = [
            (rank, key)
            for key, (rank, _) in self._held.items()
            if certain is None or rank[0] <= certain
        ]
        for _, key in sorted(ready, key=lambda each: each[0]):
            yield key, self._held.pop(key)[1]

    def clear(self) -> None:
        self._held.clear()


@dataclass
class StripCoordinator(Coordinator[Strip, M]):
    """A search of a strip.

    ships     ships that are held back until they can be reported in order
    rejected  whether a pattern was rejected, so that others may be hidden behind it
    """

    ships: ShortestFirst = field(init=False)
    rejected: bool = False

    def __post_init__(self) -> None:
        super().__post_init__()
        self.ships = ShortestFirst(self.strip)
        self.rejected = self.checkpoint.rejected

    @property
    def strip(self) -> Strip:
        return self.query

    @property
    def bounded(self) -> bool:
        """Whether every pattern up to a length is wanted."""
        return self.strip.max_length is not None

    @property
    def _holds_back(self) -> bool:
        """Whether a pattern that is found may be longer than one that is found later."""
        return self.bounded

    def _take(self, pattern: Pattern) -> Iterator[Found | RejectedPattern]:
        """Report a pattern at once, or hold it back; nothing for one that is known.

        Of rejected patterns the first is reported, and none with a greatest length: only whether
        there was one matters (`_proves`).
        """
        answer = self.strip.accepted(pattern)
        if answer is None:
            if not (self.rejected or self.bounded):
                self.rejected = True
                yield RejectedPattern(self.strip.part, pattern)
            return
        key = self.strip.key(answer)
        if key in self.seen or self.complete:
            return
        if self._holds_back:
            self.ships.hold(key, answer)
        else:
            self.seen.add(key)
            yield Found(self.strip.part, (answer,))

    def _report_ships(self, certain: int | None) -> Iterator[Found]:
        """Report the ships that were held back, up to a length or all of them."""
        for key, answer in self.ships.release(certain):
            self.seen.add(key)
            yield Found(self.strip.part, (answer,))
            if self.complete:
                self.ships.clear()
                return

    @property
    def _proves(self) -> bool:
        """Whether the end is a proof; without a length each state is entered once."""
        return self.bounded or not (self.seen or self.rejected)

    def finished(self, *, exhausted: bool) -> Finished:
        return super().finished(exhausted=exhausted and self._proves)
