"""A pattern is a finite set of live cells on the unbounded plane.

A cell is a pair (x, y), x to the right and y down. Patterns are values: two are
equal when the same cells live, and every operation returns a new one.

    >>> glider = Pattern.parse('''
    ... .O.
    ... ..O
    ... OOO
    ... ''')
    >>> glider.population, glider.box
    (5, Box(x=0, y=0, width=3, height=3))
    >>> print(glider.transform(Orientation.R180).normal().picture())
    OOO
    O..
    .O.

Where a pattern lies and which way it looks often do not matter: `normal` forgets
the place, and `canonical` the orientation too.

    >>> glider.translate(7, -4).transform(Orientation.R90).canonical() == glider.canonical()
    True
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from lifesearch.errors import InputError
from lifesearch.life.orientation import Orientation

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Cell = tuple[int, int]

ALIVE = frozenset("Oo*")
DEAD = "."
DRAWABLE_AREA = 100_000_000


class Box(NamedTuple):
    """A rectangle of cells, by its top left corner and its size."""

    x: int
    y: int
    width: int
    height: int

    @property
    def area(self) -> int:
        """The number of cells."""
        return self.width * self.height

    @property
    def right(self) -> int:
        """The last column that belongs to the box."""
        return self.x + self.width - 1

    @property
    def bottom(self) -> int:
        """The last row that belongs to the box."""
        return self.y + self.height - 1

    @classmethod
    def around(cls, boxes: Iterable[Box]) -> Box:
        """The smallest box that holds all the boxes, of which there is at least one."""
        corners = [(box.x, box.y, box.right, box.bottom) for box in boxes]
        lefts, tops, rights, bottoms = zip(*corners, strict=True)
        left, top = min(lefts), min(tops)
        return cls(left, top, max(rights) - left + 1, max(bottoms) - top + 1)

    def holds(self, cell: Cell) -> bool:
        """Tell whether the cell lies in the box."""
        return self.x <= cell[0] <= self.right and self.y <= cell[1] <= self.bottom


@dataclass(frozen=True, slots=True)
class Pattern:
    """An immutable set of live cells."""

    cells: frozenset[Cell]

    def __reduce__(self) -> tuple[type[Pattern], tuple[frozenset[Cell]]]:
        """Pickle the cells alone: many thousands of patterns may go to another process."""
        return Pattern, (self.cells,)

    @classmethod
    def of(cls, cells: Iterable[Cell]) -> Pattern:
        """Return the pattern of these cells, in any order, with or without repetitions."""
        return cls(frozenset(cells))

    @classmethod
    def parse(cls, text: str) -> Pattern:
        """Read a picture: `.` is dead, `O`, `o` or `*` alive; its top left corner is (0, 0)."""
        cells = []
        for y, line in enumerate(text.removeprefix("\n").splitlines()):
            for x, letter in enumerate(line):
                if letter in ALIVE:
                    cells.append((x, y))
                elif letter != DEAD:
                    raise InputError(
                        f"{letter!r} in row {y + 1} of the picture: use '.' for dead, 'O' for live"
                    )
        return cls.of(cells)

    @classmethod
    def from_array(cls, array: NDArray[Any], x: int = 0, y: int = 0) -> Pattern:
        """Return the truthy entries of array[row, column], its corner placed at (x, y)."""
        rows, columns = array.nonzero()
        return cls.of(zip((columns + x).tolist(), (rows + y).tolist(), strict=True))

    @property
    def population(self) -> int:
        """The number of live cells."""
        return len(self.cells)

    @property
    def box(self) -> Box:
        """The smallest box around the live cells; Box(0, 0, 0, 0) if there are none."""
        if not self.cells:
            return Box(0, 0, 0, 0)
        xs, ys = zip(*self.cells, strict=True)
        left, top = min(xs), min(ys)
        return Box(left, top, max(xs) - left + 1, max(ys) - top + 1)

    def __len__(self) -> int:
        return len(self.cells)

    def __bool__(self) -> bool:
        return bool(self.cells)

    def __contains__(self, cell: object) -> bool:
        return cell in self.cells

    def __iter__(self) -> Iterator[Cell]:
        """Go through the live cells in reading order: row by row, from the left."""
        return iter(sorted(self.cells, key=_reading_order))

    def __or__(self, other: Pattern) -> Pattern:
        return Pattern(self.cells | other.cells)

    def __and__(self, other: Pattern) -> Pattern:
        return Pattern(self.cells & other.cells)

    def __sub__(self, other: Pattern) -> Pattern:
        return Pattern(self.cells - other.cells)

    def translate(self, dx: int, dy: int) -> Pattern:
        """Return the pattern moved dx to the right and dy down."""
        return Pattern(frozenset([(x + dx, y + dy) for x, y in self.cells]))

    def transform(self, orientation: Orientation) -> Pattern:
        """Return the pattern turned or flipped about the cell (0, 0)."""
        a, b, c, d = orientation.value
        return Pattern(frozenset([(a * x + b * y, c * x + d * y) for x, y in self.cells]))

    def normal(self) -> Pattern:
        """Return the pattern moved so that its box starts at (0, 0)."""
        box = self.box
        return self.translate(-box.x, -box.y)

    def orientations(self, among: Iterable[Orientation] = Orientation) -> tuple[Pattern, ...]:
        """Return the different images under (all eight) orientations, each in normal position.

        >>> [len(Pattern.parse(p).orientations()) for p in ("OO\\nOO", "OOO", "OOO\\nO..\\n.O.")]
        [1, 2, 8]
        """
        images = (self.transform(orientation).normal() for orientation in among)
        return tuple(dict.fromkeys(images))

    def canonical(self, among: Iterable[Orientation] = Orientation) -> Pattern:
        """Return one representative of all copies, translated, and turned and flipped if allowed.

        Of the images in normal position it is the least tall, and among those the
        one whose cells come first.
        """
        images = self.orientations(among)
        return min(images, key=lambda image: (image.box.height, image.key()))

    def key(self) -> tuple[Any, ...]:
        """All that the pattern is, in an order: its cells, sorted."""
        return tuple(sorted(self.cells))

    def part(self, cells: Iterable[Cell]) -> Pattern:
        """Return those of these cells that live."""
        return Pattern(self.cells.intersection(cells))

    def wrapped(self, width: int, height: int) -> Pattern:
        """Return the pattern on a torus of this size."""
        return Pattern(frozenset([(x % width, y % height) for x, y in self.cells]))

    def picture(self, box: Box | None = None) -> str:
        """Draw the cells of the box (the pattern's own by default) with '.' and 'O'."""
        box = _drawable(self.box if box is None else box)
        rows = [bytearray(b"." * box.width) for _ in range(box.height)]
        for x, y in filter(box.holds, self.cells):
            rows[y - box.y][x - box.x] = ord("O")
        return "\n".join(row.decode() for row in rows)

    def to_array(self, box: Box | None = None) -> NDArray[np.uint8]:
        """Return the cells of the box as an array[row, column] of zeros and ones."""
        import numpy as np

        box = _drawable(self.box if box is None else box)
        array = np.zeros((box.height, box.width), np.uint8)
        for x, y in filter(box.holds, self.cells):
            array[y - box.y, x - box.x] = 1
        return array


def _reading_order(cell: Cell) -> Cell:
    return cell[1], cell[0]


def _drawable(box: Box) -> Box:
    if box.area > DRAWABLE_AREA:
        raise InputError(
            f"a grid of {box.width} x {box.height} cells is too large to draw: "
            f"at most {DRAWABLE_AREA:,} cells fit"
        )
    return box
