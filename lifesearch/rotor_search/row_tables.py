"""A window whose levels are rows of a few cells, and its rule, as numbers for `row_kernel`."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from lifesearch.life.orientation import Orientation
from lifesearch.life.symmetry import C1
from lifesearch.rotor_search import row_kernel
from lifesearch.rotor_search.kernel import DIGITS, MOST_FOUND, Ints, Words
from lifesearch.rotor_search.tables import Digit, Piece, WindowTables, starts, zeros
from lifesearch.rotor_search.window import Window

ROW_BY_ROW = frozenset({Orientation.IDENTITY, Orientation.FLIP_X})
"""With these symmetries each level is a whole row."""
HALVES = (range(4), range(2, 6))
"""The cells of a row that the first three cells depend on, and the others."""
FIRST = 3
SIZE = 1 << row_kernel.SIDE


def is_by_rows(window: Window) -> bool:
    """Whether each level of a window is a row with few free cells."""
    return window.symmetry.group <= ROW_BY_ROW and len(window.free[0]) <= row_kernel.MOST_CELLS


@dataclass(frozen=True)
class NarrowTables(WindowTables):
    """What the kernel needs to know of a window that is searched row by row."""

    kernel = staticmethod(row_kernel.search_rows)
    behind = row_kernel.NUMBER

    @property
    def cells(self) -> int:
        """The free cells of each row."""
        return len(self.window.free[0])

    @cached_property
    def plan(self) -> row_kernel.RowPlan:  # type: ignore[override]
        """All of this for the kernel."""
        inner, behind = self.window.width, 1
        if self.window.symmetry != C1:
            inner, behind = self.cells - 1, 0
        shape = (inner, behind, self.cells - inner)
        cut = (max(self.cells - 4, 0), (1 << max(self.cells - 2, 0)) - 1, max(self.cells - 3, 0))
        rows = range(1 << self.cells)
        becomes, still = self.after(self.last - 1, *np.ix_(rows, rows, rows))
        tops = [choices.ravel() for choices in self.tops]
        return row_kernel.RowPlan(
            np.concatenate([self._entries(n, half) for n in (0, 1, self.last) for half in (0, 1)]),
            self._words(np.array(rows, np.int64)),
            np.concatenate(tops),
            starts(tops),
            self.known_tops.ravel(),
            self._least(),
            sets_of(still),
            self._below(),
            self._same(becomes, *cut),
            self._before(*shape),
            np.array([*shape, *cut, len(rows)], np.int64),
        )

    def begun(self, work: row_kernel.RowWork) -> float:  # type: ignore[override]
        """The same; of the second level, the next choice is known."""
        left = int(work.left[1])
        place = ((left & -left).bit_length() - 1) / (1 << self.cells) if left else 1.0
        return float(work.state[2] + (work.state[0] > 0 and place - 1))

    def work(self, first: int, end: int) -> row_kernel.RowWork:  # type: ignore[override]
        """What changes, before anything is done."""
        levels = len(self.free)
        slots = levels + 5
        staying = zeros(slots * (levels + 2))
        staying[: levels + 2] = (1 << 2 * 8 * row_kernel.FIELDS) - 1
        return row_kernel.RowWork(
            np.zeros(levels, np.uint64),
            zeros(slots * (levels + 2)),
            staying,
            zeros(slots * (levels + 2)),
            zeros((levels + 1) * len(self.images)),
            zeros(levels),
            zeros((MOST_FOUND + SIZE) * (levels + 1)),
            np.array([0, 0, first, end], np.int64),
            np.zeros(SIZE + 1, np.uint64),
            zeros(SIZE + 1),
            np.zeros(levels * SIZE, np.uint64),
        )

    def _words(self, numbers: Ints) -> Ints:
        """Rows: the number of each, and the cells of its halves, three places apart."""
        words = numbers << row_kernel.NUMBER
        for half, cells in enumerate(HALVES):
            for n, x in enumerate(reversed(cells)):
                if x < self.cells:
                    alive = numbers >> self.cells - 1 - x & 1
                    words |= alive << 3 * n + (0 if half else row_kernel.HALF)
        return words

    def _entries(self, level: int, half: int) -> Ints:
        """What becomes of half a row, and what may lie outside, by the cells around it."""
        free = self.window.free[level]
        cells = free[FIRST:] if half else free[:FIRST]
        digits: list[Digit] = [
            (near, self.cells - 1 - x) for x in reversed(HALVES[half]) for near in range(3)
        ]
        entries = self.entries(Piece(cells, tuple(digits)))
        ways = entries >> DIGITS & (1 << 8 * row_kernel.FIELDS) - 1
        return ways << row_kernel.WORD | self._words(entries & (1 << DIGITS) - 1)

    def _same(self, becomes: Ints, first: int, others: int, behind: int) -> Words:
        """For two rows at the end of the window, and half of what follows the lower one.

        A set of last rows, with which it does.
        """
        made = np.zeros((2, 16, 16, 8), np.uint64)
        a, b = np.ix_(*map(range, becomes.shape[:2]))
        for n in range(becomes.shape[2]):
            after = becomes[:, :, n]
            made[0, a >> first, b >> first, after >> behind] |= np.uint64(1 << n)
            made[1, a & others, b & others, after & (1 << behind) - 1] |= np.uint64(1 << n)
        return made.ravel()

    def _below(self) -> Words:
        """For two rows above the last one: the last rows that can be still with both."""
        rows = range(1 << self.cells)
        a, b, c = np.ix_(rows, rows, rows)
        still = np.ones(a.shape[:1] + b.shape[1:2] + c.shape[2:], np.bool_)
        for piece in self.pieces[self.last]:
            entries = self.entries(piece) >> DIGITS
            both = np.full_like(a, -1)
            for above in (a, b):
                index = np.zeros_like(above | c)
                for n, (near, place) in enumerate(piece.digits):
                    index |= ((above, c)[near] >> place & 1) << n
                both = both & entries[index]
            for field in range(len(piece.cells)):
                still &= both >> 8 * field & 255 != 0
        return sets_of(still)

    def _least(self) -> Words:
        """For each first row, the last rows that are not less in an image."""
        columns, level = self.window.columns, self.window.level
        others = [
            n
            for n, image in enumerate(self.images)
            if {level[cell] for cell in image[:columns]} == {self.last}
        ]
        tops = self.tops
        first, last = (each >> self.window.rows - 1 for each in (tops[0], tops[-1]))
        made = np.zeros(len(first), np.uint64)
        for n, row in enumerate(last[:, others]):
            made[first[:, 0] <= row.min(initial=1 << columns)] |= np.uint64(1 << n)
        return made

    def _before(self, inner: int, behind: int, outer: int) -> Words:
        """For the ends of three rows, a row, and two rows before it: the third rows before it."""
        shape = [1 << outer] * 3 + [1 << inner] * 3
        grid = np.ix_(*map(range, shape))
        rows = [
            ends >> behind << inner + behind | row << behind | ends & behind
            for ends, row in zip(grid[:3], grid[3:], strict=True)
        ]
        becomes, still = self.after(1, *rows)
        becomes = becomes >> behind & (1 << inner) - 1
        made = np.zeros(shape, np.uint64)
        here = np.ix_(*map(range, shape[:5]))
        for n in range(1 << inner):
            place = (*here[:3], becomes[..., n], *here[3:])
            made[place] |= np.where(still[..., n], np.uint64(1 << n), np.uint64(0))
        return made.ravel()


def sets_of(still: NDArray[np.bool_]) -> Words:
    """For two rows: a set of those third ones for which something holds."""
    made = np.zeros((SIZE, SIZE), np.uint64)
    for n in range(still.shape[2]):
        made[: still.shape[0], : still.shape[1]] |= still[:, :, n].astype(np.uint64) << np.uint64(n)
    return made.ravel()
