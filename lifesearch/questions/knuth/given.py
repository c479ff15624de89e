"""Cells that are given for some generations of a program's grid.

`programs` adds the literals to the formula.

A drawing that is smaller than the grid is put in its middle, and the cells around it are dead.
"""

from __future__ import annotations

from dataclasses import dataclass

from lifesearch.common.errors import InputError
from lifesearch.engines.sat.encoding.clauses import Clauses, units
from lifesearch.life.known_cells import ALIVE, DEAD, FIRST_LETTER, KnownCells
from lifesearch.questions.knuth.formula import KnuthFormula


@dataclass(frozen=True)
class GivenCells:
    """Which cells are alive, dead or unknown in one generation; `known` has that one grid."""

    generation: int
    known: KnownCells

    def __post_init__(self) -> None:
        if len(self.known.grids) != 1 or self.known.exempt or self.known.dying:
            raise InputError(
                f"generation {self.generation} is one grid: give each generation a file of its own"
            )
        if any(abs(value) >= FIRST_LETTER for _, value in self.known.given()):
            raise InputError(
                "given cells are '.', 'o' or '?': letters are for 'lifesearch complete'"
            )

    def literals(self, formula: KnuthFormula, rows: int, columns: int) -> list[int]:
        """The literals of the given cells; for a live cell that cannot live, a contradiction.

        InputError if the program has no such generation, or if the drawing is larger than its grid.
        """
        plane = next((p for p in formula.planes if p.t == self.generation), None)
        if plane is None:
            times = [p.t for p in formula.planes]
            raise InputError(
                f"there is no generation {self.generation}: '{formula.title}' has those from "
                f"{min(times)} to {max(times)}"
            )
        if self.known.width > columns or self.known.height > rows:
            raise InputError(
                f"{self.known.height} rows and {self.known.width} columns are given, and "
                f"'{formula.title}' has {rows} and {columns}"
            )
        top, left = (rows - self.known.height) // 2, (columns - self.known.width) // 2
        states = {
            (y + top + 1, x + left + 1): value
            for y, row in enumerate(self.known.grids[0])
            for x, value in enumerate(row)
        }
        places = zip(plane.row.tolist(), plane.column.tolist(), strict=True)
        variable = dict(zip(places, plane.variable.tolist(), strict=True))
        literals = [
            states.get(place, DEAD) * number
            for place, number in variable.items()
            if states.get(place, DEAD)
        ]
        impossible = any(
            value == ALIVE and place not in variable for place, value in states.items()
        )
        return [*literals, *((1, -1) if impossible else ())]


def given_clauses(
    formula: KnuthFormula, given: tuple[GivenCells, ...], rows: int, columns: int
) -> tuple[Clauses, ...]:
    """Unit clauses for all given cells of a grid; none if no cell is given."""
    literals = [literal for each in given for literal in each.literals(formula, rows, columns)]
    return (units(literals),) if literals else ()
