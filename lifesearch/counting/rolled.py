"""Count the patterns of a torus or a cylinder, and how many of them are different.

Patterns that are moved around, turned, mirrored or delayed are one. On a torus all these are
permutations of its cells, and Burnside's lemma needs how many patterns each leaves unchanged:
those of a box in which cells that it permutes are equal. Permutations that are the same as seen
from another cell leave as many unchanged. On a cylinder a pattern also moves up and down: so, as in
`tight`, patterns are sorted by how many rows they have.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from lifesearch.counting.joined import Joined, Move
from lifesearch.counting.region import swaps_axes, then
from lifesearch.counting.tight import ZERO, CountedKind, average, differences, remembered, total
from lifesearch.counting.ways import DEFAULT, Setting, Vector
from lifesearch.life.orientation import Orientation


@dataclass
class JoinedCounter:
    """Counts of patterns on a torus, or on cylinders of one circumference and various heights."""

    question: CountedKind
    box: Joined
    setting: Setting = DEFAULT
    made: dict[Any, Vector] = field(default_factory=dict)

    def raw(self) -> Vector:
        """All patterns that are not empty, wherever they are."""
        static = tuple(
            (g, 0, 0, 0) for g in self.question.symmetry if g is not Orientation.IDENTITY
        )
        return total(
            [
                ZERO,
                *(
                    times * self._patterns(self.box.height, period, static)
                    for period, times in self.question.periods()
                ),
            ]
        )

    def different(self) -> Vector:
        """The patterns that are different, the empty one not counted."""
        found = [ZERO]
        for period, times in self.question.periods():
            for rows in range(self.box.height if self.box.torus else 1, self.box.height + 1):
                fixed = [
                    number * self._tight(rows, period, move)
                    for move, number in self._classes(period).items()
                ]
                found.append(times * average(fixed, sum(self._classes(period).values())))
        return total(found)

    def _tight(self, height: int, period: int, move: Move) -> Vector:
        """Patterns that a move leaves unchanged; of a cylinder, those that have this height."""
        if self.box.torus:
            return self._patterns(height, period, (move,))
        slides = move[0].apply(0, 1) == (0, 1)
        return total(
            [
                times * self._patterns(height - less, period, (move,))
                for less, times in differences(slides)
            ]
        )

    def _patterns(self, height: int, period: int, moves: tuple[Move, ...]) -> Vector:
        """Patterns that some moves leave unchanged, not the empty one."""
        if height < 1:
            return ZERO
        region = replace(self.box, height=height, period=period, moves=moves)
        if region not in self.made:
            (self.made[region],) = remembered(region, height, self.setting)
        found = self.made[region].copy()
        found[0] -= 1
        return found

    def _classes(self, period: int) -> dict[Move, int]:
        """One of all moves that leave equally many patterns unchanged, and how many they are."""
        left = dict.fromkeys(self._moves(period))
        found: dict[Move, int] = {}
        while left:
            first = next(iter(left))
            seen, new = {first}, [first]
            while new:
                others = set(self._seen_from_elsewhere(new.pop())) - seen
                seen |= others
                new += others
            found[first] = len(seen)
            for move in seen:
                del left[move]
        return found

    def _moves(self, period: int) -> Iterator[Move]:
        box = self.box
        for g in self._turns():
            for right in range(box.width):
                for down in range(box.height if box.torus else 1):
                    yield from ((g, right, down, delay) for delay in range(period))

    def _turns(self) -> list[Orientation]:
        box, known = self.box, self.question.rule.symmetries
        square = box.torus and box.width == box.height
        return [g for g in Orientation if g in known and (square or not swaps_axes(g))]

    def _seen_from_elsewhere(self, move: Move) -> Iterable[Move]:
        """The move as it is from a cell to the right or below, and when all is turned."""
        g, right, down, delay = move
        for dx, dy in ((1, 0), (0, 1)):
            x, y = g.apply(dx, dy)
            yield self._normal(g, right + dx - x, down + dy - y, delay)
        for h in self._turns():
            yield self._normal(then(then(h.inverse, g), h), *h.apply(right, down), delay)

    def _normal(self, g: Orientation, right: int, down: int, delay: int) -> Move:
        return g, right % self.box.width, down % self.box.height if self.box.torus else 0, delay
