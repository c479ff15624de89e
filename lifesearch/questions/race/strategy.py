"""The patterns that a race is for (`RaceGoal`), and the base class of its strategies."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Hashable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar, NamedTuple

from lifesearch.core.answer import Answer, require_right
from lifesearch.core.pieces import ExcludedPieces
from lifesearch.engines.sat.solving.configuration import Strategy
from lifesearch.engines.sat.solving.enumerate import Report
from lifesearch.engines.sat.solving.part import UNLIMITED, Part
from lifesearch.life.identify import canonical_key, pieces
from lifesearch.life.motion import Motion
from lifesearch.life.orientation import Orientation
from lifesearch.life.pattern import Pattern
from lifesearch.life.rules.rule import LIFE, Rule
from lifesearch.life.simulate.evolve import behaviour, generations


@dataclass(frozen=True)
class RaceGoal:
    """The patterns of a race: in one piece, with this motion, and without an `excluded` piece.

    `composite` patterns may have several pieces, none of them excluded. With a `symmetry`, which is
    one of strips (see `strips.names`), patterns must have it, and may have several pieces, too.
    """

    motion: Motion
    rule: Rule = LIFE
    excluded: tuple[Pattern, ...] = ()
    composite: bool = False
    symmetry: str = ""

    @cached_property
    def excluded_keys(self) -> frozenset[Hashable]:
        return ExcludedPieces(self.excluded, self.rule, self.motion.period).keys

    def key(self, pattern: Pattern) -> Hashable:
        """Equal for moved, turned and delayed patterns."""
        life = list(generations(pattern, self.motion.period, self.rule))
        return canonical_key(life[:-1], self.rule)

    def turned(self, piece: Pattern) -> Pattern | None:
        """The piece, turned so that it has the wanted motion.

        None if no turn does that, or if it has another period or lacks the wanted symmetry.
        """
        cycle = behaviour(piece, self.rule, self.motion.period)
        if cycle.period != self.motion.period:
            return None
        shift = (self.motion.dx, self.motion.dy)
        turns = [g for g in Orientation if g.apply(cycle.dx, cycle.dy) == shift]
        images = (piece.transform(g) for g in turns if g in self.rule.symmetries)
        return next((image.normal() for image in images if self._is_symmetric(image)), None)

    def _is_symmetric(self, pattern: Pattern) -> bool:
        if not self.symmetry:
            return True
        from lifesearch.questions.strips.widening import has_symmetry

        life = list(generations(pattern, self.motion.period, self.rule))
        return has_symmetry(life, self.symmetry)

    def patterns_in(self, pattern: Pattern) -> list[Pattern]:
        """The patterns of the race that a pattern consists of, each turned to the wanted motion.

        They are pieces of it; if several pieces are allowed, it is taken as a whole.
        """
        split = pieces(pattern, self.rule, self.motion.period)
        if self.composite or self.symmetry:
            split = (
                () if any(self.key(piece) in self.excluded_keys for piece in split) else (pattern,)
            )
        right = [turned for piece in split if (turned := self.turned(piece)) is not None]
        return [piece for piece in right if self.key(piece) not in self.excluded_keys]

    def answers(self, patterns: Sequence[Pattern]) -> list[Answer]:
        """Verify patterns by simulation; return them as answers."""
        answers = [Answer(pattern, self.motion.period, self.rule) for pattern in patterns]
        right = [self.patterns_in(pattern) == [pattern.normal()] for pattern in patterns]
        require_right(answers, right, "pattern that moves as asked, and of the pieces asked for")
        return answers


SOON_FOUND = 30_000
"""Units of time (see `RaceStrategy`) in which random boards find most oscillators.

Strategies whose patterns random boards have sooner wait for so long (`RaceStrategy.after`).
"""


class Shares(NamedTuple):
    """Weights of a strategy in the time of a race: for oscillators and two kinds of spaceships.

    Straight ships move along columns (dx is 0), others do not. The weights were chosen by
    measurements: `python -m tests.bench --first`.
    """

    oscillators: int = 1
    straight_ships: int = 1
    other_ships: int = 1


@dataclass(frozen=True)
class RaceStrategy(ABC):
    """A strategy of a race: endless parts, in the order in which they are begun.

    name               its name for the option <only>; several strategies may share one
    wanted             the patterns that the race is for
    seed               decides what is random
    shares             its weights in the time of the race
    alone              whether it was chosen, so that it may be the only one that takes part
    engine, what, why  the words of its step in a plan
    noun, ending       what a part consists of, such as "box", and the ending of the plural, "es"
    count_in_a_part    how many of these a part has
    by_kernel          whether it needs compiled kernels
    common             periods of oscillators that others have sooner: then it waits for them

    Costs are in units of time that take about as long as a conflict of a solver.

    The type `Strategy` is something else: what a worker uses, a solver's configuration or the name
    of another method. A race gives its workers the `configuration` of a strategy.
    """

    name: ClassVar[str]
    shares: ClassVar[Shares] = Shares()
    engine: ClassVar[str]
    what: ClassVar[str]
    why: ClassVar[str]
    noun: ClassVar[str]
    ending: ClassVar[str] = "s"
    count_in_a_part: ClassVar[int] = 1
    by_kernel: ClassVar[bool] = False
    common: ClassVar[Collection[int]] = ()

    wanted: RaceGoal
    seed: int = 0
    alone: bool = False

    def suits(self) -> bool:
        """Whether the strategy can find the wanted patterns."""
        return True

    def unsuitable(self) -> str:
        """A reason why it cannot, in words; empty if it can, or if the reason has no words."""
        return ""

    @property
    def share(self) -> int:
        """The weight in the time of this race."""
        motion = self.wanted.motion
        if not motion.travels:
            return self.shares.oscillators
        return self.shares.other_ships if motion.dx else self.shares.straight_ships

    @property
    def after(self) -> int:
        """The units that count as spent when the race begins: the strategy waits for so long.

        It begins when others with the same weight have spent that many.
        """
        return SOON_FOUND if self.wanted.motion.period in self.common else 0

    @property
    def units_in_a_part(self) -> int:
        """The cost of a part, or of as much of it as is searched at once; 0 if it is not known."""
        return 0

    @property
    def configuration(self) -> Strategy:
        """What workers use for its parts: without a solver, the name of the engine."""
        return self.engine

    @abstractmethod
    def parts(self) -> Iterator[Part]:
        """The parts, cheapest first."""

    @abstractmethod
    def owns(self, part: Part) -> bool:
        """Whether a part looks like one of this strategy, and not of another one; a quick test."""

    @abstractmethod
    def holds(self, part: Part) -> bool:
        """Whether the strategy can search this part: a session with others is refused."""

    @abstractmethod
    def place(self, part: Part) -> str:
        """The place that a worker searches, in words."""

    def ruled_out(self, parts: Collection[Part]) -> list[str]:
        """The places without a wanted pattern, in short, given searched parts without an answer."""
        return []

    @abstractmethod
    def search(self, part: Part, strategy: Strategy) -> Iterator[Report[Answer]]:
        """Search a part: units spent now and then, verified answers, and the end."""


def parked() -> Iterator[int]:
    """Endless reports that UNLIMITED units are spent, for a part that cannot be searched.

    So the strategy gets no more time, and the others get its share. If all do this, the search ends
    as undecided.
    """
    while True:
        yield UNLIMITED
