"""`--cylinder`, as people use it."""

from __future__ import annotations

from pathlib import Path

import pytest

import lifesearch as ls
from tests.program import run


@pytest.mark.long
def test_a_session_goes_on(tmp_path: Path) -> None:
    """The question is saved with its cylinder, and each answer with its cells there."""
    words = "oscillator 2 --cylinder 4+1 --box 4x3 --count 1 --session a.session -f rle"
    first = run(*words.split(), cwd=tmp_path)
    assert "circumference 4+1" in first.stdout
    again = run("resume", "a.session", "--all", "-f", "rle", cwd=tmp_path)
    assert again.returncode == 0
    assert "proved: no other" in again.stderr
    strip = "still-life --cylinder 3 --max-length 5 --all --session b.session -f csv"
    found = run(*strip.split(), cwd=tmp_path).stdout
    assert found == run("resume", "b.session", "-f", "csv", cwd=tmp_path).stdout


def test_a_proof_of_a_box_checks(tmp_path: Path) -> None:
    # With two jobs a solver without symmetry breaking may be first, and the readme says so.
    words = ["oscillator", "3", "--cylinder", "4", "--box", "4x4", "--proof", "p", "-j", "1"]
    assert run(*words, cwd=tmp_path).returncode == 1
    assert run("check", "p", cwd=tmp_path).returncode == 0
    assert "Position" in (tmp_path / "p" / "README.txt").read_text()


def test_from_python() -> None:
    wave = ls.find_oscillator(2, cylinder=(4, 1), box=(4, 3), jobs=1)
    assert wave is not None
    assert wave.pattern.torus == (32, 8)
    assert wave.pattern.after(2) == wave.pattern
    assert ls.find_spaceship("c/2", cylinder="5", jobs=1) is None
    still = ls.StillLife(cylinder=3, box=(3, 4))
    assert still.count() == len(list(still.all()))
