"""Ranges of soups in a session: how the soups ended, and how often each object came out.

>>> census = Census(Tally(died=1, settled=1), Counter(xs4_33=3), {"xs4_33": 7})
>>> soups_to_json(SoupsRun(6, 8, census))
{'soups': [6, 8], 'ended': [1, 1, 0, 0, 0, 0], 'objects': {'xs4_33': [3, 7]}}
>>> soups_from_json(soups_to_json(SoupsRun(6, 8, census))) == SoupsRun(6, 8, census)
True
"""

from __future__ import annotations

from bisect import bisect
from collections import Counter
from dataclasses import astuple, fields

from lifesearch.life.state_code import is_object_code
from lifesearch.queries.base import PatternQuery
from lifesearch.queries.soups import SoupQuery
from lifesearch.running.events import SoupsRun
from lifesearch.session.codec import Json, Natural, read
from lifesearch.soups.counts import Census, Tally

SOUPS = {
    "soups": tuple[Natural, Natural],
    "ended": tuple[(Natural,) * len(fields(Tally))],  # type: ignore[misc]  # as many as there are
    "objects": dict,
}
"""The names of a record, and their types."""


def soups_to_json(event: SoupsRun) -> Json:
    """The record of a range of soups."""
    census = event.census
    return {
        "soups": [event.start, event.stop],
        "ended": [*astuple(census.tally)],
        "objects": {code: [n, census.first[code]] for code, n in census.counts.items()},
    }


def soups_from_json(record: Json) -> SoupsRun:
    """Read a record; a ValueError if it is invalid."""
    start, stop = record["soups"]
    tally = Tally(*record["ended"])
    objects = {c: read(tuple[Natural, Natural], v) for c, v in record["objects"].items()}
    if tally.soups != stop - start or start >= stop:
        raise ValueError(f"{tally.soups} soups have ended, and not {stop - start}")
    for code, (count, first) in objects.items():
        if not is_object_code(code) or not count or not start <= first < stop:
            raise ValueError(f"{code:.20} cannot have come out of these soups")
    counts = Counter({code: count for code, (count, _) in objects.items()})
    return SoupsRun(start, stop, Census(tally, counts, {c: f for c, (_, f) in objects.items()}))


class RangesDone:
    """Reads records of soups one after another, and refuses soups that were counted before."""

    def __init__(self) -> None:
        self._ranges: list[tuple[int, int]] = []

    def read(self, query: PatternQuery, record: Json) -> SoupsRun:
        """Read the next record."""
        if not isinstance(query, SoupQuery):
            raise ValueError("the question is not about soups")  # noqa: TRY004
        event = soups_from_json(record)
        at = bisect(self._ranges, (event.start, event.stop))
        before = self._ranges[at - 1][1] if at else 0
        after = self._ranges[at][0] if at < len(self._ranges) else event.stop
        if event.start < before or event.stop > after:
            raise ValueError("some of these soups were counted before")
        self._ranges.insert(at, (event.start, event.stop))
        return event
