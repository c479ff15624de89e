"""Bounds, optima and pieces from the command line."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from lifesearch.formats.detect import read
from lifesearch.life.simulate.evolve import behaviour, step
from tests import cases
from tests.doors.cli.conftest import Run

WORD = "patterns/words/life.cells"


@pytest.mark.slow("a proof of minutes")
@pytest.mark.parametrize(("period", "box", "cells"), [(3, "9x6", 12), (4, "7x7", 12)])
def test_the_smallest_oscillators_of_longer_periods(
    lifesearch: Run, period: int, box: str, cells: int
) -> None:
    words = ("oscillator", str(period), "--box", box, "--minimise", "population", "-f", "json")
    *_, best = map(json.loads, lifesearch(*words).stdout.splitlines())
    assert (best["period"], best["population"]) == (period, cells)


def test_ships_are_as_small_as_their_best_generation_or_their_first(lifesearch: Run) -> None:
    words = ("spaceship", "2c/4", "--box", "6x6", "--minimise", "population", "-f", "rle")
    assert "fewer than 9 cells in its smallest generation" in lifesearch(*words).stderr
    assert "fewer than 12 cells" in lifesearch(*words, "--population-of", "first").stderr


@pytest.mark.slow("a proof of minutes")
def test_the_smallest_ancestor_of_a_word(lifesearch: Run) -> None:
    """Knuth, TAOCP 7.2.2.2: LIFE has an ancestor of 39 cells three steps back, and none of 38."""
    words = ("predecessor", WORD, "--box", "15x7", "-g", "3", "--minimise", "population")
    done = lifesearch(*words, "-f", "json")
    *_, best = map(json.loads, done.stdout.splitlines())
    assert best["population"] == 39
    assert "has fewer than 39 cells" in done.stderr
    word = read(Path(WORD).read_text()).pattern
    assert step(read(best["rle"]).pattern, generations=3).normal() == word.normal()


def test_bounds_that_contradict_each_other(lifesearch: Run) -> None:
    done = lifesearch("oscillator", "7", "--population", "<5", "--population", ">9")
    assert done.returncode == 1
    assert done.stderr.startswith("proved: no oscillator of period 7 with at least 10 cells")


@pytest.mark.long
def test_new(lifesearch: Run) -> None:
    found = lifesearch("oscillator", "2", "--box", "7x6", "--new", "-f", "json")
    assert json.loads(found.stdout)["name"] is None


def test_orphans(lifesearch: Run, tmp_path: Path, glider: str) -> None:
    garden = tmp_path / "garden.rle"
    garden.write_text(
        "x = 11, y = 11\nb3o2b2o3b$b2obobob3o$b3o2b5o$obobobobobo$4obobobob$4b3o4b$bobobob4o$"
        "obobobobobo$5o2b3ob$3obobob2ob$3b2o2b3o!"
    )
    done = lifesearch("predecessor", str(garden), "--orphan")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("proved: this is an orphan: it has no predecessor")
    no_orphan = lifesearch("predecessor", glider, "--orphan", "-f", "rle")
    assert no_orphan.returncode == 0
    assert no_orphan.stdout.startswith("#C not an orphan: this becomes it; ")
    older = lifesearch("predecessor", glider, "--orphan", "-g", "2", "-f", "rle")
    assert older.stdout.startswith("#C this becomes it after 2 generations; ")


def test_predecessors_and_ancestors_are_called_so(lifesearch: Run, glider: str) -> None:
    first = lifesearch("predecessor", glider)
    assert re.match(r"predecessor; \d+ cells, ", first.stdout)
    older = lifesearch("predecessor", glider, "-g", "2", "-f", "rle")
    assert older.stdout.startswith("#C ancestor 2 generations back; ")


def test_searches_for_orphans_that_are_refused(lifesearch: Run, glider: str) -> None:
    for words, said in (
        (("6x8",), "orphans of up to 7 rows and 200 columns are searched for, not of 8 rows"),
        (("6x5", "--proof", "proof"), "--find-orphan writes no proof: save what is found"),
        (("6x5", "--torus"), "searches for any orphan of its size: leave out --torus"),
        (
            ("6x5", "--rule", "B03/S23"),
            "orphans are for rules under which the empty plane does not alternate",
        ),
        (("6x5", "--threshold", "0.3"), "leave out --threshold"),
        (("6x5", "--rule", "B3?/S23"), "--find-orphan needs a completely known rule"),
        (("6x5", "--all"), "leave out --all"),
        (("6x5", "--svg", "o.svg"), "leave out --svg"),
        (("large",), "'large' is not a box: write width x height, such as 8x6"),
    ):
        done = lifesearch("predecessor", "--find-orphan", *words)
        assert (done.returncode, done.stdout) == (2, "")
        assert said in done.stderr
        assert done.stderr.count("\n") == 1
    done = lifesearch("predecessor", glider, "--find-orphan", "6x5")
    assert done.stderr == "lifesearch: --find-orphan WxH finds a pattern: leave out the file\n"
    done = lifesearch("predecessor")
    assert done.stderr == "lifesearch: missing argument 'PATTERN'; try --help\n"


def test_an_orphan_is_found_in_a_rule_that_has_small_ones(lifesearch: Run) -> None:
    done = lifesearch("predecessor", "--find-orphan", "9x3", "--rule", "B8/S8", "-j", "1")
    assert done.returncode == 0
    assert done.stdout.startswith("orphan in B8/S8; ") or done.stdout.startswith("orphan; ")


def test_a_session_goes_on_with_the_best(lifesearch: Run, tmp_path: Path) -> None:
    session = str(tmp_path / "best.session")
    words = ("still-life", "--box", "7x7", "--maximise", "population", "-f", "json")
    whole = lifesearch(*words, "--session", session)
    lines = Path(session).read_text().splitlines(keepends=True)
    Path(session).write_text("".join(line for line in lines[:2]))
    again = lifesearch("resume", session, "-f", "json")
    for done in (whole, again):
        *_, best = map(json.loads, done.stdout.splitlines())
        assert best["population"] == cases.DENSEST[6]
        assert "has more than 28 cells" in done.stderr


def test_files_that_make_no_sense(lifesearch: Run, tmp_path: Path, glider: str) -> None:
    empty = tmp_path / "empty.cells"
    empty.write_text("...\n")
    done = lifesearch("oscillator", "2", "--exclude", str(empty))
    assert (done.returncode, done.stderr.count("nothing to exclude")) == (2, 1)
    empty.write_text(".OO\nOO.\n.O.\n")
    done = lifesearch("oscillator", "2", "--exclude", str(empty))
    assert (done.returncode, done.stderr.count("does not recur within 100 generations")) == (2, 1)
    done = lifesearch("oscillator", "2", "--restore", glider, "--box", "2x5")
    assert done.returncode == 2
    assert "cells to restore lie outside the box" in done.stderr
    done = lifesearch("predecessor", glider, "--minimise", "box")
    sentence = "lifesearch: 'box' cannot be minimised here; choose population\n"
    assert (done.returncode, done.stderr) == (2, sentence)
    done = lifesearch("spaceship", "c/4", "--width", "9", "--minimise", "population")
    assert (done.returncode, done.stderr.count("row by row cannot minimise")) == (2, 1)
    done = lifesearch("oscillator", "2", "--background", glider, "--box", "4x4", "--new")
    assert (done.returncode, done.stderr.count("pieces cannot be distinguished")) == (2, 1)


@pytest.mark.parametrize(
    ("words", "status"),
    [
        (("oscillator", "2", "--population", ">=10", "--max-area", "12"), 1),
        (("spaceship", "c/4", "diagonal", "--population", ">=6", "--max-area", "12"), 1),
        (("still-life", "--box", "2x2", "--population", ">4"), 1),
        (("still-life", "--box", "2x2", "--population", "<0"), 1),
        (("spaceship", "c/2", "--transform", "F|", "--box", "5x6", "--max-change", "14"), 1),
        (("spaceship", "c/2", "--transform", "F|", "--box", "5x6", "--max-change", "16"), 0),
    ],
)
def test_bounds_end_in_a_verdict(lifesearch: Run, words: tuple[str, ...], status: int) -> None:
    done = lifesearch(*words)
    assert done.returncode == status, done.stderr
    assert "bug" not in done.stderr
    assert "Traceback" not in done.stderr


def test_kept_cells_of_a_pattern_that_is_back_turned(lifesearch: Run, tmp_path: Path) -> None:
    (tmp_path / "row.cells").write_text("???\nOOO\n???\n")
    keep = ("--restore", str(tmp_path / "row.cells"))
    done = lifesearch("oscillator", "1", "--transform", "R90", "--box", "3x3", *keep)
    assert (done.returncode, done.stdout.splitlines()[0][:7]) == (0, "blinker")


@pytest.mark.parametrize(
    ("bounds", "words"),
    [
        (("=4",), " with 4 cells in every generation in a 3x3 box"),
        ((">=4", "<=5"), " with at least 4 cells and at most 5 cells in every generation in a 3x3"),
        ((">=4",), " with at least 4 cells in its smallest generation in a 3x3 box"),
    ],
)
def test_bounds_on_every_generation_in_words(
    lifesearch: Run, bounds: tuple[str, ...], words: str
) -> None:
    options = [word for bound in bounds for word in ("--population", bound)]
    done = lifesearch("oscillator", "2", "--box", "3x3", "--population-of", "all", *options)
    assert done.returncode == 1
    assert words in done.stderr


def test_kept_cells_grow_back(lifesearch: Run, tmp_path: Path) -> None:
    given = tmp_path / "given.cells"
    given.write_text("OO\n")
    done = lifesearch("oscillator", "2", "--box", "6x6", "--restore", str(given), "-f", "rle")
    first = read(done.stdout).pattern
    assert {(0, 0), (1, 0)} <= first.cells
    assert behaviour(first).period == 2


@pytest.mark.parametrize(
    "words",
    [
        "catalyse {}",
        "catalyse glider --catalyst {}",
        "oscillator 2 --box 4x4 --exclude {}",
        "oscillator 2 --box 8x8 --attach {}",
        "spaceship c/2 --width 6 --front {}",
    ],
)
def test_a_pattern_on_a_torus_is_not_taken_for_one_on_the_plane(
    lifesearch: Run, tmp_path: Path, words: str
) -> None:
    file = tmp_path / "tor.rle"
    file.write_text("x = 3, y = 1, rule = B3/S23:T10,10\n3o!\n")
    done = lifesearch(*words.format(file).split())
    assert done.returncode == 2
    assert done.stderr == f"lifesearch: {file} is a pattern on a torus: give one on the plane\n"


def test_a_mask_may_be_drawn_on_a_torus(lifesearch: Run, tmp_path: Path) -> None:
    file = tmp_path / "tor.rle"
    file.write_text("x = 2, y = 2, rule = B3/S23:T4,4\n2o$2o!\n")
    assert lifesearch("still-life", "--mask", str(file)).returncode == 0
