"""The variable table: what the numbers 1..n of a formula stand for.

All encodings number their variables by one such table.

Variables come in blocks. A block has a variable for each of some positions (x, y):
the cells of one generation, for instance, or an auxiliary that each cell has. A
position is any pair of integers that tells the variables of a block apart, and names
are made of it. The numbers of a block are consecutive, so a block costs three arrays
and no dictionary, and names are made only when they are read:

>>> table = Variables()
>>> table.allocate([1, 1, 2], [1, 2, 1], lambda x, y: f"{x}a{y}")
array([1, 2, 3], dtype=int32)
>>> table.allocate([2], [2], lambda x, y: f"{x}a{y}C4")
array([4], dtype=int32)
>>> table.names()[1], table.number("2a2C4"), len(table)
('1a2', 4, 4)
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from lifesearch.engines.sat.encoding.clauses import Ints

if TYPE_CHECKING:
    from numpy.typing import ArrayLike


class Block(NamedTuple):
    """Consecutive variables: one for each position (x, y), whose name `format(x, y)` is."""

    x: Ints
    y: Ints
    format: Callable[[int, int], str]


@dataclass
class Variables:
    """A growing table of numbered variables, name <-> number both ways.

    `_numbers` has those of the names, made when one is asked for.
    """

    blocks: list[Block] = field(default_factory=list)
    _numbers: dict[str, int] = field(default_factory=dict, repr=False)
    _count: int = 0

    def __len__(self) -> int:
        return self._count

    def allocate(self, x: ArrayLike, y: ArrayLike, format: Callable[[int, int], str]) -> Ints:  # noqa: A002
        """Number a new variable for each position; return the numbers."""
        xs, ys = np.asarray(x, np.int32), np.asarray(y, np.int32)
        first = self._count + 1
        if len(xs):
            self.blocks.append(Block(xs, ys, format))
            self._count += len(xs)
        return np.arange(first, first + len(xs), dtype=np.int32)

    def number(self, name: str) -> int:
        """The number of a variable; KeyError if none has this name."""
        if len(self._numbers) != self._count:
            self._numbers = {name: i for i, name in enumerate(self.names(), start=1)}
        return self._numbers[name]

    def names(self) -> list[str]:
        named = (map(block.format, block.x.tolist(), block.y.tolist()) for block in self.blocks)
        return list(chain.from_iterable(named))
