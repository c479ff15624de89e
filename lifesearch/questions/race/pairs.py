"""The strategy of a race that puts two known oscillators side by side: `engines.pairs`.

A part is a pair of oscillators of the built-in catalogue, with all places of the second one beside
the first. Pairs with few cells come first. `race.kind` names the strategy.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations
from math import lcm
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from lifesearch.core.answer import Answer
from lifesearch.engines.sat.solving.configuration import Strategy
from lifesearch.engines.sat.solving.enumerate import Exhausted, Report
from lifesearch.engines.sat.solving.part import Part
from lifesearch.life.rules.rule import LIFE
from lifesearch.life.simulate.evolve import generations
from lifesearch.questions.race.strategy import RaceStrategy, parked

if TYPE_CHECKING:
    from lifesearch.catalogue.catalogue import Entry
    from lifesearch.life.pattern import Pattern

Pair: TypeAlias = "tuple[Entry, Entry]"

MUCH, LITTLE = 100, 2
"""Shares in the time: much, since all pairs of most periods are tried in 20 seconds.

CPU seconds to the first oscillator by pairs alone, where no other strategy was seen to find one in
five minutes: periods 24, 39 and 40, 0.2; 20, 0.4; 18, 3; 35, 5; 21 and 28, 8; 42, 15. Period 12
takes 1, 30 takes 1.4, and 36 takes 0.3. There are none of 22, 26, 33, 34 and 38.
"""
COMMON = frozenset({6, 10, 14, 15})
"""Periods that other strategies have sooner."""
LONGEST = 60
"""The longest period: from 43 on oscillators are built unless a strategy is chosen."""
PLACES_A_UNIT = 1
"""Places that cost one unit of time."""
UNITS_IN_A_PART = 20_000
"""More than the places of most pairs: no pair is set aside half done."""
BOARD = (64, 64)
"""The box of a part: the board of the engine."""
LABEL = "pair"
"""The first word of the names of parts; the others are the two files of the catalogue."""
END = Part(BOARD, name=f"{LABEL} end")
"""The part after all pairs. It is never done: a race must not end as if all were searched."""


class OscillatorPairs(RaceStrategy):
    """Pairs of known oscillators whose periods have the wanted one as least common multiple."""

    name, engine = "pairs", "pairs"
    what = "pairs of known oscillators side by side"
    why = "if they change each other, a cell has the least common multiple of their periods"
    noun, common = "pair", COMMON

    @property
    def units_in_a_part(self) -> int:
        return UNITS_IN_A_PART

    def suits(self) -> bool:
        motion = self.wanted.motion
        plain = self.wanted.rule == LIFE and not motion.travels
        return plain and motion.period <= LONGEST and bool(_pairs(motion.period))

    def unsuitable(self) -> str:
        if self.suits():
            return ""
        return (
            f"they are for oscillators of periods up to {LONGEST} in Life that are the least "
            "common multiple of two shorter ones"
        )

    @property
    def share(self) -> int:
        return LITTLE if self.wanted.motion.period in COMMON else MUCH

    def parts(self) -> Iterator[Part]:
        yield from (_part(pair) for pair in _pairs(self.wanted.motion.period))
        yield END

    def owns(self, part: Part) -> bool:
        return part.name.startswith(f"{LABEL} ")

    def holds(self, part: Part) -> bool:
        return part == END or part in map(_part, _pairs(self.wanted.motion.period))

    def place(self, part: Part) -> str:
        if part == END:
            return "larger sets of oscillators"
        first, second = self._pair(part)
        return f"{first.name} beside {second.name}"

    def _pair(self, part: Part) -> Pair:
        """The pair of a part, which `holds` it."""
        pairs = _pairs(self.wanted.motion.period)
        return next(pair for pair in pairs if _part(pair) == part)

    def search(self, part: Part, strategy: Strategy) -> Iterator[Report[Answer]]:
        """Try all places of a pair."""
        if part == END:
            yield from parked()
        from lifesearch.engines.pairs.search import found_in

        units = 0
        for report in found_in(*map(_life, self._pair(part))):
            if isinstance(report, int):
                units = report // PLACES_A_UNIT
                yield units
            elif answers := self.wanted.answers(self.wanted.patterns_in(report)):
                yield answers
        yield Exhausted(units)


@cache
def _pairs(period: int) -> tuple[Pair, ...]:
    """All pairs of known oscillators with this least common multiple, those with few cells first.

    None has the period itself: then each of its cells could have it alone.
    """
    from lifesearch.catalogue.catalogue import builtin

    known = [entry for entry in builtin().where("oscillator") if entry.period < period]
    possible = combinations([entry for entry in known if period % entry.period == 0], 2)
    found = [pair for pair in possible if lcm(*(entry.period for entry in pair)) == period]
    return tuple(sorted(found, key=lambda pair: pair[0].cells + pair[1].cells))


def _part(pair: Pair) -> Part:
    first, second = (Path(entry.file).stem for entry in pair)
    return Part(BOARD, name=f"{LABEL} {first} {second}")


def _life(entry: Entry) -> list[Pattern]:
    """All generations of an oscillator."""
    from lifesearch.catalogue.catalogue import pattern_of

    return list(generations(pattern_of(entry).pattern, entry.period - 1))
