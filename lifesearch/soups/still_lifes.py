"""Soups around which a still life stands: a small random middle, and what may keep it going.

Many oscillators are something short-lived between still lifes that turn it back each time: the
worker bee is a row of six cells between four eaters.
"""

from __future__ import annotations

from collections.abc import Iterator

from lifesearch.life.apgcode import decode
from lifesearch.life.orientation import Orientation
from lifesearch.life.pattern import Pattern
from lifesearch.life.rules.rule import Rule
from lifesearch.life.simulate.evolve import step
from lifesearch.life.symmetry import Symmetry
from lifesearch.soups.seeds import Shape

COMMON = ("xs4_33", "xs4_252", "xs5_253", "xs6_696", "xs7_178c")
"""A block, a tub, a boat, a beehive and an eater."""


def common_still_lifes(rule: Rule) -> tuple[Pattern, ...]:
    """The common still lifes of Life that are still lifes of this rule, too, in all directions."""
    still = [each for each in map(decode, COMMON) if step(each, rule) == each]
    turned = (each.transform(g).normal() for each in still for g in Orientation)
    return tuple(dict.fromkeys(turned))


def shapes_with_a_middle(
    symmetry: Symmetry, width: int, height: int, widest: int, highest: int
) -> Iterator[Shape]:
    """A box, with the middle of any size that has the symmetry, up to the largest."""
    for across in range(2 - width % 2, widest + 1, 2):
        for down in range(2 - height % 2, highest + 1, 2):
            yield Shape(symmetry, width, height, (across, down))
