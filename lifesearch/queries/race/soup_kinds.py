"""The kinds of soups that race for oscillators, and what comes out of each.

Soups of one kind have one symmetry, so that hundreds of them are run together. In 20 CPU seconds of
one core, in Life, periods came out so many times (a dash is never; those up to 8 come out of D8_1
and D8_4 many times a second, and out of most others):

KINDS_TABLE

No period of 7, 10 or 12 came out of any of them, nor of D4_+1, D4_+4, C2 and D2_x, with still
lifes and without.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from lifesearch.life.apgcode import decode
from lifesearch.life.orientation import Orientation
from lifesearch.life.pattern import Pattern
from lifesearch.life.rules.rule import Rule
from lifesearch.life.simulate.evolve import step
from lifesearch.life.symmetry import Symmetry, rule_symmetries
from lifesearch.soups.seeds import Shape, Shapes

DENSITY = 0.45
COMMON = ("xs4_33", "xs4_252", "xs5_253", "xs6_696", "xs7_178c")
"""A block, a tub, a boat, a beehive and an eater: each stands around a fifth of the soups."""


class Between(NamedTuple):
    """Soups between still lifes that have a symmetry: the box, and the largest middle.

    The middle may be higher or lower by so many cells.
    """

    symmetry: str
    box: tuple[int, int]
    middle: tuple[int, int]
    lower: int = 0


class SoupKind(NamedTuple):
    """Soups of a symmetry, which fill their boxes or stand between still lifes."""

    symmetry: str
    between: Between | None = None
    least: int = 8
    most: int = 24

    def shapes(self, rule: Rule) -> Shapes | None:
        """The shapes of these soups, or nothing if the rule has none of them."""
        names = {symmetry.name for symmetry in rule_symmetries(rule)}
        if self.symmetry not in names:
            return None
        if not self.between:
            return Shapes.of(rule, (self.symmetry,), self.least, self.most, DENSITY)
        still_lifes = common_still_lifes(rule)
        if not still_lifes or self.between.symmetry not in names:
            return None
        shapes = tuple(_shapes_between(Symmetry.parse(self.symmetry), self.between))
        return Shapes(shapes, DENSITY, still_lifes)


KINDS = (
    SoupKind("D8_1"),
    SoupKind("D8_4"),
    SoupKind("D2_+1", Between("D4_+2", (21, 20), (9, 6), lower=4)),
    SoupKind("C4_1", least=7, most=13),
    SoupKind("D8_1"),
    SoupKind("D4_x4"),
    SoupKind("D4_+2", Between("D4_+2", (24, 17), (14, 11))),
    SoupKind("D4_x1"),
)
"""They take turns."""


def racing_shapes(rule: Rule) -> list[Shapes]:
    """The shapes of the soups of each kind that the rule has."""
    return [shapes for kind in KINDS if (shapes := kind.shapes(rule))]


def common_still_lifes(rule: Rule) -> tuple[Pattern, ...]:
    """The common still lifes of Life that are still lifes of this rule, too, in 8 directions."""
    still = [each for each in map(decode, COMMON) if step(each, rule) == each]
    return tuple(each.transform(g).normal() for each in still for g in Orientation)


def _shapes_between(symmetry: Symmetry, between: Between) -> Iterator[Shape]:
    """A box, with the middle of any size that has the symmetry, up to the largest."""
    around = Symmetry.parse(between.symmetry)
    (width, height), (widest, highest) = between.box, between.middle
    for across in range(2 - width % 2, widest + 1, 2):
        for down in range(2 - height % 2, highest + 1, 2):
            for lower in range(-between.lower, between.lower + 1):
                yield Shape(symmetry, width, height, (across, down), around, lower)
