"""`lifesearch rotors` and `oscillator --rotor` as a person meets them."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path

import pytest

import lifesearch as ls
from lifesearch.engines.compiled import available
from lifesearch.engines.rotors.cycles import WindowCycles
from lifesearch.engines.rotors.window import Window
from lifesearch.formats.multi import read_several
from lifesearch.life.rotor import COMPLETE_TABLES, Rotor
from lifesearch.life.rules.rule import LIFE, Rule
from lifesearch.life.simulate.evolve import behaviour
from lifesearch.questions.rotors.frame import film
from lifesearch.questions.rotors.named import rotor_named
from lifesearch.questions.rotors.question import PeriodRow
from lifesearch.show.search.rotors import rotor_table
from tests.doors.cli.conftest import Run
from tests.doors.cli.terminal import terminal
from tests.program import run
from tests.sessions import opened, sealed

pytestmark = [
    pytest.mark.skipif(not available(), reason="needs kernels"),
    pytest.mark.usefixtures("kernels_loaded"),
]

TABLE = """\
period  rotors  with a stator  smallest rotor  its stator
     6  8       2              6 cells in 3x3  26 cells
     7  1       1              5 cells in 3x3  27 cells
     8  1       0
    10  1       0
    11  1       0
periods 8, 10, 11: proved that no stator fits
"""


@pytest.fixture(autouse=True, scope="module")
def loaded() -> None:
    """Load the machine code once, for all workers that are forked from this process."""
    list(WindowCycles(Window(1, 1), 2).search(0, 1))


def test_the_table_of_3x3(lifesearch: Run) -> None:
    done = lifesearch("rotors", "3x3", "--min-period", "6")
    assert done.returncode == 0
    assert done.stdout == TABLE
    assert done.stderr.splitlines()[-2:] == [
        "12 found; proved: no other rotor of period 6 or more in a 3x3 window",
        "hint: all oscillators as RLE: lifesearch rotors 3x3 --min-period 6 -f rle",
    ]


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
    for row in (one, two):
        assert rotor_table([row]).notes == ("period 9: proved that no stator fits",)
        unfinished = rotor_table([row], complete=False)
        assert unfinished.notes == (
            "period 9: proved that no stator fits any of those found so far",
        )


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
    done = lifesearch("rotors", "3x3", "--min-period", "7", "-f", "json")
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
        "proved: no oscillator of period 8 whose rotor fits in a 3x3 window"
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


@pytest.mark.parametrize("bound", ["--max-rotor", "--max-change", "--max-growth"])
def test_bounds_of_0_are_bounds(lifesearch: Run, bound: str) -> None:
    done = lifesearch("oscillator", "3", "--rotor", "3x3", bound, "0", "--explain")
    assert done.returncode == 2
    assert f"--rotor does not go with {bound}: " in done.stderr


def test_identify_names_the_rotor(lifesearch: Run) -> None:
    done = lifesearch("identify", "xp2_7")
    assert "4 cells: p2 3x3 .o./O.O/.o. #f0e3" in done.stdout
    assert Rotor.parse(".o./O.O/.o. .O./o.o/.O.").name in done.stdout


SMALL = "p3 2x2 o./oo #55b0"
NO_STATOR = "p8 3x3 oo./oOO/O.O #808b"


def test_a_name_finds_the_oscillator(lifesearch: Run) -> None:
    done = lifesearch("oscillator", "3", "--rotor", SMALL, "-f", "rle")
    assert done.returncode == 0
    again = lifesearch("identify", "-", stdin=done.stdout)
    assert f"3 cells: {SMALL}" in again.stdout
    done = lifesearch("complete", SMALL, "-f", "rle")
    assert done.returncode == 0
    assert f"3 cells: {SMALL}" in lifesearch("identify", "-", stdin=done.stdout).stdout


def test_a_name_of_a_rotor_without_a_stator(lifesearch: Run) -> None:
    """The smallest with period 8 that is in no oscillator, as the table of 3x3 says."""
    none = lifesearch("oscillator", "8", "--rotor", NO_STATOR)
    assert none.returncode == 1
    assert none.stderr.startswith(f"proved: no oscillator of period 8 whose rotor is {NO_STATOR}")
    assert lifesearch("complete", NO_STATOR).returncode == 1


def test_a_name_in_a_session_and_in_python(lifesearch: Run, tmp_path: Path) -> None:
    words = ("oscillator", "3", "--rotor", SMALL, "-f", "rle")
    first = lifesearch(*words, "--session", "s", cwd=tmp_path)
    second = lifesearch("resume", "s", "-f", "rle", cwd=tmp_path)
    assert first.returncode == second.returncode == 0
    found = ls.find_oscillator(3, rotor=SMALL)
    assert found is not None
    assert found.identify().rotor_name == SMALL


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("oscillator", "6", "--rotor", SMALL), f"the rotor {SMALL} has period 3, not 6"),
        (("complete", SMALL.replace("55b", "55c")), "no rotor in B3/S23 is called 'p3 2x2"),
        (("oscillator", "7", "--rotor", "p7 3x3"), "'p7 3x3' is neither a window, such as 4x3, n"),
        (
            ("oscillator", "3", "--rotor", SMALL, "--symmetry", "C2"),
            "--symmetry is that of a window",
        ),
        (
            ("oscillator", "3", "--rotor", SMALL, "--rule", "any"),
            "--rotor needs a rule that is",
        ),
        (
            ("complete", SMALL, "--rule", "any"),
            "a rotor's name needs a completely known",
        ),
    ],
)
def test_names_that_are_refused(lifesearch: Run, words: tuple[str, ...], message: str) -> None:
    done = lifesearch(*words)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"lifesearch: {message}")
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("code", "rule"),
    [
        ("xp3_co9nas0san9oczgoldlo0oldlogz1047210127401", "B3/S23"),
        ("xp5_idiidiz01w1", "B3/S23"),
        ("xp10_9hr", "B36/S23"),
    ],
)
def test_names_lead_back_to_their_rotors(code: str, rule: str) -> None:
    name = ls.Pattern.from_apgcode(code, rule).identify().rotor_name
    assert name is not None
    assert rotor_named(name, Rule.parse(rule)).name == name


@pytest.mark.long
def test_names_of_all_rotors_of_3x3_lead_back_to_them(lifesearch: Run) -> None:
    """With or without a stator."""
    done = lifesearch("rotors", "3x3", "--min-period", "6", "-f", "json")
    listed = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(listed) == 12
    for each in listed:
        assert str(rotor_named(each["rotor"], LIFE)) == each["phases"]


def test_nothing_is_claimed_of_combinations_without_a_known_stator() -> None:
    """They may be undecided."""
    (note,) = rotor_table([PeriodRow(6, 0, 0, 0, 3, 0, 0, None)]).notes
    assert note == (
        "period 6, not counted: 3 combinations of rotors of shorter periods, none with a known "
        "stator"
    )


@pytest.mark.skipif(os.name == "nt", reason="a pseudo-terminal")
def test_a_terminal_shows_the_smallest_oscillator_of_each_period() -> None:
    with terminal("rotors", "2x2", environment={"NO_COLOR": "1"}) as ours:
        assert ours.finish() == 0
    shown = ours.shown[ours.shown.rindex("its stator") :]
    assert re.search(r"period 3\x1b\[0m *\r\n[█· ]+\r\n", shown)
    assert "hint: all oscillators as RLE: lifesearch rotors 2x2 -f rle" in shown


@pytest.mark.skipif(os.name == "nt", reason="a pseudo-terminal")
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
    found = [re.match(r"\| `(\d+)x(\d+)(?: --min-period (\d+))?` \|", line) for line in lines]
    shown = {(int(m[1]), int(m[2])): int(m[3] or 3) for m in found if m}
    assert {size: shown.get(size) for size in COMPLETE_TABLES} == COMPLETE_TABLES


def test_a_gallery_has_the_oscillators_alone(lifesearch: Run, tmp_path: Path) -> None:
    lifesearch("rotors", "3x3", "--min-period", "7", "--session", "s", cwd=tmp_path)
    done = lifesearch("gallery", "s", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "gallery.html: 1 pattern\n")
    assert lifesearch("plot", "s", cwd=tmp_path).stdout.startswith("rotor of period 7 or more")


@pytest.mark.long
def test_that_a_rotor_has_no_stator_is_proved_by_its_film(lifesearch: Run, tmp_path: Path) -> None:
    """Those with a stator have none; and the film of one with a stator is completed."""
    found = lifesearch("rotors", "3x3", "--min-period", "7", "-f", "json").stdout
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
        lifesearch("rotors", size, "--min-period", "4", "-f", "json").stdout
        for size in ("3x2", "2x3")
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
