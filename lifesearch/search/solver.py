"""The SAT solvers inside: the only module that knows PySAT.

A solver works in slices of some thousand conflicts, so that its process can report how
it is getting on. Three facts about PySAT shape this class: budgets make the plain
`solve` of CaDiCaL answer "unsatisfiable" falsely, so only `solve_limited` is used, and
its None is no answer; CaDiCaL forgets its budget after each call, so it is set before
each; and models can end before the last variable when that occurs in no clause.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np

from lifesearch.encode.clauses import Bools
from lifesearch.errors import InputError
from lifesearch.near import suggestion

SLICE = 2000
ALIASES = {"cadical": "cadical195", "glucose": "glucose4"}
SOLVERS = (
    "cadical195",
    "cadical153",
    "cadical300",
    "glucose4",
    "glucose3",
    "glucose42",
    "maplechrono",
    "maplecm",
    "mergesat3",
    "minisat22",
)


def solver_name(name: str) -> str:
    """The full name of a solver; cadical and glucose stand for their best versions."""
    full = ALIASES.get(name.lower(), name.lower())
    if full not in SOLVERS:
        raise InputError(f"there is no solver '{name}'; {suggestion(name, (*ALIASES, *SOLVERS))}")
    return full


class Solver:
    """One incremental SAT solver; use it in a `with` statement."""

    def __init__(self, name: str) -> None:
        from pysat.solvers import Solver as PySatSolver  # loads all the solvers

        self._solver = PySatSolver(name=name)

    def __enter__(self) -> Solver:
        return self

    def __exit__(self, *_: object) -> None:
        self._solver.delete()

    def add(self, clauses: Iterable[Iterable[int]]) -> None:
        """Add clauses; no answer found before is valid any more."""
        self._solver.append_formula(clauses, no_return=True)

    def solve(self) -> Iterator[int | bool]:
        """Yield the number of conflicts after each slice of work, and True or False at the end."""
        while True:
            self._solver.conf_budget(SLICE)
            answer: bool | None = self._solver.solve_limited()
            if answer is not None:
                yield answer
                return
            yield self.conflicts

    @property
    def conflicts(self) -> int:
        """How many conflicts there have been in all."""
        return int(self._solver.accum_stats()["conflicts"])

    def model(self, variables: int) -> Bools:
        """The last answer: the value of variable v at index v (0 is False)."""
        values = np.zeros(variables + 1, np.bool_)
        model = np.array(self._solver.get_model() or [], np.int64)
        values[model[(model > 0) & (model <= variables)]] = True
        return values
