"""How full still lifes of a strip can be in the long run: the most live cells a row, exactly.

A still life of some width is a way from two empty rows to two empty rows: from the rows (a, b) to
(b, c) if b stays as it is between a and c. Long ones have as many cells a row as a cycle of such
steps that can be reached and left: the best cycle, on average, is what the fullest come near to.

The best cycle is found by trying. If a cycle with more than m cells a row exists, then adding up
cells minus m along ways goes on without end, and a cycle shows among the steps that were best last.
Its mean is the next m. When the sums do not grow any more no cycle has more than m: a proof. Sums
are whole numbers, since m is a fraction.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lifesearch.counting.results import row_results
from lifesearch.life.rules.rule import LIFE, Rule

Array = NDArray[Any]
LOOK = 16  # rounds between two looks for a cycle


def density(width: int, rule: Rule = LIFE) -> Fraction:
    """The most live cells a row in still lifes of a width, in the limit of great lengths.

    >>> density(2), density(5)
    (Fraction(4, 3), Fraction(11, 4))
    """
    source, target = _in_between(*_steps(width, rule), 1 << width)
    if not len(source):
        return Fraction(0)
    numbers, ends = np.unique(np.concatenate([source, target]), return_inverse=True)
    source, target = ends.reshape(2, -1)
    cells = np.array([(number & ((1 << width) - 1)).bit_count() for number in numbers.tolist()])
    mean = Fraction(0)
    while cycle := _better(source, target, cells, mean):
        mean = Fraction(int(cells[cycle].sum()), len(cycle))
    return mean


def _steps(width: int, rule: Rule) -> tuple[Array, Array]:
    """All steps, from the number of (a, b) to that of (b, c), in the order of their targets."""
    sources, targets = [], []
    for b in range(1 << width):
        after = row_results(rule, width, np.array([b]))[:, 0]
        c, a = np.nonzero((after == b).T)
        sources.append(a << width | b)
        targets.append(b << width | c)
    return np.concatenate(sources), np.concatenate(targets)


def _in_between(source: Array, target: Array, rows: int) -> tuple[Array, Array]:
    """The steps on ways from nothing to nothing."""
    ahead = _reached(source, target, rows)
    behind = _reached(target, source, rows)
    both = ahead & behind
    kept = both[source] & both[target]
    return source[kept], target[kept]


def _reached(source: Array, target: Array, rows: int) -> Array:
    """Which states can be reached from nothing."""
    reached = np.zeros(rows * rows, np.bool_)
    reached[0] = True
    before = 0
    while (now := int(reached.sum())) > before:
        before = now
        reached[target[reached[source]]] = True
    return reached


def _better(source: Array, target: Array, cells: Array, mean: Fraction) -> list[int]:
    """The states of a cycle whose mean is greater; empty if there is none."""
    gain = mean.denominator * cells - mean.numerator
    states, starts = np.unique(target, return_index=True)
    best = np.zeros(len(cells), np.int64)
    came_from = np.full(len(cells), -1)
    for turn in range(1, len(cells) + 2):
        sums = best[source]
        most = np.maximum.reduceat(sums, starts) + gain[states]
        grown = most > best[states]
        if not grown.any():
            return []
        if turn % LOOK == 0 and (cycle := _cycle(came_from)):
            return cycle
        winners = _first_of_each(sums, starts, most - gain[states])
        came_from[states[grown]] = source[winners[grown]]
        best[states[grown]] = most[grown]
    cycle = _cycle(came_from)
    assert cycle, "sums that grow so long go round in a circle"
    return cycle


def _first_of_each(sums: Array, starts: Array, wanted: Array) -> Array:
    """Where, in each group of sums, the wanted one is first."""
    sizes = np.diff([*starts.tolist(), len(sums)])
    at = np.flatnonzero(sums == np.repeat(wanted, sizes))
    return at[np.searchsorted(at, starts)]


def _cycle(came_from: Array) -> list[int]:
    """A cycle of steps backwards, if there is one."""
    there, left = came_from, len(came_from)
    while left:
        there = np.where(there >= 0, there[there], -1)
        left >>= 1
    on_the_way = np.flatnonzero(there >= 0)
    if not len(on_the_way):
        return []
    first = int(there[on_the_way[0]])
    cycle = [first]
    while (now := int(came_from[cycle[-1]])) != first:
        cycle.append(now)
    return cycle
