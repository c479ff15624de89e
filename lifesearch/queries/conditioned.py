"""Questions about patterns in boxes, of which more may be asked than the question itself says."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterator
from itertools import chain
from typing import TypeVar

from lifesearch.encoding.clauses import Clauses
from lifesearch.encoding.dimacs import LEGEND, cell_comments, cells_of, dimacs
from lifesearch.encoding.variable_grid import VariableGrid
from lifesearch.encoding.variables import Variables
from lifesearch.life.pattern import Pattern
from lifesearch.queries.answer import Answer
from lifesearch.queries.base import BoxQuery, Described
from lifesearch.queries.constraints import Aim, Constraints
from lifesearch.solving.configuration import Configuration
from lifesearch.solving.enumerate import Goal, Problem
from lifesearch.solving.parts import Part

T = TypeVar("T")


class ConstrainedQuery(BoxQuery[Answer], Described):
    """A question with conditions."""

    constraints: Constraints

    @property
    def optimises(self) -> bool:
        """Whether only better and better answers are wanted."""
        return self.constraints.objective is not None

    def cost(self, answer: Answer) -> int:
        """How good an answer is: less is better."""
        assert self.constraints.objective is not None
        return self.constraints.objective.cost(self.counted(answer), self._boxed)

    def counted(self, answer: Answer) -> list[Pattern]:
        """The generations in which cells are counted, and one more at the end."""
        return answer.history()

    @property
    def _boxed(self) -> int:
        """How many generations lie in the box."""
        return 1

    @abstractmethod
    def formula(self, part: Part | None, how: Configuration) -> Problem:
        """The clauses of a part; None is the only part that there is."""

    def dimacs(self, part: Part | None, how: Configuration) -> Iterator[str]:
        """The formula of a part as a DIMACS file.

        A solver gets these clauses first, and more while it finds answers: against answers that
        are known, parts that are not wanted, and answers that are no better.
        """
        problem = self.formula(part, how)
        notes = [f"{self.describe()}{self.where()} ({how})", *LEGEND, *self._formula_notes(problem)]
        comments = chain(notes, cell_comments(cells_of(problem.laid)))
        return dimacs(problem.clauses, len(problem.variables), comments)

    def _formula_notes(self, problem: Problem) -> Iterator[str]:
        """What a reader of the formula must know."""
        if problem.laid.beyond is not None:
            yield "All other cells are those of the background."
        elif problem.laid.spacetime.free_surroundings:
            yield "All other cells may live or not."
        else:
            yield "All other cells are dead."
        if problem.examine:
            yield "Not in the clauses: which parts are not wanted. Solutions may have them."
        if problem.goal:
            yield "Not in the clauses: that nothing is better. Any solution will do."

    def goal(
        self, laid: VariableGrid, variables: Variables, cost: Callable[[T], int]
    ) -> tuple[Goal[T] | None, list[Clauses]]:
        """What tells how good a solution is, if that can be told of one box alone."""
        objective = self.constraints.objective
        if objective is None or objective.aim is Aim.SMALLEST_BOX:
            return None, []
        better_than, counters = objective.better_than(laid, variables)
        return Goal(cost, better_than), counters
