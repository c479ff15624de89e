"""A question for the objects that random soups leave; it has no end.

Its answers are objects, each reported once with the first soup in which it was seen. Nothing is
ever proved: an object that was not seen may be in the next soup. The frequency of each object is
counted separately, see `lifesearch.engines.soups.census`.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Self

from lifesearch.common import require
from lifesearch.common.errors import InputError
from lifesearch.common.limits import MOST_WANTED
from lifesearch.core.answer import Answer, wrong_answer
from lifesearch.core.question import PatternQuery
from lifesearch.core.words import in_rule
from lifesearch.engines.sat.solving.part import Part
from lifesearch.engines.soups.limits import LARGEST_SOUP
from lifesearch.life.pattern import Pattern
from lifesearch.life.rules.rule import LIFE, Rule
from lifesearch.life.simulate.evolve import behaviour
from lifesearch.life.symmetry import Symmetry

if TYPE_CHECKING:
    from lifesearch.engines.soups.bulk.worker import RareWork
    from lifesearch.engines.soups.search import FoundObject, Soups
    from lifesearch.engines.soups.worker import SoupWork

BOARD = 256
"""Cells a side of the square on which a soup may spread, the largest that kernels support.

On a smaller one, more soups would reach the border, and their objects would not be counted.
"""
SEEDS = 10**9
"""The number of seeds to draw from, if none is given: few enough to be short to type."""


class PatternInSoup(NamedTuple):
    """An object, and the number of the soup that it came out of."""

    pattern: Pattern
    soup: int


@dataclass(frozen=True)
class SoupAnswer(Answer):
    """An object that came out of a soup, in one of its phases.

    soup      the number of the first soup in which it was seen
    symmetry  the symmetry of that soup, by name
    seed      the seed of all soups
    """

    apgcode: str = ""
    soup: int = 0
    symmetry: str = ""
    seed: int = 0

    @property
    def saved(self) -> PatternInSoup:
        return PatternInSoup(self.pattern, self.soup)

    @property
    def origin(self) -> str:
        return f"soup {self.soup:,} of seed {self.seed}, symmetry {self.symmetry}"


@dataclass(frozen=True)
class SoupQuery(PatternQuery):
    """The objects in soups of these symmetries, or of all that the rule has.

    Soups are boxes of `least` to `most` cells a side (one taller where a symmetry needs it), filled
    at random and symmetrically: `density` is the probability of a live cell. With these given, its
    number and the `seed` determine a soup.

    Soups have no end, and yet `endless` is empty: no option would let a search come to an end of
    its own. It ends after the number of soups that is asked for or, without one, at the time limit.
    """

    kind: ClassVar[str] = "soup"
    unit = "soup"
    tabulated = True

    rule: Rule = LIFE
    symmetries: tuple[Symmetry, ...] = ()
    seed: int = 0
    density: float = 0.5
    least: int = 8
    most: int = 16

    def __post_init__(self) -> None:
        require.each(self.symmetries, "the symmetries", Symmetry)
        require.whole(self.seed, "the seed", 0, MOST_WANTED)
        if not isinstance(self.density, float):
            raise InputError("the density must be a number between 0 and 1, such as 0.5")
        for side in (self.least, self.most):
            require.whole(side, "the side of a soup", 1, LARGEST_SOUP)
        _ = self.soups  # made now, for its errors: the rule may not have the symmetry

    @cached_property
    def soups(self) -> Soups:
        """All these soups for the engine: it makes each from its number."""
        from lifesearch.engines.soups.search import Soups

        return Soups.of(
            self.rule,
            [symmetry.name for symmetry in self.symmetries] or None,
            self.seed,
            least=self.least,
            most=self.most,
            density=self.density,
            board=BOARD,
        )

    @property
    def work(self) -> SoupWork | RareWork:
        """The work of its workers; subclasses for rare oscillators have `RareWork`."""
        from lifesearch.engines.soups.worker import SoupWork

        return SoupWork(self.soups)

    @property
    def saved_type(self) -> Any:
        return PatternInSoup

    @property
    def part(self) -> Part:
        """The only part: all objects belong to it."""
        return Part((BOARD, BOARD))

    def has_part(self, part: Part, depth: int) -> bool:
        return part == self.part

    def as_recorded(self, recorded: Self) -> Self:  # pyright: ignore[reportIncompatibleMethodOverride]
        """These soups with the seed that was drawn at random when the session began."""
        return replace(self, seed=recorded.seed)

    def describe(self) -> str:
        return f"objects in soups{in_rule(self.rule)}"

    def where(self) -> str:
        names = ", ".join(symmetry.name for symmetry in self.symmetries)
        kinds = f"symmetry {names}" if names else "all symmetries"
        sides = f"{self.least}" if self.least == self.most else f"{self.least} to {self.most}"
        cells = "cell" if self.most == 1 else "cells"
        return f", {kinds}, {sides} {cells} wide, density {self.density:g}, seed {self.seed}"

    def key(self, answer: Answer) -> Hashable:
        assert isinstance(answer, SoupAnswer)
        return answer.apgcode

    def answer(self, found: FoundObject) -> SoupAnswer:
        """An object of a soup as an answer; `engines.soups.objects` has simulated it before."""
        its = found.object
        return SoupAnswer(
            its.pattern.normal(),
            its.period,
            self.rule,
            apgcode=its.apgcode,
            soup=found.number,
            symmetry=found.symmetry,
            seed=self.seed,
        )

    def answers(self, saved: Sequence[PatternInSoup], width: int, height: int) -> list[Answer]:
        """Simulate objects; VerificationError unless each is one object, and periodic."""
        from lifesearch.engines.soups.objects import objects
        from lifesearch.engines.soups.search import FoundObject
        from lifesearch.engines.soups.seeds import shape_of

        made: list[Answer] = []
        for pattern, soup in saved:
            # A damaged session may have anything: recognised again, it must be one whole object.
            # That this soup leaves it is not checked: the soup would have to be run.
            its = behaviour(pattern, self.rule, self.soups.generations)
            moving = its.kind == "spaceship"
            alone = objects(pattern, its.period, moving, self.rule) if its.period else ()
            if len(alone) != 1 or soup < 0:
                raise wrong_answer("is not an object that a soup can leave")
            symmetry = shape_of(self.soups.shapes, self.seed, soup).symmetry.name
            made.append(self.answer(FoundObject(soup, symmetry, alone[0])))
        return made
