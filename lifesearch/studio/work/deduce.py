"""Which cells follow from the drawn ones by the rule, while one draws; and which contradict.

    python -m lifesearch.studio.work.deduce

The process reads questions, a line each, and writes what follows from their drawings. It keeps the
clauses of the last box, so that only unit propagation is to be done for each change.

>>> ask = {"kind": "still-life", "drawing": "oo\\no?"}
>>> Deduction.of(ask).answer(ask["drawing"])
{'grids': ['oo\\noo'], 'wrong': []}
>>> Deduction.of(ask).answer("oo\\n.?")["wrong"]
[[0, 0, 0], [0, 0, 1]]

In rules of several states cells are numbers with blanks between them, as in files:

>>> ask = {"kind": "film", "rule": "B2/S/3", "drawing": "0 1\\n\\n? ?"}
>>> Deduction.of(ask).answer(ask["drawing"])["grids"]
['0 1', '0 2']
"""

from __future__ import annotations

import json
import re
import sys
from bisect import bisect_left
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from lifesearch.encoding.clauses import TRUE, Clauses, Ints
from lifesearch.errors import InputError
from lifesearch.studio.asking.offers import RUNNING
from lifesearch.studio.asking.question import Question

if TYPE_CHECKING:
    from lifesearch.solving.solver import Solver

SOLVER = "glucose4"
MOST_CELLS = 12_000
"""Cells in all generations: with more, drawing would have to wait."""
DIGITS = "0123456789"
UNKNOWN = -1
STATES = {".": 0, "o": 1, **{digit: state for state, digit in enumerate(DIGITS)}}


class NotFollowedError(InputError):
    """A drawing from which nothing is deduced; says when that is so."""


@dataclass(frozen=True)
class Deduction:
    """The clauses of a box in which no cell is known, and its literals [state - 1, t, y, x].

    Clauses of one literal are assumed: solvers do not list what is so without any assumption.
    """

    solver: Solver
    literals: Ints
    units: list[int]

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
        if space.width * space.height * space.motion.period > MOST_CELLS:
            raise NotFollowedError(
                f"in boxes with more than {MOST_CELLS:,} cells in all generations"
            )
        problem = query.problem(next(query.parts(0)), query.configurations()[1])
        solver = Solver(SOLVER, len(problem.variables))
        units: list[int] = []
        for batch in problem.clauses:
            single = np.count_nonzero(batch.rows, axis=1) == 1
            solver.load(Clauses(batch.rows[~single]))
            units += batch.rows[single].sum(axis=1).tolist()
        y, x = np.mgrid[: space.height, : space.width]
        times = range(question.drawing.generations)
        literals = np.stack([problem.layout.states_at(t, x, y) for t in times], axis=1)
        return cls(solver, literals, units)

    def implied(self, given: Ints) -> list[int] | None:
        """What follows from literals, and these, by unit propagation; None if they contradict."""
        assumed = [*self.units, *given[given != TRUE].tolist()]
        true = self.solver.implied(assumed)
        return None if true is None else [TRUE, *assumed, *true]

    def answer(self, drawing: str) -> dict[str, Any]:
        """The grids with all that follows; or the cells that cannot be so together."""
        words = [word.rstrip("'") for grid in _cells(drawing) for row in grid for word in row]
        drawn = np.array([STATES.get(word, UNKNOWN) for word in words])
        drawn = drawn.reshape(self.literals.shape[1:])
        places = np.nonzero(drawn != UNKNOWN)
        states = np.arange(1, len(self.literals) + 1)[:, None]
        literals = np.stack([plane[places] for plane in self.literals])
        signed = np.where(drawn[places] == states, literals, -literals).T
        cells = np.column_stack([places[0], places[2], places[1]]).tolist()  # [t, x, y]
        cannot = (drawn[places] > len(self.literals)) | (signed == -TRUE).any(axis=1)
        wrong = [cells[i] for i in np.flatnonzero(cannot)[:1]]
        known = None if wrong else self.implied(signed)
        if known is None:
            wrong = wrong or [cells[i] for i in self._core(signed)]
            grids = drawing.replace("'", "").split("\n\n")
            return {"grids": grids, "wrong": sorted(wrong), "possible": bool(wrong)}
        is_so, is_not = np.isin(self.literals, known), np.isin(-self.literals, known)
        follows = np.where(is_not.all(axis=0), 0, UNKNOWN)
        follows = np.where(is_so.any(axis=0), is_so.argmax(axis=0) + 1, follows)
        letters, blank = ([".", "o", "?"], "") if len(self.literals) == 1 else ([*DIGITS, "?"], " ")
        rows = np.array(letters)[follows].tolist()
        return {"grids": ["\n".join(map(blank.join, grid)) for grid in rows], "wrong": []}

    def _core(self, given: Ints) -> list[int]:
        """Some rows of literals that contradict each other, none of which can be left out.

        What the shortest contradictory list ends with is needed; then those before it are looked
        at.
        """
        needed: list[int] = []
        rest = range(len(given))

        def contradictory(rows: list[int]) -> bool:
            return self.implied(given[rows]) is None

        while rest and not contradictory(needed):
            first = bisect_left(rest, True, key=lambda i: contradictory([*needed, *rest[: i + 1]]))
            needed.append(first)
            rest = rest[:first]
        return needed


def _cells(drawing: str) -> list[list[list[str]]]:
    """The cells [t][y][x]: a letter or a number each, and a mark if it is exempt from the rule."""
    words = str.split if set(drawing) & set(f" {DIGITS}") else re.compile(".'?").findall
    return [[words(row) for row in grid.split("\n")] for grid in drawing.split("\n\n")]


def _blank(drawing: str) -> str:
    """The grids without what is drawn, but with exempt cells and with names."""
    if "~" in drawing:  # what arrives at them is exempt: that depends on all that is drawn
        raise NotFollowedError("where cells are stable")
    grids = _cells(drawing)
    if len({len(row) for grid in grids for row in grid}) != 1 or len(set(map(len, grids))) != 1:
        raise InputError("all grids are of one size")
    rows = [["".join(map(_without_state, row)) for row in grid] for grid in grids]
    return "\n\n".join(map("\n".join, rows))


def _without_state(cell: str) -> str:
    named = cell[0].isalpha() and cell[0] not in "oO"
    return cell if named else "?'" if cell.endswith("'") else "?"


def main() -> None:
    """Answer questions until standard input ends."""
    key, deduction = None, None
    for line in sys.stdin:
        answer: dict[str, Any] = {}
        try:
            sent = json.loads(line)
            drawing = sent["drawing"]
            wanted = {k: v for k, v in sent.items() if k not in RUNNING}
            wanted |= {"drawing": _blank(drawing)}
            if wanted != key:
                key = deduction = None
                deduction, key = Deduction.of(sent), wanted
            if deduction is not None:
                answer = deduction.answer(drawing)
        except NotFollowedError as error:
            answer = {"why": str(error)}
        except InputError:
            pass  # the form says what is wrong with the question
        sys.stdout.write(json.dumps(answer) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
