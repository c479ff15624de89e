"""The runs of a pattern, as RLE has them: see `rle`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import groupby

from lifesearch.life.orientation import Orientation
from lifesearch.life.pattern import Box, Pattern, rows_of
from lifesearch.life.state_letters import letter_of
from lifesearch.life.symmetry import TURNS, turned_rows

NARROW = 16
LINE_LENGTH = 70

_ENDS = re.compile(r"\$\$+")


def lines_of_runs(pattern: Pattern, box: Box, *, several: bool = False) -> list[str]:
    """The runs of a pattern with this box, in lines that are not too long.

    A rule of `several` states has other letters, even if no cell is dying.
    """
    if several or pattern.dying:
        return [*_wrapped(_state_runs(pattern, box))]
    text = _small(pattern, box)
    return [text] if 0 < len(text) <= LINE_LENGTH else [*_wrapped(_runs(pattern, box))]


def text_of_runs(pattern: Pattern, box: Box) -> str:
    """The runs of a pattern with this box, on one line."""
    if pattern.dying:
        return "".join(_state_runs(pattern, box))
    return _small(pattern, box) or "".join(_runs(pattern, box))


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
    """The text of a small pattern, as most answers are; of a large one, nothing."""
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


def _runs(pattern: Pattern, box: Box) -> list[str]:
    """The runs by columns, so that cells far from each other take no memory between them."""
    left, y, _, _ = box
    rows: dict[int, list[int]] = {}
    for column, row in pattern.cells:
        rows.setdefault(row, []).append(column - left)
    runs = []
    for row in sorted(rows):
        if row > y:
            runs.append(_run(row - y, "$"))
        y = row
        runs += _column_runs(sorted(rows[row]))
    runs.append("!")
    return runs


def _state_runs(pattern: Pattern, box: Box) -> list[str]:
    """The runs of a pattern of several states, with Golly's letters."""
    rows: dict[int, list[tuple[int, int]]] = {}
    for (x, row), state in pattern.states.items():
        rows.setdefault(row, []).append((x, state))
    runs, y = [], box.y
    for row in sorted(rows):
        if row > y:
            runs.append(_run(row - y, "$"))
        x, y = box.x, row
        cells = sorted(rows[row])
        # Equal states in a row, one beside the other, have equal differences to their index.
        for (offset, state), group in groupby(
            enumerate(cells), lambda c: (c[1][0] - c[0], c[1][1])
        ):
            several = list(group)
            first = offset + several[0][0]
            if first > x:
                runs.append(_run(first - x, "."))
            runs.append(_run(len(several), letter_of(state)))
            x = first + len(several)
    return [*runs, "!"]


def _column_runs(columns: list[int]) -> list[str]:
    """The runs of a row by the columns of its live cells, in order.

    >>> _column_runs([0, 2, 3, 10**9])
    ['o', 'b', '2o', '999999996b', 'o']
    """
    runs, end, begun = list[str](), 0, 0
    for column in columns:
        if column > end:
            if end > begun:
                runs.append(_run(end - begun, "o"))
            runs.append(_run(column - end, "b"))
            begun = column
        end = column + 1
    return [*runs, _run(end - begun, "o")]


@lru_cache(maxsize=1 << 16)
def _row_runs(row: int) -> list[str]:
    """The runs of a row of a small pattern, whose lowest bit is the first cell.

    >>> _row_runs(0b1101)
    ['o', 'b', '2o']
    """
    cells = f"{row:b}"[::-1].replace("0", "b").replace("1", "o")
    return [_run(len(run[0]), run[0][0]) for run in re.finditer("b+|o+", cells)]


@lru_cache(maxsize=1 << 16)
def row_text(row: int) -> str:
    """The runs of a row of a small pattern, whose lowest bit is the first cell."""
    return "".join(_row_runs(row)) if row else ""


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
