"""What kind of answer is wanted, in words: some, all, the best, or their number.

>>> from lifesearch.life.motion import Motion
>>> from lifesearch.queries.periodic import Periodic
>>> goal_of(Periodic(Motion(2), (3, 3)), 1)
'find one, or prove that there is none'
>>> goal_of(Periodic(Motion(2), (3, 3)), None)
'find all, and prove that there are no others'
"""

from __future__ import annotations

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


def goal_of(query: Query[Any], count: int | None) -> str:
    """What is wanted of a query if `count` answers are; None is all, or the best."""
    if query.optimises:
        assert isinstance(query, PatternQuery)
        assert query.constraints.objective is not None
        return f"find {BEST[query.constraints.objective.aim]}, and prove that none is better"
    if isinstance(query, CountQuestion):
        return "count all of them exactly, without listing them"
    if isinstance(query, NumberQuestion):
        return "find the highest average number of live cells per row, exactly"
    if count is None:
        return "find all, and prove that there are no others"
    found = "find one" if count == 1 else f"find {count:,}"
    if query.grows and isinstance(query, PatternQuery) and query.endless():
        return f"{found}, soon"
    return f"{found}, or prove that there {'is none' if count == 1 else 'are fewer'}"


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
