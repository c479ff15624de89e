"""The program in a terminal of a test's own."""

import fcntl
import os
import pty
import re
import select
import signal
import struct
import termios
import time
from codecs import getincrementaldecoder
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress

from tests.doors.cli.screen import shown
from tests.processes import COMMAND, PATIENCE

ENTER, LEAVE = "\x1b[?1049h", "\x1b[?1049l"
SHOW_CURSOR, HIDE_CURSOR = "\x1b[?25h", "\x1b[?25l"


def _resize(descriptor: int, columns: int, lines: int) -> None:
    fcntl.ioctl(descriptor, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))


class Terminal:
    """A program in a pseudo-terminal: what it writes, what it is sent."""

    def __init__(
        self, command: tuple[str, ...], size: tuple[int, int], environment: Mapping[str, str | None]
    ) -> None:
        self.number, self.descriptor = pty.fork()
        if not self.number:
            changed = {"TERM": "xterm-256color", **environment}
            kept = {k: v for k, v in os.environ.items() if k not in changed}
            os.environ.clear()
            os.environ.update(kept | {k: v for k, v in changed.items() if v is not None})
            _resize(0, *size)
            os.execvp(command[0], command)
        self.shown = ""
        self.size = size
        self._decode = getincrementaldecoder("utf-8")("replace").decode
        self.modes = termios.tcgetattr(self.descriptor)

    def resize(self, columns: int, lines: int) -> None:
        self.size = columns, lines
        _resize(self.descriptor, columns, lines)

    def send(self, keys: str) -> None:
        os.write(self.descriptor, keys.encode())

    def until(self, text: str, seconds: float = PATIENCE) -> str:
        """Read until this is shown; returns what was shown from the last reading on."""
        start, end = len(self.shown), time.monotonic() + seconds
        while not re.search(text, self.shown[start:]):
            self.shown += self._read(end)
        return self.shown[start:]

    def rows(self) -> list[str]:
        """The rows of the screen as they are now."""
        return shown(self.shown, *self.size)

    def until_rows(self, *texts: str, seconds: float = PATIENCE) -> list[str]:
        """Read until rows of one screen have all of these; returns its rows.

        What is read may end in the midst of a screen, so to wait for words alone is not enough.
        """
        end = time.monotonic() + seconds
        while not all(re.search(text, "\n".join(rows := self.rows())) for text in texts):
            self.shown += self._read(end)
        return rows

    def _read(self, end: float) -> str:
        """What comes next; nothing may take for ever."""
        ready, _, _ = select.select([self.descriptor], [], [], max(0, end - time.monotonic()))
        assert ready, f"nothing more came after {self.shown[-2000:]!r}"
        data = os.read(self.descriptor, 65536)
        if not data:
            raise OSError("the other end is closed")  # as Linux says
        return self._decode(data)

    def finish(self) -> int:
        """Read to the end; returns the status, of a death by a signal negative."""
        end = time.monotonic() + PATIENCE
        with suppress(OSError):
            while True:
                self.shown += self._read(end)
        return os.waitstatus_to_exitcode(os.waitpid(self.number, 0)[1])

    def given_back(self) -> bool:
        """Whether the terminal is as it was: screen, cursor, and modes."""
        modes = termios.tcgetattr(self.descriptor)[3]
        return self.has_cursor() and self.left() and modes == self.modes[3]

    def left(self) -> bool:
        return self.shown.rindex(LEAVE) > self.shown.rindex(ENTER)

    def has_cursor(self) -> bool:
        return self.shown.rindex(SHOW_CURSOR) > self.shown.rindex(HIDE_CURSOR)


@contextmanager
def terminal(
    *words: str,
    size: tuple[int, int] = (80, 24),
    environment: Mapping[str, str | None] | None = None,
    command: tuple[str, ...] = COMMAND,
) -> Iterator[Terminal]:
    ours = Terminal((*command, *words), size, environment or {})
    try:
        yield ours
    finally:
        with suppress(ProcessLookupError, ChildProcessError):
            os.kill(ours.number, signal.SIGKILL)
            os.waitpid(ours.number, 0)
        os.close(ours.descriptor)
