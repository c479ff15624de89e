"""Logs: files of records that are only ever appended, the same for sessions of all kinds.

One JSON object a line, on the disk before anybody hears of it. The first one says what the session
is about; its `session` is the title of a format, which lists the other kinds of records by name,
with the types of their values. All lines have digests (see `ChecksumChain`), except in formats that
are older than these.

A log has one run at a time. When that is killed in the middle of a line, the line is as good as
never written: readers leave it out, and who goes on cuts it off. Any other damage is refused in
a sentence that names the line.
"""

from __future__ import annotations

import json
import os
import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeVar

from lifesearch.errors import InputError, LifesearchError, OptionError, VerificationError
from lifesearch.file_lock import claimed
from lifesearch.limits import LARGEST_SESSION
from lifesearch.session.codec import Json, read
from lifesearch.signals import hold_interrupt

DIGITS = 16
CHECK = re.compile(rb', "check": "([0-9a-f]{%d})"}\n' % DIGITS)


class DamageError(ValueError):
    """A line that does not belong where it is."""


class ChecksumChain:
    """What the lines up to here add up to; it is `sealed` if the last one had a digest.

    Lines cannot be changed, lost, doubled or swapped without notice: the last value of each is a
    digest of all that comes before it in the file.

    >>> seal = ChecksumChain()
    >>> for record in ({"searched": [1, 1, ""]}, {"searched": [1, 1, ""]}):
    ...     line = seal.line(record)
    ...     seal.take(line)
    ...     print(line.decode(), end="")
    {"searched": [1, 1, ""], "check": "7eb1621a171e691f"}
    {"searched": [1, 1, ""], "check": "a7ca9ac5b31073a7"}

    Sessions of lifesearch 1 had no digests. Lines that are added to such a file have them, and
    they cover its old lines as well: after a line with a digest there is none without.
    """

    def __init__(self) -> None:
        self._digest = sha256()
        self.sealed = False

    def line(self, record: dict[str, Any]) -> bytes:
        """A record as the next line; `take` it once it is written."""
        body = json.dumps(record)[:-1].encode()
        return body + b', "check": "%s"}\n' % self._check(body)

    def take(self, line: bytes) -> None:
        """Go on after this line."""
        self._digest.update(line)
        self.sealed |= CHECK.search(line) is not None

    def read(self, line: bytes) -> Any:
        """The record of the next line, without its digest; DamageError if there was another one."""
        found = CHECK.search(line)
        if found and found[1] != self._check(line[: found.start()]):
            raise DamageError("another line was written here")
        if self.sealed and not found:
            raise DamageError("a line without its digest was not written here")
        self.take(line)
        return json.loads(line[: found.start()] + b"}" if found else line)

    def _check(self, body: bytes) -> bytes:
        digest = self._digest.copy()
        digest.update(body)
        return digest.hexdigest()[:DIGITS].encode()


T = TypeVar("T")
Meaning = Callable[[Path, "list[Record]"], T]
"""What all records of a log say together."""
FIRST = "session"
"""The name that the first record of every log has."""


@dataclass(frozen=True)
class LogFormat:
    """The records of logs with a title: for each kind its names, and the types of their values.

    A record has exactly the names of its kind, among them that of the kind itself; it may have
    those that are `optional`. `what` can be resumed. Titles before digests are `undigested`.
    """

    title: str
    what: str
    kinds: Mapping[str, Mapping[str, Any]]
    optional: Mapping[str, Any] = field(default_factory=dict)
    undigested: tuple[str, ...] = ()

    @property
    def titles(self) -> tuple[str, ...]:
        return (self.title, *self.undigested)

    def opens(self, name: str) -> bool:
        """Whether a file begins like a log of this format."""
        opening = _opening(self.title)
        try:
            with Path(name).open("rb") as file:
                return file.read(len(opening)) == opening
        except (OSError, ValueError):
            return False

    def is_torn(self, data: bytes) -> bool:
        """Whether this is the beginning of a first line, which was not finished."""
        openings = map(_opening, self.titles)
        begun = any(data.startswith(opening) or opening.startswith(data) for opening in openings)
        return b"\n" not in data and begun

    def record(self, number: int, values: Any) -> Record:
        """The record in a line; a ValueError or the like if it is invalid."""
        (kind,) = set(values) & {name for name in self.kinds if (name == FIRST) == (number == 1)}
        types = self.kinds[kind]
        if not types.keys() <= values.keys() <= types.keys() | self.optional.keys():
            raise ValueError(f"these are not the names of a record with '{kind}'")
        types = {**self.optional, **types}
        return Record(number, kind, {name: read(types[name], values[name]) for name in values})


@dataclass(frozen=True)
class Record:
    """The record in a line of a log, its values read by their types."""

    line: int
    kind: str
    values: Json


@dataclass
class Log:
    """An open log, to append records to."""

    path: Path
    _format: LogFormat
    _file: int
    _seal: ChecksumChain = field(default_factory=ChecksumChain)
    _end: int = 0

    @classmethod
    @contextmanager
    def open(
        cls, name: str, form: LogFormat, meaning: Meaning[T], first: Json | None = None
    ) -> Iterator[tuple[Log, T]]:
        """Open a log for us alone: where to append, and what it says.

        If it is not there yet, it begins with the `first` record; without one, it is refused.
        """
        with _claimed(name, create=first is not None) as file:
            log, data = cls(Path(name), form, file), _content(file)
            if first is None or not form.is_torn(data):
                known = meaning(log.path, _parsed(log.path, data, form, log._seal))
                log._end = data.rindex(b"\n") + 1
                os.ftruncate(file, log._end)
            else:
                known = meaning(log.path, [form.record(1, first)])
                os.ftruncate(file, 0)
                log.append(first)
            yield log, known

    def append(self, record: Json) -> None:
        """Write a record wholly and to the disk, or not at all."""
        line = rest = self._seal.line(record)
        try:
            os.ftruncate(self._file, self._end)  # of a line that an interrupt cut short
            while rest:
                rest = rest[os.write(self._file, rest) :]
            os.fsync(self._file)
        except OSError as error:
            with suppress(OSError):
                os.ftruncate(self._file, self._end)
            raise InputError(
                f"cannot write {self.path}: {error.strerror}; everything before this point is "
                f"complete, and the {self._format.what} can continue from there"
            ) from error
        self._seal.take(line)
        self._end += len(line)


class EventLog(ABC):
    """An open session: the events of a run are written before anybody hears of them."""

    _latest: object = None

    def record(self, events: Iterable[T]) -> Iterator[T]:
        """Pass events on, those that matter after they are safe."""
        for event in events:
            self.take(event)
            yield event

    def take(self, event: object) -> None:
        """Write an event if it matters, wholly, unless it was written just now."""
        with hold_interrupt():
            if event is not self._latest:
                self._write(event)
                self._latest = event

    @abstractmethod
    def _write(self, event: object) -> None:
        """Append what is kept of an event, if anything is."""


def read_log(name: str, form: LogFormat, meaning: Meaning[T]) -> T:
    """The meaning of a log, even while another process writes it."""
    path = Path(name)
    try:
        if not path.is_file():
            problem = "it is not a plain file" if path.exists() else "there is no such file"
            raise InputError(f"cannot read the session '{name}': {problem}")
        if path.stat().st_size > LARGEST_SESSION:
            raise InputError(f"cannot read the session '{name}': it is larger than 2 GB")
        data = path.read_bytes()
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise InputError(f"cannot read the session '{name}': {reason}") from error
    return meaning(path, _parsed(path, data, form, ChecksumChain()))


@contextmanager
def reading(path: Path, line: int) -> Iterator[None]:
    """Say in which line something is not as we would have written it."""
    try:
        yield
    except VerificationError as error:
        raise InputError(f"{path}, line {line}: this is not an answer to its question") from error
    except InputError as error:
        raise InputError(f"{path}, line {line}: {error}") from error
    except (ArithmeticError, LookupError, TypeError, ValueError, RecursionError) as error:
        raise _senseless(path, line) from error
    except LifesearchError as error:
        raise _senseless(path, line) from error


def _parsed(path: Path, data: bytes, form: LogFormat, seal: ChecksumChain) -> list[Record]:
    """The records that were written to their end."""
    if not data:
        raise InputError(f"{path} is empty: a session begins with a line about its question")
    if form.is_torn(data):
        raise InputError(f"{path} ends in the middle of its first line: it holds nothing yet")
    *lines, _ = data.split(b"\n")
    found: list[Record] = []
    title: Any = None
    for number, line in enumerate(lines, start=1):
        values = _values(path, number, line + b"\n", seal)
        title = title or values.get(FIRST)
        if title not in form.titles:
            raise _stranger(path, title)
        if title not in form.undigested and not seal.sealed:
            raise _damaged(path, number)
        with reading(path, number):
            found.append(form.record(number, values))
    if not found:
        raise _stranger(path)
    return found


def _values(path: Path, number: int, line: bytes, seal: ChecksumChain) -> Json:
    try:
        values = seal.read(line)
    except DamageError as error:
        raise _damaged(path, number) from error
    except (ValueError, RecursionError):
        values = None
    if isinstance(values, dict):
        return values
    raise _stranger(path) if number == 1 else _senseless(path, number)


def _stranger(path: Path, title: object = None) -> InputError:
    """What to say of a file that is another session than the one that is meant, or none."""
    about = {"survey": "a survey", "count": "a count", "1": "a search", "2": "a search"}
    program, kind, *_ = [*str(title).split(), "", ""]
    if program != "lifesearch" or kind not in about:
        return InputError(f"{path} is not a session of lifesearch")
    shown = ""
    if kind == "survey":
        shown = "'lifesearch survey <report {0}>' shows it, with <output FILE.html> as a page, and "
    return OptionError(
        f"{{0}} is the session of {about[kind]}: {shown}'lifesearch resume {{0}}' continues it",
        path,
    )


def _senseless(path: Path, line: int) -> InputError:
    return InputError(f"{path}, line {line}: this is not a record of a session")


def _damaged(path: Path, line: int) -> InputError:
    problem = "the session is damaged: its question was changed"
    if line > 1:
        problem = (
            "the session is damaged: something was changed, lost or added here; to resume it, "
            "delete this line and all after it"
        )
    return InputError(f"{path}, line {line}: {problem}")


@contextmanager
def _claimed(name: str, *, create: bool) -> Iterator[int]:
    """A plain file for us alone, to read and to append to."""
    flags = os.O_RDWR | os.O_APPEND | getattr(os, "O_BINARY", 0)
    in_use = f"the session {name} is in use by another run"
    with suppress(OSError, ValueError):
        # Before it is opened: to close it again would give up the lock of the run that has it.
        if _key(Path(name).stat()) in _OPEN:
            raise InputError(in_use)
    try:
        file = os.open(name, flags | (os.O_CREAT if create else 0), 0o666)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise InputError(f"cannot open the session '{name}': {reason}") from error
    try:
        if not Path(name).is_file():
            raise InputError(f"cannot use {name} as a session: it is not a plain file")
        if not claimed(file):
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


def _content(file: int) -> bytes:
    os.lseek(file, 0, os.SEEK_SET)
    pieces = iter(lambda: os.read(file, 2**20), b"")
    return b"".join(pieces)


def _opening(title: str) -> bytes:
    return f'{{"{FIRST}": "{title}"'.encode()
