"""Count the patterns of a torus or a cylinder, and their orbits.

An orbit is a pattern with its translates, rotations, reflections and phases. On a torus these are
permutations of the cells, and Burnside's lemma needs the number of patterns that each leaves
unchanged: those of a box in which cells that it permutes are equal. Conjugate permutations leave
equally many unchanged. On a cylinder a pattern also moves up and down: so, as in `orbits_in_box`,
patterns are sorted by their number of rows.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from lifesearch.engines.counting.orbits_in_box import (
    ZERO,
    PatternClass,
    average,
    cached_counts,
    differences,
    total,
)
from lifesearch.engines.counting.quotient import Move, QuotientRegion
from lifesearch.engines.counting.region import swaps_axes, then
from lifesearch.engines.counting.transfer_matrix import DEFAULT, SweepOptions, Vector
from lifesearch.life.orientation import Orientation

UNMOVED: Move = (Orientation.IDENTITY, 0, 0, 0)


@dataclass
class QuotientCounter:
    """Counts of the patterns on a torus, or on a cylinder within the rows of the box.

    `made` has the counts of sweeps by region.
    """

    question: PatternClass
    box: QuotientRegion
    options: SweepOptions = DEFAULT
    made: dict[Any, Vector] = field(default_factory=dict)

    def raw(self) -> Vector:
        """The number of nonempty patterns, each place and orientation counted."""
        static = tuple((g, 0, 0, 0) for g in self.question.symmetry)
        return total(
            [
                ZERO,
                *(
                    times * self._patterns(self.box.height, period, static)
                    for period, times in self.question.periods()
                ),
            ]
        )

    def orbits(self) -> Vector:
        """The number of orbits of nonempty patterns: of those with any symmetry, or with none.

        A box with a shift and questions for one symmetry are refused before (`Recurring.refusal` in
        `questions.counts.subjects`).
        """
        found = [ZERO]
        for period, times in self.question.periods():
            # On a cylinder, patterns of exactly each number of rows that fit in the box.
            for rows in range(self.box.height if self.box.torus else 1, self.box.height + 1):
                fixed = [
                    number * self._touching_all_sides(rows, period, move)
                    for move, number in self._classes(period).items()
                ]
                found.append(times * average(fixed, sum(self._classes(period).values())))
        return total(found)

    def _touching_all_sides(self, height: int, period: int, move: Move) -> Vector:
        """The number of patterns fixed by a move; on a cylinder, of exactly this height."""
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
        """The number of nonempty patterns that are fixed by some moves."""
        if height < 1:
            return ZERO
        # UNMOVED fixes all patterns. Without moves, `count_quotient` continues one of each class
        # of pairs of rows: still lifes of 6x8 then take an eighth of the time.
        others = tuple(move for move in moves if move != UNMOVED)
        region = replace(self.box, height=height, period=period, moves=others)
        if region not in self.made:
            (self.made[region],) = cached_counts(region, height, self.options)
        found = self.made[region].copy()
        found[0] -= 1  # the empty pattern
        return found

    def _classes(self, period: int) -> dict[Move, int]:
        """One move of each conjugacy class, and the size of the class.

        Conjugate moves fix equally many patterns, so one sweep serves the whole class.
        """
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
        """Conjugates of a move by generators: one column right, one row down, each orientation."""
        g, right, down, delay = move
        for dx, dy in ((1, 0), (0, 1)):
            x, y = g.apply(dx, dy)
            yield self._normal(g, right + dx - x, down + dy - y, delay)
        for h in self._turns():
            yield self._normal(then(then(h.inverse, g), h), *h.apply(right, down), delay)

    def _normal(self, g: Orientation, right: int, down: int, delay: int) -> Move:
        """The move with its shift within the box; without the shift down on a cylinder.

        There, patterns are sorted by their rows, so their place up and down does not matter.
        """
        return g, right % self.box.width, down % self.box.height if self.box.torus else 0, delay
