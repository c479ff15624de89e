"""A partial solution, for a person who waits: cells are decided until the next one contradicts.

The state of a solver cannot be seen. But between two slices of its work it can be asked what
follows from a few literals by unit propagation, with all clauses that it has learned. So cells are
decided one by one, in all generations, around some point of the box, until neither state of the
next one is possible. What is left is a film of some cells that obeys the rule, and leads nowhere: a
guess, never an answer. Cells of which one state leads to a contradiction are settled: that is a
proof, for solutions that the solver has not found yet.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import NamedTuple

import numpy as np

from lifesearch.engines.sat.encoding.clauses import TRUE
from lifesearch.engines.sat.encoding.variable_grid import UNCONSTRAINED, VariableGrid
from lifesearch.engines.sat.solving.solver import Solver
from lifesearch.life.pattern import Box, Cell, Pattern

MOST_TRIED = 150
"""States of cells that are tried for a film: about a tenth of the time of a slice of conflicts.

Those tried to settle cells, before, are not counted: at most two for each cell of generation 0.
"""
LIVE = 0.4
"""The fraction of cells that are tried alive first; with more, films have more live cells."""


class PartialFilm(NamedTuple):
    """Some cells of a `box` in all generations, without a contradiction; others are `unknown`.

    `free` counts the cells of the box that have a variable, `decided` those of them that are known
    in the film, and `settled` those whose state in generation 0 is proved. The film is a `dead_end`
    if no state of the next cell is possible.
    """

    generations: tuple[Pattern, ...]
    unknown: frozenset[Cell]
    box: Box
    decided: int
    settled: int
    free: int
    dead_end: bool


@dataclass(frozen=True)
class FilmCells:
    """The cells of a box, each with its literals in all generations."""

    box: Box
    literals: dict[Cell, list[int]]
    """Constants are TRUE and -TRUE; UNCONSTRAINED ones are left out of a film."""

    @classmethod
    def of(cls, layout: VariableGrid) -> FilmCells | None:
        """The cells of a layout; None if cells have more states than two."""
        if layout.dying is not None:
            return None
        s = layout.spacetime
        y, x = np.mgrid[: s.height, : s.width].astype(np.int32)
        planes = np.stack([layout.at(t, x, y) for t in range(s.motion.period)], axis=-1)
        literals = planes.reshape(-1, s.motion.period).tolist()
        cells = zip(x.ravel().tolist(), y.ravel().tolist(), strict=True)
        return cls(Box(0, 0, s.width, s.height), dict(zip(cells, literals, strict=True)))

    @property
    def free(self) -> dict[Cell, list[int]]:
        """The cells with a variable."""
        return {cell: of for cell, of in self.literals.items() if any(map(_is_variable, of))}

    def around(self, x: float, y: float) -> Iterator[int]:
        """The variables of the cells around a point, the nearest cell first."""
        near = sorted(self.free.items(), key=lambda each: _distance(each[0], x, y))
        return (abs(literal) for _, of in near for literal in of if _is_variable(literal))

    def film(self, true: set[int], settled: int, *, dead_end: bool) -> PartialFilm:
        """The film of cells that are known in all generations, if these literals are true."""
        known = {
            cell: [literal == TRUE or literal in true for literal in of]
            for cell, of in self.literals.items()
            if all(abs(literal) == TRUE or literal in true or -literal in true for literal in of)
        }
        states = zip(*known.values(), strict=True) if known else ()
        generations = tuple(
            Pattern(frozenset(cell for cell, lives in zip(known, now, strict=True) if lives))
            for now in states
        )
        free = self.free.keys()
        unknown = frozenset(self.literals.keys() - known.keys())
        return PartialFilm(
            generations, unknown, self.box, len(free - unknown), settled, len(free), dead_end
        )


def _is_variable(literal: int) -> bool:
    return literal != UNCONSTRAINED and abs(literal) != TRUE


def _distance(cell: Cell, x: float, y: float) -> float:
    return (cell[0] - x) ** 2 + (cell[1] - y) ** 2


def partial_film(solver: Solver, cells: FilmCells, seed: int) -> PartialFilm:
    """A film that a solver does not contradict; another one for each seed."""
    proved = _proved(solver, cells)
    random = Random(seed)
    # Near the middle of the box, and not always at one place.
    middle = (random.uniform(0.3, 0.7) * side for side in (cells.box.width, cells.box.height))
    decided = list(dict.fromkeys(proved.values()))
    # If these contradict each other, there is no other solution, and the first cell is a dead end.
    true, tried = {*decided, *(solver.implied(decided) or ())}, 0
    for variable in cells.around(*middle):
        if variable in true or -variable in true:
            continue
        first = variable if random.random() < LIVE else -variable
        for literal in (first, -first):
            tried += 1
            implied = solver.implied([*decided, literal])
            if implied is not None:
                decided.append(literal)
                true = {*decided, *implied}
                break
        else:
            return cells.film(true, len(proved), dead_end=True)
        if tried >= MOST_TRIED:
            break
    return cells.film(true, len(proved), dead_end=False)


def _proved(solver: Solver, cells: FilmCells) -> dict[Cell, int]:
    """For cells of the first generation that are proved: the literal that must be true."""
    first = {cell: of[0] for cell, of in cells.free.items() if _is_variable(of[0])}
    # 0 where neither state is refuted.
    proved = {
        literal: next((-each for each in (literal, -literal) if _refuted(solver, (each,))), 0)
        for literal in dict.fromkeys(first.values())
    }
    return {cell: proved[literal] for cell, literal in first.items() if proved[literal]}


def _refuted(solver: Solver, literals: Sequence[int]) -> bool:
    return solver.implied(literals) is None
