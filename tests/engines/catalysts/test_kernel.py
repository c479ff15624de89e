"""What the kernel says of one board."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import numpy as np
import pytest

from lifesearch.engines.catalysts import kernel
from lifesearch.engines.catalysts.limits import BOARD_SIDE
from lifesearch.engines.catalysts.problem import CatalystProblem
from lifesearch.engines.catalysts.tables import GLIDER, CatalystTables
from lifesearch.life.orientation import Orientation
from lifesearch.life.pattern import Cell, Pattern
from lifesearch.life.rules.rule import LIFE
from lifesearch.life.symmetry import C1
from lifesearch.questions.catalysts.kind import LARGEST_AREA_SIDE

BLOCK = Pattern.parse("OO\nOO")


def problem_of(active: Pattern, area: tuple[int, int]) -> CatalystProblem:
    """A block anywhere in an area, for 12 generations."""
    return CatalystProblem(
        active, LIFE, (BLOCK,), most=1, symmetry=C1, area=area, generations=12, recovery=2,
        apart=3, transparent=False, periods=None, debris=False,
    )  # fmt: skip


@pytest.mark.parametrize("gliders", [0, 1, 4, 5, 6, 9])
def test_any_number_of_gliders_may_fly_off(gliders: int) -> None:
    """The active part reappears beside them, also long before the last generation."""
    pi = Pattern.parse("OOO\nO.O\nO.O")
    tables = CatalystTables(problem_of(pi, (9, 9))).tables
    cells: set[Cell] = set(pi.translate(30, 30).cells)
    for n in range(gliders):
        cells |= GLIDER.translate(6 * n + 2, 5).cells
    rest = np.zeros(BOARD_SIDE, np.uint64)
    for x, y in cells:
        rest[y] |= np.uint64(1 << x)
    limits = np.array([1, 12, 2, 0, 0, 0, 0, len(tables.phases)])
    with np.errstate(over="ignore"):  # hashes are taken modulo 2^64
        status = kernel.outcome(tables, rest, 5, limits)
    assert status == kernel.AGAIN


@pytest.mark.parametrize("turn", [Orientation.IDENTITY, Orientation.R90])
def test_the_largest_active_part_leaves_room_for_corners_at_the_edge(turn: Orientation) -> None:
    """With its first cell in column or row 4, a zone of 4 cells would begin beyond the board."""
    wide = Pattern.of([(0, 0), (LARGEST_AREA_SIDE - 1, 0)]).transform(turn)
    eater = Pattern.parse("OO..\nO.O.\n..O.\n..OO")
    problem = replace(problem_of(wide, (LARGEST_AREA_SIDE,) * 2), catalysts=(eater,))
    allowed = CatalystTables(problem).tables.allowed
    left, top = problem.corner
    for shape, rows in zip(problem.shapes, allowed.reshape(-1, BOARD_SIDE, 1), strict=True):
        for y, x in product(range(BOARD_SIDE), repeat=2):
            placed = shape.translate(left + x + 1, top + y + 1)
            assert bool(int(rows[y, 0]) >> x & 1) == problem.fits(placed)
