"""Soups by number: a seed and an index give a random board with a symmetry, always the same one.

A shape is a symmetry and a box that can have it. In the box, cells that the symmetry takes to each
other form an orbit; an orbit lives or dies as a whole. Whether it lives is decided by a hash of
seed, index and the number of the orbit (Steele, Lea and Flood's SplitMix64), and so is which of
several shapes a soup has. Nothing depends on the soups before it: any process can make soup
number one million at once.

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
    orbits[starts[s] + y * width + x]. An orbit lives if 32 random bits are below `threshold`.
    """

    widths: NDArray[np.int64]
    heights: NDArray[np.int64]
    starts: NDArray[np.int64]
    orbits: NDArray[np.uint64]
    threshold: np.uint64


@dataclass(frozen=True)
class Shape:
    """A symmetry and a box that can have it."""

    symmetry: Symmetry
    width: int
    height: int

    def orbits(self) -> list[int]:
        """The number of each cell's orbit, row by row: that of its first cell."""
        return self.symmetry.orbits(self.width, self.height)


@dataclass(frozen=True)
class Shapes:
    """The shapes that soups may have, each as likely as any other, and how dense soups are."""

    shapes: tuple[Shape, ...]
    density: float = DENSITY

    def __post_init__(self) -> None:
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
        return Layout(
            np.array([shape.width for shape in self.shapes], np.int64),
            np.array([shape.height for shape in self.shapes], np.int64),
            np.array([sum(lengths[:s]) for s in range(len(lengths))], np.int64),
            np.array([number for numbers in orbits for number in numbers], np.uint64),
            np.uint64(round(self.density * 2**32)),
        )

    @property
    def side(self) -> int:
        """The longest side of all boxes."""
        return max(max(shape.width, shape.height) for shape in self.shapes)


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
    for y in range(height):
        for x in range(left, left + width):
            orbit = layout.orbits[place]
            place += 1
            if _mix(start + (orbit + _ONE) * _GOLDEN) >> _HALF < layout.threshold:
                board[1 + x // WORD, 1 + top + y] |= _ONE << np.uint64(x % WORD)
