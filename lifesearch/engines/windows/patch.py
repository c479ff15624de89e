"""A patch of the picture's predecessor, in which one worker improves window after window.

The coordinator of `questions.closest` cuts patches, and its workers call `improved`.

A patch is cut out with what is around it, which does not change meanwhile. Windows are laid where a
cell is wrong, across or down, a few rows high and as long as the patch, up to LONGEST. Patches that
are far enough from each other can be improved at the same time.

Only one generation lies between cells and goal here (N = 1 below): for more, patches are improved
by SAT (`engines.sat.window_patch`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from lifesearch.engines.windows.kernel import ANYTHING, RING
from lifesearch.engines.windows.window import Bytes, best_window, transposed, work_of

HEIGHTS = (5, 5, 5, 6)
"""Heights of windows, chosen at random: each more row finds more, and takes four times as long."""
LONGEST = 48
"""Columns of a window: longer ones find no more in the same time."""
EFFORT = 30_000_000
"""Registers that one worker goes through before it reports: that takes 0.1 to 0.2 s."""


@dataclass(frozen=True, eq=False)
class Patch:
    """The cells of a patch and what they should become, N generations later.

    cells    with 2N cells around the patch
    goal     with N cells around it
    outside  1 for each of the `cells` outside the box, which are dead before the last generation:
             for `engines.sat.window_patch`, where N may be more than 1
    seed     the seed of all random choices
    """

    cells: Bytes
    goal: Bytes
    outside: Bytes
    seed: int


@dataclass(frozen=True, eq=False)
class Improved:
    """The new cells of a patch, without those around it, and how many windows were gone through."""

    cells: Bytes
    windows: int


@dataclass(frozen=True)
class PatchWork:
    """The work on patches, sent to workers: the rule by whose table windows are improved."""

    table: bytes

    def task_function(self) -> Callable[[Patch], Iterator[int | Improved]]:
        table = np.frombuffer(self.table, np.uint8)
        tables = table, transposed(table)

        def serve(patch: Patch) -> Iterator[int | Improved]:
            yield improved(patch, tables)

        return serve


def becomes(cells: Bytes, table: Bytes) -> Bytes:
    """The next generation of all cells but those at the edge."""
    height, width = cells.shape[0] - 2, cells.shape[1] - 2
    blocks = np.zeros((height, width), np.uint16)
    for dy in range(3):
        for dx in range(3):
            blocks = 2 * blocks + cells[dy : dy + height, dx : dx + width]
    then: Bytes = table[blocks]
    return then


def last_of(cells: Bytes, tables: Sequence[Bytes]) -> Bytes:
    """The last generation, by a table for each step; without the cells at the edge, not known."""
    for table in tables:
        cells = becomes(cells, table)
    return cells


def improved(patch: Patch, tables: tuple[Bytes, Bytes], effort: int = EFFORT) -> Improved:
    """Improve windows until that has taken some effort, or no cell that it reaches is wrong.

    The tables are the rule's and the transposed one. A window is never made worse, but often only
    different: so the loop need not end without a bound.
    """
    cells, random, windows = patch.cells.copy(), np.random.default_rng(patch.seed), 0
    while effort > 0:
        then = becomes(cells, tables[0])
        places = np.argwhere((then != patch.goal) & (patch.goal != ANYTHING))
        if not len(places):
            break
        place = random.choice(places)
        down = bool(random.integers(2))
        # A window down is one across in the transposed patch.
        views = (cells.T, patch.goal.T) if down else (cells, patch.goal)
        row, column = place[::-1] if down else place
        effort -= _improve(*views, tables[down], int(row), int(column), random)
        windows += 1
    return Improved(cells[RING:-RING, RING:-RING], windows)


def _improve(
    cells: Bytes, goal: Bytes, table: Bytes, row: int, column: int, random: np.random.Generator
) -> int:
    """Improve a window that reaches a cell of the goal; return its cost in registers."""
    height = min(int(random.choice(HEIGHTS)), cells.shape[0] - 2 * RING)
    length = min(LONGEST, cells.shape[1] - 2 * RING)
    # A window from row `top` of the patch on, which is row top + 1 of the goal, reaches the goal's
    # rows top to top + height + 1. (The last of these is not used to choose one: a choice.)
    top = _start(row - height, row, cells.shape[0] - 2 * RING - height, random)
    left = _start(column - length, column, cells.shape[1] - 2 * RING - length, random)
    there = cells[top : top + height + 2 * RING, left : left + length + 2 * RING]
    wanted = goal[top : top + height + 2, left : left + length + 2]
    there[RING:-RING, RING:-RING] = best_window(there, wanted, table, random).cells
    return work_of(height, length)


def _start(least: int, most: int, last: int, random: np.random.Generator) -> int:
    """The random first row or column of a window, from `least` to `most`, inside of the patch."""
    return min(max(0, int(random.integers(least, most + 1))), last)
