"""The records of soups in sessions: ranges, how their soups ended, and the census of each.

>>> census = Census(Tally(died=1, settled=1), Counter(xs4_33=3), {"xs4_33": 7})
>>> soups_to_json(SoupsRun(6, 8, census))
{'soups': [6, 8], 'ended': [1, 1, 0, 0, 0, 0], 'objects': {'xs4_33': [3, 7]}}
>>> soups_from_json(soups_to_json(SoupsRun(6, 8, census))) == SoupsRun(6, 8, census)
True
"""

from __future__ import annotations

from bisect import bisect
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import astuple, fields, replace
from itertools import accumulate
from typing import ClassVar

from lifesearch.core.events import Event
from lifesearch.engines.soups.census import Census, Tally
from lifesearch.life.state_code import is_object_code
from lifesearch.questions.soups.checkpoint import SoupCheckpoint
from lifesearch.questions.soups.events import SoupsRun
from lifesearch.questions.soups.question import SoupQuery
from lifesearch.running.options import Checkpoint
from lifesearch.running.session.codec import Json, Natural, read
from lifesearch.running.session.kind_records import Beginning, Series
from lifesearch.running.session.log import Record, RecordTypes
from lifesearch.running.session.pattern_records import PatternRecords

SOUPS: Mapping[str, object] = {
    "soups": tuple[Natural, Natural],
    # As many numbers as a Tally has fields, in their order.
    "ended": tuple[(Natural,) * len(fields(Tally))],  # type: ignore[misc]
    "objects": dict,
}
"""The names of a record of soups, and their types; `soups_from_json` reads the objects."""


def soups_to_json(event: SoupsRun) -> Json:
    census = event.census
    return {
        "soups": [event.start, event.stop],
        "ended": [*astuple(census.tally)],
        "objects": {code: [n, census.first[code]] for code, n in census.counts.items()},
    }


def soups_from_json(record: Json) -> SoupsRun:
    """Read a record whose values have their types (SOUPS); a ValueError if it is invalid."""
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
    """The ranges of soups that were counted: none may be counted twice."""

    def __init__(self) -> None:
        self._ranges: list[tuple[int, int]] = []  # (start, stop) in order

    def add(self, event: SoupsRun) -> None:
        """Add a range; ValueError if some of its soups are in one before."""
        place = bisect(self._ranges, (event.start, event.stop))
        before = self._ranges[place - 1][1] if place else 0
        after = self._ranges[place][0] if place < len(self._ranges) else event.stop
        if event.start < before or event.stop > after:
            raise ValueError("some of these soups were counted before")
        self._ranges.insert(place, (event.start, event.stop))


class SoupRecords(PatternRecords[SoupQuery]):
    """Ranges of soups, each of which was run once."""

    types: ClassVar[RecordTypes] = {**PatternRecords.types, "soups": SOUPS}

    def __init__(self, beginning: Beginning[SoupQuery]) -> None:
        super().__init__(beginning)
        self._ranges = RangesDone()

    def event_of(self, record: Record) -> Event | None:
        if record.kind == "soups":
            event = soups_from_json(record.values)
            self._ranges.add(event)
            return event
        return super().event_of(record)

    def record_of(self, event: object) -> Json | None:
        if isinstance(event, SoupsRun):
            return soups_to_json(event)
        return super().record_of(event)

    def checkpoint(self, events: Sequence[Event]) -> Checkpoint:
        ranges = tuple(event for event in events if isinstance(event, SoupsRun))
        return replace(super().checkpoint(events), extra=SoupCheckpoint(ranges))

    def counts(self, checkpoint: Checkpoint) -> Mapping[str, int]:
        return SoupCheckpoint.of(checkpoint).census.counts

    def own_series(self, records: Sequence[Record]) -> tuple[Series, ...]:
        """The soups that were run, and the objects that came out."""
        lines = [record.values for record in records]
        soups = accumulate(stop - start for start, stop in (x.get("soups", (0, 0)) for x in lines))
        objects = accumulate(
            sum(count for count, _ in line.get("objects", {}).values()) for line in lines
        )
        return Series("soups", tuple(soups)), Series("objects", tuple(objects))

    def is_complete(self, records: Sequence[Record]) -> bool:
        """Whether the wanted number of soups is run; soups themselves never end.

        A verdict is the last record, unless more soups were wanted later.
        """
        return bool(records) and records[-1].kind == "verdict"
