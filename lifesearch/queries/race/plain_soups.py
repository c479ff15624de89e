"""The first soups: a few that are run while everything else is being loaded.

What is most common comes out of them, before a solver has seen its first box.
"""

from __future__ import annotations

from collections.abc import Iterator

from lifesearch.life.glimpse import Glimpse
from lifesearch.life.symmetry import C1, rule_symmetries
from lifesearch.queries.answer import Answer
from lifesearch.queries.race.way import Way
from lifesearch.solving.configuration import How
from lifesearch.solving.enumerate import Exhausted, Report
from lifesearch.solving.parts import Part
from lifesearch.soups.plain import BOARD, PlainSoups

SOUPS = 64
COST = 20
"""What one of these soups costs, in units that take as long as a conflict."""
PART = Part((BOARD, BOARD), name="soups, the first")
MOST_SYMMETRIC = 4


class FirstSoups(Way):
    """One part, of soups that need nothing to be loaded."""

    name, engine = "first", "soups"
    what, why = f"the first {SOUPS} soups", "they need no compiled code"
    thing, things_in_a_part = "soup", SOUPS

    def parts(self) -> Iterator[Part]:
        yield PART

    def owns(self, part: Part) -> bool:
        return part == PART

    def holds(self, part: Part) -> bool:
        return part == PART

    def place(self, part: Part) -> str:
        return f"the first {SOUPS} soups"

    def soups(self) -> PlainSoups:
        rule = self.wanted.rule
        symmetric = [s for s in rule_symmetries(rule) if len(s.group) >= MOST_SYMMETRIC]
        return PlainSoups(rule, tuple(symmetric or [C1]), self.seed)

    def search(self, part: Part, how: How) -> Iterator[Report[Answer]]:
        """Run the soups; pieces that are wanted are verified."""
        soups, wanted = self.soups(), self.wanted
        for number in range(SOUPS):
            left = soups.run(number)
            if left is None:
                continue
            if left.period % wanted.motion.period == 0:
                # What is cut off at the rim, as the ships of a gun, may not be back on the plane.
                found = wanted.in_pattern(left.pattern)
                yield wanted.answers([each for each in found if wanted.in_pattern(each) == [each]])
            words = f"soup {number}, symmetry {left.symmetry.name}"
            yield Glimpse(words, left.soup, wanted.rule)
            yield COST * number
        yield Exhausted(COST * SOUPS)
