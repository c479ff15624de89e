"""The tree of `kernel`, if each level is a row of a few cells: the same, with more known at once.

- A row is one word: its number, and its cells in two overlapping halves, three places apart. So the
  words of three rows are put together by shifts, and each half has its place in a table.
- Rows with which the ends of the row above cannot be still are left out, as a set.
- A branch ends, too, when generation 0 has no predecessor, as far as it is known.
- The last row has only cells of the ring. Its choices are followed together, as a set, until they
  make a difference; what is left is then followed from the generation in which they do.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from lifesearch.compiled import compiled, inlined
from lifesearch.compiled.lowlevel import lowest, pointers
from lifesearch.rotor_search.kernel import (
    DONE,
    EQUAL,
    LESS,
    MORE,
    MOST_FOUND,
    Ints,
    Words,
    comes_again,
    is_least,
    keep,
    power_of_two,
    save,
    slot,
)

MOST_CELLS = 6
"""Free cells of a row: a set has room for all that it may be."""
HALF = 12
"""Digits of half a row; a table has a place for each."""
WORD = 32
"""Digits of a row's word; in an entry, what may lie outside comes behind them."""
FIELDS = 3
"""Cells of the ring in half a row: eight digits each."""
NUMBER = 2 * HALF
"""Where in a word the row's number begins."""
SIDE = 6
PLACE = np.int64((1 << HALF) - 1)
ROW = np.int64((1 << WORD) - 1)
LOW = np.int64(0x7F7F7F7F7F7F)
HIGH = np.int64(0x808080808080)
NONE, ONE = np.uint64(0), np.uint64(1)


class RowPlan(NamedTuple):
    """What depends on the window alone: see `row_tables`."""

    entries: Ints  # for the first row, one between and the last, and each half of it
    words: Ints  # for each number of a row
    tops: Ints  # as in `kernel`
    tops_at: Ints
    known_tops: Ints
    least: Words  # for each first row: the last ones that are not less in an image
    fits: Words  # for two rows: those below with which the ends of the lower one can be still
    below: Words  # for two rows that are the last one of the window: last ones still with both
    same: Words  # for each half, two rows, and what the lower one becomes: last ones that do it
    before: Words  # for the ends of three rows, the middle one, and two before it: third ones
    shape: Ints  # digits of a row that change, those behind them, others, and how halves are cut


class RowWork(NamedTuple):
    """What changes; as in `kernel`, if nothing is said."""

    left: Words  # for each level: choices to be tried
    words: Ints  # for each generation and level; a level on each side is empty
    staying: Ints  # for each generation and level, what may lie outside until then
    order: Ints
    image_tops: Ints
    saved: Ints
    found: Ints
    state: Ints  # the level, how many cycles were found, and the next and last first row
    todo: Words  # sets to be followed
    todo_at: Ints  # and from which generation on
    pairs: Words  # for each level, and each choice of it before generation 0: those below it


@inlined
def follow(plan: Any, work: Any, t: int, level: int, last: int, sign: int, ringed: bool) -> int:
    """As in `kernel`, if `sign` is how the levels above are compared.

    If it is not `ringed`, it does not matter whether the ring can be still.
    """
    entries, words, staying, order = plan[0], work[1], work[2], work[3]
    width = last + 3
    at = slot(t, last) * width + level
    block = words[at] | words[at + 1] << 1 | words[at + 2] << 2
    table = (0 if level == 0 else 4 if level == last else 2) << HALF
    left = entries[table + (block >> HALF & PLACE)]
    right = entries[table + (1 << HALF) + (block & PLACE)]
    if ringed:
        ways = left >> WORD << 8 * FIELDS | right >> WORD
        ways &= staying[slot(t - 1, last) * width + level]
        if ((ways & LOW) + LOW | ways) & HIGH != HIGH:
            return LESS
        staying[at] = ways
    word = (left | right) & ROW
    at = slot(t + 1, last) * width + level
    words[at + 1] = word
    if sign == EQUAL:
        first = words[width + level + 1]
        sign = (1 if word > first else 0) - (1 if word < first else 0)
    order[at + 1] = sign
    return sign


@inlined
def compared(work: Any, t: int, level: int, last: int) -> int:
    """How a generation is compared above a level."""
    order = work[3]
    return order[slot(t, last) * (last + 3) + level] if level else EQUAL


@compiled
def period(plan: Any, work: Any, last: int) -> int:
    """As in `kernel`; all but the last two levels are followed in generation 0."""
    t = 0
    while True:
        first = max(0, last - 1 - t)
        sign = compared(work, t + 1, first, last)
        for level in range(first, last + 1):
            sign = follow(plan, work, t, level, last, sign, True)
            if sign < 0:
                return 0
        t += 1
        if sign == EQUAL:
            return t
        if comes_again(work[1], work[5], t, last, last + 1):
            return 0


@inlined
def making(plan: Any, above: int, this: int, after: int) -> Any:
    """The last rows with which a row becomes another one."""
    same, shape = plan[8], plan[10]
    wide, right, behind = shape[3], shape[4], shape[5]
    place = (above >> wide) << 7 | (this >> wide) << 3 | after >> behind
    other = (above & right) << 7 | (this & right) << 3 | after & ((1 << behind) - 1)
    return same[place] & same[(1 << 11) + other]


@compiled
def follow_some(
    plan: Any, work: Any, some: Any, t: int, left: int, last: int
) -> tuple[int, Any, int]:
    """Follow choices of the last row together, from a generation on: the period, or 0.

    Also return which are, and how many sets are left: of choices that did not go on with them. Not
    all is asked of the ring.
    """
    numbered, fits, below = plan[1], plan[6], plan[7]
    words, todo, todo_at = work[1], work[8], work[9]
    width, low = last + 3, last - 1
    first = words[width + last] >> NUMBER << SIDE
    again = t > 0
    while True:
        at = slot(t, last) * width
        above, this = words[at + low] >> NUMBER, words[at + last] >> NUMBER
        level = low if again else max(0, low - t)
        sign = compared(work, t + 1, level, last)
        if not again:
            some &= fits[above << SIDE | this] & below[first | this]
            if some == NONE:
                return 0, some, left
            while level < low:
                sign = follow(plan, work, t, level, last, sign, True)
                if sign < 0:
                    return 0, some, left
                level += 1
        again = False
        words[at + last + 1] = numbered[lowest(some)]
        sign = follow(plan, work, t, low, last, sign, False)
        after = words[slot(t + 1, last) * width + last] >> NUMBER
        same = some & making(plan, above, this, after)
        if same != some:
            todo[left] = some & ~same
            todo_at[left] = t if t <= last else 0
            left += 1
            some = same
        t += 1
        if sign == EQUAL:
            return t, some, left
        if sign < 0 or comes_again(words, work[5], t, last, last):
            return 0, some, left


@compiled
def has_predecessor(plan: Any, work: Any, level: int, last: int) -> Any:
    """Whether rows up to a level may come from others; of these, keep pairs of the last two.

    The upper one of a pair is a number, the lower ones are a set.
    """
    before, shape, words, pairs = plan[9], plan[10], work[1], work[10]
    inner, behind, outer = shape[0], shape[1], shape[2]
    count, at = 1 << inner, last + 3 + level
    place = 0
    for row in range(at - 1, at + 2):
        number = words[row] >> NUMBER
        ends = number >> (inner + behind) << behind | number & behind
        place = place << outer | ends
    middle = words[at] >> NUMBER >> behind & count - 1
    place = (place << inner | middle) << 2 * inner
    now, after = (level - 2) * count, (level - 1) * count
    for b in range(count):
        pairs[after + b] = NONE
    for a in range(count):
        left = pairs[now + a]
        while left != NONE:
            b = lowest(left)
            left &= left - ONE
            pairs[after + b] |= before[place | a << inner | b]
    some = NONE
    for b in range(count):
        some |= pairs[after + b]
    return some != NONE


@inlined
def begin_pairs(plan: Any, work: Any, last: int) -> None:
    """The top row, which does not change, and all that may lie below it."""
    shape, words, pairs = plan[10], work[1], work[10]
    inner, behind = shape[0], shape[1]
    count = 1 << inner
    for a in range(count):
        pairs[a] = NONE
    top = words[last + 4] >> NUMBER >> behind & count - 1
    pairs[top] = ~NONE >> np.uint64(64 - count)


@inlined
def with_predecessor(plan: Any, work: Any, last: int) -> Any:
    """The last rows with which generation 0 comes from another one."""
    fits, below, shape, words, pairs = plan[6], plan[7], plan[10], work[1], work[10]
    inner, behind, low = shape[0], shape[1], last - 1
    at, now = last + 4 + low, (low - 1) << inner
    changing = ((1 << inner) - 1) << behind
    after = words[at] >> NUMBER
    upper, lower = words[at - 1] >> NUMBER & ~changing, after & ~changing
    found = NONE
    for a in range(1 << inner):
        left = pairs[now + a]
        while left != NONE:
            b = lowest(left)
            left &= left - ONE
            above, this = upper | a << behind, lower | b << behind
            some = fits[above << SIDE | this] & below[after << SIDE | this]
            found |= some & making(plan, above, this, after)
    return found


@inlined
def try_together(plan: Any, work: Any, last: int, least: int, count: int) -> tuple[int, int]:
    """Follow all choices of the last row; how many cycles there are then, and the steps done."""
    numbered, words, saved, todo, todo_at = plan[1], work[1], work[5], work[8], work[9]
    steps, left = 0, 1
    todo[0] = plan[5][words[last + 4] >> NUMBER] & with_predecessor(plan, work, last)
    todo_at[0] = 0
    if todo[0] == NONE:
        left = 0
    while left:
        steps += 1
        left -= 1
        t = todo_at[left]
        save(words, saved, power_of_two(t), last, last)
        length, some, left = follow_some(plan, work, todo[left], t, left, last)
        while length >= least and some != NONE:
            words[2 * last + 4] = numbered[lowest(some)]
            some &= some - ONE
            if period(plan, work, last) == length:
                count = keep(words, work[6], count, length, last)
    return count, steps


@inlined
def goes_on(plan: Any, work: Any, level: int, last: int) -> bool:
    """Whether a board that is decided up to a level may be a part of a cycle."""
    good, t = True, 0
    while good and t < level:
        row = level - 1 - t
        sign = compared(work, t + 1, row, last)
        good = follow(plan, work, t, row, last, sign, True) >= 0
        t += 1
    return good


@compiled
def search_rows(
    planned: Any, worked: Any, last: int, wanted: tuple[int, int], budget: int
) -> tuple[int, int]:
    """Go on with a search, for about so many steps; whether there is more, and the steps done."""
    least, images = wanted
    plan, work = pointers(planned), pointers(worked)
    left, words, state = work[0], work[1], work[7]
    level, count, steps = state[0], 0, 0
    while level >= 0 and steps < budget and count < MOST_FOUND:
        steps += 1
        if level == last:
            count, more = try_together(plan, work, last, least, count)
            steps += more
            level -= 1
            continue
        if level == 0:
            this = state[2]
            some = ONE if this < state[3] else NONE
            state[2] += 1
        else:
            some = left[level]
            left[level] = some & some - ONE
            this = lowest(some)
        if some == NONE:
            level -= 1
            continue
        words[last + 4 + level] = plan[1][this]
        good = goes_on(plan, work, level, last)
        good = good and is_least(plan[2], plan[3], plan[4], work[4], level, this, images)
        if level == 0:
            begin_pairs(plan, work, last)
        elif good and level > 1:
            good = has_predecessor(plan, work, level, last)
        if good:
            level += 1
            at = last + 2 + level
            above, this = words[at] >> NUMBER, words[at + 1] >> NUMBER
            every = ~NONE >> np.uint64(64 - plan[10][6])
            left[level] = plan[6][above << SIDE | this] if level > 1 else every
    state[0], state[1] = level, count
    return MORE if level >= 0 else DONE, steps
