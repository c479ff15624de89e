"""Clauses as arrays of integers, with constants folded away.

A literal is a variable's number, negated by a minus sign. Two more integers stand
for what is known before any solver runs: TRUE and FALSE = -TRUE; so negation is the
minus sign for constants too. A clause is a row of literals; 0 is "no literal" and
fills short rows (a row of nothing else is the empty clause, which is never true).
Folding drops the rows that are true and empties the false places:

>>> fold(np.array([[1, -2, 3], [4, TRUE, 0], [5, FALSE, -6]])).tolist()
[[1, -2, 3], [5, 0, -6]]

Clauses travel in batches of thousands. A batch also remembers which of its lines
Knuth's programs begin with a blank: of interest to the writer of `.sat` files only.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

Ints: TypeAlias = "NDArray[np.int32]"
Bools: TypeAlias = "NDArray[np.bool_]"

TRUE = 2**30  # more than any variable's number, and in 32 bits with either sign
FALSE = -TRUE


def distinct(values: NDArray[Any], axis: int | None = None) -> NDArray[Any]:
    """Each value once, or each row, in order.

    With counts, because without them `unique` loads a large part of numpy that is of no use here.

    >>> distinct(np.array([3, 1, 3])).tolist()
    [1, 3]
    """
    return np.unique(values, axis=axis, return_counts=True)[0]


def true_rows(rows: Ints) -> Bools:
    """Which clauses are true because of a constant, whatever their variables are."""
    true: Bools = np.logical_or.reduce([column == TRUE for column in np.moveaxis(rows, -1, 0)])
    return true


def fold(rows: Ints) -> Ints:
    """The clauses that constants do not already satisfy, without their false literals."""
    rows = rows[~true_rows(rows)]
    rows[rows == FALSE] = 0
    return rows


@dataclass(frozen=True, eq=False)
class Clauses:
    """A batch of clauses: rows of literals, padded with 0.

    `indented` are the lines that Knuth's programs begin with a blank: a flag for each, or for all.
    """

    rows: Ints
    indented: Bools | bool = False

    def __len__(self) -> int:
        return len(self.rows)

    def tuples(self) -> Iterator[Iterable[tuple[int, ...]]]:
        """The clauses as tuples of plain integers without the padding, grouped by length.

        Solvers take any iterable of integers. `zip` is the fastest source of them: it
        reuses its tuple when nothing else refers to it, which saves an allocation a clause.
        """
        lengths = np.count_nonzero(self.rows, axis=1)
        for length in distinct(lengths).tolist():
            if not length:
                # Not every solver takes an empty clause; this says the same.
                yield ((1,), (-1,))
                continue
            rows = self.rows[lengths == length]
            yield zip(*rows[rows != 0].reshape(-1, length).T.tolist(), strict=True)


def units(literals: ArrayLike) -> Clauses:
    """For each literal the clause that it is true."""
    return Clauses(np.asarray(literals, np.int32).reshape(-1, 1))


def some(literals: ArrayLike) -> Clauses:
    """One clause: at least one of the literals is true; Knuth's programs indent such clauses."""
    return Clauses(np.asarray(literals, np.int32).reshape(1, -1), indented=True)


def interleave(*columns_of_each: Sequence[ArrayLike]) -> Clauses:
    """Several clauses per item, item by item; each clause is given as its columns.

    >>> interleave(([1, 2], [-3, -4]), ([-1, -2], [3, 4])).rows.tolist()
    [[1, -3], [-1, 3], [2, -4], [-2, 4]]
    """
    stacked = [np.stack([np.asarray(c, np.int32) for c in each], -1) for each in columns_of_each]
    return Clauses(np.stack(stacked, 1).reshape(-1, len(columns_of_each[0])))


def equal(a: Ints, b: Ints) -> Clauses:
    return interleave((-a, b), (a, -b))


def differing(a: Ints, b: Ints, differs: Ints) -> list[Clauses]:
    """Clauses: at least one a differs from its b.

    Two batches: each of the new variables `differs` is true only if its a and b differ, and one of
    these variables is true.
    """
    return [interleave((a, b, -differs), (-a, -b, -differs)), some(differs)]
