"""`lifesearch complete`, as a person would use it."""

import json
from pathlib import Path

import pytest

from lifesearch.formats.detect import read, read_runs
from lifesearch.life.pattern import Pattern
from lifesearch.life.simulate.evolve import behaviour, step, step_torus
from tests.doors.cli.conftest import Run

FILMS = Path(__file__).parents[3] / "patterns" / "films"
ROTOR = (FILMS / "rotor.txt").read_text()


def test_the_sparker(lifesearch: Run) -> None:
    """The example of Logic Life Search: a spark at its corner keeps it alive."""
    done = lifesearch("complete", str(FILMS / "sparker.txt"), "-f", "json", "--all")
    assert done.returncode == 0, done.stderr
    for line in done.stdout.splitlines():
        facts = json.loads(line)
        pattern = read_runs(facts["rle"]).translate(7 - facts["width"] + 1, 7 - facts["height"] + 1)
        assert {(6, 6), (7, 7)} <= pattern.cells
        # Left to itself, all stays but the corner.
        assert step(pattern).cells == pattern.cells - {(7, 7)}
    assert "proved: no other pattern with the given cells over 1 generation in an" in done.stderr


def test_the_eater(lifesearch: Run) -> None:
    done = lifesearch("complete", str(FILMS / "eater.txt"), "--period", "6", "--all")
    assert done.returncode == 0
    assert done.stdout.startswith("1. eater: recovers within 6 generations; 7 cells\n")
    assert "proved: no other period-6 pattern with the given cells" in done.stderr
    eater = read(done.stdout[done.stdout.index("#C") :]).pattern
    assert behaviour(eater).period == 1
    # It eats a glider that comes from where the grids have it.
    glider = Pattern.parse("OOO\n..O\n.O.")
    for distance in (0, 1, 2):
        scene = eater.translate(3, 0) | glider.translate(-distance, 5 + distance)
        assert step(scene, generations=5 + 4 * distance) == eater.translate(3, 0)


def test_what_was_there_before_and_is_no_still_life_is_no_eater(
    lifesearch: Run, tmp_path: Path
) -> None:
    """A blinker, and a cell beside it that is there for one generation."""
    film = tmp_path / "film.txt"
    film.write_text("....o.\n....o.\n....o.\n\no'.....\n...ooo\n......\n")
    done = lifesearch("complete", str(film), "--period", "2")
    assert done.stdout.startswith("oscillator of period 2 with exempt cells; 3 cells\n")


def test_a_rotor(lifesearch: Run, tmp_path: Path) -> None:
    file, session = tmp_path / "rotor.txt", tmp_path / "rotor.session"
    file.write_text(ROTOR)
    words = [
        "complete",
        str(file),
        "--period",
        "3",
        "--all",
        "--session",
        str(session),
        "-f",
        "json",
    ]
    done = lifesearch(*words)
    facts = json.loads(done.stdout)
    assert (facts["kind"], facts["period"], facts["population"]) == ("oscillator", 3, 13)
    again = lifesearch("resume", str(session), "-f", "json")
    assert again.stdout == done.stdout
    assert "resuming" in again.stderr
    file.write_text(ROTOR.replace("o?", ".?"))
    other = lifesearch(*words)
    assert other.returncode == 2
    assert other.stderr.endswith("is a session about another question, with other known cells\n")


@pytest.mark.parametrize(
    ("kind", "size", "status"), [("oscillator", "7x7", 0), ("still-life", "4x4", 1)]
)
def test_backgrounds(lifesearch: Run, kind: str, size: str, status: int) -> None:
    zebra = FILMS / "zebra.txt"
    period = ["2"] if kind == "oscillator" else []
    done = lifesearch(kind, *period, "--box", size, "--background", str(zebra), "-f", "json")
    assert done.returncode == status, done.stderr
    for line in done.stdout.splitlines():
        facts = json.loads(line)
        assert (facts["kind"], facts["period"]) == ("oscillator", 2)
        width, height = facts["torus"]
        pattern = read_runs(facts["rle"])
        after = step_torus(pattern, width, height)
        assert after != pattern
        assert step_torus(after, width, height) == pattern


def test_a_ship_by_its_shift(lifesearch: Run) -> None:
    moved = lifesearch("complete", "-", "--period", "4", "--shift", "1,-1", stdin="???\n" * 4)
    assert moved.stdout.startswith("glider: spaceship of velocity c/4 diagonal; 5 cells")


def test_backgrounds_have_no_bounds(lifesearch: Run) -> None:
    words = ["--box", "5x5", "--background", str(FILMS / "zebra.txt"), "--population", "<9"]
    done = lifesearch("still-life", *words)
    assert done.returncode == 2
    assert "populations cannot be counted on a background" in done.stderr
