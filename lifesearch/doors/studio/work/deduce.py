"""Find the cells that follow from the drawn ones by the rule, and those that contradict each other.

    python -m lifesearch.doors.studio.work.deduce

While a person draws, this process reads questions, a line each, and writes what follows from their
drawings. It keeps the clauses of the last box, so that each change costs only unit propagation.

>>> ask = {"kind": "still-life", "drawing": "oo\\no?"}
>>> Deduction.of(ask).answer(ask["drawing"])
{'grids': ['oo\\noo'], 'wrong': []}
>>> Deduction.of(ask).answer("oo\\n.?")["wrong"]
[[0, 0, 0], [0, 0, 1]]

In rules of several states cells are numbers with blanks between them, as in files:

>>> ask = {"kind": "film", "rule": "B2/S/3", "drawing": "0 1\\n\\n? ?"}
>>> Deduction.of(ask).answer(ask["drawing"])["grids"]
['0 1', '0 2']

While a search runs, there is time for more (`probed`): each unknown cell is tried. If it cannot be
alive, it is dead; and what follows from both of its states is true.

>>> from lifesearch.questions.completion.asking import completion
>>> from lifesearch.running.option_table import read
>>> *_, last = probed(completion("oo\\no?", read("complete", {"period": 1})))
>>> last["grids"], last["decided"], last["cells"]
(['oo\\noo'], 4, 4)
"""

from __future__ import annotations

import json
import re
import sys
from bisect import bisect_left
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from string import digits
from time import monotonic
from typing import TYPE_CHECKING, Any

import numpy as np

from lifesearch.common.errors import InputError
from lifesearch.doors.studio.asking.fields import RUNNING
from lifesearch.doors.studio.asking.question import PageQuestion
from lifesearch.engines.sat.encoding.clauses import TRUE, Clauses, Ints
from lifesearch.life.rules.generations import MOST_STATES

if TYPE_CHECKING:
    from lifesearch.core.question import PatternQuery
    from lifesearch.engines.sat.solving.solver import Solver
    from lifesearch.questions.completion.question import Completion

SOLVER = "glucose4"
"""A solver that propagates units in microseconds; CaDiCaL takes milliseconds."""
MOST_CELLS = 12_000
"""Cells in all generations: with more, drawing would have to wait."""
PROBING = 6.0
"""Seconds for which cells are tried, one after another, while a search runs."""
PAUSE = 0.3
"""Seconds between two messages about the cells that are decided."""
MOST_SHOWN = 8
"""Generations in such a message: as many as the page shows."""
# The states of drawn cells; other letters, which are names, and `?` are unknown. The page writes o
# for a live cell, other programs O, too.
UNKNOWN = -1
STATES = {".": 0, "o": 1, "O": 1, **{str(state): state for state in range(MOST_STATES)}}


class NotFollowedError(InputError):
    """Nothing is deduced from a drawing, for the reason in the message."""


@dataclass(frozen=True)
class Deduction:
    """The clauses of a box in which no cell is known, and literals by [state - 1, t, y, x].

    A literal is true if its cell is in the state, from 1 (alive) on. The `solver` has the clauses
    of more than one literal. Those of one are `units`: they become assumptions of each deduction,
    since the solver lists only what follows from assumptions.
    """

    solver: Solver
    literals: Ints
    units: list[int]

    @classmethod
    def of(cls, sent: dict[str, Any]) -> Deduction:
        """Load the clauses of a question without the states of its drawn cells."""
        from lifesearch.questions.completion.asking import completion

        blank = _blank(sent["drawing"])
        # With one live cell it is a completion, which has other options than a question without.
        question = PageQuestion.of({**sent, "drawing": blank.replace("?", "o", 1)})
        if not question.completes:
            raise InputError("only completions have cells that follow")
        query = completion(blank, question.options)
        return cls.of_query(query, question.drawing.generations)

    @classmethod
    def of_query(cls, query: Completion, generations: int) -> Deduction:
        """Load the clauses of a query, and the literals of its first `generations`."""
        from lifesearch.engines.sat.solving.configuration import Configuration
        from lifesearch.engines.sat.solving.solver import Solver

        space = query.spacetime()
        if space.width * space.height * space.motion.period > MOST_CELLS:
            raise NotFollowedError(
                f"in boxes with more than {MOST_CELLS:,} cells in all generations"
            )
        problem = query.problem(next(query.parts(0)), Configuration(SOLVER))
        solver = Solver(SOLVER, len(problem.variables))
        units: list[int] = []
        for batch in problem.clauses:
            single = np.count_nonzero(batch.rows, axis=1) == 1
            solver.load(Clauses(batch.rows[~single]))
            units += batch.rows[single].sum(axis=1).tolist()
        y, x = np.mgrid[: space.height, : space.width]
        times = range(generations)
        literals = np.stack([problem.layout.states_at(t, x, y) for t in times], axis=1)
        return cls(solver, literals, units)

    def implied(self, given: Ints) -> list[int] | None:
        """These literals and all that follow by unit propagation; None for a contradiction."""
        assumed = [*self.units, *given[given != TRUE].tolist()]
        true = self.solver.implied(assumed)
        return None if true is None else [TRUE, *assumed, *true]

    def answer(self, drawing: str) -> dict[str, Any]:
        """The grids with all implied cells, and the [t, x, y] of drawn cells that contradict.

        If even the box without drawn states has a contradiction, "possible" is false.
        """
        words = [word.rstrip("'") for grid in _cells(drawing) for row in grid for word in row]
        drawn = np.array([STATES.get(word, UNKNOWN) for word in words])
        drawn = drawn.reshape(self.literals.shape[1:])
        places = np.nonzero(drawn != UNKNOWN)
        states = np.arange(1, len(self.literals) + 1)[:, None]
        literals = np.stack([plane[places] for plane in self.literals])
        signed = np.where(drawn[places] == states, literals, -literals).T
        cells = np.column_stack([places[0], places[2], places[1]]).tolist()  # [t, x, y]
        # A state that the rule does not have, or that the cell can never have.
        impossible = (drawn[places] > len(self.literals)) | (signed == -TRUE).any(axis=1)
        # One such cell is a contradiction without the others.
        wrong = [cells[i] for i in np.flatnonzero(impossible)[:1]]
        known = None if wrong else self.implied(signed)
        if known is None:
            wrong = wrong or [cells[i] for i in self._core(signed)]
            grids = drawing.replace("'", "").split("\n\n")
            return {"grids": grids, "wrong": sorted(wrong), "possible": bool(wrong)}
        return {"grids": self.grids(known), "wrong": []}

    def grids(self, known: list[int]) -> list[str]:
        """The generations as grids of a drawing, where these literals are true.

        Unknown cells are `?` among numbers, too, where files have `*`: the page reads both.
        """
        is_true, is_false = np.isin(self.literals, known), np.isin(-self.literals, known)
        states = np.where(is_false.all(axis=0), 0, UNKNOWN)
        states = np.where(is_true.any(axis=0), is_true.argmax(axis=0) + 1, states)
        numbers = [str(state) for state in range(len(self.literals) + 1)]
        letters, blank = ([*numbers, "?"], " ") if len(numbers) > 2 else ([".", "o", "?"], "")
        rows = np.array(letters)[states].tolist()  # UNKNOWN, -1, is the last letter
        return ["\n".join(map(blank.join, grid)) for grid in rows]

    def probe(self) -> Iterator[set[int]]:
        """Sets of literals that are true, as they are found, until no more is found.

        Each unknown cell is tried with both of its states. True literals are added as clauses: so
        this deduction can answer no other drawing afterwards.
        """
        distinct = dict.fromkeys(np.abs(self.literals).ravel().tolist())
        variables = [variable for variable in distinct if variable != TRUE]
        self.solver.add([unit] for unit in self.units)
        fixed: set[int] = set()
        before = -1
        while len(fixed) != before:
            before = len(fixed)
            for variable in variables:
                if variable in fixed or -variable in fixed:
                    continue
                tried = [self._following(literal) for literal in (variable, -variable)]
                possible = [literals for literals in tried if literals is not None]
                if not possible:
                    return  # the given cells contradict each other, as the search will say
                certain = set.intersection(*possible) - fixed
                self.solver.add([literal] for literal in certain)
                fixed |= certain
                yield certain

    def _following(self, literal: int) -> set[int] | None:
        """A literal and those that it implies; None for a contradiction."""
        implied = self.solver.implied([literal])
        return None if implied is None else {literal, *implied}

    def _core(self, given: Ints) -> list[int]:
        """Rows of literals that contradict each other, of which none can be left out.

        The last row of the shortest contradictory prefix is needed. Together with the needed rows,
        a prefix of the rows before it is contradictory: so the same is repeated with these.
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


def probed(
    query: PatternQuery, seconds: float = PROBING, clock: Callable[[], float] = monotonic
) -> Iterator[dict[str, Any]]:
    """Messages for the page as more and more cells are decided.

    In rules of more than two states there are none: the page draws these grids by a letter for each
    cell, which is alive, dead or unknown.
    """
    from lifesearch.questions.completion.question import Completion

    if not isinstance(query, Completion) or query.rule.states > 2:
        return
    try:
        deduction = Deduction.of_query(query, query.spacetime().motion.period)
    except NotFollowedError:
        return
    known: set[int] = set()
    due = clock()
    end = due + seconds
    for decided in deduction.probe():
        known |= decided
        if clock() >= due:
            due = clock() + PAUSE
            yield _board(deduction, known)
        if clock() > end:
            break
    yield _board(deduction, known)


def _board(deduction: Deduction, known: set[int]) -> dict[str, Any]:
    """A message with the cells as grids of a drawing, and how many of them are decided."""
    grids = deduction.grids([TRUE, *known])
    cells = int(deduction.literals[0].size)
    return {
        "type": "board",
        "grids": grids[:MOST_SHOWN],
        "decided": cells - sum(grid.count("?") for grid in grids),
        "cells": cells,
    }


def _cells(drawing: str) -> list[list[list[str]]]:
    """The cells [t][y][x]: each a letter or a number, with a `'` if it is exempt from the rule.

    Drawings are in either spelling of `formats.known_cells`, as the page writes them.
    """
    words = str.split if set(drawing) & set(f" {digits}") else re.compile(".'?").findall
    return [[words(row) for row in grid.split("\n")] for grid in drawing.split("\n\n")]


def _blank(drawing: str) -> str:
    """The drawing with all states unknown; names and the marks of exempt cells remain.

    Where cells are numbers, with blanks between them, the rule has several states, and a question
    with names or exempt cells is refused: so these blanks and names need not remain.
    """
    # `~` is a cell of a still life. Other cells in the grid that are not dead arrive at it, and are
    # exempt from the rule: which ones depends on the states drawn.
    if "~" in drawing:
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
            # What the clauses depend on: neither the limits of a search nor the states drawn.
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
