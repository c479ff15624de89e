"""Formulas as text: Knuth's `.sat` format, and DIMACS.

Both write a clause as a line of tokens, one for each literal; the tokens of all
literals stand in one table, indexed by the literal, and numpy looks them up.
"""

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from lifesearch.encoding.clauses import Clauses
from lifesearch.encoding.knuth.formula import Formula


def sat_lines(formula: Formula) -> Iterator[str]:
    """The formula as Knuth's programs print it, in pieces of many lines."""
    if formula.title:
        yield f"~ {formula.title}\n"
    tokens = _tokens(formula.variables.names(), " ~")
    for batch in formula.clauses:
        lines = _lines(batch, tokens)
        flush = np.flatnonzero(~np.broadcast_to(batch.indented, len(batch)))
        for i in flush.tolist():
            lines[i] = lines[i][1:]
        yield "\n".join(lines) + "\n"


def dimacs_lines(formula: Formula) -> Iterator[str]:
    """The formula in DIMACS, with comments that tell which variable is which cell."""
    yield f"c {formula.title or 'sat-life'}\n"
    yield "c the cells: c VARIABLE ROW COLUMN TIME (a variable may stand for several cells)\n"
    for plane in formula.planes:
        cells = zip(plane.variable.tolist(), plane.row.tolist(), plane.column.tolist(), strict=True)
        yield "".join(f"c {v} {x} {y} {plane.t}\n" for v, x, y in cells)
    yield f"p cnf {len(formula.variables)} {len(formula)}\n"
    tokens = _tokens([str(v) for v in range(1, len(formula.variables) + 1)], " -")
    for batch in formula.clauses:
        yield "".join(f"{line[1:]} 0\n" for line in _lines(batch, tokens))


def _tokens(names: Sequence[str], negation: str) -> NDArray[np.object_]:
    """The token of literal v at index v, that of -v at index -v, counted from the end."""
    positive = [f" {name}" for name in names]
    negative = [f"{negation}{name}" for name in reversed(names)]
    return np.array(["", *positive, *negative], dtype=object)


def _lines(batch: Clauses, tokens: NDArray[np.object_]) -> list[str]:
    if batch.rows.shape[1] > 3:
        return ["".join(row) for row in tokens[batch.rows].tolist()]
    columns = [tokens[column] for column in batch.rows.T]
    joined: list[str] = sum(columns[1:], columns[0]).tolist()
    return joined
