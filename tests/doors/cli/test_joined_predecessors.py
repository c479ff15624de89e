"""`predecessor` on tori and cylinders."""

import re
from pathlib import Path

import pytest

import lifesearch as ls
from tests.doors.cli.conftest import Run


@pytest.fixture
def torus(tmp_path: Path) -> str:
    path = tmp_path / "torus.rle"
    path.write_text("x = 3, y = 3, rule = B3/S23:T5,5\nbob$2bo$3o!\n")
    return str(path)


@pytest.fixture
def drawn(tmp_path: Path) -> str:
    path = tmp_path / "block.rle"
    path.write_text("x = 5, y = 4\n$2b2o$2b2o!\n")
    return str(path)


def test_a_file_with_a_torus_is_asked_about_on_it(lifesearch: Run, torus: str) -> None:
    done = lifesearch("predecessor", torus, "--all", "--raw", "-f", "csv")
    assert done.stderr.endswith("proved: no other predecessor on a 5x5 torus\n")
    assert len(done.stdout.splitlines()) == 1 + 101


def test_a_torus_is_as_large_as_the_drawing(lifesearch: Run, drawn: str) -> None:
    done = lifesearch("predecessor", drawn, "--torus", "-f", "rle")
    assert ":T5,4\n" in done.stdout
    assert (
        ":T7,9\n" in lifesearch("predecessor", drawn, "--torus", "--box", "7x9", "-f", "rle").stdout
    )


def test_rows_of_a_cylinder(lifesearch: Run, drawn: str) -> None:
    done = lifesearch("predecessor", drawn, "--cylinder", "5", "--pad", "0", "--all")
    assert "on a cylinder of circumference 5 and 4 rows high" in done.stderr


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ("--torus --pad 1", "a torus has nothing around it: leave out --pad, or give --box WxH"),
        ("--torus --orphan", "in any surroundings, and a torus or a cylinder has none"),
        ("--torus --box 4x4", "the drawing, 5x4 cells, is larger than the torus of 4x4"),
        ("--cylinder 4", "the drawing, 5x4 cells, is larger than the cylinder of 4x6"),
        ("--cylinder 5 --torus", "give a pattern on the plane and one of --torus and --cylinder"),
        ("--cylinder 5 --box 6x6", "its width must be that of --cylinder W"),
        ("--cylinder wide", "is not a cylinder"),
        ("--torus --rule B3?/S23", "a --torus needs a completely known --rule, not B3?/S23"),
    ],
)
def test_what_does_not_go_together(lifesearch: Run, drawn: str, options: str, said: str) -> None:
    done = lifesearch("predecessor", drawn, *options.split())
    assert done.returncode == 2
    assert said in done.stderr
    assert done.stderr.count("\n") == 1


def test_what_does_not_go_with_a_file_on_a_torus(lifesearch: Run, torus: str) -> None:
    for options in (("--cylinder", "5"), ("--box", "6x6"), ("--orphan",)):
        done = lifesearch("predecessor", torus, *options)
        assert done.returncode == 2
        assert "torus" in done.stderr
    assert "in a box with dead surroundings" in lifesearch(
        "count", "predecessor", torus, "--box", "5x5"
    ).stderr  # fmt: skip


def test_patterns_on_a_torus_in_python() -> None:
    glider = ls.Pattern.parse(".O.\n..O\nOOO")
    on_torus = ls.Pattern(glider.cells, torus=(6, 6))
    found = ls.find_predecessor(on_torus, generations=2, jobs=1)
    assert found is not None
    assert found.pattern.after(2) == on_torus


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ("--pad 2", "--garden-of-eden is about a pattern in dead surroundings: leave out --pad"),
        ("--generations 2", "has no predecessor one generation back: leave out --generations"),
        ("--rule B03/S23", "under B03/S23 the empty plane comes to life"),
        ("--rule B3?/S23", "--garden-of-eden needs a completely known rule, not B3?/S23"),
        ("--gif it.gif", "--gif draws what --closest finds: give both, or use 'show'"),
    ],
)
def test_what_does_not_go_with_gardens_of_eden(
    lifesearch: Run, drawn: str, options: str, said: str
) -> None:
    done = lifesearch("predecessor", drawn, "--garden-of-eden", *options.split())
    assert done.returncode == 2
    assert said in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_pattern_that_is_no_garden_of_eden(lifesearch: Run, drawn: str) -> None:
    done = lifesearch("predecessor", drawn, "--garden-of-eden")
    assert done.returncode == 0
    assert done.stdout.startswith("it has a predecessor, perhaps an infinite one")


def test_an_answer_on_a_torus_says_once_what_it_is(lifesearch: Run, torus: str) -> None:
    first = lifesearch("predecessor", torus).stdout.splitlines()[0]
    assert first.startswith("predecessor on ")
    assert first.count("predecessor") == 1


def test_forced_cells_are_drawn(lifesearch: Run, drawn: str) -> None:
    done = lifesearch("predecessor", drawn, "--forced", "--pad", "0")
    assert done.returncode == 0
    assert done.stderr.splitlines()[0] == "the same in all predecessors (O alive, . dead):"
    assert re.search("(cells are|no cell is) the same in all", done.stdout)
    for options in (
        ("--closest",),
        ("--cylinder", "5"),
        ("--minimise", "population"),
        ("--raw",),
        ("--all",),
        ("--count", "3"),
    ):
        refused = lifesearch("predecessor", drawn, "--forced", *options)
        assert refused.returncode == 2
        assert refused.stderr.count("\n") == 1
    garden = "patterns/words/garden-of-eden.cells"
    assert lifesearch("predecessor", garden, "--forced", "--orphan").returncode == 1


def test_a_session_of_forced_cells_does_not_say_that_there_is_one_predecessor(
    lifesearch: Run, drawn: str, tmp_path: Path
) -> None:
    session = str(tmp_path / "forced.session")
    lifesearch("predecessor", drawn, "--forced", "--session", session)
    done = lifesearch("resume", session, "--all")
    assert done.stderr.endswith(
        "1 found; proved: no other cell is the same in all predecessors in a 4x4 box\n"
    )


def test_predecessors_that_differ_in_marked_cells(
    lifesearch: Run, drawn: str, tmp_path: Path
) -> None:
    (tmp_path / "marked.cells").write_text(".....\n..OO.\n")
    marked = str(tmp_path / "marked.cells")
    done = lifesearch("predecessor", drawn, "--project", marked, "--all", "-f", "rle")
    assert done.stderr == (
        "4 found; proved: no other predecessor that differs in 2 marked cells in a 4x4 box\n"
    )
    (tmp_path / "marked.cells").write_text("...........\nO\n")
    assert "a marked cell lies outside the box" in lifesearch(
        "predecessor", drawn, "--project", marked
    ).stderr  # fmt: skip
