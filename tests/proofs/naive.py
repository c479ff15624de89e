"""The slowest checker of DRAT proofs that could be, to compare the real one with."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import product

Clause = tuple[int, ...]
Step = tuple[bool, Clause]
"""Whether a clause is deleted, and the clause."""


def satisfiable(variables: int, clauses: Sequence[Clause]) -> bool:
    """Whether some assignment makes all clauses true: try all."""
    for values in product((False, True), repeat=variables):
        if all(any(values[abs(v) - 1] == (v > 0) for v in clause) for clause in clauses):
            return True
    return False


def contradicts(clauses: Iterable[Clause], true: Iterable[int]) -> bool:
    """Whether unit propagation, with these literals true, finds a false clause."""
    known, clauses = set(true), list(clauses)
    if any(-v in known for v in known):
        return True
    changed = True
    while changed:
        changed = False
        for clause in clauses:
            left = {v for v in clause if -v not in known}
            if not left:
                return True
            if len(left) == 1 and not left <= known:
                known |= left
                changed = True
    return False


def derived(clauses: list[Clause], lemma: Clause) -> bool:
    """Whether a lemma is RUP or RAT."""
    denied = [-v for v in lemma]
    if contradicts(clauses, denied):
        return True
    if not lemma:
        return False
    pivot = lemma[0]
    meeting = [clause for clause in clauses if -pivot in clause]
    return all(
        contradicts(clauses, [*denied, *(-v for v in clause if v != -pivot)]) for clause in meeting
    )


def accepts(formula: Sequence[Clause], steps: Sequence[Step]) -> bool:
    """Check every lemma, whether it is needed or not; units are never deleted."""
    clauses = list(formula)
    for deletes, clause in steps:
        if contradicts(clauses, ()):
            return True
        if not deletes:
            if not derived(clauses, clause):
                return False
            clauses.append(clause)
        elif len(clause) > 1:
            same = [c for c in clauses if sorted(c) == sorted(clause)]
            if same:
                clauses.remove(same[-1])
    return contradicts(clauses, ())
