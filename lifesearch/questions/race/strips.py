"""The strategy of a race that searches strips of any length by row tables, cheap ones first.

`race.kind` names it. The folder `questions.strips` does the work: `widening` has the order of the
strips, and searches one. Its modules take long to load, so each function here imports what it needs
when it is called.
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
    """Strips that grow wider: each is a part, whose box has the width of the strip and height 0.

    A strip that needs too much memory ends the search if the strategy is `alone`; if not, the other
    strategies go on.
    """

    name, engine = "rows", "row tables"
    shares = Shares(oscillators=5, straight_ships=5)
    what, why = "strips of any length, narrowest first", "no other strategy finds long patterns"
    noun, by_kernel = "strip", True

    def suits(self) -> bool:
        """Whether strips can be searched.

        `unsuitable` loads many modules. So it is asked here only if the strategy is `alone`: then
        the race must know whether anything is left to search. Otherwise `parts` asks, later.
        """
        rule = self.wanted.rule
        by_tables = len(rule.steps) == 1 and rule.plain and not self.wanted.motion.dx
        usable = by_tables and available()
        return usable and not (self.alone and self.unsuitable())

    @property
    def after(self) -> int:
        """The units before strips begin: by then random boards find most oscillators."""
        return 0 if self.wanted.motion.travels else SOON_FOUND

    @property
    def widening(self) -> Widening:
        from lifesearch.questions.strips.widening import Widening

        return Widening(self.wanted.motion, self.wanted.rule, self.wanted.symmetry)

    def parts(self) -> Iterator[Part]:
        if not self.unsuitable():
            yield from self.widening.parts()

    def unsuitable(self) -> str:
        """Why row tables cannot search these strips, in words; empty if they can.

        The reasons are the motion and the rule: so a strip of one column stands for all.
        """
        from lifesearch.questions.strips.question import Strip

        return Strip(1, self.wanted.motion, rule=self.wanted.rule).unsuitable()

    def owns(self, part: Part) -> bool:
        return not part.box[1]

    def holds(self, part: Part) -> bool:
        return not self.unsuitable() and part in self.widening.parts()

    def ruled_out(self, parts: Collection[Part]) -> list[str]:
        """The widths up to which there is nothing, of any length, for each symmetry."""
        if not any(map(self.owns, parts)):
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
        """Search one strip; if it needs too much memory, fail if `alone`, or else be parked."""
        from lifesearch.questions.strips.widening import StripTooLarge

        try:
            yield from self._search(part)
        except StripTooLarge:
            if self.alone:
                raise
        else:
            return
        # Outside the clause: there the exception would keep the tables that it came from.
        yield from parked()

    def _search(self, part: Part) -> Iterator[Report[Answer]]:
        for report in self.widening.search(part):
            if isinstance(report, list):  # answers, of which the race may want a piece only
                found = [each for one in report for each in self.wanted.patterns_in(one.pattern)]
                yield self.wanted.answers(found)
            else:
                yield report
