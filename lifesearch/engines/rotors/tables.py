"""A window and its rule as numbers for the kernel.

`cycles` makes them, or those of `row_tables`, and passes them to the kernel.

The free cells of a level are a number, the leftmost cell its highest digit. What becomes of a level
depends on it and on those above and below it. Their digits are gathered, piece by piece, into
places of tables; an entry has the cells of the piece a generation later, and for each cell of the
ring in it a field of eight bits: the set of ways to fill the cells outside the ring with which the
cell stays as it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, chain
from typing import ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from lifesearch.engines.rotors.kernel import (
    DIGITS,
    FIELDS,
    MOST_FOUND,
    PLACE,
    Ints,
    TreePlan,
    Work,
    search,
)
from lifesearch.engines.rotors.window import Cell, Window
from lifesearch.life.rules.neighbourhood import AROUND, CENTRE, bit

MOST_DIGITS = 12
"""The most digits that the entries of a piece depend on: its table has up to 2^12 entries.

One cell needs 9 at most, and PLACE would allow 16: a choice.
"""
TOGETHER = 64 // PLACE
"""The most pieces of a group: their places are gathered in one number."""
ALL = (1 << 8 * FIELDS) - 1
"""Fields with all ways to fill the cells outside."""

Digit = tuple[int, int]
"""A level, 0 for the one above, 1 for this one and 2 for the one below; and a digit's place."""


class Piece(NamedTuple):
    """Cells of a level that are looked up together, and the digits that their next states need."""

    cells: tuple[Cell, ...]
    digits: tuple[Digit, ...]


@dataclass(frozen=True)
class WindowTables:
    """The tables of a window, for the kernel."""

    window: Window

    kernel = staticmethod(search)
    number_at: ClassVar[int] = 0
    """The bit at which numbers of levels begin in the cycles that the kernel finds."""

    @property
    def free(self) -> tuple[tuple[Cell, ...], ...]:
        return self.window.free

    @property
    def last(self) -> int:
        return len(self.free) - 1

    @cached_property
    def rule(self) -> NDArray[np.uint8]:
        return np.frombuffer(self.window.rule.plane_table, np.uint8)

    def count(self, level: int) -> int:
        """The number of choices of a level; 1 for a level that does not exist."""
        return 1 << len(self.free[level]) if 0 <= level <= self.last else 1

    @cached_property
    def choices(self) -> list[Ints]:
        """For each level, and each choice of its free cells, the cells that it adds to all rows."""
        made = []
        for level, free in zip(self.window.levels, self.free, strict=True):
            rows = np.zeros((1 << len(free), self.window.rows), np.int64)
            numbers = np.arange(1 << len(free))
            for cell in level:
                digit = numbers >> self.place(cell) & 1
                rows[:, cell[1]] |= digit << (self.window.columns - 1 - cell[0])
            made.append(rows)
        return made

    def board(self, numbers: Sequence[int]) -> tuple[int, ...]:
        """The rows of a board, the leftmost cell of each its highest digit."""
        rows = sum(rows[n] for rows, n in zip(self.choices, numbers, strict=True))
        return tuple(np.asarray(rows).tolist())

    def place(self, cell: Cell) -> int:
        """The digit of a cell in its level's number."""
        first = self.window.orbits[cell]
        free = self.free[self.window.level[cell]]
        return len(free) - 1 - free.index(first)

    def _digits(self, cell: Cell) -> dict[Cell, Digit]:
        """The digits of a cell and of the cells around it that are not outside."""
        x, y = cell
        near = [(x + dx, y + dy) for dx, dy in AROUND]
        return {
            other: (self.window.level[other] - self.window.level[cell] + 1, self.place(other))
            for other in near
            if other in self.window.orbits
        }

    @cached_property
    def pieces(self) -> tuple[tuple[Piece, ...], ...]:
        """The free cells of each level in pieces that depend on few digits."""
        return tuple(tuple(self._pieces(free)) for free in self.free)

    def _pieces(self, free: tuple[Cell, ...]) -> Iterator[Piece]:
        """Pieces of as many cells, in their order, as MOST_DIGITS and FIELDS allow."""
        cells: list[Cell] = []
        digits: set[Digit] = set()
        for cell in free:
            more = digits | set(self._digits(cell).values())
            fields = sum(not self.window.changes(each) for each in (*cells, cell))
            if cells and (len(more) > MOST_DIGITS or fields > FIELDS):
                yield Piece(tuple(cells), tuple(sorted(digits)))
                cells, more = [], set(self._digits(cell).values())
            cells, digits = [*cells, cell], more
        yield Piece(tuple(cells), tuple(sorted(digits)))

    def entries(self, piece: Piece) -> Ints:
        """The table of a piece: its next state and the fields of its ring cells, by its digits."""
        numbers = np.arange(1 << len(piece.digits))
        after, fields, shift = np.zeros_like(numbers), np.full_like(numbers, ALL), 0
        for cell in piece.cells:
            digits = self._digits(cell)
            block = np.zeros_like(numbers)
            for other, digit in digits.items():
                place = bit(other[0] - cell[0], other[1] - cell[1])
                block += (numbers >> piece.digits.index(digit) & 1) * place
            alive = self.rule[block] if self.window.changes(cell) else block & CENTRE != 0
            after |= alive.astype(np.int64) << self.place(cell)
            if not self.window.changes(cell):
                fields ^= (255 ^ self._outside(cell, block)) << shift
                shift += 8
        return fields << DIGITS | after

    def _outside(self, cell: Cell, block: Ints) -> Ints:
        """A bit for each way to fill the cells outside with which a cell of the ring stays.

        Cells of the ring are looked at one by one, so a ring may pass that no stator keeps still:
        that is for a solver. A cell of a side has three cells outside: eight ways. At a corner
        there are five, too many ways for eight bits; but only one cell around it changes. There the
        bits say whether it can stay if that cell is always dead, always alive, or sometimes dead
        and sometimes alive.
        """
        x, y = cell
        outside = [bit(dx, dy) for dx, dy in AROUND if (x + dx, y + dy) not in self.window.orbits]
        filled = [
            sum(each for n, each in enumerate(outside) if pattern >> n & 1)
            for pattern in range(1 << len(outside))
        ]

        def staying(block: Ints) -> Ints:
            ways = np.zeros_like(block)
            for n, cells in enumerate(filled):
                ways |= (self.rule[block | cells] == (block & CENTRE != 0)).astype(np.int64) << n
            return ways

        if len(filled) <= 8:
            return staying(block)
        inner = bit(-1 if x else 1, -1 if y else 1)
        dead, live = staying(block & ~inner), staying(block | inner)
        now: Ints = np.where(block & inner, 2 * (live != 0), dead != 0).astype(np.int64)
        both: Ints = np.where(dead & live, 4, 0).astype(np.int64)
        return both | now

    def after(self, level: int, a: Ints, b: Ints, c: Ints) -> tuple[Ints, NDArray[np.bool_]]:
        """The next generation of a level between two others, and whether its ring can be still.

        These are the numbers b, a and c; arrays of them are combined as numpy does.
        """
        number, still = np.zeros_like(a | b | c), np.ones((a | b | c).shape, np.bool_)
        for piece in self.pieces[level]:
            index = np.zeros_like(number)
            for n, (near, place) in enumerate(piece.digits):
                index |= ((a, b, c)[near] >> place & 1) << n
            entry = self.entries(piece)[index]
            number |= entry & (1 << DIGITS) - 1
            for field in range(FIELDS):
                still &= entry >> DIGITS + 8 * field & 255 != 0
        return number, still

    @cached_property
    def images(self) -> tuple[tuple[Cell, ...], ...]:
        """The ring's top row and left column in each image of the board, the identity first.

        Of all images, only the one in which they are least is searched.
        """
        top = tuple((x, 0) for x in range(self.window.columns))
        top += tuple((0, y) for y in range(1, self.window.rows))
        orbits = self.window.orbits
        made: dict[tuple[Cell, ...], tuple[Cell, ...]] = {}
        for g in sorted(self.window.turns, key=lambda g: g.symbol != "Id"):
            image = tuple(self.window.turned(cell, g) for cell in top)
            made.setdefault(tuple(orbits[cell] for cell in image), image)
        return tuple(made.values())

    @cached_property
    def tops(self) -> list[Ints]:
        """For each level, and each choice of its free cells, its part of the top of each image.

        Images are compared as numbers, the first cell the highest digit.
        """
        level, made = self.window.level, []
        for now, free in enumerate(self.free):
            numbers = np.arange(1 << len(free))
            rows = np.zeros((len(numbers), len(self.images)), np.int64)
            for n, image in enumerate(self.images):
                for place, cell in enumerate(reversed(image)):
                    if level[cell] == now:
                        rows[:, n] |= (numbers >> self.place(cell) & 1) << place
            made.append(rows)
        return made

    @cached_property
    def known_tops(self) -> Ints:
        """For each level and image, a mask: cells known without a gap in it and in the first."""
        level, size = self.window.level, len(self.images[0])
        made = np.zeros((len(self.window.levels), len(self.images)), np.int64)
        for now in range(len(made)):
            known = [
                next((n for n, cell in enumerate(image) if level[cell] > now), size)
                for image in self.images
            ]
            made[now] = [(1 << size) - (1 << size - min(known[0], each)) for each in known]
        return made

    @cached_property
    def plan(self) -> TreePlan:
        """All tables, for the kernel."""
        groups: list[list[int]] = []
        spreads: list[Ints] = []
        entries: dict[bytes, int] = {}
        places: list[int] = []
        size = 0
        for level, pieces in enumerate(self.pieces):
            for first in range(0, len(pieces), TOGETHER):
                some = pieces[first : first + TOGETHER]
                spread = self._spread(level, some)
                at = [*accumulate(map(len, spread[:2]), initial=sum(map(len, spreads)))]
                groups.append([level, *at, len(places), len(places) + len(some)])
                spreads += spread
                for piece in some:
                    # Equal tables, such as those of all rows between the first and the last, are
                    # stored once.
                    table = self.entries(piece).tobytes()
                    places.append(entries.setdefault(table, size))
                    size = sum(len(each) // 8 for each in entries)
        tops = [rows.ravel() for rows in self.tops]
        by_level = [[g[1:] for g in groups if g[0] == level] for level in range(self.last + 1)]
        return TreePlan(
            flat(chain(*by_level)),
            starts(by_level),
            np.concatenate(spreads),
            np.array(places, np.int64),
            np.frombuffer(b"".join(entries), np.int64),
            np.concatenate(tops),
            starts(tops),
            self.known_tops.ravel(),
        )

    def choices_done(self, work: Work) -> float:
        """The number of choices of the first level done; of the present one, the share done."""
        # On a deeper level, choice[0] counts it already; 2 and 3 are those of the second level.
        inside = work.state[0] > 0 and work.choice[2] / work.choice[3] - 1
        return float(work.choice[0] + inside)

    def work(self, first: int, end: int) -> Work:
        """The state of a search of the choices `first` to `end` of the first level, not begun."""
        levels = len(self.free)
        # Room for generations -1 to last + 1 and for two more: see `kernel.slot`.
        slots = levels + 5
        choice = np.zeros((levels, 2), np.int64)
        choice[:, 1] = [self.count(level) for level in range(levels)]
        choice[0] = first, end
        staying = zeros(slots * len(self.plan.pieces))
        staying[: len(self.plan.pieces)] = ALL
        return Work(
            choice.ravel(),
            zeros(slots * (levels + 2)),
            staying,
            zeros(slots * (levels + 2)),
            zeros((levels + 1) * len(self.images)),
            zeros(levels),
            zeros(MOST_FOUND * (levels + 1)),
            zeros(2),
        )

    def _spread(self, level: int, pieces: Sequence[Piece]) -> list[Ints]:
        """For each choice of the level above, this one and the one below: its digits in places."""
        made = [np.zeros(self.count(level + near - 1), np.int64) for near in range(3)]
        for n, piece in enumerate(pieces):
            for m, (near, place) in enumerate(piece.digits):
                numbers = np.arange(len(made[near]))
                made[near] |= (numbers >> place & 1) << PLACE * n + m
        return made


def flat(entries: Iterable[Iterable[int]]) -> Ints:
    return np.fromiter(chain.from_iterable(entries), np.int64)


def starts(lists: Iterable[Sequence[object] | Ints]) -> Ints:
    """Where each of several lists begins, and the last one ends, if stored one after another."""
    return np.fromiter(accumulate(map(len, lists), initial=0), np.int64)


def zeros(count: int) -> Ints:
    return np.zeros(count, np.int64)
