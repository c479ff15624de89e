"""`lifesearch rotors` and `oscillator --rotor` as a person meets them."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import lifesearch as ls
from lifesearch import rows
from lifesearch.formats.multi import read_several
from lifesearch.life.rules.rule import LIFE
from lifesearch.life.simulate.evolve import behaviour
from lifesearch.queries.rotors.frame import film
from lifesearch.queries.rotors.query import PeriodRow
from lifesearch.rotor_search.cycles import WindowCycles
from lifesearch.rotor_search.rotor import COMPLETE, Rotor
from lifesearch.rotor_search.window import Window
from lifesearch.ui.search.rotors import rotor_table
from tests.cli.conftest import Run
from tests.program import run
from tests.sessions import opened, sealed

pytestmark = [
    pytest.mark.skipif(not rows.available(), reason="needs numba"),
    pytest.mark.usefixtures("kernels_loaded"),
]

TABLE = """\
period  rotors  with a stator  smallest rotor  smallest stator
     6  8       2              6 cells in 3x3  26 cells
     7  1       1              5 cells in 3x3  27 cells
     8  1       0
    10  1       0
    11  1       0
period 8: proved: no stator of any size fits it (considering 2 rings of cells)
period 10: proved: no stator of any size fits it (considering 2 rings of cells)
period 11: proved: no stator of any size fits it (considering 2 rings of cells)
"""


@pytest.fixture(autouse=True, scope="module")
def loaded() -> None:
    """Load the machine code once, for all workers that are forked from this process."""
    list(WindowCycles(Window(1, 1), 2).search(0, 1))


def test_the_table_of_3x3(lifesearch: Run) -> None:
    done = lifesearch("rotors", "3x3", "--least", "6")
    assert done.returncode == 0
    assert done.stdout == TABLE
    assert done.stderr.splitlines()[-1] == (
        "12 found; proved: no other rotor of period 6 or more in a 3x3 window"
    )


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, str]:
    """The session of all rotors of 2x2 cells, and what was printed."""
    file = tmp_path_factory.mktemp("rotors") / "session"
    done = run("rotors", "2x2", "--session", str(file))
    return file.read_text(), done.stdout


@pytest.mark.long
def test_a_session_is_resumed_with_the_same_table(
    lifesearch: Run, small: tuple[str, str], tmp_path: Path
) -> None:
    """Of a session that was cut off, what is missing is searched again."""
    file = tmp_path / "rotors"
    lines = small[0].splitlines(keepends=True)
    file.write_text("".join(lines[: len(lines) // 2]))
    again = lifesearch("resume", str(file))
    assert (again.returncode, again.stdout) == (0, small[1])
    same = lifesearch("rotors", "2x2", "--session", str(file))
    assert same.stdout == small[1]


def test_a_table_that_is_not_complete_says_so() -> None:
    """What is proved of rotors found so far may not hold of those still to be found."""
    one, two = (PeriodRow(9, number, 0, 0, 0, 0, 2, None) for number in (1, 2))
    for row, words in ((one, "the one found so far"), (two, "any of those found so far")):
        assert f"no stator of any size fits {words} (" in rotor_table([row], complete=False)[-1]
        assert "so far" not in rotor_table([row])[-1]


def test_a_damaged_rotor_is_refused(
    lifesearch: Run, small: tuple[str, str], tmp_path: Path
) -> None:
    file = tmp_path / "rotors"
    assert '"o./oo' in small[0]
    file.write_bytes(sealed(opened(small[0].replace('"o./oo', '"o./ox').encode())))
    done = lifesearch("resume", str(file))
    assert done.returncode == 2
    assert done.stderr.endswith("line 2: this is not a record of a session\n")


def test_json_says_the_same(lifesearch: Run) -> None:
    done = lifesearch("rotors", "3x3", "--least", "7", "-f", "json")
    found = [json.loads(line) for line in done.stdout.splitlines()]
    assert [each["period"] for each in found] == [7, 8, 10, 11]
    assert [each["stator"] for each in found] == ["frame", "none", "none", "none"]
    first = found[0]
    pattern = ls.Pattern.from_rle(first["rle"])
    assert (pattern.identify().period, pattern.population) == (7, first["population"])
    assert first["rotor"] == "p7 3x3 .o./ooo/.O. #67bb"


def test_oscillators_are_written(lifesearch: Run, small: tuple[str, str], tmp_path: Path) -> None:
    session, file = tmp_path / "rotors", tmp_path / "found.rle"
    session.write_text(small[0])
    done = lifesearch("resume", str(session), "-o", str(file))
    assert done.returncode == 0
    patterns = list(read_several(str(file)))
    assert len(patterns) == 3
    for each in patterns:
        assert behaviour(each.pattern, LIFE, 20).period == 3


@pytest.mark.long
def test_one_period(lifesearch: Run) -> None:
    found = lifesearch("oscillator", "7", "--rotor", "3x3", "-f", "json")
    assert found.returncode == 0
    assert json.loads(found.stdout)["period"] == 7
    none = lifesearch("oscillator", "8", "--rotor", "3x3")
    assert none.returncode == 1
    assert none.stderr.startswith(
        "proved: no oscillator of period 8 whose rotor fits in a 3x3 window ("
    )
    everything = lifesearch("oscillator", "3", "--rotor", "2x2", "--all", "-f", "apgcode")
    assert len(everything.stdout.split()) == 3


@pytest.mark.parametrize(
    "words",
    [
        ["--box", "5x5"],
        ["--only", "soups"],
        ["--raw"],
        ["--width", "4"],
        ["--population", "=8"],
        ["--dimacs", "-"],
        ["--rule", "any"],
        ["--solver", "glucose4"],
    ],
)
def test_what_does_not_go_with_a_window_is_refused(
    lifesearch: Run, words: list[str], tmp_path: Path
) -> None:
    done = lifesearch("oscillator", "7", "--rotor", "3x3", *words, cwd=tmp_path)
    assert done.returncode == 2
    assert done.stdout == ""
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize("window", ["0x3", "17x2", "abc", "", "3x", "99999999999x3"])
def test_windows_that_are_none(lifesearch: Run, window: str) -> None:
    done = lifesearch("rotors", window)
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.long
def test_an_oscillator_of_period_7_is_found_without_luck(lifesearch: Run) -> None:
    done = lifesearch("oscillator", "7", "--only", "rotors", "-f", "json")
    assert done.returncode == 0
    assert json.loads(done.stdout)["period"] == 7


def test_identify_names_the_rotor(lifesearch: Run) -> None:
    done = lifesearch("identify", "xp2_7")
    assert "4 cells: p2 3x3 .o./O.O/.o. #f0e3" in done.stdout
    assert Rotor.parse(".o./O.O/.o. .O./o.o/.O.").name in done.stdout


@pytest.mark.parametrize(
    ("code", "rule", "table"),
    [
        ("xp7_o8ge170v146zx11dd", "B3/S23", "the complete table of 3x3, period 3 and up"),
        ("xp7_o8ge170v146zx11dd", "B38/S23", None),
        ("xp2_7", "B3/S23", None),
        ("xp8_gk2gb3z11", "B3/S23", None),
    ],
)
def test_identify_names_the_table_that_lists_a_rotor(
    lifesearch: Run, code: str, rule: str, table: str | None
) -> None:
    """Only of Life, and only of periods and windows of which there is a complete table."""
    printed = lifesearch("identify", code, "--rule", rule).stdout
    listed = [line.split(maxsplit=2)[2] for line in printed.splitlines() if "listed in" in line]
    assert listed == ([table] if table else [])


def test_tables_that_identify_names_are_in_the_manual() -> None:
    manual = Path(ls.__file__).parent / "manual" / "rotors.md"
    lines = manual.read_text(encoding="utf-8").splitlines()
    found = [re.match(r"\| `(\d+)x(\d+)(?: --least (\d+))?` \|", line) for line in lines]
    shown = {(int(m[1]), int(m[2])): int(m[3] or 3) for m in found if m}
    assert {size: shown.get(size) for size in COMPLETE} == COMPLETE


def test_a_gallery_has_the_oscillators_alone(lifesearch: Run, tmp_path: Path) -> None:
    lifesearch("rotors", "3x3", "--least", "7", "--session", "s", cwd=tmp_path)
    done = lifesearch("gallery", "s", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "gallery.html: 1 pattern\n")
    assert lifesearch("plot", "s", cwd=tmp_path).stdout.startswith("rotor of period 7 or more")


@pytest.mark.long
def test_that_a_rotor_has_no_stator_is_proved_by_its_film(lifesearch: Run, tmp_path: Path) -> None:
    """Those with a stator have none; and the film of one with a stator is completed."""
    found = lifesearch("rotors", "3x3", "--least", "7", "-f", "json").stdout
    rotors = [json.loads(line) for line in found.splitlines()]
    assert [each["film"] is None for each in rotors] == [True, False, False, False]
    file, folder = tmp_path / "film.txt", tmp_path / "proof"
    file.write_text(rotors[1]["film"], encoding="utf-8")
    assert lifesearch("complete", str(file), "--proof", str(folder)).returncode == 1
    assert lifesearch("check", str(folder)).returncode == 0
    file.write_text(film(Rotor.parse(rotors[0]["phases"]), 2), encoding="utf-8")
    assert lifesearch("complete", str(file)).returncode == 0


@pytest.mark.long
def test_a_window_on_its_side_has_the_same_rotors(lifesearch: Run) -> None:
    wide, high = (
        lifesearch("rotors", size, "--least", "4", "-f", "json").stdout for size in ("3x2", "2x3")
    )
    assert wide == high != ""


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["oscillator", "8", "--rotor", "3x3"], "--rotor and --proof do not go together: to prove"),
        (["rotors", "3x3"], "rotors does not write a proof of its table; to prove"),
    ],
)
def test_a_refused_proof_names_what_to_do(
    lifesearch: Run, words: list[str], message: str, tmp_path: Path
) -> None:
    done = lifesearch(*words, "--proof", str(tmp_path / "proof"))
    assert (done.returncode, done.stdout) == (2, "")
    assert message in done.stderr
    assert done.stderr.endswith("'lifesearch rotors -f json', and --proof\n")
