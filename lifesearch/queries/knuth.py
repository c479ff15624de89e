"""Asking Knuth's programs: from a formula to verified histories.

Different answers differ in their first generation: each found one is blocked by a
clause over its cells.
"""

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from lifesearch.encoding.knuth.formula import Formula
from lifesearch.encoding.knuth.programs import PROGRAMS, knuth_formula
from lifesearch.encoding.knuth.text import dimacs_lines
from lifesearch.life.pattern import Pattern
from lifesearch.life.simulate.evolve import step, step_torus
from lifesearch.queries.base import BoxQuery, Report
from lifesearch.queries.history import History, read_history
from lifesearch.solving.configuration import Configuration
from lifesearch.solving.enumerate import Clause, Model, batch_reports, solutions
from lifesearch.solving.parts import Part


@dataclass(frozen=True)
class KnuthQuestion(BoxQuery[History]):
    """Ask one of Knuth's programs."""

    program: str
    arguments: tuple[int, ...]
    mask: Pattern | None = None

    def configurations(self) -> tuple[Configuration, ...]:
        """His clauses, whichever solver works on them."""
        return (Configuration("cadical195", "knuth"), Configuration("glucose4", "knuth"))

    def parts(self, depth: int) -> Iterator[Part]:
        """All at once."""
        yield Part((0, 0))

    def dimacs(self, part: Part | None, how: Configuration) -> Iterator[str]:
        """His clauses."""
        return dimacs_lines(knuth_formula(PROGRAMS[self.program], self.arguments, self.mask))

    def key(self, answer: History) -> Hashable:
        """Answers are told apart by their first generation."""
        return answer.generations[0]

    def search(
        self,
        part: Part,
        how: Configuration,
        known: Sequence[History],
    ) -> Iterator[Report[History]]:
        """Build the clauses, solve them, and check what comes out."""
        formula = knuth_formula(PROGRAMS[self.program], self.arguments, self.mask)
        return answers(formula, how, self._step(), known)

    def _step(self) -> Callable[[Pattern], Pattern]:
        if not PROGRAMS[self.program].torus:
            return step
        rows, columns = self.arguments[:2]
        # The programs count from 1, the simulator's torus from 0.
        return lambda p: step_torus(p.translate(-1, -1), columns, rows).translate(1, 1)


def answers(
    formula: Formula,
    how: Configuration,
    step: Callable[[Pattern], Pattern],
    known: Sequence[History] = (),
) -> Iterator[Report[History]]:
    """Yield the verified answers of a formula."""
    cells = formula.first_cells()
    plane = formula.planes[0]

    def forbidding(history: History) -> Clause:
        places = zip(
            plane.column.tolist(), plane.row.tolist(), plane.variable.tolist(), strict=True
        )
        first = history.generations[0].cells
        return [-v if (x, y) in first else v for x, y, v in places]

    def on_model(model: Model) -> tuple[list[History], list[Clause]]:
        history = read_history(formula, np.array([False, *(v > 0 for v in model)]), step)
        return [history], [[-model[v - 1] for v in cells]]

    # Among his variables there are many counters: to try them false first is no help.
    before = map(forbidding, known)
    variables = len(formula.variables)
    return batch_reports(
        solutions(formula.clauses, variables, how, on_model, before, dead_first=False)
    )
