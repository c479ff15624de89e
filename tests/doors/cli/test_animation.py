"""Animations in a terminal: what is drawn, the keys, and what is left behind."""

import os
import re
import signal
import sys
import time

import pytest

from lifesearch.life.pattern import Pattern
from lifesearch.life.simulate.evolve import generations
from tests.doors.cli.terminal import ENTER, LEAVE, terminal

GLIDER_FILE = "patterns/spaceships/glider.rle"
GLIDER = Pattern.parse("OOO\nO..\n.O.")


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
    bash = ("bash", "--norc", "--noediting", "-i")
    with terminal(command=bash, environment={"PS1": "ready> "}) as ours:
        ours.until("ready> ")
        ours.send(f"{sys.executable} -m lifesearch show {GLIDER_FILE} --animate\n")
        ours.until("generation 1")
        ours.send("\x1a")
        ours.until("Stopped")
        assert ours.left()
        assert ours.has_cursor()
        ours.send("stty -a; fg\n")
        ours.until("generation ")
        assert re.search(r"(?<!-)icanon", ours.shown)
        assert not ours.left()
        ours.send("q")
        ours.until(re.escape(LEAVE))
        ours.send("exit\n")


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
