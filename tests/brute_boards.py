"""Boards for brute force: how boxes are turned, and every state of a small box with its future.

Nothing of the encoders is used, only the words of a question: sizes, cells, tables, matrices.
A universe is an array (states, rows, columns) of all states at once; see `brute`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product

import numpy as np
from numpy.typing import NDArray

from lifesearch.core.constraints import Bound
from lifesearch.life.measures import Measure
from lifesearch.life.motion import Target
from lifesearch.life.orientation import Orientation
from lifesearch.life.pattern import Cell
from lifesearch.life.rules.rule import Rule
from tests import brute
from tests.brute import Universe

Bits = NDArray[np.bool_]
Cells = tuple[Cell, ...]
Life = tuple[Cells, ...]  # the cells of each generation, sorted


def turned(g: Orientation, size: tuple[int, int], cell: Cell) -> Cell:
    """Where an orientation about the centre of a box takes a cell."""
    (a, b, c, d), (x, y) = g.value, (2 * cell[0] + 1 - size[0], 2 * cell[1] + 1 - size[1])
    return (a * x + b * y + size[0] - 1) // 2, (c * x + d * y + size[1] - 1) // 2


QUARTERS = (
    Orientation.R90,
    Orientation.R270,
    Orientation.TRANSPOSE,
    Orientation.ANTITRANSPOSE,
)


def keeps(g: Orientation, size: tuple[int, int]) -> bool:
    return size[0] == size[1] or g not in QUARTERS


def unnoticed(rule: Rule) -> list[Orientation]:
    """The orientations that a rule does not notice, by turning each of the 512 blocks."""
    places = [(x, y) for y in (-1, 0, 1) for x in (-1, 0, 1)]
    blocks = np.arange(512)
    found = []
    for a, b, c, d in (g.value for g in Orientation):
        images = sum(
            (blocks >> (8 - i) & 1) << (8 - places.index((a * x + b * y, c * x + d * y)))
            for i, (x, y) in enumerate(places)
        )
        table = np.array(list(rule.table))
        if (table[images] == table).all():
            found.append(Orientation((a, b, c, d)))
    return found


def plane_tables(rule: Rule) -> tuple[bytes, ...]:
    """The tables that take turns on the plane, for what is drawn of each generation.

    With B0 and S8 dead cells on the full plane are drawn. With B0 alone the plane is full in odd
    generations only, and in these the dead cells are drawn.
    """
    blocks, table = range(512), rule.table
    if not table[0]:
        return (table,)
    if table[-1]:
        return (bytes(1 - table[511 - block] for block in blocks),)
    return bytes(1 - table[block] for block in blocks), bytes(
        table[511 - block] for block in blocks
    )


@dataclass(frozen=True)
class Board:
    """All states of a box, with so many dead cells around it; none around a torus."""

    size: tuple[int, int]
    pad: int
    torus: bool = False

    @cached_property
    def first(self) -> Universe:
        width, height = self.size
        return brute.all_states(np.ones((height, width), np.bool_), self.pad)

    def cell(self, states: Universe, x: int, y: int) -> Bits:
        width, height = self.size
        if self.torus:
            x, y = x % width, y % height
        column: Bits = states[:, y + self.pad, x + self.pad]
        return column

    def image(self, states: Universe, g: Orientation, dx: int = 0, dy: int = 0) -> Universe:
        """The box turned and moved; nothing else lives."""
        width, height = self.size
        result = np.zeros_like(states)
        for x, y in product(range(width), range(height)):
            u, v = turned(g, self.size, (x, y))
            self.cell(result, u + dx, v + dy)[:] = self.cell(states, x, y)
        return result

    def outside(self, states: Universe, allowed: frozenset[Cell]) -> Bits:
        """Which states have a live cell that is not among these."""
        inner = np.zeros(states.shape[1:], np.bool_)
        for x, y in allowed:
            inner[y + self.pad, x + self.pad] = True
        return np.asarray((states & ~inner).any(axis=(1, 2)))

    def cells(self, state: Bits) -> Cells:
        return tuple(sorted((int(x) - self.pad, int(y) - self.pad) for y, x in np.argwhere(state)))

    def fits(self, states: Universe, told: Target, seen: Callable[[Cell], bool]) -> Bits:
        """Which states are as told wherever it is seen; all within the told region."""
        region = told.region
        right = np.ones(len(states), np.bool_)
        for cell in product(range(region.x, region.right + 1), range(region.y, region.bottom + 1)):
            if cell not in told.dont_care.cells and seen(cell):
                right &= self.cell(states, *cell) == (cell in told.alive.cells)
        return right


def number(measure: Measure, history: Sequence[Universe]) -> NDArray[np.int64]:
    """A measure of each state's history; the last generation is that where all is back."""
    sizes = np.stack([states.sum(axis=(1, 2)) for states in history[:-1]])
    alive = np.stack(list(history[:-1]))
    first = history[0]
    match measure:
        case Measure.FIRST:
            return np.asarray(sizes[0])
        case Measure.MIN:
            return np.asarray(sizes.min(axis=0))
        case Measure.MAX:
            return np.asarray(sizes.max(axis=0))
        case Measure.STATOR:
            return np.asarray(alive.all(axis=0).sum(axis=(1, 2)))
        case Measure.ROTOR:
            changing = alive.any(axis=0) & ~alive.all(axis=0)
            return np.asarray(changing.sum(axis=(1, 2)))
    kinds = {
        Measure.CHANGE: lambda now: now != first,
        Measure.GROWTH: lambda now: now & ~first,
        Measure.DECAY: lambda now: first & ~now,
    }
    return np.asarray(np.max([kinds[measure](now).sum(axis=(1, 2)) for now in history[1:]], axis=0))


def within(bounds: Sequence[Bound], history: Sequence[Universe]) -> Bits:
    right = np.ones(len(history[0]), np.bool_)
    for bound in bounds:
        numbers = number(bound.measure, history)
        right &= (bound.least <= numbers) & (numbers <= bound.most)
    return right


def order_of(g: Orientation) -> int:
    order, matrix = 1, np.array(g.value).reshape(2, 2)
    power = matrix
    while not (power == np.eye(2)).all():
        order, power = order + 1, power @ matrix
    return order
