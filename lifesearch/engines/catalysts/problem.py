"""The problem of a catalyst search: the active part, the catalysts, and what they must do.

`questions.catalysts` makes it; `tables` turns it into arrays.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

from lifesearch.engines.catalysts.limits import BOARD_SIDE
from lifesearch.life.orientation import Orientation
from lifesearch.life.pattern import Box, Cell, Pattern
from lifesearch.life.rules.rule import Rule
from lifesearch.life.symmetry import Symmetry


@dataclass(frozen=True)
class CatalystProblem:
    """An active part, and at most `most` catalysts, each with its images under the symmetry.

    If `catalysts` is empty, still lifes of any form are tried. `questions.catalysts.solving` does
    that, and has clauses for two ends only: the whole recurs, or only the catalysts are left.

    Catalysts are in an `area` (width, height) around the active part, and at least `apart` from
    each other, counted as a king moves. A catalyst may be changed, or have something beside it,
    for at most `recovery` generations in a row; only if it may be `transparent`, all its cells may
    be gone. With `periods`, the least and the longest, the whole must recur after one of them;
    without, it ends when only the catalysts are left, or the active part reappears elsewhere, or
    else in generation `generations`. What is left then may be gliders, and with `debris` anything.
    """

    active: Pattern
    rule: Rule
    catalysts: tuple[Pattern, ...]
    most: int
    symmetry: Symmetry
    area: tuple[int, int]
    generations: int
    recovery: int
    apart: int
    transparent: bool
    periods: tuple[int, int] | None
    debris: bool

    @cached_property
    def shapes(self) -> tuple[Pattern, ...]:
        """The catalysts, each in all its orientations, at the origin.

        Their order is the same in all processes, which divide placements by their numbers.
        """
        among = [g for g in Orientation if g in self.rule.symmetries]
        turned = (each.orientations(among) for each in self.catalysts)
        return tuple(dict.fromkeys(image for images in turned for image in images))

    @cached_property
    def box(self) -> Box:
        """The area in which catalysts may be."""
        box, (width, height) = self.active.box, self.area
        left, top = box.x + (box.width - width) // 2, box.y + (box.height - height) // 2
        return Box(left, top, width, height)

    @cached_property
    def own_group(self) -> tuple[Orientation, ...]:
        """The symmetries of the active part that the rule has, too."""
        box = self.active.box
        # Otherwise the centre is in the middle of a side of a cell: a quarter turn about it takes
        # no cell to a cell.
        centred = (box.width - box.height) % 2 == 0
        return tuple(
            g
            for g in Orientation
            if g in self.rule.symmetries
            and (centred or abs(g.value[0]) == 1)
            and self.turned(self.active, g) == self.active
        )

    @cached_property
    def kept_group(self) -> tuple[Orientation, ...]:
        """The symmetries of the active part that keep the area: they turn answers into answers.

        Not all of them keep it: an area whose width or height differs from the active part's by an
        odd number is not quite in the middle.
        """
        x, y, right, bottom = self.box.x, self.box.y, self.box.right, self.box.bottom
        corners = Pattern.of([(x, y), (right, y), (x, bottom), (right, bottom)])
        return tuple(g for g in self.own_group if self.turned(corners, g) == corners)

    @property
    def corner(self) -> Cell:
        """The upper left cell of the board."""
        box = self.active.box
        return box.x + box.width // 2 - BOARD_SIDE // 2, box.y + box.height // 2 - BOARD_SIDE // 2

    def turned(self, pattern: Pattern, g: Orientation) -> Pattern:
        """A pattern, turned about the centre of the active part.

        Twice the distance from the centre is a whole number.
        """
        a, b, c, d = g.value
        box = self.active.box
        across, down = box.x + box.right, box.y + box.bottom
        return Pattern.of(
            (
                (a * (2 * x - across) + b * (2 * y - down) + across) // 2,
                (c * (2 * x - across) + d * (2 * y - down) + down) // 2,
            )
            for x, y in pattern.cells
        )

    def images(self, catalyst: Pattern) -> tuple[Pattern, ...]:
        """A catalyst and its images under the symmetry, each once."""
        if len(self.symmetry.group) == 1:
            return (catalyst,)
        # The order of a set may differ between processes.
        group = sorted(self.symmetry.group, key=lambda g: g.symbol)
        return tuple(dict.fromkeys(self.turned(catalyst, g) for g in group))

    def fits(self, catalyst: Pattern) -> bool:
        """Whether a catalyst may be where it is, with its images, beside the active part."""
        images = self.images(catalyst)
        boxes = [image.box for image in images]
        corners = [(box.x, box.y) for box in boxes] + [(box.right, box.bottom) for box in boxes]
        if not all(map(self.box.holds, corners)):
            return False
        # Nearer cells of the active part would touch the catalyst already in generation 0.
        if not all(far(image, self.active, 2) for image in images):
            return False
        return all(far(a, b, self.apart) for a, b in combinations(images, 2))


def grown(pattern: Pattern, by: int = 1) -> frozenset[Cell]:
    """The cells of a pattern, and all cells within the distance `by` of them, as a king moves."""
    steps = range(-by, by + 1)
    return frozenset((x + dx, y + dy) for x, y in pattern.cells for dx in steps for dy in steps)


def far(a: Pattern, b: Pattern, apart: int) -> bool:
    """Whether the cells of two patterns are at least `apart` from each other."""
    if not near(a.box, b.box, apart):
        return True
    return all(max(abs(x - u), abs(y - v)) >= apart for x, y in a.cells for u, v in b.cells)


def near(a: Box, b: Box, apart: int) -> bool:
    """Whether two boxes may have cells that are nearer than `apart`."""
    across = max(a.x - b.right, b.x - a.right)
    down = max(a.y - b.bottom, b.y - a.bottom)
    return max(across, down) < apart
