"""`lifesearch oscillator` and `still-life` in strips, and the same from Python."""

from __future__ import annotations

from pathlib import Path

import pytest

import lifesearch as ls
from tests.doors.cli.conftest import Run

pytestmark = pytest.mark.usefixtures("kernels_loaded")


def test_the_shortest_and_a_verdict(lifesearch: Run) -> None:
    done = lifesearch("oscillator", "5", "--width", "8", "--symmetry", "even", "-f", "rle")
    assert (done.returncode, done.stdout.splitlines()[0]) == (0, "#N fumarole")
    done = lifesearch("oscillator", "3", "--width", "4")
    assert done.returncode == 1
    assert done.stderr == "proved: no oscillator of period 3, up to 4 wide, of any length\n"
    done = lifesearch("oscillator", "2", "--width", "6", "--symmetry", "glide", "-f", "rle")
    assert done.stdout.startswith("#N quad\n")


def test_all_up_to_a_length_in_a_session(lifesearch: Run, tmp_path: Path) -> None:
    words = ("still-life", "--width", "4", "--max-length", "4", "--all", "-f", "apgcode")
    done = lifesearch(*words, "--session", "s", cwd=tmp_path)
    verdict = (
        "13 found; proved: no other still life, up to 4 wide and up to 4 rows long, "
        "not counting separate patterns one behind another\n"
    )
    assert (done.returncode, done.stderr) == (0, verdict)
    again = lifesearch("resume", "s", "-f", "apgcode", cwd=tmp_path)
    assert (again.stdout, again.stderr.endswith(verdict)) == (done.stdout, True)
    box = lifesearch("still-life", "--box", "4x4", "--all", "-f", "apgcode")
    assert sorted(box.stdout.split()) == sorted(done.stdout.split())


def test_the_same_upside_down(lifesearch: Run, tmp_path: Path) -> None:
    done = lifesearch("oscillator", "3", "--width", "4", "--symmetry", "D4+")
    proved = (
        "proved: no oscillator of period 3 with symmetry D4+, of even width up to 4, "
        "of any length, not counting separate patterns one behind another"
    )
    assert (done.returncode, done.stderr) == (1, f"{proved}\n")
    words = ("still-life", "--width", "5", "--symmetry", "C2", "--max-length", "5", "--all")
    done = lifesearch(*words, "-f", "apgcode", "--session", "s", cwd=tmp_path)
    assert done.returncode == 0
    again = lifesearch("resume", "s", "-f", "apgcode", cwd=tmp_path)
    assert again.stdout == done.stdout
    same = ls.StillLife(width=5, max_length=5, symmetry="C2").all()
    assert sorted(each.apgcode or "" for each in same) == sorted(done.stdout.split())


def test_what_is_neither_found_nor_proved_is_undecided(lifesearch: Run) -> None:
    done = lifesearch("still-life", "--width", "2", "--population", ">=90")
    assert (done.returncode, done.stdout) == (3, "")
    assert done.stderr.startswith("undecided: nothing found that counts; there may be others")
    still = ls.StillLife(width=2, population=(90, None))
    assert still.run(jobs=1).status is ls.Status.UNDECIDED
    with pytest.raises(ls.Undecided, match="nothing found that counts"):
        still.find(jobs=1)


def test_from_python() -> None:
    still = ls.StillLife(width=4, max_length=4)
    assert repr(still) == "<StillLife: still life, up to 4 wide and up to 4 rows long>"
    assert len(list(still.all(jobs=1))) == 13
    assert ls.Oscillator(3, width=4).find(jobs=1) is None
    clock = ls.Oscillator(2, width=4, population=(6, 6)).find(jobs=1)
    assert clock is not None
    assert clock.pattern.population == 6
