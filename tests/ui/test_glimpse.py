"""What there is to look at while a search goes on."""

from __future__ import annotations

import re
from io import StringIO

import pytest
from rich.console import Console

from lifesearch.life.glimpse import Glimpse
from lifesearch.life.pattern import Pattern
from lifesearch.life.rules.rule import LIFE
from lifesearch.running.events import Progress, Runner
from lifesearch.solving.configuration import Configuration
from lifesearch.solving.parts import Part
from lifesearch.ui.search.progress import STAY, Display, GlimpseView

SOUP = Glimpse("soup 17, symmetry C1", Pattern.parse("OO....OO\n.OOOOOO."), LIFE)


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


@pytest.mark.parametrize("left", ["O", "OO\nOO", "OOO"])
def test_a_soup_that_has_settled_begins_anew(left: str) -> None:
    soup = Glimpse("soup 17, symmetry C1", Pattern.parse(left), LIFE)
    view = GlimpseView(soup, 0.0)
    pictures = [view.lines(80, 20)[1:] for _ in range(4 * STAY)]
    beginnings = [n for n, picture in enumerate(pictures) if picture == pictures[0]]
    assert any(n > STAY for n in beginnings)
    assert len(pictures[0]) == len(pictures[-1])


def test_one_is_seen_for_a_while_before_another() -> None:
    text = "\n".join(drawn(80, SOUP, Glimpse("the longest beginning", Pattern.parse("OOO"))))
    assert "soup 17" in text
    assert "beginning" not in text


@pytest.mark.parametrize("width", [30, 34, 50])
def test_all_fits_into_narrow_terminals(width: int) -> None:
    lines = drawn(width, SOUP)
    assert max(map(len, lines)) <= width
    assert sum("O" in line for line in lines) >= 2
