"""What a query for completions says of itself."""

from __future__ import annotations

from lifesearch.life.known_cells import KnownCells
from lifesearch.life.motion import Motion
from lifesearch.life.simulate.background import EMPTY_BACKGROUND, Background
from lifesearch.life.symmetry import Symmetry
from lifesearch.queries.base import PatternQuery
from lifesearch.queries.words import in_rule, recurring, returning, symmetric
from lifesearch.text import plural, size_with_article


class CompletionInWords(PatternQuery):
    """The words of `Completion`."""

    known: KnownCells
    motion: Motion
    returns: bool
    symmetry: Symmetry
    background: Background
    any_period: bool

    @property
    def box(self) -> tuple[int, int]:
        return self.known.width, self.known.height

    def describe(self) -> str:
        """The thing that is looked for, in words."""
        if self.known.is_blank and self.returns:
            what = recurring(self.motion, self.rule, any_period=self.any_period)
            rule = in_rule(self.rules or self.rule)
            return f"{what}{symmetric(self.symmetry)}{rule}{self.constraints}"
        rule = in_rule(self.rules or self.rule)
        return f"completion{rule}{self.constraints}"

    def where(self) -> str:
        """The place that is searched, and the rest of the conditions, in words."""
        where = "" if self.background == EMPTY_BACKGROUND else " on this background"
        if self.known.is_blank and self.returns:
            return f" in {size_with_article(*self.box)} box{where}"
        mirrored = symmetric(self.symmetry)
        if self.returns and (self.motion.order > 1 or self.motion.travels):
            back = returning(self.motion, any_period=self.any_period)
            return f" in {size_with_article(*self.box)} box{mirrored}{where} {back}"
        how = f"over {plural(self.motion.period, 'generation')}"
        if self.returns:
            divides = "whose period divides" if self.any_period else "of period"
            how = f"{divides} {self.motion.period}"
        return f" in {size_with_article(*self.box)} box {how}{mirrored}{where}"
