"""The terminal of a POSIX system, taken for a while and given back whatever happens.

All settings are changed in `_take` and restored in `_give_back`, which are called when the
screen is opened and closed, and when Ctrl-Z and `fg` interrupt; signals that would kill at once
(SIGHUP, SIGQUIT) give back first, and SIGTERM raises an exception (`common.signals`). Ctrl-C is a
signal here, too; like a terminal that is gone, it is taken for a wish to quit.

Everything is written straight to the terminal, without buffers, since a signal may come at any
time. Signals also write to a pipe that `keys` waits for, so that a screen of
another size is drawn anew at once.
"""

from __future__ import annotations

import os
import re
import select
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

from lifesearch.common.errors import OptionError
from lifesearch.show.terminal.screen import ENTER, LEAVE, PREPARE, Screen, keys_in

if sys.platform != "win32":
    import termios
    import tty

ESCAPE_PAUSE = 0.05
"""Seconds in which the rest of a key that sends several characters arrives."""


def require_terminal() -> None:
    """Raise an InputError unless the cursor can be moved and there is a keyboard."""
    if os.environ.get("TERM", "dumb") in ("dumb", "unknown", ""):
        raise OptionError(
            "<animate> needs a terminal with a movable cursor, but TERM names a terminal without "
            "one"
        )
    with _keyboard():
        pass


@contextmanager
def posix_screen() -> Iterator[Screen]:
    with _keyboard() as keyboard:
        ours = PosixScreen(keyboard, sys.stdout.fileno())
        with ours.taken():
            yield ours


@contextmanager
def _keyboard() -> Iterator[int]:
    """Where keys come from: the terminal itself, if standard input is something else."""
    if sys.stdin is not None and sys.stdin.isatty():
        yield sys.stdin.fileno()
        return
    try:
        keyboard = os.open("/dev/tty", os.O_RDWR)
    except OSError:
        raise OptionError("<animate> needs a keyboard, and there is none") from None
    try:
        yield keyboard
    finally:
        os.close(keyboard)


class PosixScreen(Screen):
    """The terminal, while it is ours; `keyboard` and `display` are file descriptors.

    Signals write to `_mouth`, the end of a pipe that `keys` reads at `_ear`. `_ours` says whether
    the second screen is shown, `_over` whether it will not be shown again.
    """

    def __init__(self, keyboard: int, display: int) -> None:
        super().__init__(display)
        self._keyboard = keyboard
        self._before: list[Any] = termios.tcgetattr(keyboard)
        self._ear, self._mouth = os.pipe()
        os.set_blocking(self._ear, False)
        os.set_blocking(self._mouth, False)
        self._ours = self._over = False

    def keys(self, seconds: float | None) -> list[str]:
        if self._left:
            return ["quit"]
        ready = select.select([self._keyboard, self._ear], [], [], seconds)[0]
        if self._ear in ready:
            with suppress(BlockingIOError):
                os.read(self._ear, 1000)
        if self._left:
            return ["quit"]
        if self._keyboard not in ready:
            return []
        data = self._read()
        if not data:
            return ["quit"]
        # Escape alone is a key, but what other keys send begins with it too: wait while what was
        # read may be the beginning of such a key.
        while re.search(r"\x1b[\[O]?[0-9;]*$", data):
            if not select.select([self._keyboard], [], [], ESCAPE_PAUSE)[0]:
                break
            more = self._read()
            if not more:
                break
            data += more
        return keys_in(data)

    def _read(self) -> str:
        try:
            return os.read(self._keyboard, 1000).decode("utf-8", "replace")
        except OSError:
            return ""

    def _write(self, text: str) -> None:
        encoding = sys.stdout.encoding or "ascii"
        data = text.encode(encoding, "replace")
        try:
            while data:
                data = data[os.write(self._display, data) :]
        except OSError:
            self._left = True

    def _take(self) -> None:
        if self._over:  # a late Ctrl-Z and `fg`, when the terminal is given back already
            return
        with suppress(termios.error):
            tty.setcbreak(self._keyboard, termios.TCSANOW)
        self._write(PREPARE if self._ours else ENTER + PREPARE)
        self._ours = True

    def _give_back(self) -> None:
        with suppress(termios.error):
            termios.tcsetattr(self._keyboard, termios.TCSANOW, self._before)
        if self._ours:
            self._ours = False
            self._write(LEAVE)

    def _handlers(self) -> dict[signal.Signals, Callable[..., None]]:
        def die(number: int, _: object) -> None:
            self._give_back()
            signal.signal(number, signal.SIG_DFL)
            os.kill(os.getpid(), number)

        def stop(number: int, _: object) -> None:
            self._give_back()
            signal.signal(number, signal.SIG_DFL)
            os.kill(os.getpid(), number)
            signal.signal(number, stop)
            self._take()

        def leave(*_: object) -> None:
            self._left = True

        return {
            signal.SIGHUP: die,
            signal.SIGQUIT: die,
            signal.SIGTSTP: stop,
            signal.SIGCONT: lambda *_: self._take(),  # SIGSTOP has no handler that could take again
            signal.SIGWINCH: lambda *_: None,  # a handler, so that the signal writes to the pipe
            signal.SIGINT: leave,
        }

    @contextmanager
    def _listening(self) -> Iterator[None]:
        """Handle signals; those that the parent process ignores stay ignored, except Ctrl-C.

        Ctrl-C ends only what is on the screen, as the key q does. `signals.heed_interrupt`, by
        which it would end the program, leaves it ignored.
        """
        before: dict[signal.Signals, Any] = {}
        pipe_before = signal.set_wakeup_fd(self._mouth, warn_on_full_buffer=False)
        try:
            for number, handler in self._handlers().items():
                old = signal.getsignal(number)
                if old is not signal.SIG_IGN or number == signal.SIGINT:
                    before[number] = old
                    signal.signal(number, handler)
            yield
        finally:
            for number, old in before.items():
                signal.signal(number, old)
            signal.set_wakeup_fd(pipe_before)
            os.close(self._ear)
            os.close(self._mouth)

    @contextmanager
    def taken(self) -> Iterator[None]:
        """Have the terminal, and give it back whatever happens."""
        with self._listening():
            try:
                # Keys that were pressed while the user waited for a search mean nothing here.
                termios.tcflush(self._keyboard, termios.TCIFLUSH)
                self._take()
                yield
            finally:
                # A second signal must not interrupt the restoring of the terminal.
                blocked = {signal.SIGINT, signal.SIGTERM, signal.SIGTSTP, signal.SIGHUP}
                signal.pthread_sigmask(signal.SIG_BLOCK, blocked)
                self._over = True
                try:
                    self._give_back()
                finally:
                    signal.pthread_sigmask(signal.SIG_UNBLOCK, blocked)
