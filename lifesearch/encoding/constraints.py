"""What is asked beyond the rule: that states differ, edges are touched, rows in order."""

from __future__ import annotations

import numpy as np

from lifesearch.encoding.clauses import FALSE, TRUE, Clauses, Ints, differing, distinct, fold, some
from lifesearch.encoding.variable_grid import VariableGrid
from lifesearch.encoding.variables import Variables


def any_of(literals: Ints) -> Clauses:
    """At least one of the literals is true; constants and repetitions are left out."""
    each = distinct(literals[literals != FALSE])
    if (each == TRUE).any():
        return Clauses(np.zeros((0, 1), np.int32))
    return some(each) if len(each) else Clauses(np.zeros((1, 1), np.int32))


def changed(laid: VariableGrid, t: int, dx: int, dy: int, variables: Variables) -> list[Clauses]:
    """Generation t is not generation 0 moved by (dx, dy)."""
    s = laid.spacetime
    reach = 0 if s.torus else s.margin + max(abs(dx), abs(dy))
    y, x = np.mgrid[-reach : s.height + reach, -reach : s.width + reach]
    now, then = laid.states_at(0, x, y), laid.states_at(t, x + dx, y + dy)
    pairs = np.stack([now.ravel(), then.ravel()], axis=1)
    pairs = distinct(pairs[pairs[:, 0] != pairs[:, 1]], axis=0)
    # Where one of the two is certainly dead, the other alone tells.
    dead = (pairs == FALSE).any(axis=1)
    alone = pairs[dead].max(axis=1)
    a, b = pairs[~dead].T
    where = np.arange(len(a), dtype=np.int32)
    differs = variables.allocate(where, where, lambda i, _: f"differs{t}.{i}")
    return [*differing(a, b, differs)[:1], any_of(np.concatenate([alone, differs]))]


def if_any(literals: Ints, name: str, variables: Variables) -> tuple[int, Clauses]:
    """A new variable that is true if one of the literals is."""
    each = distinct(literals[literals != FALSE])
    new = variables.allocate([0], [0], lambda _, __: name)
    rows = np.column_stack([-each, np.broadcast_to(new, each.shape)])
    return int(new[0]), Clauses(fold(rows))


def if_all(literals: Ints, name: str, variables: Variables) -> tuple[int, Clauses]:
    """A new variable that is true if all of the literals are."""
    new = variables.allocate([0], [0], lambda _, __: name)
    return int(new[0]), Clauses(fold(np.append(-literals, new).reshape(1, -1)))


def ordered(key: Ints, others: Ints, given: Ints, variables: Variables) -> Clauses:
    """Lexicographically, the key (a row of literals) comes first or equal, alive before dead.

    `others` is an array with a row for each other, compared if its literal of `given` is
    true. A new variable for each place says that key and other agree up to there; where
    they do, the key's next cell is not the lesser.
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
    rows = [
        np.stack([-agree, keys, -others], axis=-1),
        np.stack([-agree, keys, beyond], axis=-1),
        np.stack([-agree, -others, beyond], axis=-1),
    ]
    return Clauses(fold(np.concatenate(rows).reshape(-1, 3)))
