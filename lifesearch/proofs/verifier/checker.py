"""A checker of DRAT proofs: small, plain, and without any code of the search.

`own_checker` calls `verify`. A formula is a list of clauses. A proof is a list of steps: each adds
a clause (a lemma) or deletes one, and at last the lemmas and the formula must contradict each
other. A lemma may be added if it has one of two properties, with regard to the clauses before it:

- RUP: if all its literals are false, unit propagation finds a clause that is false, too;
- RAT: the same holds for the lemma together with the other literals of each clause that has the
  negation of the lemma's first literal.

`verify` first goes forward, without checking anything, until unit propagation alone finds a clause
that is false. Then it goes back from there. The clauses that led to the contradiction are needed,
and so are those by which needed lemmas have their property: only these lemmas are checked. Unit
propagation tries needed clauses first, so that few others become needed.

A deletion is ignored if its clause is the reason for a literal: nothing is proved wrongly if there
are more clauses, and solvers that write such a deletion mean the literal to stay.

What the arguments are: see `propagation`. All functions can be compiled, or run as they are.
Compiled, this is 57 times as fast as dratify, a package with which tests compare it.
"""

from __future__ import annotations

from lifesearch.proofs.verifier.propagation import (
    CHECKED,
    ORIGINALS,
    RATS,
    STEPS,
    TRUE_ONES,
    Proving,
    assign,
    attach,
    deny,
    forget,
    link,
    need,
    propagate,
    relink,
)

VALID, NOT_DERIVED, NO_CONTRADICTION = range(3)
"""The results of `verify`: the proof is right, a lemma may not be added, or it ends too early."""
NOTHING = 2**31 - 1
"""A step that is ignored."""


def is_reason(clause: int, t: Proving) -> bool:
    """Whether a literal is true because of a clause."""
    first, end = t.start[clause], t.start[clause + 1]
    for i in range(first, first + 2 if first + 2 < end else end):
        if t.value[t.literals[i]] == 1 and t.reason[t.literals[i] >> 1] == clause:
            return True
    return False


def has_property(lemma: int, t: Proving) -> bool:
    """Whether a lemma is RUP or RAT with regard to the clauses that are there."""
    literals, start, reason, counts = t.literals, t.start, t.reason, t.counts
    counts[CHECKED] += 1
    true_literal = deny(lemma, -1, t)
    if true_literal >= 0:
        if reason[true_literal >> 1] >= 0:
            need(reason[true_literal >> 1], t)
        return True
    false_clause = propagate(t)
    if false_clause >= 0:
        need(false_clause, t)
        return True
    if start[lemma] == start[lemma + 1]:
        return False
    # Not RUP: the lemma must be RAT on its first literal. All clauses with the negation of that
    # literal are tried, one by one.
    counts[RATS] += 1
    level, denied = counts[TRUE_ONES], t.pivots[lemma] ^ 1
    for clause in range(lemma):
        if t.active[clause] == 0:
            continue
        meets = False
        for i in range(start[clause], start[clause + 1]):
            meets |= literals[i] == denied
        if not meets:
            continue
        true_literal = deny(clause, denied, t)
        if true_literal >= 0:
            if reason[true_literal >> 1] >= 0:
                need(reason[true_literal >> 1], t)
        else:
            false_clause = propagate(t)
            if false_clause < 0:
                return False
            need(false_clause, t)
        forget(level, t)
    return True


def verify(t: Proving) -> int:
    """Check a proof; return VALID, NOT_DERIVED or NO_CONTRADICTION.

    The first clauses are those of the formula; the others are the lemmas, in their order.
    """
    steps, active, marks, counts = t.steps, t.active, t.marks, t.counts
    consistent = True
    for clause in range(counts[ORIGINALS]):
        active[clause] = 1
        consistent &= attach(clause, t)
    # The formula itself contains an empty clause, or contradictory units.
    if not consistent:
        return VALID
    false_clause = propagate(t)
    if false_clause >= 0:
        return VALID
    last = -1
    for i in range(counts[STEPS]):
        marks[i] = counts[TRUE_ONES]
        if steps[i] < 0:
            if is_reason(~steps[i], t):
                steps[i] = NOTHING
            else:
                active[~steps[i]] = 0
            continue
        active[steps[i]] = 1
        # If all its literals are false already, the lemma itself is the clause that is false.
        false_clause = steps[i]
        if attach(steps[i], t):
            false_clause = propagate(t)
        if false_clause >= 0:
            need(false_clause, t)
            last = i
            break
    if last < 0:
        return NO_CONTRADICTION
    # Backwards: a lemma is removed before it is checked, so it cannot support itself.
    for i in range(last, -1, -1):
        step = steps[i]
        if step == NOTHING:
            continue
        if step < 0:
            active[~step] = 1
            relink(~step, t)
            continue
        forget(marks[i], t)
        active[step] = 0
        if t.needed[step] == 1:
            if not has_property(step, t):
                return NOT_DERIVED
            forget(marks[i], t)
    return VALID


FUNCTIONS = (
    assign,
    forget,
    link,
    propagate,
    need,
    deny,
    relink,
    attach,
    is_reason,
    has_property,
    verify,
)
"""All functions, each after those that it calls."""
