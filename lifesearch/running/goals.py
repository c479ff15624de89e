"""The number of answers that are wanted of a question, and the goal of its search in words.

`doors.request` reads the number of answers by it, and engines name their goals.
"""

from __future__ import annotations

from lifesearch.common.errors import OptionError
from lifesearch.core.constraints import Aim
from lifesearch.core.question import AnyQuestion, PatternQuery


def goal_of(query: AnyQuestion, count: int | None, *, soon: bool = False) -> str:
    """The goal of a search for `count` answers, in words; None is all, or the best.

    If they are wanted `soon`, nothing need be proved.

    >>> from lifesearch.life.motion import Motion
    >>> from lifesearch.questions.periodic.question import Periodic
    >>> goal_of(Periodic(Motion(2), (3, 3)), 1)
    'find one, or prove that there is none'
    >>> goal_of(Periodic(Motion(2), (3, 3)), None)
    'find all, and prove that there are no others'
    """
    if query.objective is not None:
        return f"find {query.objective.sought}, and prove that none is better"
    if count is None:
        return "find all, and prove that there are no others"
    otherwise = f"or prove that there {'is none' if count == 1 else 'are fewer'}"
    number = "one" if count == 1 else f"{count:,}"
    return f"find {number} quickly" if soon else f"find {number}, {otherwise}"


def how_many(
    query: PatternQuery, count: int | None, *, everything: bool, raw: bool = False
) -> int | None:
    """The number of answers that are wanted; None is all, or better and better ones.

    OptionError for all answers of an endless search, and for several where only one is best.
    """
    if everything and count is not None:
        raise OptionError("<everything> and <count> both say how many: give one of them")
    best = query.objective
    if best is None:
        if everything and query.endless():
            raise OptionError(f"<everything> needs {query.endless()}")
        return None if everything else count or 1
    if everything or raw or count not in (None, 1):
        as_good = f"; for all that are as good, ask again with {best.again} <everything>"
        raise OptionError(
            "only one answer is best: leave out <everything>, <count> and <raw>"
            f"{as_good if best.again else ''}"
        )
    # Boxes that grow are searched smallest first: a search for the smallest ends with an answer.
    if best.aim is not Aim.SMALLEST_BOX and query.endless():
        raise OptionError(f"<{best.aim}> needs {query.endless()}")
    return None
