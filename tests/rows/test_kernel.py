"""The compiled parts: lists of rows, and options of the compiler."""

from dataclasses import replace
from random import Random
from typing import Any

import numpy as np
import pytest
from numba.core import cpu

from lifesearch.compiled import compiled, inlined, known
from lifesearch.compiled.lowlevel import pointers
from lifesearch.life.strip_symmetry import Mirror
from lifesearch.rows import tables
from lifesearch.rows.deepening import Batch, Deepener
from lifesearch.rows.kernel.blocks import block, has_result
from lifesearch.rows.problem import StripProblem
from lifesearch.rows.search import RowSearch
from tests.rows.finding import MEMORY, random_problem


@compiled
def block_of(tables: Any, above: int, middle: int) -> Any:
    """The number of a block, for Python."""
    return block(pointers(tables), above, middle)


@compiled
def is_result(tables: Any, number: int, row: int) -> bool:
    """Whether a block has rows that make this one, for Python."""
    return has_result(pointers(tables), number, row)


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


def test_options_that_numba_does_not_know_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """As with a version of numba that has neither of the two options that make it fast."""
    assert known(_nrt=False, forceinline=True) == {"_nrt": False, "forceinline": True}

    class Fewer:
        nogil = error_model = None

    monkeypatch.setattr(cpu, "CPUTargetOptions", Fewer)
    assert known(_nrt=False, forceinline=True) == {}
    monkeypatch.delattr(cpu, "CPUTargetOptions")
    assert known(_nrt=False, forceinline=True) == {}

    @inlined
    def twice(number: int) -> int:
        return 2 * number

    @compiled
    def four_times(number: int) -> int:
        return twice(twice(number))

    assert four_times(3) == 12


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
