"""Many answers at once, as bits: how a worker sends what it finds by the thousand.

A pattern is a set of pairs of numbers, which takes long to make, to send and to make again. Where
answers are listed by tables they are layers of an array. These are verified as they are, sent as
bits, and become patterns only where they are received.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING

from lifesearch.life.pattern import Pattern
from lifesearch.life.rules.rule import Rule
from lifesearch.queries.answer import Answer
from lifesearch.solving.enumerate import Packed

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Layers = NDArray[np.uint8]


@dataclass(frozen=True)
class PackedAnswers(Packed):
    """Verified answers of one box and one period."""

    bits: bytes
    shape: tuple[int, ...]
    generations: int
    rule: Rule

    @classmethod
    def of(cls, layers: Layers, generations: int, rule: Rule) -> PackedAnswers:
        """Generation 0 of each answer is a layer."""
        import numpy as np

        return cls(np.packbits(layers).tobytes(), layers.shape, generations, rule)

    def unpack(self) -> list[Answer]:
        """The answers themselves."""
        import numpy as np

        number, height, width = self.shape
        bits = np.frombuffer(self.bits, np.uint8)
        layers = np.unpackbits(bits, count=number * height * width).reshape(self.shape)
        rule = _one_object(self.rule)
        return [Answer(p, self.generations, rule) for p in patterns_of(layers)]


@lru_cache(maxsize=4)
def _one_object(rule: Rule) -> Rule:
    """The same rule in all batches: what it has found out about itself it finds out once."""
    return rule


def patterns_of(layers: Layers) -> list[Pattern]:
    """The live cells of layers; equal cells are one object."""
    import numpy as np

    number, height, width = layers.shape
    grid = [(x, y) for y in range(height) for x in range(width)]
    which, place = np.nonzero(layers.reshape(number, -1))
    cells = [grid[i] for i in place.tolist()]
    ends = np.searchsorted(which, np.arange(number + 1)).tolist()
    return [Pattern(frozenset(cells[a:b])) for a, b in pairwise(ends)]
