"""Numbers about the generations of a pattern.

`core.constraints` bounds these numbers; `core.measures` has them as literals.

- first, min, max: the population of generation 0, of the least and of the most populous one;
- rotor: cells that are sometimes alive and sometimes dead; stator: cells that always live;
- change, growth, decay: cells that differ from generation 0, have been born or have died
  since, in the generation where these are most.

A pattern that recurs turned is followed for its full period, until it recurs unturned: so
the numbers do not depend on whether it was asked for by a transform or by its period.

>>> from lifesearch.life.simulate.evolve import generations
>>> clock = list(generations(Pattern.parse("..O.\\nO.O.\\n.O.O\\n.O.."), 2))
>>> Measure.ROTOR.of(clock), Measure.STATOR.of(clock), Measure.CHANGE.of(clock)
(8, 2, 8)
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from lifesearch.life.pattern import Cell, Pattern


class Measure(StrEnum):
    """A number that bounds and objectives can be about."""

    FIRST = "first"
    MIN = "min"
    MAX = "max"
    ROTOR = "rotor"
    STATOR = "stator"
    CHANGE = "change"
    GROWTH = "growth"
    DECAY = "decay"

    @property
    def is_population(self) -> bool:
        """Whether it counts all live cells of a generation."""
        return self in (Measure.FIRST, Measure.MIN, Measure.MAX)

    @property
    def of_cells(self) -> bool:
        """Whether it counts cells by their whole life; a ship has none that could be counted."""
        return self in (Measure.ROTOR, Measure.STATOR)

    @property
    def words(self) -> tuple[str, str]:
        """The noun for one cell that it counts, and where these are counted, in words."""
        return WORDS[self]

    @property
    def phase_dependent(self) -> bool:
        """Whether it may be another number if the pattern begins with another phase."""
        return not self.of_cells and self not in (Measure.MIN, Measure.MAX)

    def of(self, history: Sequence[Pattern]) -> int:
        """The number, for a history of generations 0 to the one where the pattern recurs.

        Its last generation is only compared with the first, never counted: it repeats that one, or
        is a target. Where all generations count, the last one stands there twice.
        """
        first, *later = history
        lived = [p.cells for p in history[:-1]]
        match self:
            case Measure.FIRST:
                return first.population
            case Measure.MIN | Measure.MAX:
                sizes = list(map(len, lived))
                return min(sizes) if self is Measure.MIN else max(sizes)
            case Measure.STATOR | Measure.ROTOR:
                always = frozenset.intersection(*lived)
                sometimes = frozenset().union(*lived) - always
                return len(sometimes if self is Measure.ROTOR else always)
        born = [p.cells - first.cells for p in later] if self is not Measure.DECAY else None
        died = [first.cells - p.cells for p in later] if self is not Measure.GROWTH else None
        none: list[frozenset[Cell]] = [frozenset()] * len(later)
        return max(len(b) + len(d) for b, d in zip(born or none, died or none, strict=True))


CHANGES = (Measure.CHANGE, Measure.GROWTH, Measure.DECAY)
WORDS = {
    Measure.FIRST: ("cell", ""),
    Measure.MIN: ("cell", " in its smallest generation"),
    Measure.MAX: ("cell", " in its largest generation"),
    Measure.ROTOR: ("rotor cell", ""),
    Measure.STATOR: ("stator cell", ""),
    Measure.CHANGE: ("changed cell", " in any generation"),
    Measure.GROWTH: ("new cell", " in any generation"),
    Measure.DECAY: ("lost cell", " in any generation"),
}
NOT_OF_SHIPS = "a ship has no rotor and no stator: all its cells change"
