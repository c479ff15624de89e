"""The engine for the smallest ships and oscillators: rules on demand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from lifesearch.common.text import plural, size_with_article
from lifesearch.core.answer import Answer
from lifesearch.engines.sat.solving.part import Part, Share
from lifesearch.questions.smallest.answer import SmallAnswer, SpeedOrPeriod
from lifesearch.questions.smallest.question import Smallest
from lifesearch.running.options import RunOptions
from lifesearch.running.part_by_part import PartByPart
from lifesearch.running.places.place import Workplace
from lifesearch.running.plan import Plan
from lifesearch.running.portfolio import Portfolio


class RulesOnDemand(PartByPart[Smallest]):
    """Patterns through all rules that differ for them."""

    name = "rules on demand"
    continued_from = "ranges of patterns that are done"
    why = "a pattern meets few of a rule's bits: only those that a cell needs are decided"

    def what(self, query: Smallest, options: RunOptions) -> str:
        if query.at_random:
            return f"random patterns and rules, with seed {query.seed}"
        # How many these are is not said: listing them takes seconds, and a plan is made at once.
        cells, box = plural(query.most_cells, "cell"), size_with_article(*query.size)
        return f"all patterns of up to {cells} in {box} box, each in all rules that differ for it"

    def goal(self, query: Smallest, count: int | None) -> str:
        if query.at_random:
            return "find small patterns of many speeds and periods, until the time is over"
        return "find the smallest for each speed and period, and prove that there are no others"

    def coordinator(self, plan: Plan[Smallest], workplace: Workplace) -> SmallestCoordinator:
        shares = [Share(1, plan.query.parts(0))]  # the only share, so its weight does not matter
        return SmallestCoordinator(
            plan.query, plan.options, plan.checkpoint, workplace, shares=shares, strategy=self.name
        )


@dataclass
class SmallestCoordinator(Portfolio):
    """A portfolio that keeps the smallest answer for each motion, and reports each smaller one.

    With each part a worker is sent the `smallest` answers so far.
    """

    smallest: dict[SpeedOrPeriod, SmallAnswer] = field(default_factory=dict)

    def _add_new(self, part: Part, answers: Sequence[Answer]) -> list[Answer]:
        """Keep the answers that are smaller than those before with their motions; return them."""
        new: list[Answer] = []
        for answer in answers:
            assert isinstance(answer, SmallAnswer)
            before = self.smallest.get(answer.motion)
            if before is None or answer.rank < before.rank:
                self.smallest[answer.motion] = answer
                self.seen.add(answer.motion)
                new.append(answer)
        return new

    def _already_reported(self, part: Part) -> list[Answer]:
        """The smallest of all parts: a motion found in one part is found in others, too."""
        return [*self.smallest.values()]
