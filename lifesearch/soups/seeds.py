"""Soups by number: a seed and an index give a random board with a symmetry, always the same one.

A shape is a symmetry and a box that can have it. In the box, cells that the symmetry takes to each
other form an orbit; an orbit lives or dies as a whole. Whether it lives is decided by a hash of
seed, index and the number of the orbit (Steele, Lea and Flood's SplitMix64), and so is which of
several shapes a soup has. Nothing depends on the soups before it: any process can make soup
number one million at once.

In some shapes only the middle is random, and a still life is put somewhere into the box, with the
images that the symmetry asks for. Still lifes are what keeps many oscillators going, and they
rarely arise where they would be needed.

    >>> shapes = Shapes.of(Rule.parse("B3/S23"), ("D8_4",), least=6, most=6)
    >>> print(soup(shapes, seed=1, index=7).normal().picture())
    O.OO.O
    ......
    O....O
    O....O
    ......
    O.OO.O
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from lifesearch.errors import InputError
from lifesearch.life.pattern import Pattern
from lifesearch.life.rules.rule import Rule
from lifesearch.life.symmetry import Symmetry, rule_symmetries
from lifesearch.limits import LARGEST_SOUP
from lifesearch.soups.jit import jit
from lifesearch.soups.kernel import WORD, Words, empty_board

LEAST_SIDE = 8
MOST_SIDE = 16
DENSITY = 0.5

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_MULTIPLIER_1 = np.uint64(0xBF58476D1CE4E5B9)
_MULTIPLIER_2 = np.uint64(0x94D049BB133111EB)
_SHIFT_1, _SHIFT_2, _SHIFT_3 = np.uint64(30), np.uint64(27), np.uint64(31)
_HALF = np.uint64(32)
_ONE = np.uint64(1)


class Layout(NamedTuple):
    """Shapes as the kernel wants them.

    Shape s has the box widths[s] x heights[s], and the orbit of its cell (x, y) has the number
    orbits[starts[s] + y * width + x]. An orbit lives if 32 random bits are below `threshold` and
    it is in the middle, which is `middle_widths[s]` x `middle_heights[s]`. If that is not all of
    the box, a still life is added: still_lifes[n] are its cells, each as x and y, padded with -1.
    """

    widths: NDArray[np.int64]
    heights: NDArray[np.int64]
    starts: NDArray[np.int64]
    orbits: NDArray[np.uint64]
    threshold: np.uint64
    middle_widths: NDArray[np.int64]
    middle_heights: NDArray[np.int64]
    still_lifes: NDArray[np.int64]


@dataclass(frozen=True)
class Shape:
    """A symmetry and a box that can have it.

    If only the `middle` of the box is random, so wide and so high, a still life is put around it.
    """

    symmetry: Symmetry
    width: int
    height: int
    middle: tuple[int, int] | None = None

    def orbits(self) -> list[int]:
        """The number of each cell's orbit, row by row: that of its first cell."""
        return self.symmetry.orbits(self.width, self.height)


@dataclass(frozen=True)
class Shapes:
    """The shapes that soups may have, each as likely as any other, and how dense soups are.

    One of the `still_lifes` is put around the middle of a soup whose shape asks for it.
    """

    shapes: tuple[Shape, ...]
    density: float = DENSITY
    still_lifes: tuple[Pattern, ...] = ()

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
        """Make boxes of `least` to `most` cells a side, one a cell taller than wide if need be.

        Symmetries that were asked for must be the rule's; if none were, all that are will do.
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
                    f"a soup of symmetry {symmetry.name} needs {symmetry.fits(most, most)}, "
                    f"but its sides are {least} to {most}: allow one more"
                )
            shapes += fitting
        return cls(tuple(shapes), density)

    @cached_property
    def layout(self) -> Layout:
        """The same as arrays."""
        orbits = [shape.orbits() for shape in self.shapes]
        lengths = [len(numbers) for numbers in orbits]
        middles = [shape.middle or (shape.width, shape.height) for shape in self.shapes]
        return Layout(
            np.array([shape.width for shape in self.shapes], np.int64),
            np.array([shape.height for shape in self.shapes], np.int64),
            np.array([sum(lengths[:s]) for s in range(len(lengths))], np.int64),
            np.array([number for numbers in orbits for number in numbers], np.uint64),
            np.uint64(round(self.density * 2**32)),
            np.array([width for width, _ in middles], np.int64),
            np.array([height for _, height in middles], np.int64),
            _padded(self.still_lifes),
        )

    @property
    def side(self) -> int:
        """The longest side of all boxes."""
        return max(max(shape.width, shape.height) for shape in self.shapes)


def _padded(still_lifes: tuple[Pattern, ...]) -> NDArray[np.int64]:
    """The cells of all still lifes, in as many places as the largest of them has cells."""
    most = max((still_life.population for still_life in still_lifes), default=0)
    cells = np.full((len(still_lifes), most, 2), -1, np.int64)
    for number, still_life in enumerate(still_lifes):
        cells[number, : still_life.population] = sorted(still_life.normal().cells)
    return cells


def _boxes(symmetry: Symmetry, least: int, most: int) -> Iterable[Shape]:
    for width in range(least, most + 1):
        for height in (width, width + 1):
            if not symmetry.fits(width, height):
                yield Shape(symmetry, width, height)
                break


def shape_of(shapes: Shapes, seed: int, index: int) -> Shape:
    """The shape of a soup."""
    number = which(np.uint64(seed), np.uint64(index), len(shapes.shapes))
    return shapes.shapes[number]


def soup(shapes: Shapes, seed: int, index: int) -> Pattern:
    """The soup with this number."""
    words = -(-shapes.side // WORD)
    board = empty_board(words)
    fill(board, shapes.layout, np.uint64(seed), np.uint64(index))
    return Pattern.of(
        (WORD * (w - 1) + bit, y - 1)
        for w, y in np.argwhere(board).tolist()
        for bit in range(WORD)
        if int(board[w, y]) >> bit & 1
    )


@jit
def _mix(state: np.uint64) -> np.uint64:
    state = (state ^ state >> _SHIFT_1) * _MULTIPLIER_1
    state = (state ^ state >> _SHIFT_2) * _MULTIPLIER_2
    return state ^ state >> _SHIFT_3


@jit
def _start(seed: np.uint64, index: np.uint64) -> np.uint64:
    return _mix(_mix(seed + _GOLDEN) + (index + _ONE) * _GOLDEN)


@jit
def which(seed: np.uint64, index: np.uint64, shapes: int) -> int:
    """Choose the number of a soup's shape."""
    return int(_mix(_start(seed, index)) % np.uint64(shapes))


@jit
def fill(board: Words, layout: Layout, seed: np.uint64, index: np.uint64) -> None:
    """Write a soup into the middle of a dead board."""
    shape = which(seed, index, len(layout.widths))
    start = _start(seed, index) + _GOLDEN
    width, height = layout.widths[shape], layout.heights[shape]
    words = board.shape[0] - 2
    left, top = (WORD * words - width) // 2, (WORD * words - height) // 2
    place: int = layout.starts[shape]
    across, down = layout.middle_widths[shape], layout.middle_heights[shape]
    first_x, first_y = (width - across) // 2, (height - down) // 2
    for y in range(first_y, first_y + down):
        for x in range(first_x, first_x + across):
            cell: int = place + y * width + x
            orbit = layout.orbits[cell]
            if _mix(start + (orbit + _ONE) * _GOLDEN) >> _HALF < layout.threshold:
                _set(board, left + x, top + y)
    if across == width and down == height:
        return
    _add_still_life(board, layout, shape, _mix(start - _GOLDEN))


@jit
def _add_still_life(board: Words, layout: Layout, shape: int, choice: np.uint64) -> None:
    """Put a still life and its images somewhere into the box of a soup."""
    width, height = layout.widths[shape], layout.heights[shape]
    words = board.shape[0] - 2
    left, top = (WORD * words - width) // 2, (WORD * words - height) // 2
    first: int = layout.starts[shape]
    orbits = layout.orbits[first : first + width * height]
    cells = layout.still_lifes[int(choice % np.uint64(len(layout.still_lifes)))]
    choice = _mix(choice)
    x0 = int(choice % np.uint64(width - np.max(cells[:, 0])))
    y0 = int((choice >> _HALF) % np.uint64(height - np.max(cells[:, 1])))
    for number in range(len(cells)):
        x, y = cells[number]
        if x < 0:
            return
        orbit = orbits[(y0 + y) * width + x0 + x]
        for place in range(width * height):
            if orbits[place] == orbit:
                _set(board, left + place % width, top + place // width)


@jit
def _set(board: Words, x: int, y: int) -> None:
    board[1 + x // WORD, 1 + y] |= _ONE << np.uint64(x % WORD)
