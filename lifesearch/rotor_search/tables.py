"""A window and its rule as numbers for the kernel.

A row of the board is a number, its leftmost cell the highest digit. All rows of a generation lie
one after the other.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, chain
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from lifesearch.life.orientation import Orientation
from lifesearch.life.rules.neighbourhood import AROUND, BLOCKS, CENTRE, bit
from lifesearch.life.symmetry import C1
from lifesearch.rotor_search.kernel import MOST_TOGETHER, Ints, Sets, TreePlan
from lifesearch.rotor_search.window import Cell, Window

LOOK = 4
"""Cells of a row that are looked up together."""
ROW_BY_ROW = frozenset({Orientation.IDENTITY, Orientation.FLIP_X})
"""With these symmetries each level is a whole row."""


class Piece(NamedTuple):
    """Up to four neighbouring cells of a row that are looked up together.

    Shifted to the right by `shift`, the six cells of a row that they depend on are its last ones.
    """

    shift: int
    mask: int


class RingCell(NamedTuple):
    """A cell of the ring that must stay as it is; what is outside its `side` is unknown."""

    row: int
    shift: int
    side: int


@dataclass(frozen=True)
class WindowTables:
    """What the kernel needs to know of a window."""

    window: Window

    def bit(self, cell: Cell) -> int:
        return 1 << (self.window.columns - 1 - cell[0])

    @property
    def free(self) -> tuple[tuple[Cell, ...], ...]:
        return self.window.free

    @cached_property
    def choices(self) -> list[Ints]:
        """For each level, and each choice of its free cells, what all rows get by it."""
        made = []
        for level, free in zip(self.window.levels, self.free, strict=True):
            rows = np.zeros((1 << len(free), self.window.rows), np.int64)
            numbers = np.arange(1 << len(free))
            for cell in level:
                place = len(free) - 1 - free.index(self.window.orbits[cell])
                rows[:, cell[1]] |= (numbers >> place & 1) * self.bit(cell)
            made.append(rows)
        return made

    @cached_property
    def pieces(self) -> tuple[tuple[Piece, ...], ...]:
        """The free cells of the window, level by level."""
        return tuple(tuple(self._pieces(free)) for free in self.free)

    def _pieces(self, free: tuple[Cell, ...]) -> Iterator[Piece]:
        right = self.window.columns - 1
        left = sorted(right - cell[0] for cell in free if self.window.changes(cell))
        while left:
            taken, left = left[:LOOK], left[LOOK:]
            yield Piece(taken[0] - 1, sum(1 << place for place in taken))

    @cached_property
    def ring(self) -> tuple[tuple[RingCell, ...], ...]:
        """One cell of each orbit in the ring, by the level at which all around it is known."""
        made: list[list[RingCell]] = [[] for _ in self.window.levels]
        for x, y in (cell for cell, first in self.window.orbits.items() if cell == first):
            if not self.window.changes((x, y)):
                around = [(x + dx, y + dy) for dx, dy in AROUND]
                known = max(self.window.level.get(cell, 0) for cell in around)
                made[known].append(RingCell(y, self.window.columns - 1 - x, self._side(x, y)))
        return tuple(map(tuple, made))

    def _side(self, x: int, y: int) -> int:
        """The number of a side of the ring, or of a corner: 4 would be the middle."""
        sideways = 0 if x == 0 else 2 if x == self.window.columns - 1 else 1
        return sideways + 3 * (0 if y == 0 else 2 if y == self.window.rows - 1 else 1)

    @cached_property
    def stays(self) -> NDArray[np.uint32]:
        """For each side, and each block with nothing outside: a set of what may be outside.

        It has a bit for each way to fill the cells outside with which the centre stays.
        """
        table = np.frombuffer(self.window.rule.plane_table, np.uint8)
        blocks = np.arange(BLOCKS)
        still = table[blocks] == (blocks & CENTRE != 0)
        made = np.zeros((9, BLOCKS), np.uint32)
        for side in range(9):
            out = (side % 3 - 1, side // 3 - 1)
            outside = [
                bit(dx, dy) for dx, dy in AROUND if (dx and dx == out[0]) or (dy and dy == out[1])
            ]
            for way in range(1 << len(outside)):
                filled = sum(bit for n, bit in enumerate(outside) if way >> n & 1)
                empty = blocks & ~sum(outside)
                made[side] |= still[empty | filled].astype(np.uint32) << np.uint32(way)
        return made

    @cached_property
    def next_cells(self) -> NDArray[np.uint8]:
        """What becomes of the four inner cells of six, by three rows of six cells."""
        table = np.frombuffer(self.window.rule.plane_table, np.uint8)
        rows = np.arange(1 << 3 * (LOOK + 2))
        after = np.zeros(len(rows), np.uint8)
        for place in range(LOOK):
            block = sum((rows >> (6 * row + place) & 7) << 3 * row for row in range(3))
            after |= table[block] << place
        return after

    @cached_property
    def images(self) -> tuple[tuple[Cell, ...], ...]:
        """What the ring's top row is in each image of the board; the first is the board itself.

        Of all images, the one with the least top row is searched.
        """
        top = tuple((x, 0) for x in range(self.window.columns))
        orbits = self.window.orbits
        made: dict[tuple[Cell, ...], tuple[Cell, ...]] = {}
        for g in sorted(self.window.turns, key=lambda g: g.symbol != "Id"):
            image = tuple(self.window.turned(cell, g) for cell in top)
            made.setdefault(tuple(orbits[cell] for cell in image), image)
        return tuple(made.values())

    @cached_property
    def tops(self) -> list[Ints]:
        """For each level, and each choice of its free cells, what the images' top rows get by it.

        As numbers they are compared: the leftmost cell is the highest digit.
        """
        columns, orbits = self.window.columns, self.window.orbits
        made = []
        for free in self.free:
            numbers = np.arange(1 << len(free))
            rows = np.zeros((len(numbers), len(self.images)), np.int64)
            for n, image in enumerate(self.images):
                for x, cell in enumerate(image):
                    if orbits[cell] in free:
                        place = len(free) - 1 - free.index(orbits[cell])
                        rows[:, n] |= (numbers >> place & 1) << (columns - 1 - x)
            made.append(rows)
        return made

    @cached_property
    def known_tops(self) -> Ints:
        """For each level, and each image, the cells of its top row that are known without a gap."""
        columns, level = self.window.columns, self.window.level
        made = np.zeros((len(self.window.levels), len(self.images)), np.int64)
        for now in range(len(made)):
            for n, image in enumerate(self.images):
                known = next((x for x, c in enumerate(image) if level[c] > now), columns)
                made[now, n] = (1 << columns) - (1 << columns - known)
        return made

    @cached_property
    def plan(self) -> TreePlan:
        """All of this for the kernel."""
        touched = [self._touched(level) for level in self.window.levels]
        chosen = [
            rows[:, [row for row, _ in pairs]].ravel()
            for rows, pairs in zip(self.choices, touched, strict=True)
        ]
        tops = [rows.ravel() for rows in self.tops]
        right = self.window.columns - 1
        return TreePlan(
            flat((right - free[-1][0], len(free)) for free in self.free),
            flat(chain(*touched)),
            starts(touched),
            np.concatenate(chosen),
            starts(chosen),
            flat(chain(*self.pieces)),
            starts(self.pieces),
            flat(chain(*self.ring)),
            starts(self.ring),
            np.concatenate(tops),
            starts(tops),
            self.known_tops.ravel(),
            self.stays.astype(np.int64).ravel(),
        )

    @cached_property
    def together(self) -> bool:
        """Whether choices of the last level can be followed as sets: it is a row of the ring."""
        few = all(1 << len(free) <= MOST_TOGETHER for free in self.free)
        return few and self.window.symmetry.group <= ROW_BY_ROW

    @cached_property
    def sets(self) -> Sets:
        """Sets of choices for the last level."""
        if not self.together:
            return Sets(*(np.zeros(1, np.uint64) for _ in Sets._fields))
        low = len(self.window.levels) - 2
        last = self.choices[-1][:, -1]
        upper, lower = self.choices[low - 1][:, low - 1], self.choices[low][:, low]
        a, b, c = (row.astype(np.int64) for row in np.ix_(upper, lower, last))
        becomes = np.broadcast_arrays(b, a, c)[0].copy()
        for shift, mask in self.pieces[low]:
            block = (a >> shift & 63) << 12 | (b >> shift & 63) << 6 | c >> shift & 63
            after = self.next_cells[block].astype(np.int64) << shift + 1
            becomes = becomes & ~mask | after & mask
        shift, count = self.window.columns - 1 - self.free[low][-1][0], len(self.free[low])
        becomes = becomes >> shift & (1 << count) - 1
        size = MOST_TOGETHER
        same = np.zeros((size, size, size), np.uint64)
        fits = np.zeros((size, size), np.uint64)
        ends = [cell for cell in self.ring[-1] if cell.row == low]
        below = [cell for cell in self.ring[-1] if cell.row == low + 1]
        still = np.ones(becomes.shape, bool)
        for _, place, side in ends:
            still &= self._may_stay(side, place, a, b, c) != 0
        rows, columns = np.indices(becomes.shape[:2])
        for n in range(len(last)):
            bit = np.uint64(1) << np.uint64(n)
            same[rows, columns, becomes[:, :, n]] |= bit
            fits[: len(upper), : len(lower)] |= np.where(still[:, :, n], bit, np.uint64(0))
        return Sets(
            self._least(),
            fits.ravel(),
            np.concatenate([self._staying(cell, last) for cell in below]),
            same.ravel(),
            np.zeros(size + 1, np.uint64),
            self._before(),
            np.zeros(2 << self.window.width, np.uint64),
        )

    def _before(self) -> NDArray[np.uint64]:
        """For the ends of three rows, a row, and two rows before it: the third rows before it.

        The first entry says whether there is such a table; with a symmetry there is none.
        """
        if self.window.symmetry != C1:
            return np.zeros(1, np.uint64)
        width = self.window.width
        count = 1 << width
        ends, *rows = np.ix_(range(64), *[range(count)] * 3)
        whole = [
            row << 1 | ends >> 2 * place & 1 | (ends >> 2 * place + 1 & 1) << width + 1
            for place, row in zip((2, 1, 0), rows, strict=True)
        ]
        becomes = np.zeros((64, count, count, count), np.int64)
        for shift, mask in self.pieces[1]:
            a, b, c = (row >> shift & 63 for row in whole)
            after = self.next_cells[a << 12 | b << 6 | c].astype(np.int64) << shift + 1
            becomes |= after & mask
        becomes >>= 1
        made = np.zeros((64, count, count, count), np.uint64)
        here = np.ix_(range(64), range(count), range(count))
        for third in range(count):
            target = becomes[:, :, :, third]
            made[here[0], target, here[1], here[2]] |= np.uint64(1) << np.uint64(third)
        return np.concatenate([np.ones(1, np.uint64), made.ravel()])

    def _may_stay(self, side: int, place: int, a: Ints, b: Ints, c: Ints) -> NDArray[np.uint32]:
        """What may lie outside a cell of the row b, if it is to be still."""
        three = [(row << 1) >> place & 7 for row in (a, b, c)]
        ways: NDArray[np.uint32] = self.stays[side][three[0] << 6 | three[1] << 3 | three[2]]
        return ways

    def _staying(self, cell: RingCell, last: Ints) -> NDArray[np.uint64]:
        """For all that a cell of the last row has seen, the rows in which it can be still."""
        made = np.zeros(256, np.uint64)
        ways = [
            self.stays[cell.side][above << 6 | ((last << 1) >> cell.shift & 7) << 3]
            for above in range(8)
        ]
        for seen in range(256):
            may = np.full(len(last), 2**32 - 1, np.uint32)
            for above in range(8):
                if seen >> above & 1:
                    may &= ways[above]
            made[seen] = sum(1 << n for n in range(len(last)) if may[n])
        return made

    def _least(self) -> NDArray[np.uint64]:
        """For each first row, the last rows that are not less in an image."""
        last, level = len(self.window.levels) - 1, self.window.level
        others = [n for n, image in enumerate(self.images) if {level[c] for c in image} == {last}]
        first, tops = self.tops[0][:, 0], self.tops[-1]
        made = np.zeros(len(first), np.uint64)
        for n, row in enumerate(tops[:, others]):
            least = row.min(initial=1 << self.window.columns)
            made[first <= least] |= np.uint64(1) << np.uint64(n)
        return made

    def _touched(self, level: tuple[Cell, ...]) -> list[tuple[int, int]]:
        """The rows that a level has cells in, with the bits of these."""
        rows: dict[int, int] = {}
        for cell in level:
            rows[cell[1]] = rows.get(cell[1], 0) | self.bit(cell)
        return list(rows.items())


def flat(entries: Iterable[Iterable[int]]) -> Ints:
    return np.fromiter(chain.from_iterable(entries), np.int64)


def starts(lists: Iterable[Sequence[object] | Ints]) -> Ints:
    """Where each of several lists begins, and the last one ends, if they lie one after another."""
    return np.fromiter(accumulate(map(len, lists), initial=0), np.int64)
