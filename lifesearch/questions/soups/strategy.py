"""Soups: random patterns, many of them symmetric, that are run until they settle.

`kind` names the strategies, and `questions.race` gives them a share of the time.

Soups have numbers, and a part is a range of them; so a search that is resumed continues there.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from typing import TYPE_CHECKING, ClassVar

from lifesearch.core.answer import Answer
from lifesearch.engines.compiled import available
from lifesearch.engines.sat.solving.configuration import Strategy
from lifesearch.engines.sat.solving.enumerate import Exhausted, Report
from lifesearch.engines.sat.solving.part import Part
from lifesearch.life.preview import Preview
from lifesearch.life.rules.rule import Rule
from lifesearch.questions.race.strategy import RaceStrategy, Shares, parked

if TYPE_CHECKING:
    from lifesearch.engines.soups.search import Soups
    from lifesearch.engines.soups.seeds import Shapes


SOUPS_IN_A_PART = 1 << 17
"""Soups of one kind before the next kind has its turn: a tenth to a quarter of a second."""

SIDE = 256
"""Cells a side of the board on which soups spread: the box of a part.

Soups that are run together have a smaller board (`engines.soups.bulk`); their parts have this box,
too.
"""

TOGETHER_IN_A_UNIT = 32
"""The number of soups that, run together, take as long as one that is run alone: a unit of time."""

SLICES_ALONE = 8
"""The number of time slices in which a part is searched whose soups are run alone. A choice."""

MOST_LOOKED_AT = 2
"""The most soups of a batch that are run again one by one, which takes longer than the batch.

In some rules a hundred seem to have the period, but have twice that period, or consist of two
pieces with shorter ones.
"""

STRIPS_BEFORE = 8_000
"""Units before soups begin in a race for ships, which strips and boxes mostly find sooner."""

BOXES_BEFORE = 200
"""Units before soups begin in a race for oscillators: the smallest boxes have the blinker, which
is found before machine code is loaded."""

COMMON_BEFORE = 480_000
"""Units before soups of rare kinds begin: by then common kinds have found common patterns."""

REPORTED_EVERY = SOUPS_IN_A_PART // 8
"""Progress is reported after this number of soups, since a report takes time.

It is a multiple of the number that are run together (`kernel.TOGETHER`).
"""


class SoupRanges(RaceStrategy):
    """Ranges of soups, one after another, that find common patterns soon.

    A part is named by `words`, which begin its name, and the number of its range.
    """

    name, engine = "soups", "soups"
    shares = Shares(8)
    what, why = "random soups, many of them symmetric", "they produce common patterns quickly"
    noun, count_in_a_part, by_kernel = "soup", SOUPS_IN_A_PART, True
    words: ClassVar[str] = "soups"

    def suits(self) -> bool:
        return available() and len(self.wanted.rule.steps) == 1

    @property
    def after(self) -> int:
        return STRIPS_BEFORE if self.wanted.motion.travels else BOXES_BEFORE

    @property
    def units_in_a_part(self) -> int:
        """The cost of a part; of soups that are run alone, that of a time slice of a second.

        These parts are set aside and continued (`running.schedule`), each with its process: with
        shorter slices there would be dozens.
        """
        rule, travels = self.wanted.rule, self.wanted.motion.travels
        alone = travels or rule.states > 2 or not counts_neighbours(rule)
        return SOUPS_IN_A_PART // (SLICES_ALONE if alone else TOGETHER_IN_A_UNIT)

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
        """Whether there are soups for the rule.

        Workers ask this, and not `suits`: to know it, many modules must be loaded.
        """
        return True

    def kinds(self) -> tuple[Shapes, ...]:
        """The shapes of soups of each kind, which take turns, part by part."""
        from lifesearch.questions.soups.raced_kinds import COMMON_KINDS, possible_shapes

        return possible_shapes(self.wanted.rule, COMMON_KINDS)

    def soups(self, part: Part) -> Soups:
        """The soups of a range; the kinds of them take turns.

        For ships they are those of `lifesearch soup`, of all symmetries: the kinds are for
        oscillators.
        """
        from lifesearch.engines.soups.search import Soups

        rule, kinds = self.wanted.rule, self.kinds()
        if self.wanted.motion.travels or not kinds:
            return Soups.of(rule, seed=self.seed)
        return Soups(rule, kinds[_number(part) % len(kinds)], self.seed)

    def search(self, part: Part, strategy: Strategy) -> Iterator[Report[Answer]]:
        if not self.can_be_run():
            yield from parked()
        from lifesearch.engines.soups.bulk.periods import can_run_in_bulk, soups_of_period

        soups, motion = self.soups(part), self.wanted.motion
        start = _start(part)
        stop = start + SOUPS_IN_A_PART
        if not motion.travels and can_run_in_bulk(soups):
            yield _preview(soups, start)
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
                yield _preview(soups, reached - 1)
                yield reached - start
        yield Exhausted(SOUPS_IN_A_PART)

    def _found(self, soups: Soups, start: int, stop: int) -> Iterator[tuple[list[Answer], int]]:
        """The wanted patterns of these soups as they are found, each with the number of its soup.

        Or none, and the number of the first soup that is not run yet. A component whose period is
        a multiple of the wanted one is worth a look: an object in it may have the wanted one.
        """
        from lifesearch.engines.soups.search import FoundObject, search

        wanted, motion = self.wanted, self.wanted.motion
        for report in search(
            soups,
            start,
            stop,
            wanted=lambda answer: bool(wanted.patterns_in(answer.pattern)),
            worth=lambda period, moves: moves == motion.travels and not period % motion.period,
        ):
            if isinstance(report, FoundObject):
                found = wanted.answers(wanted.patterns_in(report.object.pattern))
                yield found, report.number
            else:
                yield [], report.next_number


class RareSoupRanges(SoupRanges):
    """Ranges of soups that settle into rare patterns."""

    shares = Shares(24)
    what = "small soups between still lifes"
    why = "some of them settle into rare patterns"
    words = "other soups"

    def suits(self) -> bool:
        # Its kinds are for oscillators, and are worth their time only if they are run together.
        rule, travels = self.wanted.rule, self.wanted.motion.travels
        return super().suits() and counts_neighbours(rule) and rule.plain and not travels

    @property
    def after(self) -> int:
        return COMMON_BEFORE

    def kinds(self) -> tuple[Shapes, ...]:
        from lifesearch.questions.soups.raced_kinds import RARE_KINDS, possible_shapes

        return possible_shapes(self.wanted.rule, RARE_KINDS)

    def can_be_run(self) -> bool:
        return bool(self.kinds())


def counts_neighbours(rule: Rule) -> bool:
    """Whether a rule has one table for all generations, which only counts neighbours."""
    return len(rule.steps) == 1 and rule.births is not None


def _preview(soups: Soups, number: int) -> Preview:
    """The soup with this number, to be shown while others are run."""
    from lifesearch.engines.soups.worker import Example

    example = Example.of(soups, number)
    return Preview(str(example), example.pattern, soups.rule)


def _number(part: Part) -> int:
    return int(part.name.rpartition(" ")[2])


def _start(part: Part) -> int:
    return _number(part) * SOUPS_IN_A_PART
