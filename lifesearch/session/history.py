"""The history of a session: what was known when.

The file is only read, never claimed and never changed, so that one may look at a search
while it goes on. What it tells is a handful of numbers that change from record to record.
For boxes these are the parts that are done, the conflicts that they took, and the answers.
For a strip they are the states that were visited, those that are still open, and how many
rows the longest beginning of a ship has. For soups they are those that were run, and the objects
that came out.

    >>> part = {"searched": [3, 3, ""], "conflicts": 17}
    >>> [(series.name, series.values) for series in _of_boxes([part, part], "conflict")]
    [('parts proved', (1, 2)), ('conflicts', (17, 34))]

A race for the first answer has soups among its parts, of which nothing is proved.

Time is that of the search alone: nights between two runs do not count. Where no times were
written down, records are counted instead.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path

from lifesearch.errors import InputError
from lifesearch.queries.base import PatternQuery
from lifesearch.queries.soups import SoupQuery
from lifesearch.running.events import Found
from lifesearch.session.checksum import ChecksumChain
from lifesearch.session.codec import Json
from lifesearch.session.records import is_torn, parse_records, records, times

LARGEST_FILE = 2_000_000_000


@dataclass(frozen=True)
class Series:
    """A number that changes: its value after each record."""

    name: str
    values: tuple[int, ...]


@dataclass(frozen=True)
class SessionHistory:
    """The contents of a session, and how they grew.

    `seconds` has one entry for each value, or there is no clock. It
    is `complete` when it is proved that there is no further answer, or all soups are run.
    """

    query: PatternQuery
    found: tuple[Found, ...]
    series: tuple[Series, ...]
    seconds: tuple[float, ...] | None
    complete: bool

    @property
    def length(self) -> int:
        """How many records there are beside the query."""
        return len(self.series[0].values)


def is_session(opening: bytes) -> bool:
    """Whether a file that begins like this means to be a session."""
    return opening.lstrip().startswith(b'{"session"')


def read_history(name: str) -> SessionHistory:
    """Read a session without disturbing it."""
    path = Path(name)
    try:
        if not path.is_file():
            problem = "it is no plain file" if path.exists() else "there is no such file"
            raise InputError(f"cannot read the session '{name}': {problem}")
        if path.stat().st_size > LARGEST_FILE:
            raise InputError(f"cannot read the session '{name}': it is larger than 2 GB")
        data = path.read_bytes()
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise InputError(f"cannot read the session '{name}': {reason}") from error
    if not data:
        raise InputError(f"{name} is empty: a session begins with a line about its question")
    if is_torn(data):
        raise InputError(f"{name} ends in the middle of its first line: it tells nothing yet")
    lines = records(path, data, ChecksumChain())
    contents = parse_records(path, lines)
    clock = times(lines)
    later = lines[1:]
    in_boxes = contents.query.first_state is None
    own = _of_boxes(later, contents.query.unit) if in_boxes else _of_strip(later)
    complete = any(line["verdict"]["exhausted"] for line in later if "verdict" in line)
    if isinstance(contents.query, SoupQuery):
        own = _of_soups(later)
        complete = any("verdict" in line for line in later)
    answers = Series("found", tuple(accumulate(len(line.get("found", ())) for line in later)))
    seconds = None if clock is None else tuple(clock[1:])
    return SessionHistory(
        contents.query, contents.checkpoint.found, (*own, answers), seconds, complete
    )


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


def _of_strip(later: list[Json]) -> tuple[Series, ...]:
    depths = [0]
    visited: list[int] = []
    waiting: list[int] = []
    rows: list[int] = []
    still_open = 1
    for line in later:
        took, new, left, *_ = line.get("trail", ((), (), ()))
        for parent, *_ in new:
            depths.append(depths[parent] + 1)
        still_open += len(left) - len(took)
        visited.append(len(depths) - 1)
        waiting.append(max(0, still_open))
        rows.append(max(rows[-1] if rows else 0, *(depths[-len(new) :] if new else [0])))
    return (
        Series("states visited", tuple(visited)),
        Series("states open", tuple(waiting)),
        Series("rows reached", tuple(rows)),
    )
