"""Strips of any length, searched by row tables: the narrowest and the most symmetric first.

`kind` names the strategy; `strips.widening` does the work.

The modules of strips are loaded when the first one is searched.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING

from lifesearch.core.answer import Answer
from lifesearch.engines.compiled import available
from lifesearch.engines.sat.solving.configuration import Strategy
from lifesearch.engines.sat.solving.enumerate import Report
from lifesearch.engines.sat.solving.part import Part
from lifesearch.questions.race.strategy import SOON_FOUND, RaceStrategy, Shares, parked

if TYPE_CHECKING:
    from lifesearch.questions.strips.widening import Widening


class WideningStrips(RaceStrategy):
    """Strips that grow wider; `alone`, they end the search when memory does not suffice."""

    name, engine = "rows", "row tables"
    shares = Shares(5, 5)
    what, why = "strips of any length, narrowest first", "no other strategy finds long patterns"
    noun, by_kernel = "strip", True

    def suits(self) -> bool:
        """Whether strips can be searched; an error if they cannot and nothing else takes part."""
        rule = self.wanted.rule
        usable = len(rule.steps) == 1 and rule.plain and not self.wanted.motion.dx
        usable = usable and available()
        return usable and not (self.alone and self.unsuitable())

    @property
    def after(self) -> int:
        """The units before strips begin: most oscillators are found sooner at random."""
        return 0 if self.wanted.motion.travels else SOON_FOUND

    @property
    def widening(self) -> Widening:
        from lifesearch.questions.strips.widening import Widening

        return Widening(self.wanted.motion, self.wanted.rule, self.wanted.symmetry)

    def parts(self) -> Iterator[Part]:
        if not self.unsuitable():
            yield from self.widening.parts()

    def unsuitable(self) -> str:
        from lifesearch.questions.strips.question import Strip

        return Strip(1, self.wanted.motion, rule=self.wanted.rule).unsuitable()

    def owns(self, part: Part) -> bool:
        return not part.box[1]

    def holds(self, part: Part) -> bool:
        return not self.unsuitable() and part in self.widening.parts()

    def ruled_out(self, parts: Collection[Part]) -> list[str]:
        """Strips of any length, by symmetry."""
        if all(part.box[1] for part in parts):
            return []
        from lifesearch.questions.strips.widening import WORDS

        widths = self.widening.empty_widths(frozenset(parts), ())
        empty = [f"{WORDS[symmetry]}up to {width} wide" for symmetry, width in widths]
        return [f"{', '.join(empty)}, of any length"] if empty else []

    def place(self, part: Part) -> str:
        from lifesearch.questions.strips.widening import NONE

        symmetric = f"{part.name} " if part.name != NONE else ""
        return f"{symmetric}strips, {part.box[0]} wide"

    def search(self, part: Part, strategy: Strategy) -> Iterator[Report[Answer]]:
        """Search one strip; the others go on if it cannot be searched to its end."""
        from lifesearch.questions.strips.widening import StripTooLarge

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
