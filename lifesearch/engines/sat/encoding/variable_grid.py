"""Spacetime and its quotient: the cells (t, x, y) of a query, and which are the same cell.

A query is about a few generations of a box. Three facts about these cells make the
pattern an oscillator, a spaceship, a symmetric pattern or an agar:

- where life may be: inside the box (or a part of it), or everywhere on a torus; on a cylinder
  the left and the right side of the box are joined;
- which cells are the same: a motion takes (t, x, y) to (t+p, ...), the place where the
  pattern recurs after p generations, turned or moved; a symmetry takes (t, x, y) to
  (t, ...) for each orientation of its group, about the centre of the box;
- what is known: cells fixed alive or dead.

Cells in one orbit share one variable, so symmetry costs no clauses but saves variables,
and each orbit's transition is written once. Cells outside are constants. All this ends
up in one array of literals, `grid[t, y, x]`, with a margin around the box wide enough
for everything that can happen in a step: for a blinker's box,

>>> blinker = Spacetime(3, 3, Motion(2)).assign_variables(Variables())
>>> blinker.at(0, [0, 1, 2, 3], 1).tolist() == blinker.at(2, [0, 1, 2, 3], 1).tolist()
True
>>> blinker.at(0, [0, 3], 1).tolist() == [blinker.at(2, 0, 1).item(), FALSE]
True
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Literal

import numpy as np

from lifesearch.engines.sat.encoding.clauses import FALSE, TRUE, Bools, Ints
from lifesearch.engines.sat.encoding.variables import Variables
from lifesearch.life.motion import Motion, Target
from lifesearch.life.orientation import Orientation
from lifesearch.life.pattern import Box, Pattern
from lifesearch.life.symmetry import Group, closure

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

Encoding = Literal["implicates", "knuth"]
"""How a step becomes clauses: by `rule_clauses` or by `knuth`."""
ENCODINGS: tuple[Encoding, ...] = ("implicates", "knuth")
UNCONSTRAINED = 0
"""In place of a literal: nothing is said about the cell."""


@dataclass(frozen=True)
class Spacetime:
    """Generations 0..p of a box; the last is the first one moved, or a given target.

    On a `torus` opposite sides are joined; with a `mask` only its cells may live. With
    `free_surroundings`, nothing is said about cells that something outside the box may
    influence: of generation t, only what is t cells and more away from the edges. If it is
    `settled`, cells of the target that do not matter are variables, and follow from the others.
    With a `seam` the box is a cylinder: column x + width is column x, `seam` rows further down.
    A rule has a number of `states`. A pattern that does not `return` begins with generation 0 and
    may end in any way, as some completions do; one that returns, and has no target, recurs.
    """

    width: int
    height: int
    motion: Motion
    symmetry: Group = frozenset({Orientation.IDENTITY})
    torus: bool = False
    mask: Pattern | None = None
    target: Target | None = None
    free_surroundings: bool = False
    settled: bool = False
    seam: int | None = None
    states: int = 2
    returns: bool = True

    @property
    def recurs(self) -> bool:
        """Whether the pattern recurs, so that generation 0 has predecessors of any age."""
        return self.returns and self.target is None

    @property
    def margin(self) -> int:
        """The width of the margin around the box in the grid: for a step and for the motion."""
        if self.torus:
            return 0
        # How often a step and the motion cross the seam; each time it is `seam` rows.
        crossed = 1 - (-abs(self.motion.dx) // self.width)
        return 1 + max(abs(self.motion.dx), abs(self.motion.dy)) + crossed * abs(self.seam or 0)

    def wrapped(self, x: Ints, y: Ints) -> tuple[Ints, Ints]:
        """The place of cells beyond joined sides in the box of a torus or a cylinder."""
        if self.torus:
            return x % self.width, y % self.height
        if self.seam is None:
            return x, y
        times = x // self.width
        return x - times * self.width, y - times * self.seam

    def surroundings(self, reach: int) -> tuple[Ints, Ints]:
        """Columns and rows of all cells within `reach` of the box, each once on a cylinder."""
        across = reach if self.seam is None else 0
        y, x = np.mgrid[-reach : self.height + reach, -across : self.width + across]
        return x, y

    @property
    def frame(self) -> Box:
        m = self.margin
        return Box(-m, -m, self.width + 2 * m, self.height + 2 * m)

    def group(self) -> Group:
        """The whole symmetry group: the given one and its conjugates by the motion."""
        turn = self.motion.orientation
        group = closure(self.symmetry)
        while (wider := closure(group | {turn.inverse.then(g).then(turn) for g in group})) != group:
            group = wider
        return group

    def image(self, g: Orientation, x: Ints, y: Ints) -> tuple[Ints, Ints]:
        """The image of a cell under an orientation about the centre of the box.

        Twice the distance from the centre is a whole number.
        """
        u, v = g.apply(2 * x - (self.width - 1), 2 * y - (self.height - 1))
        return (u + self.width - 1) // 2, (v + self.height - 1) // 2

    def invariant_under(self, g: Orientation) -> bool:
        """Whether an orientation leaves the box as it is: a quarter turn needs a square."""
        return self.width == self.height or g.apply(1, 0)[1] == 0

    def turned(self, g: Orientation, pattern: Pattern) -> Pattern:
        """A pattern turned or flipped about the centre of the box."""
        # A cell (x, y) goes where the orientation about (0, 0) takes it, and as far as (0, 0) goes.
        x, y = self.image(g, np.zeros((), np.int32), np.zeros((), np.int32))
        return pattern.transform(g).translate(int(x), int(y))

    def turned_layers(self, g: Orientation, stack: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """Turn many patterns at once: each layer has the cells of the `frame` for one of them."""
        rows, columns = (np.arange(n, dtype=np.int32) - self.margin for n in stack.shape[1:])
        y, x = np.meshgrid(rows, columns, indexing="ij")
        from_x, from_y = self.image(g.inverse, x, y)
        return stack[:, from_y + self.margin, from_x + self.margin]

    def assign_variables(self, variables: Variables) -> VariableGrid:
        """Number the orbits of cells."""
        m = self.margin
        y, x = np.mgrid[-m : self.height + m, -m : self.width + m].astype(np.int32)
        alive = (x >= 0) & (x < self.width) & (y >= 0) & (y < self.height)
        if self.mask is not None:
            alive &= self.mask.to_array(self.frame).astype(np.bool_)
        index = np.arange(x.size, dtype=np.int32).reshape(x.shape)
        first_of_orbit = index.copy()
        # Of each orbit the first cell gets the variable; an orbit is dead if one of its cells is
        # outside.
        for g in self.group():
            gx, gy = self.image(g, x, y)
            alive = alive & alive[gy + m, gx + m]
            first_of_orbit = np.minimum(first_of_orbit, index[gy + m, gx + m])
        chosen = first_of_orbit == index
        if self.seam is not None:
            # Cells beyond the seam are cells of the box.
            chosen &= (x >= 0) & (x < self.width)
        orbits = alive & chosen, first_of_orbit, alive
        planes = _planes(self, "t", range(self.motion.period), *orbits, variables)
        layout = VariableGrid(self, np.stack(planes), chosen)
        # The last generation is the first one, moved, or the target.
        last = layout.at(self.motion.period, x, y) if self.target is None else given(self, 1)
        if self.seam is not None:
            last = np.where((x >= 0) & (x < self.width), last, FALSE)
        if self.settled:
            rows, columns = np.nonzero(last == UNCONSTRAINED)
            last[rows, columns] = variables.allocate(
                columns, rows, lambda x, y: f"t{self.motion.period}x{x - m}y{y - m}"
            )
        dying = None
        if self.states > 2:
            # The cells that may have just died are those that may live. In what does not recur,
            # generation 3 - states is the earliest in which a cell may have just died that is dying
            # in generation 0.
            begin = 0 if self.recurs else 3 - self.states
            died = _planes(self, "d", range(begin, self.motion.period), *orbits, variables)
            died += [] if self.target is None else [given(self, 2)]
            dying = VariableGrid(self, np.stack(died).astype(np.int32), chosen, first=begin)
        grid = np.stack([*planes, last])
        if self.free_surroundings:
            # Influence from outside spreads by one cell a generation.
            edge = np.minimum(np.minimum(x, self.width - 1 - x), np.minimum(y, self.height - 1 - y))
            for t in range(1, len(grid)):
                grid[t][edge < t] = UNCONSTRAINED
        return VariableGrid(self, grid, chosen, dying=dying)


@dataclass(frozen=True, eq=False)
class VariableGrid:
    """A spacetime with its variables: `grid[t - first, y, x]`, shifted by the margin.

    `first` is the first generation of the grid. Beyond the grid all is dead, unless there are
    tiles, `beyond[t, y, x]`. `chosen[y, x]` marks one cell of each orbit. Cells that are `exempt`
    need not follow the rule; where something `arrives`, the rule would have left the cell as it
    was: both are flags `[t, y, x]`. All three are shifted like the grid. Rules of several states
    have another grid of the cells that have just died, `dying`, which may begin before generation
    0: see `transitions`.
    """

    spacetime: Spacetime
    grid: Ints
    chosen: Bools
    beyond: Ints | None = None
    exempt: Bools | None = None
    arrives: Bools | None = None
    dying: VariableGrid | None = None
    first: int = 0

    def at(self, t: int, x: ArrayLike, y: ArrayLike) -> Ints:
        """The literals of cells at any time.

        Before and after the generations of the grid they are those of cells that are the same if
        the pattern recurs; of other patterns there is no such time.
        """
        s, motion = self.spacetime, self.spacetime.motion
        xs, ys = (a.copy() for a in np.broadcast_arrays(np.asarray(x), np.asarray(y)))
        while t < self.first:
            xs, ys = s.image(motion.orientation, xs, ys)
            xs, ys, t = xs + motion.dx, ys + motion.dy, t + motion.period
        while t >= self.first + len(self.grid):
            xs, ys = s.image(motion.orientation.inverse, xs - motion.dx, ys - motion.dy)
            t -= motion.period
        xs, ys = s.wrapped(xs, ys)
        literals = self._outside(t, xs, ys)
        xs, ys = xs + s.margin, ys + s.margin
        inside = (xs >= 0) & (xs < self.grid.shape[2]) & (ys >= 0) & (ys < self.grid.shape[1])
        literals[inside] = self.grid[t - self.first, ys[inside], xs[inside]]
        return literals

    def _outside(self, t: int, x: Ints, y: Ints) -> Ints:
        if self.beyond is None:
            return np.full(x.shape, FALSE, np.int32)
        return np.array(self.beyond[t, y % self.beyond.shape[1], x % self.beyond.shape[2]])

    def states_at(self, t: int, x: ArrayLike, y: ArrayLike) -> Ints:
        """The literals of cells for each state but 0, `[state - 1, ...]`."""
        live = self.at(t, x, y)
        if self.dying is None:
            return live[None]
        states = range(2, self.spacetime.states)
        return np.stack([live, *(self.dying.at(t - state + 2, x, y) for state in states)])

    @cached_property
    def first_generation(self) -> tuple[Ints, Ints, Ints]:
        """The variables of generation 0, in which no cell may be known: columns, rows, numbers."""
        y, x = np.nonzero(self.grid[0] > 0)
        m = self.spacetime.margin
        return (x - m).astype(np.int32), (y - m).astype(np.int32), self.grid[0, y, x]

    def neighbourhood(self, t: int, x: Ints, y: Ints) -> Iterator[Ints]:
        """The literals of the nine cells around each cell, in reading order."""
        for dy in (-1, 0, 1):
            for dx in (-1, 0, 1):
                yield self.at(t, x + dx, y + dy)


def _planes(
    s: Spacetime,
    letter: str,
    times: range,
    free: Bools,
    first_of_orbit: Ints,
    alive: Bools,
    variables: Variables,
) -> list[Ints]:
    """Number the free cells at these times; all cells of an orbit get the number of its first.

    Variables by row, then column, then time: solvers were faster so than by time first.
    """
    y, x = (axis - s.margin for axis in np.nonzero(free))
    cell, index = np.indices((len(x), len(times))).reshape(2, -1)
    numbers = variables.allocate(
        cell, index, lambda i, t: f"{letter}{times[t]}x{x[i]}y{y[i]}".replace("-", "_")
    )
    planes = []
    for own in numbers.reshape(len(x), len(times)).T:
        plane = np.full(free.shape, FALSE, np.int32)
        plane[free] = own
        planes.append(np.where(alive, plane.ravel()[first_of_orbit], FALSE))
    return planes


def given(s: Spacetime, state: int) -> Ints:
    """The cells of the target that have a state: constants, and 0 where it does not matter."""
    assert s.target is not None
    states, dont_care = (p.to_array(s.frame) for p in (s.target.alive, s.target.dont_care))
    literals = np.where(states == state, TRUE, FALSE)
    return np.where(dont_care, UNCONSTRAINED, literals).astype(np.int32)
