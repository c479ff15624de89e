"""Soups: random patterns, many of them symmetric, that are run until they settle.

Soups have numbers, and a part is a range of them; so a search that goes on takes up where it was.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from typing import TYPE_CHECKING

from lifesearch import rows
from lifesearch.life.symmetry import rule_symmetries
from lifesearch.queries.answer import Answer
from lifesearch.queries.race.lane import Lane, parked
from lifesearch.queries.race.plain_soups import PART as FIRST
from lifesearch.solving.configuration import BY_SOUPS, Configuration
from lifesearch.solving.enumerate import Exhausted, Glimpse, Report
from lifesearch.solving.parts import Part

if TYPE_CHECKING:
    from lifesearch.soups.census import Soups

SOUPS_IN_A_PART = 1 << 15
SIDE = 256
MOST_SYMMETRIC = 4
LEAST_SIDE, MOST_SIDE = 8, 20


class SoupRanges(Lane):
    """Ranges of soups, one after another."""

    thing, things_in_a_part, compiled = "soup", SOUPS_IN_A_PART, True

    def configuration(self) -> Configuration:
        """No solver is needed."""
        return BY_SOUPS

    def parts(self) -> Iterator[Part]:
        """Range after range."""
        return (Part((SIDE, SIDE), name=f"soups {number}") for number in count())

    def owns(self, part: Part) -> bool:
        """Ranges are named so."""
        return part.name.startswith("soups ") and part != FIRST

    def holds(self, part: Part) -> bool:
        """Whether this is a range of soups."""
        word, _, number = part.name.partition(" ")
        return part.box == (SIDE, SIDE) and word == "soups" and number.isdecimal()

    def place(self, part: Part) -> str:
        """The numbers of the soups."""
        start = _start(part)
        return f"soups {start:,} to {start + SOUPS_IN_A_PART - 1:,}"

    def soups(self) -> Soups:
        """The most symmetric ones that the rule has: what is rare elsewhere is common there.

        Ships are rather found in soups without symmetry, from which they escape.
        """
        from lifesearch.soups.census import Soups

        rule = self.wanted.rule
        names = [s.name for s in rule_symmetries(rule) if len(s.group) >= MOST_SYMMETRIC]
        if self.wanted.motion.travels or not names:
            return Soups.of(rule, seed=self.seed)
        return Soups.of(rule, names, self.seed, least=LEAST_SIDE, most=MOST_SIDE)

    def search(self, part: Part, how: Configuration) -> Iterator[Report[Answer]]:
        """Run the soups of a range; what comes out of them is verified."""
        if rows.unavailable():
            yield from parked()
        from lifesearch.soups.census import Found, search
        from lifesearch.soups.work import Example

        wanted, motion = self.wanted, self.wanted.motion
        start = _start(part)
        soups = self.soups()
        for report in search(
            soups,
            start,
            start + SOUPS_IN_A_PART,
            wanted=lambda thing: bool(wanted.in_pattern(thing.pattern)),
            worth=lambda period, moves: moves == motion.travels and not period % motion.period,
        ):
            if isinstance(report, Found):
                yield wanted.answers(wanted.in_pattern(report.object.pattern))
            else:
                example = Example.of(soups, report.next_index - 1)
                yield Glimpse(str(example), example.pattern, wanted.rule)
                yield report.next_index - start
        yield Exhausted(SOUPS_IN_A_PART)


def _start(part: Part) -> int:
    """The number of the first soup of a range."""
    return int(part.name.split(" ")[1]) * SOUPS_IN_A_PART
