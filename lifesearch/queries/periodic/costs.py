"""How large patterns that come back are, where the smallest or the largest is wanted."""

from __future__ import annotations

from functools import reduce
from operator import or_

from lifesearch.life.motion import Motion
from lifesearch.life.pattern import Pattern
from lifesearch.queries.answer import Answer
from lifesearch.queries.base import PatternQuery
from lifesearch.queries.constraints import Aim
from lifesearch.solving.parts import Part


class PeriodicCosts(PatternQuery):
    """What `Periodic` counts and compares."""

    motion: Motion

    def counted(self, answer: Answer) -> list[Pattern]:
        """The full period that was asked for; the pattern's own may be shorter."""
        return answer.life(self.motion.full_period)

    @property
    def boxed_generations(self) -> int:
        return self.motion.period

    def hopeless(self, part: Part, cost: int) -> bool:
        """The smallest box is among those that come first."""
        objective = self.constraints.objective
        sought = objective is not None and objective.aim is Aim.SMALLEST_BOX
        return sought and part.box[0] * part.box[1] >= cost

    def least_area(self, answer: Answer) -> int:
        """A ship's smallest box depends on which generation comes first.

        The box in which an answer was found can be larger, if it was a piece of a solution.
        """
        motion = self.motion
        span, last = motion.period, motion.full_period + motion.period
        life = answer.life(last)
        return min(reduce(or_, life[t : t + span]).box.area for t in range(motion.full_period))
