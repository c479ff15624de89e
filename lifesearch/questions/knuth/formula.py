"""A formula: the clauses of one query, their variables, and the cells that these stand for.

`build` makes it; `question` has it solved and reads the answer.

A plane says which variable is which cell of one generation, so that an assignment
can be read back as a pattern. Cells that no variable stands for are dead.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from lifesearch.common.errors import FormatError, InputError
from lifesearch.engines.sat.encoding.clauses import Bools, Clauses, Ints
from lifesearch.engines.sat.encoding.dimacs import clause_lines, dimacs, literal_tokens
from lifesearch.engines.sat.encoding.variables import Variables
from lifesearch.life.pattern import Pattern


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
    """The clauses of a program, and the cells of its variables, to read a solution.

    `planes` has one for each generation, the first one first. A `partial` formula follows only some
    of the cells that may live; otherwise a cell without a variable is certainly dead.
    """

    title: str
    variables: Variables
    clauses: tuple[Clauses, ...]
    planes: tuple[Plane, ...]
    partial: bool = False

    def first_cells(self) -> list[int]:
        """The variables of the first generation, each once, in reading order."""
        cells = self.planes[0].variable.tolist()
        return list(dict.fromkeys(cells))


# Formulas as text: Knuth's `.sat` format, and DIMACS


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
    # First of all, since it refuses times for which Knuth's format has no names.
    tokens = literal_tokens(formula.variables.names(), " ~")
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
