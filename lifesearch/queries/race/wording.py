"""What a race says of itself."""

from __future__ import annotations

from lifesearch.life.motion import Motion
from lifesearch.queries.base import PatternQuery
from lifesearch.queries.words import in_rule, other_period, recurring


class RaceInWords(PatternQuery):
    """The words of `Race`."""

    motion: Motion
    symmetry: str

    def describe(self) -> str:
        """Name what is looked for."""
        symmetric = f"{self.symmetry}-symmetric " if self.symmetry else ""
        return f"{symmetric}{recurring(self.motion, self.rule)}{in_rule(self.rule)}"

    def where(self) -> str:
        """There are no bounds."""
        return ""

    def hint(self) -> str:
        """Ships of the same speed may have another period."""
        return other_period(self.motion, self.rule)

    def endless(self) -> str:
        """There is no end of patterns."""
        return "<box WxH>, <max_area N> or <width W> <max_length N>: without them there is no end"
