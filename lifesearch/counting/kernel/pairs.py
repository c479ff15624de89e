"""Add up ways row by row: from the ways to each pair of rows to those with the next row.

For one middle row b the ways to pairs (a, b) are taken, for all rows a, and the next row c is set
cell by cell, from the left. What the rule asks of b's cell in column x - 1 is known when c's cell
in column x is set; then a's cell in column x - 2 does not matter any more, and c's new cell takes
its bit: each step changes pairs of numbers of an array of 2^(w + 2) in their places.

    bits after step x:  c[0] ... c[x]  a[x - 1] ... a[w - 1]

The matrix of all pairs is changed in its place, too. A step in which b is the column reads all
(a, b) there and leaves (b, c) in the same places; in the next one the rows of the matrix are
read, and so on by turns. Of two rows b that are mirror images of each other only one has a column.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from lifesearch.compiled import compiled, inlined

ZERO = np.uint64(0)
ALL = np.uint64(0xFFFFFFFFFFFFFFFF)
LOW, HALF = np.uint64(0xFFFFFFFF), np.uint64(32)
PART, MOST = np.uint64(20), np.uint64(1 << 43)


@inlined
def bit(row: int, x: int) -> int:
    """A cell of a row; beyond its ends there is none."""
    return (row >> x) & 1 if x >= 0 else 0


@inlined
def three(row: int, x: int) -> int:
    """The cells of a row around column x, the left one lowest."""
    return bit(row, x - 1) | bit(row, x) << 1 | bit(row, x + 1) << 2


@inlined
def fits(a: int, b: int, c: int, width: int, allowed: Any) -> bool:
    """Whether b stays as it is between a and c, and nothing is born beside it."""
    x = -1
    while x <= width and allowed[three(b, x), three(a, x), three(c, x)]:
        x += 1
    return x > width


@inlined
def set_first_cells(ways: Any, b: int, width: int, allowed: Any, work: Any) -> None:
    """Set the first two cells of the next row."""
    for first in range(4):  # of the row above
        for c in range(4):
            right = (
                allowed[three(b, -1), three(first, -1), three(c, -1)]
                and allowed[three(b, 0), three(first, 0), three(c, 0)]
            )
            mask = ALL if right else ZERO
            for a in range(first, 1 << width, 4):
                work[4 * a + c] = ways[a] & mask


@inlined
def set_cell(work: Any, b: int, x: int, width: int, allowed: Any) -> None:
    """Set the cell of the next row in column x, from 2 on, in place of that two columns before."""
    low = 1 << (x - 2)
    known = three(b, x - 1)
    for window in range(16):
        before, above = window & 3, (window >> 2) << 1
        zeros = ALL if allowed[known, above, before] else ZERO
        ones = ALL if allowed[known, above | 1, before] else ZERO
        zeros_set = ALL if allowed[known, above, before | 4] else ZERO
        ones_set = ALL if allowed[known, above | 1, before | 4] else ZERO
        first = (before | above << 2) * low
        for high in range(1 << (width - 1 - x)):
            one = first + high * 32 * low
            other = one + 4 * low
            for i in range(low):
                u, v = work[one + i], work[other + i]
                work[one + i] = (u & zeros) + (v & ones)
                work[other + i] = (u & zeros_set) + (v & ones_set)


@inlined
def finish(work: Any, b: int, width: int, allowed: Any, ways: Any) -> None:
    """Add up what differs in the last two cells of the row before only."""
    size, x = 1 << width, width - 1
    ways[:size] = ZERO
    for end in range(16):
        above, own = end & 3, end >> 2
        if not (
            allowed[three(b, x), above, own] and allowed[three(b, width), above >> 1, own >> 1]
        ):
            continue
        first = own * (size >> 2)
        for c in range(first, first + (size >> 2)):
            ways[c] += work[c + above * size]


@inlined
def follow(old: Any, new: Any, b: int, width: int, allowed: Any, work: Any) -> None:
    """From the ways to (a, b), for all a, to the ways to (b, c), for all c."""
    set_first_cells(old, b, width, allowed, work)
    for x in range(2, width):
        set_cell(work, b, x, width, allowed)
    finish(work, b, width, allowed, new)


@inlined
def look(ways: Any) -> int:
    """0 if all are 0, 2 if their sum may not fit in a word, and else 1."""
    total, some = ZERO, ZERO
    for i in range(len(ways)):
        total += ways[i] >> PART
        some |= ways[i]
    if total >= MOST:
        return 2
    return 0 if some == ZERO else 1


@inlined
def add_products(one: Any, other: Any, total: Any) -> None:
    """Add up the products of numbers to a sum in halves of words, without carrying."""
    for i in range(len(one)):
        if one[i] == ZERO or other[i] == ZERO:
            continue
        a, b, c, d = one[i] & LOW, one[i] >> HALF, other[i] & LOW, other[i] >> HALF
        total[0] += a * c & LOW
        total[1] += (a * c >> HALF) + (a * d & LOW) + (b * c & LOW)
        total[2] += (a * d >> HALF) + (b * c >> HALF) + (b * d & LOW)
        total[3] += b * d >> HALF


@inlined
def advance(old: Any, new: Any, b: int, width: int, allowed: Any, work: Any, total: Any) -> int:
    """Follow b and add up the products; nothing is done unless `look` says 1, which is returned."""
    kind = look(old)
    if kind == 1:
        follow(old, new, b, width, allowed, work)
        add_products(old, new, total)
    return kind


@compiled
def by_columns(
    matrix: Any,
    columns: Any,
    mirror: Any,
    begin: int,
    end: int,
    width: int,
    allowed: Any,
    old: Any,
    new: Any,
    work: Any,
    totals: Any,
) -> bool:
    """Make a step for the rows b of some columns; return whether numbers were small enough.

    To `totals` are added the products of the ways to (a, b), before, and (b, a), afterwards: to
    the first one for each b that is its own mirror image, and to the second one for the others.
    """
    size = matrix.shape[0]
    for a in range(size):
        for j in range(begin, end):
            old[j - begin, a] = matrix[a, j]
    for j in range(begin, end):
        k, b = j - begin, columns[j]
        kind = advance(old[k], new[k], b, width, allowed, work, totals[0 if mirror[b] == b else 1])
        if kind == 2:
            return False
        if kind == 0:
            new[k, :] = ZERO
    for a in range(size):
        for j in range(begin, end):
            matrix[a, j] = new[j - begin, a]
    return True


@compiled
def by_rows(
    matrix: Any,
    columns: Any,
    mirror: Any,
    begin: int,
    end: int,
    width: int,
    allowed: Any,
    old: Any,
    new: Any,
    work: Any,
    totals: Any,
) -> bool:
    """The same, for rows of the matrix; `begin` and `end` are columns here, too."""
    for j in range(begin, end):
        b = columns[j]
        turned = mirror[b]
        row(matrix, columns, mirror, b, old[0])
        kind = advance(old[0], new[0], b, width, allowed, work, totals[0 if turned == b else 1])
        if kind == 2:
            return False
        if kind == 0:
            continue
        for i in range(len(columns)):
            c = columns[i]
            matrix[b, i] = new[0, c]
            matrix[turned, i] = new[0, mirror[c]]
    return True


@inlined
def row(matrix: Any, columns: Any, mirror: Any, b: int, ways: Any) -> None:
    """The numbers of a row of the matrix, those of the columns that it does not have as well."""
    turned = mirror[b]
    for i in range(len(columns)):
        c = columns[i]
        ways[mirror[c]] = matrix[turned, i]
        ways[c] = matrix[b, i]


@compiled
def join(
    matrix: Any, columns: Any, mirror: Any, begin: int, end: int, old: Any, new: Any, totals: Any
) -> None:
    """Add up the products of (a, b) and (b, a), for the rows b of some columns."""
    for a in range(matrix.shape[0]):
        for j in range(begin, end):
            old[j - begin, a] = matrix[a, j]
    for j in range(begin, end):
        b = columns[j]
        row(matrix, columns, mirror, b, new[0])
        add_products(old[j - begin], new[0], totals[0 if mirror[b] == b else 1])


@compiled
def fold(
    matrix: Any,
    columns: Any,
    mirror: Any,
    begin: int,
    end: int,
    width: int,
    allowed: Any,
    reverse: Any,
    transposed: bool,
    odd: bool,
    totals: Any,
) -> None:
    """Add up the ways to pairs that are the middle of a pattern which is the same upside down.

    `reverse` has what a row is on the other side of the middle. The middle is the second row of a
    pair if it is `odd`, and else below it.
    """
    for other in range(matrix.shape[0]):
        for j in range(begin, end):
            ways = matrix[other, j]
            if ways == ZERO:
                continue
            a, b = (columns[j], other) if transposed else (other, columns[j])
            if odd and reverse[b] != b:
                continue
            if fits(a, b, reverse[a] if odd else reverse[b], width, allowed):
                own = 0 if mirror[columns[j]] == columns[j] else 1
                totals[own, 0] += ways & LOW
                totals[own, 1] += ways >> HALF
