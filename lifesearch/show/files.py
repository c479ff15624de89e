"""Writing to standard output or to a file.

All commands that write files use it.

A file whose content is known as a whole is written wholly or not at all: under another name in the
same folder, and renamed when it is complete. Answers that come one by one are each appended
immediately, so that nothing found is lost. Devices and pipes are written directly.
"""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from io import TextIOWrapper
from pathlib import Path
from typing import BinaryIO, TextIO

from lifesearch.common.errors import InputError, OptionError
from lifesearch.common.streams import standard_output


@contextmanager
def naming_file(path: object) -> Iterator[None]:
    """Turn an OSError into an InputError that names the file, and says why it was not written.

    Not a BrokenPipeError: if the reader of a pipe has gone, the program ends without a message.
    """
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        raise InputError(f"cannot write {path}: {error.strerror or error}") from error


def checked_path(name: str) -> Path:
    """The path of a file to write; InputError if the name is empty or that of a folder."""
    if not name:
        raise InputError("the name of the output file is empty")
    path = Path(name)
    if path.is_dir() or is_folder(name):
        raise InputError(f"cannot write {name}: it is a folder")
    return path


def is_folder(name: str) -> bool:
    """Whether a name means a folder: one that exists, or one that ends with a slash."""
    return name.endswith(("/", os.sep)) or (bool(name) and Path(name).is_dir())


@contextmanager
def writing(name: str | None) -> Iterator[TextIO]:
    """A text file that appears when it is complete; standard output for no name, or `-`.

    If nothing is written, no file is made, and an existing one stays. File names and options may
    have bytes that are no UTF-8: each becomes a `?`.
    """
    if name is None or name == "-":
        with standard_output() as out:
            yield out
        return
    with (
        _replacing(checked_path(name)) as data,
        TextIOWrapper(data, "utf-8", errors="replace", newline="\n") as file,
    ):
        yield file


def save(name: str, data: bytes) -> None:
    """Write a file wholly or not at all; `-` is standard output."""
    if name == "-":
        with standard_output() as out:
            out.buffer.write(data)
        return
    with _replacing(checked_path(name)) as file:
        file.write(data)


@contextmanager
def _replacing(path: Path) -> Iterator[BinaryIO]:
    """A file that replaces `path` when it is complete, unless it is empty.

    Until then it has a random name, and must not exist before: in a folder that others may write
    to, a link with that name could lead elsewhere. Devices, and a file that standard output goes
    to, are appended to: replacing would leave the text in a file that the caller does not have, or
    replace a link such as /dev/stdout.
    """
    with naming_file(path):
        if _is_printed_to(path) or (path.exists() and not path.is_file()):
            with path.open("ab") as there:
                yield there
            return
        draft = path.with_name(f".lifesearch-{os.urandom(8).hex()}.part")
        try:
            with draft.open("xb") as file:
                yield file
            if draft.stat().st_size:
                draft.replace(path)
        finally:
            draft.unlink(missing_ok=True)


def require_free(name: str, *, force: bool) -> None:
    """Refuse a file that cannot be written, or exists and may not be replaced.

    It may be written hours later, so errors are reported now.
    """
    path = Path(name)
    try:
        there = name != "-" and (path.is_file() or path.is_symlink())
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise InputError(f"cannot write {name[:60]}: {reason}") from error
    if there and not force and not _is_printed_to(path):
        raise _already_there(name)
    if name != "-" and (path.is_file() or not path.exists()):
        with _replacing(checked_path(name)):  # a test: nothing is written, so no file is replaced
            pass


def require_page(name: str) -> None:
    """Refuse the name of a web page that does not end in .html."""
    path = Path(name)
    with suppress(OSError, ValueError):  # which `require_free` explains
        is_stream = path.exists() and not path.is_file()
        if name in ("", "-") or is_stream or path.suffix.lower() in (".html", ".htm"):
            return
        raise InputError(f"the output is a web page: its name must end in .html, not {name!r}")


def _already_there(name: object) -> InputError:
    return OptionError("{} already exists: give another name, or <force> to replace it", name)


def _is_printed_to(path: Path) -> bool:
    """Whether standard output or standard error is this file, such as /dev/stdout.

    Then the command prints to it, too: `AnswerFile` neither reads nor empties it.
    """
    for stream in (1, 2):
        with suppress(OSError):
            if os.path.samestat(path.stat(), os.fstat(stream)):
                return True
    return False


class AnswerFile:
    """A file that grows answer by answer, each written wholly or not at all.

    The text of an existing file must be the beginning of what will be written, as when a session is
    resumed; then only the rest is appended. `beginning` gives the text that is known to be written
    first, by default none. With `force`, a file with another text is emptied before the first
    answer is written. Devices and pipes are not read, nor a file that standard output goes to.
    """

    def __init__(
        self, path: Path, beginning: Callable[[], str] = str, *, force: bool = False
    ) -> None:
        # Without this, `_opened` would take it for a file that is there, and not find it.
        if path.is_symlink() and not path.exists():
            raise InputError(f"cannot write {path}: it is a link to nothing")
        self._path = path
        with naming_file(path):
            self._file, self._new = _opened(path)
        self._plain = stat.S_ISREG(os.fstat(self._file).st_mode) and not _is_printed_to(path)
        self._known = 0  # bytes that are in the file already, and so are skipped by `write`
        self._replaces = self._written = False
        try:
            if self._plain and not self._new:
                self._examine(beginning, force)
        except BaseException:
            os.close(self._file)
            raise

    def _examine(self, beginning: Callable[[], str], force: bool) -> None:
        """Decide whether to add to the file, to replace what it has, or to refuse."""
        size = os.fstat(self._file).st_size
        expected = beginning().encode() if size else b""
        with naming_file(self._path), self._path.open("rb") as file:
            there = file.read(len(expected) + 1)
        # An empty file that a link leads to may be another's: nothing in it shows that it is ours.
        if expected.startswith(there) and (there or not self._path.is_symlink()):
            self._known = size
        elif force:
            self._replaces = True
        else:
            raise _already_there(self._path)

    def write(self, text: str) -> None:
        data = text.encode()
        skipped = min(self._known, len(data))
        self._known -= skipped
        self._written = True
        if self._replaces:
            os.ftruncate(self._file, 0)
            self._replaces = False
        size = os.fstat(self._file).st_size
        try:
            _write(self._file, data[skipped:])
        except BrokenPipeError:
            raise
        except OSError as error:
            reason = f"cannot write {self._path}: {error.strerror}"
            if self._plain:
                with suppress(OSError):
                    os.ftruncate(self._file, size)
                reason += "; everything before this point is complete"
            raise InputError(reason) from error

    def close(self) -> None:
        os.close(self._file)
        if self._new and not self._written:
            self._path.unlink(missing_ok=True)


def _opened(path: Path) -> tuple[int, bool]:
    """A file to append to, and whether it was made just now."""
    flags = os.O_WRONLY | os.O_APPEND | getattr(os, "O_BINARY", 0)
    try:
        return os.open(path, flags | os.O_CREAT | os.O_EXCL, 0o666), True
    except FileExistsError:
        return os.open(path, flags), False


def _write(file: int, data: bytes) -> None:
    while data:
        data = data[os.write(file, data) :]


_NUMBERED = re.compile(r"(.+)-([0-9]{4,})(\.[^-]+)")
"""The name of a file in an `AnswerFolder`: its stem, its number, and its suffix."""


@dataclass
class AnswerFolder:
    """A folder with a numbered file for each answer; existing files stay as they are.

    `number` is that of the last file, over all stems. The first answers, as many as `earlier`, are
    those that earlier runs of a session have found: if a file has one of them, it is not written
    once more.
    """

    path: Path
    earlier: int = 0
    number: int = 0
    _there: dict[tuple[str, str], list[int]] = field(default_factory=dict)
    """By stem and suffix, the numbers of the files that may have answers of earlier runs."""

    def __post_init__(self) -> None:
        with naming_file(self.path):
            self.path.mkdir(parents=True, exist_ok=True)
            names = [path.name for path in self.path.iterdir()] if self.earlier else []
        numbered = filter(None, map(_NUMBERED.fullmatch, names))
        for number, stem, suffix in sorted((int(m[2]), m[1], m[3]) for m in numbered):
            self._there.setdefault((stem, suffix), []).append(number)

    def write(self, stem: str, suffix: str, text: str) -> None:
        if self.earlier:
            self.earlier -= 1
            if self._is_there(stem, suffix, text.encode()):
                return
        while True:
            self.number += 1
            path = self._file(stem, self.number, suffix)
            with naming_file(path):
                try:
                    with path.open("x", encoding="utf-8", newline="\n") as file:
                        file.write(text)
                except FileExistsError:
                    continue
            return

    def _file(self, stem: str, number: int, suffix: str) -> Path:
        return self.path / f"{stem}-{number:04}{suffix}"

    def _is_there(self, stem: str, suffix: str, data: bytes) -> bool:
        """Whether a file has this answer of an earlier run.

        Files were written in the order of answers: those before it are not of later answers.
        """
        numbers = self._there.get((stem, suffix), [])
        for place, number in enumerate(numbers):
            path = self._file(stem, number, suffix)
            with naming_file(path):
                found = path.is_file() and path.read_bytes() == data
            if found:
                del numbers[: place + 1]
                self.number = max(self.number, number)
                return True
        return False
