"""Life 1.05: pictures of parts of a pattern, each with the place of its upper left corner.

    #Life 1.05
    #D A glider
    #N
    #P -1 -1
    .*.
    ..*
    ***

`#D` lines are comments, `#N` is Life, and `#R 23/36` another rule, survivals before births.

    >>> print(write_life105(Pattern.of([(0, 0), (1, 0), (500, 7)])), end="")
    #Life 1.05
    #N
    #P 0 0
    **
    #P 500 7
    *
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from lifesearch.errors import FormatError
from lifesearch.formats.common import (
    FARTHEST,
    PatternFile,
    PatternFormat,
    bounded,
    check_population,
    comment_lines,
    numbered_lines,
    one_line,
    read_rule_at,
    shortened,
)
from lifesearch.life.pattern import Cell, Pattern
from lifesearch.life.rules.rule import LIFE, Rule

BLOCK = 80
"""The side of the blocks in which patterns are written: old programs read no longer lines."""

_OPENING = re.compile(r"#Life\s+1\.05", re.IGNORECASE)
_PLACE = re.compile(r"#P\s+([+-]?[0-9]+)\s+([+-]?[0-9]+)")
_NAME = re.compile(r"Name:\s*(.+)", re.IGNORECASE)


def read_life105(text: str) -> PatternFile:
    """Read pictures of parts of a pattern."""
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
            continue
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


def write_life105(
    pattern: Pattern,
    rule: Rule = LIFE,
    *,
    name: str | None = None,
    comments: Iterable[str] = (),
) -> str:
    """Write pictures, at most 80 cells wide and high, of all parts that have live cells."""
    lines = ["#Life 1.05"]
    if name:
        lines.append(f"#D Name: {one_line(name)}")
    lines += [f"#D {comment}".rstrip() for comment in comment_lines(comments)]
    lines.append("#N" if rule == LIFE else f"#R {_survivals_first(rule)}")
    corner = pattern.box
    blocks: dict[Cell, list[Cell]] = {}
    for x, y in pattern:
        blocks.setdefault(((y - corner.y) // BLOCK, (x - corner.x) // BLOCK), []).append((x, y))
    for _, cells in sorted(blocks.items()):
        part = Pattern.of(cells)
        lines += [f"#P {part.box.x} {part.box.y}", part.picture(part.box).replace("O", "*")]
    return "\n".join(lines) + "\n"


def _survivals_first(rule: Rule) -> str:
    """The rule as old programs read it, if they can.

    >>> _survivals_first(Rule.parse("HighLife"))
    '23/36'
    """
    if rule.births is None or rule.survivals is None:
        return str(rule)
    return "/".join("".join(map(str, sorted(part))) for part in (rule.survivals, rule.births))


LIFE105 = PatternFormat(
    "life105",
    "Life 1.05",
    (".lif", ".life"),
    recognises=lambda text: _OPENING.match(text) is not None,
    read=read_life105,
    write=lambda file: write_life105(
        file.pattern, file.rule or LIFE, name=file.name, comments=file.comments
    ),
    opening="#life 1.0",
)
