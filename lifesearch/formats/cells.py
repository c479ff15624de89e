"""Pictures of cells: the plaintext format (`.cells`), and masks as Knuth writes them.

    !Name: Glider
    .O.
    ..O
    OOO

`.` is dead and `O` alive. A mask is a set of cells that a search may use: they are marked with `*`,
and there are no comments. Rows may be of different lengths, and a blank line between them is a dead
row. A line `!Rule: B36/S23` says the rule, if it is not Life. The top left corner of a picture is
(0, 0).

    >>> print(write_cells(read_picture("**\\n*.*\\n.*\\n")), end="")
    OO.
    O.O
    .O.
"""

from __future__ import annotations

import re

from lifesearch.common.errors import FormatError
from lifesearch.formats.common import (
    PatternFile,
    PatternFormat,
    check_population,
    noted,
    numbered_lines,
    read_rule_at,
)
from lifesearch.life.pattern import ALIVE, Box, Cell, Pattern
from lifesearch.life.rules.rule import LIFE, Rule


def read_picture(text: str) -> PatternFile:
    cells: list[Cell] = []
    comments: list[str] = []
    titles: dict[str, str] = {}
    y = width = height = 0
    for number, line in numbered_lines(text):
        if line.startswith("!"):
            if title := re.match(r"!(Name|Author|Rule):\s*(.*)", line, re.IGNORECASE):
                titles[title.group(1).lower()] = title.group(2)
            else:
                comments.append(line[1:].strip())
            continue
        if stranger := re.search(r"[^.Oo*]", line):
            raise FormatError(
                f"{stranger.group()!r} is not a cell: expected '.' for dead, 'O' or '*' for live",
                number,
            )
        cells += [(x, y) for x, letter in enumerate(line) if letter in ALIVE]
        check_population(len(cells), number)
        # Blank lines before the first row and after the last one are no rows of the picture.
        if line or height:
            y += 1
        if line:
            width, height = max(width, len(line)), y
    return PatternFile(
        Pattern.of(cells),
        rule_in_comments(text),
        name=titles.get("name") or None,
        author=titles.get("author") or None,
        comments=tuple(comments),
        drawn=Box(0, 0, width, height),
    )


def rule_in_comments(text: str) -> Rule | None:
    """The rule that a line `!Rule: B36/S23` says, if there is one; of several lines, the first."""
    for number, line in numbered_lines(text):
        if title := re.match(r"!Rule:\s*(.*)", line, re.IGNORECASE):
            return read_rule_at(title.group(1), number)
    return None


def write_cells(file: PatternFile) -> str:
    """Write a plaintext picture; reading it gives the pattern in normal position."""
    rule = None if file.rule in (None, LIFE) else str(file.rule)
    titles = {"!Name:": file.name, "!Author:": file.author, "!Rule:": rule}
    lines = noted(titles, "!", file.comments)
    return "\n".join([*lines, file.pattern.picture() or "."]) + "\n"


def is_picture(opening: str) -> bool:
    """Whether a text is a picture: it begins with `!`, or with `O` or `*`, if need be after dots.

    Or it begins like RLE, but outside of comments has no count, `b`, `$` or `!`: as RLE, all its
    lines would be one row. One with letters of states, such as A, is then refused with a sentence.
    """
    if opening[:1] == "!" or re.match(r"[.o]*[O*]", opening):
        return True
    return opening[:1] in (".", "o", "A") and not re.search(
        r"^(?!!).*[$!b0-9]", opening, re.MULTILINE
    )


CELLS = PatternFormat(
    "cells",
    "plaintext (.cells)",
    (".cells",),
    recognises=is_picture,
    read=read_picture,
    write=write_cells,
    opening="!name:",
)
