"""`lifesearch show` and `--animate`, in pipes and in terminals of a test's own."""

import os
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from lifesearch.cli import app
from lifesearch.errors import InputError
from lifesearch.life.pattern import Pattern
from lifesearch.life.simulate.evolve import generations
from tests.cli.conftest import Run
from tests.processes import PATIENCE

if sys.platform == "win32":
    pytest.skip("needs a pseudo-terminal", allow_module_level=True)

import fcntl
import pty
import struct
import termios

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


def test_generations_side_by_side(lifesearch: Run) -> None:
    done = lifesearch("show", GLIDER_FILE)
    assert (done.returncode, done.stderr) == (0, "")
    heading, labels, *rows = done.stdout.splitlines()
    assert heading.endswith("spaceship of velocity c/4 diagonal; 5 cells in 3x3")
    assert labels.split() == ["generation", "0", "generation", "1", "generation", "2",
                              "generation", "3"]  # fmt: skip
    for t, phase in enumerate(generations(GLIDER, 3)):
        column = "\n".join(row.split()[t] for row in rows)
        assert Pattern.parse(column) == phase.translate(1, 1)


def test_from_a_pipe_several_and_another_rule(lifesearch: Run) -> None:
    text = "x = 3, y = 1, rule = B36/S23\n3o!\n#N tub\nx = 3, y = 3\nbo$obo$bo!\n"
    done = lifesearch("show", "-", "--generations", "1", stdin=text)
    assert [line for line in done.stdout.splitlines() if ";" in line] == [
        "number 1: oscillator of period 2; 3 cells in 3x1, B36/S23",
        "tub: still life; 4 cells in 3x3",
    ]
    dying = lifesearch("show", "-", "--rule", "B3/S", stdin="OO\nOO\n")
    assert "dies in generation 1; 4 cells in 2x2, B3/S" in dying.stdout


def test_patterns_in_another_format(lifesearch: Run) -> None:
    shown = lifesearch(
        "show", "-", "-f", "rle", stdin="3o!\nx = 2, y = 2, rule = B3/S23:T9\n2o$2o!"
    )
    assert "x = 3, y = 1, rule = B3/S23\n3o!\n" in shown.stdout
    assert "x = 2, y = 2, rule = B3/S23:T9,9\n2o$2o!\n" in shown.stdout
    rotor = lifesearch("show", "patterns/films/rotor.txt", "-f", "life-history")
    answers = [
        lifesearch("complete", name, "--period", "3", "--all", "-f", "rle", stdin=text).stdout
        for name, text in (("-", rotor.stdout), ("patterns/films/rotor.txt", ""))
    ]
    assert answers[0] == answers[1] != ""


def test_pictures_are_written_once(lifesearch: Run, tmp_path: Path) -> None:
    file = tmp_path / "glider.svg"
    done = lifesearch("show", GLIDER_FILE, "--svg", str(file))
    assert (done.returncode, done.stdout) == (0, "")
    assert done.stderr == f"{file}: 4 generations, 649 x 145\n"
    still = file.read_text()
    again = lifesearch("show", GLIDER_FILE, "--svg", str(file), "--animate")
    assert (again.returncode, file.read_text()) == (2, still)
    assert again.stderr == (
        f"lifesearch: {file} exists: give another name, or --force to overwrite it\n"
    )
    forced = lifesearch("show", GLIDER_FILE, "--svg", str(file), "--animate", "--force")
    assert forced.returncode == 0
    assert file.read_text().count("<animate ") == 4
    assert [path.name for path in tmp_path.iterdir()] == ["glider.svg"]


def test_png_and_gif(lifesearch: Run, tmp_path: Path) -> None:
    pytest.importorskip("PIL")
    png, gif = tmp_path / "a.png", tmp_path / "a.gif"
    done = lifesearch("show", GLIDER_FILE, "--png", str(png), "--gif", str(gif), "--scale", "5")
    assert done.returncode == 0
    assert png.read_bytes().startswith(b"\x89PNG\r\n\x1a\n")
    assert gif.read_bytes().startswith(b"GIF89a")


def test_pillow_is_asked_for(tmp_path: Path) -> None:
    code = "import sys; sys.modules['PIL'] = None\nfrom lifesearch.__main__ import main; main()"
    words = ["show", GLIDER_FILE, "--png", str(tmp_path / "a.png")]
    done = subprocess.run(
        [sys.executable, "-c", code, *words], capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert "pip install 'lifesearch[pictures]'" in done.stderr
    assert done.stderr.count("\n") == 1
    words[2:] = ["--svg", str(tmp_path / "a.svg")]
    assert subprocess.run([sys.executable, "-c", code, *words], check=False).returncode == 0


HUGE = "x = 10000, y = 10000\no9999$9999bo!\n"


@pytest.mark.parametrize(
    ("words", "text", "sentence"),
    [
        ((), "", "it.rle is empty"),
        ((), "...\n...\n", "it.rle has no live cell: there is nothing to show"),
        ((), HUGE, "is 10,000 x 10,000 cells large, too large to show"),
        (("--svg", "new.svg"), HUGE, "is 10,000 x 10,000 cells large, too large to show"),
        (("--animate",), "OOO", "--animate needs a terminal, and standard output is none"),
        (("--svg", "new.png"), "OOO", "a file whose name ends in .svg, not 'new.png'"),
        (("--gif", "no/where.gif"), "OOO", "there is no folder no"),
        (("--png", "folder"), "OOO", "cannot write folder: it is a folder"),
        (("--png", "new.png", "--animate"), "OOO", "a PNG picture does not move"),
        (("--scale", "5"), "OOO", "--scale is for pictures"),
        (("--svg", "new.svg", "--scale", "0"), "OOO", "--scale must be at least 1, not 0"),
        (("--cells", "half"), "OOO", "--cells is for motion in the terminal"),
        (("--color", "age"), "OOO", "--colour is for motion and pictures"),
        (("--svg", "new.svg", "--colour", "red"), "OOO", "there is no colouring 'red'"),
        (("--generations", "0"), "OOO", "--generations must be at least 1, not 0"),
        (("--rule", "B0/S/C3"), "OOO", "under /0/3 the empty plane comes to life"),
        (("-f", "rle", "--svg", "new.svg"), "OOO", "leave the options for pictures out"),
        (("-f", "life-history"), "o?\n\n??", "and here is more: 2 generations"),
        (("it.rle", "--svg", "new.svg"), "OOO", "a picture shows one pattern, but there are 2"),
    ],
)
def test_nonsense_gets_one_sentence(
    words: tuple[str, ...],
    text: str,
    sentence: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("it.rle").write_text(text)
    Path("folder").mkdir()
    with pytest.raises(InputError) as error:
        app(["show", "it.rle", *words], standalone_mode=False)
    assert sentence in str(error.value)
    assert "\n" not in str(error.value)
    assert capsys.readouterr() == ("", "")
    assert {path.name for path in Path().iterdir()} == {"it.rle", "folder"}


def test_searches_refuse_to_animate_a_pipe(lifesearch: Run, tmp_path: Path) -> None:
    session = tmp_path / "session"
    words = ("still-life", "--box", "2x2", "--animate", "--session", str(session))
    done = lifesearch(*words)
    assert (done.returncode, done.stdout) == (2, "")
    assert "--animate needs a terminal" in done.stderr
    assert not session.exists()


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


def test_what_a_search_has_found_is_played() -> None:
    with terminal("still-life", "--box", "3x3", "--all", "-j", "1", "--animate") as ours:
        ours.until(r"proved: no other still life in a 3x3 box")
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
        assert "TERM names none" in " ".join(ours.shown.split())
        assert ENTER not in ours.shown


def test_what_settles_is_said_to(lifesearch: Run, tmp_path: Path) -> None:
    row = tmp_path / "row.cells"
    row.write_text("OOOO\n")
    done = lifesearch("show", str(row))
    assert "row: settles in generation 2; 4 cells in 4x1" in done.stdout
    assert "generation 2" in done.stdout.splitlines()[1]


def test_two_pictures_need_two_places(lifesearch: Run, tmp_path: Path) -> None:
    row = tmp_path / "row.cells"
    row.write_text("OOO\n")
    done = lifesearch("show", str(row), "--svg", "-", "--png", "-")
    assert (done.returncode, done.stdout) == (2, "")
    assert "two pictures cannot have the same place" in done.stderr
