"""Clauses as text: DIMACS, with comments that say which variable is which cell.

The formulas of questions, proofs and Knuth's programs are written here, as lines of tokens, one for
each literal. The tokens of all literals stand in one table, indexed by the literal, and numpy looks
them up.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

import numpy as np

from lifesearch.engines.sat.encoding.clauses import TRUE, Clauses

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from lifesearch.engines.sat.encoding.variable_grid import VariableGrid

Cells = tuple[int, Sequence[int], Sequence[int], Sequence[int]]
"""Cells of a generation t: t, their columns, rows and literals."""

LEGEND = (
    "Lines 'cell T X Y L': the cell in column X, row Y of generation T lives if literal L is true.",
    "Lines 'alive T X Y': this cell lives. Lines 'any T X Y': it may live or not.",
)

DYING_LEGEND = (
    "Lines 'died T X Y L': this cell is in state 2 in generation T, in state 3 in the next one and "
    "so on if literal L is true."
)


def dimacs(clauses: Sequence[Clauses], variables: int, comments: Iterable[str]) -> Iterator[str]:
    """The comments and the clauses, over a number of variables, as pieces of text of many lines."""
    yield from (f"c {comment}\n" for comment in comments)
    yield f"p cnf {variables} {sum(map(len, clauses))}\n"
    tokens = literal_tokens([str(v) for v in range(1, variables + 1)], " -")
    for batch in clauses:
        # Each token begins with a blank; a line does not.
        yield "".join(f"{line} 0\n"[1:] for line in clause_lines(batch, tokens))


def cell_comments(generations: Iterable[Cells]) -> Iterator[str]:
    """A comment for each cell that is not certainly dead."""
    for t, *cells in generations:
        for x, y, literal in zip(*cells, strict=True):
            if literal == TRUE:
                yield f"alive {t} {x} {y}"
            elif not literal:
                yield f"any {t} {x} {y}"
            elif literal != -TRUE:
                yield f"cell {t} {x} {y} {literal}"


def cells_of(layout: VariableGrid | None) -> Iterator[Cells]:
    """The cells of all generations of a grid, if there is one, that are not certainly dead."""
    if layout is None:
        return
    margin = layout.spacetime.margin
    for t, plane in enumerate(layout.grid, start=layout.first):
        y, x = np.nonzero(plane != -TRUE)
        yield t, (x - margin).tolist(), (y - margin).tolist(), plane[y, x].tolist()


def dying_comments(generations: Iterable[Cells]) -> Iterator[str]:
    """In rules of several states: a comment for each cell that may have just died.

    Cells of a given target, which are constants, have none.
    """
    for number, (t, *cells) in enumerate(generations):
        if not number:
            yield DYING_LEGEND
        for x, y, literal in zip(*cells, strict=True):
            if 0 < literal < TRUE:
                yield f"died {t} {x} {y} {literal}"


def literal_tokens(names: Sequence[str], negation: str) -> NDArray[np.object_]:
    """The token of literal v at index v, that of -v at index -v, counted from the end.

    A token begins with a blank or, for -v, with `negation`.
    """
    positive = [f" {name}" for name in names]
    negative = [f"{negation}{name}" for name in reversed(names)]
    return np.array(["", *positive, *negative], dtype=object)


def clause_lines(batch: Clauses, tokens: NDArray[np.object_]) -> list[str]:
    """The clauses as lines, each a blank or sign and a name for each literal."""
    # Adding columns of strings is faster for two or three of them, joining rows for more.
    if batch.rows.shape[1] > 3:
        return ["".join(row) for row in tokens[batch.rows].tolist()]
    columns = [tokens[column] for column in batch.rows.T]
    joined: list[str] = sum(columns[1:], columns[0]).tolist()
    return joined
