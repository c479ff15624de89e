"""The backbone of a formula: literals that are true in all of its solutions.

A first solution leaves one candidate for each variable. For each candidate the solver is asked for
a solution in which it is false. If there is none, it is of the backbone, and becomes a clause;
otherwise all candidates that are false in the new solution are struck out.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass

from lifesearch.engines.sat.solving.solver import Solver


@dataclass(frozen=True)
class Backbone:
    """What is known so far: literals that are `proved` to be in it, and `candidates`.

    `solution` is some solution, v or -v for each variable. The backbone is complete when there are
    no candidates.
    """

    solution: list[int]
    proved: tuple[int, ...]
    candidates: tuple[int, ...]


def backbone(solver: Solver, variables: Sequence[int]) -> Iterator[int | Backbone]:
    """Yield numbers of conflicts, and a `Backbone` after each solution or proof.

    The last report is complete; without a solution no `Backbone` is reported.
    """
    solution = yield from _solution(solver, ())
    if solution is None:
        return
    candidates = [solution[v - 1] for v in dict.fromkeys(variables)]
    proved: list[int] = []
    while candidates:
        yield Backbone(solution, tuple(proved), tuple(candidates))
        literal = candidates.pop()
        other = yield from _solution(solver, (-literal,))
        if other is None:
            proved.append(literal)
            solver.add([[literal]])  # no solution is lost, and later questions are easier
        else:
            candidates = [each for each in candidates if other[abs(each) - 1] == each]
    yield Backbone(solution, tuple(proved), ())


def _solution(solver: Solver, assumptions: Sequence[int]) -> Generator[int, None, list[int] | None]:
    """A solution under assumptions, None if there is none; conflicts on the way."""
    for report in solver.solve(assumptions):
        if isinstance(report, bool):
            return solver.model() if report else None
        yield report
    raise AssertionError("a solver ends with an answer")
