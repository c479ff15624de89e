"""Life 1.05 and 1.06, the formats of old programs.

Life 1.05 has pictures of pieces of a pattern, each with the place of its upper left corner:

    #Life 1.05
    #D A glider
    #N
    #P -1 -1
    .*.
    ..*
    ***

`#D` lines are comments, `#N` is Life, and `#R 23/36` another rule, survivals before births.

    >>> print(write_life105(PatternFile(Pattern.of([(0, 0), (1, 0), (500, 7)]))), end="")
    #Life 1.05
    #N
    #P 0 0
    **
    #P 500 7
    *

Life 1.06 has the coordinates of the live cells, one a line:

    >>> print(write_life106(PatternFile(Pattern.of([(0, -1), (0, 0), (0, 1)]))), end="")
    #Life 1.06
    0 -1
    0 0
    0 1
"""

from __future__ import annotations

import re

from lifesearch.common.errors import FormatError
from lifesearch.formats.common import (
    FARTHEST,
    PatternFile,
    PatternFormat,
    bounded,
    check_population,
    noted,
    numbered_lines,
    read_rule_at,
    shortened,
)
from lifesearch.life.pattern import Cell, Pattern
from lifesearch.life.rules.rule import LIFE, Rule

BLOCK = 80
"""The side of the blocks in which patterns are written: old programs read no longer lines."""

_OPENING_105 = re.compile(r"#Life\s+1\.05", re.IGNORECASE)
_OPENING_106 = re.compile(r"#Life\s+1\.06", re.IGNORECASE)
_PLACE = re.compile(r"#P\s+([+-]?[0-9]+)\s+([+-]?[0-9]+)")
_CELL = re.compile(r"\s*([+-]?[0-9]+)\s+([+-]?[0-9]+)")
_NAME = re.compile(r"Name:\s*(.+)", re.IGNORECASE)


def read_life105(text: str) -> PatternFile:
    cells: list[Cell] = []
    comments: list[str] = []
    name: str | None = None
    rule: Rule | None = None
    x = y = 0
    for number, line in numbered_lines(text):
        content = line.strip()
        if content.startswith("#"):
            if place := _PLACE.fullmatch(content):
                x, y = (bounded(digits, number) for digits in place.groups())
            elif content[:2] == "#P":
                raise FormatError(
                    f"{shortened(content)!r} is not a position: expected '#P -3 4'", number
                )
            elif content[:2] == "#N":
                rule = LIFE
            elif content[:2] == "#R":
                rule = read_rule_at(content[2:].strip(), number)
            elif content[:2] in ("#D", "#C"):
                rest = content[2:].strip()
                if (named := _NAME.fullmatch(rest)) and name is None:
                    name = named.group(1)
                else:
                    comments.append(rest)
            continue
        if not content:
            continue  # a dead row of a picture has a dot at least
        if stranger := re.search(r"[^.*]", content):
            raise FormatError(
                f"{stranger.group()!r} is not a cell: expected '.' for dead, '*' for live", number
            )
        row = [(x + column, y) for column, letter in enumerate(content) if letter == "*"]
        if row and max(row[-1]) > FARTHEST:
            raise FormatError(f"a live cell lies beyond {FARTHEST:,}", number)
        cells += row
        check_population(len(cells), number)
        y += 1
    return PatternFile(Pattern.of(cells), rule, name, comments=tuple(comments))


def write_life105(file: PatternFile) -> str:
    """Write pictures, at most 80 cells wide and high, of all blocks that have live cells.

    The format has no line for an author.
    """
    pattern, rule = file.pattern, file.rule or LIFE
    lines = ["#Life 1.05", *noted({"#D Name:": file.name}, "#D", file.comments)]
    lines.append("#N" if rule == LIFE else f"#R {_survivals_first(rule)}")
    corner = pattern.box
    blocks: dict[Cell, list[Cell]] = {}
    for x, y in pattern:
        blocks.setdefault(((y - corner.y) // BLOCK, (x - corner.x) // BLOCK), []).append((x, y))
    for _, cells in sorted(blocks.items()):
        block = Pattern.of(cells)
        lines += [f"#P {block.box.x} {block.box.y}", block.picture(block.box).replace("O", "*")]
    return "\n".join(lines) + "\n"


def _survivals_first(rule: Rule) -> str:
    """The rule as old programs read it, if they can.

    >>> _survivals_first(Rule.parse("HighLife"))
    '23/36'
    """
    # In rules of several states there is a third number, and survivals come first anyway.
    if rule.births is None or rule.survivals is None or rule.states > 2:
        return str(rule)
    return "/".join("".join(map(str, sorted(counts))) for counts in (rule.survivals, rule.births))


LIFE105 = PatternFormat(
    "life105",
    "Life 1.05",
    (".lif", ".life"),
    recognises=lambda text: _OPENING_105.match(text) is not None,
    read=read_life105,
    write=write_life105,
    opening="#life 1.0",
)


def read_life106(text: str) -> PatternFile:
    """Read a list of live cells; further lines that start with `#` are comments."""
    cells = []
    comments = []
    opened = False
    for number, line in numbered_lines(text):
        if not line:
            continue
        if not opened:
            if not _OPENING_106.fullmatch(line.strip()):
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


def write_life106(file: PatternFile) -> str:
    """Write the live cells, at their place, in reading order."""
    return "\n".join(["#Life 1.06", *(f"{x} {y}" for x, y in file.pattern)]) + "\n"


LIFE106 = PatternFormat(
    "life106",
    "Life 1.06",
    (".lif", ".life"),
    recognises=lambda text: text[:5].lower() == "#life",
    read=read_life106,
    write=write_life106,
    opening="#life 1.0",
    has_comments=False,
)
