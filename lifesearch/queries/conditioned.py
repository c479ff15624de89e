"""Questions about patterns in boxes, of which more may be asked than the question itself says."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from lifesearch.encoding.clauses import Clauses
from lifesearch.encoding.variable_grid import VariableGrid
from lifesearch.encoding.variables import Variables
from lifesearch.life.pattern import Pattern
from lifesearch.queries.answer import Answer
from lifesearch.queries.base import BoxQuery, Described
from lifesearch.queries.constraints import Aim, Constraints
from lifesearch.solving.enumerate import Goal

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

    def goal(
        self, laid: VariableGrid, variables: Variables, cost: Callable[[T], int]
    ) -> tuple[Goal[T] | None, list[Clauses]]:
        """What tells how good a solution is, if that can be told of one box alone."""
        objective = self.constraints.objective
        if objective is None or objective.aim is Aim.SMALLEST_BOX:
            return None, []
        better_than, counters = objective.better_than(laid, variables)
        return Goal(cost, better_than), counters
