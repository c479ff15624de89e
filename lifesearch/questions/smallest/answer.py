"""An answer: a pattern that recurs in some rule of a class, and which of several is smallest."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from lifesearch.core.answer import Answer, PatternInRule
from lifesearch.engines.on_demand.patterns import Group, Placed
from lifesearch.life.orientation import Orientation
from lifesearch.life.pattern import Pattern


class SpeedOrPeriod(NamedTuple):
    """A period, and how far a pattern moves in it, to the right and down.

    It stands for all images of the pattern: it is that of the image that moves farthest to the
    right and, of several, farthest down.
    """

    period: int
    dx: int
    dy: int

    @property
    def moves(self) -> bool:
        return bool(self.dx or self.dy)


def turned(dx: int, dy: int, group: Group) -> Orientation:
    """The orientation that turns a motion into the one that stands for all its images.

    Of several, the first in the order of `Orientation`: for an oscillator, the identity.
    """
    among = [g for g in Orientation if g in group]
    return max(among, key=lambda g: (g.apply(dx, dy), -among.index(g)))


@dataclass(frozen=True)
class SmallAnswer(Answer):
    """A pattern with its motion, in the orientation in which it moves to the right and down.

    `placed` is its image in the list of all patterns, in whose order an earlier one is smaller.
    """

    motion: SpeedOrPeriod = field(kw_only=True)
    placed: Placed = field(kw_only=True)

    @property
    def saved(self) -> Any:
        return PatternInRule(self.found, self.rule)

    @property
    def rank(self) -> tuple[Placed, str, tuple[Any, ...]]:
        """The rank of an answer: of two with the same motion, that with the lower rank is kept.

        No two answers have the same rank: so a complete search has the same result with any number
        of workers.
        """
        return self.placed, str(self.rule), self.pattern.key()


def best_of(answers: Iterable[SmallAnswer]) -> list[SmallAnswer]:
    """The smallest answer for each motion: by cells, oscillators first, then by period."""
    best: dict[SpeedOrPeriod, SmallAnswer] = {}
    for answer in answers:
        before = best.get(answer.motion)
        if before is None or answer.rank < before.rank:
            best[answer.motion] = answer
    return sorted(
        best.values(),
        key=lambda each: (each.pattern.population, each.motion.moves, each.motion),
    )


def moved(pattern: Pattern, orientation: Orientation) -> Pattern:
    """A pattern turned, with its box at (0, 0)."""
    return pattern.transform(orientation).normal()
