"""Walk through all windows and rings: a tree, level by level, of boards that are partly decided.

A board whose cells are decided up to level L is known in generation t up to level L - t. So each
level that is decided adds a level to each generation; when all are decided, all of generation 1 is
known, then all of generation 2, and so on. A branch ends when

- a cell of the ring cannot stay as it is, whatever lies outside the ring;
- a generation is less than generation 0, level by level: of a cycle, only the least is wanted;
- the top row of an image of the ring is less than that of the ring.

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
EQUAL, GREATER = 0, -1
"""How a generation is compared with generation 0; levels are above 0."""
MOST_FOUND = 4096
"""Cycles to be found before Python takes them."""
MOST_TOGETHER = 64
"""Choices that a set has room for."""
NONE, ONE = np.uint64(0), np.uint64(1)


class TreePlan(NamedTuple):
    """What depends on the window alone. Lists of several levels have the place of each level's.

    The cells of a level that are decided lie side by side in one row, whose number is the level's;
    the others are equal to these. As a number they are a choice.
    """

    levels: Ints  # for each level, how far its cells are from the right, and how many there are
    touched: Ints  # the rows that a level has cells in: pairs of a row and a mask
    touched_at: Ints
    choices: Ints  # for each choice of a level, the cells of these rows
    choices_at: Ints
    pieces: Ints  # cells that are looked up together: see `tables.Piece`
    pieces_at: Ints
    ring: Ints  # cells of the ring: see `tables.RingCell`
    ring_at: Ints
    tops: Ints  # for each choice of a level, what it adds to the top row of each image
    tops_at: Ints
    known_tops: Ints  # for each level and image, the beginning of the top row that is known
    stays: Ints  # for each side and block, what may lie outside


class Work(NamedTuple):
    """What changes: for each level, each generation and so on."""

    choice: Ints  # for each level, the next choice, and where they end
    boards: Ints  # for each generation, its rows
    staying: Ints  # for each generation and cell of the ring, what may lie outside until then
    order: Ints  # for each generation and level, whether it is greater than generation 0
    image_tops: Ints  # for each level and image, its top row as far as it is known
    saved: Ints  # rows of a generation, to see whether it comes again
    found: Ints  # cycles: the period and the rows of the least generation
    state: Ints  # the level, and how many cycles were found
    numbers: Ints  # for each generation and level, its cells as a choice
    seen: Ints  # for each cell of the last row, which three cells were above it so far


class Sets(NamedTuple):
    """Sets of choices for the last level, if it is a row of the ring; else there is nothing.

    Numbers of the two rows above it are less than 64.
    """

    least: Words  # for each choice of the first level: those with no lesser top row
    fits: Words  # for each pair of rows: those with which all cells of the ring can be still
    may_stay: Words  # for each cell of the last row, and what it has seen: those that can be still
    same: Words  # for each pair of rows, and what becomes of the lower one: those that make it so
    todo: Words  # sets to be followed
    before: Words  # for three rows' ends, a row, and two rows before it: the third rows before it
    pairs: Words  # for each row, and each generation before it: those that may lie below


@inlined
def slot(t: int, last: int) -> int:
    """Where generation t is kept."""
    return t if t <= last + 1 else last + 2 + (t & 1)


@inlined
def lay(plan: Any, work: Any, board: int, level: int, choice: int) -> None:
    """Set the cells of a level, in a board that begins here."""
    touched, touched_at, choices, choices_at = plan[1], plan[2], plan[3], plan[4]
    boards = work[1]
    first, end = touched_at[level], touched_at[level + 1]
    place = choices_at[level] + choice * (end - first) - first
    for n in range(first, end):
        row = board + touched[2 * n]
        boards[row] = (boards[row] & ~touched[2 * n + 1]) | choices[place + n]


@inlined
def is_least(plan: Any, work: Any, level: int, choice: int, images: int) -> bool:
    """Whether no image has a lesser top row, as far as it is known after a choice."""
    tops, tops_at, known_tops, image_tops = plan[9], plan[10], plan[11], work[4]
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
def follow(plan: Any, work: Any, after: Any, t: int, level: int, rows: int, last: int) -> int:
    """Compute a level of generation t; whether it is less (-1), equal (0) or greater (1) so far."""
    levels, pieces, pieces_at = plan[0], plan[5], plan[6]
    boards, order, numbers = work[1], work[3], work[8]
    here = slot(t, last)
    now, before = here * rows, slot(t - 1, last) * rows
    row = before + level
    cells = boards[level]
    for n in range(pieces_at[level], pieces_at[level + 1]):
        shift, mask = pieces[2 * n], pieces[2 * n + 1]
        block = (
            ((boards[row - 1] >> shift) & 63) << 12
            | ((boards[row] >> shift) & 63) << 6
            | ((boards[row + 1] >> shift) & 63)
        )
        cells = (cells & ~mask) | ((np.int64(after[block]) << (shift + 1)) & mask)
    chosen = (cells >> levels[2 * level]) & ((1 << levels[2 * level + 1]) - 1)
    place = here * (last + 1) + level
    numbers[place] = chosen
    sign = order[place - 1] if level > 1 else 0
    if sign == 0:
        sign = (1 if chosen > numbers[level] else 0) - (1 if chosen < numbers[level] else 0)
    order[place] = sign
    if level == 1:
        numbers[place - 1] = numbers[0]
        lay(plan, work, now, 0, numbers[0])
    lay(plan, work, now, level, chosen)
    return sign


@inlined
def stays(plan: Any, work: Any, t: int, level: int, rows: int, last: int, cells: int) -> bool:
    """Whether the cells of the ring that this level completes can be still until generation t."""
    ring, ring_at, still = plan[7], plan[8], plan[12]
    boards, staying = work[1], work[2]
    here = slot(t, last)
    now, before = here * rows, slot(t - 1, last)
    for n in range(ring_at[level], ring_at[level + 1]):
        row, shift, side = ring[3 * n], ring[3 * n + 1], ring[3 * n + 2]
        block = ((boards[now + row] << 1) >> shift & 7) << 3
        if row > 0:
            block |= ((boards[now + row - 1] << 1) >> shift & 7) << 6
        if row < rows - 1:
            block |= (boards[now + row + 1] << 1) >> shift & 7
        ways = still[side * 512 + block]
        if t > 0:
            ways &= staying[before * cells + n]
        if ways == 0:
            return False
        staying[here * cells + n] = ways
    return True


@compiled
def advance(
    plan: Any, work: Any, after: Any, t: int, first: int, end: int, size: tuple[int, int, int]
) -> int:
    """Compute some levels of generation t, all before `end`.

    Return EQUAL or GREATER; or else the level at which it is less than generation 0, or at which a
    cell of the ring cannot stay.
    """
    rows, last, cells = size
    sign = 0
    for level in range(first, end):
        sign = follow(plan, work, after, t, level, rows, last)
        if sign < 0 or not stays(plan, work, t, level, rows, last, cells):
            return level
    return EQUAL if sign == 0 else GREATER


@inlined
def comes_again(work: Any, t: int, board: int, rows: int) -> bool:
    """Whether generation t is one that was saved; now and then one is, after Brent."""
    boards, saved = work[1], work[5]
    again = t > 1
    for row in range(1, rows - 1):
        again &= boards[board + row] == saved[row]
    if t & (t - 1) == 0:
        for row in range(1, rows - 1):
            saved[row] = boards[board + row]
    return again


@compiled
def period(plan: Any, work: Any, after: Any, size: tuple[int, int, int]) -> int:
    """After how many generations a board comes back that is wholly decided; 0 if it is no cycle.

    It also is none if a later generation is less, or a cell of the ring does not stay.
    """
    rows, last, cells = size
    if not stays(plan, work, 0, last, rows, last, cells):
        return 0
    t = 0
    while True:
        t += 1
        order = advance(plan, work, after, t, max(1, last - t), last + 1, size)
        if order == EQUAL:
            return t
        if order > 0 or comes_again(work, t, slot(t, last) * rows, rows):
            return 0


@inlined
def first_of(some: Any) -> int:
    """The first choice of a set."""
    choice = 0
    while not some & (ONE << np.uint64(choice)):
        choice += 1
    return choice


@inlined
def fitting(plan: Any, work: Any, sets: Any, t: int, some: Any, rows: int, last: int) -> Any:
    """Those of some choices with which the ring can be still, as far as generation t tells."""
    ring, ring_at, boards, numbers, seen = plan[7], plan[8], work[1], work[8], work[9]
    here = slot(t, last)
    pair = numbers[here * (last + 1) + last - 2] << 6 | numbers[here * (last + 1) + last - 1]
    some &= sets[1][pair]
    above = boards[here * rows + rows - 2] << 1
    x = 0
    for n in range(ring_at[last], ring_at[last + 1]):
        if ring[3 * n] == rows - 1:
            seen[x] |= 1 << (above >> ring[3 * n + 1] & 7)
            some &= sets[2][x << 8 | seen[x]]
            x += 1
    return some


@inlined
def period_of_some(
    plan: Any, work: Any, after: Any, sets: Any, some: Any, left: int, size: tuple[int, int, int]
) -> tuple[int, Any, int]:
    """As `period`, for choices of the last row that are followed together.

    Also return which are, and how many sets are left: of choices that did not go on with them.
    """
    rows, last, _ = size
    numbers, seen, todo = work[8], work[9], sets[4]
    for x in range(plan[0][2 * last + 1]):
        seen[x] = 0
    t = 0
    while True:
        some = fitting(plan, work, sets, t, some, rows, last)
        if some == NONE:
            return 0, some, left
        lay(plan, work, slot(t, last) * rows, last, first_of(some))
        here = slot(t, last) * (last + 1) + last
        pair = numbers[here - 2] << 6 | numbers[here - 1]
        t += 1
        order = advance(plan, work, after, t, max(1, last - t), last, size)
        if 0 < order < last - 1:
            return 0, some, left
        same = some & sets[3][pair << 6 | numbers[slot(t, last) * (last + 1) + last - 1]]
        if same != some:
            todo[left] = some & ~same
            left += 1
            some = same
        if order == EQUAL:
            return t, some, left
        if order > 0 or comes_again(work, t, slot(t, last) * rows, rows):
            return 0, some, left


@inlined
def keep(work: Any, count: int, length: int, rows: int) -> int:
    """Note a cycle; how many there are."""
    boards, found = work[1], work[6]
    found[count * (rows + 1)] = length
    for row in range(rows):
        found[count * (rows + 1) + 1 + row] = boards[row]
    return count + 1


@inlined
def with_predecessor(plan: Any, work: Any, sets: Any, last: int, some: Any) -> Any:
    """Those of some last rows with which generation 0 comes from another one.

    Row by row, all pairs of rows are known that those before them may be: the upper one is a
    number, the lower ones are a set.
    """
    same, before, pairs, numbers = sets[3], sets[5], sets[6], work[8]
    width = plan[0][1] - 2
    if not before[0]:
        return some
    count = 1 << width
    ends = 1 | 2 << width
    now = 0
    for b in range(count):
        pairs[b] = NONE
    pairs[numbers[0] >> 1 & count - 1] = (ONE << np.uint64(count)) - ONE
    for row in range(1, last - 1):
        other = count - now
        for b in range(count):
            pairs[other + b] = NONE
        corners = 0
        for near in range(row - 1, row + 2):
            corners = corners << 2 | numbers[near] >> width & 2 | numbers[near] & 1
        place = (corners << width | numbers[row] >> 1 & count - 1) << 2 * width
        for a in range(count):
            left, b = pairs[now + a], 0
            while left != NONE:
                if left & ONE:
                    pairs[other + b] |= before[1 + (place | a << width | b)]
                left >>= ONE
                b += 1
        now = other
    found = NONE
    upper, lower = numbers[last - 2] & ends, numbers[last - 1] & ends
    for a in range(count):
        left, b = pairs[now + a], 0
        while left != NONE:
            if left & ONE:
                pair = (upper | a << 1) << 6 | lower | b << 1
                found |= same[pair << 6 | numbers[last - 1]]
            left >>= ONE
            b += 1
    return some & found


@inlined
def try_together(
    plan: Any, work: Any, after: Any, sets: Any, size: tuple[int, int, int], least: int, count: int
) -> tuple[int, int]:
    """Follow all choices of the last row; how many cycles there are then, and the steps done."""
    rows, last, _ = size
    numbers, todo = work[8], sets[4]
    steps, left = 0, 1
    todo[0] = with_predecessor(plan, work, sets, last, sets[0][numbers[0]])
    if todo[0] == NONE:
        left = 0
    while left:
        steps += 1
        left -= 1
        length, some, left = period_of_some(plan, work, after, sets, todo[left], left, size)
        while length >= least and some != NONE:
            numbers[last] = first_of(some)
            some &= some - ONE
            lay(plan, work, 0, last, numbers[last])
            if period(plan, work, after, size) == length:
                count = keep(work, count, length, rows)
    return count, steps


@inlined
def goes_on(plan: Any, work: Any, after: Any, size: tuple[int, int, int], level: int) -> bool:
    """Whether a board that is decided up to a level may be a part of a cycle."""
    rows, last, cells = size
    good = stays(plan, work, 0, level, rows, last, cells)
    t = 1
    while good and t < level:
        good = advance(plan, work, after, t, level - t, level - t + 1, size) <= 0
        t += 1
    return good


@compiled
def search(
    planned: Any,
    worked: Any,
    listed: Any,
    next_cells: Any,
    size: tuple[int, int, int],
    wanted: tuple[int, int, int],
    budget: int,
) -> tuple[int, int]:
    """Go on with a search, for about so many steps; whether there is more, and the steps done."""
    rows, last, _ = size
    least, images, together = wanted
    plan, work = pointers(planned), pointers(worked)
    sets, after = pointers(listed), pointers(next_cells)
    choice, state, numbers = work[0], work[7], work[8]
    level, count, steps = state[0], 0, 0
    while level >= 0 and steps < budget and count < MOST_FOUND:
        steps += 1
        if together and level == last:
            count, more = try_together(plan, work, after, sets, size, least, count)
            steps += more
            level -= 1
            continue
        this = choice[2 * level]
        if this == choice[2 * level + 1]:
            level -= 1
            continue
        choice[2 * level] = this + 1
        numbers[level] = this
        if not is_least(plan, work, level, this, images):
            continue
        lay(plan, work, 0, level, this)
        if level == last:
            length = period(plan, work, after, size)
            if length >= least:
                count = keep(work, count, length, rows)
        elif goes_on(plan, work, after, size, level):
            level += 1
            choice[2 * level] = 0
    state[0], state[1] = level, count
    return MORE if level >= 0 else DONE, steps
