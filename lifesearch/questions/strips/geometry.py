"""The geometry of strips: lengths, layers of rows, and whether a pattern lies in a strip.

`question` and its engines use it.

An oscillator or still life is treated as a ship of speed zero.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

import numpy as np

from lifesearch.engines.sat.encoding.ship_rows import RowLayers
from lifesearch.engines.sat.solving.part import State
from lifesearch.life.motion import Motion
from lifesearch.life.orientation import Orientation
from lifesearch.life.pattern import Pattern
from lifesearch.life.simulate.cylinder import Cylinder
from lifesearch.life.simulate.universe import Universe
from lifesearch.life.strip_symmetry import Fold, Mirror


def rows_in_a_period(life: Iterable[Pattern], period: int, starts: int) -> int:
    """The least number of rows of a box that holds the generations of one period.

    Any of the first `starts` generations may be the first of the period.

    >>> glider = Pattern.parse(".O.\\n..O\\nOOO")
    >>> rows_in_a_period(islice(Universe().generations(glider), 7), 4, 4)
    3
    """
    boxes = [phase.box for phase in life]
    spans = [boxes[t : t + period] for t in range(starts)]
    return min(max(b.bottom for b in span) - min(b.y for b in span) + 1 for span in spans)


@dataclass(frozen=True)
class StripGeometry:
    """The layers of a strip (`row_layers`), which begin with a given front if there is one."""

    row_layers: RowLayers
    front: Pattern | None = None

    @property
    def motion(self) -> Motion:
        return self.row_layers.motion

    @property
    def cylinder(self) -> Cylinder | None:
        """The cylinder, if the sides of the strip are joined; else None."""
        return Cylinder(self.row_layers.width) if self.row_layers.wraps else None

    def generations(self, pattern: Pattern, count: int) -> Iterator[Pattern]:
        universe = Universe(self.row_layers.rule, cylinder=self.cylinder)
        return islice(universe.generations(pattern), count + 1)

    @property
    def any_phase(self) -> bool:
        """Whether any generation may be called generation 0.

        With a front, generation 0 is given. If a ship also travels to the left, a later generation
        need not lie inside the strip.
        """
        return self.front is None and not self.motion.dx

    @property
    def ahead(self) -> int:
        """The number of layers by which other generations may be ahead of a front.

        The front of generation t is at most t rows further up.
        """
        return max(t - self.row_layers.row_offset(t) for t in range(self.motion.period))

    def front_rows(self) -> list[bytes]:
        """The rows that generation 0 must begin with.

        Other generations may reach further ahead, so there are empty rows before.
        """
        if self.front is None:
            return []
        width, height = self.row_layers.columns, self.front.box.bottom + 1
        given = [bytes((x, y) in self.front.cells for x in range(width)) for y in range(height)]
        return [bytes(width)] * self.ahead + given

    def most_layers(self, length: int) -> int:
        """The number of layers of a pattern of this length, from the first step on.

        `coordinators.strip_levels` says why a ship that travels k rows has k - 1 more than rows.
        """
        empty = 0 if self.front is None else self.ahead + self.front.box.y
        return empty + length + max(0, -self.motion.dy - 1)

    def length(self, pattern: Pattern) -> int:
        """The rows that generations 0..p-1 take up; the fewest, if any one may be called 0."""
        period = self.motion.period
        life = self.generations(pattern, 2 * period - 2)
        return rows_in_a_period(life, period, period if self.any_phase else 1)

    def phases(self, pattern: Pattern) -> Iterator[Pattern]:
        """The generations that may be called generation 0."""
        later = self.motion.period - 1 if self.any_phase else 0
        return self.generations(pattern, later)

    def holds(self, pattern: Pattern) -> bool:
        """Whether generations 0..p-1 are inside the strip, and as symmetric as it is.

        Generation 0 must begin with the front.
        """
        width, mirror = self.row_layers.width, self.row_layers.mirror
        phases = list(self.generations(pattern, self.motion.period - 1))
        inside = all(0 <= x < width for phase in phases for x, _ in phase.cells)
        # The rule keeps a mirror image, but not an empty gutter: cells may be born there.
        mirrored = pattern.transform(Orientation.FLIP_X).translate(width - 1, 0)
        gutter = all(2 * x + 1 != width for phase in phases for x, _ in phase.cells)
        return (
            inside
            and (self.front is None or self._begins_with(self.front, pattern))
            and (mirror is Mirror.NONE or mirrored == pattern)
            and (mirror is not Mirror.GUTTER or gutter)
        )

    @staticmethod
    def _begins_with(front: Pattern, pattern: Pattern) -> bool:
        rows = front.box.height
        first = pattern.restricted([c for c in pattern.cells if c[1] < pattern.box.y + rows])
        return first.translate(0, -pattern.box.y) == front.translate(0, -front.box.y)

    def folds(self, pattern: Pattern, fold: Fold) -> bool:
        """Whether a pattern has this top-to-bottom symmetry, about a middle row or between rows."""
        turned = pattern.transform(fold.orientation)
        across = self.row_layers.width - 1 if fold.turns else 0
        back = turned.translate(across, pattern.box.y - turned.box.y)
        return back == pattern and pattern.box.height % 2 == fold.odd

    def pattern(self, path: Sequence[State]) -> Pattern:
        """Generation 0 of a walk that starts after the empty state."""
        shape = (2, self.motion.period, self.row_layers.columns)
        # A state has two layers: the older one is also in the state before it.
        layers = [np.frombuffer(state.cells, np.bool_).reshape(shape)[1] for state in path]
        return self.row_layers.pattern(layers)
