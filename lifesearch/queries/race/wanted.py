"""Which patterns a race is for, wherever they come from: one piece, and the right motion."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from functools import cached_property

from lifesearch.encoding.motion import Motion
from lifesearch.life.identify import canonical_key, pieces
from lifesearch.life.orientation import Orientation
from lifesearch.life.pattern import Pattern
from lifesearch.life.rules.rule import LIFE, Rule
from lifesearch.life.simulate.evolve import behaviour, generations
from lifesearch.queries.answer import Answer
from lifesearch.queries.pieces import ExcludedPieces
from lifesearch.queries.verify import require_right


@dataclass(frozen=True)
class Wanted:
    """Patterns in one piece that come back after a motion, and are none of the excluded ones.

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
        """What the excluded patterns are recognised by."""
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
