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

SOUPS_IN_A_PART = 1 << 14
SIDE = 256
LEAST_SIDE, MOST_SIDE = 8, 24
DENSITY = 0.45

SYMMETRIES = {"D8_1": 3, "D8_4": 1, "D4_x1": 1, "D4_x4": 1}
"""The symmetries of soups for oscillators, and how often each is taken.

What came out in a CPU second of one core of a busy machine, in Life (a dash is none in 12 to 22
CPU seconds; one seed each):

| symmetry | sides | density | soups | 4 | 5 | 6 | 8 | 14 | 15 |
|---|---|---|---|---|---|---|---|---|---|
| D8_1 | 12 to 24 | 0.4 | 18,000 | 1.6 | 2.1 | 2.0 | 2.5 | 0.8 | 0.1 |
| D8_1 | 8 to 16 | 0.5 | 35,000 | 1.1 | 1.8 | 1.4 | 1.4 | 0.3 | - |
| D8_4 | 12 to 24 | 0.4 | 18,000 | 2.4 | 274 | 1.1 | 2.5 | - | 26 |
| D8_4 | 8 to 16 | 0.5 | 38,000 | 2.0 | 600 | 0.3 | 0.6 | - | 22 |
| D4_x1 | 8 to 16 | 0.5 | 19,000 | 1.6 | - | 1.8 | 6.9 | - | - |
| D4_x4 | 8 to 16 | 0.5 | 17,000 | 1.1 | 28 | 1.6 | 17 | - | - |
| D4_+1 | 8 to 16 | 0.5 | 9,600 | 0.1 | - | - | - | 0.3 | - |
| D4_+2 | 8 to 16 | 0.5 | 9,000 | - | - | - | - | 0.1 | 39 |
| D4_+4 | 8 to 16 | 0.5 | 14,000 | - | 1.6 | 0.2 | - | - | 32 |
| C4_1 | 8 to 16 | 0.5 | 5,800 | - | - | - | 0.3 | - | - |
| C4_4 | 8 to 16 | 0.5 | 6,100 | - | 3.6 | 0.1 | - | - | - |
| D2_+1 | 8 to 16 | 0.5 | 4,100 | - | - | - | - | 0.2 | - |
| D2_+2 | 8 to 16 | 0.5 | 4,500 | - | - | - | - | - | 27 |
| D2_x | 8 to 16 | 0.5 | 5,100 | 0.5 | - | 0.7 | 1.7 | - | - |
| C2_2 | 8 to 16 | 0.5 | 2,100 | - | - | - | - | - | 0.7 |
| C1 | 8 to 16 | 0.5 | 1,100 | - | - | - | - | - | 0.2 |

No period of 7, 9, 10, 12, 16 or 30 came out of any of them.
"""

BETWEEN_STILL_LIFES = ("D4_+2", 24, 17, 14, 11)
"""One more kind of soup: symmetry, box, and the largest middle between still lifes.

Period 9 comes out of them every 5 CPU seconds (worker bee, snacker), and period 30 once in some
minutes (Eureka); nothing else that is new. In ten other symmetries nothing was seen in 40 CPU
seconds each.
"""


class SoupRanges(Lane):
    """Ranges of soups, one after another."""

    thing, things_in_a_part, compiled = "soup", SOUPS_IN_A_PART, True
    part_size = SOUPS_IN_A_PART

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
        from lifesearch.life.symmetry import Symmetry
        from lifesearch.soups.census import Soups
        from lifesearch.soups.seeds import Shapes
        from lifesearch.soups.still_lifes import common_still_lifes, shapes_with_a_middle

        rule = self.wanted.rule
        possible = {symmetry.name for symmetry in rule_symmetries(rule)}
        names = possible & SYMMETRIES.keys()
        if self.wanted.motion.travels or not names:
            return Soups.of(rule, seed=self.seed)
        shapes = [
            shape
            for name, times in SYMMETRIES.items()
            if name in names
            for shape in times * Shapes.of(rule, (name,), LEAST_SIDE, MOST_SIDE).shapes
        ]
        still_lifes = common_still_lifes(rule)
        symmetry, *sizes = BETWEEN_STILL_LIFES
        if still_lifes and symmetry in possible:
            shapes += shapes_with_a_middle(Symmetry.parse(symmetry), *sizes)
        return Soups(rule, Shapes(tuple(shapes), DENSITY, still_lifes), self.seed)

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
