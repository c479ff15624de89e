"""The runs of a pattern, as RLE has them: written by `rle`, by sessions and by reports."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from lifesearch.life.orientation import Orientation
from lifesearch.life.pattern import Box, Pattern, rows_of
from lifesearch.life.state_letters import letter_of
from lifesearch.life.symmetry import TURNS, turned_rows

NARROW = 16
"""The greatest width and height of small patterns: the cache of `row_text` holds all their rows."""
LINE_LENGTH = 70
"""Letters of a line of runs, as is usual in RLE files."""

_ENDS = re.compile(r"\$\$+")


def lines_of_runs(pattern: Pattern, box: Box, *, several: bool = False) -> list[str]:
    """The runs of a pattern with this box, in lines that are not too long.

    A rule of `several` states has other letters, even if no cell is dying.
    """
    several = several or bool(pattern.dying)
    text = "" if several else _small(pattern, box)
    if 0 < len(text) <= LINE_LENGTH:
        return [text]
    return [*_wrapped(_runs(pattern, box, several=several))]


def text_of_runs(pattern: Pattern, box: Box) -> str:
    """The runs of a pattern with this box, on one line."""
    several = bool(pattern.dying)
    text = "" if several else _small(pattern, box)
    return text or "".join(_runs(pattern, box, several=several))


def turned_runs(pattern: Pattern, turns: Sequence[Orientation]) -> list[str]:
    """The runs of a pattern in some orientations.

    >>> turned_runs(Pattern.parse("OOO\\nO.."), [Orientation.IDENTITY, Orientation.R90])
    ['3o$o!', 'o$o$2o!']
    """
    box = pattern.box
    if pattern.dying or not 0 < max(box.width, box.height) <= NARROW:
        turned = [pattern.transform(g) for g in turns]
        return [text_of_runs(each, each.box) for each in turned]
    rows = turned_rows(rows_of(pattern, box), box.width)
    return [text_of_rows(rows[TURNS.index(g)]) for g in turns]


def _small(pattern: Pattern, box: Box) -> str:
    """The text of a small pattern, as most answers are; empty for a large one.

    The box is the pattern's: its first and its last row are not empty.
    """
    if box.width > NARROW or box.height > NARROW:
        return ""
    return text_of_rows(rows_of(pattern, box))


def text_of_rows(rows: Sequence[int]) -> str:
    """The runs of a small pattern by its rows, of which the first and the last are not empty.

    >>> text_of_rows([0b111, 0, 0, 0b101])
    '3o3$obo!'
    """
    text = f"{'$'.join(map(row_text, rows))}!"
    return _ENDS.sub(lambda run: f"{len(run[0])}$", text) if 0 in rows else text


def _runs(pattern: Pattern, box: Box, *, several: bool) -> list[str]:
    """The runs of a pattern of any size: dead cells between far live ones take no memory.

    >>> far = Pattern.of([(0, 0), (2, 0), (3, 0), (10**9, 0)])
    >>> _runs(far, far.box, several=False)
    ['o', 'b', '2o', '999999996b', 'o', '!']
    """
    dead, live = ".A" if several else "bo"
    letters = {(x, y): letter_of(state) for x, y, state in pattern.dying}
    rows: dict[int, list[int]] = {}
    for column, row in pattern.cells:
        rows.setdefault(row, []).append(column)
    runs, y = list[str](), box.y
    for row in sorted(rows):
        if row > y:
            runs.append(_run(row - y, "$"))
        y, start, end, before = row, box.x, box.x, dead
        for column in sorted(rows[row]):
            letter = letters.get((column, row), live) if letters else live
            if column > end or letter != before:
                if end > start:
                    runs.append(_run(end - start, before))
                if column > end:
                    runs.append(_run(column - end, dead))
                start, before = column, letter
            end = column + 1
        runs.append(_run(end - start, before))
    return [*runs, "!"]


@lru_cache(maxsize=1 << 16)
def row_text(row: int) -> str:
    """The runs of a row of a small pattern, whose lowest bit is the first cell.

    >>> row_text(0b1101)
    'ob2o'
    """
    cells = f"{row:b}"[::-1].replace("0", "b").replace("1", "o")
    runs = [_run(len(run[0]), run[0][0]) for run in re.finditer("b+|o+", cells)]
    return "".join(runs) if row else ""


def _run(count: int, letter: str) -> str:
    return letter if count == 1 else f"{count}{letter}"


def _wrapped(runs: list[str]) -> Iterator[str]:
    if len(text := "".join(runs)) <= LINE_LENGTH:
        yield text
        return
    line = ""
    for run in runs:
        if len(line) + len(run) > LINE_LENGTH:
            yield line
            line = ""
        line += run
    yield line
