"""`identify` and `catalogue` from the outside."""

import csv
import io
import json
from pathlib import Path

import pytest

from lifesearch.formats.multi import read_all
from tests.doors.cli.conftest import Run

SEVERAL = "#N a row\nx = 4, y = 1, rule = B3/S23\n4o!\n3o!\nb2o$2o$bo!\n2o!\n"


@pytest.mark.long
def test_json_and_csv(lifesearch: Run) -> None:
    lines = lifesearch("identify", "-", "xq4_6frc", "-f", "json", stdin=SEVERAL).stdout.splitlines()
    row, blinker, pentomino, domino, ship = map(json.loads, lines)
    assert (row["kind"], row["since"], row["settled_apgcode"]) == ("settles", 2, "xs6_696")
    assert (row["apgcode"], row["name"], row["period"]) == (None, None, None)
    assert (blinker["name"], blinker["apgcode"], blinker["heat"]) == ("blinker", "xp2_7", 4)
    assert (pentomino["kind"], pentomino["generations"]) == ("unknown", 1000)
    assert (domino["kind"], domino["died"]) == ("dies", 1)
    assert (ship["name"], ship["velocity"], ship["rotor"]) == ("LWSS", "2c/4", None)
    table = lifesearch("identify", "-", "-f", "csv", "--generations", "9", stdin=SEVERAL).stdout
    assert [r["name"] for r in csv.DictReader(io.StringIO(table))] == ["", "blinker", "", ""]


def test_codes_are_a_format_of_searches_and_are_read_again(lifesearch: Run) -> None:
    found = lifesearch("still-life", "--box", "4x4", "--all", "-f", "apgcode")
    codes = found.stdout.split()
    assert len(set(codes)) == 13
    assert {"xs4_33", "xs6_696", "xs8_6996"} <= set(codes)
    again = lifesearch("identify", "-", "-f", "apgcode", stdin=found.stdout)
    assert (again.returncode, again.stdout) == (0, found.stdout)
    names = lifesearch("identify", "-", "-f", "json", stdin=found.stdout).stdout.splitlines()
    assert all(json.loads(line)["name"] for line in names)


@pytest.mark.parametrize(
    ("code", "promised"),
    [("xp2_7", True), ("XQ4_153", True), ("xp3_7", False), ("xp15_4r4z4r5", False)],
)
def test_codes_that_promise_another_period_are_noted(
    lifesearch: Run, code: str, promised: bool
) -> None:
    done = lifesearch("identify", code)
    assert ("names another kind" in done.stderr) is not promised
    assert "Traceback" not in done.stderr


def test_a_file_that_is_called_like_a_code_promises_nothing(
    lifesearch: Run, tmp_path: Path
) -> None:
    (tmp_path / "xs4_33").write_text("OOO\n")
    done = lifesearch("identify", "xs4_33", cwd=tmp_path)
    assert "blinker: oscillator of period 2" in done.stdout
    assert done.stderr == ""


def test_a_code_is_longer_than_the_name_of_a_file(lifesearch: Run) -> None:
    done = lifesearch("identify", "xs280_" + "zz".join(70 * ["33"]))
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("composite of 70: 70 x block")


def test_rle_is_read_again(lifesearch: Run) -> None:
    done = lifesearch("identify", "-", "-f", "rle", "--generations", "9", stdin=SEVERAL)
    assert [f.pattern.population for f in read_all(done.stdout)] == [4, 3, 5, 2]
    assert [f.name for f in read_all(done.stdout)][:2] == ["a row", "blinker"]


def test_kinds_of_a_catalogue_have_a_plural(lifesearch: Run) -> None:
    some = lifesearch("catalogue", "list", "--kind", "oscillators", "--period", "14", "-f", "json")
    assert [json.loads(line)["name"] for line in some.stdout.splitlines()] == ["tumbler"]


def test_another_name_of_a_pattern(lifesearch: Run) -> None:
    drawn = lifesearch("catalogue", "show", "lightweight", "spaceship").stdout
    assert drawn.startswith("LWSS: spaceship of velocity 2c/4; 9 cells (9 to 12), C1\n")
    assert "also called lightweight spaceship" in drawn


def test_the_smallest_of_a_period_is_shown(lifesearch: Run) -> None:
    drawn = lifesearch("catalogue", "show", "--period", "19").stdout
    assert drawn.startswith("cribbage: oscillator of period 19; 92 cells")
    assert "discovered by Mitchell Riley, 2023\n" in drawn
    several = lifesearch("catalogue", "show", "--velocity", "c/10", "-f", "apgcode")
    assert several.stdout == "xq10_o5995ozes88sezw33\n"
    assert "the smallest of 2" in several.stderr


@pytest.mark.parametrize(
    ("words", "status", "sentence"),
    [
        ([], 2, "which pattern? Give a name such as pulsar, or --period 19"),
        (["pulsar", "--period", "3"], 2, "exclude each other: give a name such as pulsar"),
        (["--period", "999"], 1, "has no such pattern"),
    ],
)
def test_no_pattern_to_show(lifesearch: Run, words: list[str], status: int, sentence: str) -> None:
    done = lifesearch("catalogue", "show", *words)
    assert done.returncode == status
    assert sentence in done.stderr


def test_what_has_no_code_is_a_dash(lifesearch: Run, tmp_path: Path) -> None:
    assert lifesearch("identify", "-", "-f", "apgcode", stdin="4o!\n3o!").stdout == "-\nxp2_7\n"
    target = tmp_path / "row.rle"
    target.write_text("o!")
    assert lifesearch("predecessor", str(target), "-f", "apgcode").stdout == "-\n"


def test_records_are_compared_in_words(lifesearch: Run, tmp_path: Path) -> None:
    (tmp_path / "old.sss").write_text("5, B3/S23, 1, 1, 4, bo$2bo$3o!\n")
    done = lifesearch("identify", "xq4_153", "--known", str(tmp_path / "old.sss"), "-f", "json")
    assert done.returncode == 2
    assert done.stderr == "lifesearch: --known compares in words: leave out --format\n"


def test_a_glider_that_is_followed_too_briefly_settles_in_no_generation(lifesearch: Run) -> None:
    done = lifesearch("identify", "-", "--generations", "2", stdin="bob$2bo$3o!")
    assert done.stdout.startswith("not periodic within 2 generations\n")
    assert "  objects      glider\n" in done.stdout


def test_the_code_of_the_empty_pattern(lifesearch: Run) -> None:
    done = lifesearch("identify", "xs0_0")
    assert (done.returncode, done.stderr) == (0, "")
