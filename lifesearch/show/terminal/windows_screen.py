"""The console of Windows 10 and later, taken for a while and given back.

It understands the escape sequences of other terminals once that is switched on. Keys are asked for
every few milliseconds, since no system call waits for a key or a new size.
"""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic, sleep
from typing import Any

from lifesearch.common.errors import OptionError
from lifesearch.show.terminal.screen import ENTER, LEAVE, NAMES, PREPARE, Screen

PAUSE = 0.01  # seconds between two looks at the keyboard
STANDARD_OUTPUT = -11  # STD_OUTPUT_HANDLE
ESCAPE_SEQUENCES = 0x0004  # ENABLE_VIRTUAL_TERMINAL_PROCESSING
PREFIXES = ("\x00", "\xe0")
"""The first of the two characters that a key without a letter sends."""

SPECIAL = {"H": "up", "P": "down", "M": "right", "K": "left", "I": "up", "Q": "down"}
"""The names of such keys, by the second character; others are skipped.

I and Q are the keys for pages, which are like the arrows up and down (`screen.NAMES`).
"""


class WindowsScreen(Screen):
    """The console, while it is ours; `pressed` and `read` are those of msvcrt."""

    def __init__(self, display: int, pressed: Callable[[], bool], read: Callable[[], str]) -> None:
        super().__init__(display)
        self._pressed, self._read = pressed, read

    def keys(self, seconds: float | None) -> list[str]:
        end = None if seconds is None else monotonic() + seconds
        size = self.size
        while not self._left and not self._pressed():
            if (end is not None and monotonic() >= end) or self.size != size:
                return []
            sleep(PAUSE)
        found = []
        while not self._left and self._pressed():
            key = self._read()
            found.append(SPECIAL.get(self._read(), "") if key in PREFIXES else NAMES.get(key, key))
        return ["quit"] if self._left else [key for key in found if key]

    def leave(self, *_: object) -> None:
        """Make `keys` report a wish to quit; a signal handler."""
        self._left = True

    def _write(self, text: str) -> None:
        try:
            sys.stdout.write(text)
            sys.stdout.flush()
        except OSError:
            self._left = True

    @contextmanager
    def taken(self) -> Iterator[None]:
        """Have the console, and give it back whatever happens."""
        before = signal.signal(signal.SIGINT, self.leave)
        try:
            while self._pressed():  # keys of the time before mean nothing here
                self._read()
            self._write(ENTER + PREPARE)
            yield
        finally:
            self._write(LEAVE)
            signal.signal(signal.SIGINT, before)


@contextmanager
def windows_screen() -> Iterator[Screen]:
    import msvcrt

    library: Any = msvcrt  # not all of it is known to type checkers on other systems
    with _escape_sequences():
        ours = WindowsScreen(sys.stdout.fileno(), library.kbhit, library.getwch)
        with ours.taken():
            yield ours


@contextmanager
def _escape_sequences() -> Iterator[None]:
    """Let the console understand escape sequences; afterwards it is as it was."""
    import ctypes

    library: Any = ctypes
    kernel, mode = library.windll.kernel32, ctypes.c_ulong()
    output = kernel.GetStdHandle(STANDARD_OUTPUT)
    has_mode = kernel.GetConsoleMode(output, ctypes.byref(mode))
    if not has_mode or not kernel.SetConsoleMode(output, mode.value | ESCAPE_SEQUENCES):
        raise OptionError("<animate> needs the console of Windows 10 or later, or use <gif>")
    try:
        yield
    finally:
        kernel.SetConsoleMode(output, mode.value)
