"""Find the frame of a rotor by SAT: still cells around it that make it an oscillator.

`question` calls `frame_of` for each rotor that the cycles of a window give.

Each cell in a number of rings around the rotor's box is dead or alive, in all generations. Two
formulas bound the answer. In the *open* one, cells of the outermost ring need not follow the rule:
if it has no solution, there is no frame of any size. In the *closed* one they must, and all cells
farther out are dead: each solution is a frame.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from lifesearch.engines.sat.encoding.clauses import Ints
from lifesearch.engines.sat.encoding.constraints import tally
from lifesearch.engines.sat.encoding.rule_clauses import FREE, cover
from lifesearch.engines.sat.encoding.variables import Variables
from lifesearch.engines.sat.solving.solver import Solver
from lifesearch.life.pattern import Cell
from lifesearch.life.rotor import Rotor
from lifesearch.life.rules.neighbourhood import AROUND
from lifesearch.life.rules.rule import Rule
from lifesearch.questions.rotors.frame import MOST_RINGS, StatorFrame

SOLVER = "cadical195"
MOST_CONFLICTS = 20_000
"""Conflicts after which a frame is no longer made smaller: it is an answer as it is."""

HARD = 200_000
"""Conflicts after which it is undecided whether there is a frame in some rings.

Most frames take milliseconds: a hard one must not hold up the others.
"""


@dataclass(frozen=True)
class Surroundings:
    """A rotor, and `rings` of still cells around its box; the rest is unknown if it is `open`.

    Otherwise all other cells are dead. Cells are relative to the rotor's box, whose upper left cell
    is (0, 0).
    """

    rotor: Rotor
    rule: Rule
    rings: int
    open: bool

    @property
    def cells(self) -> list[Cell]:
        """The cells of the rotor's box and of the rings."""
        return self._box(self.rings)

    def _box(self, margin: int) -> list[Cell]:
        width, height = self.rotor.size
        return [
            (x, y) for y in range(-margin, height + margin) for x in range(-margin, width + margin)
        ]

    def variables(self) -> dict[Cell, int]:
        """The variable of each still cell."""
        changing = set(self.rotor.cells)
        still = [cell for cell in self.cells if cell not in changing]
        return {cell: number for number, cell in enumerate(still, 1)}

    def _overhang(self, cell: Cell) -> tuple[int, ...]:
        """How far beyond each side of the rotor's box a cell is: left, right, top, bottom."""
        (x, y), (width, height) = cell, self.rotor.size
        return tuple(max(0, n) for n in (-x, x - width + 1, -y, y - height + 1))

    def size(self, cells: Sequence[Cell]) -> int:
        """By how much cells and rotor together are wider and higher than the rotor."""
        return sum(map(max, zip(*map(self._overhang, cells), strict=True)))

    def beyond(self, variables: dict[Cell, int], numbers: list[list[int]]) -> Iterator[list[int]]:
        """Clauses: `numbers[n - 1][side]` is true if a cell n or more rows beyond a side lives."""
        for cell, number in variables.items():
            for side, rows in enumerate(self._overhang(cell)):
                if rows:
                    yield [-number, numbers[rows - 1][side]]
        for near, far in pairwise(numbers):
            for side in range(4):
                yield [-far[side], near[side]]

    def clauses(self, variables: dict[Cell, int]) -> Iterator[list[int]]:
        """Clauses: the rotor changes as it does, and all other cells stay as they are."""
        changing = set(self.rotor.cells)
        lives = [self.rotor.live(t) for t in range(self.rotor.period)]
        steps = list(zip(lives, [*lives[1:], lives[0]], strict=True))
        for x, y in self._box(self.rings - 1 if self.open else self.rings + 1):
            block = [(x + dx, y + dy) for dx, dy in AROUND]
            # Far from the rotor all generations are alike: one is enough.
            different = steps[: 1 if changing.isdisjoint(block) else None]
            films = {
                (
                    tuple(FREE if cell in variables else int(cell in live) for cell in block),
                    int((x, y) in after) if (x, y) in changing else FREE,
                )
                for live, after in different
            }
            free = [variables[cell] for cell in block if cell in variables]
            for cube in _forbidden(self.rule.plane_table, frozenset(films)):
                literals = zip(free, cube, strict=True)
                yield [-number if value else number for number, value in literals if value != FREE]


@lru_cache(maxsize=1 << 14)
def _forbidden(
    table: bytes, films: frozenset[tuple[tuple[int, ...], int]]
) -> tuple[tuple[int, ...], ...]:
    """Ways to fill the free cells of a block that are wrong in some generation, as cubes.

    `films` has the nine cells of the block in each generation, FREE where they are unknown, and the
    next state of the centre; FREE means that the centre must stay as it is.
    """
    entries = np.frombuffer(table, np.uint8).reshape((2,) * 9)
    centres = np.broadcast_to(np.arange(2).reshape((2, 1, 1, 1, 1)), entries.shape)
    wrong = np.zeros((2,) * sum(value == FREE for value in next(iter(films))[0]), np.bool_)
    for block, after in films:
        here = tuple(slice(None) if value == FREE else value for value in block)
        wrong |= entries[here] != (centres[here] if after == FREE else after)
    if not wrong.ndim:
        return ((),) if wrong else ()
    return tuple(tuple(cube) for cube in cover(wrong, wrong).tolist())


def frame_of(
    rotor: Rotor, rule: Rule, first: int = 1, most: int = MOST_RINGS, *, least: bool = True
) -> StatorFrame:
    """The frame of a rotor in as few rings as can be, from `first` to `most` of them.

    With `least` it has the fewest live cells, if that is easy to find, and of several such frames
    it is one in the smallest box. For that, one ring more is searched.
    """
    for rings in range(first, most + 1):
        if solved(Surroundings(rotor, rule, rings, open=True)) is False:
            return StatorFrame(rings)
        near = Surroundings(rotor, rule, rings, open=False)
        cells = solved(near)
        if isinstance(cells, Solved):
            frame = StatorFrame(rings, cells.live)
            if least:
                frame = _smaller(near, frame)
                frame = _smaller(replace(near, rings=rings + 1), frame, box=True)
            return frame
    return StatorFrame(most, settled=False)


class Solved(NamedTuple):
    """An answer: the live cells of a frame."""

    live: tuple[Cell, ...]


def solved(around: Surroundings) -> Solved | bool | None:
    """The live cells of some frame; False if there is none, None after HARD conflicts."""
    variables = around.variables()
    with Solver(SOLVER, len(variables)) as solver:
        solver.add(around.clauses(variables))
        answer = _answer(solver, (), HARD)
        return Solved(_live(solver, variables)) if answer else answer


def _smaller(around: Surroundings, frame: StatorFrame, *, box: bool = False) -> StatorFrame:
    """The frame with the fewest live cells; with `box`, of several one in the smallest box.

    If that takes too many conflicts, it is the best one that was found, or `frame` itself.
    """
    own, cells = around.variables(), frame.cells
    assert cells is not None
    variables = Variables()
    x, y = np.transpose([*own])
    literals = variables.allocate(x, y, lambda x, y: f"{x},{y}")
    more_than, counting = tally(literals, len(cells), variables)
    rows, sides = np.indices((around.rings, 4)).reshape(2, -1)
    beyond = variables.allocate(rows, sides, lambda row, side: f"beyond{row}.{side}")
    larger, sizing = tally(beyond, len(beyond), variables)
    with Solver(SOLVER, len(variables)) as solver:
        solver.add(around.clauses(own))
        for batch in counting:
            solver.load(batch)
        cells, least = _least(solver, own, cells, len, more_than, ())
        if box and least and cells:
            solver.add(around.beyond(own, beyond.reshape(-1, 4).tolist()))
            for batch in sizing:
                solver.load(batch)
            few = (-int(more_than[len(cells)]),)
            cells, _ = _least(solver, own, cells, around.size, larger, few)
    if cells != frame.cells:
        frame = StatorFrame(around.rings, cells)
    return replace(frame, least=least)


def _least(
    solver: Solver,
    variables: dict[Cell, int],
    cells: tuple[Cell, ...],
    size: Callable[[tuple[Cell, ...]], int],
    more_than: Ints,
    given: tuple[int, ...],
) -> tuple[tuple[Cell, ...], bool]:
    """Live cells of the least `size`, and whether it is proved that no frame has a smaller one.

    `more_than[n]` is true if the size is more than n; the search begins with `cells`, and makes the
    assumptions `given`.
    """
    while now := size(cells):
        found = _answer(solver, (*given, -int(more_than[now - 1])), MOST_CONFLICTS)
        if not found:
            return cells, found is False
        cells = _live(solver, variables)
    return cells, True


def _answer(solver: Solver, assumptions: tuple[int, ...], most: int) -> bool | None:
    """Whether there is an answer; None if that takes more conflicts."""
    start = solver.conflicts
    for report in solver.solve(assumptions):
        if isinstance(report, bool):
            return report
        if report - start > most:
            break
    return None


def _live(solver: Solver, variables: dict[Cell, int]) -> tuple[Cell, ...]:
    model = solver.model()
    return tuple(cell for cell, number in variables.items() if model[number - 1] > 0)
