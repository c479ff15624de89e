"""The best content of one window, by the kernel's tables.

`patch` calls `best_window`; the tables are in `kernel`.

>>> import numpy as np
>>> from lifesearch.life.rules.rule import LIFE
>>> goal = np.zeros((5, 5), np.uint8)
>>> goal[2, 2] = 1
>>> best = best_window(np.zeros((7, 7), np.uint8), goal, table_of(LIFE), np.random.default_rng(0))
>>> best.wrong, len(best.cells)
(0, 3)
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

import numpy as np

from lifesearch.engines.windows.kernel import ANYTHING, RING, fill_wrong, lead_back, place_cells
from lifesearch.life.pattern import Box, Pattern

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from lifesearch.life.motion import Target
    from lifesearch.life.rules.rule import Rule

Bytes: TypeAlias = "NDArray[np.uint8]"

MOST_LOTS = 1 << 20
"""Lots are drawn from this many numbers: nearly every step of a window gets one of its own."""


class WindowContent(NamedTuple):
    """The content of a window, and how many cells that it reaches are wrong then."""

    cells: Bytes
    wrong: int


def table_of(rule: Rule) -> Bytes:
    """What becomes of the centre of each block of nine cells on the plane."""
    return np.frombuffer(rule.plane_table, np.uint8)


def transposed(table: Bytes) -> Bytes:
    """A rule's table with rows and columns exchanged.

    >>> bool((transposed(transposed(np.arange(512))) == np.arange(512)).all())
    True
    """
    return table[_transposed_blocks()]


@cache
def _transposed_blocks() -> NDArray[np.intp]:
    """For each block, in reading order, the block with rows and columns exchanged."""
    blocks = np.arange(512).reshape((2,) * 9)
    return blocks.transpose([3 * (n % 3) + n // 3 for n in range(9)]).ravel()


def work_of(height: int, length: int) -> int:
    """How many registers are gone through: proportional to the time that a window takes."""
    return (length + 2) * height << (2 * height + 2)


def best_window(
    cells: Bytes, goal: Bytes, table: Bytes, random: np.random.Generator
) -> WindowContent:
    """The content of the window in `cells` by which the fewest cells are wrong; see `kernel`."""
    height, length = cells.shape[0] - 2 * RING, cells.shape[1] - 2 * RING
    steps, registers = (length + 2) * height, 1 << (2 * height + 2)
    cells, goal = np.ascontiguousarray(cells), np.ascontiguousarray(goal)
    wrong = np.empty((steps, 512), np.uint8)
    fill_wrong(height, length, cells, goal, table, wrong)
    costs = np.empty((2, registers), np.uint16)
    back = np.empty((steps, registers >> 3), np.uint8)
    place_cells(height, length, cells, wrong, costs, back, random.integers(MOST_LOTS, size=steps))
    # Of the last register all is given but the last two cells of the window.
    given = 0
    for column in cells[RING : RING + height, length + RING :].T.tolist():
        for cell in column:
            given = 2 * given + cell
    ends = np.array([given | last << (2 * height) for last in range(4)])
    least = costs[steps & 1, ends]
    end = random.choice(ends[least == least.min()])
    found = np.empty((height, length), np.uint8)
    lead_back(height, length, int(end), back, found)
    return WindowContent(found, int(least.min()))


def goal_of(target: Target, frame: Box) -> Bytes:
    """What the cells of a frame should become: 0, 1, or 2 where it does not matter."""
    goal = target.alive.to_array(frame).astype(np.uint8)
    goal[target.dont_care.to_array(frame) == 1] = ANYTHING
    return goal


def best_in_box(target: Target, size: tuple[int, int], rule: Rule) -> Pattern:
    """The pattern in a low box from (0, 0) on by which the fewest cells of the target are wrong.

    A box low enough for one window (`limits`): so no pattern in it is better.
    """
    width, height = size
    goal, table = goal_of(target, Box(-1, -1, width + 2, height + 2)), table_of(rule)
    cells = np.zeros((height + 2 * RING, width + 2 * RING), np.uint8)
    random = np.random.default_rng(0)  # the same answer each time
    if width < height:
        best = best_window(cells.T, goal.T, transposed(table), random).cells.T
    else:
        best = best_window(cells, goal, table, random).cells
    return Pattern.of((x, y) for y, x in np.argwhere(best).tolist())
