"""Count patterns on tori and cylinders: quotients of the plane, boxes whose sides are joined.

A sweep over such a box (see `sweep`) also remembers the cells at the seam until it comes there
again: of a cylinder the first cells of each row, of a torus its first two rows. On a torus these
two rows, a *pair*, are therefore set first. Pairs that are translates or mirror images of each
other are the beginnings of equally many patterns: so the sweep continues only one of them, and only
a few different pairs at a time, to bound the memory.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
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
    SweepProgress,
    Vector,
)
from lifesearch.life.orientation import Orientation

AT_ONCE = 1 << 21
"""Pairs of a torus are continued together until they may lead to about this many states."""

Move = tuple[Orientation, int, int, int]
"""An orientation about the middle of the box, a shift to the right and down, and a delay."""


@dataclass(frozen=True)
class QuotientRegion(Region):
    """A box whose left and right sides are joined; of a torus, its top and its bottom, too.

    Column x + width is column x, `shift` rows further down; a torus has no shift. The patterns
    counted are those that every one of `moves` leaves unchanged.
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
        return not self.torus  # whose first two rows are set first

    def cells(self, margin: int) -> Iterator[Cell]:
        """All cells; a cylinder has a margin above and below, wider if its seam is shifted.

        The neighbours of a cell across the seam lie `shift` rows further up or down.
        """
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
        # Twice the distance from the middle is a whole number for odd and for even sides.
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
    """The number of patterns on a torus or a cylinder, the empty one included.

    The sweep of a cylinder is saved in `kept`, and resumed from it; that of a torus is not.
    """
    if not region.torus:
        return count(region, options, kept)
    sweep = Sweep(region)
    beginning = CellSweep(sweep, options)
    # The steps that set the first two rows, which the last rows will meet again.
    steps = sum(min(y for _, y, _ in cells) < 2 for cells in sweep.model.variables)
    # A line is a state plus 1, and the numbers of ways to it; unused places of the table have 0.
    lines = beginning.advance(steps).lines
    lines = lines[lines[:, 0] != 0]
    if not region.moves:  # with moves, images of a pair need not begin equally many patterns
        lines = _one_of_each(sweep, lines)
    # A pair may lead to 2^(2 width period) states: the more there may be, the fewer pairs at once.
    pairs_at_once = max(1, AT_ONCE >> min(2 * region.width * region.period, 32))
    found = np.zeros((lines.shape[1] - 1) // beginning.words, object)
    for first in range(0, len(lines), pairs_at_once):
        some = np.ascontiguousarray(lines[first : first + pairs_at_once])
        shares = first / len(lines), len(some) / len(lines)
        counting = CellSweep(sweep, _as_one_sweep(options, steps, *shares))
        counting.keep(some)
        counting.done = steps
        # At the end nothing is remembered: the only state is 0.
        found += counting.advance(len(sweep)).of(0, counting.words)
    return found


def _as_one_sweep(
    options: SweepOptions, steps: int, share_before: float, share: float
) -> SweepOptions:
    """Options that report the sweeps of all pairs as one, which has made `steps` steps before them.

    Of all pairs, `share_before` are done, and `share` are continued now.
    """

    def watch(progress: SweepProgress) -> None:
        left, done = progress.steps - steps, progress.done - steps
        options.watch(replace(progress, done=steps + int(share_before * left + share * done)))

    return replace(options, watch=watch)


def _one_of_each(sweep: Sweep, lines: Array) -> Array:
    """The line of one pair of each class; the pairs of a class are images of each other.

    The numbers of ways to that pair are multiplied by the size of its class.
    """
    states = lines[:, 0] - ONE
    images = np.stack([moved(states, moves) for moves in _moves_of_images(sweep)])
    images.sort(axis=0)
    size = 1 + np.count_nonzero(images[1:] != images[:-1], axis=0)
    chosen = images[0] == states  # the least of its class
    found: Array = lines[chosen]
    found[:, 1:] *= size[chosen, None].astype(np.uint64)
    return found


def _moves_of_images(sweep: Sweep) -> Iterator[Array]:
    """For each symmetry of a pair, how the bits of a state move (see `moved`).

    The rows are translated, mirrored if the rule allows it, and exchanged if it allows that. With a
    shift, translates would leave their rows: no torus has one.
    """
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
