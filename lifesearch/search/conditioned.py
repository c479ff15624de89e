"""Questions about patterns in boxes, of which more may be asked than the question itself says."""

from __future__ import annotations

from lifesearch.life.pattern import Pattern
from lifesearch.search.answer import Answer
from lifesearch.search.conditions import Conditions
from lifesearch.search.question import BoxQuestion, Described


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
        return self.also.objective.cost(self.counted(answer))

    def counted(self, answer: Answer) -> list[Pattern]:
        """The generations in which cells are counted, and one more at the end."""
        return answer.history()
