"""Near misses and other things to look at while a search goes on."""

from __future__ import annotations

import re
from io import StringIO

import pytest
from rich.console import Console

from lifesearch.life.pattern import Pattern
from lifesearch.life.rules.rule import LIFE
from lifesearch.running.events import Progress, Runner
from lifesearch.solving.configuration import Configuration
from lifesearch.solving.enumerate import Aim, Glimpse
from lifesearch.solving.parts import Part
from lifesearch.ui.search.glimpse import STAY, Glimpses, GlimpseView
from lifesearch.ui.search.progress import Display

TUB = Pattern.parse(".O.\nO.O\n.O.")
PRE_BLOCK = Pattern.parse("OO\nO.")
SOUP = Glimpse("soup 17, symmetry C1", Pattern.parse("OO....OO\n.OOOOOO."), LIFE)


def near(cells: int, pattern: Pattern = PRE_BLOCK, generations: int = 3) -> Glimpse:
    words = f"nearest so far: {cells} cells differ after {generations} generations"
    return Glimpse(words, pattern, LIFE, Aim(generations, pattern, cells))


def drawn(width: int, *glimpses: Glimpse) -> list[str]:
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


def test_a_near_miss_runs_to_its_last_generation_and_marks_what_differs() -> None:
    view = GlimpseView(near(1), 0.0)
    pictures = [view.lines(80, 20)[1:] for _ in range(3 + STAY + 2)]
    assert pictures[0] == ["  ....", "  .OO.", "  .O..", "  ...."]
    assert pictures[1] == ["  ....", "  .OO.", "  .OO.", "  ...."]
    assert pictures[3] == ["  ....", "  .OO.", "  .Ox.", "  ...."]
    assert pictures[3 + STAY - 1] == pictures[3]
    assert pictures[3 + STAY] == pictures[0]


@pytest.mark.parametrize("left", ["O", "OO\nOO", "OOO"])
def test_a_soup_that_has_settled_begins_anew(left: str) -> None:
    soup = Glimpse("soup 17, symmetry C1", Pattern.parse(left), LIFE)
    view = GlimpseView(soup, 0.0)
    pictures = [view.lines(80, 20)[1:] for _ in range(4 * STAY)]
    beginnings = [n for n, picture in enumerate(pictures) if picture == pictures[0]]
    assert any(n > STAY for n in beginnings)
    assert len(pictures[0]) == len(pictures[-1])


def test_the_nearest_stays_until_one_is_nearer() -> None:
    glimpses = Glimpses()
    for cells, now in ((5, 0.0), (7, 1.0), (3, 2.0), (3, 2.5), (4, 99.0)):
        glimpses.take(near(cells), now)
    assert "3 cells differ" in glimpses.words
    glimpses.take(near(3, TUB), 99.0)
    assert "OO" not in "".join(glimpses.lines(80, 20, 99.0))
    glimpses.forget_misses()
    assert (glimpses.words, glimpses.lines(80, 20, 99.0)) == ("", [])


def test_a_near_miss_stands_beside_a_soup() -> None:
    lines = drawn(100, SOUP, near(3))
    (words,) = (line for line in lines if "nearest" in line)
    assert words.startswith("  nearest so far: 3 cells differ after 3 ")
    assert words.endswith("soup 17, symmetry C1")
    assert any(line.startswith("  .OO.") and line.endswith("....") for line in lines)


@pytest.mark.parametrize("width", [30, 34, 50])
def test_all_fits_into_narrow_terminals(width: int) -> None:
    for glimpses in ((near(3),), (SOUP,), (near(3), SOUP)):
        lines = drawn(width, *glimpses)
        assert max(map(len, lines)) <= width
        assert sum("O" in line for line in lines) >= 2
    told = " ".join(line.strip() for line in drawn(width, near(3)))
    assert "nearest so far: 3 cells differ after 3 generations" in told


def test_the_two_take_turns_where_there_is_no_room() -> None:
    glimpses = Glimpses()
    glimpses.take(near(3), 0.0)
    glimpses.take(SOUP, 0.0)
    shown = {glimpses.lines(30, 20, now)[0].strip().split(" ")[0] for now in (0.0, 4.0, 8.0)}
    assert shown == {"nearest", "soup"}


def test_a_log_tells_of_the_nearest() -> None:
    log = StringIO()
    console = Console(file=log, width=200)
    with Display(console, moving=False, started=-1e9) as display:
        display.look_at(near(3))
        display.show(Progress(conflicts=5, found=0))
    assert "nearest so far: 3 cells differ after 3 generations" in log.getvalue()
