"""Macrocell, in which Golly keeps very large patterns: squares that are made of smaller squares.

    [M2] (golly 4.2)
    #R B3/S23
    .*$..*$***$
    4 0 0 0 1

Each line after the comments is a square; squares are numbered from 1 on. A picture of `.`, `*` and
`$` (the end of a row) is a square of 8x8 cells. `4 0 0 0 1` is a square of level 4, with 2^4 cells
a side, by the numbers of its four quarters: upper left, upper right, lower left, lower right; 0 is
an empty one. The last square is the pattern, and its middle is the cell (0, 0).

    >>> sorted(read_macrocell("[M2] (golly 4.2)\\n#R B3/S23\\n.*$..*$***$\\n4 0 0 0 1").pattern)
    [(0, 2), (1, 0), (1, 2), (2, 1), (2, 2)]
    >>> glider = Pattern.of([(0, 2), (1, 0), (1, 2), (2, 1), (2, 2)])
    >>> print(write_macrocell(PatternFile(glider)), end="")
    [M2] (lifesearch)
    #R B3/S23
    .*$..*$***$
    4 0 0 0 1
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from lifesearch.common.errors import FormatError
from lifesearch.common.limits import MOST_READ_CELLS
from lifesearch.formats.common import (
    FARTHEST,
    OLDEST,
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

LEAF = 3
"""The level of a picture: 2^3 cells a side."""
DEEPEST = 64
"""The level of the largest square that is read, a choice: coordinates up to 10^9 need half of that,
but squares may be larger than their cells need.
"""

_NODE = re.compile(r"([0-9]+) +([0-9]+) +([0-9]+) +([0-9]+) +([0-9]+)")
_PICTURE = re.compile(r"[.*$]+")


@dataclass(frozen=True)
class _Square:
    """A square of 2^level cells a side: the cells of a picture, or four quarters."""

    level: int
    population: int
    cells: tuple[Cell, ...] = ()
    quarters: tuple[_Square | None, ...] = ()


def read_macrocell(text: str) -> PatternFile:
    """Read a pattern with two states, if it has no more cells than fit in memory."""
    squares: list[_Square | None] = [None]  # number 0; an empty square is None
    comments: list[str] = []
    rule: Rule | None = None
    generation = number = 0
    for number, line in numbered_lines(text):
        content = line.strip()
        if not content or content.startswith("["):
            continue
        if content.startswith("#R"):
            rule = read_rule_at(content[2:].strip(), number)
        elif content.startswith("#G"):
            generation = _generation(content[2:].strip(), number)
        elif content.startswith("#"):
            comments.append(content[2:].strip())
        else:
            squares.append(_square(content, number, squares))
    root = squares[-1]
    if root is None:
        return PatternFile(Pattern.of([]), rule, comments=tuple(comments), generation=generation)
    check_population(root.population, number)
    cells = Pattern.of(_live_cells(root, number))
    return PatternFile(cells, rule, comments=tuple(comments), generation=generation)


def _live_cells(root: _Square, number: int) -> Iterator[Cell]:
    """The live cells of a pattern whose middle is the cell (0, 0)."""
    corner = -(1 << root.level - 1)
    waiting = [(root, corner, corner)]
    while waiting:
        square, x, y = waiting.pop()
        if square.cells and max(abs(x), abs(y)) + (1 << LEAF) > FARTHEST:
            raise FormatError(f"a live cell lies beyond {FARTHEST:,}", number)
        yield from ((x + column, y + row) for column, row in square.cells)
        half = 1 << square.level - 1
        waiting += [
            (quarter, x + index % 2 * half, y + index // 2 * half)
            for index, quarter in enumerate(square.quarters)
            if quarter is not None
        ]


def _generation(digits: str, number: int) -> int:
    if not re.fullmatch("[0-9]+", digits):
        raise FormatError(f"{shortened(digits)!r} is not a generation: expected '#G 100'", number)
    return bounded(digits, number, largest=OLDEST)


def _square(content: str, number: int, squares: list[_Square | None]) -> _Square | None:
    if _PICTURE.fullmatch(content):
        return _picture(content, number)
    node = _NODE.fullmatch(content)
    if not node:
        raise FormatError(
            f"{shortened(content)!r} is not a square: expected a picture of '.', '*' and '$', or "
            "a level and four numbers such as '4 0 0 0 1'",
            number,
        )
    level = bounded(node.group(1), number)
    if level > DEEPEST:
        raise FormatError(
            f"a square of 2^{level:,} cells per side is too large: at most 2^{DEEPEST}", number
        )
    if level <= LEAF:
        raise FormatError(
            "squares of fewer than 16 cells per side have more than two states: only two-state "
            "patterns can be read",
            number,
        )
    quarters = tuple(_quarter(digits, level, number, squares) for digits in node.groups()[1:])
    # Populations of repeated squares multiply: counted before any cell is made, and capped.
    population = sum(quarter.population for quarter in quarters if quarter)
    return (
        _Square(level, min(population, MOST_READ_CELLS + 1), quarters=quarters)
        if population
        else None
    )


def _quarter(digits: str, level: int, number: int, squares: list[_Square | None]) -> _Square | None:
    index = bounded(digits, number)
    if index >= len(squares):
        raise FormatError(f"there is no square {index:,} before this line", number)
    square = squares[index]
    if square is not None and square.level != level - 1:
        raise FormatError(
            f"square {index:,} is of level {square.level}, and a quarter of this one is of level "
            f"{level - 1}",
            number,
        )
    return square


def _picture(content: str, number: int) -> _Square | None:
    rows = content.split("$")
    if rows[-1] == "":
        rows.pop()
    if len(rows) > 1 << LEAF or max(map(len, rows), default=0) > 1 << LEAF:
        raise FormatError("the picture is larger than 8x8 cells", number)
    cells = tuple((x, y) for y, row in enumerate(rows) for x, cell in enumerate(row) if cell == "*")
    return _Square(LEAF, len(cells), cells) if cells else None


def write_macrocell(file: PatternFile) -> str:
    """Write the pattern at its place; squares that repeat are written once."""
    pattern = file.pattern
    lines = ["[M2] (lifesearch)", f"#R {file.rule or LIFE}"]
    lines += noted({"#C": file.name}, "#C", file.comments)
    level, half = LEAF + 1, 1 << LEAF
    while any(not -half <= place < half for cell in pattern for place in cell):
        level, half = level + 1, 2 * half
    numbers: dict[str, int] = {"$": 1} if not pattern else {}
    squares = {
        place: numbers.setdefault(text, len(numbers) + 1)
        for place, text in _pictures(pattern.translate(half, half))
    }
    for size in range(LEAF + 1, level + 1):
        parents = sorted({(x // 2, y // 2) for x, y in squares}, key=lambda cell: cell[::-1])
        squares = {
            (x, y): numbers.setdefault(_node(size, x, y, squares), len(numbers) + 1)
            for x, y in parents
        }
    return "\n".join([*lines, *numbers]) + "\n"


def _pictures(pattern: Pattern) -> Iterator[tuple[Cell, str]]:
    """Pictures of the squares of 8x8 cells that have a live cell, each with its place.

    Places count squares, not cells.
    """
    leaves: dict[Cell, list[Cell]] = {}
    for x, y in pattern:
        leaves.setdefault((x >> LEAF, y >> LEAF), []).append((x, y))
    for (x, y), cells in leaves.items():
        rows = [["."] * (1 << LEAF) for _ in range(1 << LEAF)]
        for column, row in cells:
            rows[row - (y << LEAF)][column - (x << LEAF)] = "*"
        text = "".join("".join(row).rstrip(".") + "$" for row in rows)
        yield (x, y), text.rstrip("$") + "$"


def _node(level: int, x: int, y: int, squares: dict[Cell, int]) -> str:
    quarters = [(2 * x + dx, 2 * y + dy) for dy in (0, 1) for dx in (0, 1)]
    return " ".join(map(str, [level, *(squares.get(quarter, 0) for quarter in quarters)]))


MACROCELL = PatternFormat(
    "mc",
    "macrocell (.mc)",
    (".mc",),
    recognises=lambda text: text.startswith("[M2]"),
    read=read_macrocell,
    write=write_macrocell,
    opening="[m2]",
)
