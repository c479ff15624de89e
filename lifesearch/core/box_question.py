"""Queries about boxes: each part is a formula, and a part of the rule may be unknown.

A kind of query says what its clauses are, and in a known rule how their solutions are enumerated,
verified and compared. That is enough where the rule is unknown, too. Once the rule is there, the
query is an ordinary one about that rule: what verifies, takes apart and compares solutions need not
know that it was unknown. What is added is this.

Groups of neighbourhoods that do not occur in the life of what is found do not matter. So an answer
holds in a range of rules, and is verified in the least and in the greatest: in both the life must
be the same. Two answers are equivalent if their lives are. The life follows from the solution and
from the values of the groups that occur, and these values follow from the life. So a blocking
clause has both: the same cells may come again in a rule by which they live in another way.
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


class InRule(NamedTuple):
    """A solution, and the least rule in which it evolves as required."""

    what: Any
    rule: Rule


@dataclass(frozen=True, eq=False)
class UnknownRule:
    """A query about a box of one size, in rules of a range."""

    query: BoxQuery
    rules: PartialRule
    size: Size

    def _occurring(self, what: Any, rule: Rule) -> frozenset[int]:
        """The unknown groups that occur in the evolution of a solution by a rule."""
        return self.query.in_rule(rule).groups_in_known_rule(self.rules, what, self.size)

    def _least(self, what: Any, rule: Rule) -> InRule:
        return InRule(what, self.rules.between(rule, self._occurring(what, rule))[0])

    def answers(self, solutions: Sequence[InRule]) -> list[Answer]:
        """Verify solutions in their least and in their greatest rule."""
        return [self._answer(what, rule) for what, rule in solutions]

    def _answer(self, what: Any, rule: Rule) -> Answer:
        least, greatest = self.rules.between(rule, self._occurring(what, rule))
        saved = [self.query.to_saved(what)]
        answer, *others = (
            self.query.in_rule(each).answers_in_known_rule(saved, self.size)[0]
            for each in dict.fromkeys((least, greatest, rule))
        )
        if any(other.history() != answer.history() for other in others):
            raise wrong_answer(f"evolves differently in {least} than in {greatest}", answer.pattern)
        return replace(answer, greatest_rule=greatest)

    def enumeration(self, problem: Problem, part: Part) -> Enumeration[InRule, Answer]:
        """The enumeration of solutions and rules, made from the enumeration in each rule."""
        query, rules = self.query, self.rules

        @cache
        def of(rule: Rule) -> Enumeration[Any, Answer]:
            return query.in_rule(rule).enumeration_in_known_rule(problem, part)

        some = of(rules.example)
        groups = [problem.variables.number(name) for name in rules.names]

        def decode(model: Model) -> InRule:
            rule = rules.rule([model[variable - 1] > 0 for variable in groups])
            return self._least(some.decode(model), rule)

        def blocking(solution: InRule) -> Iterable[Clause]:
            what, rule = solution
            values = rules.values(rule)
            matter = self._occurring(what, rule)
            other = [-groups[g] if values[g] else groups[g] for g in matter]
            return (clause + other for clause in of(rule).blocking(what))

        def examine(solution: InRule) -> tuple[list[InRule], list[Clause]]:
            examine_one = of(solution.rule).examine
            assert examine_one is not None
            found, banned = examine_one(solution.what)
            return [self._least(each, solution.rule) for each in found], banned

        def restore(saved: Any) -> InRule:
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
            self._goal(problem.better_than, of) if problem.better_than else None,
            film=some.film,
            save=lambda solution: query.saved_type(some.save(solution.what), solution.rule),
            restore=restore,
        )

    def _goal(
        self, better_than: Below, of: Callable[[Rule], Enumeration[Any, Answer]]
    ) -> Goal[InRule]:
        """The goal in each rule; another form of a solution may live in more rules."""

        def goal(rule: Rule) -> Goal[Any]:
            goal = of(rule).goal
            assert goal is not None
            return goal

        def cost(solution: InRule) -> int:
            return goal(solution.rule).cost(solution.what)

        def phases(solution: InRule) -> list[InRule]:
            what, rule = solution
            return [self._least(each, rule) for each in goal(rule).phases(what)]

        return Goal(cost, better_than, phases)


RULE_LEGEND = ("Lines 'rule NAME V': this unknown part of the rule is variable V.",)


class BoxQuery(DivisibleQuery, Solvable):
    """A query about a box, or about boxes that grow: methods `in_known_rule` need the rule.

    Without a box, boxes grow: in both directions, or if a `width` is given, longer and longer.

    Of an answer the first of the `saved_types` is saved; the second one if the rule was unknown.
    """

    saved_types: ClassVar[tuple[Any, Any]] = (Pattern, PatternInRule)
    formula = "the formula of "
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

    def counted(self, answer: Answer) -> list[Pattern]:
        """The generations in which cells are counted, and one more at the end."""
        return answer.history()

    def cost(self, answer: Answer) -> int:
        assert self.objective is not None
        return self.objective.cost(self.counted(answer))

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
        """The groups of unknown transitions of `rules` that occur in the life of a solution."""

    def require_constraints(
        self, answers: Sequence[Answer], what: str, seen: Box | None = None
    ) -> None:
        """Refuse answers of which one does not meet the constraints; see `satisfied_by`."""
        if self.constraints:
            lives = map(self.counted, answers)
            met = (self.constraints.satisfied_by(life, seen) for life in lives)
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
        return problem, UnknownRule(self, self.rules, part.box).enumeration(problem, part)

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
        solutions = [InRule(self.from_saved(what), rule) for what, rule in saved]
        return UnknownRule(self, self.rules, (width, height)).answers(solutions)

    def key(self, answer: Answer) -> Hashable:
        if self.rules is None:
            return self.key_in_known_rule(answer)
        in_rule = replace(answer, greatest_rule=None)
        return self.in_rule(answer.rule).key_in_known_rule(in_rule), answer.rule

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
        if self.constraints.connected or self.constraints.excluded:
            yield "Not in the clauses: which objects are excluded. Solutions may contain them."
        if problem.better_than:
            yield "Not in the clauses: that nothing is better. Any solution will do."


def other_cells(problem: Problem) -> str:
    """A comment on the cells that have no variable."""
    if problem.layout.beyond is not None:
        return "All other cells are those of the background."
    if problem.layout.spacetime.free_surroundings:
        return "All other cells may live or not."
    return "All other cells are dead."
