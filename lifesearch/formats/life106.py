"""Life 1.06: the coordinates of the live cells, one a line.

>>> print(write_life106(Pattern.of([(0, -1), (0, 0), (0, 1)])), end="")
#Life 1.06
0 -1
0 0
0 1
"""

from __future__ import annotations

import re

from lifesearch.errors import FormatError
from lifesearch.formats.common import (
    PatternFile,
    PatternFormat,
    bounded,
    check_population,
    numbered_lines,
    shortened,
)
from lifesearch.life.pattern import Pattern

_OPENING = re.compile(r"#Life\s+1\.06", re.IGNORECASE)
_CELL = re.compile(r"\s*([+-]?[0-9]+)\s+([+-]?[0-9]+)")


def read_life106(text: str) -> PatternFile:
    """Read a list of live cells; further lines that start with `#` are comments."""
    cells = []
    comments = []
    opened = False
    for number, line in numbered_lines(text):
        if not line:
            continue
        if not opened:
            if not _OPENING.fullmatch(line.strip()):
                raise FormatError(f"expected '#Life 1.06' instead of {shortened(line)!r}", number)
            opened = True
        elif line.startswith("#"):
            comments.append(line[1:].strip())
        elif cell := _CELL.fullmatch(line):
            cells.append((bounded(cell.group(1), number), bounded(cell.group(2), number)))
            check_population(len(cells), number)
        else:
            raise FormatError(
                f"{shortened(line)!r} is not a cell: expected two numbers such as '3 -1'", number
            )
    return PatternFile(Pattern.of(cells), comments=tuple(comments))


def write_life106(pattern: Pattern) -> str:
    """Write the live cells, at their place, in reading order."""
    return "\n".join(["#Life 1.06", *(f"{x} {y}" for x, y in pattern)]) + "\n"


LIFE106 = PatternFormat(
    "life106",
    "Life 1.06",
    (".lif", ".life"),
    recognises=lambda text: text[:5].lower() == "#life",
    read=read_life106,
    write=lambda file: write_life106(file.pattern),
    opening="#life 1.0",
    has_comments=False,
)
