"""Search a box for patterns that come back in a rule of which a part is unknown.

A solution is a pattern and a rule. Once the rule is there, the query is an ordinary one about
that rule: what verifies, takes apart and compares patterns need not know that it was unknown.
What is added is this.

Groups of neighbourhoods that do not occur in the pattern's life do not matter. So an answer
holds in a range of rules, and is verified in the least and in the greatest: in both the pattern
must have the same life. Two answers are equivalent if their lives are, up to place, turn and
phase. The life follows from generation 0 and from the values of the groups that occur, and
these values follow from the life. So a blocking clause has both: the same cells may come again
in a rule by which they live in another way.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain

from lifesearch.life.pattern import Pattern
from lifesearch.life.rules.partial import PartialRule
from lifesearch.life.rules.rule import Rule
from lifesearch.queries.answer import Answer, PatternInRule
from lifesearch.queries.base import Problem
from lifesearch.queries.periodic.box import PeriodicBox
from lifesearch.queries.periodic.equivalence import images, phases
from lifesearch.queries.pieces import PieceFilter
from lifesearch.queries.verify import wrong_answer
from lifesearch.solving.enumerate import Clause, Enumeration, Goal, Model
from lifesearch.solving.first_generation import FirstGeneration


@dataclass(frozen=True)
class RuleRange:
    """A box, and the rules in which its patterns may come back."""

    box: PeriodicBox
    rules: PartialRule

    def solution(self, pattern: Pattern, rule: Rule) -> PatternInRule:
        """A pattern in the least rule in which it lives as in this one."""
        return PatternInRule(pattern, self._reach(pattern, rule)[0])

    def _reach(self, pattern: Pattern, rule: Rule) -> tuple[Rule, Rule]:
        """The least and the greatest rule in which a pattern lives as in this one."""
        box = self.box.in_rule(rule)
        return self.rules.reach(rule, box.life(pattern)[:-1], box.universe.torus)

    def answers(self, solutions: Sequence[PatternInRule]) -> list[Answer]:
        """Verify solutions in their least and in their greatest rule."""
        return [self._answer(pattern, rule) for pattern, rule in solutions]

    def _answer(self, pattern: Pattern, rule: Rule) -> Answer:
        least, greatest = self._reach(pattern, rule)
        (answer,) = self.box.in_rule(least).answers([pattern])
        (other,) = self.box.in_rule(greatest).answers([pattern])
        life = self.box.in_rule(rule).universe.history(pattern, answer.generations)
        if not answer.history() == other.history() == life:
            raise wrong_answer(f"lives otherwise in {least} than in {greatest}", pattern)
        return replace(answer, greatest_rule=greatest)

    def enumeration(self, problem: Problem, cube: str) -> Enumeration[PatternInRule, Answer]:
        """How to enumerate the patterns and rules of the box, or of a cube of it."""
        solver = _Encoded(self, problem, FirstGeneration.of(problem.layout))
        goal, constraints = None, self.box.constraints
        if problem.better_than:
            goal = Goal(solver.cost, problem.better_than, solver.phases)
        return Enumeration(
            problem.clauses,
            len(problem.variables),
            solver.decode,
            solver.blocking,
            self.answers,
            lambda answer: PatternInRule(answer.pattern, answer.rule),
            solver.first.cube(cube),
            solver.examine if constraints.connected or constraints.excluded else None,
            goal,
        )


@dataclass(frozen=True, eq=False)
class _Encoded:
    """Patterns and rules in terms of a solver's variables."""

    range: RuleRange
    problem: Problem
    first: FirstGeneration
    piece_filters: dict[Rule, PieceFilter | None] = field(default_factory=dict)

    @property
    def groups(self) -> list[int]:
        """The variables of the unknown groups of the rule."""
        return [self.problem.variables.number(name) for name in self.range.rules.names]

    def decode(self, model: Model) -> PatternInRule:
        """The pattern and the least rule of a model."""
        rule = self.range.rules.rule([model[variable - 1] > 0 for variable in self.groups])
        return self.range.solution(self.first.pattern(model), rule)

    def blocking(self, solution: PatternInRule) -> Iterator[Clause]:
        """Clauses against the same life, and equivalent ones."""
        box, rules = self.range.box.in_rule(solution.rule), self.range.rules
        values, groups = rules.values(solution.rule), self.groups
        life = box.life(solution.pattern)[:-1]
        occurring = rules.occurring(life, box.universe.torus)
        other = [-groups[g] if values[g] else groups[g] for g in occurring]
        same: Iterable[Pattern] = [solution.pattern]
        if not box.raw:
            same = dict.fromkeys(chain(same, images(box, solution.pattern)))
        for pattern in same:
            yield from (clause + other for clause in self.first.forbidding(pattern))

    def examine(self, solution: PatternInRule) -> tuple[list[PatternInRule], list[Clause]]:
        """The answers among the pieces of a solution, and clauses against its pieces."""
        pattern, rule = solution
        if rule not in self.piece_filters:
            box = self.range.box.in_rule(rule)
            self.piece_filters[rule] = box.piece_filter(self.problem.layout)
        pieces = self.piece_filters[rule]
        assert pieces is not None
        patterns, banned = pieces.examine(pattern)
        return [self.range.solution(each, rule) for each in patterns], banned

    def phases(self, solution: PatternInRule) -> list[PatternInRule]:
        """The forms of a solution that are solutions too."""
        box = self.range.box.in_rule(solution.rule)
        same = phases(box, solution.pattern)
        return [self.range.solution(each, solution.rule) for each in same]

    def cost(self, solution: PatternInRule) -> int:
        """How good a solution is: less is better."""
        box = self.range.box.in_rule(solution.rule)
        return box.cost(solution.pattern)
