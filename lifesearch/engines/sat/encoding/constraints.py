"""Clauses beyond the rule: generations differ, edges are touched, rows are ordered, counts.

*Counting* is done in unary: how many of some literals are true, up to the largest number of
interest. The literals are the leaves of a tree. Each node has a row of variables: its variable
number i is true if more than i leaves below it are. So the rows (a1 a2) and (b1 b2) of two nodes
are joined to (c1 c2 c3 c4) by clauses such as

    a2 and b1 -> c3         2 here and 1 there are 3 together.

The root's variables bound the sum: the negation of number i says "at most i". Nothing is said
in the other direction, and nothing about counts beyond `most`, that largest number, plus 1.
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

from lifesearch.engines.sat.encoding.clauses import (
    FALSE,
    TRUE,
    Clauses,
    Ints,
    differing,
    distinct,
    fold,
    some,
)
from lifesearch.engines.sat.encoding.variable_grid import VariableGrid
from lifesearch.engines.sat.encoding.variables import Variables


def any_of(literals: Ints) -> Clauses:
    """One clause: a literal is true; constants and repetitions are left out.

    Without literals it is the empty clause; if one is certainly true, there is no clause.
    """
    each = distinct(literals[literals != FALSE])
    if (each == TRUE).any():
        return Clauses(np.zeros((0, 1), np.int32))
    return some(each) if len(each) else Clauses(np.zeros((1, 1), np.int32))


def pairs_of_literals(layout: VariableGrid, t: int, dx: int, dy: int) -> Ints:
    """Pairs of literals, each once: all equal means generation t is generation 0 moved (dx, dy)."""
    s = layout.spacetime
    reach = 0 if s.torus else s.margin + max(abs(dx), abs(dy))
    y, x = np.mgrid[-reach : s.height + reach, -reach : s.width + reach]
    now, then = layout.states_at(0, x, y), layout.states_at(t, x + dx, y + dy)
    pairs = np.stack([now.ravel(), then.ravel()], axis=1)
    return distinct(pairs[pairs[:, 0] != pairs[:, 1]], axis=0)


def changed(layout: VariableGrid, t: int, dx: int, dy: int, variables: Variables) -> list[Clauses]:
    """Clauses: generation t is not generation 0 moved by (dx, dy).

    No cell may be known to live: `known_cells.not_equal_to_first` is for that.
    """
    pairs = pairs_of_literals(layout, t, dx, dy)
    # No variable is needed where one of the two is certainly dead: they differ if the other lives.
    dead = (pairs == FALSE).any(axis=1)
    alone = pairs[dead].max(axis=1)
    a, b = pairs[~dead].T
    where = np.arange(len(a), dtype=np.int32)
    differs = variables.allocate(where, where, lambda i, _: f"differs{t}.{i}")
    return [*differing(a, b, differs)[:1], any_of(np.concatenate([alone, differs]))]


def if_any(literals: Ints, name: str, variables: Variables) -> tuple[int, Clauses]:
    """A new variable that is true if one of the literals is, and the clauses that say so.

    It may be true without that, which suffices where it is the condition of other clauses.
    """
    each = distinct(literals[literals != FALSE])
    new = variables.allocate([0], [0], lambda _, __: name)
    rows = np.column_stack([-each, np.broadcast_to(new, each.shape)])
    return int(new[0]), Clauses(fold(rows))


def if_all(literals: Ints, name: str, variables: Variables) -> tuple[int, Clauses]:
    """A new variable that is true if all of the literals are, and the clause that says so."""
    new = variables.allocate([0], [0], lambda _, __: name)
    return int(new[0]), Clauses(fold(np.append(-literals, new).reshape(1, -1)))


def ordered(key: Ints, others: Ints, given: Ints, variables: Variables) -> Clauses:
    """Clauses: the key (a row of literals) is lexicographically first or equal, alive before dead.

    `others` has the rows that the key is compared with, each only if its literal of `given` is
    true. A new variable for each place says that both rows agree up to there; then the next cell
    of the key is not dead where that of the other lives.
    """
    table = distinct(np.column_stack([given, others]), axis=0)
    table = table[(table[:, 1:] != key).any(axis=1)]
    given, others = table[:, 0], table[:, 1:]
    count, length = others.shape
    if not count:
        return Clauses(np.zeros((0, 1), np.int32))
    i, j = np.indices((count, length - 1)).reshape(2, -1)
    fresh = variables.allocate(i, j, lambda i, j: f"agree{i}.{j}").reshape(count, length - 1)
    agree = np.column_stack([given, fresh])
    beyond = np.column_stack([fresh, np.full(count, TRUE, np.int32)])
    keys = np.broadcast_to(key, others.shape)
    # If both agree up to a place: not (dead here, alive there); and if the key is dead here, or the
    # other alive, both are equal here, so they agree up to the next place.
    rows = [
        np.stack([-agree, keys, -others], axis=-1),
        np.stack([-agree, keys, beyond], axis=-1),
        np.stack([-agree, -others, beyond], axis=-1),
    ]
    return Clauses(fold(np.concatenate(rows).reshape(-1, 3)))


def tally(literals: Ints, most: int, variables: Variables) -> tuple[Ints, list[Clauses]]:
    """The root's row, of at most most + 1 variables, and the clauses that give it its meaning."""
    length = most + 1
    leaves, times = np.unique(literals[literals != FALSE], return_counts=True)
    rows = deque(np.full(min(n, length), leaf) for leaf, n in zip(leaves, times, strict=True))
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
    """Clauses: if more than i here and more than j there, then more than i + j + 1 together.

    `a` and `b` are the rows of two nodes, `c` that of the node above. Without the second condition,
    more than i here are more than i together.
    """
    i, j = np.indices((len(a) + 1, len(b) + 1)).reshape(2, -1)[:, 1:]
    here, there = (np.append(FALSE, row).astype(np.int32) for row in (-a, -b))
    total = np.minimum(i + j, len(c)) - 1
    return Clauses(fold(np.column_stack([here[i], there[j], c[total]])))


def at_most(literals: Ints, most: int, variables: Variables) -> tuple[int, list[Clauses]]:
    """A literal that must be true if more than `most` literals are; its negation is the bound."""
    root, clauses = tally(literals, most, variables)
    return (int(root[most]), clauses) if most < len(root) else (FALSE, [])
