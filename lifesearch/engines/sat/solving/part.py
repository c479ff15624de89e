"""Parts of a question, each searched by one worker: a box, a cube of a box, a state of a strip.

Questions make parts, and `running.portfolio` gives them to workers.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

UNLIMITED = 2**62
"""An allowance of conflicts that is never used up."""

Size = tuple[int, int]
"""Width and height."""


class State(NamedTuple):
    """A place in a strip: two neighbouring layers, the older first, a byte (0 or 1) for each cell.

    `shorter`: bit i is set while the i-th shorter period may still be the true one. `passed`:
    how many rows of a given front are placed already.
    """

    cells: bytes
    shorter: int
    passed: int = 0


class Share(NamedTuple):
    """Parts that get a share of the time, in proportion to its `weight`.

    Time is counted in units of work: for a solver, conflicts. Parts begin when others of the same
    weight have had `after` units, and their first `ahead` units are not counted. A part costs
    `units_in_a_part`; 0 if that is not known. If they are `in_order`, one is done before the next
    begins.
    """

    weight: int
    parts: Iterator[Part]
    after: int = 0
    units_in_a_part: int = 0
    ahead: int = 0
    in_order: bool = False


class Part(NamedTuple):
    """A part of a question that can be searched by itself.

    It is a box, or a cube of it: those solutions of the box in which certain cells, the
    first ones in some fixed order, are dead (0) or alive (1). A box of height 0 is a strip, and
    (0, 0) stands for a question without boxes. Where a box or a strip has several parts, such as
    one for each symmetry, each has a name.
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

    @property
    def place(self) -> str:
        """The place of the part, in words; empty if there is one place only.

        A name is given for strips only: questions that name parts of a box have words of their own
        (`Divisible.place`).
        """
        width, height = self.box
        if not width:
            return ""
        if not height:
            return str(self)
        return f"{width}x{height} box" + (f", {self.case}" if self.cube else "")

    @property
    def case(self) -> str:
        """The number of a cube among those of its size.

        >>> Part((7, 7), "010").case
        'case 3 of 8'
        """
        return f"case {int(self.cube, 2) + 1:,} of {2 ** len(self.cube):,}"

    def __str__(self) -> str:
        size = f"{self.box[0]}x{self.box[1]}" if self.box[1] else f"{self.box[0]} wide"
        if self.cube:
            return f"{size} cube {self.cube}"
        return f"{size}, {'' if self.box[1] else 'symmetry '}{self.name}" if self.name else size
