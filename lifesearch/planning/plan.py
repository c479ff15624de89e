"""What will be done for a question, as a value: it can be shown, compared and sent."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from lifesearch.planning.goal import Goal
from lifesearch.queries.base import Query
from lifesearch.queries.race import Race

Q_co = TypeVar("Q_co", bound=Query[Any], covariant=True)


@dataclass(frozen=True)
class Step:
    """One way to search, with its share of the time; all steps of a plan go on side by side.

    `cost` is a rough estimate in seconds; None if there is none. `why` this way is used, in words.
    """

    engine: str
    what: str
    share: int = 1
    cost: float | None = None
    why: str = ""


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

    @property
    def unbounded(self) -> bool:
        """Whether patterns are sought wherever they may be, in several ways at once."""
        return isinstance(self.query, Race)
