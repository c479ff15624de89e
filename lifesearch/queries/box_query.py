"""Queries about boxes: each part is a formula, and a part of the rule may be unknown.

A kind of query says what its clauses are, and in a known rule how their solutions are enumerated,
verified and compared. That is enough where the rule is unknown, too: see `unknown_rule`.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain
from typing import Any, ClassVar, Self

from lifesearch.encoding.dimacs import (
    LEGEND,
    cell_comments,
    cells_of,
    dimacs,
    dying_comments,
    dying_of,
)
from lifesearch.errors import OptionError, VerificationError
from lifesearch.life.pattern import Pattern
from lifesearch.life.rules.partial import PartialRule
from lifesearch.life.rules.rule import Rule
from lifesearch.queries.answer import Answer, PatternInRule
from lifesearch.queries.base import PatternQuery, Problem
from lifesearch.queries.unknown_rule import InRule, UnknownRule
from lifesearch.solving.configuration import Configuration
from lifesearch.solving.cubes import cubes
from lifesearch.solving.enumerate import Clause, Enumeration, Goal, Kept, Report
from lifesearch.solving.first_generation import FirstGeneration
from lifesearch.solving.parts import Part, Size

RULE_LEGEND = ("Lines 'rule NAME V': this unknown part of the rule is variable V.",)


class BoxQuery(PatternQuery):
    """A query about a box, or about boxes that grow: methods `in_known_rule` need the rule.

    Of an answer the first of the `saved_types` is saved; the second one if the rule was unknown.
    """

    saved_types: ClassVar[tuple[Any, Any]] = (Pattern, PatternInRule)
    box: Size | None

    @abstractmethod
    def problem(self, part: Part, how: Configuration) -> Problem:
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
        """The unknown groups of `rules` that decide something in the life of a solution."""

    def to_saved(self, solution: Any) -> Any:
        """What is saved of a solution, apart from an unknown rule."""
        return solution

    def from_saved(self, saved: Any) -> Any:
        return saved

    @property
    def saved_type(self) -> Any:
        return self.saved_types[self.rules is not None]

    @property
    def example(self) -> Rule:
        """The rule; if a part of it is unknown, one that has the symmetries of all."""
        return self.rules.example if self.rules is not None else self.rule

    def in_rule(self, rule: Rule) -> Self:
        return replace(self, rule=rule, rules=None)  # type: ignore[type-var]

    def parts(self, depth: int) -> Iterator[Part]:
        assert self.box is not None
        box = self.box
        return (Part(box, cube) for cube in cubes(depth) if not self.constraints.impossible)

    def encoded(self, part: Part, how: Configuration) -> tuple[Problem, Enumeration[Any, Answer]]:
        """The clauses for the box of a part, and how to enumerate their solutions."""
        problem = self.problem(part, how)
        if self.rules is None:
            return problem, self.enumeration_in_known_rule(problem, part)
        return problem, self._in_unknown_rule(self.rules, part.box).enumeration(
            problem,
            lambda rule: self.in_rule(rule).enumeration_in_known_rule(problem, part),
            self.saved_type,
        )

    def search(
        self, part: Part, how: Configuration, known: Sequence[Answer], kept: Kept | None = None
    ) -> Iterator[Report[Answer]]:
        return self.encoded(part, how)[1].run(how, known, kept)

    def answers(self, saved: Sequence[Any], width: int, height: int) -> list[Answer]:
        if self.box not in (None, (width, height)):
            raise VerificationError(f"the box is not {width}x{height}")
        if self.rules is None:
            return self.answers_in_known_rule(saved, (width, height))
        solutions = [InRule(self.from_saved(what), rule) for what, rule in saved]
        return self._in_unknown_rule(self.rules, (width, height)).answers(solutions)

    def key(self, answer: Answer) -> Hashable:
        if self.rules is None:
            return self.key_in_known_rule(answer)
        in_rule = replace(answer, greatest_rule=None)
        return self.in_rule(answer.rule).key_in_known_rule(in_rule), answer.rule

    def _in_unknown_rule(self, rules: PartialRule, size: Size) -> UnknownRule[Any]:
        def groups(solution: Any, rule: Rule) -> frozenset[int]:
            return self.in_rule(rule).groups_in_known_rule(rules, solution, size)

        def verify(solution: Any, rule: Rule) -> Answer:
            return self.in_rule(rule).answers_in_known_rule([self.to_saved(solution)], size)[0]

        return UnknownRule(rules, groups, verify)

    def dimacs(self, part: Part | None, how: Configuration) -> Iterator[str]:
        """The formula of a box as a DIMACS file, with a comment for each cell.

        A solver gets these clauses first, and more while it finds answers: against answers that are
        known, parts that are not wanted, and answers that are no better. Unknown parts of the rule
        are variables, too.
        """
        size = self.box if part is None else part.box
        if size is None:
            raise OptionError("a formula is about one box: give its size by <box WxH>")
        problem = self.problem(Part(size), how)
        names = self.rules.names if self.rules else ()
        comments = chain(
            [f"{self.describe()}{self.where()} ({how})"],
            RULE_LEGEND if names else (),
            LEGEND,
            self._notes(problem),
            (f"rule {name} {problem.variables.number(name)}" for name in names),
            cell_comments(cells_of(problem.layout)),
            dying_comments(dying_of(problem.layout)),
        )
        return dimacs(problem.clauses, len(problem.variables), comments)

    def _notes(self, problem: Problem) -> Iterator[str]:
        """What a reader of the formula must know."""
        yield other_cells(problem)
        if self.constraints.connected or self.constraints.excluded:
            yield "Not in the clauses: which objects are excluded. Solutions may contain them."
        if problem.better_than:
            yield "Not in the clauses: that nothing is better. Any solution will do."


def by_first_generation(
    problem: Problem,
    cube: str,
    images: Callable[[Pattern], Iterable[Pattern]],
    verify: Callable[[Sequence[Pattern]], list[Answer]],
    *,
    goal: Goal[Pattern] | None = None,
    examine: Callable[[Pattern], tuple[list[Pattern], list[Clause]]] | None = None,
) -> Enumeration[Pattern, Answer]:
    """How to enumerate patterns that generation 0 decides; `images` are equivalent to a pattern."""
    first = FirstGeneration.of(problem.layout)

    def blocking(pattern: Pattern) -> Iterator[Clause]:
        return first.forbidding_each((pattern, *images(pattern)))

    return Enumeration(
        problem.clauses,
        len(problem.variables),
        first.pattern,
        blocking,
        verify,
        lambda answer: answer.found,
        first.cube(cube),
        examine,
        goal,
    )


def other_cells(problem: Problem) -> str:
    """What the cells are of which nothing is said."""
    if problem.layout.beyond is not None:
        return "All other cells are those of the background."
    if problem.layout.spacetime.free_surroundings:
        return "All other cells may live or not."
    return "All other cells are dead."
