"""The searches from the outside."""

import csv
import json
import re
from io import StringIO
from pathlib import Path

import pytest

from lifesearch.formats.detect import read
from lifesearch.life.pattern import Pattern
from lifesearch.life.simulate.evolve import behaviour
from tests import cases
from tests.doors.cli.conftest import GLIDER, Run


@pytest.mark.parametrize(
    ("words", "count"),
    [
        (("still-life", "--box", "5x5", "--raw", "--with-empty"), cases.STILL_LIFES[4]),
        (("oscillator", "2", "--box", "5x5", "--raw"), 2 * cases.PERIOD_TWO_CYCLES[4]),
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


def test_files_in_a_folder_stay(lifesearch: Run, tmp_path: Path) -> None:
    for files in (4, 8):
        lifesearch("still-life", "--box", "3x3", "--all", "-o", f"{tmp_path}/")
        assert len(list(tmp_path.glob("*.rle"))) == files
    assert all(behaviour(read(f.read_text()).pattern).period == 1 for f in tmp_path.iterdir())


def test_a_resumed_session_writes_no_file_twice(lifesearch: Run, tmp_path: Path) -> None:
    """Files of others stay, and files that were removed meanwhile are written again."""
    folder, session = tmp_path / "found", str(tmp_path / "s")
    lifesearch("still-life", "--box", "2x2", "-o", f"{folder}/")
    words = ("still-life", "--box", "3x3", "--all", "-o", f"{folder}/", "--session", session)
    lifesearch(*words)
    written = {path.name: path.read_text() for path in folder.iterdir()}
    assert len(written) == 1 + 4
    next(path for path in folder.iterdir() if "tub" in path.read_text()).unlink()
    for again in (words, ("resume", session, "-o", f"{folder}/")):
        lifesearch(*again)
        assert {path.name: path.read_text() for path in folder.iterdir()} == written


def test_composites_are_called_so(lifesearch: Run) -> None:
    done = lifesearch("still-life", "--box", "2x5", "--all", "-f", "rle")
    assert "#N bi-block\n#C composite of 2: 2 x block; 8 cells" in done.stdout


def test_a_predecessor_in_the_rule_of_its_file(lifesearch: Run, glider: str) -> None:
    Path(glider).write_text(f"x = 3, y = 3, rule = B36/S23\n{GLIDER}")
    assert "rule = B36/S23" in lifesearch("predecessor", glider, "-f", "rle").stdout


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


def test_the_empty_pattern_in_a_list_of_smallest_patterns(lifesearch: Run, tmp_path: Path) -> None:
    words = f"oscillator 2 --box 3x3 --any-period --with-empty --all -f sss -o {tmp_path}/w.sss"
    assert lifesearch(*words.split()).returncode == 0
    lines = (tmp_path / "w.sss").read_text().splitlines()
    assert "0, B3/S23, 0, 0, 1, !" in lines
    assert len(lines) > 1
