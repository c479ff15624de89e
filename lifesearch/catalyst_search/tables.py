"""What is asked of catalysts, as numbers for the kernel."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from lifesearch.catalyst_search.setting import CatalystSetting, grown
from lifesearch.life.orientation import Orientation
from lifesearch.life.pattern import Cell, Pattern
from lifesearch.life.rules.rule import Rule
from lifesearch.life.simulate.evolve import behaviour, generations
from lifesearch.limits import BOARD_SIDE

Ints = NDArray[np.int64]
Words = NDArray[np.uint64]
SUMS = 9
PRIME = 0x9E3779B97F4A7C15
WORD = (1 << 64) - 1
GLIDER = Pattern.parse(".O.\n..O\nOOO")


class KernelTables(NamedTuple):
    """What does not change in a search. The corner of a shape is that of the cells around it."""

    cells: Ints  # for each shape: x, y and kind of its live cells, then of those around them
    cells_at: Ints  # where these begin, and where those around them do, for each shape
    heights: Ints
    live: Words  # for each shape, its rows
    zones: Words  # for each shape, rows of live cells and of those around them
    allowed: Words  # for each shape and row, the corners that it may have
    first: Words  # those that the first catalyst may have
    images: Ints  # for each shape and symmetry: the shape, and where its corner is
    kinds: Words  # for each kind of cell, for each number of neighbours: see `soups.kernel.masks`
    free: Words  # the rows of the active part alone, in each generation
    sums: Words  # the sum of these rows
    phases: Words  # the sums of all phases of the active part, in all orientations, sorted
    populations: Ints  # whether a phase has so many live cells
    gliders: Ints  # which ways to fill 3x3 cells are gliders


@dataclass(frozen=True)
class CatalystTables:
    """KernelTables of a setting."""

    setting: CatalystSetting

    @cached_property
    def shapes(self) -> list[tuple[Pattern, list[tuple[int, int, bool, int]]]]:
        """Each shape, and its cells: their place, whether they live, and how many live around."""
        made = []
        for shape in self.setting.shapes:
            moved = shape.translate(1, 1)
            near = {cell: sum(n in moved.cells for n in _around(cell)) for cell in grown(moved)}
            order = sorted(near, key=lambda cell: (cell not in moved.cells, cell))
            made.append((moved, [(*cell, cell in moved.cells, near[cell]) for cell in order]))
        return made

    @cached_property
    def kinds(self) -> list[tuple[bool, int]]:
        return sorted({(alive, n) for _, cells in self.shapes for _, _, alive, n in cells})

    @cached_property
    def tall(self) -> int:
        """Rows of the tallest shape and the cells around it."""
        return max(shape.box.height for shape, _ in self.shapes) + 2

    @cached_property
    def tables(self) -> KernelTables:
        setting, (left, top) = self.setting, self.setting.corner
        cells: list[tuple[int, int, int]] = []
        starts, live, zones = [], [], []
        for shape, around in self.shapes:
            starts += [len(cells), len(cells) + shape.population]
            cells += [(x, y, self.kinds.index((alive, n))) for x, y, alive, n in around]
            live.append(_rows(shape.cells, self.tall))
            zones.append(_rows(((x, y) for x, y, *_ in around), self.tall))
        allowed = np.array(self._allowed(), np.uint64)
        films = list(generations(setting.active, setting.generations, setting.rule))
        free = [_rows(((x - left, y - top) for x, y in film.cells), BOARD_SIDE) for film in films]
        phases = {
            image for film in films if film for image in film.orientations(setting.rule.symmetries)
        }
        populations = np.zeros(BOARD_SIDE * BOARD_SIDE + 1, np.int64)
        populations[[film.population for film in films if 0 < film.population < BOARD_SIDE]] = 1
        return KernelTables(
            np.array(cells, np.int64).ravel(),
            np.array([*starts, len(cells)], np.int64),
            np.array([shape.box.height + 2 for shape, _ in self.shapes], np.int64),
            np.array(live, np.uint64).ravel(),
            np.array(zones, np.uint64).ravel(),
            allowed.ravel(),
            (allowed & self._least()).ravel(),
            np.array(self._images(setting.symmetry.group), np.int64).ravel(),
            np.array([_masks(setting.rule, *kind) for kind in self.kinds], np.uint64).ravel(),
            np.array(free, np.uint64).ravel(),
            np.array([sum_of(rows) for rows in free], np.uint64),
            np.array(sorted({sum_of(_rows(p.cells, p.box.height)) for p in phases}), np.uint64),
            populations,
            _gliders(setting.rule),
        )

    def _allowed(self) -> list[list[int]]:
        """For each shape and row, the corners with which it fits; of images, one is enough."""
        setting, (left, top) = self.setting, self.setting.corner
        area = setting.box.moved(-left - 1, -top - 1)
        active = [(x - left, y - top) for x, y in setting.active.cells]
        mirrored, seen, made = len(setting.symmetry.group) > 1, set[Pattern](), []
        for shape, around in self.shapes:
            wide, last = area.width - shape.box.width + 1, area.bottom + 1 - shape.box.height
            across = ((1 << max(0, wide)) - 1) << area.x
            rows = [across if area.y <= y <= last else 0 for y in range(BOARD_SIDE)]
            for x, y in active:
                for dx, dy, *_ in around:
                    rows[y - dy] &= ~(1 << x - dx)
            for y, row in enumerate(rows):
                for x in range(BOARD_SIDE if mirrored else 0):
                    placed = shape.translate(left + x, top + y)
                    if row >> x & 1 and (placed in seen or not setting.fits(placed)):
                        rows[y] &= ~(1 << x)
                    elif row >> x & 1:
                        seen.update(setting.images(placed))
            made.append(rows)
        return made

    def _least(self) -> Words:
        """For each shape and row, the corners that no symmetry of the active part makes less.

        Where catalysts have images themselves, nothing is left out.
        """
        setting = self.setting
        group = setting.kept_group if len(setting.symmetry.group) == 1 else [Orientation.IDENTITY]
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
        setting, made = self.setting, []
        (left, top), group = setting.corner, sorted(among, key=lambda g: g.symbol)
        for shape in setting.shapes:
            for g in group:
                image = setting.turned(shape.translate(left + 1, top + 1), g)
                corner = image.box.x - 1 - left, image.box.y - 1 - top
                made.append((setting.shapes.index(image.normal()), *g.value, *corner))
        return made


def sum_of(rows: Iterable[int]) -> int:
    """A number for rows, the same as the kernel's."""
    total = 0
    for row in rows:
        total = ((total ^ row) * PRIME) & WORD
        total ^= total >> 29
    return total


def _rows(cells: Iterable[Cell], height: int) -> list[int]:
    """Rows of a board, of which a cell's bit is that of its column; what is outside is left out."""
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
    """What touches a cell of a catalyst, or one beside it, by the numbers of other cells around.

    A live cell is touched if it is overgrown, or would die; a cell beside it, if it becomes
    something else than without the catalyst.
    """
    births, survivals = rule.births or frozenset(), rule.survivals or frozenset()

    def touched(living: bool, others: int) -> bool:
        together = min(others + near, SUMS - 1)
        if alive:
            return living or together not in survivals
        after = survivals if living else births
        return (others in after) != (together in after)

    dead = [touched(False, n) for n in range(SUMS)]
    differ = [touched(True, n) != dead[n] for n in range(SUMS)]
    return [WORD if flag else 0 for flag in (*dead, *differ)]


def _gliders(rule: Rule) -> Ints:
    """Which ways to fill 3x3 cells are gliders, if the rule has them."""
    made = np.zeros(1 << SUMS, np.int64)
    known = behaviour(GLIDER, rule, 4)
    if known.kind == "spaceship" and known.period == 4:
        for film in list(generations(GLIDER, 3, rule)):
            for image in film.orientations(Orientation):
                made[sum(1 << (3 * y + x) for x, y in image.cells)] = 1
    return made
