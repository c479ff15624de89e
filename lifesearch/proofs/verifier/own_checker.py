"""Run our own checker: as machine code, where there is some, or in Python.

`confirm` calls `check`. Nothing here reads the question: a formula and a proof are numbers.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from lifesearch.engines.compiled import available
from lifesearch.proofs.verifier import checker
from lifesearch.proofs.verifier.propagation import Proving
from lifesearch.proofs.verifier.reading import ClauseList, FormulaFile, Ints, Proof

REASONS = {
    checker.NOT_DERIVED: "a clause of the proof does not follow from those before it",
    checker.NO_CONTRADICTION: "the proof does not come to a contradiction",
}


def check(formula: FormulaFile, proof: Proof) -> tuple[str, str]:
    """Why a proof is wrong, empty if it is right; and the name of the checker."""
    tables = _tables(formula, proof)
    verify, name = checker.verify, "lifesearch's own checker, in Python"
    if available():
        from lifesearch.proofs.verifier import machine

        verify, name = machine.verify_arrays, "lifesearch's own checker, compiled"
    else:  # Python is faster with lists
        tables = Proving(*(table.tolist() for table in tables))
    return REASONS.get(verify(tables), ""), name


def _tables(formula: FormulaFile, proof: Proof) -> Proving:
    added = _selected(proof.clauses, ~proof.deletes)
    whole = _without_repetitions(_joined(formula.clauses, added))
    clauses, originals = len(whole), len(formula.clauses)
    variables = max(formula.variables, int(np.abs(whole.literals).max(initial=0)))
    codes = 2 * np.abs(whole.literals) + (whole.literals < 0)
    # RAT is about the first literal as it was written; watches reorder the literals.
    first = np.where(np.diff(whole.start) > 0, whole.start[:-1], 0)
    pivots = codes[first] if len(codes) else np.zeros(clauses, np.int64)
    steps = _steps(formula, proof)
    return Proving(
        steps=np.array(steps, np.int32),
        pivots=pivots.astype(np.int32),
        literals=codes.astype(np.int32),
        start=whole.start,
        value=np.zeros(2 * variables + 2, np.int8),
        trail=np.zeros(variables + 1, np.int32),
        reason=np.full(variables + 1, -1, np.int32),
        head=np.full(4 * variables + 4, -1, np.int32),
        after=np.full(2 * clauses, -1, np.int32),
        linked=np.zeros(2 * clauses, np.int8),
        active=np.zeros(clauses, np.int8),
        needed=np.zeros(clauses, np.int8),
        seen=np.zeros(variables + 1, np.int8),
        stack=np.zeros(variables + 1, np.int32),
        marks=np.zeros(len(proof.deletes), np.int32),
        counts=np.array([0] * 5 + [2 * variables + 2, len(steps), originals], np.int64),
    )


def _steps(formula: FormulaFile, proof: Proof) -> list[int]:
    """The steps of a proof by the numbers of their clauses.

    A deletion is of the clause that was added last among those with the same literals; clauses are
    compared by a sum of random numbers. If there is none, nothing is deleted. Were it ever the
    wrong one, nothing would be proved wrongly: what follows from fewer clauses follows.
    """
    largest = max(
        int(np.abs(clauses.literals).max(initial=0)) for clauses in (formula.clauses, proof.clauses)
    )
    weights = np.random.default_rng(0).integers(2**63, size=2 * largest + 1, dtype=np.uint64)
    there: dict[int, list[int]] = {}
    for number, weight in enumerate(_sums(formula.clauses, weights)):
        there.setdefault(weight, []).append(number)
    count, steps = len(formula.clauses), []
    for weight, deleted in zip(_sums(proof.clauses, weights), proof.deletes.tolist(), strict=True):
        if not deleted:
            there.setdefault(weight, []).append(count)
            steps.append(count)
            count += 1
        elif numbers := there.get(weight):
            steps.append(~numbers.pop())
    return steps


def _sums(clauses: ClauseList, weights: Any) -> list[int]:
    """For each clause the sum of the weights of its literals."""
    sums = np.append(np.uint64(0), np.cumsum(weights[clauses.literals]))
    found: list[int] = (sums[clauses.start[1:]] - sums[clauses.start[:-1]]).tolist()
    return found


def _selected(clauses: ClauseList, which: Any) -> ClauseList:
    lengths = np.diff(clauses.start)
    literals = clauses.literals[np.repeat(which, lengths)]
    return ClauseList(literals, np.append(0, np.cumsum(lengths[which])))


def _joined(one: ClauseList, other: ClauseList) -> ClauseList:
    literals = np.append(one.literals, other.literals)
    return ClauseList(literals, np.append(one.start, other.start[1:] + one.start[-1]))


def _without_repetitions(clauses: ClauseList) -> ClauseList:
    lengths = np.diff(clauses.start)
    owner: Ints = np.repeat(np.arange(len(lengths)), lengths)
    order = np.lexsort((clauses.literals, owner))
    again = np.zeros(len(order), np.bool_)
    same = (np.diff(clauses.literals[order]) == 0) & (np.diff(owner[order]) == 0)
    again[order[1:][same]] = True
    if not again.any():
        return clauses
    kept = lengths - np.bincount(owner[again], minlength=len(lengths))
    return ClauseList(clauses.literals[~again], np.append(0, np.cumsum(kept)))
