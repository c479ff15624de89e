"""A checker of DRAT proofs: small, plain, and without any code of those who search.

A formula is a list of clauses. A proof is a list of steps: each adds a clause (a lemma) or deletes
one, and at last the lemmas and the formula must contradict each other. A lemma may be added if it
has one of two properties, with regard to the clauses that are there before it:

- RUP: if all its literals are false, unit propagation finds a clause that is false, too;
- RAT: the same holds for the lemma together with the other literals of each clause that has the
  negation of the lemma's first literal.

`verify` first goes forward, without checking anything, until unit propagation alone finds a
clause that is false. Then it goes back from there. The clauses that led to the contradiction are
needed, and so are those by which needed lemmas have their property: only these lemmas are checked.
The clauses that are needed already are tried first, so that few others are.

A deletion is ignored if its clause is the reason for a literal: nothing is proved wrongly if there
are more clauses, and solvers that say so mean the literal to stay.

What the arguments are: see `propagation`. All functions can be compiled, or run as they are.
"""

from __future__ import annotations

from lifesearch.proofs.verifier.propagation import (
    CHECKED,
    RATS,
    STEPS,
    TRUE_ONES,
    Numbers,
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
NOTHING = 2**31 - 1
"""A step that is ignored."""


def is_reason(
    clause: int, literals: Numbers, start: Numbers, value: Numbers, reason: Numbers
) -> bool:
    """Whether a literal is true because of a clause."""
    first, end = start[clause], start[clause + 1]
    for i in range(first, first + 2 if first + 2 < end else end):
        if value[literals[i]] == 1 and reason[literals[i] >> 1] == clause:
            return True
    return False


def has_property(
    lemma: int,
    pivot: int,
    literals: Numbers,
    start: Numbers,
    value: Numbers,
    trail: Numbers,
    reason: Numbers,
    head: Numbers,
    after: Numbers,
    linked: Numbers,
    active: Numbers,
    needed: Numbers,
    seen: Numbers,
    stack: Numbers,
    counts: Numbers,
) -> bool:
    """Whether a lemma is RUP or RAT with regard to the clauses that are there."""
    counts[CHECKED] += 1
    true = deny(lemma, -1, literals, start, value, trail, reason, counts)
    if true >= 0:
        if reason[true >> 1] >= 0:
            need(reason[true >> 1], literals, start, reason, needed, seen, stack)
        return True
    false = propagate(
        literals, start, value, trail, reason, head, after, linked, active, needed, counts
    )
    if false >= 0:
        need(false, literals, start, reason, needed, seen, stack)
        return True
    if start[lemma] == start[lemma + 1]:
        return False
    counts[RATS] += 1
    level = counts[TRUE_ONES]
    for clause in range(lemma):
        if active[clause] == 0:
            continue
        meets = False
        for i in range(start[clause], start[clause + 1]):
            meets |= literals[i] == pivot ^ 1
        if not meets:
            continue
        true = deny(clause, pivot ^ 1, literals, start, value, trail, reason, counts)
        if true >= 0:
            if reason[true >> 1] >= 0:
                need(reason[true >> 1], literals, start, reason, needed, seen, stack)
        else:
            false = propagate(
                literals, start, value, trail, reason, head, after, linked, active, needed, counts
            )
            if false < 0:
                return False
            need(false, literals, start, reason, needed, seen, stack)
        forget(level, value, trail, counts)
    return True


def verify(
    originals: int,
    steps: Numbers,
    pivots: Numbers,
    literals: Numbers,
    start: Numbers,
    value: Numbers,
    trail: Numbers,
    reason: Numbers,
    head: Numbers,
    after: Numbers,
    linked: Numbers,
    active: Numbers,
    needed: Numbers,
    seen: Numbers,
    stack: Numbers,
    marks: Numbers,
    counts: Numbers,
) -> int:
    """Check a proof; return VALID, or what is wrong with it.

    The first clauses are those of the formula, `originals` of them; the others are the lemmas, in
    their order. A step is the number of the lemma that is added, or ~c where clause c is deleted.
    `pivots` has the first literal of each clause, as it was written.
    """
    right = True
    for clause in range(originals):
        active[clause] = 1
        right &= attach(
            clause, literals, start, value, trail, reason, head, after, linked, needed, counts
        )
    if not right:
        return VALID
    false = propagate(
        literals, start, value, trail, reason, head, after, linked, active, needed, counts
    )
    if false >= 0:
        return VALID
    last = -1
    for i in range(counts[STEPS]):
        marks[i] = counts[TRUE_ONES]
        if steps[i] < 0:
            if is_reason(~steps[i], literals, start, value, reason):
                steps[i] = NOTHING
            else:
                active[~steps[i]] = 0
            continue
        false = steps[i]
        active[false] = 1
        if attach(
            steps[i], literals, start, value, trail, reason, head, after, linked, needed, counts
        ):
            false = propagate(
                literals, start, value, trail, reason, head, after, linked, active, needed, counts
            )
        if false >= 0:
            need(false, literals, start, reason, needed, seen, stack)
            last = i
            break
    if last < 0:
        return NO_CONTRADICTION
    for i in range(last, -1, -1):
        step = steps[i]
        if step == NOTHING:
            continue
        if step < 0:
            active[~step] = 1
            relink(~step, literals, start, head, after, linked, needed, counts)
            continue
        forget(marks[i], value, trail, counts)
        active[step] = 0
        if needed[step] == 1:
            if not has_property(
                step,
                pivots[step],
                literals,
                start,
                value,
                trail,
                reason,
                head,
                after,
                linked,
                active,
                needed,
                seen,
                stack,
                counts,
            ):
                return NOT_DERIVED
            forget(marks[i], value, trail, counts)
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
