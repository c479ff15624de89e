"""Queries about boxes: each part is a formula, and the rule may be partly unknown.

A kind of query says what its clauses are, and in a known rule how their solutions are enumerated,
verified and compared. That is enough where the rule is unknown, too. Each solution has a rule, and
in this rule the query is an ordinary one: methods that verify, take apart and compare solutions
need not know that the rule was searched for. This module does the rest.

The unknown transitions of a rule form groups, each with one value (`life.rules.partial`). Groups
that do not occur in the generations of an answer do not matter to it. So an answer holds in a range
of rules, and is verified in the least and in the greatest: in both its generations must be the
same. Two answers are equivalent if their generations are. The generations follow from the solution
and from the values of the groups that occur, and these values follow from the generations. So a
blocking clause has both: the same cells may come again in a rule by which they evolve differently.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import chain
from typing import Any, ClassVar, NamedTuple, Self

from lifesearch.common.errors import OptionError, VerificationError
from lifesearch.core.answer import Answer, PatternInRule, require_right, wrong_answer
from lifesearch.core.constraints import Aim, Below
from lifesearch.core.question import DivisibleQuery, Problem, Solvable
from lifesearch.engines.sat.solving.configuration import Configuration, Strategy
from lifesearch.engines.sat.solving.cubes import cubes
from lifesearch.engines.sat.solving.enumerate import (
    Clause,
    Enumeration,
    Goal,
    Model,
    PartCheckpoint,
    Report,
)
from lifesearch.engines.sat.solving.part import Part, Size
from lifesearch.life.pattern import Box, Pattern
from lifesearch.life.rules.partial import PartialRule
from lifesearch.life.rules.rule import Rule


class SolutionInRule(NamedTuple):
    """A solution, and the least rule in which it evolves as required."""

    solution: Any
    rule: Rule


@dataclass(frozen=True, eq=False)
class QueryInUnknownRule:
    """A query about a box of one size, in rules of a range."""

    query: BoxQuery
    rules: PartialRule
    size: Size

    def _occurring(self, solution: Any, rule: Rule) -> frozenset[int]:
        """The unknown groups that occur in the generations of a solution in a rule."""
        return self.query.in_rule(rule).groups_in_known_rule(self.rules, solution, self.size)

    def _with_least_rule(self, solution: Any, rule: Rule) -> SolutionInRule:
        least, _ = self.rules.between(rule, self._occurring(solution, rule))
        return SolutionInRule(solution, least)

    def answers(self, found: Sequence[SolutionInRule]) -> list[Answer]:
        """Verify solutions in their least and in their greatest rule."""
        return [self._answer(solution, rule) for solution, rule in found]

    def _answer(self, solution: Any, rule: Rule) -> Answer:
        least, greatest = self.rules.between(rule, self._occurring(solution, rule))
        saved = [self.query.to_saved(solution)]
        # `rule` is the least one, unless a session says another one of the range.
        answer, *others = (
            self.query.in_rule(each).answers_in_known_rule(saved, self.size)[0]
            for each in dict.fromkeys((least, greatest, rule))
        )
        if any(other.history() != answer.history() for other in others):
            raise wrong_answer(f"evolves differently in {least} than in {greatest}", answer.pattern)
        return replace(answer, greatest_rule=greatest)

    def enumeration(self, problem: Problem, part: Part) -> Enumeration[SolutionInRule, Answer]:
        """The enumeration of solutions and rules, made from the enumeration in each rule."""
        query, rules = self.query, self.rules

        @cache
        def enumeration_in(rule: Rule) -> Enumeration[Any, Answer]:
            return query.in_rule(rule).enumeration_in_known_rule(problem, part)

        # Decoding, cubes and films are the same in all rules with the symmetries of the range.
        in_example = enumeration_in(rules.example)
        group_variables = [problem.variables.number(name) for name in rules.names]

        def decode(model: Model) -> SolutionInRule:
            rule = rules.rule([model[variable - 1] > 0 for variable in group_variables])
            return self._with_least_rule(in_example.decode(model), rule)

        def blocking(found: SolutionInRule) -> Iterable[Clause]:
            solution, rule = found
            values, occurring = rules.values(rule), self._occurring(solution, rule)
            literals = [-group_variables[g] if values[g] else group_variables[g] for g in occurring]
            return (clause + literals for clause in enumeration_in(rule).blocking(solution))

        def examine(found: SolutionInRule) -> tuple[list[SolutionInRule], list[Clause]]:
            solution, rule = found
            examine_one = enumeration_in(rule).examine
            assert examine_one is not None
            wanted, banned = examine_one(solution)
            return [self._with_least_rule(each, rule) for each in wanted], banned

        def restore(saved: Any) -> SolutionInRule:
            solution, rule = saved
            return SolutionInRule(in_example.restore(solution), rule)

        better_than = problem.better_than
        return Enumeration(
            problem.clauses,
            len(problem.variables),
            decode,
            blocking,
            self.answers,
            lambda answer: restore(answer.saved),
            in_example.cube,
            examine if in_example.examine else None,
            self._goal(better_than, enumeration_in) if better_than else None,
            film=in_example.film,
            save=lambda found: query.saved_type(in_example.save(found.solution), found.rule),
            restore=restore,
        )

    def _goal(
        self, better_than: Below, enumeration_in: Callable[[Rule], Enumeration[Any, Answer]]
    ) -> Goal[SolutionInRule]:
        """The goal in each rule; of each phase of a solution the least rule is computed anew."""

        def goal_in(rule: Rule) -> Goal[Any]:
            goal = enumeration_in(rule).goal
            assert goal is not None
            return goal

        def cost(found: SolutionInRule) -> int:
            return goal_in(found.rule).cost(found.solution)

        def phases(found: SolutionInRule) -> list[SolutionInRule]:
            solution, rule = found
            return [self._with_least_rule(each, rule) for each in goal_in(rule).phases(solution)]

        return Goal(cost, better_than, phases)


RULE_LEGEND = ("Lines 'rule NAME V': this unknown part of the rule is variable V.",)


class BoxQuery(DivisibleQuery, Solvable):
    """A query about a box, or about boxes that grow: methods `..._in_known_rule` need the rule.

    Without a box, boxes grow: in both directions, or if a `width` is given, longer and longer.

    `Answer.saved` has the first of the `saved_types`, or the second if the rule was unknown.
    """

    saved_types: ClassVar[tuple[Any, Any]] = (Pattern, PatternInRule)
    formula_words = "the formula of "
    box: Size | None
    width: int | None = None

    @property
    def grows(self) -> bool:
        """Without a box, one box after another is searched."""
        return self.box is None

    @property
    def smallest_first(self) -> bool:
        """Whether boxes grow by area, which they do unless their width is given."""
        return self.grows and self.width is None

    def cannot_improve(self, part: Part, cost: int) -> bool:
        """Whether neither this part nor a later one can have an answer that costs less.

        Boxes come in the order of their areas, so the first box with an answer is the smallest.
        """
        sought = self.objective is not None and self.objective.aim is Aim.SMALLEST_BOX
        return sought and self.grows and part.box[0] * part.box[1] >= cost

    def counted_generations(self, answer: Answer) -> list[Pattern]:
        """The generations in which cells are counted, and the one in which the pattern recurs.

        Without the last one, `Measure.of` and `Constraints.satisfied_by` could not compare cells
        with those of generation 0 at the end.
        """
        return answer.history()

    def cost(self, answer: Answer) -> int:
        assert self.objective is not None
        return self.objective.cost(self.counted_generations(answer))

    @abstractmethod
    def problem(self, part: Part, strategy: Configuration) -> Problem:
        """The clauses for the box of a part."""

    @abstractmethod
    def enumeration_in_known_rule(self, problem: Problem, part: Part) -> Enumeration[Any, Answer]:
        """How to enumerate the solutions of a part."""

    @abstractmethod
    def answers_in_known_rule(self, saved: Sequence[Any], size: Size) -> list[Answer]:
        """Verify what was found in a box by simulation and return it as answers."""

    @abstractmethod
    def key_in_known_rule(self, answer: Answer) -> Hashable:
        """Identity of an answer: equal for equivalent answers."""

    @abstractmethod
    def groups_in_known_rule(self, rules: PartialRule, solution: Any, size: Size) -> frozenset[int]:
        """The groups of unknown transitions of `rules` that occur in a solution's generations."""

    def require_constraints(
        self, answers: Sequence[Answer], what: str, seen: Box | None = None
    ) -> None:
        """Refuse answers of which one does not meet the constraints; see `satisfied_by`."""
        if self.constraints:
            met = (
                self.constraints.satisfied_by(self.counted_generations(each), seen, each.torus)
                for each in answers
            )
            require_right(answers, met, what)

    def to_saved(self, solution: Any) -> Any:
        """The value that a session saves for a solution, without its rule."""
        return solution

    def from_saved(self, saved: Any) -> Any:
        return saved

    @property
    def saved_type(self) -> Any:
        return self.saved_types[self.rules is not None]

    def in_rule(self, rule: Rule) -> Self:
        return replace(self, rule=rule, rules=None)  # type: ignore[type-var]

    def parts(self, depth: int) -> Iterator[Part]:
        assert self.box is not None
        box = self.box
        return (Part(box, cube) for cube in cubes(depth) if not self.constraints.impossible)

    def encoded(
        self, part: Part, strategy: Configuration
    ) -> tuple[Problem, Enumeration[Any, Answer]]:
        """The clauses for the box of a part, and the enumeration of their solutions."""
        problem = self.problem(part, strategy)
        if self.rules is None:
            return problem, self.enumeration_in_known_rule(problem, part)
        return problem, QueryInUnknownRule(self, self.rules, part.box).enumeration(problem, part)

    def search(
        self,
        part: Part,
        strategy: Strategy,
        known: Sequence[Answer],
        kept: PartCheckpoint | None = None,
    ) -> Iterator[Report[Answer]]:
        """Have a solver search a box."""
        assert isinstance(strategy, Configuration)
        return self.encoded(part, strategy)[1].run(strategy, known, kept)

    def answers(self, saved: Sequence[Any], width: int, height: int) -> list[Answer]:
        if self.box not in (None, (width, height)):
            raise VerificationError(f"the box is not {width}x{height}")
        if self.rules is None:
            return self.answers_in_known_rule(saved, (width, height))
        solutions = [SolutionInRule(self.from_saved(each), rule) for each, rule in saved]
        return QueryInUnknownRule(self, self.rules, (width, height)).answers(solutions)

    def key(self, answer: Answer) -> Hashable:
        if self.rules is None:
            return self.key_in_known_rule(answer)
        # With a greatest rule, `saved` of the answer would be of the type for unknown rules.
        without_range = replace(answer, greatest_rule=None)
        return self.in_rule(answer.rule).key_in_known_rule(without_range), answer.rule

    def dimacs(self, part: Part | None, strategy: Configuration) -> Iterator[str]:
        """The formula of a box as a DIMACS file, with a comment for each cell.

        A solver gets these clauses first, and more while it finds answers: against answers that are
        known, excluded pieces, and answers that are no better. Unknown parts of the rule
        are variables, too.
        """
        from lifesearch.engines.sat.encoding import dimacs

        size = self.box if part is None else part.box
        if size is None:
            raise OptionError("a formula is about one box: give its size by <box WxH>")
        problem = self.problem(Part(size), strategy)
        names = self.rules.names if self.rules else ()
        comments = chain(
            [f"{self.describe()}{self.where()} ({strategy})"],
            RULE_LEGEND if names else (),
            dimacs.LEGEND,
            self._notes(problem),
            (f"rule {name} {problem.variables.number(name)}" for name in names),
            dimacs.cell_comments(dimacs.cells_of(problem.layout)),
            dimacs.dying_comments(dimacs.cells_of(problem.layout.dying)),
        )
        return dimacs.dimacs(problem.clauses, len(problem.variables), comments)

    def _notes(self, problem: Problem) -> Iterator[str]:
        """Comments that a reader of the formula needs."""
        yield other_cells(problem)
        if self.constraints.connected or self.constraints.unwanted:
            yield "Not in the clauses: conditions on pieces. Solutions may not meet them."
        if problem.better_than:
            yield "Not in the clauses: that nothing is better. Any solution will do."


def other_cells(problem: Problem) -> str:
    """A comment on the cells that have no variable."""
    if problem.layout.beyond is not None:
        return "All other cells are those of the background."
    if problem.layout.spacetime.free_surroundings:
        return "All other cells may live or not."
    return "All other cells are dead."
