"""Sentences and lines that fit a terminal."""

from __future__ import annotations

from textwrap import wrap

from rich.cells import cell_len, set_cell_size

NARROWEST = 20
"""Columns that a broken line may have, however narrow the terminal is."""


def broken(sentence: str, width: int | None, first: str = "", others: str = "  ") -> list[str]:
    """A sentence as lines of a width at most, with indents; without a width, as one line."""
    if width is None:
        return [sentence]
    return wrap(sentence, max(NARROWEST, width), initial_indent=first, subsequent_indent=others)


def cropped(line: str, width: int) -> str:
    """A line as far as there is room, with an ellipsis if that is not all.

    >>> cropped("a long line", 8), cropped("short", 8)
    ('a long …', 'short')
    """
    return line if cell_len(line) <= width else f"{set_cell_size(line, max(0, width - 1))}…"
