"""Asking Knuth's programs: from a formula to verified histories.

Different answers differ in their first generation: each found one is blocked by a
clause over its cells.
"""

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from lifesearch.knuth.formula import KnuthFormula, dimacs_lines
from lifesearch.knuth.given import GivenCells
from lifesearch.knuth.history import History, read_history
from lifesearch.knuth.programs import PROGRAMS, design, knuth_formula
from lifesearch.life.pattern import Pattern
from lifesearch.life.simulate.evolve import step, step_torus
from lifesearch.queries.base import Query
from lifesearch.solving.configuration import Configuration
from lifesearch.solving.enumerate import Clause, Enumeration, Kept, Model, Report
from lifesearch.solving.parts import Part


@dataclass(frozen=True)
class KnuthQuestion(Query[History]):
    """Ask one of Knuth's programs."""

    program: str
    arguments: tuple[int, ...]
    mask: Pattern | None = None
    given: tuple[GivenCells, ...] = ()

    @property
    def clauses(self) -> KnuthFormula:
        return knuth_formula(PROGRAMS[self.program], self.arguments, self.mask, self.given)

    def check(self) -> None:
        """Complain about the arguments, and about what is given, before anything is solved."""
        design(PROGRAMS[self.program], self.arguments, self.mask)
        if self.given:
            _ = self.clauses

    def configurations(self) -> tuple[Configuration, ...]:
        return (Configuration("cadical195", "knuth"), Configuration("glucose4", "knuth"))

    def parts(self, depth: int) -> Iterator[Part]:
        yield Part((0, 0))

    def dimacs(self, part: Part | None, how: Configuration) -> Iterator[str]:
        return dimacs_lines(self.clauses)

    def key(self, answer: History) -> Hashable:
        return answer.generations[0]

    def search(
        self, part: Part, how: Configuration, known: Sequence[History], kept: Kept | None = None
    ) -> Iterator[Report[History]]:
        """Build the clauses, solve them, and check what comes out."""
        formula = self.clauses
        plane, first_cells = formula.planes[0], formula.first_cells()
        places = zip(plane.column.tolist(), plane.row.tolist(), strict=True)
        place = dict(zip(plane.variable.tolist(), places, strict=True))

        def decode(model: Model) -> History:
            return read_history(formula, np.array([False, *(v > 0 for v in model)]), self._step())

        def blocking(history: History) -> list[Clause]:
            alive = history.generations[0].cells
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
        ).run(how, known, kept)

    def _step(self) -> Callable[[Pattern], Pattern]:
        if not PROGRAMS[self.program].torus:
            return step
        rows, columns = self.arguments[:2]
        # The programs count from 1, the simulator's torus from 0.
        return lambda p: step_torus(p.translate(-1, -1), columns, rows).translate(1, 1)
