"""Walk through all windows and rings: a tree, level by level, of boards that are partly decided.

A board whose cells are decided up to level L is known in generation t up to level L - t. So each
level that is decided adds a level to each generation; when all are decided, all of generation 1 is
known, then all of generation 2, and so on. A branch ends when

- a cell of the ring cannot stay as it is, whatever lies outside the ring;
- a generation is less than generation 0, level by level: of a cycle, only the least is wanted;
- the top row of an image of the ring is less than that of the ring;
- generation 0 has no predecessor, as far as it is known: this is only asked if a level is a row.

At the end of a branch generations follow until generation 0 comes back, which is a cycle, or
another one does. Of the generations after the last level only two are kept.

If the last level has only cells of the ring, and not too many, its choices are followed together,
as a set, until they make a difference.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from lifesearch.compiled import compiled, inlined
from lifesearch.compiled.lowlevel import pointers

Ints = NDArray[np.int64]
Words = NDArray[np.uint64]
DONE, MORE = 0, 1
LESS, EQUAL, GREATER = -1, 0, 1
"""How a generation is compared with generation 0."""
MOST_FOUND = 4096
"""Cycles to be found before Python takes them."""
MOST_TOGETHER = 64
"""Choices that a set has room for."""
DIGITS = 24
"""Of an entry, those that a level's number has room in; then come sets of what may lie outside."""
FIELDS = 5
PLACE = 16
"""Digits of a number that a place in a table has."""
NUMBER = np.int64((1 << DIGITS) - 1)
LOW = np.int64(0x7F7F7F7F7F)
HIGH = np.int64(0x8080808080)
INDEX = np.int64((1 << PLACE) - 1)
NONE, ONE = np.uint64(0), np.uint64(1)


class TreePlan(NamedTuple):
    """What depends on the window alone: see `tables`. The free cells of a level are its number."""

    groups: Ints  # where spreads of three levels begin, the first piece, and where pieces end
    groups_at: Ints  # for each level
    spreads: Ints  # for each number of a level, its digits in places of up to four tables
    pieces: Ints  # where their tables begin
    entries: Ints
    tops: Ints  # for each choice of a level, what it adds to the top row of each image
    tops_at: Ints
    known_tops: Ints  # for each level and image, the beginning of the top row that is known


class Work(NamedTuple):
    """What changes: for each level, each generation and so on."""

    choice: Ints  # for each level, the next choice, and where they end
    numbers: Ints  # for each generation and level, its number; a level on each side has none
    staying: Ints  # for each generation and piece, what may lie outside until then
    order: Ints  # for each generation and level, whether it is greater than generation 0
    image_tops: Ints  # for each level and image, its top row as far as it is known
    saved: Ints  # a generation, to see whether it comes again
    found: Ints  # cycles: the period and the numbers of the least generation
    state: Ints  # the level, and how many cycles were found


class Sets(NamedTuple):
    """Sets of choices for the last level, if it is a row of the ring; else there is nothing.

    Numbers of all rows are less than 64.
    """

    least: Words  # for each choice of the first level: those with no lesser top row
    fits: Words  # for each pair of rows: those with which the ends of the lower one can be still
    below: Words  # for two rows that are the last one of the window: those still with both
    same: Words  # for each piece of a pair of rows, and what follows: those that make it so
    same_at: Ints
    cells: Ints  # the last digit of each piece, and how many it has
    todo: Words  # sets to be followed
    shape: Ints  # digits of a row that change, those behind them, and all that do not change
    before: Words  # for the ends of three rows, the middle one, and two before it: third ones
    pairs: Words  # for each level, and each choice of it before generation 0: those below it


@inlined
def slot(t: int, last: int) -> int:
    """Where generation t is kept; before generation 0 is one in which all may lie outside."""
    return t + 1 if t <= last + 1 else last + 3 + (t & 1)


@inlined
def follow(plan: Any, work: Any, t: int, level: int, last: int, ringed: bool) -> int:
    """Compute a level of the generation after t; how it is compared so far.

    If a cell of the ring in this level cannot be still until generation t, it is less, too; that
    does not matter if it is not `ringed`.
    """
    groups, groups_at, spreads, pieces, entries = plan[0], plan[1], plan[2], plan[3], plan[4]
    numbers, staying, order = work[1], work[2], work[3]
    here, after, width = slot(t, last), slot(t + 1, last), last + 3
    count = groups[5 * groups_at[last + 1] - 1]
    now, before = here * count, slot(t - 1, last) * count
    at = here * width + level
    above, this, below = numbers[at], numbers[at + 1], numbers[at + 2]
    number = np.int64(0)
    for n in range(5 * groups_at[level], 5 * groups_at[level + 1], 5):
        places = spreads[groups[n] + above] | spreads[groups[n + 1] + this]
        places |= spreads[groups[n + 2] + below]
        for piece in range(groups[n + 3], groups[n + 4]):
            entry = entries[pieces[piece] + (places & INDEX)]
            places >>= PLACE
            number |= entry & NUMBER
            if ringed:
                ways = entry >> DIGITS & staying[before + piece]
                if ((ways & LOW) + LOW | ways) & HIGH != HIGH:
                    return LESS
                staying[now + piece] = ways
    at = after * width + level + 1
    numbers[at] = number
    sign = order[at - 1] if level else 0
    if sign == EQUAL:
        first = numbers[width + level + 1]
        sign = (1 if number > first else 0) - (1 if number < first else 0)
    order[at] = sign
    return sign


@inlined
def is_least(plan: Any, work: Any, level: int, choice: int, images: int) -> bool:
    """Whether no image has a lesser top row, as far as it is known after a choice."""
    tops, tops_at, known_tops, image_tops = plan[5], plan[6], plan[7], work[4]
    place = tops_at[level] + choice * images
    now = (level + 1) * images
    for n in range(images):
        image_tops[now + n] = image_tops[now - images + n] | tops[place + n]
    for n in range(1, images):
        known = known_tops[level * images + n]
        if image_tops[now + n] & known < image_tops[now] & known:
            return False
    return True


@inlined
def comes_again(work: Any, t: int, last: int, levels: int) -> bool:
    """Whether generation t is one that was saved; now and then one is, after Brent."""
    numbers, saved = work[1], work[5]
    at = slot(t, last) * (last + 3) + 1
    again = t > 1
    for level in range(levels):
        again &= numbers[at + level] == saved[level]
    if t & (t - 1) == 0:
        for level in range(levels):
            saved[level] = numbers[at + level]
    return again


@compiled
def period(plan: Any, work: Any, low: int, last: int) -> int:
    """After how many generations a board comes back that is wholly decided; 0 if it is no cycle.

    It also is none if a later generation is less, or a cell of the ring does not stay. What comes
    of levels before `low` in generation 0 is known.
    """
    t = 0
    while True:
        sign = EQUAL
        for level in range(max(0, low - t), last + 1):
            sign = follow(plan, work, t, level, last, True)
            if sign < 0:
                return 0
        t += 1
        if sign == EQUAL:
            return t
        if comes_again(work, t, last, last + 1):
            return 0


@inlined
def first_of(some: Any) -> Any:
    """The first choice of a set: the number of ones behind it, if it is taken from a one."""
    ones = (some & (~some + ONE)) - ONE
    ones -= ones >> ONE & np.uint64(0x5555555555555555)
    pairs = np.uint64(0x3333333333333333)
    ones = (ones & pairs) + (ones >> np.uint64(2) & pairs)
    ones = ones + (ones >> np.uint64(4)) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return np.int64(ones * np.uint64(0x0101010101010101) >> np.uint64(56))


@inlined
def making(plan: Any, sets: Any, level: int, above: int, this: int, after: int) -> Any:
    """The last rows with which a row becomes another one."""
    groups, groups_at, spreads = plan[0], plan[1], plan[2]
    same, same_at, cells = sets[3], sets[4], sets[5]
    n = 5 * groups_at[level]
    places = spreads[groups[n] + above] | spreads[groups[n + 1] + this]
    made = ~NONE
    for piece in range(groups[n + 4] - groups[n + 3]):
        low, count = cells[2 * piece], cells[2 * piece + 1]
        part = after >> low & (1 << count) - 1
        made &= same[same_at[piece] + ((places & INDEX) << count | part)]
        places >>= PLACE
    return made


@inlined
def period_of_some(
    plan: Any, work: Any, sets: Any, some: Any, left: int, last: int
) -> tuple[int, Any, int]:
    """As `period`, for choices of the last row that are followed together.

    Also return which are, and how many sets are left: of choices that did not go on with them. Not
    all is asked of the ring.
    """
    numbers, fits, below, todo = work[1], sets[1], sets[2], sets[6]
    width, low = last + 3, last - 1
    t = 0
    while True:
        at = slot(t, last) * width
        above, this = numbers[at + low], numbers[at + last]
        some &= fits[above << 6 | this] & below[numbers[width + last] << 6 | this]
        if some == NONE:
            return 0, some, left
        numbers[at + last + 1] = first_of(some)
        sign = EQUAL
        for level in range(max(0, low - t), low):
            sign = follow(plan, work, t, level, last, True)
            if sign < 0:
                return 0, some, left
        sign = follow(plan, work, t, low, last, False)
        t += 1
        after = numbers[slot(t, last) * width + last]
        same = some & making(plan, sets, low, above, this, after)
        if same != some:
            todo[left] = some & ~same
            left += 1
            some = same
        if sign == EQUAL:
            return t, some, left
        if sign < 0 or comes_again(work, t, last, last):
            return 0, some, left


@inlined
def keep(work: Any, count: int, length: int, last: int) -> int:
    """Note a cycle; how many there are."""
    numbers, found = work[1], work[6]
    at = count * (last + 2)
    found[at] = length
    for level in range(last + 1):
        found[at + 1 + level] = numbers[last + 4 + level]
    return count + 1


@compiled
def has_predecessor(work: Any, sets: Any, level: int, last: int) -> Any:
    """Whether rows up to a level may come from others; of these, keep pairs of the last two.

    The upper one of a pair is a number, the lower ones are a set.
    """
    numbers, shape, before, pairs = work[1], sets[7], sets[8], sets[9]
    inner, behind, outer = shape[0], shape[1], shape[2]
    count, at = 1 << inner, last + 3 + level
    place = 0
    for row in range(at - 1, at + 2):
        ends = numbers[row] >> (inner + behind) << behind | numbers[row] & behind
        place = place << outer | ends
    place = (place << inner | numbers[at] >> behind & count - 1) << 2 * inner
    now, after = (level - 2) * count, (level - 1) * count
    for b in range(count):
        pairs[after + b] = NONE
    for a in range(count):
        left = pairs[now + a]
        while left != NONE:
            b = first_of(left)
            left &= left - ONE
            pairs[after + b] |= before[place | a << inner | b]
    some = NONE
    for b in range(count):
        some |= pairs[after + b]
    return some != NONE


@inlined
def begin_pairs(work: Any, sets: Any, last: int) -> None:
    """The top row, which does not change, and all that may lie below it."""
    inner, behind, pairs = sets[7][0], sets[7][1], sets[9]
    count = 1 << inner
    for a in range(count):
        pairs[a] = NONE
    pairs[work[1][last + 4] >> behind & count - 1] = ~NONE >> np.uint64(64 - count)


@inlined
def with_predecessor(plan: Any, work: Any, sets: Any, last: int) -> Any:
    """The last rows with which generation 0 comes from another one."""
    numbers, fits, below, pairs = work[1], sets[1], sets[2], sets[9]
    inner, behind, low = sets[7][0], sets[7][1], last - 1
    at, now = last + 4 + low, (low - 1) << inner
    changing = ((1 << inner) - 1) << behind
    upper, lower = numbers[at - 1] & ~changing, numbers[at] & ~changing
    found = NONE
    for a in range(1 << inner):
        left = pairs[now + a]
        while left != NONE:
            b = first_of(left)
            left &= left - ONE
            above, this = upper | a << behind, lower | b << behind
            some = fits[above << 6 | this] & below[numbers[at] << 6 | this]
            found |= some & making(plan, sets, low, above, this, numbers[at])
    return found


@inlined
def try_together(
    plan: Any, work: Any, sets: Any, last: int, least: int, count: int
) -> tuple[int, int]:
    """Follow all choices of the last row; how many cycles there are then, and the steps done."""
    numbers, todo = work[1], sets[6]
    steps, left = 0, 1
    todo[0] = sets[0][numbers[last + 4]] & with_predecessor(plan, work, sets, last)
    if todo[0] == NONE:
        left = 0
    while left:
        steps += 1
        left -= 1
        length, some, left = period_of_some(plan, work, sets, todo[left], left, last)
        while length >= least and some != NONE:
            numbers[2 * last + 4] = first_of(some)
            some &= some - ONE
            if period(plan, work, last - 1, last) == length:
                count = keep(work, count, length, last)
    return count, steps


@inlined
def goes_on(plan: Any, work: Any, level: int, last: int) -> bool:
    """Whether a board that is decided up to a level may be a part of a cycle."""
    good, t = True, 0
    while good and t < level:
        good = follow(plan, work, t, level - 1 - t, last, True) >= 0
        t += 1
    return good


@compiled
def search(
    planned: Any, worked: Any, listed: Any, last: int, wanted: tuple[int, int, int], budget: int
) -> tuple[int, int]:
    """Go on with a search, for about so many steps; whether there is more, and the steps done."""
    least, images, together = wanted
    plan, work, sets = pointers(planned), pointers(worked), pointers(listed)
    choice, numbers, state = work[0], work[1], work[7]
    level, count, steps = state[0], 0, 0
    while level >= 0 and steps < budget and count < MOST_FOUND:
        steps += 1
        if together and level == last:
            count, more = try_together(plan, work, sets, last, least, count)
            steps += more
            level -= 1
            continue
        this = choice[2 * level]
        if this == choice[2 * level + 1]:
            level -= 1
            continue
        choice[2 * level] = this + 1
        numbers[last + 4 + level] = this
        good = goes_on(plan, work, level, last) and is_least(plan, work, level, this, images)
        if good and together:
            if level == 0:
                begin_pairs(work, sets, last)
            good = level < 2 or has_predecessor(work, sets, level, last)
        if not good:
            continue
        if level < last:
            level += 1
            choice[2 * level] = 0
        else:
            length = period(plan, work, last, last)
            if length >= least:
                count = keep(work, count, length, last)
    state[0], state[1] = level, count
    return MORE if level >= 0 else DONE, steps
