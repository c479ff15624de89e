"""Lists of rows: which rows c below rows a and b make b become d.

A row is a number, bit x for column x. The *block* of rows a and b (above and in the middle) is a
piece of the pool, of 2 * size + 1 entries if there are `size` rows: the rows c below, grouped by
the row d = step(a, b, c) that the middle one becomes.

    pool[at + d], pool[at + d + 1]    where the list of d begins and ends, counted from `at`

Blocks are numbered in the order in which they are first needed, which is when they are made; `at`
is the number times 2 * size + 1. A bit set for each block says which d have a list that is not
empty: most questions are about that, and these sets fit into a processor's cache. In all lists rows
come in one order, which is given, the empty row first.

Block 0 has empty lists and stands for whatever does not fit into the pool. The rest of it is the
rows themselves in order, so that a known row can be treated as a list of one row.

    t                          the tables, `layout.Tables`, as pointers
    m                          `Tables.maker`: see `layout`
    above, middle, below       rows a, b and c
    number                     of a block
    made                       what b becomes with some row c; -1 if a cell outside is born
    k                          the module `layout`: names of columns and entries
    image, starts              places in m: for each row c, what b becomes; for each d, its list
    work                       the place in m of working memory, 2 * size numbers
"""

from __future__ import annotations

import numpy as np

from lifesearch.engines.compiled import compiled, inlined
from lifesearch.engines.rows.kernel import layout as k
from lifesearch.engines.rows.kernel.layout import Int, Pointer, Pointers


@inlined
def block(t: Pointers, above: Int, middle: Int) -> Int:
    """Return the number of the block of two rows; 0 if there is no room."""
    numbers, m = t.numbers, t.maker
    number = np.int64(numbers[(above << m[k.BITS]) | middle])
    if number == 0:
        number = make_block(t, above, middle)
    return number


@inlined
def has_result(t: Pointers, number: Int, row: Int) -> bool:
    """Return whether some row below makes the middle row of a block become `row`."""
    results, m = t.results, t.maker
    word = results[number * m[k.WORDS] + (row >> 6)]
    there: bool = (word >> np.uint64(row & 63)) & np.uint64(1) != np.uint64(0)
    return there


@inlined
def list_of(t: Pointers, number: Int, row: Int) -> tuple[Int, Int]:
    """Return where the list of a row begins and ends in the pool: of rows below, if it is next."""
    pool, m = t.pool, t.maker
    at = number * ((2 << m[k.BITS]) + 1)
    return at + np.int64(pool[at + row]), at + np.int64(pool[at + row + 1])


@inlined
def row_alone(t: Pointers, row: Int) -> Int:
    """Return where a list of just this row begins in the pool."""
    return (1 << t.maker[k.BITS]) + 1 + row


@compiled
def make_block(t: Pointers, above: Int, middle: Int) -> Int:
    """Make the block of two rows and return its number; 0 if there is no room.

    A row that makes a cell live outside the strip (or in its gutter) is in no list.
    """
    pool, numbers, results, m = t.pool, t.numbers, t.results, t.maker
    size = 1 << m[k.BITS]
    number = m[k.USED]
    at = number * (2 * size + 1)
    if number == m[k.BLOCKS]:
        m[k.FULL] = 1
        return 0
    m[k.USED] += 1
    image = k.WINDOWS + m[k.COLUMNS] * size
    starts = image + size
    find_results(m, above, middle, image, starts)
    for row in range(size):
        m[starts + row] = 0
    # A counting sort: the length of each list, then where it begins, then its rows.
    for below in range(size):
        if m[image + below] >= 0:
            m[starts + m[image + below]] += 1
    here = size + 1
    for row in range(size):
        count = m[starts + row]
        if count:
            results[number * m[k.WORDS] + (row >> 6)] |= np.uint64(1) << np.uint64(row & 63)
        pool[at + row] = here
        m[starts + row] = at + here
        here += count
    pool[at + size] = here
    # In the given order of rows, which all lists have.
    for place in range(size):
        below = m[image + 3 * size + place]
        made = m[image + below]
        if made >= 0:
            pool[m[starts + made]] = below
            m[starts + made] += 1
    numbers[(above << m[k.BITS]) | middle] = number
    return number


@compiled
def find_results(m: Pointer, above: Int, middle: Int, image: Int, work: Int) -> None:
    """Compute the next state of the middle row, for all rows below, into m[image], ...

    The result is put together from the left columns, which do not depend on the right end of
    the row below, and the right columns, which do not depend on its left end. (If the sides of
    the strip are joined, all are left columns.) It is -1 if a cell outside would be born.
    """
    n, size, columns = m[k.BITS], 1 << m[k.BITS], m[k.COLUMNS]
    # Two halves of 2^(n/2 + 1) or so rows each, instead of 2^n rows times n columns.
    middle_column = n if m[k.WRAPS] else n // 2
    left_bits = middle_column + 1 if middle_column < n else n
    shift = middle_column - 1 if middle_column > 0 else 0
    left, right = work, work + size
    for part in range(2):
        first, last = (0, middle_column + 1) if part == 0 else (middle_column + 1, columns)
        count = 1 << left_bits if part == 0 else 1 << (n - shift)
        for value in range(count):
            below = value if part == 0 else value << shift
            made = 0
            for column in range(first, last):
                window = k.WINDOWS + column * size
                around = (m[window + above] << 6) | (m[window + middle] << 3) | m[window + below]
                if m[k.RULE + around]:
                    # A birth beside the strip: no row below is possible with these cells.
                    if column in (0, n + 1):
                        made = -1
                        break
                    made |= 1 << (column - 1)
            m[(left if part == 0 else right) + value] = made
    mask = (1 << left_bits) - 1
    for below in range(size):
        low, high = m[left + (below & mask)], m[right + (below >> shift)]
        m[image + below] = -1 if low < 0 or high < 0 else low | high
