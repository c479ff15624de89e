"""Unit propagation, for the checker: which literals are true because of which clauses.

Literals are numbers: variable v is 2v, its negation 2v+1. The functions below can be compiled, or
run as they are. Each clause of two or more literals is watched at its first two: only when one of
them becomes false, the clause is examined.

    t            the arrays of a check, `Proving`
    watch        2c or 2c+1: the first or the second literal of clause c
    lists        0 for the lists of needed clauses, or where those of others begin
    counts       see TRUE_ONES, BY_NEEDED, ...
"""

from __future__ import annotations

from typing import Any, NamedTuple

Numbers = Any
"""A sequence of numbers: a list, an array, or a pointer to one."""
TRUE_ONES, BY_NEEDED, BY_OTHERS, CHECKED, RATS, LITERALS, STEPS, ORIGINALS = range(8)
"""The places of `Proving.counts`, which explains them in this order."""
NO_CONFLICT = -1
"""Returned in place of a clause that is false, if there is none."""


class Proving(NamedTuple):
    """The arrays of a check: `reason`, `seen` and `stack` have an entry for each variable."""

    steps: Numbers  # the number of a lemma that is added, or ~c where clause c is deleted
    pivots: Numbers  # the first literal of each clause, as it was written
    literals: Numbers  # the literals of all clauses, one clause after the other
    start: Numbers  # where each clause begins; the last number is the end of the last clause
    value: Numbers  # of each literal: 1 true, -1 false, 0 unknown
    trail: Numbers  # the true literals in the order in which they became true
    reason: Numbers  # the clause that made a variable known, or -1
    head: Numbers
    """For each literal the first watch of a clause that is watched there, or -1: first all lists of
    needed clauses, then all lists of others."""
    after: Numbers
    """The watch that follows a watch in its list; clause c has the watches 2c and 2c+1, at its
    first and second literal."""
    linked: Numbers  # whether a watch is in a list
    active: Numbers  # whether a clause is there now
    needed: Numbers  # whether a clause is needed
    seen: Numbers  # scratch of `need`: whether a variable is in the stack
    stack: Numbers  # scratch of `need`: variables whose reasons are needed
    marks: Numbers  # how many literals were true before each step
    counts: Numbers
    """How many literals are true; how many of them are propagated by needed clauses, and by others;
    how many lemmas were checked, and how many of them have RAT only; how many literals and steps
    there are, and how many of the clauses are those of the formula."""


def assign(literal: int, why: int, t: Proving) -> None:
    t.value[literal] = 1
    t.value[literal ^ 1] = -1
    t.reason[literal >> 1] = why
    t.trail[t.counts[TRUE_ONES]] = literal
    t.counts[TRUE_ONES] += 1


def forget(left: int, t: Proving) -> None:
    """Keep only this number of the true literals; all of these have been propagated."""
    value, trail, counts = t.value, t.trail, t.counts
    for i in range(left, counts[TRUE_ONES]):
        value[trail[i]] = 0
        value[trail[i] ^ 1] = 0
    counts[TRUE_ONES] = counts[BY_NEEDED] = counts[BY_OTHERS] = left


def link(watch: int, literal: int, lists: int, t: Proving) -> None:
    """Put a watch into the list of a literal."""
    t.after[watch] = t.head[lists + literal]
    t.head[lists + literal] = watch
    t.linked[watch] = 1


def propagate(t: Proving) -> int:
    """Propagate units, by needed clauses first; return a clause that is false, if there is one."""
    literals, start, value, trail, counts = t.literals, t.start, t.value, t.trail, t.counts
    head, after, active, needed = t.head, t.after, t.active, t.needed
    others = counts[LITERALS]
    while True:
        if counts[BY_NEEDED] < counts[TRUE_ONES]:
            lists, false_literal = 0, trail[counts[BY_NEEDED]] ^ 1
            counts[BY_NEEDED] += 1
        elif counts[BY_OTHERS] < counts[TRUE_ONES]:
            lists, false_literal = others, trail[counts[BY_OTHERS]] ^ 1
            counts[BY_OTHERS] += 1
        else:
            return NO_CONFLICT
        before = -1
        watch = head[lists + false_literal]
        while watch != -1:
            following = after[watch]
            clause: int = watch >> 1
            here = start[clause] + (watch & 1)
            other = literals[start[clause] + 1 - (watch & 1)]
            # A watch leaves its list if its clause is deleted, or has become needed meanwhile.
            stays = active[clause] == 1 and (lists == 0 or needed[clause] == 0)
            moves_to = -1
            if active[clause] == 1:
                if value[other] != 1:
                    # Another literal that is not false takes over the watch.
                    for i in range(start[clause] + 2, start[clause + 1]):
                        if value[literals[i]] != -1:
                            literals[here], literals[i] = literals[i], false_literal
                            moves_to = literals[here]
                            stays = False
                            break
                    if moves_to == -1:
                        if value[other] == -1:
                            return clause
                        assign(other, clause, t)
                if not stays and moves_to == -1:
                    moves_to = false_literal
            if stays:
                before = watch
            else:
                t.linked[watch] = 0
                if before == -1:
                    head[lists + false_literal] = following
                else:
                    after[before] = following
                if moves_to != -1:
                    link(watch, moves_to, 0 if needed[clause] else others, t)
            watch = following


def need(clause: int, t: Proving) -> None:
    """Mark a clause that is false, and all reasons for that, as needed."""
    literals, start, reason, needed, seen, stack = (
        t.literals,
        t.start,
        t.reason,
        t.needed,
        t.seen,
        t.stack,
    )
    needed[clause] = 1
    depth = touched = 0
    for i in range(start[clause], start[clause + 1]):
        v = literals[i] >> 1
        if not seen[v]:
            seen[v] = 1
            stack[touched] = v
            touched += 1
    # Breadth first through the reasons; `stack` also lists what to clear at the end.
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


def deny(clause: int, spared: int, t: Proving) -> int:
    """Make all literals of a clause false but the spared one, if it is not -1.

    Returns a literal that is true already, and stops there; or -1.
    """
    literals, start, value = t.literals, t.start, t.value
    for i in range(start[clause], start[clause + 1]):
        literal: int = literals[i]
        if literal == spared:
            continue
        if value[literal] == 1:
            return literal
        if value[literal] == 0:
            assign(literal ^ 1, -1, t)
    return -1


def relink(clause: int, t: Proving) -> None:
    """Put the watches of a clause that are in no list into lists."""
    if t.start[clause + 1] - t.start[clause] < 2:
        return
    lists = 0 if t.needed[clause] == 1 else t.counts[LITERALS]
    for side in range(2):
        if t.linked[2 * clause + side] == 0:
            link(2 * clause + side, t.literals[t.start[clause] + side], lists, t)


def attach(clause: int, t: Proving) -> bool:
    """Watch a clause, and make its last literal true if all others are false; False if all are."""
    literals, start, value = t.literals, t.start, t.value
    begin, end = start[clause], start[clause + 1]
    possible = 0
    for i in range(begin, end):
        if value[literals[i]] != -1:
            literals[begin + possible], literals[i] = literals[i], literals[begin + possible]
            possible += 1
            if possible == 2:
                break
    if end - begin >= 2:
        relink(clause, t)
    if possible == 1 and value[literals[begin]] == 0:
        assign(literals[begin], clause, t)
    return possible > 0
