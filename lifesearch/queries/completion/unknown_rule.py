"""Completions in a rule of which a part is unknown: all generations, and the rule they follow.

Cells that are exempt follow no rule, so what is around them does not tell anything about it,
unless they arrive where otherwise nothing would have changed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from lifesearch.encoding.known_cells import KnownCellEncoder
from lifesearch.life.pattern import Box, Pattern
from lifesearch.life.rules.rule import Rule
from lifesearch.queries.answer import Answer, FilmInRule
from lifesearch.queries.base import Problem
from lifesearch.queries.completion.answer import Completed
from lifesearch.queries.completion.free_cells import FreeCells
from lifesearch.queries.unknown.groups import UnknownGroups
from lifesearch.solving.enumerate import Clause, Enumeration, Goal, Model

if TYPE_CHECKING:
    from lifesearch.queries.completion.query import Completion

Boxes = NDArray[np.uint8]


class _Solution(NamedTuple):
    boxes: Boxes
    rule: Rule


def enumeration(query: Completion, problem: Problem, cube: str) -> Enumeration[_Solution, Answer]:
    """How to enumerate the completions and rules of the box, or of a cube of it."""
    assert query.rules is not None
    rules, groups = query.rules, UnknownGroups.of(query.rules, problem)
    free_cells = FreeCells.of(problem.layout, query.spacetime().motion.period)

    def decode(model: Model) -> _Solution:
        boxes, rule = free_cells.phases(model), groups.rule(model)
        least, _ = rules.between(rule, occurring(query, boxes))
        return _Solution(boxes, least)

    def blocking(solution: _Solution) -> Iterator[Clause]:
        boxes, rule = solution
        matter = occurring(query, boxes)
        for image in query.in_rule(rule).images(boxes):
            yield from groups.unlike(free_cells.forbidding(image), rule, matter)

    def cost(solution: _Solution) -> int:
        known = query.in_rule(solution.rule)
        return known.cost(known.completed(solution.boxes))

    def restore(film: FilmInRule) -> _Solution:
        return _Solution(_array(film.phases, query.box), film.rule)

    return Enumeration(
        problem.clauses,
        len(problem.variables),
        decode,
        blocking,
        partial(_verified, query),
        lambda answer: restore(answer.saved),
        free_cells.cube(cube),
        goal=Goal(cost, problem.better_than) if problem.better_than else None,
        save=lambda solution: FilmInRule(
            tuple(map(Pattern.from_array, solution.boxes)), solution.rule
        ),
        restore=restore,
    )


def _verified(query: Completion, solutions: Sequence[_Solution]) -> list[Answer]:
    return [_answer(query, boxes, rule) for boxes, rule in solutions]


def answers(query: Completion, films: Sequence[FilmInRule]) -> list[Answer]:
    """Verify films in their least and in their greatest rule."""
    return [_answer(query, _array(film.phases, query.box), film.rule) for film in films]


def _answer(query: Completion, boxes: Boxes, rule: Rule) -> Completed:
    assert query.rules is not None
    least, greatest = query.rules.between(rule, occurring(query, boxes))
    phases, (width, height) = tuple(map(Pattern.from_array, boxes)), query.box
    for each in (greatest, least):
        (answer,) = query.in_rule(each).answers([phases], width, height)
    assert isinstance(answer, Completed)
    return replace(answer, greatest_rule=greatest)


def occurring(query: Completion, boxes: Boxes) -> frozenset[int]:
    """The groups of which a block occurs where something has to follow the rule."""
    assert query.rules is not None
    verifier, known = query.verifier, query.known
    exempt = set[tuple[int, int, int]]()
    if known.exempt:
        s, encoder = query.spacetime(), KnownCellEncoder(known, query.returns)
        marked = encoder.marked(s, known.exempt) & ~encoder.marked(s, known.arrives)
        exempt = {(int(t), int(x) - s.margin, int(y) - s.margin) for t, y, x in np.argwhere(marked)}
    found = frozenset[int]()
    for t in range(verifier.steps):
        besides = {(x, y) for then, x, y in exempt if then == t + 1}
        found |= query.rules.occurring([verifier.phase(boxes[None], t)], besides=besides)
    return found


def _array(phases: Sequence[Pattern], box: tuple[int, int]) -> Boxes:
    return np.stack([phase.to_array(Box(0, 0, *box)) for phase in phases])
