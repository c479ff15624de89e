"""Other people's text reaches the terminal as text, whatever it holds, in any encoding."""

import json
import re
from pathlib import Path

import pytest

from lifesearch.catalogue.store import FOLDER_VARIABLE
from tests.doors.cli.conftest import Run
from tests.doors.cli.terminal import terminal
from tests.processes import ended

ESC, CSI, OVERRIDE = "\x1b", "\x9b", "\u202e"
HOSTILE = f"{ESC}[2J{ESC}]0;x\x07{CSI}31m{OVERRIDE}\x7f\u2028name"


def controls(text: str) -> list[str]:
    """Whatever a terminal would not merely show."""
    return [letter for letter in text if not letter.isprintable() and letter != "\n"]


@pytest.fixture
def hostile(tmp_path: Path) -> str:
    """A pattern whose name, comment and file name hold control characters."""
    file = tmp_path / f"a{ESC}[31m{CSI}{OVERRIDE}\nb.rle"
    text = f"#N {HOSTILE}\n#C {HOSTILE}\n#O {HOSTILE}\nx = 3, y = 3\nbo$2bo$3o!\n"
    file.write_text(text, encoding="utf-8")
    return str(file)


@pytest.mark.parametrize(
    "words",
    [
        ("identify", "FILE"),
        ("identify", "FILE", "-f", "csv"),
        ("identify", "FILE", "-f", "rle"),
        ("identify", "FILE", "-f", "cells"),
        ("identify", "FILE", "-f", "json"),
        ("show", "FILE"),
        ("catalogue", "add", "FILE"),
        ("gallery", "FILE", "-o", "-"),
        ("predecessor", "FILE", "--box", "1x1", "--mask", "FILE"),
        ("oscillator", f"2{HOSTILE}"),
        ("oscillator", "2", "--rule", HOSTILE),
        ("oscillator", "2", f"--{HOSTILE}"),
        (HOSTILE,),
        ("still-life", "--box", "2x2", "-f", HOSTILE),
        ("catalogue", "show", HOSTILE),
        ("show", HOSTILE),
        ("show", "FILE", "--svg", f"/tmp/{HOSTILE}"),
        ("resume", "FILE"),
        ("plot", "FILE"),
        ("knuth", HOSTILE),
        ("complete", "FILE", "--period", "2"),
    ],
)
def test_no_control_characters_are_printed(
    lifesearch: Run, hostile: str, words: tuple[str, ...], tmp_path: Path
) -> None:
    own = {FOLDER_VARIABLE: str(tmp_path / "data")}
    done = lifesearch(*(hostile if word == "FILE" else word for word in words), env=own)
    assert controls(done.stdout) == []
    assert controls(done.stderr) == []
    assert done.returncode in (0, 1, 2)
    if done.returncode == 2:
        assert done.stderr.count("\n") == 1


def test_names_in_files_have_no_control_characters(lifesearch: Run, hostile: str) -> None:
    written = lifesearch("identify", hostile, "-f", "rle").stdout
    assert "\\x1b[2J" in written or "glider" in written
    known = json.loads(lifesearch("identify", hostile, "-f", "json").stdout)
    assert known["source"] == hostile  # as JSON it is data, and escaped anyway


def test_a_message_stays_one_line(lifesearch: Run) -> None:
    done = lifesearch("oscillator", "3\n4")
    assert done.returncode == 2
    assert done.stderr == "lifesearch: the period must be a whole number, not '3\\n4'\n"


@pytest.mark.parametrize("form", [(), ("-f", "rle"), ("-f", "csv"), ("-f", "cells")])
def test_letters_that_an_encoding_lacks(tmp_path: Path, form: tuple[str, ...]) -> None:
    """ASCII lacks all that others lack."""
    file = tmp_path / "λ名.rle"
    file.write_text("#N Γλιδερ 滑翔机\n3o$o$bo2$3o!\n", encoding="utf-8")
    done = ended("identify", str(file), *form, env={"PYTHONIOENCODING": "ascii"})
    assert "Traceback" not in done.stderr
    assert done.returncode in (0, 1)
    assert done.stdout.isascii()
    assert done.stdout.count("\n") > 1


def on_terminal(*words: str, columns: int = 80) -> str:
    """What a terminal of this width gets."""
    usual = {"NO_COLOR": None, "COLUMNS": None}
    with terminal(*words, size=(columns, 24), environment=usual) as ours:
        ours.finish()
    return ours.shown


@pytest.mark.parametrize(
    "words",
    [
        ("oscillator", "2", "--torus"),
        pytest.param(
            ("oscillator", "3", "--box", "3x3", "--no-progress", "--jobs", "1"),
            marks=pytest.mark.long,
        ),
    ],
)
def test_messages_are_broken_between_words_on_a_terminal(words: tuple[str, ...]) -> None:
    whole = ended(*words).stderr
    assert whole.count("\n") == 1
    lines = re.sub(r"\x1b\[\d+m", "", on_terminal(*words, columns=30)).splitlines()
    assert len(lines) > 1
    assert max(map(len, lines)) <= 30
    assert " ".join(lines) == whole.rstrip()


def test_colours_still_reach_a_terminal(tmp_path: Path) -> None:
    file = tmp_path / "glider.rle"
    file.write_text(f"#N {ESC}[31mred\nbo$2bo$3o!\n")
    seen = on_terminal("show", str(file))
    assert "\x1b[32m" in seen  # the green of live cells
    assert "\x1b[31m" not in seen
    assert "\\x1b[31mred" in seen
