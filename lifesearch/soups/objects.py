"""What the parts of soups are: the simulator's word, not the kernel's.

The kernel takes a settled soup apart where cells are too far from each other to matter. What is
left together may still be several objects, such as two blocks with one dead cell between them. So
each part that was not seen before is run by the simulator, split into pieces that evolve as if
they were alone, and each piece is given its own period and apgcode. Parts that were seen before
are looked up.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from lifesearch.errors import VerificationError
from lifesearch.life.identify import MOST_LIVES, islands, pieces
from lifesearch.life.pattern import Pattern
from lifesearch.life.rules.rule import Rule
from lifesearch.life.simulate.evolve import Behaviour, behaviour, phases
from lifesearch.life.state_code import object_code
from lifesearch.soups.records import read_part

REMEMBERED = 200_000


@dataclass(frozen=True)
class Object:
    """A still life, oscillator or spaceship, in one of its phases."""

    apgcode: str
    pattern: Pattern
    behaviour: Behaviour

    @property
    def period(self) -> int:
        return self.behaviour.period or 0

    @property
    def moving(self) -> bool:
        return self.behaviour.kind == "spaceship"


Recogniser = Callable[[bytes], tuple[Object, ...]]


def recogniser(rule: Rule) -> Recogniser:
    """Return a function from parts, as the kernel records them, to their objects.

    The result is empty if there are too many islands and generations to take the part apart.
    """

    @lru_cache(maxsize=REMEMBERED)
    def recognise(record: bytes) -> tuple[Object, ...]:
        return objects(*read_part(record, rule.states), rule)

    return recognise


def objects(part: Pattern, period: int, moving: bool, rule: Rule) -> tuple[Object, ...]:
    """Take a part apart and identify each piece."""
    seen = behaviour(part, rule, period)
    if seen.period != period or (seen.kind == "spaceship") is not moving:
        raise VerificationError(
            f"a part of a soup should be periodic after {period} generations, but the simulator "
            f"says: {seen.describe()}"
        )
    if len(islands(part)) * period > MOST_LIVES:
        return ()
    alone = [(piece, behaviour(piece, rule, period)) for piece in pieces(part, rule, period)]
    if not all(of_piece.period for _, of_piece in alone):
        alone = [(part, seen)]
    return tuple(_object(piece, of_piece, rule) for piece, of_piece in alone)


def _object(pattern: Pattern, its: Behaviour, rule: Rule) -> Object:
    code = object_code(phases(pattern, rule, its.period or 1), moving=its.kind == "spaceship")
    return Object(code, pattern, its)
