"""`lifesearch predecessor --closest` as a person meets it."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from lifesearch.core.events import Found
from lifesearch.engines.compiled import available
from lifesearch.running.session.file import Session
from lifesearch.show.pictures.becoming import COLOURS
from tests.doors.cli.conftest import Run
from tests.processes import PATIENCE

pytestmark = [
    pytest.mark.skipif(not available(), reason="needs kernels"),
    pytest.mark.usefixtures("kernels_loaded"),
]

SQUARE = "OOOO\n" * 4
NOISE = "\n".join(f"{(2654435761 * row * row) >> 7 & 0xFFFFFF:024b}" for row in range(3, 27))
"""24x24 cells that are no picture: it has no predecessor."""


@pytest.fixture
def square(tmp_path: Path) -> str:
    (tmp_path / "square.cells").write_text(f"!\n{SQUARE}")
    return str(tmp_path / "square.cells")


@pytest.fixture
def noise(tmp_path: Path) -> str:
    (tmp_path / "noise.cells").write_text("!\n" + NOISE.replace("1", "O").replace("0", ".") + "\n")
    return str(tmp_path / "noise.cells")


def test_the_best_of_a_small_box_is_printed_and_proved(lifesearch: Run, square: str) -> None:
    done = lifesearch("predecessor", square, "--closest", "--pad", "0")
    assert done.returncode == 0
    assert done.stderr == (
        "4 of 16 cells are wrong (25 %)\n"
        "proved: no predecessor in a 4x4 box has fewer than 4 wrong cells\n"
    )
    assert done.stdout.startswith("closest predecessor; dies in generation")
    assert done.stdout.count("generation 1") == 1


def test_the_drawing_has_room_for_cells_that_should_live(lifesearch: Run, tmp_path: Path) -> None:
    (tmp_path / "far.cells").write_text(f"!\nOOO{'.' * 9}O\n")
    words = ("predecessor", str(tmp_path / "far.cells"), "--closest", "--pad", "0")
    done = lifesearch(*words)
    assert "wrong" in done.stderr
    drawn = [line for line in done.stdout.splitlines() if set(line) <= set(".O ") and line]
    assert {len(line.split("   ")[-1].strip()) for line in drawn} == {13}


def test_facts_say_how_many_cells_are_wrong(lifesearch: Run, square: str) -> None:
    done = lifesearch("predecessor", square, "--closest", "--pad", "0", "-f", "json")
    facts = json.loads(done.stdout)
    assert (facts["wrong"], facts["wrong_percent"], facts["population"]) == (4, 25.0, 8)
    better = json.loads(lifesearch("predecessor", square, "--closest", "-f", "json").stdout)
    assert better["wrong"] == 0


def test_a_solver_writes_a_proof_that_checks(lifesearch: Run, square: str, tmp_path: Path) -> None:
    folder = str(tmp_path / "proof")
    words = ("predecessor", square, "--closest", "--pad", "0", "--proof", folder)
    assert "fewer than 4 wrong cells" in lifesearch(*words).stderr
    checked = lifesearch("check", folder)
    assert checked.returncode == 0
    assert checked.stdout.startswith("proved: no predecessor in a 4x4 box has fewer than 4 wrong")


def test_a_large_picture_is_continued_and_never_called_proved(
    lifesearch: Run, noise: str, tmp_path: Path
) -> None:
    session, wanted = str(tmp_path / "s.session"), str(tmp_path / "best.rle")
    words = ("predecessor", noise, "--closest", "--session", session, "-j", "1")
    first = lifesearch(*words, "--time-limit", "1", "-o", wanted)
    assert first.returncode == 0
    assert "not proved to be the fewest; to continue: lifesearch resume" in first.stderr
    assert Path(wanted).read_text().count("x = ") == 1  # only the best one
    later = lifesearch("resume", session, "--time-limit", "1", "-f", "rle", "-o", wanted)
    assert "cells are wrong" in later.stderr.splitlines()[0]
    assert "proved:" not in first.stderr + later.stderr
    text = Path(wanted).read_text()
    Path(wanted).write_text(f"{text}#C of the user")
    assert lifesearch(*words, "-o", wanted, "--time-limit", "1").returncode == 2
    Path(wanted).write_text(text)
    again = lifesearch(*words, "-o", wanted, "--time-limit", "1")
    assert (again.returncode, Path(wanted).read_text().count("x = ")) == (0, 1)
    with Session.resume(session) as kept:
        found = [event.answers[0] for event in kept.events if isinstance(event, Found)]
        wrong = [kept.query.cost(answer) for answer in found]
    assert wrong == sorted(wrong, reverse=True)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("--all", "only one answer is best: leave out --all, --count and --raw\n"),
        ("--population <=9", "asks for the fewest wrong cells alone: leave out --population"),
        ("--orphan", "leave out --orphan"),
        ("--box 3x3", "the target, 4x4 cells, is larger than the box of 3x3"),
        ("--rule B36?/S23", "--closest needs a completely known rule"),
        ("--rule 345/2/4", "for two-state rules only"),
    ],
)
def test_what_does_not_go_together_is_refused(
    lifesearch: Run, square: str, words: str, sentence: str
) -> None:
    done = lifesearch("predecessor", square, "--closest", *words.split())
    assert done.returncode == 2
    assert sentence in done.stderr
    assert len(done.stderr.splitlines()) <= 3


@pytest.mark.parametrize(
    ("words", "where", "across"),
    [("--cylinder 6", "a cylinder of circumference 6 and 4 rows high", "T6,7"),
     ("--torus", "a 4x4 torus", "T4,4")],
)  # fmt: skip
def test_sides_may_be_joined(
    lifesearch: Run, square: str, words: str, where: str, across: str
) -> None:
    words = f"--closest {words} --pad 0" if "cylinder" in words else f"--closest {words}"
    found = lifesearch("predecessor", square, *words.split())
    assert found.stdout.startswith(f"closest predecessor on {where}; ")
    assert f"rule = B3/S23:{across}" in found.stdout
    assert "proved: " in found.stderr


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("6+1", "--closest is for cylinders without a shift: give --cylinder W"),
        ("6 --torus", "give a pattern on the plane and one of --torus and --cylinder"),
        ("3", "the drawing, 4x4 cells, is larger than the cylinder of 3x6"),
        ("6 --rule B03/S23 -g 2", "for rules without B0"),
    ],
)
def test_cylinders_that_are_refused(
    lifesearch: Run, square: str, words: str, sentence: str
) -> None:
    done = lifesearch("predecessor", square, "--closest", "--cylinder", *words.split())
    assert (done.returncode, len(done.stderr.splitlines())) == (2, 1)
    assert sentence in done.stderr


def test_a_proof_on_a_cylinder_is_checked(lifesearch: Run, square: str, tmp_path: Path) -> None:
    folder = str(tmp_path / "proof")
    words = ("predecessor", square, "--closest", "--cylinder", "5", "--pad", "0")
    done = lifesearch(*words, "--proof", folder)
    assert done.returncode == 0
    assert "proved: no predecessor on a cylinder" in lifesearch("check", folder).stdout


def test_a_picture_becomes_cells(lifesearch: Run, tmp_path: Path) -> None:
    (tmp_path / "dots.pbm").write_text("P1 7 3\n" + "0000000" + "0110110" + "0000000")
    name = str(tmp_path / "dots.pbm")
    facts = json.loads(lifesearch("predecessor", name, "--closest", "-f", "json").stdout)
    assert facts["wrong"] == 0
    wide = lifesearch("predecessor", name, "--closest", "--size", "14x3", "-f", "json")
    assert json.loads(wide.stdout)["wrong"] == 0
    bright = lifesearch("predecessor", name, "--closest", "--invert", "-f", "json", "--pad", "0")
    assert json.loads(bright.stdout)["wrong"] > 0


def test_pictures_play_from_the_predecessor_to_the_target(
    lifesearch: Run, square: str, tmp_path: Path
) -> None:
    image = pytest.importorskip("PIL.Image")
    names = {kind: str(tmp_path / f"o.{kind}") for kind in ("gif", "svg", "png")}
    words = [word for kind, name in names.items() for word in (f"--{kind}", name)]
    assert lifesearch("predecessor", square, "--closest", "--pad", "0", *words).returncode == 0
    with image.open(names["gif"]) as moving:
        times = []
        for frame in range(moving.n_frames):
            moving.seek(frame)
            times.append(moving.info["duration"])
    assert times == [1200, 3000]
    drawn = Path(names["svg"]).read_text()
    assert drawn.count("<animate ") == 2
    for wrong in COLOURS[1:]:  # there are cells that should not live, or cells that should
        assert (wrong in drawn) == (wrong == COLOURS[2])
    again = lifesearch("predecessor", square, "--closest", *words)
    assert (again.returncode, "--force" in again.stderr) == (2, True)


def test_a_picture_that_is_too_large_is_left_out(square: str, tmp_path: Path) -> None:
    """The limit is lower here. All else is written and said, after hours of a search."""
    script = (
        "from lifesearch.__main__ import main\n"
        "from lifesearch.show.pictures import svg\n"
        "svg.MOST_SVG_CELLS = 3\n"
        "main()"
    )
    words = ["predecessor", square, "--closest", "--pad", "0", "--svg", str(tmp_path / "o.svg")]
    begun = [sys.executable, "-c", script, *words]
    done = subprocess.run(begun, check=False, capture_output=True, text=True, timeout=PATIENCE)
    assert done.returncode == 0
    assert "o.svg is not written: an SVG picture of more than 3 live cells" in done.stderr
    assert "--generations" in done.stderr


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("a.png", "a.png is a picture, and few have predecessors: give --closest"),
        ("a.png --closest", "a.png is no picture that lifesearch reads"),
        ("missing.png --closest", "missing.png does not exist"),
        ("a.cells --size 3x3", "--size is for pictures, and needs --closest: give both"),
        ("a.cells --closest --size 3x3", "--size is for pictures"),
        ("a.cells --closest --threshold 2", "2.0 is no threshold: give a number from 0 to 1"),
        ("a.cells --gif a.gif", "--gif draws what --closest finds: give both"),
        ("{a}.cells --closest --invert", "PGM), and {a}.cells is none: leave it out"),
        ("{t}.rle --box 5x5", "{t}.rle is a pattern on a torus of 8x8 cells: leave out --box"),
        ("a.cells --closest --gif a.png", "--gif needs a file whose name ends in .gif"),
    ],
)
def test_pictures_that_cannot_be_used_are_named(
    lifesearch: Run, tmp_path: Path, words: str, sentence: str
) -> None:
    (tmp_path / "a.png").write_bytes(b"%PDF-1.4")
    for name in ("a.cells", "{a}.cells"):
        (tmp_path / name).write_text("!\nOOO\n")
    (tmp_path / "{t}.rle").write_text("x = 3, y = 1, rule = B3/S23:T8,8\n3o!\n")
    done = lifesearch("predecessor", *words.split(), cwd=tmp_path)
    assert done.returncode == 2
    assert sentence in done.stderr
    assert "Traceback" not in done.stderr
