"""Proofs of strips from the terminal: written, checked, and refused."""

import errno
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from unittest import mock

import pytest

import lifesearch as ls
from lifesearch.common.exit_status import ExitStatus
from lifesearch.engines.compiled import available
from lifesearch.life.motion import Motion
from lifesearch.life.strip_symmetry import Mirror
from lifesearch.questions.strips.question import Strip
from tests.program import run
from tests.proofs.folders import manifest, prove, refusal, sign

pytestmark = pytest.mark.skipif(not available(), reason="needs kernels")

SHIPS = ("spaceship", "c/4", "--width", "8", "--symmetry", "even")
CLAIM = (
    "proved: no mirror-symmetric c/4 spaceship of period 4, of even width up to 8, of any length"
)

NONE = {
    "ships by tables": SHIPS,
    "ships by a solver": (*SHIPS, "--engine", "rows"),
    "diagonal ships": ("spaceship", "c/5 diagonal", "--width", "5"),
    "glides": ("spaceship", "2c/6", "--width", "5", "--symmetry", "glide"),
    "oscillators": ("oscillator", "3", "--width", "4"),
    "two primes": ("oscillator", "6", "--width", "2"),
    "still lifes": ("still-life", "--width", "1"),
    "few cells": ("spaceship", "2c/4", "--width", "4", "--population", "<=8"),
    "another rule": ("spaceship", "c/3", "--width", "4", "--rule", "B3/S2-i34q"),
}


def proof(folder: Path, *words: str) -> str:
    """Write a proof, and what is said about it."""
    done = run(*words, "--proof", str(folder))
    assert done.returncode == ExitStatus.NONE, done.stderr
    return done.stderr


@pytest.mark.parametrize("name", NONE)
def test_what_is_proved_checks(tmp_path: Path, name: str) -> None:
    said = proof(tmp_path / "none", *NONE[name])
    assert "the proof is in" in said
    done = run("check", str(tmp_path / "none"))
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("proved: no ")
    assert re.search(r"states are closed \((in plain Python|compiled)\)", done.stdout)
    told = manifest(tmp_path / "none")
    assert [part["kind"] for part in told["parts"]] == ["states"]
    assert set(told["files"]) == {"README.txt", "strip.states"}
    readme = (tmp_path / "none" / "README.txt").read_text()
    assert "The file\n--------" in readme
    assert max(map(len, readme.splitlines())) <= 80
    assert "{" not in readme.replace('{"width"', "")


def test_compressed(tmp_path: Path) -> None:
    proof(tmp_path / "none", *SHIPS, "--proof-compress")
    assert (tmp_path / "none" / "strip.states.gz").is_file()
    done = run("check", str(tmp_path / "none"))
    assert done.returncode == 0
    assert CLAIM in done.stdout


@pytest.mark.long
def test_a_proof_without_kernels(tmp_path: Path) -> None:
    """Where llvmlite is missing, plain Python explores a strip, and checks it."""
    program = (
        "import sys; sys.modules['llvmlite'] = None; "
        "from lifesearch.__main__ import main; sys.argv = ['lifesearch', *sys.argv[1:]]; main()"
    )
    words = [sys.executable, "-c", program]
    folder = str(tmp_path / "none")
    done = subprocess.run(
        [*words, *SHIPS, "--proof", folder], capture_output=True, text=True, check=False
    )
    assert CLAIM in done.stderr + done.stdout
    done = subprocess.run([*words, "check", folder], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "in plain Python" in done.stdout
    assert run("check", folder).returncode == 0


def test_the_checker_loads_nothing_of_the_search() -> None:
    names = ("rows", "solving", "encoding", "running", "queries")
    program = (
        "import sys; import lifesearch.proofs.states.certificate_check; "
        f"print([m for m in sys.modules if m.startswith(tuple("
        f"'lifesearch.' + name for name in {names}))])"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )
    assert done.stdout == "[]\n", done.stderr


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda data: data + b"\0", "the number of states is wrong"),
        (lambda data: data[:-1], "the number of states is wrong"),
        (
            lambda data: data.replace(b'"look_ahead": 3', b'"look_ahead": 7'),
            "the look-ahead of a certificate must be",
        ),
        (
            lambda data: data.replace(b'"look_ahead": 3', b'"look_ahead": 1'),
            "the states are not all that can be reached",
        ),
        (lambda _: b"lifesearch states 1\n", "its question is missing"),
    ],
)
def test_changed_files_are_refused(
    tmp_path: Path, change: Callable[[bytes], bytes], said: str
) -> None:
    folder = tmp_path / "none"
    prove(Strip(8, Motion(4, dy=-1), Mirror.MIRRORED), folder)
    path = folder / "strip.states"
    path.write_bytes(change(path.read_bytes()))
    assert refusal(folder) == "the file strip.states is not the one that was written"
    sign(folder)
    assert said in refusal(folder)


@pytest.mark.parametrize(
    "other",
    [
        (*SHIPS, "--rule", "B36/S23"),
        ("spaceship", "c/4", "--width", "7", "--symmetry", "odd"),
        ("spaceship", "c/5", "--width", "8", "--symmetry", "even"),
    ],
    ids=["rule", "symmetry", "period"],
)
def test_the_certificate_of_another_question(tmp_path: Path, other: tuple[str, ...]) -> None:
    proof(tmp_path / "one", *SHIPS)
    proof(tmp_path / "other", *other)
    for name in ("proof.json", "strip.states"):
        assert (tmp_path / "one" / name).read_bytes() != (tmp_path / "other" / name).read_bytes()
    shutil.copy(tmp_path / "other" / "strip.states", tmp_path / "one")
    sign(tmp_path / "one")
    assert "the certificate is about another question" in refusal(tmp_path / "one")
    sign(tmp_path / "other", question=manifest(tmp_path / "one")["question"])
    assert "the certificate is about another question" in refusal(tmp_path / "other")


def test_no_proof_where_there_is_one(tmp_path: Path) -> None:
    done = run("oscillator", "2", "--width", "3", "--proof", str(tmp_path / "one"))
    assert done.returncode == 0
    assert "no proof is written, since there is one" in done.stderr
    assert run("check", str(tmp_path / "one")).returncode == ExitStatus.BAD_INPUT


def test_no_proof_where_something_is_turned_away(tmp_path: Path) -> None:
    blinker = tmp_path / "blinker.rle"
    blinker.write_text("x = 3, y = 1, rule = B3/S23\n3o!\n")
    words = ("oscillator", "2", "--width", "3", "--exclude", str(blinker))
    done = run(*words, "--proof", str(tmp_path / "none"))
    assert "no proof is written, since a pattern was found that does not count" in done.stderr


@pytest.mark.slow("64 MB of states are filled first")
def test_too_little_memory(tmp_path: Path) -> None:
    words = ("spaceship", "c/6", "--width", "12", "--symmetry", "even", "--memory", "64M")
    done = run(*words, "--proof", str(tmp_path / "none"))
    assert "leave out the proof" in done.stderr
    assert "unfinished" in refusal(tmp_path / "none")


@pytest.mark.parametrize("engine", ["tables", "rows"])
def test_a_full_disk(tmp_path: Path, engine: str) -> None:
    full = OSError(errno.ENOSPC, "No space left on device")
    while_written = "lifesearch.proofs.states.certificate.header"
    with mock.patch(while_written, side_effect=full):
        done = run(*SHIPS, "--engine", engine, "--proof", str(tmp_path / "none"))
    assert done.returncode == ExitStatus.BAD_INPUT
    assert "strip.states: No space left on device" in done.stderr
    assert "the proof is unfinished" in refusal(tmp_path / "none")


def test_from_python(tmp_path: Path) -> None:
    search = ls.Spaceship("c/4", width=8, symmetry="even")
    folder = tmp_path / "none"
    assert search.find(proof=str(folder)) is None
    report = ls.check(str(folder))
    assert report.valid
    assert report.claim == CLAIM
    (folder / "strip.states").unlink()
    assert not ls.check(str(folder))
