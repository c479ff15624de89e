"""A formula: the clauses of one query, the table of their variables, and where to look.

A plane says which variable is which cell of one generation, so that an assignment
can be read back as a pattern. Cells that no variable stands for are dead.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np

from lifesearch.encoding.clauses import Bools, Clauses, Ints
from lifesearch.encoding.variables import Variables


@dataclass(frozen=True, eq=False)
class Plane:
    """Generation t: the cell in `row[i]`, `column[i]` is the variable `variable[i]`.

    `determined[i]` says whether the clauses tie it to the generation before.
    """

    t: int
    row: Ints
    column: Ints
    variable: Ints
    determined: Bools


@dataclass(frozen=True, eq=False)
class KnuthFormula:
    """What a solver is asked, and how to read what it answers.

    A `partial` formula follows only some of the cells that may live; otherwise a
    cell without a variable is certainly dead.
    """

    title: str
    variables: Variables
    clauses: tuple[Clauses, ...]
    planes: tuple[Plane, ...]
    partial: bool = False

    def __len__(self) -> int:
        return sum(map(len, self.clauses))

    @property
    def literals(self) -> int:
        return sum(int(np.count_nonzero(batch.rows)) for batch in self.clauses)

    def tuples(self) -> Iterator[Iterable[tuple[int, ...]]]:
        """All clauses as tuples of plain integers, in batches, for a solver."""
        for batch in self.clauses:
            yield from batch.tuples()

    def first_cells(self) -> list[int]:
        """The variables of the first generation, each once, in reading order."""
        cells = self.planes[0].variable.tolist()
        return list(dict.fromkeys(cells))
