"""Commands in messages: a shell reads each as it is printed, and it does what was promised."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
from pathlib import Path

import pytest

from tests.doors.cli.conftest import Run
from tests.doors.cli.terminal import terminal

pytestmark = pytest.mark.skipif(os.name == "nt", reason="quoted for a POSIX shell")

AWKWARD = "it's $HOME & a 'b'.session"
HARD = ("oscillator", "7", "--box", "13x13")
SOON = ("--time-limit", "0.2s")


def words_of(message: str) -> list[str]:
    """The words that a shell makes of the command at the end of a message."""
    command = message[message.index(": lifesearch ") + 2 :]
    as_words = f"lifesearch() {{ for word; do printf '%s\\0' \"$word\"; done; }}\n{command}"
    read = subprocess.run(["sh", "-c", as_words], capture_output=True, text=True, check=True)
    assert not read.stderr
    return read.stdout.split("\0")[:-1]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder whose name needs quotes, too."""
    path = tmp_path / "so $much; 'fun'"
    path.mkdir()
    return path


@pytest.mark.parametrize(
    "words",
    [
        HARD,
        ("count", "still-life", "--box", "12x200"),
        ("survey", "--kind", "still-lifes"),
    ],
    ids=" ".join,
)
def test_a_stopped_search_is_continued(
    lifesearch: Run, folder: Path, words: tuple[str, ...]
) -> None:
    for name in (AWKWARD, "-x.session"):
        done = lifesearch(*words, f"--session={folder / name}", *SOON)
        (message,) = [line for line in done.stderr.splitlines() if "to continue: " in line]
        hinted = words_of(message)
        assert hinted == ["resume", str(folder / name)]
        again = lifesearch(*hinted, *SOON)
        assert again.returncode == done.returncode
        assert "cannot" not in again.stderr


def test_another_number_than_that_of_the_session_is_hinted(lifesearch: Run, folder: Path) -> None:
    file = str(folder / "s")
    for words, hinted in (
        (HARD, []),
        ((*HARD, "--all"), ["--all"]),
        ((*HARD, "--count", "5"), ["--count", "5"]),
        (("resume", file, "--all"), ["--all"]),
    ):
        where = () if words[0] == "resume" else ("--session", file)
        done = lifesearch(*words, *where, *SOON)
        assert words_of(done.stderr.splitlines()[0]) == ["resume", file, *hinted]


def test_a_larger_number_of_soups_is_hinted(lifesearch: Run, folder: Path) -> None:
    file, soups = str(folder / "s"), ("soup", "--symmetry", "D8_1", "--session")
    assert lifesearch(*soups, file, "--soups", "10").returncode == 0
    more = lifesearch("resume", file, "--soups", "1000000", *SOON)
    (message,) = [line for line in more.stderr.splitlines() if "to continue: " in line]
    assert words_of(message) == ["resume", file, "--soups", "1000000"]
    endless = lifesearch(*soups, file, *SOON)  # no option of `resume` is for soups without end
    assert "time limit reached" in endless.stderr
    assert "to continue" not in endless.stderr


def test_a_session_whose_name_looks_like_an_option(lifesearch: Run, folder: Path) -> None:
    done = lifesearch(*HARD, "--session=-x.session", *SOON, cwd=folder)
    hinted = words_of(done.stderr.splitlines()[0])
    again = lifesearch(*hinted, *SOON, cwd=folder)
    assert again.returncode == done.returncode == 3


def test_a_proof_is_checked(lifesearch: Run, folder: Path) -> None:
    where = folder / "it's a $proof"
    done = lifesearch("oscillator", "3", "--box", "4x4", "--proof", str(where))
    (message,) = [line for line in done.stderr.splitlines() if "to check it: " in line]
    hinted = words_of(message)
    assert hinted == ["check", str(where)]
    assert lifesearch(*hinted).returncode == 0


def test_ships_of_another_period_are_asked_for_in_the_same_rule(lifesearch: Run) -> None:
    done = lifesearch("spaceship", "c/2", "--box", "3x3", "--rule", "B2-a/S12")
    (message,) = [line for line in done.stderr.splitlines() if line.startswith("hint: ")]
    hinted = words_of(message)
    assert hinted == ["spaceship", "2c/4", "--rule", "B2-a/S12"]
    assert lifesearch(*hinted, "--explain").returncode == 0


@pytest.mark.long
def test_all_oscillators_of_a_table(lifesearch: Run, folder: Path, kernels_loaded: None) -> None:
    session = folder / AWKWARD
    for words in ((), ("--session", str(session))):
        done = lifesearch("rotors", "2x2", "--rule", "B36/S23", *words)
        hinted = words_of(done.stderr.splitlines()[-1])
        assert hinted[0] == ("resume" if words else "rotors")
        assert lifesearch(*hinted).stdout.count("rule = B36/S23") == 4


def test_a_command_is_not_broken_by_a_narrow_terminal(folder: Path) -> None:
    """A line of its own, which the terminal goes on in the next: so it is copied as one."""
    session = folder / AWKWARD
    with terminal(*HARD, "--session", str(session), *SOON) as ours:
        ours.finish()
        plain = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", ours.shown)
    message = plain[plain.index("to continue:") :].splitlines()
    assert shlex.split(message[1]) == ["lifesearch", "resume", str(session)]
