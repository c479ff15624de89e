"""Search a share of the first placements: calls the kernel again and again.

`questions.catalysts` has workers call `found_in`, each for one share.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

import numpy as np

from lifesearch.engines.catalysts.kernel import (
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
from lifesearch.engines.catalysts.problem import CatalystProblem
from lifesearch.engines.catalysts.tables import CatalystTables, Ints, KernelTables, Words
from lifesearch.engines.soups.kernel import transition
from lifesearch.life.pattern import Pattern

BUDGET = 1 << 18
"""Generations in one call of the kernel, after which progress is reported."""

Found = tuple[Pattern, ...]
"""Catalysts, in the order in which they are touched."""


def found_in(problem: CatalystProblem, part: int, parts: int) -> Iterator[int | list[Found]]:
    """Search share `part` (from 0) of `parts`: yield placements tried, and catalysts that may work.

    The number of placements is that since the beginning. The board is bounded, so an answer may be
    false: the caller simulates it.
    """
    built, tables = tables_of(problem)
    images, shapes = len(problem.symmetry.group), len(built.shapes)
    least, longest = problem.periods or (0, 0)
    limits = (  # MOST, GENERATIONS, ... of the kernel
        problem.most,
        problem.generations,
        problem.recovery,
        int(problem.transparent),
        least,
        longest,
        int(problem.debris),
        len(tables.phases),
    )
    sizes = (shapes, len(built.kinds), images, built.tall, problem.apart)
    work = _work(problem, tables, shapes, images * built.tall, len(built.kinds))
    by, more, width = transition(problem.rule), MORE, 3 + 3 * problem.most
    while more == MORE:
        more, _ = search_tree(tables, work, limits, by, sizes, (part, parts), BUDGET)
        # In each line a status and a generation, which the caller's simulation finds itself.
        found = work.found[: work.state[FOUND] * width].reshape(-1, width).tolist()
        if found:
            yield [_catalysts(problem, row) for row in found]
        yield int(work.state[TRIED])


def _catalysts(problem: CatalystProblem, row: list[int]) -> Found:
    """The catalysts of an answer that the kernel recorded."""
    (left, top), count = problem.corner, row[2]
    places = [row[3 + 3 * n : 6 + 3 * n] for n in range(count)]
    # The corner of a shape is that of the cells around it, up and left of its own cells.
    return tuple(
        problem.shapes[shape].translate(left + x + 1, top + y + 1) for shape, x, y in places
    )


def _work(
    problem: CatalystProblem, tables: KernelTables, shapes: int, rows: int, kinds: int
) -> TreeWork:
    """The state of a search before its first generation; a catalyst has `rows` with its images."""
    levels = problem.most + 1  # one for each number of catalysts, from 0 on
    boards = _words(2 * levels * SIZE)
    boards[FIRST : FIRST + ROWS] = tables.free[:ROWS]
    bitmap = levels * shapes * ROWS
    return TreeWork(
        boards,
        _ints(levels),
        _ints(levels * problem.most),
        _words(bitmap),
        _words(bitmap),
        _words(bitmap),
        np.full(levels, -1, np.int64),
        _ints(3 * levels),
        _ints(levels + 1),
        _ints(levels * rows),
        _words(levels * rows),
        _words(levels * rows),
        _words((1 + kinds) * ROWS),
        _ints(MOST_FOUND * (3 + 3 * problem.most)),
        _ints(STATE),
    )


@lru_cache(maxsize=2)
def tables_of(problem: CatalystProblem) -> tuple[CatalystTables, KernelTables]:
    """The maker of a problem's arrays, and these; cached, as a worker searches several shares."""
    built = CatalystTables(problem)
    return built, built.tables


def _ints(count: int) -> Ints:
    return np.zeros(count, np.int64)


def _words(count: int) -> Words:
    return np.zeros(count, np.uint64)
