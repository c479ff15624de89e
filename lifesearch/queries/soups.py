"""What comes out of random soups: a query without an end, for each soup leads to another one.

Its answers are objects, each reported once with the first soup in which it was seen. Nothing is
ever proved: what did not come out may come out of the next soup. How often each object came out is
counted beside that, see `lifesearch.soups.counts`.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from lifesearch import require
from lifesearch.errors import InputError
from lifesearch.life.pattern import Pattern
from lifesearch.life.rules.rule import LIFE, Rule
from lifesearch.life.simulate.evolve import behaviour
from lifesearch.life.symmetry import Symmetry
from lifesearch.limits import LARGEST_SOUP, MOST_WANTED
from lifesearch.queries.answer import Answer, wrong_answer
from lifesearch.queries.base import PatternQuery
from lifesearch.queries.constraints import NO_CONSTRAINTS
from lifesearch.queries.words import in_rule
from lifesearch.solving.parts import Part

if TYPE_CHECKING:  # numba takes long to load
    from lifesearch.soups.census import FoundObject, Soups
    from lifesearch.soups.together.work import RareWork
    from lifesearch.soups.work import SoupWork

BOARD = 256
SEEDS = 10**9
"""Where nobody chooses a seed, it is one of so many: short enough to be typed."""


class PatternInSoup(NamedTuple):
    """An object, and the number of the soup that it came out of."""

    pattern: Pattern
    soup: int


@dataclass(frozen=True)
class SoupAnswer(Answer):
    """An object that came out of a soup, in one of its phases."""

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
    """Soups of these symmetries, or of all that the rule has, `least` to `most` cells a side."""

    kind: ClassVar[str] = "soup"
    constraints = NO_CONSTRAINTS
    raw = False
    unit = "soup"
    view = "soups"
    has_clauses = False

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
        assert self.soups

    @cached_property
    def soups(self) -> Soups:
        from lifesearch.soups.census import Soups

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
        from lifesearch.soups.work import SoupWork

        return SoupWork(self.soups)

    @property
    def saved_type(self) -> Any:
        return PatternInSoup

    @property
    def part(self) -> Part:
        return Part((BOARD, BOARD))

    def describe(self) -> str:
        return f"objects in soups{in_rule(self.rule)}"

    def where(self) -> str:
        names = ", ".join(symmetry.name for symmetry in self.symmetries)
        kinds = f"symmetry {names}" if names else "all symmetries"
        sides = f"{self.least}" if self.least == self.most else f"{self.least} to {self.most}"
        return f", {kinds}, {sides} cells wide, density {self.density:g}, seed {self.seed}"

    def parts(self, depth: int) -> Iterator[Part]:
        yield self.part

    def key(self, answer: Answer) -> Hashable:
        assert isinstance(answer, SoupAnswer)
        return answer.apgcode

    def answer(self, found: FoundObject) -> SoupAnswer:
        """What came out of a soup, which the simulator has confirmed."""
        thing = found.object
        return SoupAnswer(
            thing.pattern.normal(),
            thing.period,
            self.rule,
            apgcode=thing.apgcode,
            soup=found.index,
            symmetry=found.symmetry,
            seed=self.seed,
        )

    def answers(self, saved: Sequence[PatternInSoup], width: int, height: int) -> list[Answer]:
        """Simulate objects: each must be one, and periodic."""
        from lifesearch.soups.census import FoundObject
        from lifesearch.soups.objects import objects
        from lifesearch.soups.seeds import shape_of

        made: list[Answer] = []
        for pattern, soup in saved:
            its = behaviour(pattern, self.rule, self.soups.generations)
            moving = its.kind == "spaceship"
            things = objects(pattern, its.period, moving, self.rule) if its.period else ()
            if len(things) != 1 or soup < 0:
                raise wrong_answer("is not an object that a soup can leave")
            symmetry = shape_of(self.soups.shapes, self.seed, soup).symmetry.name
            made.append(self.answer(FoundObject(soup, symmetry, things[0])))
        return made
