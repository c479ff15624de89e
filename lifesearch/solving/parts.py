"""What one solver works on: a box, a cube of a box, or a state of a strip."""

from __future__ import annotations

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


class Part(NamedTuple):
    """A piece of a query that can be searched by itself.

    It is a box, or a cube of it: those solutions of the box in which certain cells, the
    first ones in some fixed order, are dead (0) or alive (1). A box without height is a strip.
    """

    box: Size
    cube: str = ""

    def __str__(self) -> str:
        name = f"{self.box[0]}x{self.box[1]}" if self.box[1] else f"{self.box[0]} wide"
        if not self.cube:
            return name
        return f"{name} cube {self.cube}" if self.box[1] else f"{name}, symmetry {self.cube}"
