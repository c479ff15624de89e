"""Cylinders: a plane that repeats in one direction, so that its patterns are waves and wicks.

Column x + circumference is column x again, `shift` rows further down. A pattern is given by its
cells in columns 0 to circumference - 1; rows have no end.

    >>> wave = Cylinder(4)
    >>> print(wave.history(Pattern.parse("OOO."), 1, LIFE)[1].picture(Box(0, -1, 4, 3)))
    .O..
    .O..
    .O..
    >>> wave.wound(Pattern.of([(5, 0), (-1, 2)])) == Pattern.of([(1, 0), (3, 2)])
    True
    >>> Cylinder(4, 1).wound(Pattern.of([(5, 1), (-1, 2)])) == Pattern.of([(1, 0), (3, 3)])
    True

The next generation is that of the plane on which the pattern and its two neighbours stand: no cell
has a neighbour farther away. So a cylinder supports all rules that the plane supports, in the same
sense: with B0, where rules alternate, odd generations are complements (see `Rule`).

    >>> ship = Pattern.parse_states("AA..\\nBB..")
    >>> wave.history(ship, 1, Rule.parse("/2/3"))[1] == ship.translate(0, -1)
    True
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, cycle, islice, product

from lifesearch.common import require
from lifesearch.common.limits import LARGEST_VOLUME
from lifesearch.life.orientation import Orientation
from lifesearch.life.pattern import Box, Pattern
from lifesearch.life.rules.rule import LIFE, Rule
from lifesearch.life.simulate.evolve import step

__all__ = ["LIFE", "Box", "Cylinder"]  # LIFE is for the examples above

GAP = 3
"""Empty rows between a pattern and its copies, where a finite picture of all is needed.

With two, no cell has neighbours in both; the third keeps the first row of the picture empty.
"""


@dataclass(frozen=True)
class Cylinder:
    """The circumference, and the shift in rows after one turn around."""

    circumference: int
    shift: int = 0

    def __post_init__(self) -> None:
        require.whole(self.circumference, "the circumference of a cylinder", 1, LARGEST_VOLUME)
        require.whole(self.shift, "the shift of a cylinder", -LARGEST_VOLUME, LARGEST_VOLUME)

    def __str__(self) -> str:
        return f"{self.circumference}{self.shift:+d}" if self.shift else f"{self.circumference}"

    def wound(self, pattern: Pattern) -> Pattern:
        """The cells of a pattern, wound into columns 0 to circumference - 1."""
        around, shift = self.circumference, self.shift
        return pattern.folded(lambda x, y: (x % around, y - x // around * shift))

    def generations(self, pattern: Pattern, rule: Rule) -> Iterator[Pattern]:
        return accumulate(cycle(rule.steps), self._next, initial=pattern)

    def history(self, pattern: Pattern, count: int, rule: Rule) -> list[Pattern]:
        return list(islice(self.generations(pattern, rule), count + 1))

    def _next(self, pattern: Pattern, rule: Rule) -> Pattern:
        around, shift = self.circumference, self.shift
        near = [pattern.translate(n * around, n * shift) for n in (-1, 0, 1)]
        after = step(near[0] | near[1] | near[2], rule)
        return after.restricted([cell for cell in after.cells if 0 <= cell[0] < around])

    def keeps(self, orientation: Orientation) -> bool:
        """Whether an orientation maps the cylinder to itself."""
        x, y = orientation.apply(self.circumference, self.shift)
        return (x, y) in (
            (self.circumference, self.shift),
            (-self.circumference, -self.shift),
        )

    def unrolled(self, life: Sequence[Pattern], rule: Rule) -> tuple[Pattern, tuple[int, int]]:
        """The first of some generations, and the size of a torus where all evolve as they do here.

        The torus is so high that nothing meets its copies above and below, also beyond the seam,
        where cells see `shift` rows farther up or down. It goes around the cylinder as often as it
        takes to arrive at the same height. On a torus there are no complements: under a rule with
        B0 and S8, for which live and dead cells are exchanged on the cylinder (see `Rule`), the
        torus is full but for the pattern's cells.
        """
        boxes = [phase.box for phase in life if phase]
        whole = Box.around(boxes) if boxes else Box(0, 0, 1, 1)
        step_down = abs(self.shift) or 1
        # Twice the shift is on the safe side: neighbours are nearer to copies by one shift.
        room = whole.height + GAP + 2 * abs(self.shift)
        height = -(-room // step_down) * step_down
        times = height // step_down if self.shift else 1
        around, down = self.circumference, self.shift
        states = {
            (x + n * around, (y - whole.y + 1 + n * down) % height): state
            for (x, y), state in life[0].states.items()
            for n in range(times)
        }
        shown, torus = Pattern.of_states(states), (times * around, height)
        if rule.births_from_nothing and rule.table[-1]:
            shown = Pattern.of(product(range(torus[0]), range(torus[1]))) - shown
        return shown, torus
