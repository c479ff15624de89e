"""What a query for patterns on a cylinder says of itself."""

from __future__ import annotations

from collections.abc import Sequence

from lifesearch.encoding.motion import Motion
from lifesearch.life.simulate.cylinder import Cylinder
from lifesearch.life.symmetry import Symmetry
from lifesearch.queries.answer import Answer
from lifesearch.queries.base import PatternQuery
from lifesearch.queries.words import in_rule, recurring, symmetric
from lifesearch.solving.parts import Part
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


class LongerCylinderInWords(PatternQuery):
    """The words of `LongerCylinder`."""

    motion: Motion
    cylinder: Cylinder
    symmetry: Symmetry

    @property
    def travels(self) -> bool:
        """Whether its answers are spaceships."""
        return self.motion.travels

    def describe(self) -> str:
        """The thing that is looked for, in words."""
        what = recurring(self.motion, self.rule)
        return f"{what}{symmetric(self.symmetry)}{in_rule(self.rule)}{self.constraints}"

    def where(self) -> str:
        """The place that is searched, in words."""
        return f" on a cylinder, {self.cylinder} around"

    def endless(self) -> str:
        """There is no end of lengths."""
        return "<max_length N>: without it there is no end"

    def proved_empty(self, parts: frozenset[Part], answers: Sequence[Answer]) -> list[str]:
        """Up to how many rows there is none: each box holds what lower ones hold."""
        highest = max((part.box[1] for part in parts), default=0)
        if answers or not highest:
            return []
        rows = plural(highest, "row")
        return [f"proved: no {self.describe()}{self.where()} and up to {rows} high"]
