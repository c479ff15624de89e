"""The formula of a query about a box as a DIMACS file, with a comment for each cell."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain

from lifesearch.encoding.dimacs import (
    LEGEND,
    cell_comments,
    cells_of,
    dimacs,
    dying_comments,
    dying_of,
)
from lifesearch.queries.base import PatternQuery, Problem
from lifesearch.solving.configuration import Configuration


def formula_lines(
    query: PatternQuery, problem: Problem, how: Configuration, rule_parts: Sequence[str] = ()
) -> Iterator[str]:
    """The lines of the file.

    A solver gets these clauses first, and more while it finds answers: against answers that are
    known, parts that are not wanted, and answers that are no better. Unknown parts of the rule
    are variables, too.
    """
    comments = chain(
        [f"{query.describe()}{query.where()} ({how})", *LEGEND],
        _notes(query, problem),
        [f"rule {name} {problem.variables.number(name)}" for name in rule_parts],
        cell_comments(cells_of(problem.layout)),
        dying_comments(dying_of(problem.layout)),
    )
    if rule_parts:
        legend = "Lines 'rule NAME V': this unknown part of the rule is variable V."
        comments = chain([next(comments), legend], comments)
    return dimacs(problem.clauses, len(problem.variables), comments)


def _notes(query: PatternQuery, problem: Problem) -> Iterator[str]:
    """What a reader of the formula must know."""
    yield other_cells(problem)
    if query.constraints.connected or query.constraints.excluded:
        yield "Not in the clauses: which objects are excluded. Solutions may contain them."
    if problem.better_than:
        yield "Not in the clauses: that nothing is better. Any solution will do."


def other_cells(problem: Problem) -> str:
    """What the cells are of which nothing is said."""
    if problem.layout.beyond is not None:
        return "All other cells are those of the background."
    if problem.layout.spacetime.free_surroundings:
        return "All other cells may live or not."
    return "All other cells are dead."
