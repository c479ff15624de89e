"""What one solver works on: a box, a cube of a box, or a state of a strip."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

UNLIMITED = 2**62
"""An allowance of conflicts that is never used up."""

Size = tuple[int, int]


class State(NamedTuple):
    """A place in a strip: two neighbouring layers, a byte for each cell.

    `shorter`: bit i is set while the i-th shorter period may still be the true one. `passed`:
    how many rows of a given front are placed already.
    """

    cells: bytes
    shorter: int
    passed: int = 0


class Share(NamedTuple):
    """Parts that get a share of the time; what is `compiled` takes long to start.

    They begin when others of the same weight have had `after` units of time, and have some units
    `ahead` of their share. Each costs `part_size` units, if that is known. If they are `in_order`,
    one is done before the next begins.
    """

    weight: int
    parts: Iterator[Part]
    compiled: bool = False
    after: int = 0
    part_size: int = 0
    ahead: int = 0
    in_order: bool = False


class Part(NamedTuple):
    """A piece of a query that can be searched by itself.

    It is a box, or a cube of it: those solutions of the box in which certain cells, the
    first ones in some fixed order, are dead (0) or alive (1). A box without height is a strip.
    Where a box or a strip is searched in several ways, by symmetries say, each has a name.
    """

    box: Size
    cube: str = ""
    name: str = ""

    @classmethod
    def labelled(cls, box: Size, label: str) -> Part:
        """The part with this label: a cube is made of zeros and ones, a name is not.

        >>> Part.labelled((7, 7), "01"), Part.labelled((7, 0), "gutter").name
        (Part(box=(7, 7), cube='01', name=''), 'gutter')
        """
        return cls(box, name=label) if label.strip("01") else cls(box, label)

    @property
    def label(self) -> str:
        return self.cube or self.name

    def __str__(self) -> str:
        size = f"{self.box[0]}x{self.box[1]}" if self.box[1] else f"{self.box[0]} wide"
        if self.cube:
            return f"{size} cube {self.cube}"
        return f"{size}, {'' if self.box[1] else 'symmetry '}{self.name}" if self.name else size
