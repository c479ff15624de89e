"""`lifesearch count`, as people call it."""

import csv
import io
import json
import signal
from pathlib import Path

import pytest

from tests.cases import DENSEST, MORE_STILL_LIFES, VANISHING
from tests.doors.cli.conftest import Run
from tests.processes import eventually, started

pytestmark = pytest.mark.usefixtures("kernels_loaded")


@pytest.mark.parametrize(
    ("words", "output"),
    [
        ("still-life --box 8x8 --raw --with-empty", str(MORE_STILL_LIFES[7])),
        ("still-life --box 6x6", "332"),
        ("oscillator 2 --box 5x5 --raw", "86"),
        pytest.param("oscillator 2 --box 5x5", "5", marks=pytest.mark.long),
        ("still-life --width 3 --max-length 3", "1 0\n2 1\n3 4"),
        ("still-life --box 5x5 --torus --raw --with-empty", "3456"),
        ("still-life --cylinder 5 --max-length 3", "1 0\n2 2\n3 6"),
    ],
)
def test_a_number_stands_alone_on_standard_output(lifesearch: Run, words: str, output: str) -> None:
    done = lifesearch("count", *words.split())
    assert (done.returncode, done.stdout, done.stderr) == (0, f"{output}\n", "")


EMPTY = "x = 0, y = 0, rule = B3/S23\n!\n"


def test_predecessors_are_counted_and_remembered(lifesearch: Run, tmp_path: Path) -> None:
    (tmp_path / "empty.rle").write_text(EMPTY)
    words = ("count", "predecessor", "empty.rle", "--box", "5x5")
    for _ in range(2):
        done = lifesearch(*words, "--session", "c", cwd=tmp_path)
        assert (done.returncode, done.stdout) == (0, f"{VANISHING[4]}\n")
    assert lifesearch("resume", "c", cwd=tmp_path).stdout == f"{VANISHING[4]}\n"


def test_the_rule_of_a_file_is_that_of_its_predecessors(lifesearch: Run, tmp_path: Path) -> None:
    (tmp_path / "a.rle").write_text(EMPTY.replace("B3/S23", "B2/S"))
    words = ("count", "predecessor", "a.rle", "--box", "2x2")
    assert lifesearch(*words, cwd=tmp_path).stdout == "5\n"  # one cell, or none
    assert lifesearch(*words, "--rule", "B3/S23", cwd=tmp_path).stdout == f"{VANISHING[1]}\n"


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("still-life --box 10x10 --torus", "the shorter side times the period can be at most 9"),
        ("still-life --box 4x4 --torus --symmetry D8", "are counted as they lie: give --raw"),
        ("still-life --box 4x4 --cylinder 4+1", "are counted as they lie: give --raw"),
        ("still-life --box 4x4 --cylinder 5", "its width must be that of --cylinder W"),
        ("still-life --box 4x4 --torus --rule B03/S23", "comes to life (B0)"),
        ("still-life --box 4x4 --torus --rule B03/S238", "a count needs a rule without B0"),
        ("still-life --box 4x4 --generations 2", "--generations is for predecessors"),
        ("predecessor", "give the file of one pattern"),
        ("predecessor empty.rle", "a count of predecessors needs --box WxH"),
        ("predecessor empty.rle --box 20x20 -g 5", "ask for a narrower box or fewer generations"),
        ("predecessor empty.rle --box 4x4 --torus", "leave out --torus"),
        ("predecessor empty.rle --box 4x4 --symmetry D8", "leave out --symmetry"),
    ],
)
def test_what_cannot_be_counted_is_refused(
    lifesearch: Run, tmp_path: Path, words: str, why: str
) -> None:
    (tmp_path / "empty.rle").write_text(EMPTY)
    done = lifesearch("count", *words.split(), cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert why in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.long
def test_none_is_a_number_too(lifesearch: Run) -> None:
    done = lifesearch("count", "oscillator", "3", "--box", "4x4")
    assert (done.returncode, done.stdout) == (1, "0\n")


@pytest.mark.parametrize("n", [4, 6])
def test_populations_add_up_and_end_with_the_fullest(lifesearch: Run, n: int) -> None:
    words = ("count", "still-life", "--box", f"{n}x{n}", "--raw", "--with-empty", "--by-population")
    done = lifesearch(*words)
    rows = [tuple(map(int, line.split())) for line in done.stdout.splitlines()]
    assert rows[0] == (0, 1)
    assert rows[-1][0] == DENSEST[n - 1]
    assert sum(number for _, number in rows) == MORE_STILL_LIFES[n - 1]
    assert f"with {DENSEST[n - 1]} cell" in done.stderr


def test_of_lengths_each_sentence_says_which_it_is_about(lifesearch: Run) -> None:
    words = ("count", "still-life", "--width", "3", "--max-length", "3", "--by-population")
    told = lifesearch(*words).stderr.splitlines()
    assert told == [
        "length 2: 1 in total, with 4 cells",
        "length 3: 4 in total, from 2 with 4 cells to 1 with 6 cells",
    ]


def test_other_programs_get_the_question_as_well(lifesearch: Run) -> None:
    words = ("count", "still-life", "--width", "3", "--max-length", "3", "--format")
    as_json = [json.loads(line) for line in lifesearch(*words, "json").stdout.splitlines()]
    as_csv = [*csv.DictReader(io.StringIO(lifesearch(*words, "csv").stdout))]
    assert [(row["height"], row["count"]) for row in as_json] == [(1, 0), (2, 1), (3, 4)]
    assert [row["count"] for row in as_csv] == ["0", "1", "4"]
    assert as_json[0]["rule"] == "B3/S23"


def test_a_time_limit_ends_a_count(lifesearch: Run) -> None:
    done = lifesearch("count", "still-life", "--box", "11x11", "--time-limit", "0.01")
    assert (done.returncode, done.stdout) == (3, "")
    assert "time limit" in done.stderr


@pytest.mark.parametrize(
    "words",
    [
        "still-life --box 5x4",
        pytest.param("oscillator 2 --box 4x4 --any-period --with-empty", marks=pytest.mark.long),
        "still-life --width 4 --max-length 5 --symmetry D2|",
        "still-life --box 4x4 --by-population",
        pytest.param("still-life --box 4x4 --torus", marks=pytest.mark.long),
        pytest.param("still-life --box 4x4 --cylinder 4", marks=pytest.mark.long),
    ],
)
def test_a_count_goes_on_from_any_line_of_its_session(
    lifesearch: Run, tmp_path: Path, words: str
) -> None:
    whole, part = tmp_path / "whole.count", tmp_path / "part.count"
    plain = lifesearch("count", *words.split())
    first = lifesearch("count", *words.split(), "--session", str(whole))
    assert (first.returncode, first.stdout) == (0, plain.stdout)
    lines = whole.read_bytes().splitlines(keepends=True)
    assert len(lines) > 2
    for kept in (1, len(lines) // 2, len(lines)):
        torn = lines[kept][:-5] if kept < len(lines) else b""
        part.write_bytes(b"".join(lines[:kept]) + torn)
        again = lifesearch("resume", str(part))
        assert (again.returncode, again.stdout, again.stderr) == (0, plain.stdout, plain.stderr)
        assert sorted(map(_sweep, part.read_bytes().splitlines())) == sorted(map(_sweep, lines))


def _sweep(line: bytes) -> str:
    return str(json.loads(line).get("sweep"))


def test_sessions_of_counts_are_about_one_question(lifesearch: Run, tmp_path: Path) -> None:
    file = tmp_path / "c.count"
    assert lifesearch("count", "still-life", "--box", "4x4", "--session", str(file)).returncode == 0
    other = lifesearch("count", "still-life", "--box", "4x5", "--session", str(file))
    assert (other.returncode, other.stdout) == (2, "")
    assert "another question: still life in a 4x4 box, and not still life in a 4x5 " in other.stderr
    form = lifesearch("resume", str(file), "-f", "rle")
    assert (form.returncode, form.stdout) == (2, "")
    search = lifesearch("still-life", "--box", "4x4", "--all", "--session", str(file))
    assert (search.returncode, search.stdout) == (2, "")
    assert "another question: still life in a 4x4 box, of the kind count and not " in search.stderr


def test_the_sweeps_of_a_session_are_plotted(lifesearch: Run, tmp_path: Path) -> None:
    file = tmp_path / "c.count"
    assert lifesearch("count", "still-life", "--box", "4x4", "--session", str(file)).returncode == 0
    sweeps = file.read_bytes().count(b'"sweep"')
    plot = lifesearch("plot", str(file))
    assert plot.returncode == 0, plot.stderr
    assert f"{sweeps} sweeps done; complete after " in plot.stdout
    gallery = lifesearch("gallery", str(file), "-o", str(tmp_path / "c.html"))
    assert (gallery.returncode, gallery.stdout) == (2, "")
    assert "no patterns that could be shown" in gallery.stderr


def test_an_interrupted_count_says_so_in_one_line_and_can_go_on(tmp_path: Path) -> None:
    file = tmp_path / "c.count"
    words = ("count", "still-life", "--box", "14x14", "--memory", "900G", "--session", str(file))
    with started(*words) as process:
        assert eventually(lambda: file.exists() and file.read_bytes().count(b"\n") > 1)
        process.send_signal(signal.SIGINT)
        output, errors = process.communicate()
    assert (process.returncode, output) == (130, "")
    (line,) = errors.splitlines()
    assert line.startswith("interrupted after ")
    assert line.endswith(f"; not counted; to continue: lifesearch resume {file}")
