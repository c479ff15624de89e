"""Which cells of a drawing are decided before anything is searched, to be looked at meanwhile.

Each unknown cell is tried: if by unit propagation it cannot be alive, it is dead; and what follows
from both of its states is true.

    >>> from lifesearch.api.queries.given_cells import completion
    >>> from lifesearch.options.table import read
    >>> *_, last = decided(completion("oo\\no?", read("complete", {"period": 1})))
    >>> last["grids"], last["decided"], last["cells"]
    (['oo\\noo'], 4, 4)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from time import monotonic
from typing import TYPE_CHECKING, Any

from lifesearch.encoding.clauses import TRUE
from lifesearch.queries.completion import Completion
from lifesearch.solving.solver import Solver

if TYPE_CHECKING:
    from lifesearch.encoding.clauses import Ints
    from lifesearch.queries.base import PatternQuery

SOLVER = "glucose4"
SECONDS = 6.0
PAUSE = 0.3
MOST_CELLS = 10_000
MOST_SHOWN = 8


def decided(
    query: PatternQuery, seconds: float = SECONDS, clock: Callable[[], float] = monotonic
) -> Iterator[dict[str, Any]]:
    """Messages for the page, as more and more cells are decided; for drawings only."""
    if not isinstance(query, Completion) or query.cells() > MOST_CELLS or query.rule.states > 2:
        return
    problem = query.problem(next(query.parts(0)), query.configurations()[0])
    space = problem.layout.spacetime
    m, w, h = space.margin, space.width, space.height
    grid = problem.layout.grid[: space.motion.period, m : m + h, m : m + w]
    with Solver(SOLVER, len(problem.variables)) as solver:
        for batch in problem.clauses:
            solver.load(batch)
        known: set[int] = set()
        due = clock()
        end = due + seconds
        for news in _found(solver, _variables(grid)):
            known |= news
            if clock() >= due:
                due = clock() + PAUSE
                yield _message(grid, known)
            if clock() > end:
                break
        yield _message(grid, known)


def _variables(grid: Ints) -> list[int]:
    """The variables of cells, those of generation 0 first."""
    literals = (int(abs(literal)) for literal in grid.ravel())
    return list(dict.fromkeys(literal for literal in literals if literal != TRUE))


def _found(solver: Solver, variables: list[int]) -> Iterator[set[int]]:
    """Literals that are true, as they are found out, until nothing more is."""
    fixed: set[int] = set()
    before = -1
    while len(fixed) != before:
        before = len(fixed)
        for variable in variables:
            if variable in fixed or -variable in fixed:
                continue
            ways = [_following(solver, literal) for literal in (variable, -variable)]
            possible = [way for way in ways if way is not None]
            if not possible:
                return  # the given cells contradict each other, as the search will say
            certain = set.intersection(*possible) - fixed
            solver.add([literal] for literal in certain)
            fixed |= certain
            yield certain


def _following(solver: Solver, literal: int) -> set[int] | None:
    """What is true if a literal is; None if it cannot be."""
    implied = solver.implied([literal])
    return None if implied is None else {literal, *implied}


def _message(grid: Ints, known: set[int]) -> dict[str, Any]:
    """The cells as grids of a drawing, and how many of them are decided."""
    true = known | {TRUE}

    def letter(literal: int) -> str:
        return "o" if literal in true else "." if -literal in true else "?"

    rows = [["".join(map(letter, row)) for row in layer] for layer in grid.tolist()]
    undecided = sum(row.count("?") for layer in rows for row in layer)
    return {
        "type": "board",
        "grids": ["\n".join(layer) for layer in rows[:MOST_SHOWN]],
        "decided": grid.size - undecided,
        "cells": grid.size,
    }
