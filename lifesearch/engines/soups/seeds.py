"""Soups by number: a seed and a number give a random board with a symmetry, always the same one.

`search` makes boards of them, and `layout` is the array that kernels read.

A shape is a symmetry and a box that can have it. In the box, cells that the symmetry takes to each
other form an orbit; an orbit lives or dies as a whole. Nothing depends on the soups before it: any
process can make soup number one million at once.

In some shapes only the middle is random, and a still life is put somewhere into the box, with the
images that the symmetry asks for. Still lifes are what keeps many oscillators going, and they
rarely arise where they would be needed. They may be more symmetric than the middle: what goes to
and fro between them is often its own mirror image after half of its period, so that the cells
around it, which do not change, have that symmetry in every generation.

    >>> shapes = Shapes.of(Rule.parse("B3/S23"), ("D8_4",), least=6, most=6)
    >>> print(soup(shapes, seed=1, number=7).normal().picture())
    O.OO.O
    ......
    O....O
    O....O
    ......
    O.OO.O
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import accumulate

import numpy as np

from lifesearch.common.errors import InputError
from lifesearch.engines.soups.kernel import WORD, Numbers, Words, empty_board
from lifesearch.engines.soups.layout import (
    IMAGES,
    Layout,
    choose_shapes,
    fill,
    layout_of,
    room_for_orbits,
)
from lifesearch.engines.soups.limits import LARGEST_SOUP
from lifesearch.life.pattern import Box, Pattern
from lifesearch.life.rules.rule import Rule
from lifesearch.life.symmetry import Symmetry, rule_symmetries

LEAST_SIDE = 8
MOST_SIDE = 16
"""The usual least and greatest width of a soup: choices."""
DENSITY = 0.5
"""The usual share of orbits that live: a choice, too."""


@dataclass(frozen=True)
class Shape:
    """A symmetry and a box that can have it.

    If only the `middle` of the box is random, of the given width and height, a still life is put
    around it, with its images by the symmetry `around`, which contains `symmetry`. The middle lies
    `lower` rows below the centre of the box; unless that is 0, `symmetry` must not exchange top and
    bottom.
    """

    symmetry: Symmetry
    width: int
    height: int
    middle: tuple[int, int] | None = None
    around: Symmetry | None = None
    lower: int = 0

    def orbits(self) -> list[int]:
        """The number of each cell's orbit, row by row: that of its first cell."""
        return self.symmetry.orbits(self.width, self.height)

    def orbits_around(self, orbits: list[int]) -> list[list[int]]:
        """For each cell, the orbits of its images by the symmetry of the still lifes."""
        if self.around is None or self.around == self.symmetry:
            return [[orbit] for orbit in orbits]
        images = _images(self.around.orbits(self.width, self.height)).tolist()
        return [sorted({orbits[image] for image in each}) for each in images]

    @property
    def random_box(self) -> Box:
        """The box within which cells are random."""
        across, down = self.middle or (self.width, self.height)
        left, top = (self.width - across) // 2, (self.height - down) // 2 + self.lower
        return Box(left, top, across, down)

    def random_of(self, orbits: list[int]) -> list[int]:
        """The orbits whose first cells are random."""
        box, width = self.random_box, self.width
        first_cells = sorted(set(orbits))
        return [cell for cell in first_cells if box.holds((cell % width, cell // width))]


@dataclass(frozen=True)
class Shapes:
    """The shapes that soups may have, all equally likely, and the density of soups.

    In a soup whose shape has a `middle`, still lifes are put around it: `added` times one of the
    `still_lifes`.
    """

    shapes: tuple[Shape, ...]
    density: float = DENSITY
    still_lifes: tuple[Pattern, ...] = ()
    added: int = 1

    def __post_init__(self) -> None:
        if not self.still_lifes and any(shape.middle for shape in self.shapes):
            raise InputError("soups with a still life around them need one: name it")
        if not 0 < self.density < 1:
            raise InputError(f"a density of {self.density:g}: give a number between 0 and 1")

    @classmethod
    def of(
        cls,
        rule: Rule,
        symmetries: Iterable[str] | None = None,
        least: int = LEAST_SIDE,
        most: int = MOST_SIDE,
        density: float = DENSITY,
    ) -> Shapes:
        """Make boxes of `least` to `most` cells a side, or one cell taller than wide where needed.

        The symmetries given must be the rule's; if none are given, all of the rule's are used.
        """
        if not 1 <= least <= most <= LARGEST_SOUP:
            raise InputError(
                f"soups of {least} to {most} cells a side: the first number must be at least 1, "
                f"the second no smaller, and no more than {LARGEST_SOUP}"
            )
        if symmetries is None:
            chosen = rule_symmetries(rule)
        else:
            chosen = tuple(dict.fromkeys(map(Symmetry.parse, symmetries)))
            if not chosen:
                raise InputError("soups need a symmetry: name one, such as C1")
        shapes = []
        for symmetry in chosen:
            rule.require(symmetry.group, f"a soup of symmetry {symmetry.name}")
            fitting = list(_boxes(symmetry, least, most))
            if not fitting and symmetries is not None:
                raise InputError(
                    f"a soup of symmetry {symmetry.name} needs {symmetry.lacks(most, most)}, "
                    f"but its sides are {least} to {most}: allow one more"
                )
            shapes += fitting
        return cls(tuple(shapes), density)

    @cached_property
    def layout(self) -> Layout:
        """All shapes as one array for kernels; shapes with equal boxes share their cells."""
        # Shapes that differ only in their middles have the same orbits.
        whole = [replace(shape, middle=None, lower=0) for shape in self.shapes]
        boxes = list(dict.fromkeys(whole))
        ends = accumulate((box.width * box.height for box in boxes), initial=0)
        starts = dict(zip(boxes, ends, strict=False))
        orbits = {box: box.orbits() for box in boxes}
        shapes = [
            [
                *(shape.width, shape.height, starts[box], self.added if shape.middle else 0),
                *_corners(shape.random_box),
                *shape.random_of(orbits[box]),
            ]
            for shape, box in zip(self.shapes, whole, strict=True)
        ]
        images = np.concatenate([_images(orbits[box]) for box in boxes])
        around = _padded([each for box in boxes for each in box.orbits_around(orbits[box])])
        # Kernels need one row at least: an empty one if no still lifes are added.
        still_lifes = [
            [*each.box[2:], *(n for cell in sorted(each.normal().cells) for n in cell)]
            for each in self.still_lifes or (Pattern.of([]),)
        ]
        return layout_of(
            _padded(shapes),
            np.hstack([images, around]),
            _padded(still_lifes),
            self.threshold,
        )

    @property
    def threshold(self) -> int:
        """An orbit lives if 32 random bits are below this number."""
        return round(self.density * 2**32)

    @property
    def side(self) -> int:
        """The longest side of all boxes."""
        return max(max(shape.width, shape.height) for shape in self.shapes)


def _corners(box: Box) -> tuple[int, int, int, int]:
    """The first column and row of a box, and the last ones."""
    return box.x, box.y, box.right, box.bottom


def _images(orbits: list[int]) -> Numbers:
    """The cells of each cell's orbit, the first of them first; the last fills up the row.

    Two cells of an orbit have equal rows.
    """
    cells: dict[int, list[int]] = {}
    for cell, orbit in enumerate(orbits):
        cells.setdefault(orbit, []).append(cell)
    padded = {orbit: (each + [each[-1]] * IMAGES)[:IMAGES] for orbit, each in cells.items()}
    return np.array([padded[orbit] for orbit in orbits], np.int64)


def _padded(rows: list[list[int]]) -> Numbers:
    """The rows as an array, with -1 where one is shorter than the longest."""
    longest = max(map(len, rows), default=0)
    padded = [row + [-1] * (longest - len(row)) for row in rows]
    return np.array(padded, np.int64).reshape(len(rows), longest)


def _boxes(symmetry: Symmetry, least: int, most: int) -> Iterable[Shape]:
    """For each width, the lowest box that can have the symmetry, if any."""
    for width in range(least, most + 1):
        # Some symmetries need sides of different parity: then the box is one cell taller.
        for height in (width, width + 1):
            if not symmetry.lacks(width, height):
                yield Shape(symmetry, width, height)
                break


def shape_of(shapes: Shapes, seed: int, number: int) -> Shape:
    """The shape of the soup with this number."""
    _, chosen = choose_shapes(len(shapes.shapes), seed, range(number, number + 1))
    return shapes.shapes[int(chosen[0])]


def soup(shapes: Shapes, seed: int, number: int) -> Pattern:
    """The soup with this number, where it lies on the smallest board of whole words."""
    words = -(-shapes.side // WORD)
    made, _ = make_soups(shapes, seed, range(number, number + 1), words)
    board = made.reshape(words + 2, -1)
    return Pattern.of(
        (WORD * (w - 1) + bit, y - 1)
        for w, y in np.argwhere(board).tolist()
        for bit in range(WORD)
        if int(board[w, y]) >> bit & 1
    )


def make_soups(
    shapes: Shapes, seed: int, numbers: range, words: int, planes: int = 1
) -> tuple[Words, Numbers]:
    """Soups on boards `words` words wide, and the numbers of their shapes."""
    layout = shapes.layout
    boards, chosen = empty_board(words, planes * len(numbers)), np.zeros(len(numbers), np.int64)
    start = np.uint64(seed), np.uint64(numbers.start)
    fill(boards, words, planes, layout, *start, room_for_orbits(layout), chosen)
    return boards, chosen
