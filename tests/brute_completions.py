"""Completions by brute force: every way to fill the first generation and the exempt cells.

Nothing here is ours but the words of the question: the board is a torus of whole tiles, and
each step is `brute.step_by`.
"""

from dataclasses import dataclass
from functools import cached_property
from itertools import product

import numpy as np
from numpy.typing import NDArray

from lifesearch.life.orientation import Orientation
from lifesearch.life.symmetry import Group, closure
from lifesearch.questions.completion.question import Completion
from tests import brute
from tests.brute import Universe
from tests.brute_boards import order_of, plane_tables, within

Films = set[bytes]
Bits = NDArray[np.bool_]
CellAt = tuple[int, int, int]


def completions(query: Completion) -> Films:
    """All films, those too that symmetries of the question turn into each other."""
    every = BruteCompletion(query)
    right = every.lawful & every.as_told() & every.symmetric() & every.exact()
    if query.constraints.bounds:
        right &= within(query.constraints.bounds, every.counted())
    if not query.with_empty:
        different = [(now != then).any((1, 2)) for now, then in every.pairs]
        # Where something arrives, the still life is not empty.
        right &= np.any(different[:1] if query.known.arrives else different, axis=0)
    boxes = [every.box(now)[right] for now, _ in every.pairs]
    return {film.astype(np.uint8).tobytes() for film in np.stack(boxes, axis=1)}


@dataclass(frozen=True)
class BruteCompletion:
    query: Completion

    @property
    def last(self) -> int:
        """The first generation that is not chosen or simulated."""
        return self.query.motion.period + (not self.query.returns)

    @property
    def corner(self) -> tuple[int, int]:
        """The box's place on the board: whole tiles are around it, more than the pattern moves."""
        agar, motion = self.query.background, self.query.motion
        pad = 2 + order_of(motion.orientation) * max(abs(motion.dx), abs(motion.dy))
        return agar.width * pad, agar.height * pad

    @cached_property
    def around(self) -> list[Universe]:
        """The background alone, on a board of one."""
        agar, (width, height) = self.query.background, self.query.box
        rows = 2 * self.corner[1] + agar.height * height
        columns = 2 * self.corner[0] + agar.width * width
        board = np.zeros((1, rows, columns), np.bool_)
        for y, x in product(range(rows), range(columns)):
            board[0, y, x] = (x % agar.width, y % agar.height) in agar.tile.cells
        boards = [board]
        for _ in range(self.last * order_of(self.query.motion.orientation)):
            boards.append(self.step(boards[-1], len(boards) - 1))
        return boards

    def step(self, board: Universe, t: int) -> Universe:
        """One generation after generation t."""
        tables = plane_tables(self.query.rule)
        return brute.step_by(tables[t % len(tables)], board)

    def turned(self, g: Orientation, x: int, y: int) -> tuple[int, int]:
        width, height = self.query.box
        u, v = g.apply(2 * x - width + 1, 2 * y - height + 1)
        return (u + width - 1) // 2, (v + height - 1) // 2

    @cached_property
    def group(self) -> Group:
        turn, group = self.query.motion.orientation, closure(self.query.symmetry.group)
        for _ in range(4):
            group = closure(group | {turn.inverse.then(g).then(turn) for g in group})
        return group

    @cached_property
    def exempt(self) -> set[CellAt]:
        return self.same_cells(self.query.known.exempt)

    def same_cells(self, given: frozenset[CellAt]) -> set[CellAt]:
        """All that are the same cell, by symmetry or because the pattern is back."""
        motion = self.query.motion
        cells = {(t, *self.turned(g, x, y)) for t, x, y in given for g in self.group}
        if self.query.returns:
            for x, y in [(x, y) for t, x, y in cells if t == 0]:
                u, v = self.turned(motion.orientation, x, y)
                cells.add((motion.period, u + motion.dx, v + motion.dy))
        return cells

    @cached_property
    def choices(self) -> dict[CellAt, Bits]:
        """For each cell that can be chosen, its value in each of the universes."""
        width, height = self.query.box
        cells = [(0, x, y) for y, x in product(range(height), range(width))]
        cells += sorted(e for e in self.exempt if 0 < e[0] < self.last)
        return {cell: np.arange(2 ** len(cells)) >> i & 1 == 1 for i, cell in enumerate(cells)}

    def cell(self, board: Universe, x: int, y: int) -> Bits:
        cell: Bits = board[:, y + self.corner[1], x + self.corner[0]]
        return cell

    def box(self, board: Universe) -> Universe:
        (left, top), (width, height) = self.corner, self.query.box
        return board[:, top : top + height, left : left + width]

    @cached_property
    def life(self) -> list[Universe]:
        boards: list[Universe] = []
        motion = self.query.motion
        for t in range(self.last):
            before = np.repeat(self.around[0], 2 ** len(self.choices), axis=0)
            board = self.step(boards[-1], t - 1) if boards else before
            for (when, x, y), bits in self.choices.items():
                if when == t:
                    self.cell(board, x, y)[:] = bits
            boards.append(board)
        if self.query.returns:
            boards.append(self.later(boards, motion.period))
        return boards

    def later(self, boards: list[Universe], t: int) -> Universe:
        """Generation t, after it has come back once or several times."""
        motion, (width, height) = self.query.motion, self.query.box
        times, index = divmod(t, motion.period)
        board = np.repeat(self.around[t], len(boards[0]), axis=0)
        for y, x in product(range(height), range(width)):
            u, v = x, y
            for _ in range(times):
                u, v = self.turned(motion.orientation, u, v)
                u, v = u + motion.dx, v + motion.dy
            self.cell(board, u, v)[:] = self.cell(boards[index], x, y)
        return board

    def counted(self) -> list[Universe]:
        """The generations in which cells are counted, and one more."""
        if not self.query.returns:
            return [*self.life, self.life[-1]]
        motion = self.query.motion
        full = motion.period * order_of(motion.orientation)
        return [self.later(self.life, t) for t in range(full + 1)]

    @property
    def pairs(self) -> list[tuple[Universe, Universe]]:
        return list(zip(self.life[: self.last], self.around, strict=False))

    @property
    def lawful(self) -> Bits:
        """Nothing disturbs the background, and the end follows from what is before."""
        right = np.ones(len(self.life[0]), np.bool_)
        for now, then in self.pairs:
            wrong = now != then
            self.box(wrong)[:] = False
            right &= ~wrong.any(axis=(1, 2))
        if self.query.returns:
            wrong = self.step(self.life[-2], self.last - 1) != self.life[-1]
            for t, x, y in self.exempt:
                if t == self.last:
                    self.cell(wrong, x, y)[:] = False
            right &= ~wrong.any(axis=(1, 2))
        return right & self.undisturbed

    @property
    def undisturbed(self) -> Bits:
        """Where something arrives, the cell would have stayed as it was."""
        right = np.ones(len(self.life[0]), np.bool_)
        for t, x, y in self.same_cells(self.query.known.arrives):
            if 0 < t < len(self.life):
                before = self.life[t - 1]
                right &= self.cell(self.step(before, t - 1), x, y) == self.cell(before, x, y)
        return right

    def as_told(self) -> Bits:
        """Which are as given: 1 is alive, -1 dead; other numbers are names, -n is the opposite."""
        right = np.ones(len(self.life[0]), np.bool_)
        letters: dict[int, Bits] = {}
        for (t, x, y), value in self.query.known.given():
            alive = self.cell(self.life[t], x, y) ^ (value < 0)
            right &= alive if abs(value) == 1 else alive == letters.setdefault(abs(value), alive)
        return right

    def symmetric(self) -> Bits:
        right = np.ones(len(self.life[0]), np.bool_)
        width, height = self.query.box
        for g, board in product(self.group, self.life[: self.last]):
            for y, x in product(range(height), range(width)):
                right &= self.cell(board, x, y) == self.cell(board, *self.turned(g, x, y))
        return right

    def exact(self) -> Bits:
        """It is not back sooner; with a transform, not unturned when it should be turned."""
        right = np.ones(len(self.life[0]), np.bool_)
        motion = self.query.motion
        if self.query.any_period or not self.query.returns:
            return right
        order = order_of(motion.orientation)
        full, dx, dy = motion.period * order, motion.dx * order, motion.dy * order
        for t in range(1, full):
            parts, rest = divmod(full, t)
            # A quarter turn may give twice the period asked for, or four times.
            if rest or dx % parts or dy % parts or (t > motion.period and t % motion.period == 0):
                continue
            if t % len(plane_tables(self.query.rule)):  # another of the tables would come next
                continue
            # Where cells are exempt, being back once is not being back for ever: only the
            # longest of the shorter periods are excluded.
            longest = t == motion.period or parts in (3, 5) or (parts == 2 and order == 1)
            if self.query.known.exempt and not longest:
                continue
            way = (dy // parts, dx // parts)
            moved = np.roll(self.life[0], way, (1, 2))
            right &= (self.later(self.life, t) != moved).any(axis=(1, 2))
        return right
