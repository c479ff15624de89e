"""Unit propagation, for the checker: which literals are true because of which clauses.

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
              by others; how many lemmas were checked, and how many of them have RAT only; how many
              literals and steps there are
"""

from __future__ import annotations

from typing import Any

Numbers = Any
"""A sequence of numbers: a list, or an array."""

TRUE_ONES, BY_NEEDED, BY_OTHERS, CHECKED, RATS, LITERALS, STEPS = range(7)
NO_CONFLICT = -1


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
    """Keep only this number of the true literals; all of these have been propagated."""
    for i in range(left, counts[TRUE_ONES]):
        value[trail[i]] = 0
        value[trail[i] ^ 1] = 0
    counts[TRUE_ONES] = counts[BY_NEEDED] = counts[BY_OTHERS] = left


def link(
    watch: int, literal: int, first: int, head: Numbers, after: Numbers, linked: Numbers
) -> None:
    """Put a watch into the list of a literal; `first` says where these lists begin."""
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
    others = counts[LITERALS]
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
            clause: int = watch >> 1
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
                            return clause
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
        literal: int = literals[i]
        if literal == spared:
            continue
        if value[literal] == 1:
            return literal
        if value[literal] == 0:
            assign(literal ^ 1, -1, value, trail, reason, counts)
    return -1


def relink(
    clause: int,
    literals: Numbers,
    start: Numbers,
    head: Numbers,
    after: Numbers,
    linked: Numbers,
    needed: Numbers,
    counts: Numbers,
) -> None:
    """Put those watches of a clause into lists that are in none."""
    if start[clause + 1] - start[clause] < 2:
        return
    first = 0 if needed[clause] == 1 else counts[LITERALS]
    for side in range(2):
        if linked[2 * clause + side] == 0:
            link(2 * clause + side, literals[start[clause] + side], first, head, after, linked)


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
        relink(clause, literals, start, head, after, linked, needed, counts)
    if possible == 1 and value[literals[begin]] == 0:
        assign(literals[begin], clause, value, trail, reason, counts)
    return possible > 0
