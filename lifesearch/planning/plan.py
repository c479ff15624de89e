"""What will be done for a question, as a value: it can be shown, compared and sent."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from lifesearch.planning.explain import explained, sentence
from lifesearch.planning.goal import Goal
from lifesearch.planning.step import Step
from lifesearch.queries.base import PatternQuery, Query
from lifesearch.queries.race import Race

Q_co = TypeVar("Q_co", bound=Query[Any], covariant=True)


@dataclass(frozen=True)
class Plan(Generic[Q_co]):
    """The query that is run, the goal, the engine that does it, and its steps.

    `unused` has the other engines that come into question, and why each is not used. A box of
    which all answers are wanted is split into cubes by `depth` of its cells.
    """

    query: Q_co
    goal: Goal
    engine: str
    steps: tuple[Step, ...]
    unused: tuple[tuple[str, str], ...] = ()
    depth: int = 0

    def __str__(self) -> str:
        query = self.query
        asked = f"{query.describe()}{query.where()}" if isinstance(query, PatternQuery) else ""
        return "\n".join(explained(asked, str(self.goal), self.steps, self.unused, self.depth))

    @property
    def sentence(self) -> str:
        return sentence(self.steps)

    @property
    def cuts(self) -> bool:
        """Whether a box is cut into cubes, of which each that is done can be kept."""
        return self.engine == "SAT"

    @property
    def unbounded(self) -> bool:
        """Whether patterns are searched for wherever they may be, in several ways at once."""
        return isinstance(self.query, Race)
