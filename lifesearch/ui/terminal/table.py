"""Text in columns, and in lines that fit: what tables for people have in common.

>>> print(*columns([["period 2", "blinker"], ["c/4 diagonal", "glider"]]), sep="\\n")
period 2      blinker
c/4 diagonal  glider
"""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap

from rich.cells import cell_len, set_cell_size

NARROWEST = 20


def widths(rows: Sequence[Sequence[str]]) -> list[int]:
    """The width of the widest text in each column."""
    return [max(map(cell_len, column)) for column in zip(*rows, strict=True)]


def columns(rows: Sequence[Sequence[str]], *, numbers: int = 0) -> list[str]:
    """Lines whose texts stand below each other; the first columns may be of `numbers`.

    >>> columns([["often", "what"], ["7", "block"]], numbers=1)
    ['often  what', '    7  block']
    """
    wide = widths(rows)
    lines = []
    for row in rows:
        padded = [*map(set_cell_size, row, wide)]
        padded[:numbers] = [*map(str.rjust, row[:numbers], wide)]
        lines.append("  ".join(padded).rstrip())
    return lines


def broken(sentence: str, width: int | None, first: str = "", others: str = "  ") -> list[str]:
    """A sentence as lines that are not too long, with indents; without a width, as one line."""
    if width is None:
        return [sentence]
    return wrap(sentence, max(NARROWEST, width), initial_indent=first, subsequent_indent=others)


def cropped(line: str, width: int) -> str:
    """A line as far as there is room, with an ellipsis if that is not all.

    >>> cropped("a long line", 8), cropped("short", 8)
    ('a long …', 'short')
    """
    return line if cell_len(line) <= width else f"{set_cell_size(line, max(0, width - 1))}…"
