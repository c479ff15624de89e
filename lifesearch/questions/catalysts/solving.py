"""Catalysts by SAT: which cells around the active part are still is unknown.

Generation t has one variable for each cell that may differ from what it would be if no catalyst
were touched; all other cells are those of the still lifes, or known. The clauses say what must be
true of every answer, but not all that must be: so each model is simulated. Then it is forbidden,
whether it is an answer or not, with all models that differ only where nothing active comes near.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np

from lifesearch.core.answer import Answer
from lifesearch.engines.catalysts.limits import BOARD_SIDE
from lifesearch.engines.catalysts.problem import CatalystProblem, grown
from lifesearch.engines.sat.encoding.clauses import FALSE, TRUE, Bools, Clauses, Ints, equal, fold
from lifesearch.engines.sat.encoding.constraints import any_of, at_most, tally
from lifesearch.engines.sat.encoding.rule_clauses import implicates
from lifesearch.engines.sat.encoding.transitions import transitions
from lifesearch.engines.sat.encoding.variable_grid import Encoding, Spacetime, VariableGrid
from lifesearch.engines.sat.encoding.variables import Variables
from lifesearch.engines.sat.solving.cubes import Cube
from lifesearch.engines.sat.solving.enumerate import Clause, Enumeration, Goal, Model
from lifesearch.life.motion import Motion
from lifesearch.life.pattern import Box, Cell, Pattern, groups
from lifesearch.life.simulate.evolve import generations
from lifesearch.questions.catalysts.course import touched_in_order, union
from lifesearch.questions.catalysts.kind import MOST_SOLVED

Placed = tuple[Pattern, ...]
"""The catalysts of a solution, at their places, without images under the symmetry."""


class Candidate(NamedTuple):
    """The answer of a model, None if it is none, and the clauses that exclude it (`forbidding`)."""

    answer: Answer | None
    forbidding: list[Clause]


@dataclass(frozen=True)
class StillCells:
    """The clauses of a problem; the whole recurs after one of the `delays`, if there are any."""

    problem: CatalystProblem
    delays: tuple[int, ...]

    @cached_property
    def board(self) -> Box:
        """The kernel's board: arrays here have one entry for each of its cells."""
        return Box(*self.problem.corner, BOARD_SIDE, BOARD_SIDE)

    @cached_property
    def free(self) -> Bools:
        """The active part alone: [t, y, x]."""
        films = generations(self.problem.active, self.problem.generations, self.problem.rule)
        return np.stack([film.to_array(self.board) for film in films]).astype(np.bool_)

    @cached_property
    def orbits(self) -> dict[Cell, Cell]:
        """For each cell that may be still, the first of its images under the symmetry."""
        problem, near = self.problem, grown(self.problem.active, 1)
        made = {}
        x, y, width, height = problem.box
        for cell in ((x + i, y + j) for j in range(height) for i in range(width)):
            images = union(problem.images(Pattern.of([cell]))).cells
            if all(map(problem.box.holds, images)) and not images & near:
                made[cell] = min(images)
        return made

    @cached_property
    def unknown(self) -> Bools:
        """Which cells of each generation are variables: [t, y, x]; none in generation 0.

        In all other cells, either no catalyst can have been touched by then (`differs` is where
        one can), or nothing can live (`alive` is where something can).
        """
        # With fewer live cells around it no cell is born; in a rule without births none ever is.
        least = min(self.problem.rule.births or {BOARD_SIDE})
        still = Pattern.of(self.orbits).to_array(self.board).astype(np.bool_)
        alive, differs = still | self.free[0], np.zeros_like(still)
        planes = [differs]
        for free in self.free[:-1]:
            meets = (_around(still) > 0) & (_around(free) > 0)
            alive = alive | (_around(alive) >= least)
            differs = ((_around(differs) > 0) | meets) & alive
            planes.append(differs)
        return np.stack(planes)

    def why_not(self) -> str:
        """Why SAT cannot be used, as the template of an OptionError; empty if it can."""
        cells, edge = int(self.unknown.sum()), np.ones((BOARD_SIDE, BOARD_SIDE), np.bool_)
        edge[1:-1, 1:-1] = False
        if cells > MOST_SOLVED:
            return (
                f"SAT would have {cells:,} unknown cells in all generations, and can have "
                f"{MOST_SOLVED:,}: fewer generations or a smaller area have less"
            )
        if self.problem.catalysts and not self.delays:
            return (
                "SAT places listed still lifes only for oscillators: give <period P> or <catalyst> "
                "any, or leave out <engine> sat and <minimise>"
            )
        if not self.delays and (self.unknown | self.free)[:, edge].any():
            return (
                "something may reach the edge of the board, which SAT cannot follow: fewer "
                "generations or a smaller area keep it away"
            )
        return ""

    def solved(self, encoding: Encoding) -> StillFormula:
        """Assign variables, and write the clauses."""
        variables = Variables()
        firsts = sorted(set(self.orbits.values()))
        numbers = variables.allocate(*_columns(firsts), lambda x, y: f"still{x},{y}")
        number = dict(zip(firsts, numbers.tolist(), strict=True))
        still = np.full((BOARD_SIDE, BOARD_SIDE), FALSE, np.int32)
        for cell, first in self.orbits.items():
            still[self._at(cell)] = number[first]
        rest = np.where(self.free, TRUE, still).astype(np.int32)  # if nothing is touched
        grid, unknown = rest.copy(), self.unknown
        if self.delays:  # a pattern that reaches the edge of the board is no answer
            unknown = np.zeros_like(self.unknown)
            unknown[:, 1:-1, 1:-1] = self.unknown[:, 1:-1, 1:-1]
            grid[self.unknown & ~unknown] = FALSE
        t, y, x = np.nonzero(unknown)
        grid[t, y, x] = variables.allocate(x, y, lambda x, y: f"cell{x},{y}")
        # The board without its edge. Known cells need no clauses: they were simulated.
        layout = VariableGrid(
            Spacetime(BOARD_SIDE - 2, BOARD_SIDE - 2, Motion(len(grid)), returns=False),
            grid,
            np.ones_like(still, np.bool_),
            exempt=~self.unknown,
        )
        clauses = transitions(layout, self.problem.rule, encoding, variables)
        placed = None
        if self.problem.catalysts:
            placed = self._placements(still, variables, clauses)
        else:
            clauses += self._still(layout, still)
        clauses += self._ends(grid, rest, still, variables)
        clauses += self._restored(grid, still)
        return StillFormula(self, variables, clauses, still, placed)

    def _at(self, cell: Cell) -> tuple[int, int]:
        """The row and column of a cell on the board."""
        return cell[1] - self.board.y, cell[0] - self.board.x

    def _still(self, layout: VariableGrid, still: Ints) -> list[Clauses]:
        """The unknown cells alone are a still life."""
        alone = VariableGrid(layout.spacetime, still[None], layout.chosen)
        y, x = (axis.astype(np.int32) - 1 for axis in np.nonzero(_around(still != FALSE)))
        blocks = np.stack([*alone.neighbourhood(0, x, y)], axis=1)
        return implicates(self.problem.rule.table, blocks, alone.at(0, x, y))

    def _placements(
        self, still: Ints, variables: Variables, clauses: list[Clauses]
    ) -> dict[int, Pattern]:
        """A variable for each place of a catalyst, and the catalyst there; adds clauses.

        A catalyst that is placed has its cells and nothing near; each still cell is one of a
        catalyst that is placed; and no more than `problem.most` are.
        """
        problem, area = self.problem, self.problem.box
        by_cells: dict[Pattern, Pattern] = {}  # by all cells of a catalyst and its images
        for shape in problem.shapes:
            for x in range(area.x, area.right + 1):
                for y in range(area.y, area.bottom + 1):
                    catalyst = shape.translate(x, y)
                    if problem.fits(catalyst):
                        by_cells.setdefault(union(problem.images(catalyst)), catalyst)
        order = np.arange(len(by_cells))
        numbers = variables.allocate(order, order, lambda n, _: f"catalyst{n}").tolist()
        covering: dict[int, list[int]] = {int(v): [] for v in still[still > 0]}
        rows = []
        for number, cells in zip(numbers, by_cells, strict=True):
            for cell in grown(cells, problem.apart - 1):
                literal = int(still[self._at(cell)]) if self.board.holds(cell) else FALSE
                rows.append((-number, literal if cell in cells.cells else -literal))
                if cell in cells.cells:
                    covering[literal].append(number)
        clauses.append(Clauses(fold(np.array(rows, np.int32).reshape(-1, 2))))
        clauses += [any_of(np.array([-v, *those], np.int32)) for v, those in covering.items()]
        too_many, counted = at_most(np.array(numbers, np.int32), problem.most, variables)
        clauses += [*counted, Clauses(fold(np.array([[-too_many]], np.int32)))]
        return dict(zip(numbers, by_cells.values(), strict=True))

    def _ends(self, grid: Ints, rest: Ints, still: Ints, variables: Variables) -> Iterator[Clauses]:
        """The condition at the end: only catalysts are left or, with periods, the whole recurs.

        `grid` has the literals [t, y, x], `rest` those that a cell has if nothing is touched.
        """
        if not self.delays:
            yield Clauses(fold(equal(grid[-1].ravel(), still.ravel()).rows))
            return
        lives = np.flatnonzero(self.free.any(axis=(1, 2))).tolist()
        pairs = [(s, s + n) for n in self.delays for s in lives if s + n < len(grid)]
        chosen = variables.allocate(*_columns(pairs), lambda s, t: f"recurs{s},{t}")
        for literal, (s, t) in zip(chosen, pairs, strict=True):
            for now in (grid[s], grid[t]):
                differs = now != rest[s]
                rows = equal(now[differs], rest[s][differs]).rows
                yield Clauses(fold(np.column_stack([np.full(len(rows), -literal), rows])))
        yield any_of(chosen)

    def _restored(self, grid: Ints, still: Ints) -> Iterator[Clauses]:
        """A still cell that dies lives again in time: once in any `recovery` + 1 generations."""
        y, x = np.nonzero(still > 0)
        own, window = still[y, x], self.problem.recovery + 1
        for t in range(1, len(grid) - window + 1):
            lives = grid[t : t + window, y, x].T
            changed = ~(lives == own[:, None]).any(axis=1)
            yield Clauses(fold(np.column_stack([-own, lives])[changed]))


@dataclass(frozen=True, eq=False)
class StillFormula:
    """The clauses, and their variables.

    cells   the problem
    still   the literal of each cell of the board as a still cell: [y, x]
    placed  the catalysts by the variables of their places; None for catalysts of any form
    """

    cells: StillCells
    variables: Variables
    clauses: list[Clauses]
    still: Ints
    placed: dict[int, Pattern] | None

    def decode(self, model: Model) -> Placed:
        """The catalysts of a model, without images under the symmetry."""
        if self.placed is not None:
            return tuple(each for number, each in self.placed.items() if model[number - 1] > 0)
        problem, (x, y, *_) = self.cells.problem, self.cells.board
        alive = np.array([False, *(v > 0 for v in model)])[np.maximum(self.still, 0)]
        still = Pattern.from_array(alive, x, y)
        pieces = [still.restricted(piece) for piece in groups(set(still.cells), problem.apart - 1)]
        return tuple({frozenset(problem.images(each)): each for each in pieces}.values())

    def candidate(self, catalysts: Sequence[Pattern], answer: _Answered) -> Candidate:
        """Simulate catalysts; forbid these and all others with the same course.

        The course is the same if the still cells are equal wherever they matter: near cells that
        ever live until the end, and around the catalysts touched by then.
        """
        problem = self.cells.problem
        touched, run = touched_in_order(problem, catalysts)
        still = union(image for each in catalysts for image in problem.images(each))
        own = union(image for each in touched for image in problem.images(each))
        live = Pattern.of(cell for film in run for cell in film.cells)
        # Cells that are farther than 2 from live ones have no neighbour in common with them.
        near = Pattern.of(grown(live, 2) | grown(own, problem.apart - 1))
        clauses = {
            tuple(self._differs(problem.turned(near, g), problem.turned(still, g)))
            for g in problem.kept_group
        }
        return Candidate(answer(touched), [list(clause) for clause in sorted(clauses)])

    def _differs(self, where: Pattern, still: Pattern) -> Iterator[int]:
        """The literals of a clause: some cell of `where` is not as in `still`."""
        for cell in sorted(where.cells & self.cells.orbits.keys()):
            literal = int(self.still[self.cells._at(cell)])
            yield -literal if cell in still.cells else literal

    def enumeration(self, bits: str, answer: _Answered, *, fewest: bool) -> _Enumeration:
        """How to enumerate answers: those of a cube, or fewer and fewer still cells."""
        numbers = self.still[self.still > 0]
        goal: Goal[Candidate] | None = None
        if fewest:
            root, counters = tally(numbers, len(numbers), self.variables)
            self.clauses.extend(counters)

            def fewer(cost: int) -> list[Clause]:
                return [[-int(root[cost - 1])]] if cost <= len(root) else []

            # An answer has only catalysts that are touched; the formula counts all still cells. If
            # there are fewer in the former, a model without the others has so few.
            def cost(each: Candidate) -> int:
                assert each.answer is not None
                return each.answer.still_part.population

            goal = Goal(cost, fewer)
        return Enumeration(
            self.clauses,
            len(self.variables),
            lambda model: self.candidate(self.decode(model), answer),
            lambda each: each.forbidding,
            lambda found: [each.answer for each in found if each.answer is not None],
            lambda found: self.candidate(found.saved.catalysts, answer),
            Cube(list(dict.fromkeys(numbers.tolist())), bits),
            lambda each: ([each] if each.answer else [], each.forbidding),
            goal,
        )


_Answered = Callable[[Sequence[Pattern]], Answer | None]
_Enumeration = Enumeration[Candidate, Answer]


def _around(plane: Bools) -> Ints:
    """How many of a cell and those around it are set."""
    wide = np.pad(plane.astype(np.int32), 1)
    size = len(plane)
    return sum(wide[y : y + size, x : x + size] for y in range(3) for x in range(3))  # type: ignore[return-value]


def _columns(pairs: Sequence[tuple[int, int]]) -> tuple[Ints, Ints]:
    """All first numbers of some pairs, and all second ones."""
    first, second = np.array(pairs, np.int32).reshape(-1, 2).T
    return first, second
