"""What a query for patterns on a cylinder says of itself."""

from __future__ import annotations

from lifesearch.encoding.motion import Motion
from lifesearch.life.simulate.cylinder import Cylinder
from lifesearch.life.symmetry import Symmetry
from lifesearch.queries.base import PatternQuery
from lifesearch.queries.words import in_rule, recurring, symmetric
from lifesearch.text import plural


class CylinderInWords(PatternQuery):
    """The words of `OnCylinder`."""

    motion: Motion
    cylinder: Cylinder
    height: int
    symmetry: Symmetry
    any_period: bool

    @property
    def travels(self) -> bool:
        """Whether its answers are spaceships."""
        return self.motion.travels

    @property
    def boxed_generations(self) -> int:
        """All phases lie in the box."""
        return self.motion.period

    def describe(self) -> str:
        """The thing that is looked for, in words."""
        what = recurring(self.motion, self.rule, any_period=self.any_period)
        return f"{what}{symmetric(self.symmetry)}{in_rule(self.rule)}{self.constraints}"

    def where(self) -> str:
        """The place that is searched, in words."""
        return f" on a cylinder, {self.cylinder} around and {plural(self.height, 'row')} high"
