"""Count predecessors: all that becomes a given pattern, wherever it lies in a box.

The generations before the last lie in the box; the last is known, cell by cell, and some of its
cells may not matter. Of a pattern that vanishes in one step the last one is empty, and its rows are
counted as those of still lifes: see `pairs`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from lifesearch.counting.region import Cell, Region, turned_rule
from lifesearch.counting.tight import remembered
from lifesearch.counting.ways import DEFAULT, Setting, Vector
from lifesearch.life.orientation import Orientation

Cells = frozenset[tuple[int, int]]


@dataclass(frozen=True)
class Before(Region):
    """A box and what its patterns become after `period` generations."""

    alive: Cells = frozenset()
    dont_care: Cells = frozenset()
    heights = False

    @property
    def vanishes(self) -> bool:  # type: ignore[override]
        return self.period == 1 and not (self.alive or self.dont_care)

    @property
    def key(self) -> list[Any]:
        return [self.width, self.height, self.period, []]

    def becomes(self, cell: Cell) -> Cell | bool | None:
        x, y, t = cell
        if t + 1 < self.period:
            return x, y, t + 1
        return None if (x, y) in self.dont_care else (x, y) in self.alive


def predecessors(box: Before, setting: Setting = DEFAULT) -> Vector:
    """How many patterns become the given one, each as it lies."""
    if box.width > box.height:
        box = replace(
            box,
            width=box.height,
            height=box.width,
            alive=_transposed(box.alive),
            dont_care=_transposed(box.dont_care),
            rule=turned_rule(box.rule, Orientation.TRANSPOSE),
        )
    (found,) = remembered(box, box.height, setting)
    return found


def _transposed(cells: Cells) -> Cells:
    return frozenset((y, x) for x, y in cells)
