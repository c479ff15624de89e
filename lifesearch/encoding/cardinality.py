"""Counting: how many of some literals are true, in unary, as far as it is needed.

The literals are the leaves of a tree. Each node has a row of variables: its variable number i
is true if more than i leaves below it are. So the rows (a1 a2) and (b1 b2) of two nodes are
joined to (c1 c2 c3 c4) by clauses such as

    a2 and b1 -> c3         2 here and 1 there are 3 together.

The root's variables bound the sum: the negation of number i says "at most i". Nothing is said
in the other direction, and nothing about counts beyond `most`, the largest of interest, plus 1.
A literal that counts several times, because a symmetry repeats its cell, is a leaf with a row
of several places, all the same.

>>> variables = Variables()
>>> leaves = variables.allocate([0, 1, 2], [0, 0, 0], lambda x, _: f"cell{x}")
>>> root, clauses = tally(leaves, 1, variables)
>>> len(root), len(variables)
(2, 7)
"""

from __future__ import annotations

from collections import deque

import numpy as np

from lifesearch.encoding.clauses import FALSE, Clauses, Ints, fold
from lifesearch.encoding.variables import Variables


def tally(literals: Ints, most: int, variables: Variables) -> tuple[Ints, list[Clauses]]:
    """The root's row, of at most most + 1 variables, and the clauses that give it its meaning."""
    length = most + 1
    distinct, times = np.unique(literals[literals != FALSE], return_counts=True)
    rows = deque(np.full(min(n, length), leaf) for leaf, n in zip(distinct, times, strict=True))
    clauses: list[Clauses] = []
    while len(rows) > 1:
        a, b = rows.popleft(), rows.popleft()
        joined = min(len(a) + len(b), length)
        node, place = np.full(joined, len(clauses)), np.arange(joined)
        c = variables.allocate(node, place, lambda n, i: f"tally{n}.{i}")
        clauses.append(_join(a, b, c))
        rows.append(c)
    root: Ints = rows[0] if rows else np.zeros(0, np.int32)
    return root.astype(np.int32), clauses


def _join(a: Ints, b: Ints, c: Ints) -> Clauses:
    """More than i here, j there: together more than i + j + 1; one of them may be silent."""
    i, j = np.indices((len(a) + 1, len(b) + 1)).reshape(2, -1)[:, 1:]
    here, there = (np.append(FALSE, row).astype(np.int32) for row in (-a, -b))
    total = np.minimum(i + j, len(c)) - 1
    return Clauses(fold(np.column_stack([here[i], there[j], c[total]])))


def at_most(literals: Ints, most: int, variables: Variables) -> tuple[int, list[Clauses]]:
    """A literal that is true, if anything makes it so, when more than `most` are."""
    root, clauses = tally(literals, most, variables)
    return (int(root[most]), clauses) if most < len(root) else (FALSE, [])
