"""`lifesearch catalyse` as a person meets it."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import lifesearch as ls
from lifesearch.catalogue.store import FOLDER_VARIABLE
from lifesearch.engines.compiled import available
from tests.doors.cli.conftest import Run
from tests.sessions import opened, sealed

pytestmark = [
    pytest.mark.skipif(not available(), reason="needs kernels"),
    pytest.mark.usefixtures("kernels_loaded"),
]

SHUTTLE = ("catalyse", "queen bee", "--period", "30", "--catalyst", "block", "--area", "24x12")
PINWHEEL = "x = 6, y = 6\nb4o$o4bo$o2bobo$o3b2o$obo2bo$b4o!\n"
PINWHEEL_OPTIONS = (
    *("--catalyst", "block", "--catalysts", "4", "--area", "12x12", "--period", "4", "-g", "5"),
)
EATERS = ("catalyse", "glider", "--catalysts", "1", "--area", "20x20", "-f", "json")


def test_the_queen_bee_shuttle(lifesearch: Run) -> None:
    """Two blocks on each side of the axis, or on opposite ones: they move half a cell."""
    done = lifesearch(*SHUTTLE)
    assert done.returncode == 0
    assert (
        done.stdout.count("oscillator of period 30; 20 cells (20 to 33), C1; with 2 x block") == 4
    )
    assert done.stderr.splitlines()[-1] == (
        "2 found; proved: no others (within 24x12, 40 generations; limits: lifesearch help "
        "catalysts)"
    )


@pytest.mark.long
def test_new_oscillators_are_in_no_catalogue(
    lifesearch: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With four blocks the pinwheel has a name; those with blocks elsewhere are in one's own."""
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path))
    (tmp_path / "pinwheel.rle").write_text(PINWHEEL)
    asked = ("catalyse", str(tmp_path / "pinwheel.rle"), *PINWHEEL_OPTIONS)
    every, new = (
        {each["apgcode"]: each["name"] for each in map(json.loads, done.stdout.splitlines())}
        for done in (lifesearch(*asked, "-f", "json"), lifesearch(*asked, "-f", "json", "--new"))
    )
    assert every == {"xp4_gg0g88bbgz11078c9a7066zy033": "pinwheel", **new}
    assert len(new) == 5
    session = ("--session", str(tmp_path / "five"))
    added = lifesearch(*asked, "--new", "--add-to-catalogue", *session)
    assert "added: 5 new in your own catalogue" in added.stderr
    again = lifesearch(*asked, "--new")
    assert (again.returncode, again.stdout) == (1, "")
    assert "proved: no oscillator of period 4 without the excluded pieces made" in again.stderr
    begun = lifesearch(*asked, "--new", *session)
    assert begun.returncode == 0  # it keeps to what was known when it began


@pytest.mark.long
def test_as_many_processes_as_one_likes(lifesearch: Run) -> None:
    one, two = (sorted(lifesearch(*EATERS, "-j", n).stdout.splitlines()) for n in "12")
    assert one == two


@pytest.mark.long
def test_a_transform_and_another_spelling(lifesearch: Run) -> None:
    """After 15 generations the shuttle is there mirrored; mirrored and moved it is the other."""
    asked = ["catalyze", *SHUTTLE[1:3], "15", *SHUTTLE[4:], "--transform", "F|", "-f", "json"]
    [one] = map(json.loads, lifesearch(*asked).stdout.splitlines())
    assert (one["period"], one["outcome"], one["delay"]) == (30, "recurs", 30)


def test_eaters_of_a_glider(lifesearch: Run) -> None:
    done = lifesearch(*EATERS)
    found = [json.loads(line) for line in done.stdout.splitlines()]
    assert sorted(each["catalysts"] for each in found) == [["eater1"], ["eater2"], ["eater2"]]
    for each in found:
        assert (each["outcome"], each["ships"], each["debris"]) == ("nothing", [], 0)
        pattern = ls.Pattern.from_rle(each["rle"])
        assert pattern.population - 5 == pattern.after(each["delay"]).population


@pytest.mark.long
def test_the_smallest_eater_of_any_form(lifesearch: Run) -> None:
    """It is eater 1, if it is to be done soon; then nothing smaller needs to be looked for."""
    asked = ("catalyse", "glider", "--catalyst", "any", "--area", "12x12", "-g", "5")
    done = lifesearch(*asked, "--minimise", "population", "-f", "json")
    assert json.loads(done.stdout.splitlines()[-1])["catalysts"] == ["eater1"]
    assert "has catalysts of fewer than 7 cells" in done.stderr


@pytest.mark.long
def test_sat_goes_on_with_a_session_that_it_began(lifesearch: Run, tmp_path: Path) -> None:
    """Without the last lines, cubes are missing; placing has no part in it."""
    (tmp_path / "pinwheel.rle").write_text(PINWHEEL)
    asked = ("catalyse", str(tmp_path / "pinwheel.rle"), *PINWHEEL_OPTIONS, "-j", "2")
    whole = lifesearch(*asked, "-f", "json").stdout.splitlines()
    file = tmp_path / "pinwheels"
    solved = lifesearch(*asked, "--engine", "sat", "--session", str(file), "-f", "json").stdout
    assert len(solved.splitlines()) == len(whole) > 1
    lines = file.read_text().splitlines(keepends=True)
    file.write_text("".join(lines[: len(lines) // 2]))
    again = lifesearch("resume", str(file), "-f", "json", "-o", str(tmp_path / "all"))
    assert again.returncode == 0
    assert len((tmp_path / "all").read_text().splitlines()) == len(whole)


@pytest.mark.long
def test_a_search_by_sat_says_what_a_session_does_not_save(lifesearch: Run, tmp_path: Path) -> None:
    asked = ("catalyse", "Herschel", "--catalyst", "any", "--area", "18x18", "-g", "35", "-j", "1")
    limit = ("--session", str(tmp_path / "eaters"), "--time-limit", "0.1s", "--no-progress")
    assert "work will be repeated: a session saves only" in lifesearch(*asked, *limit).stderr


@pytest.mark.long
def test_a_session_is_resumed(lifesearch: Run, tmp_path: Path) -> None:
    """Of a session that was cut off, what is missing is searched again."""
    file = tmp_path / "eaters"
    whole = sorted(lifesearch(*EATERS, "--session", str(file)).stdout.splitlines())
    page = lifesearch("gallery", str(file), "-o", "-").stdout
    assert re.search(r'"catalysts":\[\["eater1"\],"eater1"\],.*?"delay":\[4,"4"\]', page)
    assert page.count('"still":[[') == len(whole)
    lines = file.read_text().splitlines(keepends=True)
    file.write_text("".join(lines[: len(lines) // 2]))
    again = lifesearch("resume", str(file), "-f", "json")
    earlier = lifesearch("resume", str(file), "-f", "json", "-o", str(tmp_path / "all"))
    assert (again.returncode, earlier.returncode) == (0, 0)
    assert sorted((tmp_path / "all").read_text().splitlines()) == whole


@pytest.mark.long
def test_a_damaged_session_is_refused(lifesearch: Run, tmp_path: Path) -> None:
    file = tmp_path / "shuttle"
    lifesearch(*SHUTTLE, "--session", str(file), "-q")
    question, *answers = file.read_text().splitlines(keepends=True)
    forged = "".join(answers).replace("2o", "3o", 1)
    file.write_bytes(sealed(opened((question + forged).encode())))
    done = lifesearch("resume", str(file))
    assert done.returncode == 2
    assert done.stderr.endswith(": this is not an answer to its question\n")


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (["nobody"], "there is no such file, and the catalogue has no pattern called 'nobody'; "),
        (["glider", "--catalyst", "blinker"], "blinker is no still life in B3/S23; give"),
        (["glider", "--area", "60x60"], "--area and active part are at most 56x56, not 60 wide"),
        (["xs280_" + "zz".join(70 * ["33"])], "--area and active part are at most 56x56, not "),
        (["glider", "--period", "1"], "a period must be at least 2, not 1"),
        (["glider", "--period", "30", "-g", "20"], "--period 30 does not fit in --generations 20"),
        (["glider", "--transform", "R90"], "--transform says how the whole recurs: give --period"),
        (["glider", "--symmetry", "C2"], "the active part does not have --symmetry C2: give it"),
        (["glider", "--keep-apart", "2"], "--keep-apart must be at least 3, not 2"),
        (["glider", "--rule", "B3-a/S23"], "catalysts need a rule that counts neighbours, not "),
        (["glider", "--rule", "B03/S23"], "catalysts are"),
        (["glider", "--rule", "345/2/4"], "catalysts are"),
        (
            ["glider", "--catalyst", "any"],
            "SAT would have 166,284 unknown cells in all generations, and ",
        ),
        (
            ["glider", "--engine", "sat", "--area", "9x9", "-g", "5"],
            "SAT places listed still lifes only for ",
        ),
        (["glider", "--catalyst", "block", "--engine", "box"], "there is no engine 'box'"),
        (["glider", "--rule", "B3/S8"], "no usual catalyst is a still life in B3/S8: name some"),
        (["glider", "--new"], "--new compares oscillators with those of the catalogues, which "),
        (["glider", "--catalysts", "9"], "--catalysts must be at most 8, not 9"),
    ],
)
def test_what_does_not_go_together(lifesearch: Run, given: list[str], said: str) -> None:
    done = lifesearch("catalyse", *given)
    assert done.returncode == 2
    assert said in done.stderr
    assert "Traceback" not in done.stderr
