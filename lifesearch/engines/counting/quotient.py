"""Count patterns on tori and cylinders: quotients of the plane, boxes whose sides are joined.

A sweep over such a box (see `sweep`) also remembers the cells at the seam until it comes there
again: of a cylinder the first cells of each row, of a torus its first two rows. On a torus the
first two rows are therefore set first. Two first pairs of rows that are translates or mirror
images of each other begin equally many patterns: only one of them is continued, and a few pairs
at a time, to bound the memory.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import Any, ClassVar

import numpy as np

from lifesearch.engines.counting.by_height import count
from lifesearch.engines.counting.checkpoint import NO_SLOT, SnapshotSlot
from lifesearch.engines.counting.region import Cell, Region
from lifesearch.engines.counting.sweep import Sweep, moved, moves_of
from lifesearch.engines.counting.transfer_matrix import (
    DEFAULT,
    ONE,
    Array,
    CellSweep,
    SweepOptions,
    Vector,
)
from lifesearch.life.orientation import Orientation

AT_ONCE = 1 << 21
"""The number of states of a torus, about, that are continued together."""

Move = tuple[Orientation, int, int, int]
"""An orientation about the middle of the box, a shift to the right and down, and a delay."""


@dataclass(frozen=True)
class QuotientRegion(Region):
    """A box whose left and right sides are joined; of a torus, its top and its bottom, too.

    Column x + width is column x, `shift` rows further down. The patterns counted are those that
    every one of `moves` leaves unchanged.
    """

    torus: bool = False
    shift: int = 0
    moves: tuple[Move, ...] = ()

    joined: ClassVar[bool] = True

    @property
    def counts_all_heights(self) -> bool:
        return False

    @property
    def by_columns(self) -> bool:
        return not self.torus

    def cells(self, margin: int) -> Iterator[Cell]:
        """All cells; a cylinder has a margin above and below, wider if its seam is shifted."""
        more = 0 if self.torus else margin * (1 + abs(self.shift))
        for y in range(-more, self.height + more):
            for x in range(self.width):
                yield from ((x, y, t) for t in range(self.period))

    def at(self, cell: Cell) -> Cell:
        x, y, t = cell
        turns, x = divmod(x, self.width)
        y -= turns * self.shift
        return x, y % self.height if self.torus else y, t

    def orbit(self, cell: Cell) -> frozenset[Cell]:
        found, new = {cell}, [cell]
        while new:
            here = new.pop()
            for move in self.moves:
                if (there := self._moved(here, move)) not in found:
                    found.add(there)
                    new.append(there)
        return frozenset(found)

    def _moved(self, cell: Cell, move: Move) -> Cell:
        (x, y, t), (g, right, down, delay) = cell, move
        u, v = g.apply(2 * x - self.width + 1, 2 * y - self.height + 1)
        x, y = (u + self.width - 1) // 2 + right, (v + self.height - 1) // 2 + down
        return self.at((x, y, (t + delay) % self.period))

    @property
    def key(self) -> list[Any]:
        moves = [[g.symbol, *numbers] for g, *numbers in self.moves]
        return [self.width, self.height, self.period, moves]


def count_quotient(
    region: QuotientRegion, options: SweepOptions = DEFAULT, kept: SnapshotSlot = NO_SLOT
) -> Vector:
    """The number of patterns on a torus or a cylinder, the empty one included."""
    if not region.torus:
        return count(region, options, kept)
    sweep = Sweep(region)
    cell_sweep = CellSweep(sweep, options)
    rows = sum(min(y for _, y, _ in cells) < 2 for cells in sweep.model.variables)
    # The first two rows, which the last rows will meet again, are set first.
    lines = cell_sweep.advance(rows).lines
    lines = lines[lines[:, 0] != 0]
    if not region.moves:
        lines = _one_of_each(sweep, lines)
    # A pair of first rows may lead to 2^(2 width period) states: the fewer pairs at a time.
    some = max(1, AT_ONCE >> min(2 * region.width * region.period, 32))
    found = np.zeros((lines.shape[1] - 1) // cell_sweep.words, object)
    for first in range(0, len(lines), some):
        counting = CellSweep(sweep, options)
        counting.keep(np.ascontiguousarray(lines[first : first + some]))
        counting.done = rows
        found += counting.advance(len(sweep)).of(0, counting.words)
    return found


def _one_of_each(sweep: Sweep, lines: Array) -> Array:
    """One pair of first rows of each equivalence class, with the number of ways to the class.

    The ways to the chosen pair are multiplied by the size of its class.
    """
    states = lines[:, 0] - ONE
    images = np.stack([moved(states, moves) for moves in _images(sweep)])
    images.sort(axis=0)
    number = 1 + np.count_nonzero(images[1:] != images[:-1], axis=0)
    chosen = images[0] == states
    found: Array = lines[chosen]
    found[:, 1:] *= number[chosen, None].astype(np.uint64)
    return found


def _images(sweep: Sweep) -> Iterator[Array]:
    """Moves of bits for each symmetry of the first two rows: translated, mirrored, exchanged."""
    box = sweep.region
    place = {
        min(cells): slot
        for cells, slot in zip(sweep.model.variables, sweep.slots, strict=True)
        if min(y for _, y, _ in cells) < 2
    }
    flips = Orientation.FLIP_X in box.rule.symmetries, Orientation.FLIP_Y in box.rule.symmetries
    for dx, across, down in product(range(box.width), *((range(1 + flip)) for flip in flips)):
        images = [
            place[((-x if across else x) + dx) % box.width, (y ^ 1 if down else y) % box.height, t]
            for x, y, t in place
        ]
        yield moves_of(list(place.values()), images)
