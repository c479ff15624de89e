"""Patterns that come back in a rule of which a part is unknown.

A solution is a pattern and a rule. Once the rule is there, the question is an ordinary one
about that rule: what verifies, takes apart and compares patterns need not know that it was
unknown. What is added is this.

Groups of which no block occurs in the pattern's life do not matter. So an answer holds in a
range of rules, and is verified in the least and in the greatest: in both the pattern must
have the same life. Two answers are the same if their lives are, up to place, turn and phase.
The life follows from generation 0 and from the values of the groups that occur, and these
values follow from the life. So these are blocked together: the same cells may come again in
a rule by which they live in another way.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain
from typing import TYPE_CHECKING

from lifesearch.errors import VerificationError
from lifesearch.life.pattern import Pattern
from lifesearch.life.rules.partial import PartialRule
from lifesearch.life.rules.rule import Rule
from lifesearch.queries.answer import Answer
from lifesearch.queries.pieces import PieceFilter
from lifesearch.solving.configuration import Configuration
from lifesearch.solving.enumerate import (
    Clause,
    Exhausted,
    FirstGeneration,
    Model,
    NewItems,
    batch_reports,
    solutions,
)
from lifesearch.solving.parts import Part

if TYPE_CHECKING:
    from lifesearch.queries.periodic import Periodic


def search(
    query: Periodic, part: Part, how: Configuration, known: Sequence[Answer]
) -> Iterator[int | list[Answer] | Exhausted]:
    """Search one box, or a cube of it, for patterns and rules."""
    rules = _rules(query)
    width, height = part.box
    problem = query.problem(width, height, how.encoding, plain=how.plain)
    first = FirstGeneration.of(problem.laid)
    groups = [problem.variables.number(name) for name in rules.names]
    piece_filters: dict[Rule, PieceFilter] = {}

    def blocking(answer: Answer) -> Iterator[Clause]:
        """Never this life again, nor one that is the same."""
        values = rules.values(answer.rule)
        occurring = rules.occurring(answer.history()[:-1], answer.torus)
        other = [-groups[g] if values[g] else groups[g] for g in occurring]
        same: Iterable[Pattern] = [answer.pattern]
        if not query.raw:
            same = chain(same, query.under(answer.rule).images(answer.pattern, width, height))
        for pattern in same:
            clause = first.forbidding(pattern)
            if clause is not None:
                yield clause + other

    def better(answers: Sequence[Answer]) -> list[Clause]:
        if not (problem.goal and answers):
            return []
        return problem.goal.better_than(min(map(query.cost, answers)))

    def on_model(model: Model) -> tuple[list[Answer], Iterator[Clause]]:
        rule = rules.rule([model[variable - 1] > 0 for variable in groups])
        solution = answer_with_rule_range(query, first.pattern(model), rule, width, height)
        if not (problem.examine or problem.goal):
            return [solution], blocking(solution)
        patterns, banned = [solution.pattern], list[Clause]()
        asked = query.under(solution.rule)
        if problem.examine:
            if asked.rule not in piece_filters:
                piece_filters[asked.rule] = asked.piece_filter(problem.laid)
            patterns, banned = piece_filters[asked.rule].examine(solution.pattern)
        if problem.goal:
            patterns = [form for each in patterns for form in asked.forms(each, width, height)]
        found = [
            answer_with_rule_range(query, each, asked.rule, width, height) for each in patterns
        ]
        if problem.goal and found:
            found = [min(found, key=query.cost)]
            return found, chain(banned, better(found))
        return found, chain(blocking(solution), banned)

    news = NewItems(known, lambda answer: answer)

    def between_slices() -> list[Clause]:
        return better(news()) if problem.goal else []

    start = [*first.cube(part.cube)]
    start += between_slices() if problem.goal else chain.from_iterable(map(blocking, news()))
    variables = len(problem.variables)
    return batch_reports(
        solutions(problem.clauses, variables, how, on_model, start, between_slices)
    )


def answer_with_rule_range(
    query: Periodic, pattern: Pattern, rule: Rule, width: int, height: int
) -> Answer:
    """The verified answer: a pattern that comes back in a rule, and the range of such rules."""
    torus = (width, height) if query.torus else None
    life = Answer(pattern, query.motion.full_period, rule, torus).history()
    least, greatest = _rules(query).reach(rule, life[:-1], torus)
    (answer,) = query.under(least).answers([pattern], width, height)
    (other,) = query.under(greatest).answers([pattern], width, height)
    if not answer.history() == other.history() == life[: answer.generations + 1]:
        raise VerificationError(
            f"the solver's answer lives otherwise in {least} than in {greatest}; "
            f"this is a bug in lifesearch, please report it:\n{pattern.picture()}"
        )
    return replace(answer, greatest_rule=greatest)


def _rules(query: Periodic) -> PartialRule:
    assert query.rules is not None
    return query.rules
