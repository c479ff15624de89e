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
from lifesearch.life.partial import PartialRule
from lifesearch.life.pattern import Pattern
from lifesearch.life.rule import Rule
from lifesearch.search.answer import Answer
from lifesearch.search.configuration import Configuration
from lifesearch.search.enumerate import (
    Clause,
    Exhausted,
    FirstGeneration,
    Model,
    News,
    batched,
    solutions,
)
from lifesearch.search.events import Part
from lifesearch.search.pieces import Sieve

if TYPE_CHECKING:
    from lifesearch.search.periodic import Periodic


def search(
    question: Periodic, part: Part, how: Configuration, known: Sequence[Answer]
) -> Iterator[int | list[Answer] | Exhausted]:
    """Search one box, or a cube of it, for patterns and rules."""
    rules = _rules(question)
    width, height = part.box
    problem = question.problem(width, height, how.encoding, plain=how.plain)
    first = FirstGeneration.of(problem.laid)
    groups = [problem.variables.number(name) for name in rules.names]
    sieves: dict[Rule, Sieve] = {}

    def blocking(answer: Answer) -> Iterator[Clause]:
        """Never this life again, nor one that is the same."""
        values = rules.values(answer.rule)
        occurring = rules.occurring(answer.history()[:-1], answer.torus)
        other = [-groups[g] if values[g] else groups[g] for g in occurring]
        same: Iterable[Pattern] = [answer.pattern]
        if not question.raw:
            same = chain(same, question.under(answer.rule).images(answer.pattern, width, height))
        for pattern in same:
            clause = first.forbidding(pattern)
            if clause is not None:
                yield clause + other

    def better(answers: Sequence[Answer]) -> list[Clause]:
        if not (problem.goal and answers):
            return []
        return problem.goal.below(min(map(question.cost, answers)))

    def react(model: Model) -> tuple[list[Answer], Iterator[Clause]]:
        rule = rules.rule([model[variable - 1] > 0 for variable in groups])
        solution = narrowed(question, first.pattern(model), rule, width, height)
        if not (problem.judge or problem.goal):
            return [solution], blocking(solution)
        patterns, banned = [solution.pattern], list[Clause]()
        asked = question.under(solution.rule)
        if problem.judge:
            if asked.rule not in sieves:
                sieves[asked.rule] = asked.sieve(problem.laid)
            patterns, banned = sieves[asked.rule].judge(solution.pattern)
        if problem.goal:
            patterns = [form for each in patterns for form in asked.forms(each, width, height)]
        found = [narrowed(question, each, asked.rule, width, height) for each in patterns]
        if problem.goal and found:
            found = [min(found, key=question.cost)]
            return found, chain(banned, better(found))
        return found, chain(blocking(solution), banned)

    news = News(known, lambda answer: answer)

    def meanwhile() -> list[Clause]:
        return better(news()) if problem.goal else []

    start = [*first.cube(part.cube)]
    start += meanwhile() if problem.goal else chain.from_iterable(map(blocking, news()))
    variables = len(problem.variables)
    return batched(solutions(problem.clauses, variables, how, react, start, meanwhile))


def narrowed(question: Periodic, pattern: Pattern, rule: Rule, width: int, height: int) -> Answer:
    """The verified answer: a pattern that comes back in a rule, and the range of such rules."""
    torus = (width, height) if question.torus else None
    life = Answer(pattern, question.motion.full_period, rule, torus).history()
    least, greatest = _rules(question).reach(rule, life[:-1], torus)
    (answer,) = question.under(least).answers([pattern], width, height)
    (other,) = question.under(greatest).answers([pattern], width, height)
    if not answer.history() == other.history() == life[: answer.generations + 1]:
        raise VerificationError(
            f"the solver's answer lives otherwise in {least} than in {greatest}; "
            f"this is a bug in lifesearch, please report it:\n{pattern.picture()}"
        )
    return replace(answer, widest=greatest)


def _rules(question: Periodic) -> PartialRule:
    assert question.rules is not None
    return question.rules
