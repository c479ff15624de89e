r"""The sixteen static symmetries, by the names that LifeWiki gives them.

A symmetry is a group of orientations about a centre. Its name says the group, C for
turns alone and D with mirrors, and where the centre lies: on a cell (1), on an edge
between two cells (2) or on a corner where four meet (4). Whether a box can have
its centre there depends on whether its sides are odd or even:

    >>> symmetry_of(Pattern.parse("OOO")).name
    'D4_+1'
    >>> symmetry_of(Pattern.parse("OO\nOO")).name
    'D8_4'

Search programs leave the centre to the box and write C2, C4, D2|, D2-, D2\, D2/, D4+,
D4x, D8; the stroke is the mirror. Both kinds of name are understood:

    >>> Symmetry.parse("d2|").lacks(4, 7), Symmetry.parse("D2_+1").lacks(4, 7)
    ('', 'an odd width')
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from lifesearch.common.errors import InputError
from lifesearch.common.text import suggestion
from lifesearch.life.orientation import Orientation
from lifesearch.life.pattern import Box, Pattern, Rows, rows_of

if TYPE_CHECKING:
    from lifesearch.life.rules.rule import Rule

Group = frozenset[Orientation]
_SMALL = 64  # a side up to which rows as integers are turned, which is faster than cell by cell

_ID, _R90, _R180, _R270 = (
    Orientation.IDENTITY,
    Orientation.R90,
    Orientation.R180,
    Orientation.R270,
)
_LEFT_RIGHT, _UP_DOWN = Orientation.FLIP_X, Orientation.FLIP_Y
_MAIN, _ANTI = Orientation.TRANSPOSE, Orientation.ANTITRANSPOSE

_GROUPS: dict[str, Group] = {
    "C1": frozenset({_ID}),
    "C2": frozenset({_ID, _R180}),
    "C4": frozenset({_ID, _R90, _R180, _R270}),
    "D2|": frozenset({_ID, _LEFT_RIGHT}),
    "D2-": frozenset({_ID, _UP_DOWN}),
    "D2\\": frozenset({_ID, _MAIN}),
    "D2/": frozenset({_ID, _ANTI}),
    "D4+": frozenset({_ID, _R180, _LEFT_RIGHT, _UP_DOWN}),
    "D4x": frozenset({_ID, _R180, _MAIN, _ANTI}),
    "D8": frozenset(Orientation),
}
# The parities of width and height that put the centre on a cell, an edge or a corner.
_ODD, _EVEN, _ANY = "odd", "even", ""
_CENTRES: dict[str, dict[str, tuple[str, str]]] = {
    "C1": {"C1": (_ANY, _ANY)},
    "C2": {"C2_1": (_ODD, _ODD), "C2_2": (_ANY, _ANY), "C2_4": (_EVEN, _EVEN)},
    "C4": {"C4_1": (_ODD, _ODD), "C4_4": (_EVEN, _EVEN)},
    "D2|": {"D2_+1": (_ODD, _ANY), "D2_+2": (_EVEN, _ANY)},
    "D2\\": {"D2_x": (_ANY, _ANY)},
    "D4+": {"D4_+1": (_ODD, _ODD), "D4_+2": (_ANY, _ANY), "D4_+4": (_EVEN, _EVEN)},
    "D4x": {"D4_x1": (_ODD, _ODD), "D4_x4": (_EVEN, _EVEN)},
    "D8": {"D8_1": (_ODD, _ODD), "D8_4": (_EVEN, _EVEN)},
}


ASYMMETRIC = ("asymmetric", "asymmetry", "no", "none", "any")
OTHER_WORDS = {
    **dict.fromkeys(ASYMMETRIC, "C1"),
    **dict.fromkeys(("rotational", "rotation"), "C4"),
    **dict.fromkeys(("mirror", "mirrored", "bilateral", "reflection"), "D2|"),
    **dict.fromkeys(("diagonal", "transpose"), "D2\\"),
    **dict.fromkeys(("full", "square"), "D8"),
}
"""Words that people try as names of symmetries."""


def closure(orientations: Group) -> Group:
    """The least group that has these orientations."""
    group = set(orientations) | {_ID}
    while new := {a.then(b) for a in group for b in group} - group:
        group |= new
    return frozenset(group)


@dataclass(frozen=True)
class Symmetry:
    """A group of orientations about the centre of a box, and its conditions on the box.

    `width` and `height` are "odd", "even" or, for any, "". If `mixed`, one is odd, the other even.
    """

    name: str
    group: Group
    width: str = _ANY
    height: str = _ANY
    mixed: bool = False

    @classmethod
    def parse(cls, text: str) -> Symmetry:
        """Return the symmetry with this name, LifeWiki's or a search program's."""
        for symmetry in SYMMETRIES:
            if symmetry.name.lower() == text.strip().lower():
                return symmetry
        names = [symmetry.name for symmetry in SYMMETRIES]
        name = OTHER_WORDS.get(text.strip().lower())
        meant = f"did you mean '{name}'?" if name else suggestion(text, names)
        raise InputError(f"there is no symmetry '{text[:20]}'; {meant}")

    @property
    def needs_square(self) -> bool:
        return any(g.apply(1, 0)[0] == 0 for g in self.group)

    def orbits(self, width: int, height: int) -> list[int]:
        """The number of each cell's orbit in a box, row by row: that of its first cell.

        >>> Symmetry.parse("D2_+1").orbits(3, 2)
        [0, 1, 0, 3, 4, 3]
        """
        right, bottom = width - 1, height - 1
        matrices = [g.value for g in self.group]
        # Twice the distance from the centre is a whole number for odd and for even sides.
        return [
            min(
                (c * x + d * y + bottom) // 2 * width + (a * x + b * y + right) // 2
                for a, b, c, d in matrices
            )
            for y in range(-bottom, height, 2)
            for x in range(-right, width, 2)
        ]

    def lacks(self, width: int, height: int) -> str:
        """What a box lacks for this symmetry ("an odd width"); empty if it can have it."""
        if self.needs_square and width != height:
            return "a square box"
        for side, length, parity in (("width", width, self.width), ("height", height, self.height)):
            if parity and parity != (_ODD if length % 2 else _EVEN):
                article = "an" if parity[0] in "aeo" else "a"
                return f"{article} {parity} {side}"
        if self.mixed and width % 2 == height % 2:
            return "one odd and one even side"
        return ""


def _lifewiki() -> list[Symmetry]:
    return [
        Symmetry(name, _GROUPS[group], *parities, mixed=name in ("C2_2", "D4_+2"))
        for group, centres in _CENTRES.items()
        for name, parities in centres.items()
    ]


SYMMETRIES: tuple[Symmetry, ...] = (
    *_lifewiki(),
    *(Symmetry(name, group) for name, group in _GROUPS.items() if name != "C1"),
)
C1 = SYMMETRIES[0]


def rule_symmetries(rule: Rule) -> tuple[Symmetry, ...]:
    """LifeWiki's symmetries that a rule has; for anisotropic rules also D2- and D2/.

    >>> from lifesearch.life.rules.rule import Rule
    >>> [symmetry.name for symmetry in rule_symmetries(Rule.parse("B2/S34H"))]
    ['C1', 'C2_1', 'C2_2', 'C2_4', 'D2_x', 'D4_x1', 'D4_x4', 'D2/']
    """
    candidates = [s for s in SYMMETRIES if s.name == "C1" or "_" in s.name]
    if not rule.isotropic:
        # LifeWiki has one name for both mirrors along an axis, and one for both diagonals.
        candidates += [s for s in SYMMETRIES if s.name in ("D2-", "D2/")]
    return tuple(s for s in candidates if s.group <= rule.symmetries)


def symmetry_of(pattern: Pattern) -> Symmetry:
    """The static symmetry of a pattern, by LifeWiki's name."""
    box = pattern.box
    width, height = box.width, box.height
    if 0 < width <= _SMALL and height <= _SMALL and not pattern.dying:
        rows = rows_of(pattern, box)
        turned = turned_rows(rows, width)
        group = frozenset([g for g, each in zip(TURNS, turned, strict=True) if each == rows])
    else:
        group = frozenset(g for g in Orientation if _keeps(pattern, box, g))
    return _named(group, width, height)


@lru_cache(maxsize=4096)
def _named(group: Group, width: int, height: int) -> Symmetry:
    """LifeWiki's name for the symmetry of a pattern of some size."""
    # LifeWiki has one name for the two mirrors along an axis, and one for the two diagonals; its
    # names come first in SYMMETRIES.
    if group == _GROUPS["D2-"]:
        group, width, height = _GROUPS["D2|"], height, width
    if group == _GROUPS["D2/"]:
        group = _GROUPS["D2\\"]
    return next(s for s in SYMMETRIES if s.group == group and not s.lacks(width, height))


def _keeps(pattern: Pattern, box: Box, g: Orientation) -> bool:
    """Whether turning or flipping the pattern about the middle of its box changes nothing."""
    (ax, ay), (bx, by) = g.apply(box.x, box.y), g.apply(box.right, box.bottom)
    if abs(ax - bx) + 1 != box.width and pattern:
        return False
    dx, dy = box.x - min(ax, bx), box.y - min(ay, by)
    if pattern.dying:
        return pattern.transform(g).translate(dx, dy) == pattern
    a, b, c, d = g.value
    cells = pattern.cells
    return all((a * x + b * y + dx, c * x + d * y + dy) in cells for x, y in cells)


TURNS = (
    Orientation.IDENTITY,
    Orientation.FLIP_Y,
    Orientation.FLIP_X,
    Orientation.R180,
    Orientation.TRANSPOSE,
    Orientation.R90,
    Orientation.R270,
    Orientation.ANTITRANSPOSE,
)
"""All orientations, in the order of `turned_rows`."""


def turned_rows(rows: Rows, width: int) -> list[Rows]:
    """Rows of a width, whose lowest bit is the first cell, in the orientations of `TURNS`.

    >>> turned_rows((0b111, 0b001), 3)[TURNS.index(Orientation.R90)]
    (1, 1, 3)
    """
    columns = tuple(
        [sum([(row >> x & 1) << y for y, row in enumerate(rows)]) for x in range(width)]
    )
    found = []
    for upright, length in ((rows, width), (columns, len(rows))):
        mirrored = tuple([_reversed(row, length) for row in upright])
        found += [upright, upright[::-1], mirrored, mirrored[::-1]]
    return found


@lru_cache(maxsize=1 << 16)
def _reversed(row: int, width: int) -> int:
    return int(f"{row:0{width}b}"[::-1], 2)
