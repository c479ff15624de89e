"""Writing to standard output or to a file.

What is complete at once is written wholly or not at all: under another name beside its
place, and renamed when it is done. Answers that come one by one are each written at
once, so that nothing found is lost. Devices and pipes are written directly.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TextIO

from lifesearch.errors import InputError


@contextmanager
def naming(path: object) -> Iterator[None]:
    """Say which file could not be written, and why."""
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        raise InputError(f"cannot write {path}: {error.strerror or error}") from error


def checked(name: str) -> Path:
    """The path of a file to write; not a folder, and not nothing."""
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
def standard_output() -> Iterator[TextIO]:
    """Standard output, flushed at the end."""
    try:
        yield sys.stdout
        sys.stdout.flush()
    except BrokenPipeError:
        # Without an error number: typer takes one that says EPIPE for a reason to exit with 1.
        raise BrokenPipeError from None


@contextmanager
def writing(name: str | None) -> Iterator[TextIO]:
    """A text file that is there when it is complete; standard output if there is no name.

    If nothing is written there will be no file, and one that is there stays.
    """
    if name is None or name == "-":
        with standard_output() as out:
            yield out
        return
    path = checked(name)
    if path.exists() and not path.is_file():
        with naming(path), path.open("w", encoding="utf-8", newline="\n") as device:
            yield device
        return
    draft = path.with_name(f".{path.name}.{os.getpid()}.part")
    with naming(path):
        file = draft.open("w", encoding="utf-8", newline="\n")
    try:
        with naming(path):
            with file:
                yield file
            if draft.stat().st_size:
                draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)


def save(name: str, data: bytes) -> None:
    """Write a file wholly or not at all; `-` is standard output."""
    if name == "-":
        with standard_output() as out:
            out.buffer.write(data)
        return
    path = checked(name)
    if path.exists() and not path.is_file():
        with naming(path):
            path.write_bytes(data)
        return
    draft = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        with naming(path):
            draft.write_bytes(data)
            draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)


@dataclass
class Log:
    """A file that grows answer by answer; an older one is replaced by the first of them."""

    path: Path
    existed: bool = field(init=False)
    written: int = 0

    def __post_init__(self) -> None:
        self.existed = self.path.exists()
        # Complain now rather than after an hour of search.
        with naming(self.path), self.path.open("a", encoding="utf-8"):
            pass

    def write(self, text: str) -> None:
        """Add a text."""
        mode = "a" if self.written else "w"
        with naming(self.path), self.path.open(mode, encoding="utf-8", newline="\n") as file:
            file.write(text)
        self.written += 1

    def close(self) -> None:
        """Leave no empty file behind."""
        if not self.existed and not self.written:
            self.path.unlink(missing_ok=True)


@dataclass
class Folder:
    """A folder that gets a file for each answer; files that are there stay."""

    path: Path
    number: int = 0

    def __post_init__(self) -> None:
        with naming(self.path):
            self.path.mkdir(parents=True, exist_ok=True)

    def write(self, stem: str, suffix: str, text: str) -> None:
        """Add a file."""
        while True:
            self.number += 1
            path = self.path / f"{stem}-{self.number:04}.{suffix}"
            with naming(path):
                try:
                    with path.open("x", encoding="utf-8", newline="\n") as file:
                        file.write(text)
                except FileExistsError:
                    continue
            return
