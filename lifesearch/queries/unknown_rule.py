"""Any query in a rule of which a part is unknown: what is found, and the rule by which it lives.

Once the rule is there, the query is an ordinary one about that rule: what verifies, takes apart and
compares solutions need not know that it was unknown. What is added is this.

Groups of neighbourhoods that do not occur in the life of what is found do not matter. So an answer
holds in a range of rules, and is verified in the least and in the greatest: in both the life must
be the same. Two answers are equivalent if their lives are. The life follows from the solution and
from the values of the groups that occur, and these values follow from the life. So a blocking
clause has both: the same cells may come again in a rule by which they live in another way.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, Generic, NamedTuple, TypeVar

from lifesearch.life.rules.partial import PartialRule
from lifesearch.life.rules.rule import Rule
from lifesearch.queries.answer import Answer
from lifesearch.queries.base import Problem
from lifesearch.queries.verify import wrong_answer
from lifesearch.solving.enumerate import Clause, Enumeration, Goal, Model

S = TypeVar("S")


class InRule(NamedTuple, Generic[S]):
    """A solution, and the least rule in which it lives as it should."""

    what: S
    rule: Rule


@dataclass(frozen=True, eq=False)
class UnknownRule(Generic[S]):
    """A query in rules of a range.

    - `occurring` says which unknown groups decide something in the life of a solution by a rule;
    - `verify` makes an answer of a solution in a rule, after checking it by simulation.
    """

    rules: PartialRule
    occurring: Callable[[S, Rule], Collection[int]]
    verify: Callable[[S, Rule], Answer]

    def answers(self, solutions: Sequence[InRule[S]]) -> list[Answer]:
        """Verify solutions in their least and in their greatest rule."""
        return [self._answer(what, rule) for what, rule in solutions]

    def _answer(self, what: S, rule: Rule) -> Answer:
        least, greatest = self.rules.between(rule, self.occurring(what, rule))
        answer, *others = (
            self.verify(what, each) for each in dict.fromkeys((least, greatest, rule))
        )
        if any(other.history() != answer.history() for other in others):
            raise wrong_answer(f"evolves differently in {least} than in {greatest}", answer.pattern)
        return replace(answer, greatest_rule=greatest)

    def enumeration(
        self,
        problem: Problem,
        in_rule: Callable[[Rule], Enumeration[S, Answer]],
        saved_type: Callable[[Any, Rule], Any],
    ) -> Enumeration[InRule[S], Answer]:
        """How to enumerate solutions and rules, from how it is done in each rule."""
        rules, of = self.rules, cache(in_rule)
        some = of(rules.example)
        groups = [problem.variables.number(name) for name in rules.names]

        def least(what: S, rule: Rule) -> InRule[S]:
            return InRule(what, rules.between(rule, self.occurring(what, rule))[0])

        def decode(model: Model) -> InRule[S]:
            rule = rules.rule([model[variable - 1] > 0 for variable in groups])
            return least(some.decode(model), rule)

        def blocking(solution: InRule[S]) -> Iterable[Clause]:
            what, rule = solution
            values = rules.values(rule)
            matter = self.occurring(what, rule)
            other = [-groups[g] if values[g] else groups[g] for g in matter]
            return (clause + other for clause in of(rule).blocking(what))

        def examine(solution: InRule[S]) -> tuple[list[InRule[S]], list[Clause]]:
            examine_one = of(solution.rule).examine
            assert examine_one is not None
            found, banned = examine_one(solution.what)
            return [least(each, solution.rule) for each in found], banned

        def restore(saved: Any) -> InRule[S]:
            what, rule = saved
            return InRule(some.restore(what), rule)

        return Enumeration(
            problem.clauses,
            len(problem.variables),
            decode,
            blocking,
            self.answers,
            lambda answer: restore(answer.saved),
            some.cube,
            examine if some.examine else None,
            _goal(problem, of, least) if problem.better_than else None,
            save=lambda solution: saved_type(some.save(solution.what), solution.rule),
            restore=restore,
        )


def _goal(
    problem: Problem,
    of: Callable[[Rule], Enumeration[S, Answer]],
    least: Callable[[S, Rule], InRule[S]],
) -> Goal[InRule[S]]:
    """What is best in each rule is best; another form of a solution may live in more rules."""

    def goal(rule: Rule) -> Goal[S]:
        known = of(rule).goal
        assert known is not None
        return known

    def cost(solution: InRule[S]) -> int:
        return goal(solution.rule).cost(solution.what)

    def phases(solution: InRule[S]) -> list[InRule[S]]:
        what, rule = solution
        return [least(each, rule) for each in goal(rule).phases(what)]

    assert problem.better_than is not None
    return Goal(cost, problem.better_than, phases)
