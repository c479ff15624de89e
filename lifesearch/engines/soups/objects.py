"""The objects in components of soups: identified by the simulator, not by the kernel.

`search` calls its recogniser for each component that the kernel records.

The kernel takes a settled soup apart where cells are too far from each other to matter. A component
may still be several objects, such as two blocks with one dead cell between them. So each component
that was not seen before is run by the simulator and split into pieces that evolve as if they were
alone, and each piece is given its own period and apgcode. Components seen before are looked up:
nearly all ash is a few objects, in few phases.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from lifesearch.common.errors import VerificationError
from lifesearch.engines.soups.records import read_component
from lifesearch.life.identify import MOST_LIVES, islands, pieces
from lifesearch.life.pattern import Pattern
from lifesearch.life.rules.rule import Rule
from lifesearch.life.simulate.evolve import Behaviour, behaviour, phases
from lifesearch.life.state_code import object_code

REMEMBERED = 200_000
"""The number of components whose objects are remembered, to bound the memory: a choice."""


@dataclass(frozen=True)
class Object:
    """A still life, oscillator or spaceship, in one of its phases."""

    apgcode: str
    pattern: Pattern
    behaviour: Behaviour

    @property
    def period(self) -> int:
        return self.behaviour.period or 0  # never 0: objects recur

    @property
    def moving(self) -> bool:
        return self.behaviour.kind == "spaceship"


Recogniser = Callable[[bytes], tuple[Object, ...]]


def recogniser(rule: Rule) -> Recogniser:
    """Return a function from components, as the kernel records them, to their objects.

    The result is empty if a component has too many islands and generations to be taken apart.
    """

    @lru_cache(maxsize=REMEMBERED)
    def recognise(record: bytes) -> tuple[Object, ...]:
        return objects(*read_component(record, rule.states), rule)

    return recognise


def objects(component: Pattern, period: int, moving: bool, rule: Rule) -> tuple[Object, ...]:
    """Split a component into objects and identify each; none if it is too large to be split.

    VerificationError, which ends the search, if the simulator finds another period than the kernel:
    that is a bug.
    """
    seen = behaviour(component, rule, period)
    if seen.period != period or (seen.kind == "spaceship") is not moving:
        raise VerificationError(
            f"a part of a soup should be periodic after {period} generations, but the simulator "
            f"says: {seen.describe()}"
        )
    if len(islands(component)) * period > MOST_LIVES:
        return ()  # `pieces` would take all of it for one piece
    alone = [(piece, behaviour(piece, rule, period)) for piece in pieces(component, rule, period)]
    # A piece that does not recur alone needs the others: then the component is one object.
    if not all(of_piece.period for _, of_piece in alone):
        alone = [(component, seen)]
    return tuple(_object(piece, of_piece, rule) for piece, of_piece in alone)


def _object(pattern: Pattern, its: Behaviour, rule: Rule) -> Object:
    code = object_code(phases(pattern, rule, its.period or 1), moving=its.kind == "spaceship")
    return Object(code, pattern, its)
