"""A pattern is a finite set of cells on the unbounded plane: live ones, and perhaps dying ones.

A cell is a pair (x, y), x to the right and y down. Patterns are values: two are
equal when all cells have the same states, and every operation returns a new one.

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

The place and orientation of a pattern often do not matter: `normal` removes the place,
and `canonical` the orientation too.

    >>> glider.translate(7, -4).transform(Orientation.R90).canonical() == glider.canonical()
    True

In rules of several states, state 0 is dead, 1 is alive, 2 and more are dying. The cells of a
pattern are all that are not dead, as Golly counts them, and where some are dying, pictures have
Golly's letters: A is state 1, B is state 2 and so on. Every operation keeps the states.

    >>> ship = Pattern.parse_states("AA\\nBB")
    >>> ship.population, sorted(ship.states.items())
    (4, [((0, 0), 1), ((0, 1), 2), ((1, 0), 1), ((1, 1), 2)])
    >>> print((ship | ship.transform(Orientation.R180).translate(5, 1)).picture())
    AA..BB
    BB..AA
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from lifesearch.common.errors import InputError
from lifesearch.common.lazy_import import load_whole
from lifesearch.life.orientation import Orientation
from lifesearch.life.state_letters import DEAD, letter_of, state_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Cell = tuple[int, int]
Rows = tuple[int, ...]
"""Rows of cells from the top, each a number whose lowest bit is the first cell: see `rows_of`."""
DyingCell = tuple[int, int, int]  # (x, y, state)

ALIVE = frozenset("Oo*")  # letters of a live cell in a picture
NONE_DYING: frozenset[DyingCell] = frozenset()
DRAWABLE_AREA = 100_000_000
"""Cells of a picture or an array: with a byte for each, 100 megabytes."""
NEAR = 2
"""Cells no farther from each other than this may have a neighbour in common."""


class Box(NamedTuple):
    """A rectangle of cells, by its top left corner and its size."""

    x: int
    y: int
    width: int
    height: int

    @property
    def area(self) -> int:
        return self.width * self.height

    @property
    def right(self) -> int:
        """The last column; x - 1 if the box is empty."""
        return self.x + self.width - 1

    @property
    def bottom(self) -> int:
        """The last row; y - 1 if the box is empty."""
        return self.y + self.height - 1

    @classmethod
    def around(cls, boxes: Iterable[Box]) -> Box:
        """The smallest box that holds all the boxes, of which there is at least one."""
        corners = [(box.x, box.y, box.right, box.bottom) for box in boxes]
        lefts, tops, rights, bottoms = zip(*corners, strict=True)
        left, top = min(lefts), min(tops)
        return cls(left, top, max(rights) - left + 1, max(bottoms) - top + 1)

    def moved(self, dx: int, dy: int) -> Box:
        return self._replace(x=self.x + dx, y=self.y + dy)

    def grown(self, by: int) -> Box:
        return Box(self.x - by, self.y - by, self.width + 2 * by, self.height + 2 * by)

    def holds(self, cell: Cell) -> bool:
        return self.x <= cell[0] <= self.right and self.y <= cell[1] <= self.bottom


@dataclass(frozen=True, slots=True, eq=False)
class Pattern:
    """An immutable set of cells that are not dead; `dying` has (x, y, state) of dying cells."""

    cells: frozenset[Cell]
    dying: frozenset[DyingCell] = NONE_DYING
    # The box, once it was computed: a report of a pattern reads it five times.
    _box: Box | None = field(default=None, init=False, repr=False)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Pattern):
            return NotImplemented
        return self.cells == other.cells and self.dying == other.dying

    def __hash__(self) -> int:
        # Most patterns have no dying cells; and a frozenset remembers its hash.
        return hash((self.cells, self.dying)) if self.dying else hash(self.cells)

    def __reduce__(self) -> tuple[type[Pattern], tuple[frozenset[Any], ...]]:
        """Pickle as little as possible: many thousands of patterns may go to another process."""
        return Pattern, (self.cells, self.dying) if self.dying else (self.cells,)

    @classmethod
    def of(cls, cells: Iterable[Cell]) -> Pattern:
        """Return the pattern of these live cells, in any order, with or without repetitions."""
        return cls(frozenset(cells))

    @classmethod
    def of_states(cls, states: Mapping[Cell, int]) -> Pattern:
        """Return the pattern with these states; other cells are dead.

        >>> Pattern.of_states({(0, 0): 1, (5, 5): 0}) == Pattern.of([(0, 0)])
        True
        """
        cells = frozenset([cell for cell, state in states.items() if state])
        return cls(
            cells, frozenset([(*cell, state) for cell, state in states.items() if state > 1])
        )

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
    def parse_states(cls, text: str) -> Pattern:
        """Read a picture: `.` is dead, A is state 1, B is state 2 and so on to X."""
        states = {}
        for y, line in enumerate(text.removeprefix("\n").splitlines()):
            for x, letter in enumerate(line):
                if letter != DEAD and not "A" <= letter <= "X":
                    raise InputError(
                        f"{letter!r} in row {y + 1} of the picture: use '.' for dead, 'A' for "
                        "live, 'B' and so on for dying cells"
                    )
                states[x, y] = state_of(letter)
        return cls.of_states(states)

    @classmethod
    def from_array(cls, array: NDArray[Any], x: int = 0, y: int = 0) -> Pattern:
        """Return the pattern whose states are in array[row, column], its corner at (x, y)."""
        rows, columns = array.nonzero()
        cells = zip((columns + x).tolist(), (rows + y).tolist(), strict=True)
        if not array.size or array.max() <= 1:
            return cls.of(cells)
        return cls.of_states(dict(zip(cells, array[rows, columns].tolist(), strict=True)))

    @property
    def population(self) -> int:
        return len(self.cells)

    @property
    def states(self) -> dict[Cell, int]:
        """The state of each cell that is not dead."""
        states = dict.fromkeys(self.cells, 1)
        for x, y, state in self.dying:
            states[x, y] = state
        return states

    @property
    def live(self) -> frozenset[Cell]:
        return self.cells - {(x, y) for x, y, _ in self.dying} if self.dying else self.cells

    @property
    def states_needed(self) -> int:
        """The number of states that a rule must have for this pattern: at least 2."""
        return max((state for _, _, state in self.dying), default=1) + 1

    @property
    def box(self) -> Box:
        """The smallest box around all cells; Box(0, 0, 0, 0) if there are none."""
        box = self._box
        if box is None:
            box = _box_of(self.cells)
            object.__setattr__(self, "_box", box)
        return box

    def __len__(self) -> int:
        return len(self.cells)

    def __bool__(self) -> bool:
        return bool(self.cells)

    def __contains__(self, cell: object) -> bool:
        return cell in self.cells

    def __iter__(self) -> Iterator[Cell]:
        """Go through all cells in reading order: row by row, from the left."""
        return iter(sorted(self.cells, key=_reading_order))

    def __or__(self, other: Pattern) -> Pattern:
        """All cells of both; where they differ, the lower state, which is the more alive."""
        if not (self.dying or other.dying):
            return Pattern(self.cells | other.cells)
        mine, theirs = self.states, other.states
        both = mine.keys() & theirs.keys()
        return Pattern.of_states(
            mine | theirs | {cell: min(mine[cell], theirs[cell]) for cell in both}
        )

    def __and__(self, other: Pattern) -> Pattern:
        """The cells that both have; where they differ, the higher state, which is less alive."""
        if not (self.dying or other.dying):
            return Pattern(self.cells & other.cells)
        mine, theirs = self.states, other.states
        both = mine.keys() & theirs.keys()
        return Pattern.of_states({cell: max(mine[cell], theirs[cell]) for cell in both})

    def __sub__(self, other: Pattern) -> Pattern:
        """The cells that the other does not have, in the states that they have here."""
        return self.restricted(self.cells - other.cells)

    def translate(self, dx: int, dy: int) -> Pattern:
        """Return the pattern moved dx to the right and dy down."""
        cells = frozenset([(x + dx, y + dy) for x, y in self.cells])
        if not self.dying:
            return Pattern(cells)
        return Pattern(cells, frozenset([(x + dx, y + dy, state) for x, y, state in self.dying]))

    def transform(self, orientation: Orientation) -> Pattern:
        """Return the pattern turned or flipped about the cell (0, 0)."""
        a, b, c, d = orientation.value
        cells = frozenset([(a * x + b * y, c * x + d * y) for x, y in self.cells])
        if not self.dying:
            return Pattern(cells)
        dying = [(a * x + b * y, c * x + d * y, state) for x, y, state in self.dying]
        return Pattern(cells, frozenset(dying))

    def folded(self, place: Callable[[int, int], Cell]) -> Pattern:
        """Return the pattern with each cell at another place; where some meet, the lower state."""
        if not self.dying:
            return Pattern(frozenset([place(x, y) for x, y in self.cells]))
        by_state = sorted(self.states.items(), key=lambda item: -item[1])
        return Pattern.of_states({place(*cell): state for cell, state in by_state})

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
        """All cells in sorted order, with their states if any are dying."""
        if self.dying:
            return tuple(sorted((*cell, state) for cell, state in self.states.items()))
        return tuple(sorted(self.cells))

    def restricted(self, cells: Iterable[Cell]) -> Pattern:
        """Return the pattern without all other cells; these keep their states."""
        kept = self.cells.intersection(cells)
        if not self.dying:
            return Pattern(kept)
        return Pattern(kept, frozenset([each for each in self.dying if each[:2] in kept]))

    def wrapped(self, width: int, height: int) -> Pattern:
        """Return the pattern on a torus of this size."""
        return self.folded(lambda x, y: (x % width, y % height))

    def picture(self, box: Box | None = None) -> str:
        """Draw the cells of the box (the pattern's own by default) with '.' and 'O', or letters."""
        box = _drawable(self.box if box is None else box)
        if self.dying:
            states, across = self.states, range(box.x, box.right + 1)
            return "\n".join(
                "".join([letter_of(states.get((x, y), 0)) for x in across])
                for y in range(box.y, box.bottom + 1)
            )
        rows = [bytearray(b"." * box.width) for _ in range(box.height)]
        for x, y in filter(box.holds, self.cells):
            rows[y - box.y][x - box.x] = ord("O")
        return "\n".join(row.decode() for row in rows)

    def to_array(self, box: Box | None = None) -> NDArray[np.uint8]:
        """Return the states of the cells of the box as an array[row, column]."""
        load_whole("numpy")
        import numpy as np

        box = _drawable(self.box if box is None else box)
        array = np.zeros((box.height, box.width), np.uint8)
        for (x, y), state in self.states.items():
            if box.holds((x, y)):
                array[y - box.y, x - box.x] = state
        return array


def rows_of(pattern: Pattern, box: Box) -> Rows:
    """The rows of a pattern with this box; the first cell of a row is its lowest bit."""
    left, top, _, height = box
    rows = [0] * height
    for x, y in pattern.cells:
        rows[y - top] |= 1 << (x - left)
    return tuple(rows)


def _box_of(cells: frozenset[Cell]) -> Box:
    if not cells:
        return Box(0, 0, 0, 0)
    xs, ys = zip(*cells, strict=True)
    left, top = min(xs), min(ys)
    return Box(left, top, max(xs) - left + 1, max(ys) - top + 1)


def groups(cells: set[Cell], reach: int = NEAR) -> Iterator[set[Cell]]:
    """The sets of cells that are connected by steps of up to `reach` cells; `cells` is used up."""
    around = range(-reach, reach + 1)
    while cells:
        waiting = [cells.pop()]
        group = set(waiting)
        while waiting:
            x, y = waiting.pop()
            near = {(x + dx, y + dy) for dx in around for dy in around} & cells
            cells -= near
            group |= near
            waiting += near
        yield group


def _reading_order(cell: Cell) -> Cell:
    return cell[1], cell[0]


def _drawable(box: Box) -> Box:
    if box.area > DRAWABLE_AREA:
        raise InputError(
            f"a grid of {box.width} x {box.height} cells is too large to draw: "
            f"at most {DRAWABLE_AREA:,} cells fit"
        )
    return box
