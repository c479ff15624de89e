"""Count predecessors: the patterns of a box that become a given one after some generations.

`questions.counts` calls `predecessors`. All generations but the last lie in the box; the last is
given, cell by cell, and some of its cells may be arbitrary. Patterns that die in one generation are
counted by rows, like still lifes: see `pairs`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, ClassVar

from lifesearch.engines.counting.orbits_in_box import cached_counts
from lifesearch.engines.counting.region import Cell, Region, turned_rule
from lifesearch.engines.counting.transfer_matrix import DEFAULT, SweepOptions, Vector
from lifesearch.life.orientation import Orientation

Cells = frozenset[tuple[int, int]]


@dataclass(frozen=True)
class PredecessorRegion(Region):
    """The patterns of a box that become a given one, `alive`, after `period` generations.

    Cells of `dont_care` may then be dead or alive. Both have places (x, y) in the box or beside it.
    """

    alive: Cells = frozenset()
    dont_care: Cells = frozenset()

    reduction_hint: ClassVar[str] = "fewer generations"

    @property
    def counts_all_heights(self) -> bool:
        return False

    @property
    def vanishes(self) -> bool:
        return self.period == 1 and not (self.alive or self.dont_care)

    @property
    def key(self) -> list[Any]:
        return [self.width, self.height, self.period, []]

    def becomes(self, cell: Cell) -> Cell | bool | None:
        x, y, t = cell
        if t + 1 < self.period:
            return x, y, t + 1
        return None if (x, y) in self.dont_care else (x, y) in self.alive


def predecessors(box: PredecessorRegion, options: SweepOptions = DEFAULT) -> Vector:
    """The number of predecessors in a box; images of one another count separately."""
    if box.width > box.height:
        box = replace(
            box,
            width=box.height,
            height=box.width,
            alive=_transposed(box.alive),
            dont_care=_transposed(box.dont_care),
            rule=turned_rule(box.rule, Orientation.TRANSPOSE),
        )
    (found,) = cached_counts(box, box.height, options)
    return found


def _transposed(cells: Cells) -> Cells:
    return frozenset((y, x) for x, y in cells)
