"""Formulas as text: Knuth's `.sat` format, and DIMACS."""

from collections.abc import Iterator

import numpy as np

from lifesearch.encoding.dimacs import clause_lines, dimacs, literal_tokens
from lifesearch.knuth.formula import KnuthFormula


def sat_lines(formula: KnuthFormula) -> Iterator[str]:
    """The formula as Knuth's programs print it, in pieces of many lines."""
    tokens = literal_tokens(formula.variables.names(), " ~")  # first: some times have no name
    if formula.title:
        yield f"~ {formula.title}\n"
    for batch in formula.clauses:
        lines = clause_lines(batch, tokens)
        flush = np.flatnonzero(~np.broadcast_to(batch.indented, len(batch)))
        for i in flush.tolist():
            lines[i] = lines[i][1:]
        yield "\n".join(lines) + "\n"


def dimacs_lines(formula: KnuthFormula) -> Iterator[str]:
    """The formula in DIMACS, with comments that say which variable is which cell."""
    return dimacs(formula.clauses, len(formula.variables), _comments(formula))


def _comments(formula: KnuthFormula) -> Iterator[str]:
    yield formula.title or "sat-life"
    yield "the cells: c VARIABLE ROW COLUMN TIME (a variable may stand for several cells)"
    for plane in formula.planes:
        cells = zip(plane.variable.tolist(), plane.row.tolist(), plane.column.tolist(), strict=True)
        yield from (f"{v} {x} {y} {plane.t}" for v, x, y in cells)
