"""Predecessors in a rule of which a part is unknown: a pattern and the rule by which it becomes
the target. Once the rule is there, the question is an ordinary one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from lifesearch.life.pattern import Pattern
from lifesearch.life.rules.rule import Rule
from lifesearch.life.simulate.universe import Universe
from lifesearch.queries.answer import Answer, PatternInRule
from lifesearch.queries.base import Problem
from lifesearch.queries.unknown.groups import UnknownGroups
from lifesearch.queries.verify import wrong_answer
from lifesearch.solving.enumerate import Clause, Enumeration, Goal, Model
from lifesearch.solving.first_generation import FirstGeneration

if TYPE_CHECKING:
    from lifesearch.queries.predecessor import Predecessor


def enumeration(
    query: Predecessor, problem: Problem, cube: str
) -> Enumeration[PatternInRule, Answer]:
    """How to enumerate the patterns and rules of the box, or of a cube of it."""
    assert query.rules is not None
    rules, first = query.rules, FirstGeneration.of(problem.layout)
    groups = UnknownGroups.of(rules, problem)

    def decode(model: Model) -> PatternInRule:
        pattern, rule = first.pattern(model), groups.rule(model)
        return PatternInRule(pattern, rules.reach(rule, _life(query, pattern, rule))[0])

    def blocking(solution: PatternInRule) -> Iterator[Clause]:
        pattern, rule = solution
        occurring = rules.occurring(_life(query, pattern, rule))
        same = [pattern]
        if not query.raw:
            same = list(dict.fromkeys((pattern, *query.in_rule(rule).images(pattern))))
        for image in same:
            yield from groups.unlike(first.forbidding(image), rule, occurring)

    def cost(solution: PatternInRule) -> int:
        return query.cost(Answer(solution.pattern, query.generations, solution.rule))

    return Enumeration(
        problem.clauses,
        len(problem.variables),
        decode,
        blocking,
        lambda solutions: answers(query, solutions),
        lambda answer: PatternInRule(answer.pattern, answer.rule),
        first.cube(cube),
        goal=Goal(cost, problem.better_than) if problem.better_than else None,
    )


def _life(query: Predecessor, pattern: Pattern, rule: Rule) -> list[Pattern]:
    """The generations whose cells decide what becomes of others."""
    return Universe(rule).history(pattern, query.generations)[:-1]


def answers(query: Predecessor, solutions: Sequence[PatternInRule]) -> list[Answer]:
    """Verify solutions in their least and in their greatest rule."""
    assert query.rules is not None
    found = []
    for pattern, rule in solutions:
        least, greatest = query.rules.reach(rule, _life(query, pattern, rule))
        (answer,) = query.in_rule(least).answers([pattern], *query.box)
        (other,) = query.in_rule(greatest).answers([pattern], *query.box)
        if answer.history() != other.history():
            raise wrong_answer(f"lives otherwise in {least} than in {greatest}", pattern)
        found.append(replace(answer, greatest_rule=greatest))
    return found
