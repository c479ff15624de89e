"""The SAT solvers inside: the only module that knows PySAT.

A solver works in slices of some thousand conflicts, so that its process can report how it is
getting on. Three facts about PySAT shape this class: budgets make the plain `solve` of CaDiCaL
answer "unsatisfiable" falsely, so only `solve_limited` is used, and its None is no answer; CaDiCaL
forgets its budget after each call, so it is set before each; and models can end before the last
variable when that occurs in no clause.

A fourth fact is about proofs: PySAT itself would write one to a file without a name, in the folder
for temporary files, and return it as a list of lines at the end: proofs can be too large for both.
So a solver is given a file of ours, which it closes when it is deleted (`ProofStream`). The solvers
do not check whether what they write arrives on the disk; the C library knows (`_failed`).
"""

from __future__ import annotations

import ctypes
import errno
import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import Any, BinaryIO

import numpy as np

from lifesearch.common.errors import InputError
from lifesearch.common.text import suggestion
from lifesearch.engines.sat.encoding.clauses import Clauses


class ProofStream:
    """The file that a solver of PySAT writes its proof to."""

    def __init__(self, solver: Any, name: str, file: BinaryIO) -> None:
        import pysolvers

        glucose = name == "glucose4"
        handle = solver.glucose if glucose else solver.cadical
        begin = getattr(pysolvers, f"{'glucose41' if glucose else name}_tracepr")
        solver.prfile = file
        solver.prfp = self._stream = begin(handle, file)
        self._flush = pysolvers.flushpr

    def check(self) -> None:
        """Raise an error if the solver's proof could not be written."""
        if _failed(self._stream):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    def flush(self) -> None:
        """Flush what the solver has written to the file."""
        self._flush(self._stream)
        self.check()


def _failed(stream: Any) -> bool:
    """Whether the C library could not write to a stream; where it cannot be asked, False."""
    if sys.platform == "win32":
        return False
    api = ctypes.pythonapi
    api.PyCapsule_GetPointer.restype = ctypes.c_void_p
    api.PyCapsule_GetPointer.argtypes = [ctypes.py_object, ctypes.c_char_p]
    pointer = api.PyCapsule_GetPointer(stream, None)
    ferror = ctypes.CDLL(None).ferror
    ferror.argtypes = [ctypes.c_void_p]
    return bool(ferror(pointer))


# Conflicts in one call of a solver, which cannot be interrupted: 1,000 to 2,000 take 0.4 to 0.8 s.
SLICE = 2000
FIRST_SLICE = 200
LONGEST_SLICE = 64_000
"""A choice, for slices that become longer.

CaDiCaL begins each call with its schedule of restarts, phases and simplifications anew, and finds
few patterns if it never gets far in that schedule.
"""
ALIASES = {"cadical": "cadical195", "glucose": "glucose4"}
# Not lingeling, which aborts the process, nor kissat404, which does so when it is used again.
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
WITH_PROOF = ("cadical195", "cadical153", "glucose4")
"""The solvers whose proofs are tested; PySAT has others that write proofs."""


def solver_name(name: str) -> str:
    """The full name of a solver; cadical and glucose stand for their best versions."""
    full = ALIASES.get(name.lower(), name.lower())
    if full not in SOLVERS:
        raise InputError(
            f"there is no solver '{name[:20]}'; {suggestion(name[:20], (*ALIASES, *SOLVERS))}"
        )
    return full


def variable_order(variables: int, seed: int) -> list[int] | None:
    """The solver's number of variable v, at index v; None if the numbers are not changed."""
    if not seed:
        return None
    return [0, *(np.random.default_rng(seed).permutation(variables) + 1).tolist()]


class Solver:
    """One incremental SAT solver; use it in a `with` statement.

    With a seed the solver, and only the solver, sees the variables 1..n in another order.
    CaDiCaL would try live cells first. With `dead_first`, like the others, it tries dead
    ones, which is better for most queries, and much better for hard ones. Those of `WITH_PROOF`
    can write a proof, in terms of the variables as the solver sees them.
    """

    def __init__(
        self,
        name: str,
        variables: int,
        seed: int = 0,
        *,
        dead_first: bool = True,
        proof: BinaryIO | None = None,
    ) -> None:
        from pysat.solvers import Solver as PySatSolver  # loads all the solvers

        self._solver: Any = PySatSolver(name=name)  # python-sat declares no types
        self._name = name
        # Whether it still prefers live cells, and should not: until `solve` sets its phases.
        self._prefers_life = dead_first and name.startswith("cadical")
        self._variables = variables
        self._order = variable_order(variables, seed)
        self._proof = None if proof is None else ProofStream(self._solver.solver, name, proof)

    def __enter__(self) -> Solver:
        return self

    def __exit__(self, *_: object) -> None:
        self._solver.delete()

    def load(self, batch: Clauses) -> None:
        """Add a batch of clauses."""
        if self._order is not None:
            order = np.array(self._order, np.int32)
            batch = Clauses(np.sign(batch.rows) * order[np.abs(batch.rows)])
        for clauses in batch.tuples():
            self._solver.append_formula(clauses, no_return=True)

    def add(self, clauses: Iterable[Sequence[int]]) -> None:
        """Add a few clauses; no answer found before is valid any more."""
        order = self._order
        if order is not None:
            clauses = ([order[v] if v > 0 else -order[-v] for v in clause] for clause in clauses)
        self._solver.append_formula(clauses, no_return=True)

    def solve(
        self, assumptions: Sequence[int] = (), *, growing: bool = False
    ) -> Iterator[int | bool]:
        """Yield the number of conflicts after each slice of work, and True or False at the end.

        The first slice is short, so that answers found just before are reported soon. With
        `growing`, each slice is longer than the one before.
        """
        assumptions = self._ordered(assumptions)
        # Once is enough: the solver keeps the phases.
        if self._prefers_life:
            self._solver.set_phases(list(range(-1, -self._variables - 1, -1)))
            self._prefers_life = False
        budget = FIRST_SLICE
        while True:
            self._solver.conf_budget(budget)
            answer: bool | None = self._solver.solve_limited(assumptions=assumptions)
            if self._proof is not None:
                # A full disk is noticed after each slice, not after hours.
                (self._proof.check if answer is None else self._proof.flush)()
            if answer is not None:
                yield answer
                return
            yield self.conflicts
            budget = min(max(SLICE, 2 * budget), LONGEST_SLICE) if growing else SLICE

    def _ordered(self, literals: Sequence[int]) -> list[int]:
        """Literals as the solver sees them."""
        order = self._order
        if order is None:
            return list(literals)
        return [order[v] if v > 0 else -order[-v] for v in literals]

    @cached_property
    def _numbers(self) -> list[int]:
        """The variable of each of the solver's numbers; empty if these are the same."""
        numbers = [0] * len(self._order or ())
        for variable, number in enumerate(self._order or ()):
            numbers[number] = variable
        return numbers

    def prefer(self, literals: Sequence[int]) -> None:
        """Try these literals first, where the solver is free to choose.

        They replace `dead_first`, which for CaDiCaL then no longer holds for other variables.
        """
        self._prefers_life = False
        self._solver.set_phases(self._ordered(literals))

    @property
    def propagates_fast(self) -> bool:
        """Whether `implied` takes microseconds; CaDiCaL takes milliseconds."""
        return not self._name.startswith("cadical")

    def implied(self, assumptions: Sequence[int] = ()) -> list[int] | None:
        """The literals that follow by unit propagation; None if that is a contradiction.

        The assumptions are among them. What follows without any assumption is left out, even if it
        is an assumption.
        """
        possible, literals = self._solver.propagate(assumptions=self._ordered(assumptions))
        if not possible:
            return None
        numbers = self._numbers
        return [numbers[v] if v > 0 else -numbers[-v] for v in literals] if numbers else literals

    def flush_proof(self) -> None:
        if self._proof is not None:
            self._proof.flush()

    @property
    def conflicts(self) -> int:
        return int(self._solver.accum_stats()["conflicts"])

    def model(self) -> list[int]:
        """The last answer: v or -v for each variable v, in order."""
        model: list[int] = self._solver.get_model() or []
        model += range(-len(model) - 1, -self._variables - 1, -1)
        if self._order is not None:
            places = enumerate(self._order[1:], start=1)
            model = [v if model[place - 1] > 0 else -v for v, place in places]
        return model
