"""Agars: the plane filled with copies of one tile, each as it evolves among all the others.

The tile's upper left corner is at (0, 0). Completions may have an agar as their background; the
empty plane is one, too. Zebra stripes stay as they are:

    >>> from lifesearch.life.rules.rule import LIFE
    >>> zebra = Background(1, 2, Pattern.parse("O\\n."))
    >>> [phase.picture(Box(0, 0, 1, 2)) for phase in zebra.phases(1, LIFE)]
    ['O\\n.', 'O\\n.']
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING

from lifesearch.common import require
from lifesearch.common.errors import InputError
from lifesearch.common.lazy_import import load_whole
from lifesearch.common.limits import LARGEST_TILE
from lifesearch.life.pattern import Box, Pattern
from lifesearch.life.rules.rule import Rule
from lifesearch.life.simulate.universe import Universe

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@dataclass(frozen=True)
class Background:
    """A tile and its size."""

    width: int
    height: int
    tile: Pattern

    def __post_init__(self) -> None:
        require.whole(self.width, "a tile's width", 1, LARGEST_TILE)
        require.whole(self.height, "a tile's height", 1, LARGEST_TILE)
        require.instance(self.tile, "the tile", Pattern)
        if self.width * self.height > LARGEST_TILE:
            raise InputError(
                f"a tile of {self.width}x{self.height} cells is too large: at most {LARGEST_TILE:,}"
            )
        if not all(map(Box(0, 0, self.width, self.height).holds, self.tile)):
            raise InputError("a cell of the tile lies outside of it")

    def phases(self, count: int, rule: Rule) -> list[Pattern]:
        """The tile in generations 0 to count."""
        return Universe(rule, (self.width, self.height)).history(self.tile, count)

    def period(self, rule: Rule, limit: int) -> int | None:
        """The number of generations after which the agar recurs; None if not within the limit."""
        later = islice(Universe(rule, (self.width, self.height)).generations(self.tile), 1, None)
        back = (t for t, tile in enumerate(islice(later, limit), 1) if tile == self.tile)
        return next(back, None)

    def planes(self, count: int, rule: Rule) -> NDArray[np.uint8]:
        """The tile in generations 0 to count, as an array [t, y, x]."""
        load_whole("numpy")
        import numpy as np

        box = Box(0, 0, self.width, self.height)
        return np.stack([phase.to_array(box) for phase in self.phases(count, rule)])


EMPTY_BACKGROUND = Background(1, 1, Pattern.of([]))
