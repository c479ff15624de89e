"""A window whose cells may change, the ring of still cells around it, and the order of decisions.

`questions.rotors` makes the window; `tables` and `cycles` use its order of decisions.

Window and ring are a board of cells (x, y) with (0, 0) in the ring's upper left corner. Cells are
decided level by level. The level of a cell is the least y of all cells that a symmetry makes equal
to it: without a symmetry that is row by row, with a quarter turn from the ring inwards. Neighbours
are at most one level apart, since their images are neighbours, too: so if all levels up to some L
are known in generation t - 1, those up to L - 1 are known in generation t.

    >>> Window(2, 2).levels[1]
    ((0, 1), (1, 1), (2, 1), (3, 1))
    >>> [len(level) for level in Window(5, 5, Symmetry.parse("C4")).levels]
    [24, 16, 8, 1]
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from lifesearch.common.errors import InputError
from lifesearch.engines.rotors.limits import MOST_FREE
from lifesearch.life.orientation import Orientation
from lifesearch.life.rotor import WIDEST_WINDOW
from lifesearch.life.rules.rule import LIFE, Rule
from lifesearch.life.symmetry import C1, Symmetry

Cell = tuple[int, int]


@dataclass(frozen=True)
class Window:
    """A window of `width` x `height` cells; all its generations and the ring have the symmetry."""

    width: int
    height: int
    symmetry: Symmetry = C1
    rule: Rule = LIFE

    def __post_init__(self) -> None:
        self.rule.require_plain("rotors are")
        self.rule.require(self.symmetry.group, f"symmetry {self.symmetry.name}")
        if not (1 <= self.width <= WIDEST_WINDOW and 1 <= self.height <= WIDEST_WINDOW):
            raise InputError(
                f"a window has 1 to {WIDEST_WINDOW} cells a side, not {self.width}x{self.height}"
            )
        if missing := self.symmetry.lacks(self.width, self.height):
            raise InputError(f"symmetry {self.symmetry.name} needs {missing}, not {self}")

    def require_small(self) -> None:
        """Refuse a window whose search would not end in a lifetime, or has too large tables."""
        free = sum(map(len, self.free))
        if free > MOST_FREE:
            raise InputError(
                f"a window of {self} has {free} free cells with its ring, and at most {MOST_FREE} "
                "can be searched: choose a smaller window, or a symmetry"
            )

    def __str__(self) -> str:
        return f"{self.width}x{self.height}"

    @property
    def columns(self) -> int:
        """The width of window and ring."""
        return self.width + 2

    @property
    def rows(self) -> int:
        """The height of window and ring."""
        return self.height + 2

    @cached_property
    def cells(self) -> tuple[Cell, ...]:
        """The cells of window and ring, row by row."""
        return tuple((x, y) for y in range(self.rows) for x in range(self.columns))

    def changes(self, cell: Cell) -> bool:
        """Whether a cell may change, since it is in the window; those of the ring may not."""
        x, y = cell
        return 0 < x < self.columns - 1 and 0 < y < self.rows - 1

    @cached_property
    def orbits(self) -> dict[Cell, Cell]:
        """For each cell, the first, row by row, of all cells that a symmetry makes equal to it."""
        numbers = self.symmetry.orbits(self.columns, self.rows)
        return {cell: self.cells[n] for cell, n in zip(self.cells, numbers, strict=True)}

    @cached_property
    def level(self) -> dict[Cell, int]:
        """The level of each cell: the row of its orbit's first cell, which is the uppermost."""
        return {cell: first[1] for cell, first in self.orbits.items()}

    @cached_property
    def levels(self) -> tuple[tuple[Cell, ...], ...]:
        """All cells, level by level."""
        last = max(self.level.values())
        return tuple(
            tuple(cell for cell in self.cells if self.level[cell] == level)
            for level in range(last + 1)
        )

    @cached_property
    def free(self) -> tuple[tuple[Cell, ...], ...]:
        """The first cell of each orbit, level by level: deciding these decides all cells."""
        return tuple(tuple(c for c in level if self.orbits[c] == c) for level in self.levels)

    @property
    def narrow(self) -> Window:
        """This window, or its transpose if that has the same rotors and is searched faster.

        Short rows are faster, so a window wider than high is transposed if its symmetry stays the
        same. D2- always becomes D2|, whose rows are half as long.
        """
        name = {"D2-": "D2|"}.get(self.symmetry.name, self.symmetry.name)
        wide = self.width > self.height and name in ("C1", "C2", "D4+")
        if Orientation.TRANSPOSE in self.rule.symmetries and (wide or name != self.symmetry.name):
            return Window(self.height, self.width, Symmetry.parse(name), self.rule)
        return self

    @property
    def beginnings(self) -> int:
        """The number of choices for the first level: `cycles` divides them into ranges."""
        return 1 << len(self.free[0])

    @cached_property
    def turns(self) -> tuple[Orientation, ...]:
        """Orientations that take each board of this window and symmetry to another such board.

        Such boards are equivalent: only one of them is searched.
        """
        group = self.symmetry.group
        square = self.width == self.height
        return tuple(
            g
            for g in Orientation
            if g in self.rule.symmetries
            and (square or g.apply(1, 0)[0] != 0)
            and {g.inverse.then(s).then(g) for s in group} == group  # the image is as symmetric
        )

    def turned(self, cell: Cell, g: Orientation) -> Cell:
        """The image of a cell when the board is turned or mirrored about its centre."""
        right, bottom = self.columns - 1, self.rows - 1
        # Twice the distance from the centre is a whole number for odd and for even sides.
        x, y = g.apply(2 * cell[0] - right, 2 * cell[1] - bottom)
        return (x + right) // 2, (y + bottom) // 2


@dataclass(frozen=True)
class Cycle:
    """What happens in a window with one ring: it recurs after `period` generations.

    `rows` are the window and its ring in one generation: the least, when generations are compared
    level by level (see `kernel`). A row is a number whose highest bit is its leftmost cell.
    """

    period: int
    rows: tuple[int, ...]
