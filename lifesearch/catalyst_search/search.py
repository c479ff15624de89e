"""Search some of the first placements: the kernel, called again and again."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

import numpy as np

from lifesearch.catalyst_search.kernel import (
    FIRST,
    FOUND,
    MORE,
    MOST_FOUND,
    ROWS,
    SIZE,
    STATE,
    TRIED,
    TreeWork,
    search_tree,
)
from lifesearch.catalyst_search.setting import CatalystSetting
from lifesearch.catalyst_search.tables import CatalystTables, Ints, KernelTables, Words
from lifesearch.life.pattern import Pattern
from lifesearch.life.rules.rule import LIFE
from lifesearch.life.symmetry import C1
from lifesearch.soups.kernel import transition

BUDGET = 1 << 18
EXTRA_ROWS = 2 * ROWS

Found = tuple[Pattern, ...]
"""Catalysts, in the order in which they are touched."""


def found_in(setting: CatalystSetting, part: int, parts: int) -> Iterator[int | list[Found]]:
    """Search one of so many parts: yield placements tried so far, and catalysts that may do.

    On a board that ends somewhere it may look as if they did: whoever takes them simulates them.
    """
    known, tables = tables_of(setting)
    images, shapes = len(setting.symmetry.group), len(known.shapes)
    least, longest = setting.periods or (0, 0)
    asked = (
        setting.most,
        setting.generations,
        setting.restore,
        int(setting.transparent),
        least,
        longest,
        int(setting.debris),
        len(tables.phases),
    )
    sizes = (shapes, len(known.kinds), images, known.tall, setting.apart)
    work = _work(setting, tables, shapes, images * known.tall, len(known.kinds))
    by, more, width = transition(setting.rule), MORE, 3 + 3 * setting.most
    while more == MORE:
        more, _ = search_tree(tables, work, asked, by, sizes, (part, parts), BUDGET)
        found = work.found[: work.state[FOUND] * width].reshape(-1, width).tolist()
        if found:
            yield [_catalysts(setting, row) for row in found]
        yield int(work.state[TRIED])


def rehearse() -> None:
    """Search so little that it only has everything compiled."""
    row, block = Pattern.parse("OOO"), Pattern.parse("OO\nOO")
    setting = CatalystSetting(
        row, LIFE, (block,), most=1, symmetry=C1, area=(9, 9), generations=9, restore=2, apart=3,
        transparent=False, periods=None, debris=False,
    )  # fmt: skip
    for _ in found_in(setting, 0, 1):
        pass


def _catalysts(setting: CatalystSetting, row: list[int]) -> Found:
    (left, top), count = setting.corner, row[2]
    places = [row[3 + 3 * n : 6 + 3 * n] for n in range(count)]
    return tuple(
        setting.shapes[shape].translate(left + x + 1, top + y + 1) for shape, x, y in places
    )


def _work(
    setting: CatalystSetting, tables: KernelTables, shapes: int, rows: int, kinds: int
) -> TreeWork:
    levels = setting.most + 1
    boards = _words(2 * levels * SIZE)
    boards[FIRST : FIRST + ROWS] = tables.free[:ROWS]
    bitmap = levels * shapes * ROWS
    return TreeWork(
        boards,
        _ints(levels),
        _ints(levels * setting.most),
        _words(bitmap),
        _words(bitmap),
        _words(bitmap),
        np.full(levels, -1, np.int64),
        _ints(3 * levels),
        _ints(levels + 1),
        _ints(levels * rows),
        _words(levels * rows),
        _words(levels * rows),
        _words(EXTRA_ROWS + kinds * ROWS),
        _ints(MOST_FOUND * (3 + 3 * setting.most)),
        _ints(STATE),
    )


@lru_cache(maxsize=2)
def tables_of(setting: CatalystSetting) -> tuple[CatalystTables, KernelTables]:
    known = CatalystTables(setting)
    return known, known.tables


def _ints(count: int) -> Ints:
    return np.zeros(count, np.int64)


def _words(count: int) -> Words:
    return np.zeros(count, np.uint64)
