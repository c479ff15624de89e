"""Animations in a terminal: what is drawn, the keys, and what is left behind."""

import fcntl
import os
import pty
import re
import select
import signal
import struct
import sys
import termios
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import pytest

from lifesearch.life.pattern import Pattern
from lifesearch.life.simulate.evolve import generations
from tests.processes import PATIENCE

GLIDER_FILE = "patterns/spaceships/glider.rle"
GLIDER = Pattern.parse("OOO\nO..\n.O.")
ENTER, LEAVE, SHOW_CURSOR = "\x1b[?1049h", "\x1b[?1049l", "\x1b[?25h"


def _resize(descriptor: int, columns: int, lines: int) -> None:
    fcntl.ioctl(descriptor, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))


class Terminal:
    """A program in a pseudo-terminal: what it writes, what it is sent."""

    def __init__(
        self, words: tuple[str, ...], size: tuple[int, int], environment: dict[str, str]
    ) -> None:
        self.number, self.descriptor = pty.fork()
        if not self.number:
            os.environ.update({"TERM": "xterm-256color", **environment})
            _resize(0, *size)
            os.execv(sys.executable, [sys.executable, "-m", "lifesearch", *words])
        self.shown = ""
        self.modes = termios.tcgetattr(self.descriptor)

    def resize(self, columns: int, lines: int) -> None:
        _resize(self.descriptor, columns, lines)

    def send(self, keys: str) -> None:
        os.write(self.descriptor, keys.encode())

    def until(self, text: str, seconds: float = PATIENCE) -> str:
        """Read until this is shown; returns what was shown from the last reading on."""
        start, end = len(self.shown), time.monotonic() + seconds
        while not re.search(text, self.shown[start:]):
            self.shown += self._read(end).decode()
        return self.shown[start:]

    def _read(self, end: float) -> bytes:
        """What comes next; nothing may take for ever."""
        ready, _, _ = select.select([self.descriptor], [], [], max(0, end - time.monotonic()))
        assert ready, f"nothing more came after {self.shown[-2000:]!r}"
        return os.read(self.descriptor, 65536)

    def finish(self) -> int:
        """Read to the end; returns the status, of a death by a signal negative."""
        end = time.monotonic() + PATIENCE
        with suppress(OSError):
            while data := self._read(end):
                self.shown += data.decode()
        return os.waitstatus_to_exitcode(os.waitpid(self.number, 0)[1])

    def given_back(self) -> bool:
        """Whether the terminal is as it was: screen, cursor, and modes."""
        last = self.shown.rindex(LEAVE)
        return (
            last > self.shown.rindex(ENTER)
            and self.shown.rindex(SHOW_CURSOR) > self.shown.rindex("\x1b[?25l")
            and termios.tcgetattr(self.descriptor)[3] == self.modes[3]
        )


@contextmanager
def terminal(
    *words: str, size: tuple[int, int] = (80, 24), environment: dict[str, str] | None = None
) -> Iterator[Terminal]:
    ours = Terminal(words, size, environment or {})
    try:
        yield ours
    finally:
        with suppress(ProcessLookupError, ChildProcessError):
            os.kill(ours.number, signal.SIGKILL)
            os.waitpid(ours.number, 0)
        os.close(ours.descriptor)


def last_frame(text: str) -> list[str]:
    """The lines of the last frame that is complete, without colours."""
    frame = text[: text.rindex("generation")].rpartition("\x1b[H")[2]
    lines = re.split("\r+\n", frame)
    return [re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", line) for line in lines]


@pytest.mark.parametrize("end", ["q", "\x1b", "\x03"])
def test_an_animation_and_its_keys(end: str) -> None:
    plain = {"NO_COLOR": "1"}
    with terminal("show", GLIDER_FILE, "--animate", size=(60, 8), environment=plain) as ours:
        ours.until("generation 2 · 5/s")
        ours.send(" ")
        ours.until("paused")
        ours.send("r")
        ours.until("generation 0 · paused")
        for t, key in [(1, "\x1b[C"), (2, "n"), (3, "."), (2, "\x1b[D"), (1, "b")]:
            ours.send(key)
            shown = ours.until(rf"generation {t} · paused")
            rows = last_frame(shown)
            both = {"█": "OO", "▀": "O.", "▄": ".O", " ": ".."}
            width = max(map(len, rows))
            picture = "\n".join(
                "".join(both[letter][half] for letter in row.ljust(width))
                for row in rows
                for half in (0, 1)
            )
            assert Pattern.parse(picture).normal() == list(generations(GLIDER, t))[-1].normal()
        ours.send("+")
        ours.send(" ")
        ours.until("8/s")
        ours.send(end)
        assert ours.finish() == 0
        assert ours.given_back()
        assert "Traceback" not in ours.shown


def test_small_terminals_and_other_sizes() -> None:
    with terminal("show", "patterns/words/life.cells", "--animate", size=(12, 3)) as ours:
        ours.until(r"cropped")
        ours.resize(20, 5)
        shown = ours.until("generation 1|1 · crop")
        assert all(len(line) <= 20 for line in last_frame(ours.shown + shown + "generation"))
        ours.resize(1, 1)
        time.sleep(0.3)
        ours.resize(90, 30)
        ours.until("generation [0-9]+ · 5/s · .*13x5|not periodic")
        ours.send("q")
        assert ours.finish() == 0
        assert ours.given_back()


@pytest.mark.parametrize(
    ("sign", "status"),
    [(signal.SIGTERM, 143), (signal.SIGHUP, -signal.SIGHUP), (signal.SIGQUIT, -signal.SIGQUIT)],
)
def test_the_terminal_is_given_back_to_the_last(sign: signal.Signals, status: int) -> None:
    with terminal("show", GLIDER_FILE, "--animate", "--cells", "braille") as ours:
        ours.until("generation 1")
        os.kill(ours.number, sign)
        assert ours.finish() == status
        assert ours.given_back()
        assert "Traceback" not in ours.shown


def test_stopped_and_continued() -> None:
    """In a session of its own the kernel lets nobody be stopped by Ctrl-Z: a shell is needed."""
    words = f"{sys.executable} -m lifesearch show {GLIDER_FILE} --animate\n"
    number, descriptor = pty.fork()
    if not number:
        os.environ.update({"TERM": "xterm", "PS1": "ready> "})
        os.execvp("bash", ["bash", "--norc", "--noediting", "-i"])
    shown = ""

    def until(text: str) -> None:
        nonlocal shown
        start, end = len(shown), time.monotonic() + PATIENCE
        while text not in shown[start:]:
            assert time.monotonic() < end, shown
            shown += os.read(descriptor, 65536).decode(errors="replace")

    try:
        until("ready> ")
        os.write(descriptor, words.encode())
        until("generation 1")
        os.write(descriptor, b"\x1a")
        until("Stopped")
        assert shown.rindex(LEAVE) > shown.rindex(ENTER)
        assert shown.rindex(SHOW_CURSOR) > shown.rindex("\x1b[?25l")
        os.write(descriptor, b"stty -a; fg\n")
        until("generation ")
        assert re.search(r"(?<!-)icanon", shown)
        assert shown.rindex(ENTER) > shown.rindex(LEAVE)
        os.write(descriptor, b"q")
        until(LEAVE)
        os.write(descriptor, b"exit\n")
    finally:
        os.kill(number, signal.SIGKILL)
        os.waitpid(number, 0)
        os.close(descriptor)


def test_without_colour_and_with() -> None:
    words = ("show", GLIDER_FILE, "--animate")
    for name, coloured in ("NO_COLOR", False), ("UNHEARD_OF", True):
        with terminal(*words, environment={"NO_COLOR": "", name: "1"}) as ours:
            ours.until("generation 1")
            ours.send("q")
            ours.finish()
            assert ("\x1b[38;" in ours.shown) == coloured


@pytest.mark.long
def test_what_a_search_has_found_is_played() -> None:
    with terminal("still-life", "--box", "3x3", "--all", "-j", "1", "--animate") as ours:
        ours.until(r"no other still life in a 3x3 box")
        ours.until(r"1 of 4 · still life")
        ours.send("n")
        ours.until(r"2 of 4 · still life")
        ours.send("pp")
        ours.until(r"4 of 4 · still life")
        ours.send("q")
        assert ours.finish() == 0
        assert ours.given_back()
    with terminal("still-life", "--box", "1x1", "-j", "1", "--animate") as ours:
        assert ours.finish() == 1
        assert ENTER not in ours.shown


def test_a_terminal_that_cannot_move_its_cursor() -> None:
    with terminal("show", GLIDER_FILE, "--animate", environment={"TERM": "dumb"}) as ours:
        assert ours.finish() == 2
        assert "TERM names a terminal without one" in " ".join(ours.shown.split())
        assert ENTER not in ours.shown
