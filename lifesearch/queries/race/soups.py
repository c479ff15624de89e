"""Soups: random patterns, many of them symmetric, that are run until they settle.

Soups have numbers, and a part is a range of them; so a search that goes on takes up where it was.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from typing import TYPE_CHECKING

from lifesearch import rows
from lifesearch.queries.answer import Answer
from lifesearch.queries.race.lane import Lane, parked
from lifesearch.queries.race.plain_soups import PART as FIRST
from lifesearch.solving.configuration import BY_SOUPS, Configuration
from lifesearch.solving.enumerate import Exhausted, Glimpse, Report
from lifesearch.solving.parts import Part

if TYPE_CHECKING:
    from lifesearch.soups.census import Soups

SOUPS_IN_A_PART = 1 << 17
SIDE = 256

TOGETHER_IN_A_UNIT = 32
"""So many soups that are run together take as long as one that is run alone."""

TOLD = SOUPS_IN_A_PART // 8
"""How far it got is told after so many: to hear of it takes time, too."""


class SoupRanges(Lane):
    """Ranges of soups, one after another."""

    thing, things_in_a_part, compiled = "soup", SOUPS_IN_A_PART, True
    part_size = SOUPS_IN_A_PART // TOGETHER_IN_A_UNIT

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

    def soups(self, part: Part) -> Soups:
        """The most symmetric ones that the rule has: what is rare elsewhere is common there.

        The kinds of them take turns. Ships are rather found in soups without symmetry, from which
        they escape.
        """
        from lifesearch.queries.race.soup_kinds import racing_shapes
        from lifesearch.soups.census import Soups

        rule = self.wanted.rule
        shapes = racing_shapes(rule, _number(part))
        if self.wanted.motion.travels or shapes is None:
            return Soups.of(rule, seed=self.seed)
        return Soups(rule, shapes, self.seed)

    def search(self, part: Part, how: Configuration) -> Iterator[Report[Answer]]:
        """Run the soups of a range; what comes out of them is verified."""
        if rows.unavailable():
            yield from parked()
        from lifesearch.soups.together.periods import can_be_run_together, soups_of_period

        soups, motion = self.soups(part), self.wanted.motion
        start = _start(part)
        stop = start + SOUPS_IN_A_PART
        if not motion.travels and can_be_run_together(soups):
            yield _glimpse(soups, start)
            for reached, numbers in soups_of_period(soups, motion.period, start, stop):
                for number in numbers:
                    yield from (each for each, _ in self._found(soups, number, number + 1) if each)
                if (reached - start) % TOLD == 0:
                    yield (reached - start) // TOGETHER_IN_A_UNIT
            yield Exhausted(SOUPS_IN_A_PART // TOGETHER_IN_A_UNIT)
            return
        for answers, reached in self._found(soups, start, stop):
            if answers:
                yield answers
            else:
                yield _glimpse(soups, reached - 1)
                yield reached - start
        yield Exhausted(SOUPS_IN_A_PART)

    def _found(self, soups: Soups, start: int, stop: int) -> Iterator[tuple[list[Answer], int]]:
        """What is wanted in these soups, as it comes, and how far it got."""
        from lifesearch.soups.census import Found, search

        wanted, motion = self.wanted, self.wanted.motion
        for report in search(
            soups,
            start,
            stop,
            wanted=lambda thing: bool(wanted.in_pattern(thing.pattern)),
            worth=lambda period, moves: moves == motion.travels and not period % motion.period,
        ):
            if isinstance(report, Found):
                found = wanted.answers(wanted.in_pattern(report.object.pattern))
                yield found, report.index
            else:
                yield [], report.next_index


def _glimpse(soups: Soups, index: int) -> Glimpse:
    """A soup to look at."""
    from lifesearch.soups.work import Example

    example = Example.of(soups, index)
    return Glimpse(str(example), example.pattern, soups.rule)


def _number(part: Part) -> int:
    """The number of a range."""
    return int(part.name.split(" ")[1])


def _start(part: Part) -> int:
    """The number of the first soup of a range."""
    return _number(part) * SOUPS_IN_A_PART
