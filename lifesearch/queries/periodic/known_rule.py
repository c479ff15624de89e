"""Search a box for patterns that recur in a known rule."""

from __future__ import annotations

from collections.abc import Iterator

from lifesearch.life.pattern import Pattern
from lifesearch.queries.answer import Answer
from lifesearch.queries.base import Problem
from lifesearch.queries.periodic.box import PeriodicBox
from lifesearch.queries.periodic.equivalence import images, phases
from lifesearch.solving.enumerate import Clause, Enumeration, Goal
from lifesearch.solving.first_generation import FirstGeneration


def enumeration(box: PeriodicBox, problem: Problem, cube: str) -> Enumeration[Pattern, Answer]:
    """How to enumerate the patterns of a box, or of a cube of it."""
    first = FirstGeneration.of(problem.layout)
    pieces = box.piece_filter(problem.layout)

    def blocking(pattern: Pattern) -> Iterator[Clause]:
        alike = () if box.raw else images(box, pattern)
        return first.forbidding_each((pattern, *alike))

    goal = None
    if problem.better_than:
        goal = Goal(box.cost, problem.better_than, lambda pattern: phases(box, pattern))
    return Enumeration(
        problem.clauses,
        len(problem.variables),
        first.pattern,
        blocking,
        box.answers,
        lambda answer: answer.found,
        first.cube(cube),
        pieces.examine if pieces else None,
        goal,
    )
