"""Refused options: each message names what was given, and what would be right."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.doors.cli.conftest import Run

FILES = {
    "glider.rle": "x = 3, y = 3, rule = B3/S23\nbob$2bo$3o!\n",
    "blinker.rle": "x = 3, y = 1, rule = B3/S23\n3o!\n",
    "f.txt": "?o?\n",
}


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (
            "catalyse glider --catalyst any --engine place",
            "--engine place is for listed still lifes, and not for --catalyst any and --minimise: "
            "leave it out",
        ),
        (
            "catalyse glider --catalysts 1 --engine sat -g 6 --area 9x9",
            "SAT places listed still lifes only for oscillators: give --period P or --catalyst "
            "any, or leave out --engine sat and --minimise",
        ),
        (
            "catalyse glider --catalyst glider",
            "--catalyst: glider is no still life in B3/S23; give still lifes, such as block",
        ),
        (
            "oscillator 2 --torus --attach blinker.rle --box 6x6",
            "on a torus everything is one piece, so there are no conditions on pieces: leave out "
            "--attach",
        ),
        (
            "spaceship c/2 --cylinder 8 --attach glider.rle",
            "glider.rle does not recur after 2 generations, unlike the pattern that it should be "
            "part of",
        ),
        (
            "still-life --box 4x4 --attach glider.rle",
            "glider.rle does not recur after 1 generation, unlike the pattern that it should be "
            "part of",
        ),
        (
            "spaceship c/4 diagonal --cylinder 8 --attach glider.rle",
            "on a cylinder a wave is one piece, so there are no conditions on pieces: leave out "
            "--attach",
        ),
        (
            "complete f.txt --period 2 --population =999999999999999999999",
            "the population must be at most 1,000,000,000, not a number of 21 digits",
        ),
        (
            "complete f.txt --period 2 --population about-twenty-or-more",
            "'about-twenty-or-more' is not a bound on the population: write '<=20', '<20', '=20', "
            "'>=20' or '>20'",
        ),
        (
            "complete f.txt --period 2 --population about-twenty-or-fewer",
            "'about-twenty-or-fewe...' is not a bound on the population: write '<=20', '<20', "
            "'=20', '>=20' or '>20'",
        ),
        (
            "show glider.rle --generations 5 -f rle",
            "--format prints the patterns as they are: leave out --generations",
        ),
        (
            "oscillator 2 --box 4x4 --with-empty",
            "the empty pattern is a still life, not a ship or an oscillator: leave out "
            "--with-empty, or give --any-period",
        ),
        ("oscillator 3 --rotor 3x3 --new", "--rotor does not go with --new: leave one of them out"),
    ],
)
def test_what_was_given_is_named(
    lifesearch: Run, tmp_path: Path, words: str, sentence: str
) -> None:
    for name, text in FILES.items():
        (tmp_path / name).write_text(text)
    done = lifesearch(*words.split(), cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"lifesearch: {sentence}\n"


def test_a_run_of_one_generation(lifesearch: Run) -> None:
    done = lifesearch("catalyse", "glider", "--catalysts", "1", "-g", "1")
    assert done.stderr.endswith("(within 40x40, 1 generation; limits: lifesearch help catalysts)\n")
