"""The records of a session: what each kind of them holds, and what they say together.

A record is an object with these names, and with the `seconds` for which the search had been at
work. It has no others: a name that is not known is a record that is damaged, or one of a later
lifesearch, and nothing may be concluded without it.

    session, question, count, depth   the first line
    found, part                       answers, and the part they were found in
    searched, conflicts               a part that has no other answers
    trail                             a piece of a strip that is explored
    turned_away                       a pattern of a strip that does not count
    snapshot                          a search of a strip by row tables, at rest
    soups, ended, objects             a range of soups, how they ended, and what came out
    verdict, conflicts                how a run ended
"""

from __future__ import annotations

from base64 import b64decode
from collections.abc import Hashable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lifesearch.errors import InputError, LifesearchError, VerificationError
from lifesearch.life.pattern import Pattern
from lifesearch.limits import MOST_WANTED
from lifesearch.queries.answer import Answer
from lifesearch.queries.base import PatternQuery
from lifesearch.running.events import Found, Searched, SoupsRun, StripProgress
from lifesearch.running.options import Checkpoint
from lifesearch.session.checksum import ChecksumChain, DamageError
from lifesearch.session.codec import (
    Json,
    answer_to_json,
    answers_from_json,
    query_from_json,
    read,
)
from lifesearch.session.soups import SoupRanges
from lifesearch.session.state_ids import StateNumbers
from lifesearch.solving.parts import Part

TITLE = "lifesearch 2"
TITLES = ("lifesearch 1", TITLE)
DEEPEST = 12
LONGEST = 1e10
NAMES = {
    "session": {"question", "count", "depth"},
    "found": {"part"},
    "searched": {"conflicts"},
    "trail": set[str](),
    "snapshot": set[str](),
    "turned_away": set[str](),
    "soups": {"ended", "objects"},
    "verdict": {"conflicts"},
}
OPTIONAL = {"seconds", "conflicts"}

Known = Found | Searched | StripProgress | SoupsRun
"""The events that a session keeps."""


@dataclass(frozen=True)
class SessionContents:
    """Contents of a session: query, wanted count, checkpoint, and all events in order.

    `states` are the numbers of a strip's states, for those who go on.
    """

    query: PatternQuery
    count: int | None
    checkpoint: Checkpoint
    events: tuple[Known, ...]
    states: StateNumbers


def is_torn(data: bytes) -> bool:
    """Whether this is the beginning of a first line, which was not finished."""
    openings = [f'{{"session": "{title}"'.encode() for title in TITLES]
    begun = any(data.startswith(opening) or opening.startswith(data) for opening in openings)
    return b"\n" not in data and begun


def records(path: Path, data: bytes, seal: ChecksumChain) -> list[Json]:
    """The lines of a session that were written to their end."""
    *lines, _ = data.split(b"\n")
    found: list[Json] = []
    for number, line in enumerate(lines, start=1):
        found.append(_parsed(path, number, line + b"\n", seal))
        title = found[0].get("session")
        if title not in TITLES:
            raise _stranger(path, title)
        if title == TITLE and not seal.sealed:
            raise _damaged(path, number)
    if not found:
        raise _stranger(path)
    return found


def _parsed(path: Path, number: int, line: bytes, seal: ChecksumChain) -> Json:
    try:
        record = seal.read(line)
    except DamageError as error:
        raise _damaged(path, number) from error
    except (ValueError, RecursionError):
        record = None
    if isinstance(record, dict):
        return record
    raise _stranger(path) if number == 1 else _senseless(path, number)


def _stranger(path: Path, title: object = None) -> InputError:
    """What to say of a file that is another session than that of a search, or none."""
    kind = str(title)
    if kind.startswith("lifesearch survey "):
        return InputError(
            f"{path} is the session of a survey: 'lifesearch survey --report {path}' shows it, "
            f"with -o FILE.html as a page, and 'lifesearch resume {path}' goes on"
        )
    if kind.startswith("lifesearch count "):
        return InputError(f"{path} is the session of a count: 'lifesearch resume {path}' goes on")
    return InputError(f"{path} is no session of lifesearch")


def _senseless(path: Path, number: int) -> InputError:
    return InputError(f"{path}, line {number}: this is no record of a session")


def _damaged(path: Path, number: int) -> InputError:
    problem = "this session is damaged, for its question was changed"
    if number > 1:
        problem = (
            "this session is damaged, for here something was changed, lost or added; without "
            "this line and all after it, it can be resumed"
        )
    return InputError(f"{path}, line {number}: {problem}")


def parse_records(path: Path, lines: list[Json]) -> SessionContents:
    """What the records of a session say."""
    with _reading(path, 1):
        _kind(lines[0], "session")
        count, depth = _count(lines[0]["count"]), _natural(lines[0]["depth"], DEEPEST)
        query = query_from_json(lines[0]["question"])
        _require_end(query, count)
    events: list[Known] = []
    seen: set[Hashable] = set()
    states = StateNumbers(query.first_state, by_level=query.by_level)
    forgotten = lines[0]["session"] != TITLE and query.restarts_old_sessions
    soups = SoupRanges()
    last_snapshot = max((n for n, each in enumerate(lines, 1) if "snapshot" in each), default=0)
    snapshot: bytes | None = None
    turned_away = False
    for number, record in enumerate(lines[1:], start=2):
        with _reading(path, number):
            match _kind(record, *(NAMES.keys() - {"session"})):
                case "found":
                    part = _part(query, record["part"], depth)
                    answers = answers_from_json(query, record["found"], part.box)
                    events.append(Found(part, tuple(answers)))
                    _once(seen, *map(_identity, answers))
                case "searched":
                    part = _part(query, record["searched"], depth)
                    events.append(Searched(part, _natural(record.get("conflicts", 0))))
                    _once(seen, part)
                case "trail" if not forgotten:
                    events.append(states.read(record["trail"]))
                case "snapshot" if number == last_snapshot:
                    snapshot = _snapshot(query, record["snapshot"])
                case "turned_away":
                    turned_away = bool(read(Pattern, record["turned_away"]))
                case "soups":
                    events.append(soups.read(query, record))
                case "verdict":
                    _natural(record.get("conflicts", 0))
                    found = sum(len(e.answers) for e in events if isinstance(e, Found))
                    _verdict(record["verdict"], found)
    checkpoint = Checkpoint(
        tuple(event for event in events if isinstance(event, Found)),
        frozenset(event.part for event in events if isinstance(event, Searched)),
        depth,
        tuple(event for event in events if isinstance(event, StripProgress)),
        snapshot,
        turned_away,
        tuple(event for event in events if isinstance(event, SoupsRun)),
    )
    return SessionContents(query, count, checkpoint, tuple(events), states)


def times(lines: list[Json]) -> list[float] | None:
    """For how many seconds the search had been at work at each record; None without times.

    Older sessions began to count again whenever they went on: there the runs add up.

    >>> times([{"seconds": 0.1}, {"seconds": 7}, {"seconds": 2}, {}, {"seconds": 4}])
    [0.1, 7.0, 9.0, 9.0, 11.0]
    """
    total: list[float] = []
    before = last = 0.0
    for record in lines:
        seconds = record.get("seconds", last)
        before += last if seconds < last else 0.0
        last = seconds
        total.append(round(before + last, 3))
    return total if any("seconds" in record for record in lines) else None


@contextmanager
def _reading(path: Path, number: int) -> Iterator[None]:
    """Say where a record is not as we would have written it."""
    try:
        yield
    except VerificationError as error:
        raise InputError(f"{path}, line {number}: this is no answer to its question") from error
    except InputError as error:
        raise InputError(f"{path}, line {number}: {error}") from error
    except (LookupError, TypeError, ValueError, LifesearchError) as error:
        raise _senseless(path, number) from error


def _kind(record: Json, *kinds: str) -> str:
    """What a record is about, if it has all the names of its kind and no other."""
    (kind,) = set(record) & set(kinds)
    if set(record) - OPTIONAL != (NAMES[kind] | {kind}) - OPTIONAL:
        raise ValueError(f"these are not the names of a record with '{kind}'")
    seconds = record.get("seconds", 0)
    if type(seconds) not in (int, float) or not 0 <= seconds <= LONGEST:
        raise ValueError(f"{seconds!r:.20} is no time")
    return kind


def _part(query: PatternQuery, value: Any, depth: int) -> Part:
    """Read a part of the query."""
    *box, label = read(tuple[int, int, str], value)
    part = Part.labelled((box[0], box[1]), label)
    if not query.has_part(part, depth):
        raise VerificationError(f"{part} is no part of the question")
    return part


def _identity(answer: Answer) -> Hashable:
    return str(answer_to_json(answer))


def _once(seen: set[Hashable], *news: Hashable) -> None:
    """Refuse what was recorded before."""
    if len(set(news)) < len(news) or seen & set(news):
        raise ValueError("this was told before")
    seen.update(news)


def _verdict(value: Any, found: int) -> None:
    """Check that a verdict counts the answers recorded before it."""
    claimed = value["found"]
    if type(value) is not dict or type(claimed) is not int or claimed != found:
        raise ValueError(f"{found} answers were recorded, and not {claimed!r:.20}")
    if type(value["exhausted"]) is not bool:
        raise ValueError("it is not said how the run ended")


def _require_end(query: PatternQuery, count: int | None) -> None:
    """All answers can only be wanted where there is an end."""
    if count is None and not query.optimises and not query.where():
        raise InputError("all answers are wanted, of boxes that grow without end")


def _count(value: Any) -> int | None:
    return None if value is None else max(1, _natural(value, MOST_WANTED, least=1))


def _natural(value: Any, most: int = 10**18, *, least: int = 0) -> int:
    if type(value) is not int or not least <= value <= most:
        raise ValueError(f"{value!r:.20} is no number between {least} and {most}")
    return value


def _snapshot(query: PatternQuery, value: Any) -> bytes:
    """A snapshot, if it is what it claims to be."""
    if type(value) is not str:
        raise ValueError("a snapshot is a text")
    data = b64decode(value, validate=True)
    query.check_snapshot(data)
    return data
