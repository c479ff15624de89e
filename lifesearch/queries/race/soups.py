"""Soups: random patterns, many of them symmetric, that are run until they settle.

Soups have numbers, and a part is a range of them; so a search that goes on takes up where it was.

The first soups: a few that are run while everything else is being loaded.

What is most common comes out of them, before a solver has seen its first box.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from typing import TYPE_CHECKING, ClassVar

from lifesearch import rows
from lifesearch.life.glimpse import Glimpse
from lifesearch.life.rules.rule import Rule
from lifesearch.life.symmetry import C1, rule_symmetries
from lifesearch.queries.answer import Answer
from lifesearch.queries.way import Shares, Way, parked
from lifesearch.solving.configuration import How
from lifesearch.solving.enumerate import Exhausted, Report
from lifesearch.solving.parts import Part
from lifesearch.soups.plain import BOARD, PlainSoups

if TYPE_CHECKING:
    from lifesearch.soups.census import Soups
    from lifesearch.soups.seeds import Shapes


SOUPS = 64
COST = 20
"""What one of these soups costs, in units that take as long as a conflict."""
PART = Part((BOARD, BOARD), name="soups, the first")
MOST_SYMMETRIC = 4


class FirstSoups(Way):
    """One part, of soups that need nothing to be loaded."""

    name, engine = "soups", "soups"
    what, why = f"the first {SOUPS} soups", "they need nothing to be loaded"
    thing, things_in_a_part = "soup", SOUPS

    def suits(self) -> bool:
        """Where it can be asked for alone, others are to follow it."""
        usable = counts_neighbours(self.wanted.rule) and not self.wanted.motion.travels
        return usable and (not self.alone or self.can_compile)

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


SOUPS_IN_A_PART = 1 << 17
SIDE = 256

TOGETHER_IN_A_UNIT = 32
"""So many soups that are run together take as long as one that is run alone."""

MOST_LOOKED_AT = 2
"""Of those that are run together, so many are looked at: to run one exactly takes longer than all.

In some rules a hundred seem to have the period and have it not: it is twice as long, or two pieces
make it up.
"""

STRIPS_BEFORE = 8_000
"""Ships seldom come out of soups before strips and boxes have them: soups need not be compiled yet.
"""

REPORTED_EVERY = SOUPS_IN_A_PART // 8
"""Progress is reported after this number of soups, since a report takes time."""


class SoupRanges(Way):
    """Ranges of soups, one after another, out of which something common comes soon."""

    name, engine = "soups", "soups"
    shares = Shares(8)
    what, why = "random soups, many of them symmetric", "they produce common patterns quickly"
    thing, things_in_a_part, compiled = "soup", SOUPS_IN_A_PART, True
    part_size = SOUPS_IN_A_PART // TOGETHER_IN_A_UNIT
    words: ClassVar[str] = "soups"

    def suits(self) -> bool:
        return self.can_compile and len(self.wanted.rule.steps) == 1

    @property
    def after(self) -> int:
        return STRIPS_BEFORE if self.wanted.motion.travels else 0

    def parts(self) -> Iterator[Part]:
        return (Part((SIDE, SIDE), name=f"{self.words} {number}") for number in count())

    def owns(self, part: Part) -> bool:
        return part.name.startswith(f"{self.words} ")

    def holds(self, part: Part) -> bool:
        words, _, number = part.name.rpartition(" ")
        return part.box == (SIDE, SIDE) and words == self.words and number.isdecimal()

    def place(self, part: Part) -> str:
        start = _start(part)
        return f"{self.words} {start:,} to {start + SOUPS_IN_A_PART - 1:,}"

    def can_be_run(self) -> bool:
        return not rows.unavailable()

    def kinds(self) -> tuple[Shapes, ...]:
        from lifesearch.queries.race.soup_kinds import COMMON_KINDS, possible_shapes

        return possible_shapes(self.wanted.rule, COMMON_KINDS)

    def soups(self, part: Part) -> Soups:
        """The soups of a range; the kinds of them take turns.

        Ships are rather found in soups without symmetry, from which they escape.
        """
        from lifesearch.soups.census import Soups

        rule, kinds = self.wanted.rule, self.kinds()
        if self.wanted.motion.travels or not kinds:
            return Soups.of(rule, seed=self.seed)
        return Soups(rule, kinds[_number(part) % len(kinds)], self.seed)

    def search(self, part: Part, how: How) -> Iterator[Report[Answer]]:
        if not self.can_be_run():
            yield from parked()
        from lifesearch.soups.together.periods import can_be_run_together, soups_of_period

        soups, motion = self.soups(part), self.wanted.motion
        start = _start(part)
        stop = start + SOUPS_IN_A_PART
        if not motion.travels and can_be_run_together(soups):
            yield _glimpse(soups, start)
            for reached, numbers in soups_of_period(soups, motion.period, start, stop):
                for number in numbers[:MOST_LOOKED_AT]:
                    yield from (each for each, _ in self._found(soups, number, number + 1) if each)
                if (reached - start) % REPORTED_EVERY == 0:
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
        from lifesearch.soups.census import FoundObject, search

        wanted, motion = self.wanted, self.wanted.motion
        for report in search(
            soups,
            start,
            stop,
            wanted=lambda thing: bool(wanted.in_pattern(thing.pattern)),
            worth=lambda period, moves: moves == motion.travels and not period % motion.period,
        ):
            if isinstance(report, FoundObject):
                found = wanted.answers(wanted.in_pattern(report.object.pattern))
                yield found, report.index
            else:
                yield [], report.next_index


class RareSoupRanges(SoupRanges):
    """Ranges of soups that settle into rare patterns."""

    shares = Shares(24)
    what = "small soups between still lifes"
    why = "some of them settle into rare patterns"
    words = "other soups"

    def suits(self) -> bool:
        rule, travels = self.wanted.rule, self.wanted.motion.travels
        return super().suits() and counts_neighbours(rule) and rule.plain and not travels

    @property
    def after(self) -> int:
        """What is common should have been found by then."""
        return 480_000

    def kinds(self) -> tuple[Shapes, ...]:
        from lifesearch.queries.race.soup_kinds import RARE_KINDS, possible_shapes

        return possible_shapes(self.wanted.rule, RARE_KINDS)

    def can_be_run(self) -> bool:
        return super().can_be_run() and bool(self.kinds())


def counts_neighbours(rule: Rule) -> bool:
    """Whether a rule is quick in plain Python, too; rules that take turns are known to boxes."""
    return len(rule.steps) == 1 and rule.births is not None


def _glimpse(soups: Soups, index: int) -> Glimpse:
    from lifesearch.soups.work import Example

    example = Example.of(soups, index)
    return Glimpse(str(example), example.pattern, soups.rule)


def _number(part: Part) -> int:
    return int(part.name.rpartition(" ")[2])


def _start(part: Part) -> int:
    return _number(part) * SOUPS_IN_A_PART
