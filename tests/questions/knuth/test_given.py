"""Cells that are given to Knuth's programs, against all that solves them without."""

from functools import cache
from random import Random

import pytest

from lifesearch.common.errors import InputError
from lifesearch.life.known_cells import DEAD, UNKNOWN, KnownCells
from lifesearch.life.pattern import Pattern
from lifesearch.questions.knuth.given import GivenCells
from lifesearch.questions.knuth.question import KnuthQuestion
from tests.asking import every

PROGRAMS = [
    ("sat-life-grid", (3, 3, 2)),
    ("sat-life-grid90", (4, 4, 2)),
    ("sat-life-grid-cycle", (4, 4, 2)),
    ("sat-life-gridquad", (4, 5, 1)),
    ("sat-life-torus", (3, 3, 1)),
]


@cache
def solutions(program: str, arguments: tuple[int, ...]) -> list[tuple[Pattern, ...]]:
    return [history.phases for history in every(KnuthQuestion(program, arguments))]


@pytest.mark.long
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(("program", "arguments"), PROGRAMS)
def test_what_is_given_leaves_the_solutions_that_have_it(
    program: str, arguments: tuple[int, ...], seed: int
) -> None:
    random = Random(f"{program} {seed}")
    rows, columns, *_ = arguments
    histories = solutions(program, arguments)
    like, generation = random.choice(histories), random.randint(0, len(histories[0]) - 1)
    height, width = random.randint(1, rows), random.randint(1, columns)
    top, left = (rows - height) // 2 + 1, (columns - width) // 2 + 1
    grid = [
        [
            random.choice([UNKNOWN, 1 if (x + left, y + top) in like[generation] else DEAD])
            for x in range(width)
        ]
        for y in range(height)
    ]
    given = GivenCells(generation, KnownCells.of([grid]))

    def fits(pattern: Pattern) -> bool:
        told = {(x + left, y + top): v for y, row in enumerate(grid) for x, v in enumerate(row)}
        inside = pattern.cells <= told.keys()
        return inside and all((cell in pattern) == (v > 0) for cell, v in told.items() if v)

    found = every(KnuthQuestion(program, arguments, given=(given,)))
    expected = {history for history in histories if fits(history[generation])}
    assert {history.phases for history in found} == expected


def test_given_cells_are_plain() -> None:
    with pytest.raises(InputError, match="letters are for 'lifesearch complete'"):
        GivenCells(0, KnownCells.of([[[2, 2]]]))
    with pytest.raises(InputError, match="give each generation a file of its own"):
        GivenCells(0, KnownCells.of([[[1]], [[1]]]))
