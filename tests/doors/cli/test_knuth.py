"""`lifesearch knuth` from the outside."""

import hashlib
import json
import sys
from pathlib import Path

import pytest

from lifesearch.engines.sat.solving.solver import Solver
from lifesearch.questions.knuth.programs import PROGRAMS
from tests.doors.cli.conftest import Run
from tests.processes import end_of, ended_script, interrupt, started, working

RECORDS = [
    json.loads(line)
    for line in (Path(__file__).parents[2] / "data" / "knuth.jsonl").read_text().splitlines()
]


@pytest.mark.parametrize(
    ("words", "count"), [(("--all",), 86), (("--count", "5"), 5), (("--count", "500"), 86)]
)
def test_enumeration(lifesearch: Run, words: tuple[str, ...], count: int) -> None:
    """OEIS A136279: 43 cycles of period 2 in a 5x5 box, each with two first generations."""
    done = lifesearch("knuth", "sat-life-grid-cycle", "5", "5", "2", *words)
    rles = [line for line in done.stdout.splitlines() if line.endswith("!")]
    assert done.returncode == 0
    assert done.stdout.count("generation 0") == len(rles) == count
    assert ("has no other" in done.stderr) == (count == 86)


@pytest.mark.parametrize("solver", ["cadical153", "glucose4", "minisat22", "maplechrono"])
def test_solvers(lifesearch: Run, solver: str) -> None:
    assert lifesearch("knuth", "grid-cycle", "3", "3", "2", "--solver", solver).returncode == 0
    assert lifesearch("knuth", "grid-cycle", "3", "3", "3", "--solver", solver).returncode == 1


@pytest.mark.parametrize("name", sorted(PROGRAMS))
def test_sat_is_byte_for_byte_the_original(lifesearch: Run, name: str, tmp_path: Path) -> None:
    record = next(r for r in RECORDS if r["program"] == name and 50 < r["clauses"] < 40_000)
    words = ["knuth", name, *map(str, record["args"]), "--to", "sat"]
    printed = lifesearch(*words, stdin=record.get("stdin", ""))
    assert hashlib.sha256(printed.stdout.encode()).hexdigest() == record["sha256_raw"]
    file = tmp_path / "out.sat"
    lifesearch(*words, "-o", str(file), stdin=record.get("stdin", ""))
    assert file.read_text() == printed.stdout
    assert list(tmp_path.iterdir()) == [file]


def test_dimacs_maps_the_cells_and_has_the_same_answers(lifesearch: Run) -> None:
    lines = lifesearch("knuth", "grid-cycle", "3", "3", "2", "--to", "dimacs").stdout.splitlines()
    cells = {
        tuple(map(int, line.split()[2:])): int(line.split()[1])
        for line in lines
        if line.startswith("c ") and line.split()[1].isdigit()
    }
    header = next(line for line in lines if line.startswith("p cnf "))
    clauses = [list(map(int, line.split())) for line in lines if line[0] not in "cp"]
    largest = max(abs(literal) for clause in clauses for literal in clause)
    assert header == f"p cnf {largest} {len(clauses)}"
    assert all(clause[-1] == 0 for clause in clauses)
    with Solver("minisat22", int(header.split()[2])) as solver:
        solver.add(clause[:-1] for clause in clauses)
        solver.add([[cells[2, 1, 0]]])  # row 2, column 1, time 0: the blinker lies down
        assert True in solver.solve()
        model = {v for v in solver.model() if v > 0}
    assert all(cells[2, column, 0] in model for column in (1, 2, 3))
    assert all(cells[row, 2, 1] in model for row in (1, 2, 3))


@pytest.mark.long
def test_more_generations_than_knuth_has_names_for(lifesearch: Run, tmp_path: Path) -> None:
    file = tmp_path / "out.sat"
    refused = lifesearch("knuth", "grid", "2", "2", "84", "--to", "sat", "-o", str(file))
    assert refused.returncode == 2
    assert "time codes" in refused.stderr
    assert list(tmp_path.iterdir()) == []
    assert lifesearch("knuth", "grid", "2", "2", "83", "--to", "sat").returncode == 0
    assert lifesearch("knuth", "grid", "2", "2", "84", "--to", "dimacs").returncode == 0
    assert lifesearch("knuth", "grid", "2", "2", "100").returncode == 0


def test_larger_than_knuths_arrays(lifesearch: Run) -> None:
    done = lifesearch("knuth", "grid", "60", "61", "1", "--to", "sat")
    assert done.returncode == 0
    assert "60a61" in done.stdout


def test_grid90_with_odd_n_ends(lifesearch: Run) -> None:
    assert lifesearch("knuth", "grid90", "5", "5", "2").returncode == 0


@pytest.mark.parametrize(
    ("mask", "sentence"),
    [
        ("**\n**", "does not end with a newline"),
        ("...\n...\n", "no cell that may live"),
        (("*" + "." * 9999 + "\n") * 1000, "lifesearch stops at"),
    ],
)
def test_bad_masks(lifesearch: Run, mask: str, sentence: str) -> None:
    if len(mask) > 1000:
        mask += "." * 9999 + "*\n"
    done = lifesearch("knuth", "sat-life", "0", stdin=mask)
    assert (done.returncode, done.stdout) == (2, "")
    assert sentence in done.stderr


def test_no_solution_leaves_no_file(lifesearch: Run, tmp_path: Path) -> None:
    file = tmp_path / "out"
    assert lifesearch("knuth", "grid-cycle", "3", "3", "3", "-o", str(file)).returncode == 1
    assert list(tmp_path.iterdir()) == []
    assert lifesearch("knuth", "grid-cycle", "3", "3", "2", "-o", str(file)).returncode == 0
    assert "oscillator of period 2" in file.read_text()


def test_output_that_cannot_be_written(lifesearch: Run, tmp_path: Path) -> None:
    for target in (tmp_path / "missing" / "out", tmp_path):
        for to in ("sat", "dimacs", "solve"):
            done = lifesearch("knuth", "grid", "3", "3", "1", "--to", to, "-o", str(target))
            assert done.returncode == 2
            assert f"cannot write {target}" in done.stderr
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="needs /dev/zero")
def test_endless_mask() -> None:
    done = ended_script("lifesearch knuth sat-life 0 < /dev/zero")
    assert done.returncode == 2
    assert "standard input is larger than 20 MB" in done.stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
@pytest.mark.long
def test_full_disk() -> None:
    for to in ("sat", "dimacs", "solve"):
        done = ended_script(f"lifesearch knuth grid 3 3 1 --to {to} > /dev/full")
        assert done.returncode == 2
        assert "No space left" in done.stderr
        assert "Traceback" not in done.stderr


def test_a_reader_that_goes_away_is_no_error() -> None:
    done = ended_script("lifesearch knuth grid 30 30 3 --to sat | head -1")
    assert (done.stdout, done.stderr) == ("~ sat-life-grid 30 30 3\n", "")


@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
def test_ctrl_c_stops_at_once_and_leaves_no_process() -> None:
    hard = ["knuth", "grid-cycle", "16", "16", "7"]
    with started(*hard) as process:
        working(process)
        interrupt(process)
        end = end_of(process)
    assert end.status == 130
    assert "interrupted after" in end.messages


# Given cells


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["grid", "7", "15", "3", "--given", "4:FILE"], "there is no generation 4: "),
        (["grid", "2", "2", "3", "--given", "0:FILE"], "3 rows and 3 columns are given, and "),
        (["grid", "7", "7", "3", "--given", "FILE"], "--given is a generation and a file, such"),
        (["grid", "7", "7", "3", "--given", "x:FILE"], "--given is a generation and a file, such"),
        (["upper", "1", "1", "--given", "1:FILE"], "cells can be given in a grid of m x n, and "),
    ],
)
def test_bad_given_cells(words: list[str], message: str, lifesearch: Run, tmp_path: Path) -> None:
    file = tmp_path / "glider.cells"
    file.write_text(".O.\n..O\nOOO\n")
    done = lifesearch("knuth", *[word.replace("FILE", str(file)) for word in words])
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"lifesearch: {message}")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("grid", "3", "3", "1", "--to", "sat", "--count", "3"), "leave out --count"),
        (("grid", "3", "3", "1", "--to", "sat", "--all"), "leave out --all"),
        (("grid", "3", "3", "1", "--to", "dimacs", "--time-limit", "5s"), "leave out --time-limit"),
        (("--list", "grid", "3", "3", "3"), "leave out 'grid', or the option"),
        (("--list", "--count", "3"), "--list lists all programs: leave out --count"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_options_without_use_are_refused(
    lifesearch: Run, words: tuple[str, ...], message: str
) -> None:
    done = lifesearch("knuth", *words)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.endswith(f"{message}\n")
    assert done.stderr.count("\n") == 1


def test_a_setting_for_all_commands_is_not_refused(
    lifesearch: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LIFESEARCH_JOBS", "1")
    assert lifesearch("knuth", "grid", "3", "3", "1", "--to", "sat").returncode == 0


def test_a_glider_two_steps_back(lifesearch: Run, tmp_path: Path) -> None:
    file = tmp_path / "glider.cells"
    file.write_text(".O.\n..O\nOOO\n")
    done = lifesearch("knuth", "grid", "5", "5", "2", "--given", f"2:{file}")
    assert done.returncode == 0
    last = [line.split()[-1] for line in done.stdout.splitlines()[2:7]]
    assert last == [".....", "..O..", "...O.", ".OOO.", "....."]


@pytest.mark.long
def test_a_problem_is_as_large_as_knuth_says(lifesearch: Run) -> None:
    """The README of his SAT examples gives variables, clauses and their total length."""
    _, _, clauses = lifesearch("knuth", "upper", "7", "7", "--to", "dimacs").stdout.partition("\np")
    header, *lines = clauses.splitlines()
    assert header == " cnf 97909 401836"
    assert sum(len(line.split()) - 1 for line in lines) == 1_020_174
