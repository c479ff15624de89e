"""`lifesearch spaceship --width`: ships of any length, as a person asks for them."""

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from lifesearch.life.evolve import behaviour
from lifesearch.life.formats import read, write_rle
from lifesearch.life.pattern import Pattern
from tests.cli.conftest import Run
from tests.ships import ship


def test_the_wording_of_a_proof(lifesearch: Run) -> None:
    done = lifesearch("spaceship", "c/4", "--width", "10", "--symmetry", "even")
    assert done.returncode == 1
    assert "proved: no mirrored c/4 spaceship 10 wide, of any length (" in done.stderr
    assert " states)" in done.stderr
    assert not done.stdout


@pytest.mark.parametrize(
    ("words", "velocity"),
    [
        (("c/3", "--width", "12", "--symmetry", "even"), (3, 0, -1)),
        (("2c/4", "--width", "5", "--symmetry", "glide"), (4, 0, -2)),
        (("2c/4", "--width", "7", "--symmetry", "none"), (4, 0, -2)),
        (("c/4", "diagonal", "--width", "3"), (4, -1, -1)),
        (("2c/4", "--engine", "rows", "--box", "5x5"), (4, 0, -2)),
        (("2c/4", "--symmetry", "glide", "--box", "5x6"), (4, 0, -2)),
    ],
)
def test_ships(lifesearch: Run, words: tuple[str, ...], velocity: tuple[int, int, int]) -> None:
    done = lifesearch("spaceship", *words, "-f", "rle")
    assert done.returncode == 0
    known = behaviour(read(done.stdout).pattern)
    assert (known.period, known.dx, known.dy) == velocity


def test_partials_are_drawn_and_readable(lifesearch: Run) -> None:
    done = lifesearch("spaceship", "c/3", "--width", "8", "--symmetry", "none", "--partials")
    assert done.returncode == 1
    assert done.stdout.startswith("the longest beginning of a c/3 spaceship: ")
    assert read(done.stdout[done.stdout.index("#N") :]).pattern


def test_a_front_from_a_file(lifesearch: Run, tmp_path: Path) -> None:
    pattern, _, width = ship("LWSS")
    file = tmp_path / "front.rle"
    top = pattern.box.y + 3
    front = Pattern.of(cell for cell in pattern.cells if cell[1] < top)
    file.write_text(write_rle(front.translate(1, 0)))
    words = ("spaceship", "2c/4", "--width", str(width + 2), "--from", str(file), "-f", "rle")
    done = lifesearch(*words)
    assert done.returncode == 0
    assert behaviour(read(done.stdout).pattern).dy == -2


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("c/3", "--width", "0"), "--width must be at least 1"),
        (("c/3", "--width", "1000"), "--width must be at most 100"),
        (("c/3", "--width", "x"), "--width must be a whole number"),
        (("c/3", "--width", "8", "--box", "8x8"), "give one of them"),
        (("c/3", "--width", "8", "--symmetry", "odd"), "symmetry odd needs an odd width"),
        (("c/3", "--width", "8", "--symmetry", "gutter"), "an odd width"),
        (("c/3", "--width", "8", "--symmetry", "C4"), "none, even, odd, gutter or glide, not C4"),
        (("c/3", "--width", "8", "--symmetry", "glide"), "2c/4 can be one, c/3 cannot"),
        (("c/4", "d", "--width", "8", "--symmetry", "even"), "has no mirrored strip"),
        (("c/3", "--box", "9x9", "--symmetry", "gutter"), "give --width W"),
        (("c/3", "--engine", "rows"), "needs --width W"),
        (("c/3", "--engine", "box", "--width", "8"), "needs --box WxH"),
        (("c/3", "--engine", "column"), "there is no engine 'column'"),
        (("c/3", "--width", "8", "--torus"), "--torus is for boxes"),
        (("c/3", "--width", "8", "--raw"), "--raw is for boxes"),
        (("c/3", "--width", "8", "--any-period"), "--any-period is for boxes"),
        (("c/3", "--width", "8", "--transform", "R180"), "back flipped by F|"),
        (("c/3", "--width", "8", "--look-ahead", "0"), "--look-ahead must be at least 1"),
        (("c/3", "--width", "8", "--encoding", "knuth"), "there is one encoding"),
        (("c/3", "--width", "8", "--from", "/no/where"), "/no/where"),
        (("c/3", "--partials", "--box", "8x8"), "--partials is for searches row by row"),
    ],
)
def test_nonsense_gets_one_sentence(lifesearch: Run, words: tuple[str, ...], sentence: str) -> None:
    done = lifesearch("spaceship", *words)
    assert done.returncode == 2
    assert sentence in done.stderr
    assert done.stderr.count("\n") == 1
    assert not done.stdout


def test_kill_9_and_resume_give_the_same_verdict(lifesearch: Run, tmp_path: Path) -> None:
    session = tmp_path / "s"
    words = ["spaceship", "c/4", "--width", "12", "--symmetry", "even", "--session", str(session)]
    chance = random.Random(5)
    for _ in range(4):
        process = subprocess.Popen(
            [sys.executable, "-m", "lifesearch", *words],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        time.sleep(chance.uniform(0.5, 1.2))
        os.kill(process.pid, signal.SIGKILL)
        process.wait()
    begun = session.exists() and b"\n" in session.read_bytes()
    done = lifesearch("resume", str(session)) if begun else lifesearch(*words)
    assert done.returncode == 1
    assert "proved: no mirrored c/4 spaceship 12 wide, of any length" in done.stderr
