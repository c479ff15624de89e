"""`lifesearch spaceship --width`: ships of any length, as a person asks for them."""

import json
import random
import re
import time
from pathlib import Path

import pytest

from lifesearch.formats.detect import read, write_rle
from lifesearch.life.pattern import Pattern
from lifesearch.life.simulate.evolve import behaviour
from tests.doors.cli.conftest import Run
from tests.processes import started
from tests.ships import ship

NO_SHIP = ("spaceship", "c/3", "--width", "8", "--symmetry", "none")

pytestmark = pytest.mark.usefixtures("kernels_loaded")


def test_the_wording_of_a_proof(lifesearch: Run) -> None:
    done = lifesearch("spaceship", "c/4", "--width", "10", "--symmetry", "even")
    assert done.returncode == 1
    assert (
        "proved: no mirror-symmetric c/4 spaceship of period 4, "
        "of even width up to 10, of any length\n" in done.stderr
    )
    verbose = lifesearch("spaceship", "c/4", "--width", "10", "--symmetry", "even", "-v")
    assert re.search(r"of any length \([\d,]+ states\)", verbose.stderr)
    assert not done.stdout


def test_a_session_with_more_answers_than_are_wanted_ends_at_once(
    lifesearch: Run, tmp_path: Path
) -> None:
    query = ("still-life", "--width", "5", "--max-length", "6", "-j", "1")
    session = ("--session", str(tmp_path / "s"))
    assert lifesearch(*query, "--count", "5", *session).returncode == 0
    again = lifesearch(*query, "--count", "2", *session)
    assert again.returncode == 0
    assert "5 found" in again.stderr
    assert "proved" not in again.stderr
    assert "others" not in again.stderr


@pytest.mark.parametrize(
    ("words", "velocity"),
    [
        (("c/3", "--width", "12", "--symmetry", "even"), (3, 0, -1)),
        (("2c/4", "--width", "7", "--symmetry", "none"), (4, 0, -2)),
        (("2c/4", "--symmetry", "glide", "--box", "5x6"), (4, 0, -2)),
    ],
)
def test_ships(lifesearch: Run, words: tuple[str, ...], velocity: tuple[int, int, int]) -> None:
    done = lifesearch("spaceship", *words, "-f", "rle")
    assert done.returncode == 0
    known = behaviour(read(done.stdout).pattern)
    assert (known.period, known.dx, known.dy) == velocity


def test_partials_are_drawn_and_readable(lifesearch: Run) -> None:
    done = lifesearch(*NO_SHIP, "--partials")
    assert done.returncode == 1
    title, *picture = done.stdout[: done.stdout.index("#C")].splitlines()
    words = "longest partial result, c/3 spaceship of period 3: "
    assert title == f"{words}{len(picture)} rows"
    assert read(done.stdout[done.stdout.index("#C") :]).pattern


@pytest.mark.parametrize("to_file", [False, True])
def test_a_partial_is_rle_that_front_reads(
    lifesearch: Run, tmp_path: Path, *, to_file: bool
) -> None:
    words = ("-o", "p.rle") if to_file else ("-f", "rle")
    done = lifesearch(*NO_SHIP, "--partials", *words, cwd=tmp_path)
    assert done.returncode == 1
    file = tmp_path / "p.rle"
    if not to_file:
        file.write_text(done.stdout)
    assert read(file.read_text()).pattern.box.height > 5
    again = lifesearch(*NO_SHIP, "--front", "p.rle", cwd=tmp_path)
    assert again.returncode == 1
    assert "proved: no c/3 spaceship of period 3 with this front, up to 8 wide" in again.stderr


def test_a_partial_for_other_programs_and_in_a_folder(lifesearch: Run, tmp_path: Path) -> None:
    record = json.loads(lifesearch(*NO_SHIP, "--partials", "-f", "json").stdout)
    assert (record["kind"], record["period"]) == ("partial", None)
    lifesearch(*NO_SHIP, "--partials", "-o", "all/", cwd=tmp_path)
    assert [file.name for file in (tmp_path / "all").iterdir()] == ["partial-0001.rle"]


def test_no_partial_beside_answers(lifesearch: Run) -> None:
    words = ("spaceship", "c/3", "--width", "12", "--symmetry", "even", "-f", "rle")
    assert lifesearch(*words, "--partials").stdout == lifesearch(*words).stdout


def test_a_front_from_a_file(lifesearch: Run, tmp_path: Path) -> None:
    pattern, _, width = ship("LWSS")
    file = tmp_path / "front.rle"
    top = pattern.box.y + 3
    front = Pattern.of(cell for cell in pattern.cells if cell[1] < top)
    file.write_text(write_rle(front.translate(1, 0)))
    words = ("spaceship", "2c/4", "--width", str(width + 2), "--front", str(file), "-f", "rle")
    done = lifesearch(*words)
    assert done.returncode == 0
    assert behaviour(read(done.stdout).pattern).dy == -2


def test_the_formula_of_a_strip_is_that_of_a_window(lifesearch: Run, tmp_path: Path) -> None:
    words = ("spaceship", "c/3", "--width", "5", "--dimacs", "window.cnf")
    done = lifesearch(*words, cwd=tmp_path)
    told = "window.cnf: the formula of one window of the strip, which is moved along it: c/3 "
    assert done.stderr.startswith(told)


def kill_9(words: list[str], times: int) -> None:
    """Start a search several times, and kill it soon."""
    chance = random.Random(5)
    for _ in range(times):
        with started(*words) as process:
            time.sleep(chance.uniform(0.5, 1.6))
            process.kill()


ALL = [
    (("c/4", "diagonal", "--width", "4", "--max-length", "12"), 3),
    (("c/3", "--width", "12", "--symmetry", "even", "--max-length", "13"), 1),
]


@pytest.mark.parametrize(("words", "count"), ALL)
def test_all_is_the_same_for_every_number_of_jobs(
    lifesearch: Run, words: tuple[str, ...], count: int
) -> None:
    runs = [lifesearch("spaceship", *words, "--all", "-j", j, "-f", "rle") for j in "12"]
    assert [done.returncode for done in runs] == [0, 0]
    assert runs[0].stdout == runs[1].stdout
    assert runs[0].stdout.count("!") == count
    for done in runs:
        assert f"{count} found; proved: no other " in done.stderr
        assert " rows long, not counting separate patterns" in done.stderr


def test_a_bounded_proof_says_so(lifesearch: Run) -> None:
    words = ("spaceship", "c/4", "diagonal", "--width", "3", "--max-length", "3")
    done = lifesearch(*words)
    assert done.returncode == 1
    assert (
        "no c/4 diagonal spaceship of period 4, up to 3 wide and up to 3 rows long, not"
        in done.stderr
    )


def test_the_first_one_is_the_shortest(lifesearch: Run) -> None:
    words = ("spaceship", "c/4", "diagonal", "--width", "4", "--max-length", "9", "-f", "apgcode")
    assert lifesearch(*words).stdout == "xq4_153\n"
    assert lifesearch(*words, "--count", "2", "-j", "2").stdout.startswith("xq4_153\n")


def test_a_count_proves_nothing_about_others(lifesearch: Run) -> None:
    words = ("spaceship", "c/4", "diagonal", "--width", "4", "--count", "1000")
    done = lifesearch(*words)
    assert done.returncode == 0
    assert "proved" not in done.stderr
    assert "there may be others that share these states" in done.stderr


@pytest.mark.long
def test_all_ships_after_kill_9(lifesearch: Run, tmp_path: Path) -> None:
    session = tmp_path / "s"
    query = ("spaceship", "c/4", "diagonal", "--width", "5", "--max-length", "12", "--all")
    whole = lifesearch(*query, "-f", "rle")
    words = [*query, "--session", str(session)]
    kill_9(words, 3)
    done = lifesearch(*words, "-f", "rle", "-j", "2")
    assert done.returncode == 0
    assert done.stdout == whole.stdout
    assert lifesearch("resume", str(session), "-f", "rle").stdout == whole.stdout


def test_a_search_that_runs_out_of_memory_says_what_helps(
    lifesearch: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("lifesearch.core.options.readers.LEAST_MEMORY", 1)
    words = ("spaceship", "c/5", "--width", "10", "--engine", "tables", "-j", "1")
    done = lifesearch(*words, "--memory", "1M")
    assert done.returncode == 3
    assert "needs more memory than 1 MB; the rest is undecided; more memory, " in done.stderr
    assert "a narrower strip or a symmetry may help" in done.stderr


def test_help_tells_what_goes_with_rows(lifesearch: Run) -> None:
    text = " ".join(lifesearch("spaceship", "--help-all").stdout.split())
    assert "Their --symmetry is none, even, odd, gutter or glide" in text
    assert "Row by row with SAT: add a row only if N more rows" in text
