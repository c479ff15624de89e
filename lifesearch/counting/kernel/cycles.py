"""Add rows to oscillators: all rows of all generations that may follow the last two.

Which rows may follow in a generation depends on three rows: the last but one, the last, and what
the last one is a generation later. From the right to the left it is found out which two cells can
be completed; after that each way from the left to the right is a row. Three neighbouring cells are
numbers with the left one lowest: `masks[a, b, d]` is a set of such threes, those below a and b if
the cell in the middle of b becomes d, and `pairs[set, right]` the set of two cells that have a
third one to their right, so that all three are in the set and the last two in `right`.

States are the last two rows of all generations. Of those that are the same but for the phase, and
for a mirror image if the rule does not notice it, only the least is kept, with the ways to all.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from lifesearch.compiled import compiled, inlined
from lifesearch.compiled.lowlevel import at, pointers
from lifesearch.counting.kernel.pairs import three
from lifesearch.counting.kernel.ways import ONE, ZERO, add_product, place_of


@inlined
def rows_after(
    above: int, last: int, later: int, width: int, masks: Any, pairs: Any, sets: Any, rows: Any
) -> int:
    """Write all rows that may follow to `rows`, and return how many they are."""
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
                at = i
                if new:
                    at = number
                    number += 1
                rows[at] = row | cell << (x + 1)
                new = True
    return number


@inlined
def least_image(parts: Any, period: int, bits: int) -> Any:
    """The least of a state and those that are the same but for the phase and a mirror image.

    `parts` has the two rows of each generation, and mirrored ones in its second line.
    """
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
    """Make parts of a state: its rows upside down, and these mirrored."""
    for t in range(period):
        two = np.int64(code >> np.uint64(2 * width * (period - 1 - t)))
        above, last = two >> width & ((1 << width) - 1), two & ((1 << width) - 1)
        rows[0, t], rows[1, t] = above, last
        parts[0, t] = np.uint64(last << width | above)
        if parts.shape[0] > 1:
            parts[1, t] = np.uint64(mirror[last] << width | mirror[above])


@compiled
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
    """Add a row to the states in places begin to end; return up to where there was room.

    `numbers` has how many states the target has, how many it may have, and whether numbers have
    become too large for a word.
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
            if target[place, 1] < source[line, 1]:
                numbers[2] = 1
    return end


@compiled
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
    """Add up, to `total`, the products of ways to states of two tables that fit together.

    A state fits to the one with its rows upside down. The ways are those to all images of a
    state: each of the images fits to its own image upside down.
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
        ways[0, 1] = upper[line, 1] // images(parts, period)
        there = at(lower, place * lower.shape[1])
        add_product(pointers(total), len(total), pointers(ways), there, 1)


@inlined
def images(parts: Any, period: int) -> Any:
    """How many different images a state has."""
    same = 0
    for line in range(parts.shape[0]):
        for delay in range(period):
            equal = True
            for t in range(period):
                equal &= parts[line, (t + delay) % period] == parts[0, t]
            same += equal
    return np.uint64(parts.shape[0] * period // same)
