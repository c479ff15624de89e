"""Boxes with joined sides: where a target lies there, its symmetries, and simulation.

On a torus all sides of the box are joined, on a cylinder the left and the right side, perhaps
shifted. So a pattern can also be moved around: two predecessors are equivalent if a move, with or
without a rotation or reflection, turns one into the other and leaves the target as it is.

    >>> torus = Joined((4, 4))
    >>> row = Target(Pattern.of((x, 1) for x in range(4)))
    >>> len(torus.symmetries(row))
    16
    >>> torus.becomes(Pattern.of([(0, 0), (1, 0), (2, 0), (3, 0)]), row, 1)
    False
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, partial
from itertools import product
from typing import NamedTuple

from lifesearch.engines.sat.solving.part import Size
from lifesearch.life.motion import Target
from lifesearch.life.orientation import Orientation
from lifesearch.life.pattern import Box, Cell, Pattern
from lifesearch.life.rules.rule import LIFE, Rule
from lifesearch.life.simulate.cylinder import Cylinder
from lifesearch.life.simulate.universe import Universe

ANY_STATE = -1
"""The mark of cells of a target that may be in any state; other marks are states."""


class Move(NamedTuple):
    """A rotation or reflection about the middle of the box, and then a move."""

    orientation: Orientation = Orientation.IDENTITY
    dx: int = 0
    dy: int = 0


@dataclass(frozen=True)
class Joined:
    """A box that is a torus, or some rows of a `cylinder` as wide as the box, with a rule."""

    box: Size
    cylinder: Cylinder | None = None
    rule: Rule = LIFE

    @property
    def universe(self) -> Universe:
        return Universe(self.rule, None if self.cylinder else self.box, self.cylinder)

    def becomes(self, pattern: Pattern, target: Target, generations: int) -> bool:
        """Whether a pattern becomes the target, and is in the box until then, by simulation."""
        *before, last = self.universe.history(pattern, generations)
        box = Box(0, 0, *self.box)
        inside = all(box.holds(cell) for phase in before for cell in phase.cells)
        wrong = last.states.items() ^ target.alive.states.items()
        return inside and all(cell in target.dont_care.cells for cell, _ in wrong)

    def moves(self) -> Iterator[Move]:
        """The moves that leave the box and the rule as they are.

        Rows of a cylinder have a first and a last one. With a shift, a move around takes some
        columns across the seam, to other rows, so the box is not kept.
        """
        around = range(1 if self.cylinder and self.cylinder.shift else self.box[0])
        down = range(1 if self.cylinder else self.box[1])
        for g in (g for g in self.rule.symmetries if self._keeps(g)):
            yield from (Move(g, dx, dy) for dx, dy in product(around, down))

    def _keeps(self, g: Orientation) -> bool:
        # On a cylinder with as many rows of shift as columns, transposing keeps a square box, too.
        upright = g.apply(1, 0)[1] == 0
        square = self.box[0] == self.box[1]
        return (upright or square) and (self.cylinder is None or self.cylinder.keeps(g))

    def place(self, move: Move, x: int, y: int) -> Cell:
        """Where a move takes a cell."""
        width, height = self.box
        # Twice the distance from the middle of the box is a whole number.
        u, v = move.orientation.apply(2 * x - width + 1, 2 * y - height + 1)
        x, y = (u + width - 1) // 2 + move.dx, (v + height - 1) // 2 + move.dy
        if self.cylinder is None:
            return x % width, y % height
        return x % width, y - x // width * self.cylinder.shift

    def moved(self, move: Move, pattern: Pattern) -> Pattern:
        return pattern.folded(partial(self.place, move))

    def symmetries(self, target: Target) -> tuple[Move, ...]:
        """The moves that leave the target as it is."""
        return _symmetries(self, target)


@cache
def _symmetries(joined: Joined, target: Target) -> tuple[Move, ...]:
    marks = target.alive.states | dict.fromkeys(target.dont_care.cells, ANY_STATE)
    return tuple(move for move in joined.moves() if _keeps_marks(joined, move, marks))


def _keeps_marks(joined: Joined, move: Move, marks: Mapping[Cell, int]) -> bool:
    """Whether marked cells go to cells with equal marks; most moves fail at one of the first.

    A move takes no two cells to one. So then it takes all other cells to cells without marks.
    """
    return all(marks.get(joined.place(move, *cell)) == mark for cell, mark in marks.items())
