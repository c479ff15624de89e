"""A pattern that was found, how large it is and how it was found."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from lifesearch.errors import VerificationError
from lifesearch.life.orientation import Orientation
from lifesearch.life.pattern import Box, Pattern
from lifesearch.life.rules.rule import Rule
from lifesearch.life.simulate.evolve import behaviour, phases
from lifesearch.limits import LONGEST_PERIOD
from lifesearch.surveys.kinds import Kind, kind_of


@dataclass(frozen=True)
class Thing:
    """A still life, oscillator or spaceship in the phase that has the fewest cells.

    `width` and `height` are those of the smallest box that holds as many generations as the
    period has, beginning with whichever fits best.
    """

    pattern: Pattern
    kind: Kind
    width: int
    height: int
    how: str

    @classmethod
    def of(cls, pattern: Pattern, rule: Rule, how: str, limit: int = LONGEST_PERIOD) -> Thing:
        """Simulate a pattern: it must recur. Ships are turned to go up, and left."""
        known = behaviour(pattern, rule, limit)
        if known.period is None:
            raise VerificationError("the pattern does not recur")
        kind = kind_of(known.period, known.dx, known.dy, rule)
        turns = [g for g in Orientation if g in rule.symmetries]
        turn = next(g for g in turns if g.apply(known.dx, known.dy) == (kind.dx, kind.dy))
        life = phases(pattern.transform(turn), rule, 2 * kind.period - 1)
        boxes = [phase.box for phase in life]
        home = min(
            (Box.around(boxes[t : t + kind.period]) for t in range(kind.period)),
            key=lambda box: (box.area, box.width),
        )
        least = min(life[: kind.period], key=lambda phase: (phase.population, phase.box.area))
        return cls(least.normal(), kind, home.width, home.height, how)

    @cached_property
    def cells(self) -> int:
        """The live cells of the phase that has the fewest."""
        return self.pattern.population

    @property
    def area(self) -> int:
        return self.width * self.height

    @property
    def size(self) -> tuple[int, int]:
        """By which things are compared: those with fewer cells are smaller."""
        return self.cells, self.area

    @property
    def tightness(self) -> tuple[int, int]:
        return self.area, self.cells
