"""What the kernel says of one board."""

from __future__ import annotations

import numpy as np
import pytest

from lifesearch.engines.catalysts import kernel
from lifesearch.engines.catalysts.limits import BOARD_SIDE
from lifesearch.engines.catalysts.problem import CatalystProblem
from lifesearch.engines.catalysts.tables import GLIDER, CatalystTables
from lifesearch.life.pattern import Cell, Pattern
from lifesearch.life.rules.rule import LIFE
from lifesearch.life.symmetry import C1


@pytest.mark.parametrize("gliders", [0, 1, 4, 5, 6, 9])
def test_any_number_of_gliders_may_fly_off(gliders: int) -> None:
    """The active part reappears beside them, also long before the last generation."""
    pi, block = Pattern.parse("OOO\nO.O\nO.O"), Pattern.parse("OO\nOO")
    problem = CatalystProblem(
        pi, LIFE, (block,), most=1, symmetry=C1, area=(9, 9), generations=12, recovery=2, apart=3,
        transparent=False, periods=None, debris=False,
    )  # fmt: skip
    tables = CatalystTables(problem).tables
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
