"""Known cells: what is given of the generations of a box, cell by cell.

There is one grid for each generation, as far as something is given. A cell is an integer,
and the minus sign is "not", as in clauses: ALIVE = 1, DEAD = -1, UNKNOWN = 0. Further
numbers 2, 3, ... are letters. All cells with one letter are equal, wherever and whenever they
are; the negative letter is its complement.

Some cells may be exempt from the rule. The state of such a cell (t, x, y), in generation t,
need not follow from generation t-1; what becomes of it afterwards does. A cell that `arrives` is
exempt, too, and the rule would have left it as it was in generation t-1.

    >>> known = KnownCells.of([[[0, 7], [-7, 1]]], exempt=[(0, 1, 1)])
    >>> known.grids, known.width, known.height
    ((((0, 2), (-2, 1)),), 2, 2)
    >>> print(known)
    * a
    -a 1'

Letters are numbered as they appear, so known cells that say the same are equal.

In rules of several states a cell may be known to be dying, too. It does not live, so it is DEAD
in its grid, and `dying` has its state: (t, x, y, state).

    >>> print(KnownCells.of([[[1, -1, -1]]], dying=[(0, 1, 0, 2)]))
    1 2 0
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import count

from lifesearch.common.errors import InputError

UNKNOWN, ALIVE, DEAD = 0, 1, -1
FIRST_LETTER = 2

Grid = tuple[tuple[int, ...], ...]
CellAt = tuple[int, int, int]  # (t, x, y)
DyingAt = tuple[int, int, int, int]  # (t, x, y, state)


@dataclass(frozen=True)
class KnownCells:
    """The given cells of generations 0, 1, ...: see above for the four fields.

    A grid is a tuple of rows, from the top, of cells from the left. Cells that arrive are also in
    `exempt`.
    """

    grids: tuple[Grid, ...]
    exempt: frozenset[CellAt] = frozenset()
    dying: frozenset[DyingAt] = frozenset()
    arrives: frozenset[CellAt] = frozenset()

    def __post_init__(self) -> None:
        rows = {len(grid) for grid in self.grids}
        columns = {len(row) for grid in self.grids for row in grid}
        if len(rows) != 1 or len(columns) != 1 or 0 in columns:
            raise InputError("there must be at least one grid with a cell, and all of one size")
        for kind, cells in (("exempt", self.exempt), ("dying", {cell[:3] for cell in self.dying})):
            for t, x, y in cells:
                there = 0 <= t < len(self.grids) and 0 <= x < self.width and 0 <= y < self.height
                if not there:
                    raise InputError(f"the {kind} cell ({t}, {x}, {y}) is in none of the grids")
        if not self.arrives <= self.exempt:
            raise InputError("a cell that arrives is exempt from the rule")
        if any(self.grids[t][y][x] != DEAD for t, x, y, _ in self.dying):
            raise InputError("a dying cell is neither alive nor unknown")

    @classmethod
    def of(
        cls,
        grids: Iterable[Sequence[Sequence[int]]],
        exempt: Iterable[CellAt] = (),
        dying: Iterable[DyingAt] = (),
        arrives: Iterable[CellAt] = (),
    ) -> KnownCells:
        """The known cells of one or more grids of one size."""
        letters: dict[int, int] = {}

        def renamed(value: int) -> int:
            if abs(value) < FIRST_LETTER:
                return value
            sign = 1 if value > 0 else -1
            return sign * letters.setdefault(abs(value), sign * (len(letters) + FIRST_LETTER))

        cells = tuple(tuple(tuple(map(renamed, row)) for row in grid) for grid in grids)
        return cls(cells, frozenset(exempt), frozenset(dying), frozenset(arrives))

    @classmethod
    def unknown(cls, width: int, height: int) -> KnownCells:
        return cls((((UNKNOWN,) * width,) * height,))

    @property
    def margin(self) -> int | None:
        """The distance from the edge to the nearest live or dead cell of generation 0.

        None if each cell is unknown or a letter.

        >>> KnownCells.of([[[1, 0]]]).margin, KnownCells.of([[[1]]]).surrounded(2).margin
        (0, 2)
        >>> unknown_around = KnownCells.of([[[1]]]).surrounded(2)
        >>> unknown_around.arriving(unknown_around.unknown_cells()).margin
        2
        """
        given = [
            (x, y)
            for y, row in enumerate(self.grids[0])
            for x, cell in enumerate(row)
            if cell in (ALIVE, DEAD)
        ]
        sides = ((x, y, self.width - 1 - x, self.height - 1 - y) for x, y in given)
        return min(map(min, sides), default=None)

    def surrounded(self, margin: int) -> KnownCells:
        """These cells with a margin of unknown cells on each side.

        >>> print(KnownCells.of([[[1]]]).surrounded(1))
        * * *
        * 1 *
        * * *
        """
        side, line = (UNKNOWN,) * margin, (UNKNOWN,) * (self.width + 2 * margin)
        grids = tuple(
            ((line,) * margin + tuple(side + row + side for row in grid) + (line,) * margin)
            for grid in self.grids
        )
        exempt, arrives = (
            frozenset((t, x + margin, y + margin) for t, x, y in cells)
            for cells in (self.exempt, self.arrives)
        )
        dying = frozenset((t, x + margin, y + margin, state) for t, x, y, state in self.dying)
        return KnownCells(grids, exempt, dying, arrives)

    def arriving(self, still: Collection[tuple[int, int]]) -> KnownCells:
        """These cells as a pattern that arrives at a still life with the cells `still` (x, y).

        A generation is put before the first, in which the still life is alone; in the next one,
        what arrives is exempt from the rule, but without it nothing would have changed. InputError
        if cells are dying.

        >>> print(KnownCells.of([[[0, 0, 1]]]).arriving({(0, 0), (1, 0)}))
        a b 0
        <BLANKLINE>
        a b 1''
        """
        if self.dying:
            raise InputError("catalysts (~) need a rule with two states")
        used = (abs(value) for _, value in self.given())
        letters = count(max(used, default=0) + FIRST_LETTER)
        first = [
            [value or next(letters) if (x, y) in still else value for x, value in enumerate(row)]
            for y, row in enumerate(self.grids[0])
        ]
        cells = [((x, y), value) for y, row in enumerate(first) for x, value in enumerate(row)]
        alone = [
            [value if (x, y) in still else DEAD for x, value in enumerate(row)]
            for y, row in enumerate(first)
        ]
        arriving = [(0, *cell) for cell, value in cells if cell not in still and value != DEAD]
        exempt = {(t + 1, x, y) for t, x, y in (*self.exempt, *arriving)}
        arrives = {(t + 1, x, y) for t, x, y in self.arrives} | {e for e in exempt if e[0] == 1}
        return KnownCells.of([alone, first, *self.grids[1:]], exempt, arrives=arrives)

    def unknown_cells(self) -> list[tuple[int, int]]:
        """The unknown cells of the first grid."""
        rows = enumerate(self.grids[0])
        return [(x, y) for y, row in rows for x, value in enumerate(row) if value == UNKNOWN]

    @property
    def width(self) -> int:
        return len(self.grids[0][0])

    @property
    def height(self) -> int:
        return len(self.grids[0])

    def given(self) -> Iterator[tuple[CellAt, int]]:
        """The cells that are not unknown."""
        for t, grid in enumerate(self.grids):
            for y, row in enumerate(grid):
                yield from (((t, x, y), value) for x, value in enumerate(row) if value)

    @property
    def has_letters(self) -> bool:
        return any(abs(value) >= FIRST_LETTER for _, value in self.given())

    @cached_property
    def dying_states(self) -> dict[CellAt, int]:
        return {(t, x, y): state for t, x, y, state in self.dying}

    @property
    def is_blank(self) -> bool:
        return not self.exempt and next(self.given(), None) is None

    def __str__(self) -> str:
        """The cells as a file, with blanks between cells; see `formats.known_cells`."""
        return self.spelled(self._word, " ")

    def spelled(self, word: Callable[[int, int, int, int], str], between: str) -> str:
        """The cells as a text, each by a word for (t, x, y, value)."""
        return "\n\n".join(
            "\n".join(
                between.join(word(t, x, y, value) for x, value in enumerate(row))
                for y, row in enumerate(grid)
            )
            for t, grid in enumerate(self.grids)
        )

    def _word(self, t: int, x: int, y: int, value: int) -> str:
        word = {UNKNOWN: "*", ALIVE: "1", DEAD: "0"}.get(value)
        if value == DEAD and (state := self.dying_states.get((t, x, y))):
            word = str(state)
        if word is None:
            word = ("-" if value < 0 else "") + _letter(abs(value) - FIRST_LETTER)
        return word + "'" * (((t, x, y) in self.exempt) + ((t, x, y) in self.arrives))


def _letter(number: int) -> str:
    """A name: a to z, then a1 to z1, a2, ..."""
    again, index = divmod(number, 26)
    return chr(ord("a") + index) + (str(again) if again else "")
