"""Logs: the files of sessions, to which records are only ever appended.

A record is a JSON object in a line of its own, and is on the disk before its event is shown. The
first record has the question; its `session` is the program and the number of the format, which
changes with the meaning of any record, so that a session of another format is refused and never
misread. All lines have digests (see `ChecksumChain`).

One run at a time may write a log. If it is killed in the middle of a line, that line does not
count: readers leave it out, and the next run cuts it off. A log with other damage is refused, with
the number of the line.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import TypeVar

from lifesearch.common.errors import InputError, LifesearchError, VerificationError
from lifesearch.common.file_lock import claimed
from lifesearch.common.limits import LARGEST_SESSION
from lifesearch.common.regular_file import read_regular
from lifesearch.running.session.codec import Json, read

DIGITS = 16
"""Hexadecimal digits of a digest in a line: 64 bits, enough against damage by accident."""
NOTHING_ELSE: Mapping[str, object] = {}  # the `also` of records that have no optional names
CHECK = re.compile(rb', "check": "([0-9a-f]{%d})"}\n' % DIGITS)
"""The end of every line: its digest."""


class DamageError(ValueError):
    """A line whose digest does not fit: it, or a line before it, was changed, lost or added."""


class ChecksumChain:
    """The digest of all lines so far, which the next line carries.

    Lines cannot be changed, lost, doubled or swapped without notice: the last value of each is a
    digest of all that comes before it in the file.

    >>> chain = ChecksumChain()
    >>> for record in ({"searched": [1, 1, ""]}, {"searched": [1, 1, ""]}):
    ...     line = chain.line(record)
    ...     chain.take(line)
    ...     print(line.decode(), end="")
    {"searched": [1, 1, ""], "check": "7eb1621a171e691f"}
    {"searched": [1, 1, ""], "check": "a7ca9ac5b31073a7"}
    """

    def __init__(self) -> None:
        self._digest = sha256()

    def line(self, record: Json) -> bytes:
        """A record as the next line; `take` it once it is written."""
        body = json.dumps(record)[:-1].encode()
        return body + b', "check": "%s"}\n' % self._check(body)

    def take(self, line: bytes) -> None:
        """Add a line to the chain: later digests depend on it."""
        self._digest.update(line)

    def read(self, line: bytes) -> object:
        """The record of the next line, without its digest; DamageError if the digest is wrong."""
        found = CHECK.search(line)
        if not found or found[1] != self._check(line[: found.start()]):
            raise DamageError("another line was written here")
        self.take(line)
        return json.loads(line[: found.start()] + b"}")

    def _check(self, body: bytes) -> bytes:
        digest = self._digest.copy()
        digest.update(body)
        return digest.hexdigest()[:DIGITS].encode()


T = TypeVar("T")
Meaning = Callable[[Path, list[Json]], T]
"""A function from a log's path and the values of all its lines to what they mean together."""
FIRST = "session"
"""The name that the first record of every log has."""
FORMAT = 4
"""Raised whenever a record of any session, or a question in it, is written differently."""
TITLE = f"lifesearch {FORMAT}"
"""The value that the first record has under that name."""
OPENING = f'{{"{FIRST}": "{TITLE}"'.encode()

RecordTypes = Mapping[str, Mapping[str, object]]
"""The names of each kind of record, and the types of their values."""


@dataclass(frozen=True)
class Record:
    """The record in a line of a log, its values read by their types."""

    line: int
    kind: str
    values: Json

    @classmethod
    def of(
        cls, line: int, values: Json, kinds: RecordTypes, also: Mapping[str, object] = NOTHING_ELSE
    ) -> Record:
        """The record of one of these kinds in a line; ValueError, for example, if it is not one.

        A record has exactly the names of its kind, among them that of the kind itself; in addition
        it may have those in `also`.
        """
        (kind,) = values.keys() & kinds.keys()
        types = kinds[kind]
        if not types.keys() <= values.keys() <= types.keys() | also.keys():
            raise ValueError(f"these are not the names of a record with '{kind}'")
        types = {**also, **types}
        return cls(line, kind, {name: read(types[name], values[name]) for name in values})


@dataclass
class Log:
    """An open log, to append records to: its descriptor `_file`, and where its last record ends."""

    path: Path
    _file: int
    _chain: ChecksumChain = field(default_factory=ChecksumChain)
    _end: int = 0

    @classmethod
    @contextmanager
    def open(
        cls, name: str, meaning: Meaning[T], first: Json | None = None
    ) -> Iterator[tuple[Log, T]]:
        """Open a log for this process alone; yield it and the meaning of its lines.

        A log that does not exist, or has nothing but the beginning of its first line, begins with
        the `first` record; without one, it is refused.
        """
        with _claimed(name, create=first is not None) as file:
            log, data = cls(Path(name), file), _content(file)
            if first is None or not _is_torn(data):
                contents = meaning(log.path, _parsed(log.path, data, log._chain))
                log._end = data.rindex(b"\n") + 1
                os.ftruncate(file, log._end)
            else:
                contents = meaning(log.path, [first])
                os.ftruncate(file, 0)
                log.append(first)
            yield log, contents

    def append(self, record: Json) -> None:
        """Write a record wholly and to the disk, or not at all."""
        line = rest = self._chain.line(record)
        try:
            os.ftruncate(self._file, self._end)  # an earlier line may have been interrupted
            while rest:
                rest = rest[os.write(self._file, rest) :]
            os.fsync(self._file)
        except OSError as error:
            with suppress(OSError):
                os.ftruncate(self._file, self._end)
            raise InputError(
                f"cannot write {self.path}: {error.strerror}; everything before this point is "
                "complete, and the session can continue from there"
            ) from error
        self._chain.take(line)
        self._end += len(line)


def read_log(name: str, meaning: Meaning[T]) -> T:
    """The meaning of a log, even while another process writes it."""
    path = Path(name)
    try:
        data = read_regular(path, LARGEST_SESSION)
    except (FileNotFoundError, NotADirectoryError):
        raise InputError(f"cannot read the session '{name}': there is no such file") from None
    return meaning(path, _parsed(path, data, ChecksumChain()))


@contextmanager
def reading(path: Path, line: int) -> Iterator[None]:
    """Turn errors in the values of a line into an InputError that names the line."""
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


def _is_torn(data: bytes) -> bool:
    """Whether the file ends within its first line, because its writer was killed."""
    return b"\n" not in data and (data.startswith(OPENING) or OPENING.startswith(data))


def _parsed(path: Path, data: bytes, chain: ChecksumChain) -> list[Json]:
    """The values of the complete lines; a torn last line is left out."""
    if not data:
        raise InputError(f"{path} is empty: a session begins with a line about its question")
    if _is_torn(data):
        raise InputError(f"{path} ends in the middle of its first line: it holds nothing yet")
    *lines, _ = data.split(b"\n")
    if not lines:
        raise _no_session(path)
    _require_title(path, lines[0])
    return [_values(path, n, line + b"\n", chain) for n, line in enumerate(lines, start=1)]


def _require_title(path: Path, line: bytes) -> None:
    """Refuse a file that is no session, or one of another format."""
    try:
        title = json.loads(line)[FIRST]
    except (LookupError, TypeError, ValueError, RecursionError):
        raise _no_session(path) from None
    if title == TITLE:
        return
    if str(title).split()[:1] != ["lifesearch"]:
        raise _no_session(path)
    raise InputError(
        f"{path} is a session of another version of lifesearch: run its command again, with "
        "the name of a new session"
    )


def _values(path: Path, number: int, line: bytes, chain: ChecksumChain) -> Json:
    try:
        values = chain.read(line)
    except DamageError as error:
        raise _damaged(path, number) from error
    except (ValueError, RecursionError):
        values = None
    if isinstance(values, dict):
        return values
    raise _senseless(path, number)


def _no_session(path: Path) -> InputError:
    return InputError(f"{path} is not a session of lifesearch")


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
    """Open and lock a plain file, to read and to append to."""
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
    """The identity of a file: the numbers of its device and of the file there."""
    return status.st_dev, status.st_ino


def _content(file: int) -> bytes:
    os.lseek(file, 0, os.SEEK_SET)
    pieces = iter(lambda: os.read(file, 2**20), b"")
    return b"".join(pieces)
