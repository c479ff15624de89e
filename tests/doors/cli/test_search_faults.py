"""Searches that are asked nonsense, interrupted, or left by their readers."""

import json
import os
from pathlib import Path

import pytest

from tests.doors.cli.conftest import Run
from tests.processes import PATIENCE, ended_script, interrupt, started


def test_bad_pattern_files(lifesearch: Run, tmp_path: Path, glider: str) -> None:
    large = tmp_path / "large"
    large.write_bytes(b"." * 50_000_000)
    binary = tmp_path / "binary"
    binary.write_bytes(bytes(range(256)))
    blank = tmp_path / "blank"
    blank.write_text("..\n..\n")
    for words, sentence in [
        ((str(large),), "larger than 20 MB"),
        ((str(binary),), "is not a text file"),
        ((str(blank),), "has no live cell"),
        ((glider, "--box", "2x2"), "the target, 3x3 cells, is larger than the box of 2x2"),
        ((glider, "--generations", "0"), "--generations must be at least 1"),
        ((glider, "--pad", "999"), "lifesearch stops at"),
    ]:
        done = lifesearch("predecessor", *words)
        assert (done.returncode, done.stdout) == (2, "")
        assert sentence in done.stderr
        assert done.stderr.count("\n") == 1


@pytest.mark.skipif(os.name == "nt", reason="POSIX signals")
def test_ctrl_c_keeps_what_was_found() -> None:
    words = ["still-life", "--box", "9x9", "--all", "-f", "json"]
    with started(*words) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        lines = [process.stdout.readline()]
        interrupt(process)
        # Not communicate(): it passes over what the first line's buffer holds already.
        lines += process.stdout.readlines()
        messages = process.stderr.read()
        assert process.wait(PATIENCE) == 130
    assert all(json.loads(line)["period"] == 1 for line in lines)
    assert f"{len(lines):,} found" in messages
    assert "Traceback" not in messages


@pytest.mark.long
def test_a_reader_that_goes_away_is_not_a_proof() -> None:
    for form in ("", "-f rle"):
        search = f"lifesearch still-life --box 5x5 --all {form} | head -1 >/dev/null"
        done = ended_script(f"{search}; echo ${{PIPESTATUS[0]}}")
        assert (done.stdout, done.stderr) == ("141\n", "")


@pytest.mark.parametrize("words", ["help", "--help", "--version", "oscillator --help"])
def test_a_reader_of_help_that_goes_away(words: str) -> None:
    for _ in range(20):  # until the reader is gone before anything is written
        done = ended_script(f"lifesearch {words} | true; echo ${{PIPESTATUS[0]}}")
        assert done.stdout in ("0\n", "141\n")
        assert done.stderr == ""
        if done.stdout == "141\n":
            return
    raise AssertionError("the reader was never gone")


@pytest.mark.long
def test_closed_streams() -> None:
    for words in ("still-life --box 2x2 >&-", "predecessor - <&-", "knuth sat-life 0 <&-"):
        done = ended_script(f"lifesearch {words}")
        assert done.returncode == 2
        assert "closed" in done.stderr
        assert "Traceback" not in done.stderr
