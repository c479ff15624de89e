"""Run our own checker: compiled, where there is machine code, or in Python.

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
    checker.VALID: "",
    checker.NOT_DERIVED: "a clause of the proof does not follow from those before it",
    checker.NO_CONTRADICTION: "the proof does not come to a contradiction",
}
"""Why a proof is wrong, by the results of `checker.verify`."""


def check(formula: FormulaFile, proof: Proof) -> tuple[str, str]:
    """Why a proof is wrong, empty if it is right; and the name of the checker."""
    arrays = _arrays(formula, proof)
    verify, name = checker.verify, "lifesearch's own checker, in Python"
    if available():
        from lifesearch.proofs.verifier import machine

        verify, name = machine.verify_arrays, "lifesearch's own checker, compiled"
    else:  # Python is faster with lists
        arrays = Proving(*(array.tolist() for array in arrays))
    result = verify(arrays)
    # Only VALID says that a proof is right, whatever else compiled code may return.
    return REASONS.get(result, f"its check ended without a verdict, with {result}"), name


def _arrays(formula: FormulaFile, proof: Proof) -> Proving:
    """The arrays of a check, see `propagation.Proving`."""
    added = _selected(proof.clauses, ~proof.deletes)
    whole = _without_repeated_literals(_joined(formula.clauses, added))
    clauses, originals = len(whole), len(formula.clauses)
    # A proof may have variables of its own.
    variables = max(formula.variables, int(np.abs(whole.literals).max(initial=0)))
    codes = 2 * np.abs(whole.literals) + (whole.literals < 0)
    # RAT is about the first literal as it was written; watches reorder the literals. The entry for
    # an empty clause is never used.
    first = np.where(np.diff(whole.start) > 0, whole.start[:-1], 0)
    pivots = codes[first] if len(codes) else np.zeros(clauses, np.int64)
    steps = _steps(formula, proof)
    literals = 2 * variables + 2  # two for each variable, and two for variable 0, which is none
    watches = 2 * clauses
    return Proving(
        steps=np.array(steps, np.int32),
        pivots=pivots.astype(np.int32),
        literals=codes.astype(np.int32),
        start=whole.start,
        value=np.zeros(literals, np.int8),
        trail=np.zeros(variables + 1, np.int32),
        reason=np.full(variables + 1, -1, np.int32),
        head=np.full(2 * literals, -1, np.int32),  # lists of needed clauses, and of others
        after=np.full(watches, -1, np.int32),
        linked=np.zeros(watches, np.int8),
        active=np.zeros(clauses, np.int8),
        needed=np.zeros(clauses, np.int8),
        seen=np.zeros(variables + 1, np.int8),
        stack=np.zeros(variables + 1, np.int32),
        marks=np.zeros(len(proof.deletes), np.int32),
        # Nothing is true, propagated or checked yet: see TRUE_ONES to RATS.
        counts=np.array([0, 0, 0, 0, 0, literals, len(steps), originals], np.int64),
    )


def _steps(formula: FormulaFile, proof: Proof) -> list[int]:
    """The numbers of clauses that are added, and ~c where clause c is deleted.

    Of several clauses with the literals of a deletion the one that was added last is deleted; if
    there is none, nothing is. Clauses are compared by the sum of random weights of their literals.
    Were the wrong one deleted because two sums are equal, nothing would be proved wrongly. A set of
    clauses that can be satisfied still can be when one is deleted, or when a lemma is added that is
    RUP or RAT: so a contradiction at the end is one of the formula.
    """
    largest = max(
        int(np.abs(clauses.literals).max(initial=0)) for clauses in (formula.clauses, proof.clauses)
    )
    # A weight for each literal from -largest to largest: negative ones count from the array's end.
    weights = np.random.default_rng(0).integers(2**63, size=2 * largest + 1, dtype=np.uint64)
    numbers_by_sum: dict[int, list[int]] = {}
    for number, total in enumerate(_sums(formula.clauses, weights)):
        numbers_by_sum.setdefault(total, []).append(number)
    count, steps = len(formula.clauses), []
    for total, deleted in zip(_sums(proof.clauses, weights), proof.deletes.tolist(), strict=True):
        if not deleted:
            numbers_by_sum.setdefault(total, []).append(count)
            steps.append(count)
            count += 1
        elif numbers := numbers_by_sum.get(total):
            steps.append(~numbers.pop())
    return steps


def _sums(clauses: ClauseList, weights: Any) -> list[int]:
    """For each clause the sum of the weights of its literals."""
    sums = np.append(np.uint64(0), np.cumsum(weights[clauses.literals]))
    totals: list[int] = (sums[clauses.start[1:]] - sums[clauses.start[:-1]]).tolist()
    return totals


def _selected(clauses: ClauseList, which: Any) -> ClauseList:
    lengths = np.diff(clauses.start)
    literals = clauses.literals[np.repeat(which, lengths)]
    return ClauseList(literals, np.append(0, np.cumsum(lengths[which])))


def _joined(one: ClauseList, other: ClauseList) -> ClauseList:
    literals = np.append(one.literals, other.literals)
    return ClauseList(literals, np.append(one.start, other.start[1:] + one.start[-1]))


def _without_repeated_literals(clauses: ClauseList) -> ClauseList:
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
