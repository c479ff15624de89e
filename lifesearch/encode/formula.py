"""A formula: the clauses of one question, the table of their variables, and where to look.

A plane says which variable is which cell of one generation, so that an assignment
can be read back as a pattern. Cells that no variable stands for are dead.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from lifesearch.encode.clauses import Clauses, Ints
from lifesearch.encode.variables import Variables


@dataclass(frozen=True, eq=False)
class Plane:
    """Generation t: the cell in `row[i]`, `column[i]` is the variable `variable[i]`."""

    t: int
    row: Ints
    column: Ints
    variable: Ints


@dataclass(frozen=True, eq=False)
class Formula:
    """What a solver is asked, and how to read what it answers."""

    title: str
    variables: Variables
    clauses: tuple[Clauses, ...]
    planes: tuple[Plane, ...]

    def __len__(self) -> int:
        return sum(map(len, self.clauses))

    @property
    def literals(self) -> int:
        """The total length of all clauses."""
        return sum(int(np.count_nonzero(batch.rows)) for batch in self.clauses)

    def lists(self) -> Iterator[list[list[int]]]:
        """All clauses as lists of plain integers, in batches, for a solver."""
        for batch in self.clauses:
            yield from batch.lists()

    def first_cells(self) -> list[int]:
        """The variables of the first generation, each once, in reading order."""
        cells = self.planes[0].variable.tolist()
        return list(dict.fromkeys(cells))
