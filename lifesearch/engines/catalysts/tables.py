"""The problem of a catalyst search as arrays for the kernel, made once and cached by `search`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from lifesearch.engines.catalysts.limits import BOARD_SIDE
from lifesearch.engines.catalysts.problem import CatalystProblem, grown
from lifesearch.life.orientation import Orientation
from lifesearch.life.pattern import Cell, Pattern
from lifesearch.life.rules.rule import Rule
from lifesearch.life.simulate.evolve import behaviour, generations

Ints = NDArray[np.int64]
Words = NDArray[np.uint64]
SUMS = 9  # numbers of live neighbours, 0 to 8; also the cells of a 3x3 block
PRIME = 0x9E3779B97F4A7C15  # 2^64 / golden ratio, odd: multiplying by it spreads bits
WORD = (1 << 64) - 1  # all bits of a word
GLIDER = Pattern.parse(".O.\n..O\nOOO")


class KernelTables(NamedTuple):
    """The constant arrays of a search. The corner of a shape is that of the cells around it."""

    cells: Ints  # for each shape x, y and kind of its live cells, then of those around them
    cells_at: Ints  # for each shape, where its live cells begin, and where the others do
    heights: Ints  # for each shape, its rows with those of the cells around it
    live: Words  # for each shape, its rows
    zones: Words  # for each shape, rows of live cells and of those around them
    allowed: Words  # for each shape and row, the corners that it may have
    first: Words  # for each shape and row, the corners that the first catalyst may have
    images: Ints  # for each shape and symmetry: the shape, and where its corner is (`_images`)
    kinds: Words  # for each kind of cell, when it is touched: masks as in `soups.kernel.masks`
    free: Words  # the rows of the active part alone, in each generation
    sums: Words  # in each generation, the hash of these rows
    phases: Words  # hashes of all phases of the active part, in all orientations, sorted
    populations: Ints  # for each number of cells, whether a phase has that many
    gliders: Ints  # for each way to fill 3x3 cells, whether it is a glider


@dataclass(frozen=True)
class CatalystTables:
    """Makes the `KernelTables` of a problem."""

    problem: CatalystProblem

    @cached_property
    def shapes(self) -> list[tuple[Pattern, list[tuple[int, int, bool, int]]]]:
        """Each shape, and its cells with those around them: x, y, alive or not, live neighbours."""
        made = []
        for shape in self.problem.shapes:
            moved = shape.translate(1, 1)
            near = {cell: sum(n in moved.cells for n in _around(cell)) for cell in grown(moved)}
            order = sorted(near, key=lambda cell: (cell not in moved.cells, cell))
            made.append((moved, [(*cell, cell in moved.cells, near[cell]) for cell in order]))
        return made

    @cached_property
    def kinds(self) -> list[tuple[bool, int]]:
        """The kinds of cells: alive or not, and the number of live neighbours in the catalyst."""
        return sorted({(alive, n) for _, cells in self.shapes for _, _, alive, n in cells})

    @cached_property
    def tall(self) -> int:
        """Rows of the tallest shape and the cells around it."""
        return max(shape.box.height for shape, _ in self.shapes) + 2

    @cached_property
    def tables(self) -> KernelTables:
        problem, (left, top) = self.problem, self.problem.corner
        cells: list[tuple[int, int, int]] = []
        starts, live, zones = [], [], []
        for shape, around in self.shapes:
            starts += [len(cells), len(cells) + shape.population]
            cells += [(x, y, self.kinds.index((alive, n))) for x, y, alive, n in around]
            live.append(_rows(shape.cells, self.tall))
            zones.append(_rows(((x, y) for x, y, *_ in around), self.tall))
        allowed = np.array(self._allowed(), np.uint64)
        # The run of the active part alone: what is the same without catalysts is no answer.
        films = list(generations(problem.active, problem.generations, problem.rule))
        free = [_rows(((x - left, y - top) for x, y in film.cells), BOARD_SIDE) for film in films]
        may_reappear = [film for film in films if film and not problem.periods]
        phases = {
            image for film in may_reappear for image in film.orientations(problem.rule.symmetries)
        }
        populations = np.zeros(BOARD_SIDE * BOARD_SIDE + 1, np.int64)
        # Larger phases are not looked for: `questions.catalysts.course.small` says so, too.
        populations[[film.population for film in films if 0 < film.population < BOARD_SIDE]] = 1
        return KernelTables(
            np.array(cells, np.int64).ravel(),
            np.array([*starts, len(cells)], np.int64),
            np.array([shape.box.height + 2 for shape, _ in self.shapes], np.int64),
            np.array(live, np.uint64).ravel(),
            np.array(zones, np.uint64).ravel(),
            allowed.ravel(),
            (allowed & self._least()).ravel(),
            np.array(self._images(problem.symmetry.group), np.int64).ravel(),
            np.array(
                [_masks(problem.rule, *condition) for condition in self.kinds], np.uint64
            ).ravel(),
            np.array(free, np.uint64).ravel(),
            np.array([sum_of(rows) for rows in free], np.uint64),
            np.array(sorted({sum_of(_rows(p.cells, p.box.height)) for p in phases}), np.uint64),
            populations,
            _gliders(problem.rule),
        )

    def _allowed(self) -> list[list[int]]:
        """For each shape and row, the corners with which a shape may be placed.

        Of a placement and its images under the symmetry, one is allowed.
        """
        problem, (left, top) = self.problem, self.problem.corner
        area = problem.box.moved(-left - 1, -top - 1)
        active = [(x - left, y - top) for x, y in problem.active.cells]
        made = []
        for shape, around in self.shapes:
            wide, last = area.width - shape.box.width + 1, area.bottom + 1 - shape.box.height
            across = ((1 << max(0, wide)) - 1) << area.x
            rows = [across if area.y <= y <= last else 0 for y in range(BOARD_SIDE)]
            # No live cell of the active part may be in the zone of a catalyst before it is touched.
            # A corner beyond the board is not allowed anyway.
            for x, y in active:
                for dx, dy, *_ in around:
                    if x >= dx and y >= dy:
                        rows[y - dy] &= ~(1 << x - dx)
            made.append(rows)
        return made if len(problem.symmetry.group) == 1 else self._with_images(made)

    def _with_images(self, alone: list[list[int]]) -> list[list[int]]:
        """The corners of `alone` that also fit with their images; of images, the least is taken.

        `alone` are the corners of single catalysts. The active part is symmetric, so only distances
        between images are to be tested.
        """
        group, made = self.problem.symmetry.group, []
        images = self._images(group)
        fitting = np.array([_bits(rows) for rows in alone])
        number = np.arange(fitting.size).reshape(fitting.shape)
        for n, shape in enumerate(self.problem.shapes):
            y, x = np.nonzero(fitting[n])
            possible = np.ones(len(x), np.bool_)
            for image, a, b, c, d, e, f in images[n * len(group) : (n + 1) * len(group)]:
                u, v = a * x + b * y + e, c * x + d * y + f
                possible &= (np.minimum(u, v) >= 0) & (np.maximum(u, v) < BOARD_SIDE)
                u, v = np.where(possible, u, 0), np.where(possible, v, 0)
                own, its = number[n, y, x], number[image, v, u]
                near = _near(shape, self.problem.shapes[image], self.problem.apart)[v - y, u - x]
                # The image is the catalyst itself, or a greater one that is far enough away.
                possible &= fitting[image, v, u] & ((own == its) | (own < its) & ~near)
            made.append([0] * BOARD_SIDE)
            for across, down in zip(x[possible].tolist(), y[possible].tolist(), strict=True):
                made[n][down] |= 1 << across
        return made

    def _least(self) -> Words:
        """For each shape and row, the corners that no symmetry of the active part makes less.

        One that does turns a placement into another one, which is tried. With a symmetry of the
        problem all corners are kept: `_with_images` has chosen one of each orbit.
        """
        problem = self.problem
        group = problem.kept_group if len(problem.symmetry.group) == 1 else [Orientation.IDENTITY]
        y, x = np.mgrid[:BOARD_SIDE, :BOARD_SIDE]
        least = np.ones((len(self.shapes), BOARD_SIDE, BOARD_SIDE), np.bool_)
        for n, (image, a, b, c, d, e, f) in enumerate(self._images(group)):
            shape = n // len(group)
            place = (image * BOARD_SIDE + c * x + d * y + f) * BOARD_SIDE + a * x + b * y + e
            least[shape] &= (shape * BOARD_SIDE + y) * BOARD_SIDE + x <= place
        packed = np.packbits(least, axis=-1, bitorder="little")
        return packed.view("<u8").reshape(len(self.shapes), BOARD_SIDE).astype(np.uint64)

    def _images(self, among: Iterable[Orientation]) -> Sequence[tuple[int, ...]]:
        """For each shape and each symmetry: the shape it is then, and its corner: ax+by+e, cx+dy+f.

        They are found by turning the shape at the corner of the board.
        """
        problem, made = self.problem, []
        (left, top), group = problem.corner, sorted(among, key=lambda g: g.symbol)
        for shape in problem.shapes:
            for g in group:
                image = problem.turned(shape.translate(left + 1, top + 1), g)
                corner = image.box.x - 1 - left, image.box.y - 1 - top
                made.append((problem.shapes.index(image.normal()), *g.value, *corner))
        return made


def _bits(rows: Iterable[int]) -> NDArray[np.bool_]:
    """Rows of bits as an array of cells."""
    packed = np.array(list(rows), "<u8")[:, None].view(np.uint8)
    return np.unpackbits(packed, axis=-1, bitorder="little").astype(np.bool_)


@lru_cache(maxsize=1 << 12)
def _near(one: Pattern, other: Pattern, apart: int) -> NDArray[np.bool_]:
    """Whether a shape is nearer than `apart` to another one that is moved [down, across] from it.

    Negative moves are found at negative indices, which count from the end of the array.
    """
    near = np.zeros((2 * BOARD_SIDE, 2 * BOARD_SIDE), np.bool_)
    reach = np.arange(1 - apart, apart)
    for x, y in one.cells:
        for u, v in other.cells:
            down, across = y - v + reach, x - u + reach
            down, across = down[abs(down) < BOARD_SIDE], across[abs(across) < BOARD_SIDE]
            near[np.ix_(down, across)] = True
    return near


def sum_of(rows: Iterable[int]) -> int:
    """A hash of rows, equal to that of the kernel's `sum_of`."""
    total = 0
    for row in rows:
        total = ((total ^ row) * PRIME) & WORD
        total ^= total >> 29
    return total


def _rows(cells: Iterable[Cell], height: int) -> list[int]:
    """Cells as rows of bits, bit x for column x; cells outside the board are left out."""
    rows = [0] * height
    for x, y in cells:
        if 0 <= x < BOARD_SIDE and 0 <= y < height:
            rows[y] |= 1 << x
    return rows


def _around(cell: Cell) -> list[Cell]:
    x, y = cell
    steps = (-1, 0, 1)
    return [(x + dx, y + dy) for dy in steps for dx in steps if dx or dy]


def _masks(rule: Rule, alive: bool, near: int) -> list[int]:
    """Masks of a kind of cell: for which numbers of other neighbours it is touched.

    A live cell is touched if it is overgrown, or would die; a cell beside it, if it becomes
    something else than without the catalyst.
    """
    # `questions.catalysts` refuses rules that do not count neighbours: these are never None.
    births, survivals = rule.births or frozenset(), rule.survivals or frozenset()

    def touched(living: bool, others: int) -> bool:
        # No cell has more than eight neighbours: entries with more are never read.
        together = min(others + near, SUMS - 1)
        if alive:
            return living or together not in survivals
        after = survivals if living else births
        return (others in after) != (together in after)

    dead = [touched(False, n) for n in range(SUMS)]
    differ = [touched(True, n) != dead[n] for n in range(SUMS)]
    return [WORD if flag else 0 for flag in (*dead, *differ)]


def _gliders(rule: Rule) -> Ints:
    """The fillings of 3x3 cells that are gliders, if the rule has them."""
    made = np.zeros(1 << SUMS, np.int64)
    known = behaviour(GLIDER, rule, 4)
    if known.kind == "spaceship" and known.period == 4:
        for film in list(generations(GLIDER, 3, rule)):
            for image in film.orientations(Orientation):
                made[sum(1 << (3 * y + x) for x, y in image.cells)] = 1
    return made
