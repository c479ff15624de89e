"""Sessions: a file that remembers a search, so that nothing found is ever lost.

One JSON object a line, only ever appended, and on the disk before anybody hears of it:

    {"session": "lifesearch 2", "question": {...}, "count": null, "depth": 3, ...}
    {"found": [[0, 0, "3o!"]], "part": [3, 3, ""], "seconds": 0.2, "check": "9bd0ac32d3c3c8c0"}
    {"searched": [3, 3, ""], "conflicts": 17, "seconds": 0.4, "check": "6b1c45ab6e2ef1a5"}

The first line is the query; `depth` says into how many cubes its box is split. Then
come answers, as soon as they are verified, and parts, as soon as they are exhausted; for a
strip, states by number: which ones led to which new ones, and which are still open; for soups,
what came out of which of them. If the rule was unknown, an answer is followed by the least rule
that it works in. A search that goes on blocks the answers and leaves out the parts; its clock
goes on as well. The verdict at the end is for readers only. When a run is killed in the middle
of a line, that line is as good as never written, and is cut off. Any other damage is noticed: see
`checksum`.
"""

from __future__ import annotations

import json
import os
from base64 import b64encode
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from time import monotonic

from lifesearch.errors import InputError
from lifesearch.planning.choose import plan_of
from lifesearch.queries.answer import Answer
from lifesearch.queries.base import PatternQuery
from lifesearch.queries.soups import SoupQuery
from lifesearch.running.events import (
    Event,
    Finished,
    Found,
    Searched,
    Snapshot,
    SoupsRun,
    StripProgress,
    TurnedAway,
)
from lifesearch.running.options import Checkpoint, RunOptions
from lifesearch.session.checksum import ChecksumChain
from lifesearch.session.codec import Json, answers_to_json, query_to_json, to_json
from lifesearch.session.records import TITLE, Known, is_torn, parse_records, records, times
from lifesearch.session.soups import soups_to_json
from lifesearch.session.state_ids import StateNumbers


@dataclass
class Session:
    """An open session file: what it knows, and a place to add to it."""

    path: Path
    query: PatternQuery
    count: int | None
    checkpoint: Checkpoint
    events: tuple[Known, ...]
    _file: int
    _states: StateNumbers
    _seal: ChecksumChain
    _started: float = field(default_factory=monotonic)

    @classmethod
    @contextmanager
    def start(
        cls, name: str, query: PatternQuery, run_options: RunOptions, *, growing: bool = False
    ) -> Iterator[Session]:
        """Begin a session in a new file, or go on with the one that is there.

        If what is excluded is `growing`, the session keeps to what was excluded when it began;
        soups of a seed that nobody has chosen keep to their seed.
        """
        with opened(name, create=True) as file:
            if _has_begun(file):
                session = cls._read(Path(name), file)
                if growing:
                    query = _as_begun(query, session.query)
                if session.query != query:
                    raise InputError(
                        f"{name} is a session about another question"
                        f"{_difference(session.query, query)}"
                    )
            else:
                depth = plan_of(query, run_options).depth
                checkpoint, states = (
                    Checkpoint(depth=depth),
                    StateNumbers(query.first_state, by_level=query.by_level),
                )
                count = run_options.count
                session = cls(
                    Path(name), query, count, checkpoint, (), file, states, ChecksumChain()
                )
                first = {"session": TITLE, "question": query_to_json(query)}
                session._append(first | {"count": count, "depth": depth})
            yield session

    @classmethod
    @contextmanager
    def resume(cls, name: str) -> Iterator[Session]:
        """Open a session that is there."""
        with opened(name, create=False) as file:
            yield cls._read(Path(name), file)

    @classmethod
    def _read(cls, path: Path, file: int) -> Session:
        data = content(file)
        seal = ChecksumChain()
        lines = records(path, data, seal)
        story = parse_records(path, lines)
        os.ftruncate(file, data.rindex(b"\n") + 1)
        started = monotonic() - (times(lines) or [0.0])[-1]
        return cls(
            path,
            story.query,
            story.count,
            story.checkpoint,
            story.events,
            file,
            story.states,
            seal,
            started,
        )

    def record(self, events: Iterable[Event]) -> Iterator[Event]:
        """Pass events on, those that matter after they are safe."""
        news = False
        known = sum(len(found.answers) for found in self.checkpoint.found)
        for event in events:
            news |= isinstance(event, Known | Snapshot | TurnedAway)
            match event:
                case Found(part, answers):
                    found = answers_to_json([a for a in answers if isinstance(a, Answer)])
                    known += len(found)
                    self._append({"found": found, "part": [*part.box, part.label]})
                case Searched(part, conflicts):
                    self._append({"searched": [*part.box, part.label], "conflicts": conflicts})
                case StripProgress():
                    self._append({"trail": self._states.write(event)})
                case Snapshot():
                    self._append({"snapshot": b64encode(event.data).decode()})
                case TurnedAway(_, pattern):
                    self._append({"turned_away": to_json(pattern)})
                case SoupsRun():
                    self._append(soups_to_json(event))
                case Finished() if news:
                    verdict = {
                        "found": known,
                        "exhausted": event.exhausted,
                        "states": event.states,
                    }
                    self._append({"verdict": verdict, "conflicts": event.conflicts})
            yield event

    def _append(self, record: Json) -> None:
        record |= {"seconds": round(monotonic() - self._started, 3)}
        append(self._file, self.path, self._seal, record, "search")


def append(file: int, path: Path, seal: ChecksumChain, record: Json, what: str) -> None:
    """Write a record wholly and to the disk, or not at all; `what` can go on without it."""
    line = rest = seal.line(record)
    size = os.fstat(file).st_size
    try:
        while rest:
            rest = rest[os.write(file, rest) :]
        os.fsync(file)
    except OSError as error:
        with suppress(OSError):
            os.ftruncate(file, size)
        raise InputError(
            f"cannot write {path}: {error.strerror}; "
            f"what it holds up to here is complete, and the {what} can go on from there"
        ) from error
    seal.take(line)


@contextmanager
def opened(name: str, *, create: bool) -> Iterator[int]:
    """A plain file for us alone, to read and to append to."""
    flags = os.O_RDWR | os.O_APPEND | getattr(os, "O_BINARY", 0)
    in_use = f"the session {name} is in use by another run"
    with suppress(OSError):
        # Before it is opened: to close it again would give up the lock of the run that has it.
        if _key(Path(name).stat()) in _OPEN:
            raise InputError(in_use)
    try:
        file = os.open(name, flags | (os.O_CREAT if create else 0), 0o666)
    except OSError as error:
        raise InputError(f"cannot open the session '{name}': {error.strerror}") from error
    try:
        if not Path(name).is_file():
            raise InputError(f"cannot use {name} as a session: it is no plain file")
        if not _locked(file):
            raise InputError(in_use)
        _OPEN.add(_key(os.fstat(file)))
        yield file
    finally:
        _OPEN.discard(_key(os.fstat(file)))
        os.close(file)


_OPEN: set[tuple[int, int]] = set()
"""The sessions that this process has open: a lock is between processes only."""


def _key(status: os.stat_result) -> tuple[int, int]:
    return status.st_dev, status.st_ino


def _locked(file: int) -> bool:
    """Claim the file, where the system knows how; the claim ends with the process."""
    try:
        from fcntl import LOCK_EX, LOCK_NB, lockf
    except ImportError:
        return True
    try:
        lockf(file, LOCK_EX | LOCK_NB)
    except (BlockingIOError, PermissionError):
        return False
    except OSError:
        return True  # some network file systems have no locks
    return True


def content(file: int) -> bytes:
    """All that is in an open file."""
    os.lseek(file, 0, os.SEEK_SET)
    pieces = iter(lambda: os.read(file, 2**20), b"")
    return b"".join(pieces)


def _has_begun(file: int) -> bool:
    """Whether the file holds anything; the beginning of a first line counts as nothing."""
    torn = is_torn(content(file))
    if torn:
        os.ftruncate(file, 0)
    return not torn


def _as_begun(query: PatternQuery, begun: PatternQuery) -> PatternQuery:
    """The query without excluded pieces that were added after the session began; its seed."""
    if isinstance(query, SoupQuery) and isinstance(begun, SoupQuery):
        return replace(query, seed=begun.seed)
    before, now = begun.constraints.excluded, query.constraints.excluded
    return query.excluding(before) if before != now and set(before) <= set(now) else query


def _difference(one: PatternQuery, other: PatternQuery) -> str:
    """In what two queries differ: in words, or in the names of the file if words do not tell."""
    kept, asked = (f"{query.describe()}{query.where()}" for query in (one, other))
    if kept != asked:
        return f": {kept}, and not {asked}"
    here, there = query_to_json(one), query_to_json(other)
    name = next(name for name in here if here[name] != there.get(name))
    if name == "film":
        return ", with other known cells"
    return f", with {name} = {_shown(here[name])} instead of {_shown(there.get(name))}"


def _shown(value: object) -> str:
    """A value of the file, as a person would write it.

    >>> _shown(["soups", "rows"]), _shown([]), _shown(3), _shown(True)
    ('soups, rows', 'nothing', '3', 'true')
    """
    if isinstance(value, list) and all(isinstance(each, str) for each in value):
        return ", ".join(value) or "nothing"
    return json.dumps(value)
