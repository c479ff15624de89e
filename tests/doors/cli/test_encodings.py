"""A terminal that cannot show a character gets a plain one in its place, wherever it is drawn."""

import sys
from pathlib import Path

import pytest

from lifesearch.common.streams import STAND_IN_ERRORS, STAND_INS
from tests.doors.cli.conftest import Run

if sys.platform == "win32":
    pytest.skip("there are no such terminals", allow_module_level=True)

from tests.doors.cli.screen import shown
from tests.doors.cli.terminal import terminal

ENCODINGS = ("latin-1", "cp1252", "ascii")
LARGE = "x = 120, y = 3, rule = B3/S23\n120o$$120o!\n"
COMMANDS = (
    ("show", "glider.rle"),
    ("catalogue", "show", "pulsar"),
    ("show", "large.rle"),
    ("identify", "glider.rle"),
    ("oscillator", "2", "--box", "3x3"),
    ("soup", "--soups", "100", "--seed", "1"),
    ("plot", "p2.session"),
    ("catalogue", "list", "--period", "3"),
    ("help", "rules"),
    ("atlas",),
    ("oscillator", "2", "--box", "4x4", "--explain"),
)


def written(*words: str, encoding: str, until: str = "", keys: str = "") -> str:
    """What a command writes to a terminal with this encoding."""
    environment = {"PYTHONIOENCODING": encoding, "PAGER": "cat"}
    with terminal(*words, environment=environment) as ours:
        if until:
            ours.until(until)
            ours.send(keys)
        ours.finish()
        assert "lifesearch: " not in ours.shown  # how messages of mistakes begin
    return ours.shown


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lifesearch: Run) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "large.rle").write_text(LARGE)
    (tmp_path / "glider.rle").write_text("bo$2bo$3o!")
    lifesearch("oscillator", "2", "--max-area", "6", "--all", "--session", "p2.session")


@pytest.mark.long
@pytest.mark.usefixtures("files")
@pytest.mark.parametrize("encoding", ENCODINGS)
def test_nothing_is_drawn_as_an_escape(encoding: str) -> None:
    for words in COMMANDS:
        text = written(*words, encoding=encoding)
        assert len(text) > 20, words
        assert "\\u" not in text, words
        assert "\\x" not in text, words


@pytest.mark.usefixtures("files")
@pytest.mark.parametrize("encoding", ENCODINGS)
def test_cells_are_letters(encoding: str) -> None:
    rows = shown(written("show", "glider.rle", encoding=encoding), 80, 24)
    assert any(row.startswith(".O.") for row in rows)


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_a_live_screen_is_plain(encoding: str, tmp_path: Path) -> None:
    words = ("oscillator", "7", "--box", "13x13", "--session", str(tmp_path / "s"))
    text = written(*words, encoding=encoding, until="# settled, [+] now", keys="\x03")
    assert "\\u" not in text
    assert text.isascii()


@pytest.mark.usefixtures("files")
@pytest.mark.parametrize("encoding", ENCODINGS)
def test_an_animation_is_plain(encoding: str) -> None:
    text = written(
        "show", "glider.rle", "--animate", encoding=encoding, until=r"generation \d", keys="q"
    )
    assert "\\u" not in text


def test_a_stand_in_after_a_character_that_has_none() -> None:
    assert "ą·█ą".encode("ascii", STAND_IN_ERRORS) == rb"\u0105-O\u0105"


def test_each_stand_in_is_one_plain_character() -> None:
    assert all(len(each) == len(plain) == 1 for each, plain in STAND_INS.items())
    assert all(plain.isascii() for plain in STAND_INS.values())
