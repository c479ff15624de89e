"""A patch of a picture's ancestor, several generations back, in which a solver improves windows.

The coordinator of `questions.closest` cuts patches, and its workers call `improved`; for one
generation, `engines.windows.patch` does the same by tables. A window that cannot be improved gets
another content that is as good, chosen at random: then its neighbours may be improved.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from lifesearch.engines.sat.windows import SolvedWindows
from lifesearch.engines.windows.kernel import ANYTHING
from lifesearch.engines.windows.patch import Improved, Patch, last_of
from lifesearch.engines.windows.window import Bytes

SIDE = 7
"""Cells of a window's side: larger ones take a solver too long."""
WINDOWS = 6
"""Windows that are tried before a worker reports; with fewer, patches are sent more often."""


@dataclass(frozen=True)
class SolvedPatchWork:
    """The work on patches, sent to workers: the tables of the rule, one for each generation."""

    tables: tuple[bytes, ...]

    def task_function(self) -> Callable[[Patch], Iterator[int | Improved]]:
        made: dict[int, SolvedWindows] = {}
        tables = [np.frombuffer(table, np.uint8) for table in self.tables]

        def serve(patch: Patch) -> Iterator[int | Improved]:
            # A patch without the 2N cells around it may be narrower than a window.
            side = min(SIDE, *(length - 4 * len(tables) for length in patch.cells.shape))
            if side not in made:
                made[side] = SolvedWindows(self.tables, side)
            yield improved(patch, made[side], tables)

        return serve


def improved(patch: Patch, windows: SolvedWindows, tables: Sequence[Bytes]) -> Improved:
    """Improve some windows that reach wrong cells.

    `tables` has the rule's table for each of the N generations from the patch to the picture.
    """
    cells, random, ago = patch.cells.copy(), np.random.default_rng(patch.seed), len(tables)
    tried = 0
    while tried < WINDOWS:
        wrong = (last_of(cells, tables) != patch.goal) & (patch.goal != ANYTHING)
        places = np.argwhere(wrong)
        if not len(places):
            break
        tried += 1
        # Rows and columns are counted from the first cell that a window may have: there are 2N
        # cells around these, and N around them in the goal. A window reaches N cells beyond itself.
        row, column = (place - ago for place in random.choice(places))
        top, left = (
            _start(at - windows.side - ago + 1, at + ago, length - 4 * ago - windows.side, random)
            for at, length in zip((row, column), cells.shape, strict=True)
        )
        size, reach = windows.side + 4 * ago, windows.side + 2 * ago
        there = cells[top : top + size, left : left + size]
        goal = patch.goal[top : top + reach, left : left + reach]
        outside = patch.outside[top : top + size, left : left + size]
        number = int(wrong[top : top + reach, left : left + reach].sum())
        found = windows.better(there, goal, outside, number, equal=False)
        if found is None:
            found = windows.better(there, goal, outside, number, equal=True)
        if found is not None:
            there[2 * ago : -2 * ago, 2 * ago : -2 * ago] = found
    ring = 2 * ago
    return Improved(cells[ring:-ring, ring:-ring], tried)


def _start(least: int, most: int, last: int, random: np.random.Generator) -> int:
    """The random first row or column of a window, from `least` to `most`, limited to 0..last.

    From each of the unlimited ones, the window reaches the wrong cell.
    """
    return min(max(0, int(random.integers(least, most + 1))), last)
