"""Writing results to standard output or to a file, wholly or not at all.

A file is written under another name beside its place and renamed when it is complete,
so that a failure leaves neither half a file nor a ruined old one. Devices and pipes
cannot be renamed over: they are written directly.
"""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

from lifesearch.errors import InputError


@contextmanager
def writing(path: Path | None) -> Iterator[TextIO]:
    """A text file to write to; standard output if there is no path or it is `-`."""
    if path is None or str(path) == "-":
        yield sys.stdout
        sys.stdout.flush()
        return
    if path.exists() and not path.is_file() and not path.is_dir():
        with _named(path), path.open("w", encoding="utf-8", newline="\n") as device:
            yield device
        return
    draft = path.with_name(f".{path.name}.{os.getpid()}.part")
    with _named(path):
        if path.is_dir():
            raise IsADirectoryError(0, "it is a folder")
        file = draft.open("w", encoding="utf-8", newline="\n")
    try:
        with _named(path):
            with file:
                yield file
            draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)


@contextmanager
def _named(path: Path) -> Iterator[None]:
    """Say which file could not be written, and why."""
    try:
        yield
    except OSError as error:
        if isinstance(error, BrokenPipeError):
            raise
        raise InputError(f"cannot write {path}: {error.strerror or error}") from error
