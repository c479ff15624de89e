"""Formulas as text: Knuth's `.sat` format, and DIMACS.

The mask that `sat-life` reads: `*` where a cell may live, `.` where it is dead.

>>> sorted(parse_mask("..*\\n*\\n"))
[(0, 1), (2, 0)]
"""

from collections.abc import Iterator

import numpy as np

from lifesearch.encoding.dimacs import clause_lines, dimacs, literal_tokens
from lifesearch.errors import FormatError, InputError
from lifesearch.knuth.formula import KnuthFormula
from lifesearch.life.pattern import Pattern


def parse_mask(text: str) -> Pattern:
    """Read a mask as strictly as the original does; lines may differ in length."""
    lines = text.split("\n")
    if not text.strip():
        raise InputError("the mask is empty: expected lines of '*' (may live) and '.' (dead)")
    for number, line in enumerate(lines, start=1):
        if odd := line.strip("*."):
            raise FormatError(f"{odd[0]!r} in a mask: only '*' and '.' may occur", number)
    if lines[-1]:
        raise FormatError("the last line of the mask does not end with a newline", len(lines))
    return Pattern.of(
        (x, y) for y, line in enumerate(lines) for x, c in enumerate(line) if c == "*"
    )


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
