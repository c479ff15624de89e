"""The tables for `row_kernel`: a window whose levels are rows of a few cells, and its rule.

`cycles.tables_of` chooses these tables where they suit (`is_by_rows`), and `tables` otherwise.
`row_kernel` describes the words of rows, `inner`, `right_ring` and `ends`, and says what each array
is for (`RowPlan`).

    a, b, c    three rows, one below the other
    still      whether the cells of the ring in the middle row can stay as they are
    becomes    the number of the middle row one generation later
    near       0 for row a, 1 for row b, 2 for row c
    inner, right_ring, ends    as in `row_kernel`; ring: how many cells of a row are of the ring
    sets       sets of rows are words: bit n says that the row with the number n is in the set
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from lifesearch.engines.rotors import row_kernel
from lifesearch.engines.rotors.kernel import DIGITS, MOST_FOUND, Ints, Words
from lifesearch.engines.rotors.tables import Digit, Piece, WindowTables, starts, zeros
from lifesearch.engines.rotors.window import Window
from lifesearch.life.orientation import Orientation
from lifesearch.life.symmetry import C1

ROW_BY_ROW = frozenset({Orientation.IDENTITY, Orientation.FLIP_X})
"""The symmetries with which each level is a whole row."""
HALVES = (range(4), range(2, 6))
"""The columns on which the next states of the first three cells depend, and those of the others."""
LEFT_CELLS = 3
"""Cells whose next states are looked up by a row's left half; the right half has the others."""
SIZE = 1 << row_kernel.NUMBER_BITS
"""The number of rows, if all six cells are free: the side of tables with an entry for two rows."""


def is_by_rows(window: Window) -> bool:
    """Whether each level of a window is a row with few free cells."""
    return window.symmetry.group <= ROW_BY_ROW and len(window.free[0]) <= row_kernel.MOST_CELLS


@dataclass(frozen=True)
class RowByRowTables(WindowTables):
    """The tables of a window that is searched row by row."""

    kernel = staticmethod(row_kernel.search_rows)
    number_at = row_kernel.NUMBER

    @property
    def cells(self) -> int:
        """The free cells of each row."""
        return len(self.window.free[0])

    @cached_property
    def plan(self) -> row_kernel.RowPlan:  # type: ignore[override]
        """All tables, for the kernel."""
        # A row has a ring cell on each side of the cells that change. With a mirror only its left
        # half is free, so that no ring cell is right of them.
        inner, right_ring = self.window.width, 1
        if self.window.symmetry != C1:
            inner, right_ring = self.cells - 1, 0
        shape = (inner, right_ring, self.cells - inner)
        # How `RowPlan.last_rows` cuts rows in halves. The next states of the first three cells
        # depend on the first four, so the others are shifted out of the rows above and below; those
        # of the other cells depend on all but the first two, so a mask leaves these. The successor
        # is cut after its first three cells.
        cut = (max(self.cells - 4, 0), (1 << max(self.cells - 2, 0)) - 1, max(self.cells - 3, 0))
        rows = range(1 << self.cells)
        becomes, still = self.after(self.last - 1, *np.ix_(rows, rows, rows))
        tops = [choices.ravel() for choices in self.tops]
        entries = [self._entries(n, half) for n in (0, 1, self.last) for half in (0, 1)]
        return row_kernel.RowPlan(
            entries=np.concatenate(entries),
            words=self._words(np.array(rows, np.int64)),
            tops=np.concatenate(tops),
            tops_at=starts(tops),
            known_tops=self.known_tops.ravel(),
            least=self._least(),
            fits=sets_of(still),
            below=self._below(),
            last_rows=self._last_rows(becomes, *cut),
            predecessors=self._predecessors(*shape),
            shape=np.array([*shape, *cut, len(rows)], np.int64),
        )

    def choices_done(self, work: row_kernel.RowWork) -> float:  # type: ignore[override]
        """The number of first rows done; of the present one, the share of second rows done."""
        left = int(work.left[1])
        lowest = (left & -left).bit_length() - 1  # rows are tried in the order of their numbers
        share = lowest / (1 << self.cells) if left else 1.0
        # On a deeper level, `state[2]` has counted the present first row already.
        return float(work.state[2] + (work.state[0] > 0 and share - 1))

    def work(self, first: int, end: int) -> row_kernel.RowWork:  # type: ignore[override]
        """The state of a search of the first rows from `first` to `end`, not begun."""
        levels = len(self.free)
        # Room for generations -1 to last + 1 and for two more: see `kernel.slot`. A call may find
        # cycles with each last row after the last but one of MOST_FOUND. Sets put off are disjoint.
        slots = levels + 5
        staying = zeros(slots * (levels + 2))
        staying[: levels + 2] = (1 << 2 * 8 * row_kernel.FIELDS) - 1
        return row_kernel.RowWork(
            left=np.zeros(levels, np.uint64),
            words=zeros(slots * (levels + 2)),
            staying=staying,
            order=zeros(slots * (levels + 2)),
            image_tops=zeros((levels + 1) * len(self.images)),
            saved=zeros(levels),
            found=zeros((MOST_FOUND + SIZE) * (levels + 1)),
            state=np.array([0, 0, first, end], np.int64),
            todo=np.zeros(SIZE + 1, np.uint64),
            todo_at=zeros(SIZE + 1),
            pairs=np.zeros(levels * SIZE, np.uint64),
        )

    def _words(self, numbers: Ints) -> Ints:
        """The words of rows: the number, and the cells of both halves, three places apart."""
        words = numbers << row_kernel.NUMBER
        for half, cells in enumerate(HALVES):
            for n, x in enumerate(reversed(cells)):
                if x < self.cells:
                    alive = numbers >> self.cells - 1 - x & 1
                    words |= alive << 3 * n + (0 if half else row_kernel.HALF)
        return words

    def _entries(self, level: int, half: int) -> Ints:
        """The table of half a row: its next state, and what may be outside the ring."""
        free = self.window.free[level]
        cells = free[LEFT_CELLS:] if half else free[:LEFT_CELLS]
        digits: list[Digit] = [
            (near, self.cells - 1 - x) for x in reversed(HALVES[half]) for near in range(3)
        ]
        entries = self.entries(Piece(cells, tuple(digits)))
        outside = entries >> DIGITS & (1 << 8 * row_kernel.FIELDS) - 1
        return outside << row_kernel.WORD | self._words(entries & (1 << DIGITS) - 1)

    def _last_rows(
        self, becomes: Ints, left_shift: int, right_mask: int, after_shift: int
    ) -> Words:
        """Sets of last rows with which the row above the last one has a given successor.

        The indices are the two rows above the last one, and half of the lower one's successor. The
        rows are cut by shifts and a mask: see `plan`.
        """
        sets = np.zeros((2, 16, 16, 8), np.uint64)
        a, b = np.ix_(*map(range, becomes.shape[:2]))
        for n in range(becomes.shape[2]):
            after = becomes[:, :, n]
            row = np.uint64(1 << n)
            sets[0, a >> left_shift, b >> left_shift, after >> after_shift] |= row
            sets[1, a & right_mask, b & right_mask, after & (1 << after_shift) - 1] |= row
        return sets.ravel()

    def _below(self) -> Words:
        """For two states of the row above the last: the last rows that can be still below both."""
        rows = range(1 << self.cells)
        one, other, last = np.ix_(rows, rows, rows)
        still = np.ones(one.shape[:1] + other.shape[1:2] + last.shape[2:], np.bool_)
        for piece in self.pieces[self.last]:
            entries = self.entries(piece) >> DIGITS
            both = np.full_like(one, -1)
            for above in (one, other):
                index = np.zeros_like(above | last)
                for n, (near, place) in enumerate(piece.digits):
                    index |= ((above, last)[near] >> place & 1) << n
                both = both & entries[index]
            for field in range(len(piece.cells)):
                still &= both >> 8 * field & 255 != 0
        return sets_of(still)

    def _least(self) -> Words:
        """For each first row: the last rows that make no image less than the board itself.

        Only images in which the last row becomes the first one are compared here.
        """
        columns, level = self.window.columns, self.window.level
        others = [
            n
            for n, image in enumerate(self.images)
            if {level[cell] for cell in image[:columns]} == {self.last}
        ]
        tops = self.tops
        first, last = (each >> self.window.rows - 1 for each in (tops[0], tops[-1]))
        sets = np.zeros(len(first), np.uint64)
        for n, row in enumerate(last[:, others]):
            sets[first[:, 0] <= row.min(initial=1 << columns)] |= np.uint64(1 << n)
        return sets

    def _predecessors(self, inner: int, right_ring: int, ring: int) -> Words:
        """Sets of third rows of a predecessor of a given row, by its upper two rows.

        The indices are the ends of three rows, which are the same in all generations, then what
        changes: the cells of the middle row, and those of two rows one generation earlier.
        """
        shape = [1 << ring] * 3 + [1 << inner] * 3
        grid = np.ix_(*map(range, shape))
        rows = [
            ends >> right_ring << inner + right_ring | row << right_ring | ends & right_ring
            for ends, row in zip(grid[:3], grid[3:], strict=True)
        ]
        becomes, still = self.after(1, *rows)
        becomes = becomes >> right_ring & (1 << inner) - 1
        sets = np.zeros(shape, np.uint64)
        here = np.ix_(*map(range, shape[:5]))
        for n in range(1 << inner):
            place = (*here[:3], becomes[..., n], *here[3:])
            sets[place] |= np.where(still[..., n], np.uint64(1 << n), np.uint64(0))
        return sets.ravel()


def sets_of(still: NDArray[np.bool_]) -> Words:
    """For two rows: the set of rows below them with which the middle row can be still."""
    sets = np.zeros((SIZE, SIZE), np.uint64)
    for n in range(still.shape[2]):
        sets[: still.shape[0], : still.shape[1]] |= still[:, :, n].astype(np.uint64) << np.uint64(n)
    return sets.ravel()
