"""Add rows to oscillators: all rows of all generations that may follow the last two.

`counting.cycles` calls `advance` and `join`. Which rows may follow in a generation depends on three
rows: the last but one, the last, and the last one's next generation. A pass from right to left
finds which two cells can be completed; after that every choice from left to right leads to a row.

    three             three neighbouring cells of a row as a number, the left one lowest
    masks[a, b, d]    the set of threes that may be below a and b if b's middle cell becomes d
    pairs[set, right] the set of two cells that a third one to their right extends to a three of
                      the set, so that the last two are in `right`
    sets[0, x]        the threes around column x that the rule allows; sets[1, x + 1]: the twos, in
                      columns x and x + 1, that can be completed to the right
    lists[t]          the rows that may follow in generation t
    rows[0..2, t]     the last row but one, the last row, the number of rows in lists[t]
    parts[i, t]       the two rows of generation t as one number; i = 1: mirrored
    mirror[row]       the row reflected left-right
    width, period     columns of a row; generations
    above, last, later    the last but one row, the last one, and that in the next generation
    here, right       entries of `sets` while they are made: the threes around x, the twos after it
    source, target    tables of states and ways, before and after a row is added; upper, lower: the
                      tables that are joined. A line is a place, and `bits` those of the hash, as in
                      `transfer_matrix`; begin, end: the lines of this call
    code, state       a state as a number: two rows for each generation, generation 0 highest
    ways              a line as in a table, for the ways to one image of a state; total: the sum
    numbers           see `advance`

States are the last two rows of all generations. Of those that differ only by the phase, and by a
reflection if the rule is symmetric under it, only the least is kept, with the ways to all.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from lifesearch.engines.compiled import inlined, kernel
from lifesearch.engines.compiled.words import at, pointers
from lifesearch.engines.counting.kernel.pairs import three
from lifesearch.engines.counting.kernel.transfer_matrix import ONE, ZERO, add_product, place_of


@inlined
def rows_after(
    above: int, last: int, later: int, width: int, masks: Any, pairs: Any, sets: Any, rows: Any
) -> int:
    """Write all rows that may follow in one generation to `rows`, and return their number."""
    right = masks[three(above, width), three(last, width), 0] & 3  # beyond the side nothing lives
    for x in range(width - 1, -1, -1):
        here = masks[three(above, x), three(last, x), later >> x & 1]
        sets[0, x], sets[1, x + 1] = here, right
        right = pairs[here, right]
    first = masks[three(above, -1), three(last, -1), 0]
    number = 0
    for cell in range(2):
        if first >> (4 * cell) & 1 and right >> (2 * cell) & 1:
            rows[number] = cell
            number += 1
    # Rows grow by a cell: a row is replaced by its first continuation, which each one has, since
    # only cells that can be completed were taken; a second one is appended.
    for x in range(width - 1):
        for i in range(number):
            row, new = rows[i], False
            two = (row << 1 >> x) & 3
            for cell in range(2):
                if not (
                    sets[0, x] >> (two | 4 * cell) & 1
                    and sets[1, x + 1] >> (two >> 1 | 2 * cell) & 1
                ):
                    continue
                to = i
                if new:
                    to = number
                    number += 1
                rows[to] = row | cell << (x + 1)
                new = True
    return number


@inlined
def least_image(parts: Any, period: int, bits: int) -> Any:
    """The least number of a state among its phases and, if `parts` has them, reflections."""
    shift, least = np.uint64(bits), ~ZERO
    for line in range(parts.shape[0]):
        for delay in range(period):
            image = ZERO
            for t in range(period):
                image = image << shift | parts[line, (t + delay) % period]
            least = min(least, image)
    return least


@inlined
def split(code: Any, period: int, width: int, mirror: Any, parts: Any, rows: Any) -> None:
    """Write the two rows of each generation to `rows`, and to `parts` with the rows exchanged.

    `join` needs these parts; `advance` writes its own over them.
    """
    for t in range(period):
        two = np.int64(code >> np.uint64(2 * width * (period - 1 - t)))
        above, last = two >> width & ((1 << width) - 1), two & ((1 << width) - 1)
        rows[0, t], rows[1, t] = above, last
        parts[0, t] = np.uint64(last << width | above)
        if parts.shape[0] > 1:
            parts[1, t] = np.uint64(mirror[last] << width | mirror[above])


@kernel(
    "u8[,]", "u8[,]", "i8", "i8", "i8", "i8[]", "i8", "i8[,,]", "i8[,]", "i8[]", "i8[,]", "i8[,]",
    "u8[,]", "i8[,]", returns=1,
)  # fmt: skip
def advance(
    source: Any,
    target: Any,
    bits: int,
    begin: int,
    end: int,
    numbers: Any,
    width: int,
    masks: Any,
    pairs: Any,
    mirror: Any,
    sets: Any,
    lists: Any,
    parts: Any,
    rows: Any,
) -> int:
    """Add a row to the states in places begin to end; return the place where room ran out, or end.

    numbers[0] is the number of states in the target, numbers[1] the most it has room for, and
    numbers[2] is set to 1 if a number of ways overflows its word.
    """
    period = lists.shape[0]
    for line in range(begin, end):
        if source[line, 0] == ZERO:
            continue
        split(source[line, 0] - ONE, period, width, mirror, parts, rows)
        total = 1
        for t in range(period):
            later = rows[1, (t + 1) % period]
            rows[2, t] = rows_after(
                rows[0, t], rows[1, t], later, width, masks, pairs, sets, lists[t]
            )
            total *= rows[2, t]
            if total == 0:
                break
        # All successors of a state are entered, or none: else some would be counted twice.
        if numbers[0] + total > numbers[1]:
            return line
        for choice in range(total):
            left = choice
            for t in range(period):
                row = lists[t, left % rows[2, t]]
                left //= rows[2, t]
                last = rows[1, t]
                parts[0, t] = np.uint64(last << width | row)
                if parts.shape[0] > 1:
                    parts[1, t] = np.uint64(mirror[last] << width | mirror[row])
            state = least_image(parts, period, 2 * width)
            place = place_of(pointers(target), len(target) - 1, target.shape[1], bits, state)
            if target[place, 0] == ZERO:
                target[place, 0] = state + ONE
                numbers[0] += 1
            target[place, 1] += source[line, 1]
            # The sum is less than a term: it has overflowed its word.
            if target[place, 1] < source[line, 1]:
                numbers[2] = 1
    return end


@kernel(
    "u8[,]", "u8[,]", "i8", "i8", "i8", "i8", "i8[]", "u8[,]", "i8[,]", "u8[,]", "u8[]"
)  # fmt: skip
def join(
    upper: Any,
    lower: Any,
    bits: int,
    begin: int,
    end: int,
    width: int,
    mirror: Any,
    parts: Any,
    rows: Any,
    ways: Any,
    total: Any,
) -> None:
    """Add to `total` the products of ways to states of two tables that fit together.

    A lower half is an upper one upside down: so a state fits the one with its two rows exchanged,
    and the rule must be symmetric under up-down reflection. The ways are those to all images of a
    state; each image fits just one image in the other table, hence the division by their number.
    """
    period = rows.shape[1]
    for line in range(begin, end):
        if upper[line, 0] == ZERO:
            continue
        split(upper[line, 0] - ONE, period, width, mirror, parts, rows)
        code = least_image(parts, period, 2 * width)
        place = place_of(pointers(lower), len(lower) - 1, lower.shape[1], bits, code)
        if lower[place, 0] == ZERO:
            continue
        # Both tables have the ways to all images of a state together.
        ways[0, 1] = upper[line, 1] // images(parts, period)
        there = at(lower, place * lower.shape[1])
        add_product(pointers(total), len(total), pointers(ways), there, 1)


@inlined
def images(parts: Any, period: int) -> Any:
    """The number of different images of a state under phases and reflection."""
    equal_images = 0
    for line in range(parts.shape[0]):
        for delay in range(period):
            equal = True
            for t in range(period):
                equal &= parts[line, (t + delay) % period] == parts[0, t]
            equal_images += equal
    return np.uint64(parts.shape[0] * period // equal_images)
