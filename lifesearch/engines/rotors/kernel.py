"""Walk through all windows and rings: a tree, level by level, of boards that are partly decided.

`cycles` calls `search` with the tables that `tables` makes. A board whose cells are decided up to
level L is known in generation t up to level L - t. So each level that is decided adds a level to
each generation; when all are decided, all of generation 1 is known, then all of generation 2, and
so on. A branch ends when

- a cell of the ring cannot be still, whatever is outside the ring;
- a generation is less than generation 0, level by level: of a cycle, only the least is wanted;
- the top row and left column of an image of the ring are less than those of the ring.

When all cells are decided, generations are computed until generation 0 recurs, which is a cycle, or
until a later one does: then generation 0 never will. Generations that are computed as a whole need
only the one before them, so of these two are kept.

    t, level       a generation; a level of the window, see `window`
    last           the number of the last level
    slot           where a generation is stored, see `slot`; width: numbers of a slot, last + 3
    numbers        the free cells of each level in each generation, as a number
    plan, work     `TreePlan`: tables of the window, constant; `Work`: the branch searched
    staying        for each piece, bits of the ways to fill the cells outside the ring that have
                   kept its ring cells still in all generations so far; a field of 8 bits for each
    order, sign    the comparison of a generation with generation 0, level by level
    images         symmetric copies of the ring; the top of each is its top row and left column
    group, piece   cells of a level that are looked up together: see `TreePlan`
    places, entry  the places of a group's pieces in their tables; what a table has there
    choice, this   the number that a level of generation 0 has in this branch
    ways           the fields of `staying` for one piece, one generation later
    least          the shortest period that is wanted
    planned, worked    plan and work as arrays, before pointers are made of them

If a level is a row of a few cells, `row_kernel` is faster.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from lifesearch.engines.compiled import compiled, inlined, kernel, typed
from lifesearch.engines.compiled.words import pointers

Ints = NDArray[np.int64]
Words = NDArray[np.uint64]
DONE, MORE = 0, 1
LESS, EQUAL, GREATER = -1, 0, 1
"""The result of comparing a generation with generation 0."""
MOST_FOUND = 4096
"""The number of cycles that are collected before they are handed to Python."""
DIGITS = 24
"""Bits of an entry for the number of a level; above them, FIELDS fields of 8 bits.

A level of the largest windows has 18 free cells. Together that is all 64 bits, so an entry may be
negative: after a shift to the right, the highest bits are masked.
"""
FIELDS = 5
"""The most ring cells of a piece: each has a field, the set of ways to fill the cells outside."""
PLACE = 16
"""Bits of a place in a table: four places are gathered in a number of 64 bits."""
NUMBER = np.int64((1 << DIGITS) - 1)  # a mask
# To test that no field of 8 bits is zero, for all five at once: adding 0x7F to the low seven bits
# carries into the highest one unless they are zero.
LOW = np.int64(0x7F7F7F7F7F)
HIGH = np.int64(0x8080808080)
INDEX = np.int64((1 << PLACE) - 1)  # a mask: one of four places


class TreePlan(NamedTuple):
    """The tables of a window, which `tables.WindowTables.plan` makes.

    The free cells of a level are its number. Levels are looked up in pieces of a few cells; up to
    four pieces are a group, whose places in tables are gathered in one number.
    """

    groups: Ints  # 5 each: where the spreads of three levels begin, the first piece, the end
    groups_at: Ints  # the first group of each level
    spreads: Ints  # for each number of a level, its digits in the places of up to four tables
    pieces: Ints  # where the table of each piece begins in `entries`
    entries: Ints  # the tables: next state of a piece, and above it the fields of its ring cells
    tops: Ints  # for each choice of a level, what it adds to the top of each image
    tops_at: Ints  # where the choices of each level begin in `tops`
    known_tops: Ints  # for each level and image, a mask: the beginning that is known


class Work(NamedTuple):
    """The state of the search: arrays for each level and each generation."""

    choice: Ints  # for each level, the next choice, and where choices end
    numbers: Ints  # for each generation and level, its number; 0 on each side
    staying: Ints  # for each generation and piece, what may lie outside until then
    order: Ints  # for each generation, the comparison with generation 0 up to each level
    image_tops: Ints  # for each level and image, its top as far as it is known
    saved: Ints  # a generation, to see whether it recurs
    found: Ints  # cycles: the period and the numbers of the least generation
    state: Ints  # the level, and how many cycles were found in this call


TREE_PLAN = typed(TreePlan, *["const i8[]"] * 8)
WORK = typed(Work, *["i8[]"] * 8)
"""The types of `TreePlan` and `Work`, for the kernel."""


@inlined
def slot(t: int, last: int) -> int:
    """The slot of generation t; slot 0, before generation 0, lets anything be outside the ring.

    Generations after last + 1 are whole when they are made, so two slots, used alternately,
    suffice.
    """
    return t + 1 if t <= last + 1 else last + 3 + (t & 1)


@inlined
def follow(plan: Any, work: Any, t: int, level: int, last: int) -> int:
    """Compute a level of the generation after t; return its comparison with generation 0 so far.

    The result is LESS, too, if a cell of the ring in this level cannot be still until generation t.
    """
    groups, groups_at, spreads, pieces, entries = (
        plan.groups,
        plan.groups_at,
        plan.spreads,
        plan.pieces,
        plan.entries,
    )
    numbers, staying, order = work.numbers, work.staying, work.order
    here, after, width = slot(t, last), slot(t + 1, last), last + 3
    # The number of all pieces: where the pieces of the last group end.
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
            # A ring cell of this piece has no way left to be still.
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
    """Whether no image of the ring is less, as far as it is known after a choice."""
    place = tops_at[level] + choice * images
    now = (level + 1) * images
    for n in range(images):
        image_tops[now + n] = image_tops[now - images + n] | tops[place + n]
    for n in range(1, images):
        known = known_tops[level * images + n]
        # Compared as far as both are known: an image that is less is searched instead of this ring.
        if image_tops[now + n] & known < image_tops[now] & known:
            return False
    return True


@inlined
def save(numbers: Any, saved: Any, t: int, last: int, levels: int) -> None:
    """Save some `levels` of generation t, the first ones, to see whether they recur."""
    at = slot(t, last) * (last + 3) + 1
    for level in range(levels):
        saved[level] = numbers[at + level]


@inlined
def recurred(numbers: Any, saved: Any, t: int, last: int, levels: int) -> bool:
    """Whether generation t equals the saved one; which one is saved follows Brent's method.

    Saving generations 1, 2, 4, 8, ... finds every cycle, with one generation in memory.
    """
    at = slot(t, last) * (last + 3) + 1
    again = t > 1
    for level in range(levels):
        again &= numbers[at + level] == saved[level]
    if t & (t - 1) == 0:
        save(numbers, saved, t, last, levels)
    return again


@inlined
def power_of_two(t: int) -> int:
    """The generation that is saved when generation t is reached."""
    power = 1
    while 2 * power <= t:
        power *= 2
    return power


@compiled
def period(plan: Any, work: Any, last: int) -> int:
    """The period of a board that is decided completely; 0 if it is not the least one of a cycle.

    A later generation must not be less than generation 0, and all cells of the ring must be still.
    """
    t = 0
    while True:
        sign = EQUAL
        # Levels above these were computed when the cells that they depend on were decided.
        for level in range(max(0, last - t), last + 1):
            sign = follow(plan, work, t, level, last)
            if sign < 0:
                return 0
        t += 1
        if sign == EQUAL:
            return t
        if recurred(work.numbers, work.saved, t, last, last + 1):
            return 0


@inlined
def keep(numbers: Any, found: Any, count: int, length: int, last: int) -> int:
    """Record a cycle of period `length` after `count` others; return the number of cycles."""
    at = count * (last + 2)
    found[at] = length
    for level in range(last + 1):
        found[at + 1 + level] = numbers[last + 4 + level]
    return count + 1


@inlined
def goes_on(plan: Any, work: Any, level: int, last: int) -> bool:
    """Whether a board that is decided up to a level may belong to a cycle."""
    good, t = True, 0
    # The new level of generation 0 makes one more level of each later generation known.
    while good and t < level:
        good = follow(plan, work, t, level - 1 - t, last) >= 0
        t += 1
    return good


@kernel(TREE_PLAN, WORK, "i8", ("i8", "i8"), "i8", returns=2)
def search(
    planned: Any, worked: Any, last: int, wanted: tuple[int, int], budget: int
) -> tuple[int, int]:
    """Continue a search for about `budget` steps; return MORE or DONE, and the steps done.

    `wanted` has the shortest period that is wanted, and the number of images.
    """
    least, images = wanted
    plan: Any = TreePlan(*pointers(planned))
    work: Any = Work(*pointers(worked))
    choice, numbers, state = work.choice, work.numbers, work.state
    level, count, steps = state[0], 0, 0
    while level >= 0 and steps < budget and count < MOST_FOUND:
        steps += 1
        this = choice[2 * level]
        if this == choice[2 * level + 1]:
            level -= 1
            continue
        choice[2 * level] = this + 1
        # Generation 0 is in slot 1, of last + 3 numbers, the first of which is that of no level.
        numbers[last + 4 + level] = this
        good = goes_on(plan, work, level, last)
        if not (
            good
            and is_least(
                plan.tops, plan.tops_at, plan.known_tops, work.image_tops, level, this, images
            )
        ):
            continue
        if level < last:
            level += 1
            choice[2 * level] = 0
        else:
            length = period(plan, work, last)
            if length >= least:
                count = keep(numbers, work.found, count, length, last)
    state[0], state[1] = level, count
    return MORE if level >= 0 else DONE, steps
