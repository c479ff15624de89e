"""Read a solver's answer back as patterns, and verify it.

A history is one pattern for each generation. Before it is shown, each
generation is compared with what the simulator makes of the one before. The
simulator shares no code with the encoders, so a difference is a bug in one of them.

There is one honest exception: Knuth's programs write no clause for a barren cell, one
with fewer than three cells around it that may live. On boards a single row or column
wide such cells are inside the board, and the clauses leave them free. They are
reported, so that such a history is not taken for Life.
"""

from collections.abc import Callable
from dataclasses import dataclass

from lifesearch.encoding.clauses import Bools
from lifesearch.knuth.formula import KnuthFormula, Plane
from lifesearch.life.pattern import Cell, Pattern
from lifesearch.queries.answer import wrong_answer


@dataclass(frozen=True)
class History:
    """The generations start, start+1, ... of an answer, checked.

    `free` holds the cells (x, y, t) that the clauses leave free and that are not as
    Life would have them: if there are any, this is no Life.
    """

    start: int
    generations: tuple[Pattern, ...]
    free: tuple[tuple[int, int, int], ...] = ()


def decode(plane: Plane, model: Bools) -> Pattern:
    """The live cells of one generation; x is the column and y the row."""
    alive = model[plane.variable]
    return Pattern.of(zip(plane.column[alive].tolist(), plane.row[alive].tolist(), strict=True))


def read_history(
    formula: KnuthFormula, model: Bools, step: Callable[[Pattern], Pattern]
) -> History:
    """Decode all generations of an answer and check each against the one before."""
    generations = tuple(decode(plane, model) for plane in formula.planes)
    free: list[tuple[int, int, int]] = []
    for before, after, plane in zip(generations, generations[1:], formula.planes[1:], strict=False):
        wrong = step(before).cells ^ after.cells
        bound, unbound = _cells(plane, plane.determined), _cells(plane, ~plane.determined)
        tolerated = wrong - bound if formula.partial else wrong & unbound
        if wrong - tolerated:
            cell = min(wrong - tolerated)
            raise wrong_answer(
                f"to '{formula.title}' breaks the rule at cell {cell}, generation {plane.t}"
            )
        free += [(x, y, plane.t) for x, y in sorted(wrong & unbound)]
    return History(formula.planes[0].t, generations, tuple(free))


def _cells(plane: Plane, where: Bools) -> frozenset[Cell]:
    return frozenset(zip(plane.column[where].tolist(), plane.row[where].tolist(), strict=True))
