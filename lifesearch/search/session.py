"""Sessions: a file that remembers a search, so that nothing found is ever lost.

One JSON object a line, only ever appended, and on the disk before anybody hears of it:

    {"session": "lifesearch 1", "question": {...}, "count": null, "depth": 3}
    {"found": [[0, 0, "3o!"]], "part": [3, 3, ""], "seconds": 0.2}
    {"searched": [3, 3, ""], "conflicts": 17, "seconds": 0.4}

The first line is the question; `depth` says into how many cubes its box is split. Then
come answers, as soon as they are verified, and parts, as soon as they are exhausted; for a
strip, states by number: which ones led to which new ones, and which are still open. If the
rule was unknown, an answer is followed by the least rule that it works in. A
search that goes on blocks the answers and leaves out the parts; its clock goes on as well.
The verdict at the end is for readers only. When a run is killed in the middle of a line,
that line is as good as never written, and is cut off.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from time import monotonic
from typing import Any

from lifesearch.errors import InputError, LifesearchError, VerificationError
from lifesearch.search.answer import Answer
from lifesearch.search.effort import Effort, Past
from lifesearch.search.events import Event, Finished, Found, Part, Searched, Trail
from lifesearch.search.numbering import Numbering
from lifesearch.search.periodic import Periodic
from lifesearch.search.saved import Json, PatternQuestion, checked, restored, saved, written

TITLE = "lifesearch 1"
DEEPEST = 12
LONGEST = 1e10


@dataclass
class Session:
    """An open session file: what it knows, and a place to add to it."""

    path: Path
    question: PatternQuestion
    count: int | None
    past: Past
    _file: int
    _states: Numbering
    _started: float = field(default_factory=monotonic)

    @classmethod
    @contextmanager
    def start(
        cls, name: str, question: PatternQuestion, effort: Effort, *, growing: bool = False
    ) -> Iterator[Session]:
        """Begin a session in a new file, or go on with the one that is there.

        If what is excluded is `growing`, the session keeps to what was excluded when it began.
        """
        with _opened(name, create=True) as file:
            if _has_begun(file):
                session = cls._read(Path(name), file)
                if growing:
                    question = _as_begun(question, session.question)
                if session.question != question:
                    raise InputError(
                        f"{name} is a session about another question, "
                        f"with {_difference(session.question, question)}"
                    )
            else:
                depth = effort.depth(question)
                states = Numbering(question)
                session = cls(Path(name), question, effort.count, Past(depth=depth), file, states)
                first = {"session": TITLE, "question": saved(question)}
                session._append(first | {"count": effort.count, "depth": depth})
            yield session

    @classmethod
    @contextmanager
    def resume(cls, name: str) -> Iterator[Session]:
        """Open a session that is there."""
        with _opened(name, create=False) as file:
            yield cls._read(Path(name), file)

    @classmethod
    def _read(cls, path: Path, file: int) -> Session:
        data = _content(file)
        lines = records(path, data)
        question, count, past, states = told(path, lines)
        os.ftruncate(file, data.rindex(b"\n") + 1)
        started = monotonic() - (times(lines) or [0.0])[-1]
        return cls(path, question, count, past, file, states, started)

    def record(self, events: Iterable[Event]) -> Iterator[Event]:
        """Pass events on, those that matter after they are safe."""
        news = False
        for event in events:
            news |= isinstance(event, Found | Searched | Trail)
            match event:
                case Found(part, answers):
                    found = [written(answer) for answer in answers if isinstance(answer, Answer)]
                    self._append({"found": found, "part": [*part.box, part.cube]})
                case Searched(part, conflicts):
                    self._append({"searched": [*part.box, part.cube], "conflicts": conflicts})
                case Trail():
                    self._append({"trail": self._states.write(event)})
                case Finished(found, conflicts, exhausted) if news:
                    verdict = {"found": found, "exhausted": exhausted, "states": event.states}
                    self._append({"verdict": verdict, "conflicts": conflicts})
            yield event

    def _append(self, record: Json) -> None:
        record |= {"seconds": round(monotonic() - self._started, 3)}
        line = json.dumps(record).encode() + b"\n"
        size = os.fstat(self._file).st_size
        try:
            while line:
                line = line[os.write(self._file, line) :]
            os.fsync(self._file)
        except OSError as error:
            with suppress(OSError):
                os.ftruncate(self._file, size)
            raise InputError(
                f"cannot write {self.path}: {error.strerror}; "
                f"what it holds up to here is complete, and the search can go on from there"
            ) from error


def records(path: Path, data: bytes) -> list[Json]:
    """The lines of a session that were written to their end."""
    *lines, _ = data.split(b"\n")
    read = [_parsed(path, number, line) for number, line in enumerate(lines, start=1)]
    if not read or read[0].get("session") != TITLE:
        raise InputError(f"{path} is no session of lifesearch")
    return read


def told(path: Path, lines: list[Json]) -> tuple[PatternQuestion, int | None, Past, Numbering]:
    """What the records of a session say: the question, how much is wanted, what is known."""
    with _reading(path, 1):
        question = restored(lines[0]["question"])
        count, depth = _count(lines[0]["count"]), _depth(lines[0]["depth"])
    found: list[Found] = []
    searched: set[Part] = set()
    trails: list[Trail] = []
    states = Numbering(question)
    for number, record in enumerate(lines[1:], start=2):
        with _reading(path, number):
            if "found" in record:
                found.append(_found(question, record))
            elif "searched" in record:
                searched.add(_part(record["searched"]))
            elif "trail" in record:
                trails.append(states.read(record["trail"]))
    past = Past(tuple(found), frozenset(searched), depth, tuple(trails))
    return question, count, past, states


def times(lines: list[Json]) -> list[float] | None:
    """For how many seconds the search had been at work at each record; None if none tells.

    Older sessions began to count again whenever they went on: there the runs add up.

    >>> times([{"seconds": 0.1}, {"seconds": 7}, {"seconds": 2}, {}, {"seconds": 4}])
    [0.1, 7.0, 9.0, 9.0, 11.0]
    """
    total: list[float] = []
    before = last = 0.0
    for record in lines:
        seconds = record.get("seconds")
        if isinstance(seconds, int | float) and 0 <= seconds <= LONGEST:
            before += last if seconds < last else 0.0
            last = seconds
        total.append(round(before + last, 3))
    return total if any("seconds" in record for record in lines) else None


@contextmanager
def _opened(name: str, *, create: bool) -> Iterator[int]:
    """A plain file for us alone, to read and to append to."""
    flags = os.O_RDWR | os.O_APPEND | getattr(os, "O_BINARY", 0)
    try:
        file = os.open(name, flags | (os.O_CREAT if create else 0), 0o666)
    except OSError as error:
        raise InputError(f"cannot open the session '{name}': {error.strerror}") from error
    try:
        if not Path(name).is_file():
            raise InputError(f"cannot use {name} as a session: it is no plain file")
        if not _locked(file):
            raise InputError(f"the session {name} is in use by another run")
        yield file
    finally:
        os.close(file)


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


def _content(file: int) -> bytes:
    os.lseek(file, 0, os.SEEK_SET)
    pieces = iter(lambda: os.read(file, 2**20), b"")
    return b"".join(pieces)


def _has_begun(file: int) -> bool:
    """Whether the file holds anything; the beginning of a first line counts as nothing."""
    data = _content(file)
    opening = json.dumps({"session": TITLE})[:-1].encode()
    torn = b"\n" not in data and (data.startswith(opening) or opening.startswith(data))
    if torn:
        os.ftruncate(file, 0)
    return not torn


def _parsed(path: Path, number: int, line: bytes) -> Json:
    try:
        record = json.loads(line)
    except (ValueError, RecursionError):
        record = None
    if isinstance(record, dict):
        return record
    if number == 1:
        raise InputError(f"{path} is no session of lifesearch")
    raise InputError(f"{path}, line {number}: this is no record of a session")


@contextmanager
def _reading(path: Path, number: int) -> Iterator[None]:
    """Say where a record is not as we would have written it."""
    try:
        yield
    except VerificationError as error:
        raise InputError(f"{path}, line {number}: this is no answer to its question") from error
    except (LookupError, TypeError, ValueError, LifesearchError) as error:
        raise InputError(f"{path}, line {number}: this is no record of a session") from error


def _as_begun(question: PatternQuestion, begun: PatternQuestion) -> PatternQuestion:
    """The question without what was not yet known when it was first asked."""
    if not isinstance(question, Periodic) or not isinstance(begun, Periodic):
        return question
    before = begun.also.excluded
    if not set(before) <= set(question.also.excluded):
        return question
    return replace(question, also=replace(question.also, excluded=before))


def _difference(one: PatternQuestion, other: PatternQuestion) -> str:
    """In what two questions differ, in the words of the file."""
    here, there = saved(one), saved(other)
    name = next(name for name in here if here[name] != there.get(name))
    if name == "film":
        return "another film"
    return f"{name} {json.dumps(here[name])} instead of {json.dumps(there.get(name))}"


def _found(question: PatternQuestion, record: Json) -> Found:
    part = _part(record["part"])
    return Found(part, tuple(checked(question, record["found"], part.box)))


def _count(value: Any) -> int | None:
    if value is not None and (not isinstance(value, int) or value < 1):
        raise ValueError(value)
    return value


def _depth(value: Any) -> int:
    if not isinstance(value, int) or not 0 <= value <= DEEPEST:
        raise ValueError(value)
    return value


def _part(value: list[Any]) -> Part:
    width, height, cube = value
    return Part((int(width), int(height)), str(cube))
