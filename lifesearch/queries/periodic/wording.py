"""What a query for patterns that come back says of itself."""

from __future__ import annotations

from collections.abc import Sequence

from lifesearch.life.motion import Motion
from lifesearch.life.pattern import Pattern
from lifesearch.life.rules.rule import Rule
from lifesearch.life.simulate.cylinder import Cylinder
from lifesearch.life.symmetry import Symmetry
from lifesearch.queries.answer import Answer
from lifesearch.queries.base import PatternQuery
from lifesearch.queries.words import in_rule, other_period, recurring, symmetric
from lifesearch.solving.parts import Part, Size
from lifesearch.text import plural, size_with_article


class PeriodicInWords(PatternQuery):
    """The words of `Periodic`."""

    motion: Motion
    box: Size | None
    symmetry: Symmetry
    any_period: bool
    torus: bool
    mask: Pattern | None
    max_area: int | None
    width: int | None
    cylinder: Cylinder | None

    @property
    def example(self) -> Rule:
        """The rule; if a part of it is unknown, one that has the symmetries of all."""
        return self.rules.example if self.rules is not None else self.rule

    def describe(self) -> str:
        """The thing that is looked for, and its conditions: 'still life in B36/S23'."""
        what = recurring(self.motion, self.example, any_period=self.any_period)
        named = in_rule(self.rules or self.rule)
        return f"{what}{symmetric(self.symmetry)}{named}{self.constraints}"

    def hint(self) -> str:
        """Ships of the same speed may have another period."""
        return other_period(self.motion, self.rule) if self.cylinder is None else ""

    @property
    def travels(self) -> bool:
        return self.motion.travels

    def endless(self) -> str:
        """Boxes that grow without bounds have no end."""
        if self.box is not None or self.max_area is not None:
            return ""
        if self.width is not None:
            return "<max_length N>: without it there is no end"
        if self.motion.travels and not self.constraints and self.rules is None:
            return "<box WxH>, <max_area N> or <width W> <max_length N>: else there is no end"
        return "<box WxH> or <max_area N>: without them there is no end"

    def where(self) -> str:
        """The place that is searched, in words: 'in a 7x6 box'."""
        if self.cylinder is not None:
            high = "" if self.box is None else f" and {plural(self.box[1], 'row')} high"
            return f" on a cylinder, {self.cylinder} around{high}"
        if self.width is not None:
            return f", {self.width} wide"
        if self.box is None:
            return "" if self.max_area is None else f" in a box of up to {self.max_area:,} cells"
        size = size_with_article(*self.box)
        if self.mask is not None:
            return f" inside the mask, {size} box"
        return f" on {size} torus" if self.torus else f" in {size} box"

    def proved_empty(self, parts: frozenset[Part], answers: Sequence[Answer]) -> list[str]:
        """Up to which length nothing of the given width is there; each box holds shorter ones."""
        if self.width is None or answers:
            return []
        longest = max((part.box[1] for part in parts if part.box[0] == self.width), default=0)
        if not longest:
            return []
        measure = "long" if self.cylinder is None else "high"
        rows = f"up to {plural(longest, 'row')} {measure}"
        return [f"proved: no {self.describe()}{self.where()} and {rows}"]
