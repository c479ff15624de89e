r"""The eight orientations of a pattern on the grid: rotations and reflections.

`symmetry` makes groups of them, and `motion` has one as its turn.

Turning and flipping the plane about the origin are integer 2x2 matrices. With x
to the right and y down, (a, b, c, d) takes the cell (x, y) to (ax + by, cx + dy).
A quarter turn R90 is counterclockwise as seen on the screen, so what points right
then points up:

    >>> Orientation.R90.apply(1, 0)
    (0, -1)

Each orientation has the symbol that rlifesrc gives it; the stroke in F|, F-, F\
and F/ is the mirror:

    >>> [o.symbol for o in Orientation]
    ['Id', 'R90', 'R180', 'R270', 'F|', 'F-', 'F\\', 'F/']
    >>> Orientation.parse("f|").apply(2, 5)
    (-2, 5)

They form a group: one after another is again one of the eight.

    >>> Orientation.R90.then(Orientation.FLIP_X).symbol
    'F/'
"""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, Any, TypeVar

from lifesearch.common.errors import InputError
from lifesearch.common.text import alternatives

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Number = TypeVar("Number", int, NDArray[Any])
else:
    Number = TypeVar("Number")


class Orientation(Enum):
    """A rotation or reflection of the plane that fixes the origin."""

    IDENTITY = (1, 0, 0, 1)
    R90 = (0, 1, -1, 0)
    R180 = (-1, 0, 0, -1)
    R270 = (0, -1, 1, 0)
    FLIP_X = (-1, 0, 0, 1)
    FLIP_Y = (1, 0, 0, -1)
    TRANSPOSE = (0, 1, 1, 0)
    ANTITRANSPOSE = (0, -1, -1, 0)

    @classmethod
    def parse(cls, text: str) -> Orientation:
        """Return the orientation with this symbol, in upper or lower case."""
        wanted = text.strip().lower()
        for orientation in cls:
            if orientation.symbol.lower() == wanted:
                return orientation
        symbols = alternatives([orientation.symbol for orientation in cls])
        raise InputError(f"{text[:20]!r} is not a transform: choose {symbols}")

    @property
    def symbol(self) -> str:
        r"""The short name: Id, R90, R180, R270, F|, F-, F\ or F/."""
        return _SYMBOLS[self.name]

    @property
    def inverse(self) -> Orientation:
        """The orientation that undoes this one: for these matrices, the transpose."""
        a, b, c, d = self.value
        return Orientation((a, c, b, d))

    @property
    def order(self) -> int:
        """The order of the orientation: how often it is applied to give the identity."""
        order, turned = 1, self
        while turned is not Orientation.IDENTITY:
            order, turned = order + 1, turned.then(self)
        return order

    def apply(self, x: Number, y: Number) -> tuple[Number, Number]:
        """Return where the cell (x, y) goes; x and y may also be arrays of integers."""
        a, b, c, d = self.value
        return a * x + b * y, c * x + d * y

    def then(self, other: Orientation) -> Orientation:
        """Return the orientation that does this one first and the other after it."""
        a, b, c, d = self.value
        first_column, second_column = other.apply(a, c), other.apply(b, d)
        return Orientation((first_column[0], second_column[0], first_column[1], second_column[1]))


_SYMBOLS = {
    "IDENTITY": "Id",
    "R90": "R90",
    "R180": "R180",
    "R270": "R270",
    "FLIP_X": "F|",
    "FLIP_Y": "F-",
    "TRANSPOSE": "F\\",
    "ANTITRANSPOSE": "F/",
}
