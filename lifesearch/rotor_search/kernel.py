"""Walk through all windows and rings: a tree, level by level, of boards that are partly decided.

A board whose cells are decided up to level L is known in generation t up to level L - t. So each
level that is decided adds a level to each generation; when all are decided, all of generation 1 is
known, then all of generation 2, and so on. A branch ends when

- a cell of the ring cannot stay as it is, whatever lies outside the ring;
- a generation is less than generation 0, level by level: of a cycle, only the least is wanted;
- top row and left column of an image of the ring are less than those of the ring;

At the end of a branch generations follow until generation 0 comes back, which is a cycle, or
another one does. Of the generations after the last level only two are kept.

If a level is a row of a few cells, `row_kernel` is quicker.
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
DIGITS = 24
"""Of an entry, those that a level's number has room in; then come sets of what may lie outside."""
FIELDS = 5
PLACE = 16
"""Digits of a number that a place in a table has."""
NUMBER = np.int64((1 << DIGITS) - 1)
LOW = np.int64(0x7F7F7F7F7F)
HIGH = np.int64(0x8080808080)
INDEX = np.int64((1 << PLACE) - 1)


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


@inlined
def slot(t: int, last: int) -> int:
    """Where generation t is kept; before generation 0 is one in which all may lie outside."""
    return t + 1 if t <= last + 1 else last + 3 + (t & 1)


@inlined
def follow(plan: Any, work: Any, t: int, level: int, last: int) -> int:
    """Compute a level of the generation after t; how it is compared so far.

    If a cell of the ring in this level cannot be still until generation t, it is less, too.
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
def is_least(
    tops: Any, tops_at: Any, known_tops: Any, image_tops: Any, level: int, choice: int, images: int
) -> bool:
    """Whether no image is less, as far as it is known after a choice."""
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
def save(numbers: Any, saved: Any, t: int, last: int, levels: int) -> None:
    """Keep generation t, to see whether it comes again."""
    at = slot(t, last) * (last + 3) + 1
    for level in range(levels):
        saved[level] = numbers[at + level]


@inlined
def comes_again(numbers: Any, saved: Any, t: int, last: int, levels: int) -> bool:
    """Whether generation t is one that was saved; now and then one is, after Brent."""
    at = slot(t, last) * (last + 3) + 1
    again = t > 1
    for level in range(levels):
        again &= numbers[at + level] == saved[level]
    if t & (t - 1) == 0:
        save(numbers, saved, t, last, levels)
    return again


@inlined
def power_of_two(t: int) -> int:
    """The generation that is saved when generation t was reached."""
    power = 1
    while 2 * power <= t:
        power *= 2
    return power


@compiled
def period(plan: Any, work: Any, last: int) -> int:
    """After how many generations a board comes back that is wholly decided; 0 if it is no cycle.

    It also is none if a later generation is less, or a cell of the ring does not stay.
    """
    t = 0
    while True:
        sign = EQUAL
        for level in range(max(0, last - t), last + 1):
            sign = follow(plan, work, t, level, last)
            if sign < 0:
                return 0
        t += 1
        if sign == EQUAL:
            return t
        if comes_again(work[1], work[5], t, last, last + 1):
            return 0


@inlined
def keep(numbers: Any, found: Any, count: int, length: int, last: int) -> int:
    """Note a cycle; how many there are."""
    at = count * (last + 2)
    found[at] = length
    for level in range(last + 1):
        found[at + 1 + level] = numbers[last + 4 + level]
    return count + 1


@inlined
def goes_on(plan: Any, work: Any, level: int, last: int) -> bool:
    """Whether a board that is decided up to a level may be a part of a cycle."""
    good, t = True, 0
    while good and t < level:
        good = follow(plan, work, t, level - 1 - t, last) >= 0
        t += 1
    return good


@compiled
def search(
    planned: Any, worked: Any, last: int, wanted: tuple[int, int], budget: int
) -> tuple[int, int]:
    """Go on with a search, for about so many steps; whether there is more, and the steps done."""
    least, images = wanted
    plan, work = pointers(planned), pointers(worked)
    choice, numbers, state = work[0], work[1], work[7]
    level, count, steps = state[0], 0, 0
    while level >= 0 and steps < budget and count < MOST_FOUND:
        steps += 1
        this = choice[2 * level]
        if this == choice[2 * level + 1]:
            level -= 1
            continue
        choice[2 * level] = this + 1
        numbers[last + 4 + level] = this
        good = goes_on(plan, work, level, last)
        if not (good and is_least(plan[5], plan[6], plan[7], work[4], level, this, images)):
            continue
        if level < last:
            level += 1
            choice[2 * level] = 0
        else:
            length = period(plan, work, last)
            if length >= least:
                count = keep(numbers, work[6], count, length, last)
    state[0], state[1] = level, count
    return MORE if level >= 0 else DONE, steps
