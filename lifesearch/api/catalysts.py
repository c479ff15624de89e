"""Catalysts around an active part, from Python."""

from __future__ import annotations

from collections.abc import Generator
from typing import Unpack

from lifesearch.api.answer import Answer
from lifesearch.api.notebook import meter
from lifesearch.api.options import CatalystOptions, PatternOrFile, takes
from lifesearch.api.queries.asked import Asked
from lifesearch.api.queries.catalysts import catalysts
from lifesearch.api.results import Result, check_session, events
from lifesearch.options.readers import Whole, whole
from lifesearch.options.table import read
from lifesearch.running.events import Event


@takes("catalyse", CatalystOptions, running=True)
def catalyse(
    pattern: PatternOrFile, count: Whole | None = None, **options: Unpack[CatalystOptions]
) -> Result:
    """Find still lifes that make an active part recur, vanish or move on: `count` answers, or all.

    The search starts when the result is first used.

    >>> [shuttle] = catalyse("queen bee", 1, period=30, of="block", area=(24, 12), jobs=1)
    >>> shuttle.period, shuttle.population
    (30, 20)
    """
    asked = read("catalyse", options)
    wanted = None if count is None else whole(count, "count", 1)
    question = Asked(catalysts(pattern, asked))
    plan, how = question.planned(asked, wanted, everything=wanted is None)
    query, session = plan.query, asked.session
    if session is not None:
        check_session(session, query, how, growing=False)

    def start() -> Generator[Event, None, None]:
        return events(query, how, session, growing=False)

    return Result(start, Answer, query, meter(asked.progress))
