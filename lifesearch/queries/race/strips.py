"""Strips of any length, searched by row tables: the narrowest and the most symmetric first.

What strips are made of is loaded when the first one is searched.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from lifesearch import rows
from lifesearch.queries.answer import Answer
from lifesearch.queries.way import SOUPS_BEFORE, Shares, Way, parked
from lifesearch.solving.configuration import How
from lifesearch.solving.enumerate import Report
from lifesearch.solving.parts import Part

if TYPE_CHECKING:
    from lifesearch.queries.strips.widening import Widening


class WideningStrips(Way):
    """Strips that grow wider; `alone`, they end the search when memory does not suffice."""

    name, engine = "rows", "row tables"
    shares = Shares(5, 5)
    what, why = "strips of any length, narrowest first", "no other strategy finds long patterns"
    thing, compiled = "strip", True

    def suits(self) -> bool:
        """Whether strips can be searched; those who ask for them alone learn at once if not."""
        rule = self.wanted.rule
        usable = len(rule.steps) == 1 and rule.plain and not self.wanted.motion.dx
        usable = usable and self.can_compile
        return usable and not (self.alone and self.unsuitable())

    @property
    def after(self) -> int:
        """Soups have most oscillators sooner."""
        return 0 if self.wanted.motion.travels else SOUPS_BEFORE

    @property
    def widening(self) -> Widening:
        from lifesearch.queries.strips.widening import Widening

        return Widening(self.wanted.motion, self.wanted.rule, self.wanted.symmetry)

    def parts(self) -> Iterator[Part]:
        if not self.unsuitable():
            yield from self.widening.parts()

    def unsuitable(self) -> str:
        from lifesearch.queries.strips.query import Strip

        return Strip(1, self.wanted.motion, rule=self.wanted.rule).unsuitable()

    def owns(self, part: Part) -> bool:
        return not part.box[1]

    def holds(self, part: Part) -> bool:
        return not self.unsuitable() and part in self.widening.parts()

    def place(self, part: Part) -> str:
        from lifesearch.queries.strips.widening import NONE

        return f"strip {part.box[0]} wide" + (f", {part.name}" if part.name != NONE else "")

    def search(self, part: Part, how: How) -> Iterator[Report[Answer]]:
        """Search one strip; the others go on if it cannot be searched to its end."""
        from lifesearch.queries.strips.widening import StripTooLarge

        if rows.unavailable():
            yield from parked()
        try:
            yield from self._search(part)
        except StripTooLarge:
            if self.alone:
                raise
            yield from parked()

    def _search(self, part: Part) -> Iterator[Report[Answer]]:
        for report in self.widening.search(part):
            if isinstance(report, list):
                found = [each for one in report for each in self.wanted.in_pattern(one.pattern)]
                yield self.wanted.answers(found)
            else:
                yield report
