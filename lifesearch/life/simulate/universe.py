"""The plane, a torus or a cylinder with a rule: where patterns evolve.

A torus has columns 0 to width - 1 and rows 0 to height - 1, and its size is given. A cylinder has
columns 0 to circumference - 1 and rows without end.

    >>> glider = Pattern.parse(".O.\\n..O\\nOOO")
    >>> Universe().behaviour(glider).describe()
    'spaceship of velocity c/4 diagonal'
    >>> Universe(torus=(5, 5)).behaviour(glider).describe()
    'oscillator of period 20'
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from lifesearch.life.pattern import Pattern
from lifesearch.life.rules.rule import LIFE, Rule
from lifesearch.life.simulate.cylinder import Cylinder
from lifesearch.life.simulate.evolve import (
    Behaviour,
    behaviour,
    require_forwards,
    step_torus,
    without_end,
)


@dataclass(frozen=True)
class Universe:
    """A rule on the unbounded plane, on a torus of some size (width, height), or on a cylinder.

    At most one of `torus` and `cylinder` is given.
    """

    rule: Rule = LIFE
    torus: tuple[int, int] | None = None
    cylinder: Cylinder | None = None

    def generations(self, pattern: Pattern) -> Iterator[Pattern]:
        """Go through generations 0, 1, 2, ... without end."""
        if self.cylinder is not None:
            return self.cylinder.generations(pattern, self.rule)
        if self.torus is None:
            return without_end(pattern, self.rule)
        return self._on_torus(pattern, *self.torus)

    def _on_torus(self, pattern: Pattern, width: int, height: int) -> Iterator[Pattern]:
        while True:
            yield pattern
            pattern = step_torus(pattern, width, height, self.rule)

    def history(self, pattern: Pattern, count: int) -> list[Pattern]:
        require_forwards(count)
        return list(islice(self.generations(pattern), count + 1))

    def behaviour(self, pattern: Pattern, limit: int = 1000) -> Behaviour:
        """Find the first generation, up to the limit, that is the pattern again or is empty.

        On a torus a pattern recurs only in its place: a spaceship is an oscillator there. With B0
        an empty torus is not the end. Of a cylinder it knows nothing: see `core.on_cylinder`.
        """
        if self.torus is None:
            return behaviour(pattern, self.rule, limit)
        for t, phase in enumerate(islice(self.generations(pattern), limit + 1)):
            if not phase and not self.rule.table[0]:
                return Behaviour(limit, died=t)
            if t and phase == pattern:
                return Behaviour(limit, period=t)
        return Behaviour(limit)
