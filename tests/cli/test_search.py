"""The searches from the outside."""

import csv
import json
import re
from io import StringIO
from pathlib import Path

import pytest

from lifesearch.formats.detect import read
from lifesearch.life.pattern import Pattern
from lifesearch.life.simulate.evolve import behaviour, step
from tests import cases
from tests.cli.conftest import GLIDER, Run


def test_bare_oscillator_finds_the_blinker(lifesearch: Run) -> None:
    done = lifesearch("oscillator", "2")
    assert done.returncode == 0
    assert "oscillator of period 2; 3 cells, D4_+1" in done.stdout
    rle = done.stdout[done.stdout.index("#N") :]
    assert behaviour(read(rle).pattern).period == 2


@pytest.mark.parametrize(
    ("words", "count"),
    [
        (("still-life", "--box", "5x5", "--raw", "--with-empty"), cases.STILL_LIFES[4]),
        (("oscillator", "2", "--box", "5x5", "--raw"), 2 * cases.PERIOD_TWO_CYCLES[4]),
        (("spaceship", "(1,1)c/4", "--box", "4x4", "--raw"), 6),
        (("still-life", "--box", "4x4"), 13),
        (("spaceship", "(1,1)c/4", "--box", "4x4"), 1),
    ],
)
def test_all(lifesearch: Run, words: tuple[str, ...], count: int) -> None:
    done = lifesearch(*words, "--all", "--format", "json")
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert done.returncode == 0
    assert len(answers) == count
    assert f"{count:,} found; proved: no other" in done.stderr
    for answer in answers:
        pattern = read(answer["rle"]).pattern if answer["population"] else Pattern.of([])
        assert pattern.population == answer["population"]
        known = behaviour(pattern)
        if pattern:
            found = (known.period, known.dx, known.dy)
            assert found == (answer["period"], answer["dx"], answer["dy"])


@pytest.mark.parametrize(
    ("words", "box"),
    [
        (("oscillator", "2", "--box", "5x5", "--symmetry", "C2", "--all"), (5, 5)),
        (("still-life", "--box", "6x4", "--symmetry", "C2", "--all"), (6, 4)),
        (("complete", "-", "--period", "1", "--symmetry", "C2", "--all"), (4, 4)),
    ],
)
def test_a_place_is_that_in_the_box(
    lifesearch: Run, words: tuple[str, ...], box: tuple[int, int]
) -> None:
    """What is symmetric about the middle of the box is told to be there, in every format."""
    grid = "????\n????\n????\n????\n"
    lines = lifesearch(*words, "-f", "json", stdin=grid).stdout.splitlines()
    table = csv.DictReader(StringIO(lifesearch(*words, "-f", "csv", stdin=grid).stdout))
    places = set()
    for answer in [*map(json.loads, lines), *table]:
        x, y, width, height = (int(answer[name]) for name in ("x", "y", "width", "height"))
        assert (2 * x + width, 2 * y + height) == box
        places.add((x, y))
    assert len(places) > 1


def test_count(lifesearch: Run) -> None:
    done = lifesearch("still-life", "--box", "4x4", "--count", "3", "-f", "csv")
    assert len(done.stdout.splitlines()) == 4
    assert "no other" not in done.stderr


def test_output_file_and_folder(lifesearch: Run, tmp_path: Path) -> None:
    file, folder = tmp_path / "all.csv", tmp_path / "found"
    words = ("still-life", "--box", "3x3", "--all")
    done = lifesearch(*words, "--format", "csv", "-o", str(file))
    assert done.stdout == ""
    assert len(file.read_text().splitlines()) == 5
    for files in (4, 8):
        lifesearch(*words, "-o", f"{folder}/")
        assert len(list(folder.glob("*.rle"))) == files
    assert all(behaviour(read(f.read_text()).pattern).period == 1 for f in folder.iterdir())
    nothing = tmp_path / "none.rle"
    assert lifesearch("oscillator", "3", "--box", "4x4", "-o", str(nothing)).returncode == 1
    assert not nothing.exists()


def test_composites_are_called_so(lifesearch: Run) -> None:
    done = lifesearch("still-life", "--box", "2x5", "--all", "-f", "rle")
    assert "#N bi-block\n#C composite of 2: 2 x block; 8 cells" in done.stdout


def test_predecessor(lifesearch: Run, glider: str) -> None:
    done = lifesearch("predecessor", glider, "--all", "--raw", "-f", "rle")
    assert done.stdout.count("rule = ") == cases.PREDECESSORS["glider"][2]
    assert "proved: no other predecessor in a 5x5 box" in done.stderr
    Path(glider).write_text(f"x = 3, y = 3, rule = B36/S23\n{GLIDER}")
    assert "rule = B36/S23" in lifesearch("predecessor", glider, "-f", "rle").stdout
    Path(glider).write_text(GLIDER)
    first = read(lifesearch("predecessor", glider, "-f", "rle").stdout).pattern
    assert step(first).normal() == read(GLIDER).pattern


def test_predecessor_of_standard_input_with_unknown_cells(lifesearch: Run) -> None:
    sure = lifesearch("predecessor", "-", "--all", "--raw", "-f", "json", stdin="OO\nOO\n")
    unsure = lifesearch("predecessor", "-", "--all", "--raw", "-f", "json", stdin="OO\nO?\n")
    assert len(sure.stdout.splitlines()) == cases.PREDECESSORS["block"][2]
    assert len(unsure.stdout.splitlines()) > len(sure.stdout.splitlines())


def test_vanishing_patterns(lifesearch: Run) -> None:
    words = ("predecessor", "-", "--box", "3x3", "--all", "--raw", "-f", "json")
    done = lifesearch(*words, stdin="...\n")
    assert len(done.stdout.splitlines()) == cases.VANISHING[2]


def test_proofs_name_all_their_conditions(lifesearch: Run, tmp_path: Path) -> None:
    mask = tmp_path / "mask"
    mask.write_text("***\n**\n")
    for words, sentence in [
        (("oscillator", "3", "--box", "8x8", "--symmetry", "D8"), "with symmetry D8 in an 8x8 box"),
        (("still-life", "--rule", "B3", "--box", "4x4"), "no still life in B3/S in a 4x4 box"),
        (("oscillator", "3", "--torus", "--box", "3x3"), "period 3 on a 3x3 torus"),
        (("oscillator", "2", "--mask", str(mask)), "inside the mask, a 3x2 box"),
        (
            ("oscillator", "1", "--transform", "F|", "--box", "3x3"),
            "flipped by F| after 1 generation",
        ),
    ]:
        done = lifesearch(*words)
        assert done.returncode == 1
        assert done.stderr.startswith("proved: no ")
        assert sentence in done.stderr


def test_growing_up_to_an_area_is_a_complete_search(lifesearch: Run) -> None:
    none = lifesearch("oscillator", "3", "--max-area", "20")
    assert (none.returncode, none.stdout) == (1, "")
    assert "proved: no oscillator of period 3 in a box of up to 20 cells" in none.stderr
    grown = lifesearch("still-life", "--max-area", "16", "--all", "-f", "json")
    boxed = lifesearch("still-life", "--box", "4x4", "--all", "-f", "json")
    found = [
        {json.loads(line)["rle"] for line in done.stdout.splitlines()} for done in (grown, boxed)
    ]
    assert len(found[0]) >= len(found[1]) == 13


@pytest.mark.long
def test_boxes_that_were_skipped_are_named(lifesearch: Run) -> None:
    done = lifesearch("oscillator", "4", "--max-area", "60", "--jobs", "1")
    assert done.returncode == 0
    assert "proved: no oscillator of period 4 in a box of up to 25 cells (5x5)" in done.stderr
    verdict = done.stderr.splitlines()[-1]
    assert re.fullmatch(r"smaller boxes not decided: \d+x\d+(, \d+x\d+)*", verdict)
    assert not re.search(r"\b[12]x|x[12]\b", verdict)


def test_raw_answers_are_told_apart(lifesearch: Run) -> None:
    words = ("spaceship", "(1,1)c/4", "--box", "4x4", "--all", "--raw", "-f")
    for form in ("csv", "json"):
        lines = lifesearch(*words, form).stdout.splitlines()
        assert len(lines) == len(set(lines))
    assert "#CXRLE Pos=" in lifesearch(*words, "rle").stdout
