"""What a race is for, wherever it comes from, and what a way to find it needs to take part."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar, NamedTuple

from lifesearch import rows
from lifesearch.compiled import installed
from lifesearch.life.identify import canonical_key, pieces
from lifesearch.life.motion import Motion
from lifesearch.life.orientation import Orientation
from lifesearch.life.pattern import Pattern
from lifesearch.life.rules.rule import LIFE, Rule
from lifesearch.life.simulate.evolve import behaviour, generations
from lifesearch.queries.answer import Answer, require_right
from lifesearch.queries.pieces import ExcludedPieces
from lifesearch.solving.configuration import How
from lifesearch.solving.enumerate import Report
from lifesearch.solving.parts import UNLIMITED, Part


@dataclass(frozen=True)
class Wanted:
    """Patterns in one piece that recur after a motion, and are none of the excluded ones.

    A `composite` may have several pieces, but none that is excluded. What is to have the `symmetry`
    of a strip (see `strips.names`) may have several pieces, too, as in a strip.
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
        """Moved, turned and delayed patterns have one key."""
        life = list(generations(pattern, self.motion.period, self.rule))
        return canonical_key(life[:-1], self.rule)

    def turned(self, piece: Pattern) -> Pattern | None:
        """The piece, turned so that it travels as asked; None if it does not move like that."""
        known = behaviour(piece, self.rule, self.motion.period)
        if known.period != self.motion.period:
            return None
        way = (self.motion.dx, self.motion.dy)
        turns = [g for g in Orientation if g.apply(known.dx, known.dy) == way]
        turn = next((g for g in turns if g in self.rule.symmetries), None)
        if turn is None or not self._is_symmetric(image := piece.transform(turn)):
            return None
        return image.normal()

    def _is_symmetric(self, pattern: Pattern) -> bool:
        if not self.symmetry:
            return True
        from lifesearch.queries.strips.widening import has_symmetry

        life = list(generations(pattern, self.motion.period, self.rule))
        return has_symmetry(life, self.symmetry)

    def in_pattern(self, pattern: Pattern) -> list[Pattern]:
        split = pieces(pattern, self.rule, self.motion.period)
        if self.composite or self.symmetry:
            split = (
                () if any(self.key(piece) in self.excluded_keys for piece in split) else (pattern,)
            )
        right = [turned for piece in split if (turned := self.turned(piece)) is not None]
        return [piece for piece in right if self.key(piece) not in self.excluded_keys]

    def answers(self, patterns: Sequence[Pattern]) -> list[Answer]:
        """Verify patterns by simulation alone."""
        answers = [Answer(pattern, self.motion.period, self.rule) for pattern in patterns]
        right = [self.in_pattern(pattern) == [pattern.normal()] for pattern in patterns]
        require_right(answers, right, "pattern that moves as asked, in one piece")
        return answers


SOUPS_BEFORE = 30_000
"""Units of soups, which have most oscillators sooner, before something else begins."""


class Shares(NamedTuple):
    """The share of the time that paid off when it was measured, with `bench --first`."""

    oscillators: int = 1
    straight_ships: int = 1
    other_ships: int = 1


@dataclass(frozen=True)
class Way(ABC):
    """One way to find what is wanted: endless parts, in the order in which they are begun.

    Those who want no others ask for it by its `name`, which several may share; then it is `alone`.
    A plan says which `engine` it is, in `what` it searches, and `why`. What a part costs is counted
    in units that take about as long as a conflict of a solver. A part
    consists of `things_in_a_part` things, each a `thing`, of which several have the `ending`.
    What is `compiled` takes long to start, the first time that it is used. A `part_size` is what a
    part costs, where that is known.
    """

    name: ClassVar[str]
    shares: ClassVar[Shares] = Shares()
    engine: ClassVar[str]
    what: ClassVar[str]
    why: ClassVar[str]
    thing: ClassVar[str]
    ending: ClassVar[str] = "s"
    things_in_a_part: ClassVar[int] = 1
    compiled: ClassVar[bool] = False
    part_size: ClassVar[int] = 0

    wanted: Wanted
    seed: int = 0
    alone: bool = False

    def suits(self) -> bool:
        """Whether it takes part in a race for what is wanted."""
        return True

    @property
    def can_compile(self) -> bool:
        """Whether compiled code can be used; whoever is alone waits until that is known."""
        return rows.available() if self.alone else installed()

    @property
    def share(self) -> int:
        motion = self.wanted.motion
        if not motion.travels:
            return self.shares.oscillators
        return self.shares.other_ships if motion.dx else self.shares.straight_ships

    @property
    def after(self) -> int:
        """After how many units of others with the same share it begins."""
        return 0

    @property
    def how(self) -> How:
        """How its parts are searched: without a solver, unless it says otherwise."""
        return self.engine

    @abstractmethod
    def parts(self) -> Iterator[Part]:
        """The parts, cheapest first."""

    @abstractmethod
    def owns(self, part: Part) -> bool:
        """Whether this is a part of this way, and not of another one, as one sees at once."""

    @abstractmethod
    def holds(self, part: Part) -> bool:
        """Whether this is one of its parts."""

    @abstractmethod
    def place(self, part: Part) -> str:
        """Where a worker is at, in words."""

    @abstractmethod
    def search(self, part: Part, how: How) -> Iterator[Report[Answer]]:
        """Search a part: units spent now and then, verified answers, and the end."""


def parked() -> Iterator[int]:
    """What a way reports that cannot be used here, so that it gets no time any more."""
    while True:
        yield UNLIMITED
