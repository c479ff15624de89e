"""The chosen folder: the studio reads and writes only files in it.

`serve` opens it; `server` reads and writes drawings in it, and `work.searches` its searches.

A page can name only plain files: none in other folders, none hidden, no links that lead elsewhere.

    >>> checked_name("my drawing.txt")
    'my drawing.txt'
    >>> checked_name("../secret.txt")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ...
    lifesearch.common.errors.InputError: '../secret.txt' is not a name for a file here: ...
"""

from __future__ import annotations

import json
import re
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lifesearch.common.errors import InputError
from lifesearch.common.limits import LARGEST_DRAWN_FILE, LONGEST_NAME
from lifesearch.formats.registry import suffixes
from lifesearch.formats.text_file import decoded
from lifesearch.show.files import naming_file, save

SEARCHES = "searches"
LAST_DRAWING = ".last-drawing.txt"
LAST_QUESTION = ".last-question.json"
MOST_FILES = 500  # in the page's list
MOST_BYTES = 240
"""Bytes of a name: a choice, as file systems have room for 255."""
DRAWINGS = (".txt", *suffixes())
_FORBIDDEN = re.compile(r'[<>:"|?*\x00-\x1f\x7f]')
"""Control characters, and those that Windows allows in no name."""
_DEVICES = re.compile(r"(con|prn|aux|nul|com[0-9]|lpt[0-9])(\..*)?", re.IGNORECASE)
"""Names of devices on Windows, with any suffix."""


def checked_name(name: object) -> str:
    """The name of a file in the folder, as it was given; InputError if it is none."""
    if not isinstance(name, str) or not name.strip():
        raise InputError("the name of the file is empty: give one such as drawing.txt")
    shown = f"{name[:40]!r} is not a name for a file here"
    if len(name) > LONGEST_NAME:
        raise InputError(f"{shown}: at most {LONGEST_NAME} letters")
    if len(name.encode(errors="replace")) > MOST_BYTES:
        raise InputError(f"{shown}: at most {MOST_BYTES} bytes")
    if "/" in name or "\\" in name:
        raise InputError(f"{shown}: leave out slashes")
    if name.startswith(".") or name != name.strip() or name.endswith("."):
        raise InputError(f"{shown}: it must not begin or end with a dot or a blank")
    if _FORBIDDEN.search(name) or _DEVICES.fullmatch(name) or not name.isprintable():
        raise InputError(f"{shown}: use letters, digits, '-', '_' and '.'")
    if not name.lower().endswith(DRAWINGS):
        raise InputError(f"{shown}: it must end with {', '.join(DRAWINGS)}")
    return name


def _is_name(name: str) -> bool:
    with suppress(InputError):
        return bool(checked_name(name))
    return False


@dataclass(frozen=True)
class Folder:
    """A folder with drawings and patterns; searches are in the folder `searches` in it."""

    path: Path

    @classmethod
    def opened(cls, name: str) -> Folder:
        """The folder with this name, made if it is not there."""
        path = Path(name)
        if not name or (path.exists() and not path.is_dir()):
            raise InputError(f"'{name[:60]}' is not a folder: give one for drawings and searches")
        with naming_file(path):
            (path / SEARCHES).mkdir(parents=True, exist_ok=True)
        return cls(path.resolve())

    @property
    def searches(self) -> Path:
        return self.path / SEARCHES

    def names(self) -> list[str]:
        """The files with names that `read` accepts."""
        try:
            found = [
                each.name
                for each in sorted(self.path.iterdir())
                if _is_name(each.name) and each.is_file()
            ]
        except OSError as error:
            raise InputError(f"the folder cannot be read: {error.strerror}") from error
        return found[:MOST_FILES]

    def read(self, name: object) -> str:
        path = self._inside(checked_name(name))
        if not path.is_file():
            raise InputError(f"there is no file {name} in the folder")
        try:
            with path.open("rb") as file:
                data = file.read(LARGEST_DRAWN_FILE + 1)
        except OSError as error:
            raise InputError(f"{name} cannot be read: {error.strerror}") from error
        if len(data) > LARGEST_DRAWN_FILE:
            raise InputError(f"{name} is larger than 3 MB: too large to be drawn")
        text = decoded(data)
        if text is None:
            raise InputError(f"{name} is not a text file")
        return text

    def write(self, name: object, text: str, *, replace: bool) -> None:
        """Write a file of the folder; an existing one is replaced only if that is allowed."""
        checked = checked_name(name)
        path = self._inside(checked)
        if path.is_symlink() or (path.exists() and not path.is_file()):
            raise InputError(f"{checked} is not a plain file: give another name")
        if path.exists() and not replace:
            raise InputError(f"{checked} already exists: replace it, or give another name")
        save(str(path), text.encode())

    def last_drawing(self) -> str:
        """The drawing that was on the page when it was closed; empty if there is none."""
        return self._kept(LAST_DRAWING)

    def keep_drawing(self, text: str) -> None:
        self._keep(LAST_DRAWING, text)

    def last_question(self) -> Any:
        """The values of the form when the page was closed; empty if they are not known."""
        with suppress(ValueError, RecursionError):
            return json.loads(self._kept(LAST_QUESTION))
        return {}

    def keep_question(self, fields: dict[str, Any]) -> None:
        self._keep(LAST_QUESTION, json.dumps(fields))

    def _kept(self, name: str) -> str:
        path = self.path / name
        if path.is_symlink() or not path.is_file():
            return ""
        try:
            return path.read_text(encoding="utf-8")
        except (OSError, ValueError):
            return ""

    def _keep(self, name: str, text: str) -> None:
        path = self.path / name
        if not path.is_symlink():
            save(str(path), text.encode())

    def _inside(self, name: str) -> Path:
        """The path of a file; links that lead out of the folder are refused."""
        path = self.path / name
        if not path.resolve().is_relative_to(self.path):
            raise InputError(f"{name} leads out of the folder, and is not opened")
        return path
