"""Patterns of several states: a pattern in which some cells are dying.

State 0 is dead, 1 is alive, 2 and more are dying. The cells of such a pattern are all that are not
dead, as Golly counts them, and its pictures have Golly's letters: A is state 1, B is state 2 and so
on.

    >>> ship = parse_states("AA\\nBB")
    >>> ship.population, sorted(ship.states.items())
    (4, [((0, 0), 1), ((0, 1), 2), ((1, 0), 1), ((1, 1), 2)])
    >>> print(ship.transform(Orientation.R90).normal().picture())
    AB
    AB

Two patterns are equal only if all states are. Where no cell is dying a pattern is a plain
`Pattern`, however it was made:

    >>> pattern_of_states({(0, 0): 1, (5, 5): 0}) == Pattern.of([(0, 0)])
    True
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from lifesearch.errors import InputError
from lifesearch.life.orientation import Orientation
from lifesearch.life.pattern import DEAD, Box, Cell, Pattern

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

DyingCell = tuple[int, int, int]


def letter_of(state: int) -> str:
    """A state in Golly's way: A to X for 1 to 24, then pA to pX, qA and so on up to yO for 255.

    >>> letter_of(1), letter_of(24), letter_of(25), letter_of(255)
    ('A', 'X', 'pA', 'yO')
    """
    if not state:
        return DEAD
    prefix, rest = divmod(state - 1, 24)
    return (chr(ord("p") + prefix - 1) if prefix else "") + chr(ord("A") + rest)


def state_of(letters: str) -> int:
    """The state with these letters; more than 255 if there is none.

    >>> [state_of(letters) for letters in (".", "A", "X", "pA", "yO")]
    [0, 1, 24, 25, 255]
    """
    if letters == DEAD:
        return 0
    prefix = ord(letters[0]) - ord("p") + 1 if len(letters) > 1 else 0
    return 24 * prefix + ord(letters[-1]) - ord("A") + 1


@dataclass(frozen=True, slots=True)
class MultiStatePattern(Pattern):
    """A pattern of which some cells are dying, each in a state; `pattern_of_states` makes them."""

    dying: frozenset[DyingCell]

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the cells and the states."""
        return MultiStatePattern, (self.cells, self.dying)

    @property
    def states(self) -> dict[Cell, int]:
        """The state of each cell that is not dead."""
        return dict.fromkeys(self.cells, 1) | {(x, y): state for x, y, state in self.dying}

    @property
    def live(self) -> frozenset[Cell]:
        """The cells that live: those that are not dying."""
        return self.cells - {(x, y) for x, y, _ in self.dying}

    def key(self) -> tuple[Any, ...]:
        """All that the pattern is, in an order: cells, each with its state."""
        return tuple(sorted((*cell, state) for cell, state in self.states.items()))

    def part(self, cells: Iterable[Cell]) -> Pattern:
        """Those of these cells that are not dead, in the states that they have here."""
        states = self.states
        return pattern_of_states({cell: states.get(cell, 0) for cell in cells})

    def translate(self, dx: int, dy: int) -> Pattern:
        """Return the pattern moved dx to the right and dy down."""
        return MultiStatePattern(
            frozenset([(x + dx, y + dy) for x, y in self.cells]),
            frozenset([(x + dx, y + dy, state) for x, y, state in self.dying]),
        )

    def transform(self, orientation: Orientation) -> Pattern:
        """Return the pattern turned or flipped about the cell (0, 0)."""
        a, b, c, d = orientation.value
        return MultiStatePattern(
            frozenset([(a * x + b * y, c * x + d * y) for x, y in self.cells]),
            frozenset([(a * x + b * y, c * x + d * y, state) for x, y, state in self.dying]),
        )

    def wrapped(self, width: int, height: int) -> Pattern:
        """Return the pattern on a torus of this size."""
        return pattern_of_states(
            {(x % width, y % height): state for (x, y), state in self.states.items()}
        )

    def picture(self, box: Box | None = None) -> str:
        """Draw the cells of the box (the pattern's own by default) with Golly's letters."""
        states = self.states
        x, y, width, height = self.box if box is None else box
        return "\n".join(
            "".join(letter_of(states.get((x + i, y + j), 0)) for i in range(width))
            for j in range(height)
        )

    def to_array(self, box: Box | None = None) -> NDArray[np.uint8]:
        """Return the cells of the box as an array[row, column] of states."""
        box = self.box if box is None else box
        # slots=True makes a new class, which super() without arguments does not know
        array = Pattern.to_array(self, box)
        for x, y, state in self.dying:
            if box.holds((x, y)):
                array[y - box.y, x - box.x] = state
        return array


def pattern_of_states(states: Mapping[Cell, int]) -> Pattern:
    """The pattern with these states; cells that are not told are dead."""
    cells = frozenset(cell for cell, state in states.items() if state)
    dying = frozenset((*cell, state) for cell, state in states.items() if state > 1)
    return MultiStatePattern(cells, dying) if dying else Pattern(cells)


def pattern_of_array(array: NDArray[Any], x: int = 0, y: int = 0) -> Pattern:
    """The pattern whose states are in array[row, column], its corner placed at (x, y)."""
    if not array.size or array.max() <= 1:
        return Pattern.from_array(array, x, y)
    rows, columns = array.nonzero()
    cells = zip((columns + x).tolist(), (rows + y).tolist(), strict=True)
    return pattern_of_states(dict(zip(cells, array[rows, columns].tolist(), strict=True)))


def states_of(pattern: Pattern) -> dict[Cell, int]:
    """The state of each cell that is not dead, of any pattern."""
    if isinstance(pattern, MultiStatePattern):
        return pattern.states
    return dict.fromkeys(pattern.cells, 1)


def live_cells(pattern: Pattern) -> frozenset[Cell]:
    """The cells in state 1, of any pattern."""
    return pattern.live if isinstance(pattern, MultiStatePattern) else pattern.cells


def most_states(pattern: Pattern) -> int:
    """How many states a rule must have for this pattern: at least 2."""
    dying = pattern.dying if isinstance(pattern, MultiStatePattern) else ()
    return max((state for _, _, state in dying), default=1) + 1


def parse_states(text: str) -> Pattern:
    """Read a picture: `.` is dead, A is state 1, B is state 2 and so on to X."""
    states = {}
    for y, line in enumerate(text.removeprefix("\n").splitlines()):
        for x, letter in enumerate(line):
            if letter != DEAD and not "A" <= letter <= "X":
                raise InputError(
                    f"{letter!r} in row {y + 1} of the picture: use '.' for dead, 'A' for live, "
                    "'B' and so on for dying cells"
                )
            states[x, y] = state_of(letter)
    return pattern_of_states(states)
