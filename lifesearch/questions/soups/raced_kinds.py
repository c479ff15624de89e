"""The kinds of soups that race for oscillators, and the periods that each has.

Soups of one kind have one symmetry, so that thousands of them are run together: half a million to
1.4 million in a second of one core. In Life, periods up to 8, 14 and 15 come out of D8_1 and D8_4
many times in that time, period 9 ten times out of soups among four still lifes (worker bee,
snacker), 30 three times out of shuttles (Eureka), 16 once out of C4_1 (Achim's p16), and 10 once in
4 seconds out of soups among eight blocks (a traffic light hassler). Periods 7 and 12 came out of
none, nor out of C4, D4 and D8 in other places with one or two orbits of still lifes, in some 14
million soups each.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, cached_property
from typing import TYPE_CHECKING, NamedTuple

from lifesearch.common.errors import InputError
from lifesearch.engines.soups.seeds import Shape, Shapes
from lifesearch.life.apgcode import decode
from lifesearch.life.orientation import Orientation
from lifesearch.life.pattern import Pattern
from lifesearch.life.rules.rule import Rule
from lifesearch.life.simulate.evolve import step
from lifesearch.life.symmetry import Symmetry, rule_symmetries
from lifesearch.questions.soups.question import SoupQuery

if TYPE_CHECKING:
    from lifesearch.engines.soups.bulk.worker import RareWork
    from lifesearch.engines.soups.search import Soups
    from lifesearch.engines.soups.worker import SoupWork

DENSITY = 0.45
"""The fraction of live cells, where a kind of soups does not say another: a choice."""
COMMON = ("xs4_33", "xs4_252", "xs5_253", "xs6_696", "xs7_178c")
"""A block, a tub, a boat, a beehive and an eater: each stands around a fifth of the soups."""


class AmongStillLifes(NamedTuple):
    """Still lifes around a soup, placed with a symmetry of their own.

    symmetry     of the still lifes; it contains that of the soup in the middle (see `Shape`)
    box          of the whole pattern; middle: the largest box of the soup
    lower        the most rows by which the soup is above or below the centre
    still_lifes  apgcodes to choose from; added: how many are placed, each with its images
    """

    symmetry: str
    box: tuple[int, int]
    middle: tuple[int, int]
    lower: int = 0
    still_lifes: tuple[str, ...] = COMMON
    added: int = 1


class SoupKind(NamedTuple):
    """Soups of a symmetry, of `least` to `most` cells a side, or `among` still lifes in a box."""

    symmetry: str
    among: AmongStillLifes | None = None
    least: int = 8
    most: int = 24
    density: float = DENSITY

    def shapes(self, rule: Rule) -> Shapes | None:
        """The shapes of these soups, or nothing if the rule has none of them."""
        names = {symmetry.name for symmetry in rule_symmetries(rule)}
        if self.symmetry not in names:
            return None
        if not self.among:
            return Shapes.of(rule, (self.symmetry,), self.least, self.most, self.density)
        still_lifes = still_lifes_of(rule, self.among.still_lifes)
        if not still_lifes or self.among.symmetry not in names:
            return None
        shapes = tuple(_shapes_among(Symmetry.parse(self.symmetry), self.among))
        return Shapes(shapes, self.density, still_lifes, self.among.added)


# Boxes are large enough for still lifes around the middle, which the soup reaches when it spreads.
# The top of this module says what came out of each kind.
SHUTTLES = SoupKind("D2_+1", AmongStillLifes("D4_+2", (21, 20), (9, 6), lower=4))
AMONG_FOUR = SoupKind("D4_+2", AmongStillLifes("D4_+2", (24, 17), (14, 11)))
AMONG_EIGHT_BLOCKS = SoupKind(
    "D4_+2",
    AmongStillLifes("D4_+2", (21, 22), (11, 12), still_lifes=("xs4_33",), added=2),
    density=0.3,
)
QUARTER_TURNS = SoupKind("C4_1", least=7, most=13)

COMMON_KINDS = (
    SoupKind("D8_1"),
    SoupKind("D8_4"),
    SHUTTLES,
    QUARTER_TURNS,
    SoupKind("D8_1"),
    SoupKind("D4_x4"),
    AMONG_FOUR,
    SoupKind("D4_x1"),
)
"""The kinds of `SoupRanges`: they take turns, a part each, and one that stands twice has two.

Which stands twice, and their order, are choices.
"""

RARE_KINDS = (
    SHUTTLES,
    *3 * (AMONG_EIGHT_BLOCKS,),
    AMONG_FOUR,
    *3 * (AMONG_EIGHT_BLOCKS,),
    QUARTER_TURNS,
)
"""The kinds of `RareSoupRanges`, which take turns, too: most are for period 10, the rarest."""

ALL_KINDS = (*COMMON_KINDS, *RARE_KINDS)


@cache
def possible_shapes(rule: Rule, kinds: tuple[SoupKind, ...]) -> tuple[Shapes, ...]:
    """The shapes of the kinds that exist in this rule."""
    return tuple(shapes for kind in kinds if (shapes := kind.shapes(rule)))


def still_lifes_of(rule: Rule, names: tuple[str, ...] = COMMON) -> tuple[Pattern, ...]:
    """The named still lifes of Life that are still lifes of this rule, too, in all orientations.

    Each is there eight times, also one that looks the same when turned: so all are equally likely.
    """
    still = [each for each in map(decode, names) if step(each, rule) == each]
    return tuple(each.transform(g).normal() for each in still for g in Orientation)


def _shapes_among(symmetry: Symmetry, among: AmongStillLifes) -> Iterator[Shape]:
    """A box, with the middle of each size up to the largest.

    Sizes are even where the sides of the box are, so that both have the same centre.
    """
    around = Symmetry.parse(among.symmetry)
    (width, height), (widest, highest) = among.box, among.middle
    for across in range(2 - width % 2, widest + 1, 2):
        for down in range(2 - height % 2, highest + 1, 2):
            for lower in range(-among.lower, among.lower + 1):
                yield Shape(symmetry, width, height, (across, down), around, lower)


class RacedSoups(SoupQuery):
    """The soups of races for oscillators, in which patterns that are rare elsewhere are common."""

    @cached_property
    def kinds(self) -> tuple[Soups, ...]:
        """Soups of each kind that the rule has, which are run in turn."""
        from lifesearch.engines.soups.search import Soups

        shapes = possible_shapes(self.rule, ALL_KINDS)
        made = tuple(Soups(self.rule, each, self.seed) for each in shapes)
        if not made:
            raise InputError("the rule has none of the symmetries that such soups have")
        return made

    @cached_property
    def soups(self) -> Soups:
        """Soups of all kinds to be run one by one, where they cannot be run together.

        They have one density, and one still life with its images, whatever their kinds say:
        `Shapes` has one number of each. It is also made where it is not needed: `__post_init__` of
        `SoupQuery` asks for it, and so refuses a rule without any of the kinds.
        """
        from lifesearch.engines.soups.search import Soups
        from lifesearch.engines.soups.seeds import Shapes

        shapes = tuple(shape for each in self.kinds for shape in each.shapes.shapes)
        still_lifes = tuple({s: s for each in self.kinds for s in each.shapes.still_lifes})
        return Soups(self.rule, Shapes(shapes, DENSITY, still_lifes), self.seed)

    @property
    def work(self) -> SoupWork | RareWork:
        """Run soups together, if possible, and simulate those with rare periods one by one."""
        from lifesearch.engines.soups.bulk.periods import can_run_in_bulk
        from lifesearch.engines.soups.bulk.worker import RareWork

        in_bulk = tuple(each for each in self.kinds if can_run_in_bulk(each))
        return RareWork(in_bulk) if in_bulk else super().work
