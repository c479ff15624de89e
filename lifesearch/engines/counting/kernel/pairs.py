"""Add a row to still lifes: from the ways to each pair of rows (a, b) to those to (b, c).

`counting.pairs` calls `add_row` and `fold`. For one middle row b the ways to pairs (a, b) are
taken, for all rows a, and the next row c is set cell by cell, from the left. What the rule requires
of b's cell in column x - 1 is known when c's cell in column x is set; then a's cell in column x - 2
does not matter any more, and c's new cell takes its bit: each step changes pairs of numbers of an
array of 2^(w + 2) in their places.

    bits after step x:  c[0] ... c[x]  a[x - 1] ... a[w - 1]

The matrix of all pairs is updated in place, too. A step in which b is the column reads all (a, b)
there and leaves (b, c) in the same places; the next step reads the rows of the matrix, and so on
alternately. Of two rows b that are mirror images of each other only one has a column.

    a, b, c     the row above, the middle row, the row below; a row's left cell is its lowest bit
    allowed     whether a middle cell stays as it is, by the threes of b, a and c (9 bits)
    matrix      ways[row, column]; columns[j]: the row b of column j; mirror[b]: b reflected
    old, new    the ways to (a, b) for all a, to (b, c) for all c, of up to 8 columns
    work        the array of 2^(w + 2) in which a transfer happens
    totals      sums of products in four digits of 32 bits each, not carried until a call ends: line
                0 for rows b that are their own mirror images, line 1 for the others
    x, width    a column, from -1 (beside the box) to w; w itself
    j, b        a column of the matrix, and its row b; turned: b reflected
    before, after, cells, stay, all_ways    pointers to old, new, work, allowed, matrix
    own         the line of `totals` for this b
"""

from __future__ import annotations

from typing import Any

import numpy as np

from lifesearch.engines.compiled import inlined, kernel
from lifesearch.engines.compiled.words import at, pointers
from lifesearch.engines.counting.kernel.transfer_matrix import HALF, LOW, ZERO

ALL = np.uint64(0xFFFFFFFFFFFFFFFF)
# Without its lowest 20 bits, the sum of up to 2^16 numbers fits in a word. If it is below 2^43, the
# whole sum is below 2^64, and a transfer is safe: each of its numbers is a sum of some of them.
DROPPED_BITS, MOST = np.uint64(20), np.uint64(1 << 43)
BY_COLUMNS, BY_ROWS, JOIN = range(3)
"""The mode of a call of `add_row`."""


@inlined
def three(row: int, x: int) -> int:
    """The cells of a row around column x, from -1 on, the left one lowest."""
    return (row << 2 >> (x + 1)) & 7


@inlined
def stays(allowed: Any, b: int, a: int, c: int, x: int) -> bool:
    """Whether the cell of b in column x does not change between rows a and c."""
    there: bool = allowed[three(b, x) << 6 | three(a, x) << 3 | three(c, x)] != 0
    return there


@inlined
def fits(a: int, b: int, c: int, width: int, allowed: Any) -> bool:
    """Whether b does not change between a and c, and nothing is born beside it."""
    x = -1
    while x <= width and stays(allowed, b, a, c, x):
        x += 1
    return x > width


@inlined
def set_first_cells(old: Any, b: int, width: int, allowed: Any, work: Any) -> None:
    """Fill `work` from `old`, with the first two cells of c set."""
    for first in range(4):  # the first two cells of a
        for c in range(4):
            right = stays(allowed, b, first, c, -1) and stays(allowed, b, first, c, 0)
            mask = ALL if right else ZERO
            for a in range(first, 1 << width, 4):
                work[4 * a + c] = old[a] & mask


@inlined
def set_cell(work: Any, b: int, x: int, width: int, allowed: Any) -> None:
    """Set c's cell in column x, from 2 on; it takes the bit of a's cell in column x - 2."""
    low = 1 << (x - 2)
    upper = three(b, x - 1) << 6
    # The four cells besides a's cell in column x - 2 that decide: c's two cells before, and a's two
    # cells after it. Masks of zeros or ones take the place of branches, so that the loop over the
    # rest can use vector instructions.
    for window in range(16):
        left, above = window & 3, (window >> 2) << 1
        entry = upper | above << 3 | left
        zeros = ALL if allowed[entry] else ZERO
        ones = ALL if allowed[entry | 8] else ZERO
        zeros_set = ALL if allowed[entry | 4] else ZERO
        ones_set = ALL if allowed[entry | 12] else ZERO
        first = (left | above << 2) * low
        for high in range(1 << (width - 1 - x)):
            one = first + high * 32 * low
            other = one + 4 * low
            for i in range(low):
                u, v = work[one + i], work[other + i]
                work[one + i] = (u & zeros) + (v & ones)
                work[other + i] = (u & zeros_set) + (v & ones_set)


@inlined
def finish(work: Any, b: int, width: int, allowed: Any, new: Any) -> None:
    """Add up, for each c, the entries of `work` that differ only in a's last two cells."""
    size, last = 1 << width, three(b, width - 1) << 6
    beside = three(b, width) << 6
    for c in range(size):
        new[c] = ZERO
    for end in range(16):
        above, below = end & 3, end >> 2
        if (
            allowed[last | above << 3 | below] == 0
            or allowed[beside | (above >> 1) << 3 | below >> 1] == 0
        ):
            continue
        first = below * (size >> 2)
        for c in range(first, first + (size >> 2)):
            new[c] += work[c + above * size]


@inlined
def transfer(old: Any, new: Any, b: int, width: int, allowed: Any, work: Any) -> None:
    """Compute the ways to (b, c), for all c, from those to (a, b), for all a."""
    set_first_cells(old, b, width, allowed, work)
    for x in range(2, width):
        set_cell(work, b, x, width, allowed)
    finish(work, b, width, allowed, new)


@inlined
def magnitude(ways: Any, size: int) -> int:
    """The size class of some numbers: 0 if all are 0, 2 if their sum may overflow, else 1."""
    total, some = ZERO, ZERO
    for i in range(size):
        total += ways[i] >> DROPPED_BITS
        some |= ways[i]
    if total >= MOST:
        return 2
    return 0 if some == ZERO else 1


@inlined
def add_products(one: Any, other: Any, size: int, total: Any) -> None:
    """Add the products of `size` pairs of numbers to a total of four 32-bit digits, not carried."""
    for i in range(size):
        left, right = one[i], other[i]
        if not (left and right):
            continue
        a, b, c, d = left & LOW, left >> HALF, right & LOW, right >> HALF
        # Four products of 32-bit halves, each split into two digits of 32 bits.
        total[0] += a * c & LOW
        total[1] += (a * c >> HALF) + (a * d & LOW) + (b * c & LOW)
        total[2] += (a * d >> HALF) + (b * c >> HALF) + (b * d & LOW)
        total[3] += b * d >> HALF


@inlined
def advance(old: Any, new: Any, b: int, width: int, allowed: Any, work: Any, total: Any) -> int:
    """Transfer row b and add up the products, if the size class is 1; return the class.

    See `magnitude`. In class 0 all products are 0, and `new` is not written.
    """
    size_class = magnitude(old, 1 << width)
    if size_class == 1:
        transfer(old, new, b, width, allowed, work)
        add_products(old, new, 1 << width, total)
    return size_class


@kernel(
    "u8[,]", "i8[]", "i8[]", "i8", "i8", "i8", "u1[,,]", "u8[,]", "u8[,]", "u8[]", "u8[,]", "i8",
    returns=1,
)  # fmt: skip
def add_row(
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
    mode: int,
) -> bool:
    """Make a step for the rows b of some columns; return whether numbers were small enough.

    If not, the matrix is half changed. The products of the ways to (a, b) before and to (b, a)
    after the step are added to `totals`: `counting.pairs` says what they count. `mode` says whether
    b is the index of columns or of rows of the matrix (BY_COLUMNS, BY_ROWS); `begin` and `end` are
    columns in either case. JOIN leaves the matrix as it is, and adds the products of the ways to
    (a, b) and to (b, a), whichever of the two is the column.
    """
    size, number = matrix.shape[0], matrix.shape[1]
    before, after, cells, stay, all_ways = pointers((old, new, work, allowed, matrix))
    column, mirrored, total = pointers((columns, mirror, totals))
    # Up to 8 columns are gathered at once: these are one cache line of each row of the matrix.
    if mode != BY_ROWS:
        for a in range(size):
            for j in range(begin, end):
                before[(j - begin) * size + a] = all_ways[a * number + j]
    for j in range(begin, end):
        base, b = 0 if mode == BY_ROWS else (j - begin) * size, column[j]
        turned, here = mirrored[b], at(after, base)
        if mode != BY_COLUMNS:
            whole = after if mode == JOIN else before
            for i in range(number):
                whole[mirrored[column[i]]] = all_ways[turned * number + i]
                whole[column[i]] = all_ways[b * number + i]
        own = at(total, 0 if turned == b else totals.shape[1])
        if mode == JOIN:
            add_products(at(before, base), after, size, own)
            continue
        size_class = advance(at(before, base), here, b, width, stay, cells, own)
        if size_class == 2:
            return False
        if size_class == 0:
            # The rows of b in the matrix, which BY_ROWS would write, are 0 already.
            for a in range(size):
                here[a] = ZERO
        elif mode == BY_ROWS:
            for i in range(number):
                all_ways[b * number + i] = after[column[i]]
                all_ways[turned * number + i] = after[mirrored[column[i]]]
    if mode == BY_COLUMNS:
        for a in range(size):
            for j in range(begin, end):
                all_ways[a * number + j] = after[(j - begin) * size + a]
    return True


@kernel(
    "u8[,]", "i8[]", "i8[]", "i8", "i8", "i8", "u1[,,]", "i8[]", "?", "?", "u8[,]"
)  # fmt: skip
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
    """Add up the ways to pairs of rows in the middle of patterns with up-down symmetry.

    Only columns `begin` to `end` of the matrix are read. reverse[row] is the row's image on the
    other side of the middle. For `odd` heights the middle is the second row of a pair, else it is
    below that row. If `transposed`, the first rows are the columns of the matrix. A column counts
    for its mirror image, too: line 1 of `totals`.
    """
    stay = pointers(allowed)
    for other in range(matrix.shape[0]):
        for j in range(begin, end):
            ways = matrix[other, j]
            if ways == ZERO:
                continue
            a, b = (columns[j], other) if transposed else (other, columns[j])
            # The middle row is its own image.
            if odd and reverse[b] != b:
                continue
            if fits(a, b, reverse[a] if odd else reverse[b], width, stay):
                own = 0 if mirror[columns[j]] == columns[j] else 1
                totals[own, 0] += ways & LOW
                totals[own, 1] += ways >> HALF
