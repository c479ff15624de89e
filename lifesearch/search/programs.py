"""Asking Knuth's programs: from a formula to verified histories, as a stream of events.

Nothing here knows of terminals, processes or files. Different answers differ in their
first generation: each found one is blocked by a clause over its cells.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from lifesearch.encode.formula import Formula
from lifesearch.encode.knuth.programs import PROGRAMS, knuth_formula
from lifesearch.life.evolve import step, step_torus
from lifesearch.life.pattern import Pattern
from lifesearch.search.events import Event, Finished, Found, Progress
from lifesearch.search.history import read_history
from lifesearch.search.solver import Solver


@dataclass(frozen=True)
class KnuthQuestion:
    """Ask one of Knuth's programs; `count` is None for all answers."""

    program: str
    arguments: tuple[int, ...]
    mask: Pattern | None = None
    solver: str = "cadical195"
    count: int | None = 1

    def events(self) -> Iterator[Event]:
        """Build the clauses, solve them, and report."""
        formula = knuth_formula(PROGRAMS[self.program], self.arguments, self.mask)
        return answers(formula, self.solver, self.count, self._step())

    def _step(self) -> Callable[[Pattern], Pattern]:
        if not PROGRAMS[self.program].torus:
            return step
        rows, columns = self.arguments[:2]
        # The programs count from 1, the simulator's torus from 0.
        return lambda p: step_torus(p.translate(-1, -1), columns, rows).translate(1, 1)


def answers(
    formula: Formula, solver_name: str, count: int | None, step: Callable[[Pattern], Pattern]
) -> Iterator[Event]:
    """Yield the verified answers of a formula, at most `count`."""
    cells = formula.first_cells()
    found = 0
    with Solver(solver_name) as solver:
        for batch in formula.tuples():
            solver.add(batch)
        while count is None or found < count:
            for report in solver.solve():
                if report is False:
                    yield Finished(found, solver.conflicts, exhausted=True)
                    return
                if report is True:
                    break
                yield Progress(report, found)
            model = solver.model(len(formula.variables))
            yield Found(read_history(formula, model, step))
            found += 1
            solver.add([[-v if model[v] else v for v in cells]])
        yield Finished(found, solver.conflicts, exhausted=False)
