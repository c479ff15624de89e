"""Variables that are no cells: what they are defined to be, by the clauses that they stand in.

`judge` calls `define` first. Such a variable may have any value that its clauses leave it, as long
as it is defined by variables that are known before. Mostly it is true if one of its clauses needs
it to be: of

    -a  -b   c
    -d   c

c is defined as "a and b, or d", and both clauses are true by definition. Then other clauses, with
the negation of c, are to be justified. It is the other way round for variables of which a clause
without negations demands at least one: in

     a   b  -e
    -a  -b  -e
     e   f   g

e is true unless a clause needs it to be false, so that it is defined as "a differs from b".

Whether a variable is defined in one way or in the other makes no difference to what is proved: if
no clause is left without a reason, there are values that make all of them true.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

Clause = frozenset[int]
Case = frozenset[int]

FIRST_EXTRA = 1 << 40
"""Variables from this number on are no cells: far above the numbers that `Cells.new` gives."""


def is_extra(literal: int) -> bool:
    """Whether a literal is that of a variable that has to be defined."""
    return abs(literal) >= FIRST_EXTRA


@dataclass(frozen=True)
class Definition:
    """A variable is true if all literals of one of the cases are; or, `negated`, false if so."""

    cases: frozenset[Case]
    negated: bool = False


@dataclass(frozen=True)
class Defined:
    """The definitions by variable, each after those that it uses.

    `clauses` has the numbers of the clauses that are true by them.
    """

    definitions: Mapping[int, Definition]
    clauses: frozenset[int]


def define(clauses: Sequence[Clause]) -> Defined:
    """Define all variables that are no cells; if that cannot be, some are left undefined."""
    positive, negative = defaultdict[int, list[int]](list), defaultdict[int, list[int]](list)
    for number, clause in enumerate(clauses):
        for literal in filter(is_extra, clause):
            (positive if literal > 0 else negative)[abs(literal)].append(number)
    defining, negated = dict[int, list[int]](), set[int]()
    for v in sorted({*positive, *negative}):
        if _one_of_several(v, clauses, positive[v], negative[v]):
            negated.add(v)
            defining[v] = negative[v]
        else:
            # Clauses that demand one of several such variables define v only if no others do.
            alone = [i for i in positive[v] if _others_positive(clauses[i], v) == 0]
            defining[v] = alone or positive[v]
    definitions, by_definition = dict[int, Definition](), set[int]()
    for v, numbers in _ordered(clauses, _one_way(clauses, defining)):
        literal = -v if v in negated else v
        cases = (frozenset(-u for u in clauses[i] if u != literal) for i in numbers)
        definitions[v] = Definition(frozenset(cases), negated=v in negated)
        by_definition.update(numbers)
        if not positive[v]:  # it is false, which makes all its clauses true
            by_definition.update(negative[v])
    return Defined(definitions, frozenset(by_definition))


def _others_positive(clause: Clause, variable: int) -> int:
    """The number of other extra variables that stand in a clause without a minus sign."""
    return sum(u > 0 and u != variable and is_extra(u) for u in clause)


def _one_of_several(
    variable: int, clauses: Sequence[Clause], positive: Sequence[int], negative: Sequence[int]
) -> bool:
    """Whether a variable stands positively only in clauses that demand one of several.

    Its other clauses then define it: they must be about cells alone. This guesses how a formula was
    made; a wrong guess leaves a clause without a reason.
    """
    demanding = {literal for number in positive for literal in clauses[number]}
    if not demanding or min(demanding) < 0 or not negative:
        return False
    among_others = all(_others_positive(clauses[number], variable) for number in positive)
    # "Not v" alone says of one of several that it cannot be, such as a place outside of the box. Of
    # a variable that stands alone it is a demand, and the clauses it stands in define it.
    return all(
        (among_others or len(clauses[number]) > 1)
        and not any(is_extra(u) and u != -variable for u in clauses[number])
        for number in negative
    )


def _one_way(clauses: Sequence[Clause], defining: dict[int, list[int]]) -> dict[int, list[int]]:
    """The defining clauses, without those by which two variables need each other.

    Variables that have no other clauses keep theirs.
    """
    needs = {v: {-u for i in numbers for u in clauses[i]} for v, numbers in defining.items()}
    found = {}
    for v, numbers in defining.items():
        mutual = {u for u in needs[v] if v in needs.get(u, ())}
        free = [i for i in numbers if not any(-u in mutual for u in clauses[i])]
        found[v] = free or numbers
    return found


def _ordered(
    clauses: Sequence[Clause], defining: Mapping[int, Sequence[int]]
) -> Iterator[tuple[int, Sequence[int]]]:
    """The variables, each after those that define it, with the clauses that do.

    Where definitions run in a circle, and each case of all of them needs another one to be true,
    all are false.
    """
    using, missing = defaultdict[int, list[int]](list), dict[int, int]()
    for v, numbers in defining.items():
        needed = {abs(u) for i in numbers for u in clauses[i] if is_extra(u)} - {v}
        missing[v] = len(needed)
        for u in needed:
            using[u].append(v)
    ready = [v for v, count in missing.items() if not count]
    circular = set[int]()
    # A topological sort: `ready` grows while the loop goes through it.
    while ready:
        for v in ready:
            del missing[v]
        for v in ready:
            yield v, () if v in circular else defining[v]
            for u in using[v]:
                if u in missing:
                    missing[u] -= 1
                    if not missing[u]:
                        del missing[u]
                        ready.append(u)
        ready = _never_true(clauses, {v: defining[v] for v in missing})
        circular = set(ready)


def _never_true(clauses: Sequence[Clause], defining: Mapping[int, Sequence[int]]) -> list[int]:
    """Variables of which each case needs another of them to be true."""
    left = dict(defining)
    while possible := [
        v
        for v, numbers in left.items()
        if not all(any(-u in left for u in clauses[i]) for i in numbers)
    ]:
        for v in possible:
            del left[v]
    return list(left)
