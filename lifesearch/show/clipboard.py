"""Copy text to the clipboard, by a program of the operating system such as `xclip`."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence

from lifesearch.common.errors import InputError
from lifesearch.common.text import alternatives

LINUX = (("wl-copy",), ("xclip", "-selection", "clipboard"), ("xsel", "--clipboard", "--input"))
"""Commands for Wayland, and two for X11: the first that works is enough, and the order a choice."""
PROGRAMS = {"darwin": (("pbcopy",),), "win32": (("clip",),)}
"""The commands of other systems, by `sys.platform`."""
TIMEOUT = 5.0
"""Seconds to wait for a program before the next one is tried: a choice."""


def installed_programs() -> Sequence[Sequence[str]]:
    """The commands of the installed clipboard programs; InputError if there is none."""
    programs = PROGRAMS.get(sys.platform, LINUX)
    installed = [command for command in programs if shutil.which(command[0])]
    if not installed:
        names = alternatives([command[0] for command in programs])
        raise InputError(f"there is no clipboard here: install {names}")
    return installed


def copy(text: str) -> None:
    """Put a text on the clipboard; InputError if no program can."""
    programs = installed_programs()
    # `clip` of Windows guesses the encoding of its input: it reads ASCII as it is, and all other
    # text must be UTF-16. A byte order mark would name the encoding, but would be copied, too.
    utf16 = sys.platform == "win32" and not text.isascii()
    data = text.encode("utf-16-le" if utf16 else "utf-8")
    if not any(_copied(command, data) for command in programs):
        tried = " and ".join(command[0] for command in programs)
        raise InputError(f"not copied: {tried} cannot reach a clipboard")


def _copied(command: Sequence[str], data: bytes) -> bool:
    """Whether a program took the text."""
    try:
        done = subprocess.run(
            command,
            input=data,
            # `pbcopy` of macOS reads its input in the encoding of the locale.
            env={**os.environ, "LC_ALL": "en_US.UTF-8"} if sys.platform == "darwin" else None,
            # Not pipes: `xclip` leaves a process in the background, which gives the text to whoever
            # pastes. It would keep a pipe open, and we would wait for it.
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            timeout=TIMEOUT,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0
