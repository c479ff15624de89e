"""Patterns drawn small, for little room: two cells in a character, or eight.

Answers that are too wide for the terminal, and the best one of a search so far, are drawn by it.
"""

from __future__ import annotations

from collections.abc import Mapping

from rich.console import Console
from rich.text import Text

from lifesearch.life.pattern import Box, Pattern
from lifesearch.show.terminal.glyphs import BRAILLE, HALF, drawn


def lines_of(pattern: Pattern, box: Box, width: int) -> list[str]:
    """The cells of a box as lines, in half blocks if these fit into the width, else in braille."""
    form = HALF if box.width <= width else BRAILLE
    rows = drawn(dict.fromkeys(pattern.cells, 0), box, form, ("",))
    return ["".join(text for text, _ in row) for row in rows]


def print_small(generations: Mapping[int, Pattern], box: Box, console: Console) -> None:
    """Print generations by their numbers, one below the other."""
    for t, generation in generations.items():
        console.print(Text(f"generation {t}", "bold"))
        for line in lines_of(generation, box, console.width):
            console.print(Text(line, "green"), no_wrap=True)
