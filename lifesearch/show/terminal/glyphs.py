"""Many cells in few characters, for terminals.

`player`, `small` and plots draw by it.

A character is about twice as high as it is wide. Half blocks put two cells, one above
the other, into each, which makes cells square; braille puts in eight, two beside and
four above each other, each of them a dot. Plain letters are for anywhere.

    >>> glider = {(1, 0): 0, (2, 1): 0, (0, 2): 0, (1, 2): 0, (2, 2): 0}
    >>> for form in (HALF, BRAILLE, ASCII):
    ...     for row in drawn(glider, Box(0, 0, 4, 4), form, ("",)):
    ...         print("".join(text for text, _ in row))
     ▀▄
    ▀▀▀
    ⠬⠆
    .O..
    ..O.
    OOO.
    ....

A row is drawn as runs, texts of one style. With a colour for each ink, two different
halves are a colour on another; eight dots have one colour, that of the lowest ink
among them.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby

from lifesearch.life.pattern import Box
from lifesearch.show.colours import Inks

Run = tuple[str, str]
"""A text and its style, as rich writes styles."""


@dataclass(frozen=True)
class GlyphSet:
    """Characters for cells: how many cells each holds, across and down."""

    name: str
    across: int
    down: int


HALF, BRAILLE, ASCII = GlyphSet("half", 1, 2), GlyphSet("braille", 2, 4), GlyphSet("ascii", 1, 1)
GLYPH_SETS = {form.name: form for form in (HALF, BRAILLE, ASCII)}
DOTS = {
    (0, 0): 0x01, (0, 1): 0x02, (0, 2): 0x04, (0, 3): 0x40,
    (1, 0): 0x08, (1, 1): 0x10, (1, 2): 0x20, (1, 3): 0x80,
}  # fmt: skip
"""The bit of each dot of braille, by column and row, in its Unicode character."""
NO_DOTS = 0x2800
"""The Unicode character of braille without dots."""


def drawn(inks: Inks, window: Box, form: GlyphSet, palette: tuple[str, ...]) -> list[list[Run]]:
    """The part of the plane in the window, as rows of runs; `palette` has the style of each ink.

    Blanks at the ends of rows are left out. In ASCII there are none: dead cells are `.`.
    """
    held: list[dict[int, dict[tuple[int, int], str]]] = [
        {} for _ in range(-(-window.height // form.down))
    ]
    lowest: list[dict[int, int]] = [{} for _ in held]
    for cell, ink in inks.items():
        if window.holds(cell):
            column, x = divmod(cell[0] - window.x, form.across)
            row, y = divmod(cell[1] - window.y, form.down)
            held[row].setdefault(column, {})[x, y] = palette[ink]
            lowest[row][column] = min(ink, lowest[row].get(column, ink))
    rows = []
    for cells, colours in zip(held, lowest, strict=True):
        width = window.width if form is ASCII else max(cells, default=-1) + 1
        blank = "." if form is ASCII else " "
        characters = (
            _character(form, cells[column], palette[colours[column]])
            if column in cells
            else (blank, "")
            for column in range(width)
        )
        rows.append(_runs(characters))
    return rows


def _character(form: GlyphSet, cells: dict[tuple[int, int], str], colour: str) -> Run:
    if form is ASCII:
        return "O", colour
    if form is BRAILLE:
        return chr(NO_DOTS + sum(DOTS[place] for place in cells)), colour
    upper, lower = cells.get((0, 0)), cells.get((0, 1))
    if upper is None or lower is None:
        return "▄" if upper is None else "▀", colour
    return ("█", colour) if upper == lower else ("▀", f"{upper} on {lower}")


def _runs(characters: Iterable[Run]) -> list[Run]:
    return [
        ("".join(text for text, _ in some), style)
        for style, some in groupby(characters, key=lambda character: character[1])
    ]
