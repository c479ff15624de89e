"""Searches that are asked nonsense, interrupted, or left by their readers."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.cli.conftest import Run
from tests.processes import PATIENCE, eventually

NONSENSE = [
    (("oscillator", "0"), "the period must be at least 1, not 0"),
    (("oscillator", "1"), "still life"),
    (("oscillator", "--", "-3"), "the period must be at least 1, not -3"),
    (("oscillator", "-3"), "-3 is negative"),
    (("oscillator", "1000000000"), "the period must be at most 1,000"),
    (("oscillator", "\uff13"), "whole number"),
    (("oscillator", "2", "--banana"), "no such option: --banana"),
    (("banana",), "no such command 'banana'"),
    (("oscillator",), "missing argument 'PERIOD'"),
    (("oscillator", "2", "--box", "3x3", "--all", "--count", "3"), "give one of them"),
    (("oscillator", "2", "--box", "3x3", "--max-area", "4"), "leave out --box"),
    (("predecessor", "-", "--box", "3x3", "--pad", "4"), "give one of them"),
    (("spaceship", "c/4", "--torus", "--box", "5x5"), "--torus is not an option of spaceship"),
    (("still-life", "--box", "2x2", "-o", ""), "the name of the output file is empty"),
    (("oscillator", "9" * 5000), "the period must be at most 1,000"),
    (("oscillator", "banana"), "whole number, not 'banana'"),
    (("spaceship", "c/0"), "period 0"),
    (("spaceship", "banana"), "'banana' is not a velocity: write c/3"),
    (("spaceship", "(0,0)c/4"), "does not move"),
    (("spaceship", "c/1000000000"), "too long"),
    (("spaceship", "2c/3"), "an (m,n)c/p ship needs p >= 2m + 2n"),
    (("spaceship", "(1,1)c/3"), "an (m,n)c/p ship needs p >= 2m + 2n"),
    (("spaceship", "2c/1", "--rule", "B2/S"), "at most one cell per generation"),
    (("oscillator", "2", "--box", "0x0"), "a 0x0 box has no cells"),
    (("oscillator", "2", "--box", "5"), "'5' is not a box: write width x height"),
    (("oscillator", "2", "--box", "axb"), "'axb' is not a box"),
    (("oscillator", "2", "--box", "-3x4"), "'-3x4' is not a box"),
    (("oscillator", "2", "--box", "1000000x1000000"), "lifesearch stops at"),
    (("oscillator", "2", "--symmetry", "D9"), "there is no symmetry 'D9'; did you mean"),
    (("oscillator", "2", "--symmetry", "banana"), "the names are C1, C2_1"),
    (("oscillator", "2", "--symmetry", "C4", "--box", "5x6"), "needs a square box"),
    (("oscillator", "2", "--symmetry", "D2_+1", "--box", "4x4"), "needs an odd width"),
    (("spaceship", "c/3", "--symmetry", "C2"), "can only be C1 or D2|"),
    (("oscillator", "2", "--transform", "R45"), "'R45' is not an orientation"),
    (("oscillator", "2", "--rule", "B9/S2"), "9"),
    (("oscillator", "3", "--rule", "B03/S23"), "ask for an even period"),
    (("spaceship", "c/3", "--rule", "B03/S23"), "ask for an even period"),
    (("still-life", "--rule", "B03/S23"), "ask for an even period"),
    (("spaceship", "c/4", "--width", "8", "--rule", "B03/S23"), "strips are for rules"),
    (("spaceship", "c", "--width", "8", "--rule", "345/2/4"), "strips are for rules of two states"),
    (("oscillator", "2", "--rule", "B36/S23", "--encoding", "knuth"), "supports only B3/S23"),
    (("oscillator", "2", "--encoding", "magic"), "there is no encoding 'magic'"),
    (("oscillator", "2", "--solver", "magic"), "there is no solver 'magic'"),
    (("oscillator", "2", "--format", "gif"), "there is no format 'gif'"),
    (("oscillator", "2", "--count", "0"), "--count must be at least 1"),
    (("oscillator", "2", "--all"), "--all needs --box"),
    (("oscillator", "2", "--torus"), "a torus needs its size"),
    (("oscillator", "2", "--time-limit", "soon"), "'soon' is not a time limit: write 60s"),
    (("oscillator", "2", "--max-area", "-1"), "--max-area must be at least 1"),
    (("oscillator", "2", "--mask", "/no/such/file"), "there is no file /no/such/file"),
    (("predecessor", "/no/such/file"), "there is no file /no/such/file"),
    (("predecessor", "/"), "is a directory"),
    (("predecessor", "-"), "standard input is empty"),
]


@pytest.mark.parametrize(("words", "sentence"), NONSENSE)
def test_nonsense_gets_one_sentence(lifesearch: Run, words: tuple[str, ...], sentence: str) -> None:
    done = lifesearch(*words)
    assert (done.returncode, done.stdout) == (2, "")
    assert sentence in done.stderr
    assert done.stderr.startswith("lifesearch: ")
    assert done.stderr.count("\n") == 1


def test_bad_pattern_files(lifesearch: Run, tmp_path: Path, glider: str) -> None:
    large = tmp_path / "large"
    large.write_bytes(b"." * 50_000_000)
    binary = tmp_path / "binary"
    binary.write_bytes(bytes(range(256)))
    odd = tmp_path / "odd"
    odd.write_text("OO\nOx\n")
    blank = tmp_path / "blank"
    blank.write_text("..\n..\n")
    for words, sentence in [
        ((str(large),), "larger than 20 MB"),
        ((str(binary),), "is not a text file"),
        ((str(odd),), "odd, line 2: 'x'"),
        ((str(blank),), "has no live cell"),
        ((glider, "--box", "2x2"), "the target, 3x3 cells, is larger than the box of 2x2"),
        ((glider, "--pad", "-1"), "--pad must be at least 0"),
        ((glider, "--generations", "0"), "--generations must be at least 1"),
        ((glider, "--pad", "999"), "lifesearch stops at"),
    ]:
        done = lifesearch("predecessor", *words)
        assert (done.returncode, done.stdout) == (2, "")
        assert sentence in done.stderr
        assert done.stderr.count("\n") == 1


def test_time_limit(lifesearch: Run) -> None:
    started = time.monotonic()
    done = lifesearch("oscillator", "7", "--box", "13x13", "--time-limit", "1s")
    assert time.monotonic() - started >= 1
    assert (done.returncode, done.stdout) == (3, "")
    assert re.fullmatch(r"time limit reached after [1-9]\d* s; undecided\n", done.stderr)


@pytest.mark.skipif(os.name == "nt", reason="POSIX signals")
def test_ctrl_c_keeps_what_was_found() -> None:
    words = ["still-life", "--box", "9x9", "--all", "-f", "json"]
    process = subprocess.Popen(
        [sys.executable, "-m", "lifesearch", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert process.stdout is not None
    assert process.stderr is not None
    lines = [process.stdout.readline()]
    os.killpg(process.pid, signal.SIGINT)
    # Not communicate(): it passes over what the first line's buffer holds already.
    lines += process.stdout.readlines()
    messages = process.stderr.read()
    assert process.wait(PATIENCE) == 130
    assert all(json.loads(line)["period"] == 1 for line in lines)
    assert f"{len(lines):,} found" in messages
    assert "Traceback" not in messages
    with pytest.raises(ProcessLookupError):
        os.killpg(process.pid, 0)


def test_a_reader_that_goes_away_is_not_a_proof() -> None:
    for form in ("", "-f rle"):
        script = f"{sys.executable} -m lifesearch still-life --box 5x5 --all {form} | head -1"
        command = f"{script} >/dev/null; echo ${{PIPESTATUS[0]}}"
        done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False)
        assert (done.stdout, done.stderr) == ("141\n", "")


@pytest.mark.parametrize("words", ["help", "--help", "--version", "oscillator --help"])
def test_a_reader_of_help_that_goes_away(words: str) -> None:
    command = f"{sys.executable} -m lifesearch {words} | true; echo ${{PIPESTATUS[0]}}"
    for _ in range(20):  # until the reader is gone before anything is written
        done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False)
        assert done.stdout in ("0\n", "141\n")
        assert done.stderr == ""
        if done.stdout == "141\n":
            return
    raise AssertionError("the reader was never gone")


def test_closed_streams() -> None:
    for words in ("still-life --box 2x2 >&-", "predecessor - <&-", "knuth sat-life 0 <&-"):
        command = f"{sys.executable} -m lifesearch {words}"
        done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False)
        assert done.returncode == 2
        assert "closed" in done.stderr
        assert "Traceback" not in done.stderr


@pytest.mark.long
@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
@pytest.mark.parametrize("sign", [signal.SIGTERM, signal.SIGHUP, signal.SIGKILL])
def test_no_orphans(sign: signal.Signals) -> None:
    words = ["oscillator", "7", "--box", "14x14"]
    process = subprocess.Popen([sys.executable, "-m", "lifesearch", *words])
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
    while not (child := children.read_text().split()):
        time.sleep(0.05)
    process.send_signal(sign)
    process.wait(PATIENCE)
    assert eventually(lambda: not Path(f"/proc/{child[0]}").exists())
