"""One box, one solver: find answers, and never the same one twice.

Two solutions are the same pattern when one is the other moved, turned, mirrored or
delayed in a way that the question allows. Each answer is blocked together with all its
images, by one clause each over the cells of generation 0.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

import numpy as np

from lifesearch.encode.clauses import Clauses
from lifesearch.encode.spacetime import Laid
from lifesearch.encode.variables import Variables
from lifesearch.life.pattern import Pattern
from lifesearch.search.solver import Solver


@dataclass(frozen=True, eq=False)
class Problem:
    """The clauses about a laid-out spacetime."""

    laid: Laid
    variables: Variables
    clauses: list[Clauses]

    def blocking(self, pattern: Pattern) -> list[int] | None:
        """A clause that forbids a first generation; None if it is impossible anyway."""
        x, y, variable = self.laid.first_generation
        cells = zip(x.tolist(), y.tolist(), strict=True)
        alive = np.array([cell in pattern.cells for cell in cells], np.bool_)
        if int(alive.sum()) != pattern.population:
            return None
        literals: list[int] = np.unique(np.where(alive, -variable, variable)).tolist()
        return literals

    def decode(self, solver: Solver) -> Pattern:
        """The first generation of the solver's model."""
        x, y, variable = self.laid.first_generation
        alive = solver.model(len(self.variables))[variable]
        return Pattern.of(zip(x[alive].tolist(), y[alive].tolist(), strict=True))


def patterns(
    problem: Problem,
    solver_name: str,
    images: Callable[[Pattern], Iterable[Pattern]],
) -> Iterator[Pattern | int | None]:
    """Yield the number of conflicts now and then, first generations, and None at the end.

    Every pattern is blocked together with its images.
    """
    with Solver(solver_name) as solver:
        for batch in problem.clauses:
            for clauses in batch.tuples():
                solver.add(clauses)
        while True:
            for report in solver.solve():
                if report is False:
                    yield solver.conflicts
                    yield None
                    return
                if report is True:
                    break
                yield report
            pattern = problem.decode(solver)
            yield pattern
            blocking = (problem.blocking(image) for image in images(pattern))
            solver.add([clause for clause in blocking if clause is not None])
