"""From a design to a formula.

All of Knuth's programs write the transitions of a board for some steps, and differ as his change
files do: in the board, in whether time is a circle, in when cells outside the box must stay dead,
and in a few clauses before and after. A `Design` is that list of differences; `build` does the
rest.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

import numpy as np
from numpy.typing import ArrayLike

from lifesearch.engines.sat.encoding.clauses import FALSE, Clauses, Ints, distinct
from lifesearch.engines.sat.encoding.knuth import KnuthBoard, PositionMap, cell_name, transition
from lifesearch.engines.sat.encoding.variables import Variables
from lifesearch.questions.knuth.formula import KnuthFormula, Plane

Positions = tuple[Ints, Ints]
"""The rows and the columns of some cells."""


def raster(x0: int, x1: int, y0: int, y1: int) -> Positions:
    """The positions of a rectangle, both ends included, row by row."""
    spans = (np.arange(first, last + 1, dtype=np.int32) for first, last in ((x0, x1), (y0, y1)))
    rows, columns = np.meshgrid(*spans, indexing="ij")  # there may be none, if the last comes first
    return rows.ravel(), columns.ravel()


class Cage(Enum):
    """When the cells around the box, which could come alive, are kept dead.

    INSIDE is for programs whose last generation takes no step: there these cells may live. NEVER is
    for boards without a ring of such cells, and for a single step.
    """

    NEVER = "never"
    INSIDE = "at all times but the last"
    ALWAYS = "at all times"


@dataclass(frozen=True, eq=False)
class KnuthCells:
    """The variables of the cells, one plane of numbers for each time.

    A cell gets its number when it is first asked for.

    window          the first and last row, and the first and last column, that a program ever names
    representative  from a cell to the one of its images that has the variable
    period          the number of generations if time is a circle; else None
    planes          for each time the numbers of the window's cells: [row, column], 0 where none
    """

    variables: Variables
    window: tuple[int, int, int, int]
    representative: PositionMap
    period: int | None
    planes: dict[int, Ints]

    def __call__(self, t: int, x: ArrayLike, y: ArrayLike) -> Ints:
        """The variables of the cells (x, y) at time t, made where there is none yet."""
        at, rows, columns = self._find(t, x, y)
        missing = at[rows, columns] == 0
        if missing.any():
            new = distinct(rows[missing] * at.shape[1] + columns[missing])
            rr, cc = np.divmod(new, at.shape[1])
            name = cell_name(self._time(t))
            at[rr, cc] = self.variables.allocate(rr + self.window[0], cc + self.window[2], name)
        return at[rows, columns]

    def known(self, t: int, x: ArrayLike, y: ArrayLike) -> Ints:
        """The variables of the cells (x, y) at time t, 0 where there is none."""
        at, rows, columns = self._find(t, x, y)
        return at[rows, columns]

    def _time(self, t: int) -> int:
        """The time whose cells are those of time t."""
        return t % self.period if self.period else t

    def _find(self, t: int, x: ArrayLike, y: ArrayLike) -> tuple[Ints, Ints, Ints]:
        """The plane of a time, and the rows and columns in it of the cells' representatives."""
        x0, x1, y0, y1 = self.window
        shape = (x1 - x0 + 1, y1 - y0 + 1)
        plane = self.planes.setdefault(self._time(t), np.zeros(shape, np.int32))
        rows, columns = np.broadcast_arrays(np.asarray(x, np.int32), np.asarray(y, np.int32))
        rows, columns = self.representative(rows.ravel(), columns.ravel())
        return plane, rows - x0, columns - y0


Extras = Callable[[KnuthCells], list[Clauses]]
"""Makes clauses that a program has besides those of the transitions."""


def nothing(_: KnuthCells) -> list[Clauses]:
    """The extras of a program that has none."""
    return []


@dataclass(frozen=True, eq=False)
class Design:
    """What distinguishes one program from another.

    board          the board at each time: the cells that step, and those that may live
    window         the first and last row, and the first and last column, of its cells
    steps          how many steps it has, from time `start` on
    cyclic         whether time is a circle: the last step leads back to time `start`
    cage           when the cells around the box are kept dead
    cage_indented  whether the clauses for that are indented in Knuth's format
    before, after  clauses before and after those of the transitions
    partial        whether only some of the cells that may live are followed
    title          the first line in Knuth's format; empty if there is none
    """

    board: Callable[[int], KnuthBoard]
    window: tuple[int, int, int, int]
    steps: int
    start: int = 0
    cyclic: bool = False
    cage: Cage = Cage.NEVER
    cage_indented: bool = False
    before: Extras = nothing
    after: Extras = nothing
    partial: bool = False
    title: str = ""


def build(design: Design) -> KnuthFormula:
    """Number the variables and write the clauses of a design."""
    first = design.board(design.start)
    variables = Variables()
    period = design.steps if design.cyclic else None
    cells = KnuthCells(variables, design.window, first.representative, period, {})
    everywhere = raster(*design.window)

    # Cells that occur in no clause are free all the same, so number them too.
    cells(design.start, *(axis[first.alive(*everywhere)] for axis in everywhere))
    clauses = list(design.before(cells))
    times = range(design.start, design.start + design.steps)
    for t in times:
        caged = design.cage is Cage.ALWAYS or (design.cage is Cage.INSIDE and t != times[-1])
        clauses.append(_step(design.board(t), cells, t, caged, design.cage_indented))
    clauses += design.after(cells)

    planes = tuple(_plane(design, cells, t, everywhere) for t in (*times, times[-1] + 1))
    batches = tuple(batch for batch in clauses if len(batch))
    return KnuthFormula(design.title, variables, batches, planes, design.partial)


def _plane(design: Design, cells: KnuthCells, t: int, everywhere: Positions) -> Plane:
    """The cells of a time that have variables, and whether a step determines them."""
    known = cells.known(t, *everywhere)
    row, column, variable = (axis[known != 0] for axis in (*everywhere, known))
    if t == design.start:
        return Plane(t, row, column, variable, np.zeros(len(row), np.bool_))
    before = design.board(t - 1)
    return Plane(t, row, column, variable, np.isin(variable, cells.known(t, before.x, before.y)))


def _step(
    board: KnuthBoard, cells: KnuthCells, t: int, caged: bool, cage_indented: bool
) -> Clauses:
    """The clauses of the step from time t to t + 1."""

    def now(x: Ints, y: Ints) -> Ints:
        alive = board.alive(x, y)
        literals = np.full(len(x), FALSE, np.int32)
        literals[alive] = cells(t, x[alive], y[alive])
        return literals

    def then(x: Ints, y: Ints) -> Ints:
        return cells(t + 1, x, y)

    return transition(
        board, cells.variables, t, now, then, caged=caged, cage_indented=cage_indented
    )
