"""`lifesearch gallery` and `lifesearch plot`, as a person uses them."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.doors.cli.conftest import Run
from tests.program import run

GLIDER = "#N Glider\nx = 3, y = 3, rule = B3/S23\nbob$2bo$3o!\n"


@pytest.fixture(scope="module")
def session(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A finished search for everything of period 2 in up to 12 cells."""
    file = tmp_path_factory.mktemp("gallery") / "p2.session"
    words = ["oscillator", "2", "--max-area", "12", "--all", "--session", str(file)]
    assert run(*words).returncode == 0
    return file


def test_a_page_of_a_session_and_a_file(lifesearch: Run, session: Path, tmp_path: Path) -> None:
    (tmp_path / "g.rle").write_text(GLIDER)
    output = tmp_path / "page.html"
    words = ("gallery", str(session), str(tmp_path / "g.rle"), "-o", str(output))
    done = lifesearch(*words)
    assert (done.returncode, done.stdout) == (0, "")
    found = session.read_text().count('"found": [[')
    assert done.stderr == f"{output}: {found + 1} patterns\n"
    assert lifesearch(*words, "--force", "--title", "Ours").returncode == 0
    assert "<title>Ours</title>" in output.read_text()


def test_a_page_on_standard_output(lifesearch: Run, tmp_path: Path) -> None:
    (tmp_path / "g.rle").write_text(GLIDER)
    done = lifesearch("gallery", str(tmp_path), "-o", "-")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("<!doctype html>")
    piped = lifesearch("gallery", "-", "-o", "-", stdin=GLIDER)
    assert piped.returncode == 0
    assert "<title>Glider</title>" in piped.stdout


def test_nonsense_gets_one_sentence(lifesearch: Run, session: Path, tmp_path: Path) -> None:
    empty, garbage, nothing = tmp_path / "empty", tmp_path / "garbage", tmp_path / "nothing"
    empty.touch()
    garbage.write_bytes(os.urandom(1000) + b"\0")
    nothing.mkdir()
    spoilt, begun = tmp_path / "spoilt", tmp_path / "begun"
    spoilt.write_bytes(session.read_bytes() + b"banana\n")
    begun.write_bytes(session.read_bytes().splitlines(keepends=True)[0])
    output = ("-o", str(tmp_path / "page.html"))
    for words, sentence in [
        (("gallery", ""), "is empty"),
        (("gallery", str(empty)), "is empty"),
        (("gallery", str(garbage)), "is not a text file"),
        (("gallery", str(nothing)), "holds no patterns"),
        (("gallery", str(begun)), "holds no patterns"),
        (("gallery", str(spoilt)), "the session is damaged"),
        (("gallery", str(session), "-o", str(nothing)), "it is a folder"),
        (("gallery", str(session), "-o", ""), "is empty"),
        (("gallery", str(session), "-o", "/no/where/page.html"), "No such file or directory"),
        (("gallery", str(garbage), "-o", "/no/where/page.html"), "cannot write /no/where"),
        (("plot", str(garbage), "--svg", "/no/where/plot.svg"), "cannot write /no/where"),
        (("gallery", str(session), "-o", str(tmp_path / "page.txt")), "end in .html, not"),
        (("plot", str(nothing)), "it is not a plain file"),
        (("plot", str(empty)), "is empty"),
        (("plot", str(garbage)), "is not a session of lifesearch"),
        (("plot", str(begun)), "nothing to plot yet"),
        (("plot", str(spoilt)), "the session is damaged"),
        (("plot", str(session), "--svg", str(spoilt)), "already exists"),
        (("plot", "/dev/null"), "it is not a plain file"),
    ]:
        done = lifesearch(*words, *(output if words[0] == "gallery" and "-o" not in words else ()))
        assert (done.returncode, done.stdout) == (2, ""), words
        assert sentence in done.stderr, words
        assert done.stderr.count("\n") == 1, words
        assert not (tmp_path / "page.html").exists()


def test_a_plot_in_plain_letters(lifesearch: Run, session: Path, tmp_path: Path) -> None:
    done = lifesearch("plot", str(session))
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.isascii()
    assert max(map(len, done.stdout.splitlines()[2:])) <= 80
    found = session.read_text().count('"found": [[')
    assert f"{found} found" in done.stdout
    for name in ("parts proved", "conflicts", "found"):
        assert f"  {name}\n" in done.stdout
    picture = tmp_path / "p.svg"
    assert lifesearch("plot", str(session), "--svg", str(picture)).returncode == 0
    assert picture.read_text() == lifesearch("plot", str(session), "--svg", "-").stdout


def test_names_that_are_no_utf_8(lifesearch: Run, tmp_path: Path) -> None:
    folder = tmp_path / os.fsdecode(b"f\xff")
    try:
        folder.mkdir()
    except OSError:
        pytest.skip("this system has no such names")
    (folder / "g.rle").write_text(GLIDER)
    output, title = tmp_path / "page.html", os.fsdecode(b"t\xff")
    for options, heading in (((), "F?"), (("--force", "--title", title), "T?")):
        done = lifesearch("gallery", str(folder), "-o", str(output), *options)
        assert done.returncode == 0, done.stderr
        assert f"<title>{heading}</title>" in output.read_text(encoding="utf-8")
