"""Questions about patterns in boxes, of which more may be asked than the question itself says."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from lifesearch.encode.clauses import Clauses
from lifesearch.encode.spacetime import Laid
from lifesearch.encode.variables import Variables
from lifesearch.life.pattern import Pattern
from lifesearch.search.answer import Answer
from lifesearch.search.conditions import Aim, Conditions
from lifesearch.search.enumerate import Goal
from lifesearch.search.question import BoxQuestion, Described

T = TypeVar("T")


class Conditioned(BoxQuestion[Answer], Described):
    """A question with conditions."""

    also: Conditions

    @property
    def optimises(self) -> bool:
        """Whether only better and better answers are wanted."""
        return self.also.objective is not None

    def cost(self, answer: Answer) -> int:
        """How good an answer is: less is better."""
        assert self.also.objective is not None
        return self.also.objective.cost(self.counted(answer), self._boxed)

    def counted(self, answer: Answer) -> list[Pattern]:
        """The generations in which cells are counted, and one more at the end."""
        return answer.history()

    @property
    def _boxed(self) -> int:
        """How many generations lie in the box."""
        return 1

    def goal(
        self, laid: Laid, variables: Variables, cost: Callable[[T], int]
    ) -> tuple[Goal[T] | None, list[Clauses]]:
        """What tells how good a solution is, if that can be told of one box alone."""
        objective = self.also.objective
        if objective is None or objective.aim is Aim.SMALLEST_BOX:
            return None, []
        below, counters = objective.below(laid, variables)
        return Goal(cost, below), counters
