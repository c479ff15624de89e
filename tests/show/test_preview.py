"""What there is to look at while a search goes on."""

from __future__ import annotations

import re
from io import StringIO

import pytest
from rich.console import Console

from lifesearch.core.events import Progress, Runner
from lifesearch.engines.sat.solving.configuration import Configuration
from lifesearch.engines.sat.solving.enumerate import PartCheckpoint
from lifesearch.engines.sat.solving.first_generation import FirstGeneration
from lifesearch.engines.sat.solving.part import Part
from lifesearch.life.motion import Motion
from lifesearch.life.pattern import Pattern
from lifesearch.life.preview import Preview
from lifesearch.life.rules.rule import LIFE
from lifesearch.questions.periodic.question import Periodic
from lifesearch.show.search.preview import STAY, PreviewView
from lifesearch.show.search.progress import Display

SOUP = Preview("soup 17, symmetry C1", Pattern.parse("OO....OO\n.OOOOOO."), LIFE)


def drawn(width: int, *glimpses: Preview) -> list[str]:
    """The lines of a display after glimpses, as a terminal of this width shows them."""
    terminal = StringIO()
    console = Console(file=terminal, force_terminal=True, width=width, height=24)
    with Display(console, moving=True) as display:
        for glimpse in glimpses:
            display.look_at(glimpse)
        runners = (Runner(Part((8, 8)), Configuration("cadical195"), 5, "8x8 box"),)
        display.show(Progress(conflicts=5, found=0, runners=runners))
        text = re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", terminal.getvalue())
    return [line.split("\r")[-1].rstrip() for line in text.split("\n")]


@pytest.mark.parametrize("left", ["O", "OO\nOO", "OOO"])
def test_a_soup_that_has_settled_begins_anew(left: str) -> None:
    soup = Preview("soup 17, symmetry C1", Pattern.parse(left), LIFE)
    view = PreviewView(soup, 0.0)
    pictures = [view.lines(80, 20)[1:] for _ in range(4 * STAY)]
    beginnings = [n for n, picture in enumerate(pictures) if picture == pictures[0]]
    assert any(n > STAY for n in beginnings)
    assert len(pictures[0]) == len(pictures[-1])


def test_one_is_seen_for_a_while_before_another() -> None:
    text = "\n".join(drawn(80, SOUP, Preview("the longest beginning", Pattern.parse("OOO"))))
    assert "soup 17" in text
    assert "beginning" not in text


@pytest.mark.parametrize("width", [30, 34, 50])
def test_all_fits_into_narrow_terminals(width: int) -> None:
    lines = drawn(width, SOUP)
    assert max(map(len, lines)) <= width
    assert sum("O" in line for line in lines) >= 2


def test_a_case_is_drawn_with_its_unknown_cells() -> None:
    """Dead cells at the edge of the box are drawn, too."""
    grid = FirstGeneration([(x, y) for y in range(3) for x in range(4)], [*range(1, 13)])
    case = grid.preview([-1, -2, -3, -4, 5, -6])
    assert case.words == "a case that fixes 6 of 12 cells in generation 0"
    assert [line.strip() for line in PreviewView(case, 0.0).lines(80, 20)[1:]] == [
        "....",
        "O.??",
        "????",
    ]


def test_rows_without_room_are_counted() -> None:
    grid = FirstGeneration([(x, y) for y in range(9) for x in range(4)], [*range(1, 37)])
    view = PreviewView(grid.preview([-1, 5]), 0.0)
    (_, *whole), (_, *cut) = view.lines(80, 10), view.lines(80, 6)
    assert len(whole) == 9
    assert len(cut) == 5
    assert cut[:-1] == whole[2:6]
    assert cut[-1] == "  (5 more rows)"


def test_the_cases_of_a_session_are_shown() -> None:
    query = Periodic(Motion(3), (7, 7))
    cubes = PartCheckpoint()
    reports = query.search(Part((7, 7), "010"), Configuration("cadical195"), (), cubes)
    case = next(report for report in reports if isinstance(report, Preview))
    assert case.words == "a case that fixes 3 of 49 cells in generation 0"
    assert case.box is not None
    assert (case.box.width, case.box.height) == (7, 7)


@pytest.mark.parametrize(("found", "shown"), [(0, True), (1, False)])
def test_what_is_ruled_out_is_shown_until_something_is_found(found: int, *, shown: bool) -> None:
    terminal = StringIO()
    console = Console(file=terminal, force_terminal=True, width=100, height=24)
    with Display(console, moving=True) as display:
        display.show(Progress(5, found, ruled_out=("D8", "C4")))
        text = terminal.getvalue()
    assert ("ruled out: patterns centred in the box with symmetry D8, C4" in text) is shown
