"""The clipboard of the system, by the programs that each system has for it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence

from lifesearch.errors import InputError
from lifesearch.text import alternatives

LINUX = (("wl-copy",), ("xclip", "-selection", "clipboard"), ("xsel", "--clipboard", "--input"))
PROGRAMS = {"darwin": (("pbcopy",),), "win32": (("clip",),)}
PATIENCE = 5.0


def require() -> Sequence[Sequence[str]]:
    """The programs that there are; an error says so if there is none."""
    programs = PROGRAMS.get(sys.platform, LINUX)
    found = [command for command in programs if shutil.which(command[0])]
    if not found:
        names = alternatives([command[0] for command in programs])
        raise InputError(f"there is no clipboard here: install {names}")
    return found


def copy(text: str) -> None:
    """Put a text on the clipboard; an error says so if that cannot be done."""
    found = require()
    # `clip` would copy a byte order mark, too; without one, it guesses right if all is ASCII.
    odd = sys.platform == "win32" and not text.isascii()
    data = text.encode("utf-16-le" if odd else "utf-8")
    if not any(_copied(command, data) for command in found):
        raise InputError(f"not copied: {found[0][0]} cannot reach a clipboard")


def _copied(command: Sequence[str], data: bytes) -> bool:
    """Whether a program took the text; it may stay in the background to hand it out."""
    try:
        done = subprocess.run(
            command,
            input=data,
            env={**os.environ, "LC_ALL": "en_US.UTF-8"} if sys.platform == "darwin" else None,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            timeout=PATIENCE,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0
