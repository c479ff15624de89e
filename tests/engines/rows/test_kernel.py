"""Kernels of row tables: lists of rows."""

from dataclasses import replace
from random import Random
from typing import Any

import numpy as np

from lifesearch.engines.compiled.words import pointers, viewed
from lifesearch.engines.rows import tables
from lifesearch.engines.rows.deepening import Batch, Deepener
from lifesearch.engines.rows.kernel.blocks import block, has_result
from lifesearch.engines.rows.kernel.layout import Tables
from lifesearch.engines.rows.problem import StripProblem
from lifesearch.engines.rows.search import RowSearch
from lifesearch.life.strip_symmetry import Mirror
from tests.engines.rows.finding import MEMORY, random_problem


def block_of(tables: Any, above: int, middle: int) -> Any:
    """The number of a block, in plain Python."""
    return block(Tables(*pointers(viewed(tables))), np.int64(above), np.int64(middle))


def is_result(tables: Any, number: int, row: int) -> bool:
    """Whether a block has rows that make this one, in plain Python."""
    return has_result(Tables(*pointers(viewed(tables))), number, np.int64(row))


def test_rows_are_those_of_the_simulator() -> None:
    """Each list of a block has the rows that lead to its result, whatever the rule."""
    rng = Random(3)
    for _ in range(30):
        problem = random_problem(rng, 5)
        made = tables.make(problem, MEMORY)
        cells = np.pad(tables.cells(problem), ((2, 2), (0, 0)))
        size = 1 << problem.bits
        above, middle = rng.randrange(size), rng.randrange(size)
        number = block_of(tuple(made), above, middle)
        at = number * (2 * size + 1)
        lists: dict[int, list[int]] = {row: [] for row in range(size)}
        for below in range(size):
            field = cells[:, [above, middle, below]]
            after = [
                problem.rule.table[int("".join(map(str, field[x - 1 : x + 2].T.ravel())), 2)]
                for x in range(1, len(field) - 1)
            ]
            gutter = problem.mirror is Mirror.GUTTER and after[1 + problem.width // 2]
            if not (after[0] or after[-1] or gutter):
                row = sum(after[1 + x] << x for x in range(problem.bits))
                lists[row].append(below)
        for row, expected in lists.items():
            begin, end = (at + int(made.pool[at + i]) for i in (row, row + 1))
            assert made.pool[begin:end].tolist() == expected
            assert is_result(tuple(made), number, row) == bool(expected)


def test_a_future_that_cannot_be_is_harmless() -> None:
    """A damaged file may say to go on at a row that is in no list."""
    problem = StripProblem(10, 4, 1, Mirror.MIRRORED)
    search = RowSearch(problem, MEMORY, queue=10)
    while search.batch is None:
        search.advance()
    batch: Batch = search.batch
    tails = np.full((len(batch.states), batch.tails.shape[1]), 31, np.uint16)
    lengths = np.full(len(batch.states), tails.shape[1] - 1, np.int32)
    done = Deepener(problem, MEMORY).deepen(replace(batch, tails=tails, lengths=lengths))
    assert done.done
