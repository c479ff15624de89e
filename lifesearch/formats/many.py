"""The runs of many small patterns at once, several times as fast as one after another.

>>> runs_of([Pattern.parse("OO\\nOO").translate(3, 1), Pattern.parse("OOO")])
[(Box(x=3, y=1, width=2, height=2), '2o$2o!'), (Box(x=0, y=0, width=3, height=1), '3o!')]
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain, pairwise
from typing import Any

from lifesearch.formats.rle import write_rle, write_runs
from lifesearch.formats.runs import LINE_LENGTH, NARROW, text_of_rows
from lifesearch.life.pattern import Box, Pattern
from lifesearch.life.rules.rule import LIFE, Rule

FEW = 8


def write_rle_of(patterns: Sequence[Pattern], rule: Rule = LIFE) -> list[str]:
    """Write each as RLE, without a name or comments: see `rle.write_rle`."""
    if len(patterns) < FEW or rule.states > 2:
        return [write_rle(pattern, rule) for pattern in patterns]
    after = f", rule = {rule}\n"
    texts = []
    for pattern, ((x, y, width, height), runs) in zip(patterns, runs_of(patterns), strict=True):
        if len(runs) > LINE_LENGTH:
            texts.append(write_rle(pattern, rule))
            continue
        place = f"#CXRLE Pos={x},{y}\n" if x or y else ""
        texts.append(f"{place}x = {width}, y = {height}{after}{runs}\n")
    return texts


def runs_of(patterns: Sequence[Pattern]) -> list[tuple[Box, str]]:
    """The box and the runs of each: see `rle.write_runs`."""
    plain = all(type(pattern) is Pattern and pattern.cells for pattern in patterns)
    if len(patterns) < FEW or not plain:
        return [(pattern.box, write_runs(pattern)) for pattern in patterns]
    boxes, layers = _rows(patterns)
    if layers is None:
        return [(box, write_runs(pattern)) for box, pattern in zip(boxes, patterns, strict=True)]
    return [(box, text_of_rows(rows)) for box, rows in zip(boxes, layers, strict=True)]


def _rows(patterns: Sequence[Pattern]) -> tuple[list[Box], Any]:
    """The box of each pattern and its rows as numbers, the first cell being the lowest bit."""
    import numpy as np

    populations = np.fromiter((len(pattern.cells) for pattern in patterns), np.int64, len(patterns))
    numbers = chain.from_iterable(chain.from_iterable([pattern.cells for pattern in patterns]))
    x, y = np.fromiter(numbers, np.int64, 2 * int(populations.sum())).reshape(-1, 2).T
    starts = np.cumsum(populations) - populations
    left, top = np.minimum.reduceat(x, starts), np.minimum.reduceat(y, starts)
    right, bottom = np.maximum.reduceat(x, starts), np.maximum.reduceat(y, starts)
    width, height = right - left + 1, bottom - top + 1
    boxes = list(map(Box._make, np.column_stack([left, top, width, height]).tolist()))
    if max(width.max(), height.max()) > NARROW:
        return boxes, None
    first = np.cumsum(height) - height
    place = np.repeat(first - top, populations) + y
    bits = np.bincount(place, 1 << (x - np.repeat(left, populations)), int(height.sum()))
    rows = bits.astype(np.int64).tolist()
    return boxes, [rows[a:b] for a, b in pairwise([*first.tolist(), len(rows)])]
