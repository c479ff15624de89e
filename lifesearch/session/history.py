"""The history of a session: what was known when.

The file is only read, never claimed and never changed, so that one may look at a search
while it goes on. What it says is a handful of numbers that change from record to record.
For boxes these are the parts that are done, the conflicts that they took, and the answers.
For a strip they are the states that were visited, those that are still open, and how many
rows the longest beginning of a ship has: SAT rows write down all of them, row tables now and
then. For soups they are those that were run, and the objects that came out.

    >>> part = {"searched": [3, 3, ""], "conflicts": 17}
    >>> [(series.name, series.values) for series in _of_boxes([part, part], "conflict")]
    [('parts proved', (1, 2)), ('conflicts', (17, 34))]

A race for the first answer has soups among its parts, of which nothing is proved.

Time is that of the search alone: nights between two runs do not count. Where no times were
written down, records are counted instead.
"""

from __future__ import annotations

from base64 import b64decode
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import accumulate
from pathlib import Path

from lifesearch.queries.base import PatternQuery
from lifesearch.queries.soups import SoupQuery
from lifesearch.running.events import Found
from lifesearch.session.codec import Json
from lifesearch.session.log import Record, read_log, reading
from lifesearch.session.records import SEARCHES, parse_records


@dataclass(frozen=True)
class Series:
    """A number that changes: its value after each record."""

    name: str
    values: tuple[int, ...]


@dataclass(frozen=True)
class SessionHistory:
    """The contents of a session, and how they grew.

    `seconds` has one entry for each value, or there is no clock. It
    is `complete` when it is proved that there is no further answer, or all soups are run. Objects
    in soups have `counts`, by their codes.
    """

    query: PatternQuery
    found: tuple[Found, ...]
    series: tuple[Series, ...]
    seconds: tuple[float, ...] | None
    complete: bool
    counts: Mapping[str, int] = field(default_factory=dict)

    @property
    def length(self) -> int:
        return len(self.series[0].values)


def is_session(opening: bytes) -> bool:
    return opening.lstrip().startswith(b'{"session"')


def read_history(name: str) -> SessionHistory:
    known = read_log(name, SEARCHES, parse_records)
    query, values = known.query, [record.values for record in known.records]
    complete = any(each["verdict"]["exhausted"] for each in values if "verdict" in each)
    if isinstance(query, SoupQuery):
        own = _of_soups(values)
        complete = any("verdict" in each for each in values)
    elif query.first_state is None:
        own = _of_boxes(values, query.unit)
    else:
        own = _of_strip(Path(name), query, known.records)
    answers = Series("found", tuple(accumulate(len(each.get("found", ())) for each in values)))
    seconds = None if known.seconds is None else tuple(known.seconds[1:])
    counts = sum((run.census.counts for run in known.checkpoint.soups), Counter[str]())
    found = known.checkpoint.found
    return SessionHistory(query, found, (*own, answers), seconds, complete, counts)


def _of_boxes(later: list[Json], unit: str) -> tuple[Series, ...]:
    done = [line if "searched" in line else {} for line in later]
    parts = accumulate(int(bool(line)) for line in done)
    conflicts = accumulate(int(line.get("conflicts", 0)) for line in done)
    done_with = "proved" if unit == "conflict" else "searched"
    return Series(f"parts {done_with}", tuple(parts)), Series(f"{unit}s", tuple(conflicts))


def _of_soups(later: list[Json]) -> tuple[Series, ...]:
    ranges = [line.get("soups", (0, 0)) for line in later]
    soups = accumulate(stop - start for start, stop in ranges)
    objects = accumulate(
        sum(count for count, _ in line.get("objects", {}).values()) for line in later
    )
    return Series("soups", tuple(soups)), Series("objects", tuple(objects))


def _of_strip(path: Path, query: PatternQuery, records: list[Record]) -> tuple[Series, ...]:
    """What SAT rows record in trails, row tables in snapshots, and both at their end."""
    depths = [0]
    visited, still_open, longest, kilobytes = [0], [1], [0], [0]
    for record in records:
        states, waiting, rows, size = visited[-1], still_open[-1], 0, kilobytes[-1]
        with reading(path, record.line):
            match record.kind:
                case "trail":
                    took, new, left, *_ = record.values["trail"]
                    for parent, *_ in new:
                        depths.append(depths[parent] + 1)
                    states, rows = len(depths) - 1, max(depths[-len(new) - 1 :])
                    waiting += len(left) - len(took)
                case "snapshot":
                    data = b64decode(record.values["snapshot"], validate=True)
                    states, waiting, rows, taken = query.snapshot_reached(data)
                    size = taken // 1000
                case "verdict":
                    states = max(states, record.values["verdict"].get("states") or 0)
                    waiting *= not record.values["verdict"]["exhausted"]
        visited.append(states)
        still_open.append(max(0, waiting))
        longest.append(max(rows, longest[-1]))
        kilobytes.append(size)
    series = (
        Series("states visited", tuple(visited[1:])),
        Series("states open", tuple(still_open[1:])),
        Series("rows reached", tuple(longest[1:])),
        Series("kB of memory for states", tuple(kilobytes[1:])),
    )
    # SAT rows write down no sizes; row tables that end before their first snapshot only states.
    if any(record.kind == "snapshot" for record in records):
        return series
    return series[:3] if any(record.kind == "trail" for record in records) else series[:1]
