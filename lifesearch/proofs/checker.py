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

Literals are numbers: variable v is 2v, its negation 2v+1. All arguments are sequences of numbers;
the functions below can be compiled, or run as they are.

    literals  the literals of all clauses, one clause after the other
    start     where each clause begins; the last number is the end of the last clause
    value     of each literal: 1 true, -1 false, 0 unknown
    trail     the true literals in the order in which they became true
    reason    of each variable: the clause that made it known, or -1
    head      for each literal the first watch of a clause that is watched there: first all lists of
              needed clauses, then all lists of others; -1 if there is none
    after     the watch that follows a watch in its list; clause c has the watches 2c and 2c+1, at
              its first and second literal
    linked    whether a watch is in a list
    active    whether a clause is there now
    needed    whether a clause is needed
    counts    how many literals are true; how many of them are propagated by needed clauses, and
              by others; how many lemmas were checked, and how many of them have RAT only
"""

from __future__ import annotations

from typing import Any

Numbers = Any
"""A sequence of numbers: a list, or an array."""

TRUE_ONES, BY_NEEDED, BY_OTHERS, CHECKED, RATS = range(5)
NO_CONFLICT = -1
VALID, NOT_DERIVED, NO_CONTRADICTION = range(3)
NOTHING = 2**31 - 1
"""A step that is ignored."""


def assign(
    literal: int, why: int, value: Numbers, trail: Numbers, reason: Numbers, counts: Numbers
) -> None:
    """Make a literal true."""
    value[literal] = 1
    value[literal ^ 1] = -1
    reason[literal >> 1] = why
    trail[counts[TRUE_ONES]] = literal
    counts[TRUE_ONES] += 1


def forget(left: int, value: Numbers, trail: Numbers, counts: Numbers) -> None:
    """Keep only so many of the literals that are true; all of these have been propagated."""
    for i in range(left, counts[TRUE_ONES]):
        value[trail[i]] = 0
        value[trail[i] ^ 1] = 0
    counts[TRUE_ONES] = counts[BY_NEEDED] = counts[BY_OTHERS] = left


def link(
    watch: int, literal: int, first: int, head: Numbers, after: Numbers, linked: Numbers
) -> None:
    """Put a watch into the list of a literal; `first` tells where these lists begin."""
    after[watch] = head[first + literal]
    head[first + literal] = watch
    linked[watch] = 1


def propagate(
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
    counts: Numbers,
) -> int:
    """Propagate units, by needed clauses first; return a clause that is false, if there is one."""
    others = len(value)
    while True:
        if counts[BY_NEEDED] < counts[TRUE_ONES]:
            lists, false = 0, trail[counts[BY_NEEDED]] ^ 1
            counts[BY_NEEDED] += 1
        elif counts[BY_OTHERS] < counts[TRUE_ONES]:
            lists, false = others, trail[counts[BY_OTHERS]] ^ 1
            counts[BY_OTHERS] += 1
        else:
            return NO_CONFLICT
        before = -1
        watch = head[lists + false]
        while watch != -1:
            following = after[watch]
            clause = watch >> 1
            here = start[clause] + (watch & 1)
            other = literals[start[clause] + 1 - (watch & 1)]
            stays = active[clause] == 1 and (lists == 0 or needed[clause] == 0)
            moves_to = -1
            if active[clause] == 1:
                if value[other] != 1:
                    for i in range(start[clause] + 2, start[clause + 1]):
                        if value[literals[i]] != -1:
                            literals[here], literals[i] = literals[i], false
                            moves_to = literals[here]
                            stays = False
                            break
                    if moves_to == -1:
                        if value[other] == -1:
                            return int(clause)
                        assign(other, clause, value, trail, reason, counts)
                if not stays and moves_to == -1:
                    moves_to = false
            if stays:
                before = watch
            else:
                linked[watch] = 0
                if before == -1:
                    head[lists + false] = following
                else:
                    after[before] = following
                if moves_to != -1:
                    link(watch, moves_to, 0 if needed[clause] else others, head, after, linked)
            watch = following


def need(
    clause: int,
    literals: Numbers,
    start: Numbers,
    reason: Numbers,
    needed: Numbers,
    seen: Numbers,
    stack: Numbers,
) -> None:
    """Mark a clause that is false, and all reasons for that, as needed."""
    needed[clause] = 1
    depth = touched = 0
    for i in range(start[clause], start[clause + 1]):
        v = literals[i] >> 1
        if not seen[v]:
            seen[v] = 1
            stack[touched] = v
            touched += 1
    while depth < touched:
        why = reason[stack[depth]]
        depth += 1
        if why < 0:
            continue
        needed[why] = 1
        for i in range(start[why], start[why + 1]):
            v = literals[i] >> 1
            if not seen[v]:
                seen[v] = 1
                stack[touched] = v
                touched += 1
    for i in range(touched):
        seen[stack[i]] = 0


def deny(
    clause: int,
    spared: int,
    literals: Numbers,
    start: Numbers,
    value: Numbers,
    trail: Numbers,
    reason: Numbers,
    counts: Numbers,
) -> int:
    """Make all literals of a clause false but the spared one; return one that is true already."""
    for i in range(start[clause], start[clause + 1]):
        literal = literals[i]
        if literal == spared:
            continue
        if value[literal] == 1:
            return int(literal)
        if value[literal] == 0:
            assign(literal ^ 1, -1, value, trail, reason, counts)
    return -1


def attach(
    clause: int,
    literals: Numbers,
    start: Numbers,
    value: Numbers,
    trail: Numbers,
    reason: Numbers,
    head: Numbers,
    after: Numbers,
    linked: Numbers,
    needed: Numbers,
    counts: Numbers,
) -> bool:
    """Watch a clause, and make its last literal true if all others are false; False if all are."""
    begin, end = start[clause], start[clause + 1]
    possible = 0
    for i in range(begin, end):
        if value[literals[i]] != -1:
            literals[begin + possible], literals[i] = literals[i], literals[begin + possible]
            possible += 1
            if possible == 2:
                break
    if end - begin >= 2:
        relink(clause, literals, start, value, head, after, linked, needed)
    if possible == 1 and value[literals[begin]] == 0:
        assign(literals[begin], clause, value, trail, reason, counts)
    return possible > 0


def relink(
    clause: int,
    literals: Numbers,
    start: Numbers,
    value: Numbers,
    head: Numbers,
    after: Numbers,
    linked: Numbers,
    needed: Numbers,
) -> None:
    """Put those watches of a clause into lists that are in none."""
    if start[clause + 1] - start[clause] < 2:
        return
    first = 0 if needed[clause] == 1 else len(value)
    for side in range(2):
        if linked[2 * clause + side] == 0:
            link(2 * clause + side, literals[start[clause] + side], first, head, after, linked)


def is_reason(
    clause: int, literals: Numbers, start: Numbers, value: Numbers, reason: Numbers
) -> bool:
    """Whether a literal is true because of a clause."""
    for i in range(start[clause], min(start[clause] + 2, start[clause + 1])):
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
    for i in range(len(steps)):
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
            relink(~step, literals, start, value, head, after, linked, needed)
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
