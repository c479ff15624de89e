"""Keys of an animation, in all terminals and on Windows."""

import os
import signal
import sys
from io import StringIO
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lifesearch.show.terminal.player import SPEEDS, PlayerState, key_pressed
from lifesearch.show.terminal.screen import ENTER, LEAVE, PREPARE, Screen, keys_in
from lifesearch.show.terminal.windows_screen import WindowsScreen
from tests.doors.cli.screen import shown

KEYS = [
    ("space", PlayerState(t=4), PlayerState(t=4, paused=True)),
    ("space", PlayerState(t=4, paused=True), PlayerState(t=4)),
    ("right", PlayerState(t=4), PlayerState(t=5, paused=True)),
    ("left", PlayerState(t=4), PlayerState(t=3, paused=True)),
    ("b", PlayerState(), PlayerState(paused=True)),
    ("r", PlayerState(t=4, paused=True), PlayerState(paused=True)),
    ("q", PlayerState(), PlayerState(over=True)),
    ("escape", PlayerState(), PlayerState(over=True)),
    ("x", PlayerState(t=2), PlayerState(t=2)),
    ("n", PlayerState(number=2, t=4), PlayerState()),
    ("p", PlayerState(t=4), PlayerState(number=2)),
    ("+", PlayerState(speed=len(SPEEDS) - 1), PlayerState(speed=len(SPEEDS) - 1)),
    ("+", PlayerState(speed=0), PlayerState(speed=1)),
    ("-", PlayerState(speed=0), PlayerState(speed=0)),
]


@pytest.mark.parametrize(("key", "before", "after"), KEYS)
def test_keys(key: str, before: PlayerState, after: PlayerState) -> None:
    assert key_pressed(before, key, patterns=3) == after


class Page(Screen):
    """A screen of 5 columns and 3 lines."""

    text = ""

    @property
    def size(self) -> tuple[int, int]:
        return 5, 3

    def keys(self, seconds: float | None) -> list[str]:
        return []

    def _write(self, text: str) -> None:
        self.text += text


def test_lines_as_wide_as_the_screen_are_shown_to_the_last_letter() -> None:
    page = Page(0)
    for lines in (["12345", "abcde", "ABCDE"], ["12345", "abcde"]):
        page.draw(lines)
        assert shown(page.text, 5, 3)[: len(lines)] == lines
        page.text = ""


@pytest.mark.parametrize("key", ["up", "down"])
def test_with_one_pattern_arrows_do_not_go_back_to_its_beginning(key: str) -> None:
    now = PlayerState(t=7, paused=True)
    assert key_pressed(now, key, patterns=1) == now


@settings(deadline=None)
@given(st.text(st.sampled_from("\x1b[O0;5~ABCDq .+é"), max_size=12))
def test_any_keys_can_be_pressed(data: str) -> None:
    for key in keys_in(data):
        key_pressed(PlayerState(), key, 2)
        assert key == "escape" or "\x1b" not in key


def test_arrows_of_all_terminals() -> None:
    assert keys_in("\x1b[C\x1bOC\x1b[D\x1bOD\x1b[1;2C\x1b[15~") == [
        "right",
        "right",
        "left",
        "left",
    ]


def windows_keys(sent: str, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The keys that a console of Windows tells of, which sends these characters."""
    left = list(sent)
    monkeypatch.setattr("sys.stdout", StringIO())
    screen = WindowsScreen(1, lambda: bool(left), lambda: left.pop(0))
    with screen.taken():
        assert not left  # what was typed before is forgotten
        left += sent
        return screen.keys(None)


@pytest.mark.parametrize(
    ("sent", "keys"),
    [
        ("q", ["q"]),
        (" +\x1b", ["space", "+", "escape"]),
        ("\xe0H\xe0P\x00K\x00Mr", ["up", "down", "left", "right", "r"]),
        ("\x00;", []),  # a function key
        ("\x03", ["quit"]),
    ],
)
def test_keys_on_windows(sent: str, keys: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    assert windows_keys(sent, monkeypatch) == keys


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
def test_a_terminal_that_is_given_back_is_not_taken_again(tmp_path: Path) -> None:
    """Not by a signal that comes late, as when Ctrl-Z and `fg` follow the key q."""
    from lifesearch.show.terminal.posix_screen import PosixScreen

    class Interrupted(PosixScreen):
        def _give_back(self) -> None:
            super()._give_back()
            signal.raise_signal(signal.SIGCONT)

    user, keyboard = os.openpty()
    file = tmp_path / "shown"
    with file.open("wb") as display, Interrupted(keyboard, display.fileno()).taken():
        pass
    assert file.read_text() == f"{ENTER}{PREPARE}{LEAVE}"
    os.close(keyboard)
    os.close(user)


def test_a_console_is_drawn_on_and_given_back(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = StringIO()
    monkeypatch.setattr("sys.stdout", shown)
    before = signal.getsignal(signal.SIGINT)
    screen = WindowsScreen(-1, lambda: False, str)
    with screen.taken():
        screen.draw(["O.", ".O"])
        assert screen.keys(0) == []
        signal.raise_signal(signal.SIGINT)
        assert screen.keys(None) == ["quit"]
    assert signal.getsignal(signal.SIGINT) is before
    drawn = "\x1b[H\x1b[KO.\r\n\x1b[K.O\r\n\x1b[J"
    assert shown.getvalue() == f"{ENTER}{PREPARE}{drawn}{LEAVE}"
