"""Asking Knuth's programs: from a formula to verified histories.

Different answers differ in their first generation: each found one is blocked by a
clause over its cells.

A history is one pattern for each generation. Before it is shown, each
generation is compared with what the simulator makes of the one before. The
simulator shares no code with the encoders, so a difference is a bug in one of them.

There are two honest exceptions. Knuth's programs write no clause for a barren cell: one
with fewer than three cells that may live in the 3x3 block around it. On boards a single
row or column wide, the cells at its ends are barren, and the clauses leave them free.
They are reported (`History.free`), so that such a history is not taken for Life. And
some programs have only a part of a step's clauses (`KnuthFormula.partial`): cells that
those leave open are not compared.
"""

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np

from lifesearch.core.answer import Answer, wrong_answer
from lifesearch.core.question import Divisible, Solvable
from lifesearch.engines.sat.encoding.clauses import Bools
from lifesearch.engines.sat.solving.configuration import Configuration, Strategy
from lifesearch.engines.sat.solving.enumerate import (
    Clause,
    Enumeration,
    Model,
    PartCheckpoint,
    Report,
)
from lifesearch.engines.sat.solving.part import Part
from lifesearch.life.pattern import Cell, Pattern
from lifesearch.life.simulate.evolve import step, step_torus
from lifesearch.questions.knuth.formula import KnuthFormula, Plane, dimacs_lines
from lifesearch.questions.knuth.given import GivenCells
from lifesearch.questions.knuth.programs import PROGRAMS, design, knuth_formula


@dataclass(frozen=True)
class History(Answer):
    """The generations start, start+1, ... of an answer, checked: its `phases`.

    Its cells are counted from 1, as the programs count them, on a torus as well. `start` is the
    time of the first generation. `free` holds the cells (x, y, t) that the clauses leave free and
    that are not as Life would have them: if there are any, this is no Life.
    """

    start: int = field(kw_only=True)
    phases: tuple[Pattern, ...] = field(kw_only=True)
    free: tuple[tuple[int, int, int], ...] = field(kw_only=True)

    def history(self) -> list[Pattern]:
        return [*self.phases]


def read_history(
    formula: KnuthFormula, model: Bools, successor: Callable[[Pattern], Pattern]
) -> History:
    """Decode all generations of an answer and check each against the one before.

    `model[v]` is the value of variable v; `successor` makes the next generation by simulation.
    """
    live = (_cells(plane, model[plane.variable]) for plane in formula.planes)
    generations = tuple(map(Pattern.of, live))
    free: list[tuple[int, int, int]] = []
    for before, after, plane in zip(generations, generations[1:], formula.planes[1:], strict=False):
        wrong = successor(before).cells ^ after.cells
        bound, unbound = _cells(plane, plane.determined), _cells(plane, ~plane.determined)
        tolerated = wrong - bound if formula.partial else wrong & unbound
        if wrong - tolerated:
            cell = min(wrong - tolerated)
            raise wrong_answer(
                f"to '{formula.title}' breaks the rule at cell {cell}, generation {plane.t}"
            )
        free += [(x, y, plane.t) for x, y in sorted(wrong & unbound)]
    return History(
        generations[0],
        len(generations) - 1,
        called=formula.title,
        returns=False,
        start=formula.planes[0].t,
        phases=generations,
        free=tuple(free),
    )


def _cells(plane: Plane, where: Bools) -> frozenset[Cell]:
    """Some cells of a generation; x is the column and y the row."""
    return frozenset(zip(plane.column[where].tolist(), plane.row[where].tolist(), strict=True))


@dataclass(frozen=True)
class KnuthQuestion(Divisible[History], Solvable):
    """Ask one of Knuth's programs.

    program    its name
    arguments  its numbers
    mask       the cells that may live, if the program reads a mask; else None
    given      cells that are given, a grid for each generation that has any
    """

    kind = "knuth"
    formula_words = "the formula of "

    program: str
    arguments: tuple[int, ...]
    mask: Pattern | None = None
    given: tuple[GivenCells, ...] = ()

    @property
    def program_formula(self) -> KnuthFormula:
        return knuth_formula(PROGRAMS[self.program], self.arguments, self.mask, self.given)

    def check(self) -> None:
        """Refuse wrong arguments and wrong given cells before a formula is solved."""
        design(PROGRAMS[self.program], self.arguments, self.mask)
        if self.given:
            _ = self.program_formula

    def configurations(self) -> tuple[Configuration, ...]:
        return (Configuration("cadical195", "knuth"), Configuration("glucose4", "knuth"))

    def parts(self, depth: int) -> Iterator[Part]:
        # One part without a box: the originals have no cubes, and a torus and a mask no box.
        yield Part((0, 0))

    def dimacs(self, part: Part | None, strategy: Configuration) -> Iterator[str]:
        return dimacs_lines(self.program_formula)

    def describe(self) -> str:
        """The program with its numbers."""
        return " ".join([self.program, *map(str, self.arguments)])

    def no_answers(self) -> str:
        return f"{self.title} has no solution"

    def key(self, answer: History) -> Hashable:
        return answer.pattern

    def search(
        self,
        part: Part,
        strategy: Strategy,
        known: Sequence[History],
        kept: PartCheckpoint | None = None,
    ) -> Iterator[Report[History]]:
        """Build the clauses, solve them, and check what comes out."""
        assert isinstance(strategy, Configuration)
        formula = self.program_formula
        plane, first_cells = formula.planes[0], formula.first_cells()
        places = zip(plane.column.tolist(), plane.row.tolist(), strict=True)
        place = dict(zip(plane.variable.tolist(), places, strict=True))

        def decode(model: Model) -> History:
            return read_history(formula, np.array([False, *(v > 0 for v in model)]), self._step())

        def blocking(history: History) -> list[Clause]:
            alive = history.pattern.cells
            return [[-v if place[v] in alive else v for v in first_cells]]

        return Enumeration[History, History](
            formula.clauses,
            len(formula.variables),
            decode,
            blocking,
            verify=list,
            recall=lambda history: history,
            # Among his variables there are many counters: to try them false first is no help.
            dead_first=False,
        ).run(strategy, known, kept)

    def _step(self) -> Callable[[Pattern], Pattern]:
        if not PROGRAMS[self.program].torus:
            return step
        rows, columns = self.arguments[:2]
        # The programs count from 1, the simulator's torus from 0.
        return lambda p: step_torus(p.translate(-1, -1), columns, rows).translate(1, 1)
