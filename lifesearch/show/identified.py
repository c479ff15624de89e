"""The facts of a pattern on a terminal, as `lifesearch identify` prints them."""

from __future__ import annotations

from rich.text import Text

from lifesearch.core.facts import details_of
from lifesearch.core.report import PatternReport
from lifesearch.show.terminal.console import Printer
from lifesearch.show.terminal.grids import Grids

WIDEST, TALLEST = 38, 40
"""Cells of a pattern that is drawn: on a terminal 38 take up 76 columns, fewer than 80."""
LABELS = 11
"""Columns for the label of a fact; longer labels move their values to the right."""


def draw(report: PatternReport) -> None:
    """Print the facts of a pattern, and a picture if it is not too large."""
    console = Printer()
    console.print(Text(report.headline()))
    for each in details_of(report):
        console.print(f"  {each.label:{LABELS}}  {each.words}")
    box = report.pattern.box
    if 0 < box.width <= WIDEST and box.height <= TALLEST:
        console.print(Grids([("generation 0", report.pattern)], box))
