"""A whole terminal for a while: a second screen, keys as they are pressed, and all given back.

`player` draws on it; `posix_screen` and `windows_screen` implement it.

How keys are read and how the terminal is given back depends on the system; what is drawn does
not: escape sequences that every terminal of today understands, also that of Windows.
"""

from __future__ import annotations

import os
import re
from abc import ABC, abstractmethod
from contextlib import suppress

ENTER, PREPARE = "\x1b[?1049h", "\x1b[?25l\x1b[?7l\x1b[2J"
"""Escape sequences that show the second screen; and hide the cursor, end lines at the edge, and
clear the screen.
"""
LEAVE = "\x1b[2J\x1b[0m\x1b[?7h\x1b[?25h\x1b[?1049l"
"""Undoes both, with colours reset."""
HOME, REST_OF_LINE, REST_OF_SCREEN = "\x1b[H", "\x1b[K", "\x1b[J"
"""Move the cursor to the upper left; erase the line, or the screen, from the cursor on."""
USUAL_SIZE = (80, 24)
"""Columns and lines, if the system does not say how many there are."""
NAMES = {
    "\x1b[A": "up", "\x1b[B": "down", "\x1b[C": "right", "\x1b[D": "left",
    "\x1bOA": "up", "\x1bOB": "down", "\x1bOC": "right", "\x1bOD": "left",
    "\x1b[5~": "up", "\x1b[6~": "down", "\x1b": "escape", " ": "space", "\x03": "quit",
}  # fmt: skip
"""Names of keys, by what they send; the keys for pages are like the arrows up and down.

Ctrl-C sends its character only where the terminal is set to make no signal of it.
"""
_KEY = re.compile(r"\x1b\[[0-?]*[ -/]*[@-~]|\x1bO.|\x1b[^\[O\x1b]|.", re.DOTALL)
"""What one key sends: an escape sequence, a key with Alt, or a character."""


def keys_in(data: str) -> list[str]:
    r"""The names of the keys that send these characters; other sequences are skipped.

    >>> keys_in("q \x1b[C\x1b[1;5Ax\x1b")
    ['q', 'space', 'right', 'x', 'escape']
    """
    keys: list[str] = _KEY.findall(data)
    named = (NAMES.get(key, key) for key in keys)
    return [name for name in named if name == "escape" or not name.startswith("\x1b")]


class Screen(ABC):
    """The terminal, while it is ours; `_left` if it is gone, or the user wants to leave.

    `display` is the file descriptor of the output, of which the system knows the size.
    """

    def __init__(self, display: int) -> None:
        self._display = display
        self._left = False

    @property
    def size(self) -> tuple[int, int]:
        """Columns and lines, at this moment."""
        with suppress(OSError):
            columns, lines = os.get_terminal_size(self._display)
            if columns and lines:
                return columns, lines
        return USUAL_SIZE

    def draw(self, lines: list[str]) -> None:
        """Show these lines, the rest of each and of the screen being empty.

        They must fit on the screen: a line that is too long is cut off at the edge, but more lines
        than there are would move the first ones off.
        """
        # Erased first: after a line as wide as the screen, the cursor is still on its last letter.
        text = HOME + "\r\n".join(f"{REST_OF_LINE}{line}" for line in lines)
        self._write(text + (f"\r\n{REST_OF_SCREEN}" if len(lines) < self.size[1] else ""))

    @abstractmethod
    def keys(self, seconds: float | None) -> list[str]:
        """Wait for keys, at most `seconds`; none if the time is over or the screen has changed."""

    @abstractmethod
    def _write(self, text: str) -> None: ...
