"""What kind of answer is wanted: some, all, the best, or their number.

>>> from lifesearch.life.motion import Motion
>>> from lifesearch.queries.periodic import Periodic
>>> print(goal_of(Periodic(Motion(2), (3, 3)), 1))
find one, or prove that there is none
>>> print(goal_of(Periodic(Motion(2), (3, 3)), None))
find all, and prove that there are no others
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from lifesearch.errors import OptionError
from lifesearch.queries.base import PatternQuery, Query
from lifesearch.queries.constraints import Aim
from lifesearch.queries.periodic.count import CountQuestion, NumberQuestion

BEST = {
    Aim.SMALLEST_POPULATION: "one with the fewest live cells",
    Aim.LARGEST_POPULATION: "one with the most live cells",
    Aim.SMALLEST_BOX: "one in the smallest box",
}


@dataclass(frozen=True)
class FindSoon:
    """A number of answers, quickly; where there are no bounds, nothing is proved at the end."""

    count: int = 1
    bounded: bool = True

    def __str__(self) -> str:
        if not self.bounded:
            return "find one, soon" if self.count == 1 else f"find {self.count:,}, soon"
        if self.count == 1:
            return "find one, or prove that there is none"
        return f"find {self.count:,}, or prove that there are fewer"


@dataclass(frozen=True)
class Optimum:
    """The answer that is best, with a proof."""

    aim: Aim

    def __str__(self) -> str:
        return f"find {BEST[self.aim]}, and prove that none is better"


@dataclass(frozen=True)
class All:
    """All answers."""

    def __str__(self) -> str:
        return "find all, and prove that there are no others"


@dataclass(frozen=True)
class HowMany:
    """The number of all answers."""

    def __str__(self) -> str:
        return "count all of them exactly, without listing them"


@dataclass(frozen=True)
class Densest:
    """The density that long patterns come near to."""

    def __str__(self) -> str:
        return "find the highest average number of live cells per row, exactly"


Goal = FindSoon | Optimum | All | HowMany | Densest


def goal_of(query: Query[Any], count: int | None) -> Goal:
    """The goal of a query if `count` answers are wanted; None is all, or the best."""
    if query.optimises:
        assert isinstance(query, PatternQuery)
        assert query.constraints.objective is not None
        return Optimum(query.constraints.objective.aim)
    if isinstance(query, NumberQuestion):
        return HowMany() if isinstance(query, CountQuestion) else Densest()
    endless = query.grows and isinstance(query, PatternQuery) and bool(query.endless())
    return All() if count is None else FindSoon(count, not endless)


def how_many(
    query: PatternQuery, count: int | None, *, everything: bool, raw: bool = False
) -> int | None:
    """How many answers are wanted; None is all, or better and better ones.

    What has no end is refused, and so is more than one answer where one is best.
    """
    if everything and count is not None:
        raise OptionError("<everything> and <count> both say how many: give one of them")
    best = query.constraints.objective
    if best is None:
        if everything and query.endless():
            raise OptionError(f"<everything> needs {query.endless()}")
        return None if everything else count or 1
    if everything or count is not None or raw:
        again = "<box WxH>" if best.aim is Aim.SMALLEST_BOX else "<population '=N'>"
        raise OptionError(
            "only one answer is best: leave out <everything>, <count> and <raw>; for all that are "
            f"as good, ask again with {again} <everything>"
        )
    if best.aim is not Aim.SMALLEST_BOX and query.endless():
        raise OptionError(f"<{best.aim}> needs {query.endless()}")
    return None
