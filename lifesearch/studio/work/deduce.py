"""Which cells follow from the drawn ones by the rule, while one draws; and which contradict.

    python -m lifesearch.studio.work.deduce

The process reads questions, a line each, and writes what follows from their drawings. It keeps the
clauses of the last box, so that only unit propagation is to be done for each change.

>>> ask = {"kind": "still-life", "drawing": "oo\\no?"}
>>> Deduction.of(ask).answer(ask["drawing"])
{'grids': ['oo\\noo'], 'wrong': []}
>>> Deduction.of(ask).answer("oo\\n.?")["wrong"]
[[0, 0, 0], [0, 0, 1]]
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from lifesearch.encoding.clauses import TRUE, Ints
from lifesearch.errors import InputError
from lifesearch.studio.asking.question import Question

if TYPE_CHECKING:
    from lifesearch.solving.solver import Solver

SOLVER = "glucose4"
MOST_CELLS = 12_000
"""Cells in all generations: with more, drawing would have to wait."""


@dataclass(frozen=True)
class Deduction:
    """The clauses of a box in which no cell is known, and the literals [t, y, x] of its cells."""

    solver: Solver
    literals: Ints

    @classmethod
    def of(cls, sent: dict[str, Any]) -> Deduction:
        """Load the clauses of a question, whatever is drawn."""
        from lifesearch.api.queries.given_cells import completion
        from lifesearch.solving.solver import Solver

        blank = _blank(sent["drawing"])
        question = Question.of({**sent, "drawing": blank.replace("?", "o", 1)})
        if not question.completes:
            raise InputError("only completions have cells that follow")
        query = completion(blank, question.options)
        space = query.spacetime()
        if space.width * space.height * space.motion.period > MOST_CELLS or query.rule.states > 2:
            raise InputError("too much to follow while one draws")
        problem = query.problem(next(query.parts(0)), query.configurations()[1])
        solver = Solver(SOLVER, len(problem.variables))
        for batch in problem.clauses:
            solver.load(batch)
        y, x = np.mgrid[: space.height, : space.width]
        times = range(question.drawing.generations)
        return cls(solver, np.stack([problem.layout.at(t, x, y) for t in times]))

    def answer(self, drawing: str) -> dict[str, Any]:
        """The grids with all that follows; or the cells that cannot be so together."""
        letters = np.array([[[c[0] for c in row] for row in grid] for grid in _cells(drawing)])
        places = np.argwhere((letters == "o") | (letters == "."))
        signs = np.where(letters == "o", 1, -1)
        given = (self.literals * signs)[tuple(places.T)].tolist()
        cells = [[t, x, y] for t, y, x in places.tolist()]
        wrong = [cell for cell, literal in zip(cells, given, strict=True) if literal == -TRUE][:1]
        assumed = {n: cell for cell, n in zip(cells, given, strict=True) if abs(n) != TRUE}
        true = None if wrong else self.solver.implied(list(assumed))
        if true is None:
            wrong = wrong or [assumed[each] for each in _core(self.solver, list(assumed))]
            return {"grids": drawing.replace("'", "").split("\n\n"), "wrong": sorted(wrong)}
        known = np.array([TRUE, *true, *assumed])
        alive, dead = np.isin(self.literals, known), np.isin(-self.literals, known)
        rows = np.where(alive, "o", np.where(dead, ".", "?")).tolist()
        return {"grids": ["\n".join(map("".join, grid)) for grid in rows], "wrong": []}


def _core(solver: Solver, assumed: Sequence[int]) -> list[int]:
    """Some of the assumptions that contradict each other, none of which can be left out.

    What the shortest contradictory list ends with is needed; then those before it are looked at.
    """
    needed: list[int] = []
    rest = list(assumed)
    while rest and solver.implied(needed) is not None:
        low, high = 1, len(rest)
        while low < high:
            middle = (low + high) // 2
            if solver.implied([*needed, *rest[:middle]]) is None:
                high = middle
            else:
                low = middle + 1
        needed.append(rest[low - 1])
        rest = rest[: low - 1]
    return needed


def _cells(drawing: str) -> list[list[list[str]]]:
    """The cells [t][y][x]: a letter each, and a mark if it is exempt from the rule."""
    return [[re.findall(".'?", row) for row in grid.split("\n")] for grid in drawing.split("\n\n")]


def _blank(drawing: str) -> str:
    """The grids without what is drawn, but with exempt cells; names are not followed here."""
    if set(drawing) & set("~ 0123456789"):
        raise InputError("stable and dying cells are not followed")
    grids = _cells(drawing)
    if len({len(row) for grid in grids for row in grid}) != 1 or len(set(map(len, grids))) != 1:
        raise InputError("all grids are of one size")
    rows = [["".join("?" + cell[1:] for cell in row) for row in grid] for grid in grids]
    return "\n\n".join(map("\n".join, rows))


def main() -> None:
    """Answer questions until standard input ends."""
    key, deduction = None, None
    for line in sys.stdin:
        answer: dict[str, Any] = {}
        with suppress(InputError):
            sent = json.loads(line)
            drawing = sent["drawing"]
            wanted = {**sent, "drawing": _blank(drawing)}
            if wanted != key:
                key = deduction = None
                deduction, key = Deduction.of(sent), wanted
            if deduction is not None:
                answer = deduction.answer(drawing)
        sys.stdout.write(json.dumps(answer) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
