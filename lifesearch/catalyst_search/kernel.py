"""Place catalysts where they are touched, generation by generation, and follow what happens.

A level of the tree has so many catalysts, a board and a generation. In each generation it has a
list of the catalysts that are touched then for the first time; each of them, added to the board, is
the beginning of the next level. When all were tried, the level's own board goes on by a generation.
It ends when a catalyst is destroyed, when something but a glider reaches the edge of the board,
when there is an answer, or in the last generation.

Boards are those of `soups.kernel`, one word wide.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from lifesearch.catalyst_search.tables import PRIME, Ints, Words
from lifesearch.compiled import compiled, inlined
from lifesearch.compiled.lowlevel import at, lowest, ones, pointers
from lifesearch.limits import BOARD_SIDE
from lifesearch.soups.kernel import BLOCK, neighbour_sums, next_state, step_block

ROWS = BOARD_SIDE
HEIGHT = ROWS + 2
SIZE = 3 * HEIGHT
FIRST = HEIGHT + 1
"""Where the first row of a board is."""
NONE, ONE, LAST = np.uint64(0), np.uint64(1), np.uint64(63)
EDGES = np.uint64(1 << 63 | 1)
FACTOR = np.uint64(PRIME)
MASKS = 18
GOES_ON, ENDS, NOTHING, AGAIN, LEAVES, RECURS = range(6)
"""What becomes of a level; the last four are answers."""
DONE, MORE = 0, 1
MOST_GLIDERS = 4
"""Gliders beside the active part that is there again."""
MOST_FOUND = 256
LEVEL, FOUND, TRIED, BEGUN, TOUCHED, STATE = range(6)


class TreeWork(NamedTuple):
    """What changes; a bitmap has a row of bits for each shape and row of the board."""

    boards: Words  # for each level two boards, in turn
    times: Ints  # for each level, the generation
    away: Ints  # for each level and catalyst, for how long it is not as it was
    done: Words  # for each level, the bitmap of placements that were touched before, or are blocked
    touched: Words  # those that are touched now
    todo: Words  # those that are touched now for the first time, and not tried yet
    cursor: Ints  # for each level, where in the bitmap it is; -1 before it is listed
    placed: Ints  # for each catalyst: shape and corner
    rows_at: Ints  # where the rows of each catalyst begin
    rows: Ints  # for each row of a catalyst, that of the board
    live: Words
    zones: Words
    scratch: Words  # rows for some purposes, and the maps of kinds of cells
    found: Ints
    state: Ints


@compiled
def take_glider(board: Any, gliders: Any, x: int, y: int) -> bool:
    """Remove the glider that a live cell is a part of, if it is one; `board` has rows alone."""
    for top in range(y - 2, y + 1):
        for left in range(x - 2, x + 1):
            if top < 0 or left < 0 or top + 2 >= ROWS or left + 2 >= ROWS:
                continue
            code = np.int64(0)
            for row in range(3):
                bits = np.int64(board[top + row] >> np.uint64(left) & np.uint64(7))
                code |= bits << 3 * row
            if not gliders[code]:
                continue
            wide = np.uint64(31) << np.uint64(left) >> ONE if left else np.uint64(15)
            alone = True
            for row in range(max(0, top - 1), min(ROWS, top + 4)):
                around = board[row] & wide
                if top <= row < top + 3:
                    around &= ~(np.uint64(7) << np.uint64(left))
                alone &= around == NONE
            if alone:
                for row in range(3):
                    board[top + row] &= ~(np.uint64(7) << np.uint64(left))
                return True
    return False


@compiled
def take_gliders(board: Any, gliders: Any, edge: bool) -> int:
    """Remove gliders, all or those at the edge; how many there were, or -1 - n if more is there."""
    count, others = 0, False
    for y in range(ROWS):
        left = board[y] & (EDGES if edge and 0 < y < ROWS - 1 else ~NONE)
        while left != NONE:
            if take_glider(board, gliders, lowest(left), y):
                count += 1
                left &= board[y]
            else:
                others = True
                left &= left - ONE
    return -1 - count if others else count


@inlined
def sum_of(rows: Any, first: int, last: int, shift: Any) -> Any:
    """A number for some rows, shifted to the right."""
    total = NONE
    for y in range(first, last + 1):
        total = (total ^ rows[y] >> shift) * FACTOR
        total ^= total >> np.uint64(29)
    return total


@compiled
def phase_sum(rows: Any) -> Any:
    """A number for what is on a board, wherever it is."""
    columns, first, last = NONE, ROWS, -1
    for y in range(ROWS):
        if rows[y] != NONE:
            columns |= rows[y]
            first, last = min(first, y), y
    return sum_of(rows, first, last, np.uint64(lowest(columns)))


@inlined
def is_known(phases: Any, count: int, total: Any) -> bool:
    """Whether a number is in a sorted list."""
    low, high = 0, count
    while low < high:
        middle = (low + high) >> 1
        if phases[middle] < total:
            low = middle + 1
        else:
            high = middle
    return low < count and phases[low] == total


@inlined
def stepped(boards: Any, level: int, t: int, by: Any) -> Any:
    """Compute generation t of a level; return its rows."""
    now = at(boards, (2 * level + (t + 1 & 1)) * SIZE)
    then = at(boards, (2 * level + (t & 1)) * SIZE)
    for start in range(FIRST, FIRST + ROWS, BLOCK):
        some = NONE
        for y in range(start - 1, start + BLOCK + 1):
            some |= now[y]
        if some != NONE:
            step_block(now, then, start, HEIGHT, by)
        else:
            for y in range(start, start + BLOCK):
                then[y] = NONE
    return at(then, FIRST)


@inlined
def kept(work: Any, board: Any, asked: Any, level: int) -> int:
    """Whether all catalysts are as they were: 1; or were not too long ago: 0; or not: -1."""
    most, restore, transparent = asked[0], asked[2], asked[3]
    away, rows_at, rows, live, zones = work[2], work[8], work[9], work[10], work[11]
    whole = 1
    for n in range(level):
        same, present = True, NONE
        for row in range(rows_at[n], rows_at[n + 1]):
            word = board[rows[row]]
            same &= word & zones[row] == live[row]
            present |= word & live[row]
        if same:
            away[level * most + n] = 0
            continue
        whole = 0
        away[level * most + n] += 1
        if away[level * most + n] > restore or (present == NONE and not transparent):
            return -1
    return whole


@compiled
def advance(tables: Any, work: Any, asked: Any, level: int, by: Any) -> int:
    """Go on by a generation, and see what has become of the catalysts."""
    longest, times = asked[5], work[1]
    t = times[level] + 1
    times[level] = t
    board = stepped(work[0], level, t, by)
    edge = board[0] | board[ROWS - 1]
    for y in range(ROWS):
        edge |= board[y] & EDGES
    if edge != NONE and (longest or take_gliders(board, tables[13], True) < 0):
        return ENDS
    whole = kept(work, board, asked, level)
    if whole < 0:
        return ENDS
    status = GOES_ON
    if whole and level:
        rest, rows_at, rows, live = work[12], work[8], work[9], work[10]
        for y in range(ROWS):
            rest[y] = board[y]
        for row in range(rows_at[0], rows_at[level]):
            rest[rows[row]] &= ~live[row]
        if longest:
            status = recurs(tables, rest, t, asked, work[14][TOUCHED])
        else:
            status = outcome(tables, rest, t, asked)
    return ENDS if status == GOES_ON and t == asked[1] else status


@inlined
def recurs(tables: Any, rest: Any, t: int, asked: Any, touched: int) -> int:
    """Whether the whole is as it was when no catalyst was touched yet."""
    total, sums = sum_of(rest, 0, ROWS - 1, NONE), tables[10]
    for s in range(touched, -1, -1):
        if sums[s] == total:
            return RECURS if asked[4] <= t - s <= asked[5] else ENDS
    return GOES_ON


@compiled
def population(rows: Any) -> int:
    """How many live cells there are."""
    count = 0
    for y in range(ROWS):
        count += ones(rows[y])
    return count


@compiled
def is_elsewhere(tables: Any, rest: Any, count: int, t: int, phases: int) -> bool:
    """Whether the active part is there again, with so many cells, and not as without catalysts."""
    if not tables[12][count]:
        return False
    free, same = at(tables[9], t * ROWS), True
    for y in range(ROWS):
        same &= rest[y] == free[y]
    return not same and is_known(tables[11], phases, phase_sum(rest))


@inlined
def outcome(tables: Any, rest: Any, t: int, asked: Any) -> int:
    """What is on the board beside catalysts that are as they were."""
    end, debris, phases = asked[1], asked[6], asked[7]
    count = population(rest)
    if count == 0:
        return NOTHING
    if is_elsewhere(tables, rest, count, t, phases):
        return AGAIN
    some = False
    for n in range(count - 5, max(0, count - 5 * MOST_GLIDERS - 1), -5):
        some |= tables[12][n] != 0
    if not some and t < end:
        return GOES_ON
    gliders = take_gliders(rest, tables[13], False)
    if gliders < -1 and is_elsewhere(tables, rest, population(rest), t, phases):
        return AGAIN
    if t < end:
        return GOES_ON
    return LEAVES if debris or gliders >= 0 else ENDS


@compiled
def list_touched(tables: Any, work: Any, level: int, shapes: int, kinds: int) -> None:
    """Find all placements that are touched now: what is beside them makes a difference."""
    t = work[1][level]
    board = at(work[0], (2 * level + (t & 1)) * SIZE + FIRST)
    maps = at(work[12], 2 * ROWS)
    first, last = ROWS, -1
    for y in range(ROWS):
        if board[y] != NONE:
            first, last = min(first, y), y
    first, last = max(0, first - 1), min(ROWS - 1, last + 1)
    for y in range(ROWS):
        inside = first <= y <= last
        if inside:
            above, here, below = board[y - 1], board[y], board[y + 1]
            sums = neighbour_sums(
                (above << ONE, above, above >> ONE),
                (below << ONE, below, below >> ONE),
                (here << ONE, here >> ONE),
            )
            for kind in range(kinds):
                does = at(tables[8], kind * MASKS)
                maps[kind * ROWS + y] = next_state(here, sums, does)
        else:
            for kind in range(kinds):
                maps[kind * ROWS + y] = NONE
    mark(tables, at(work[4], level * shapes * ROWS), maps, shapes, first, last)
    done, todo = at(work[3], level * shapes * ROWS), at(work[5], level * shapes * ROWS)
    touched, allowed = at(work[4], level * shapes * ROWS), tables[5]
    for n in range(shapes * ROWS):
        todo[n] = touched[n] & allowed[n] & ~done[n]


@inlined
def mark(tables: Any, found: Any, maps: Any, shapes: int, first: int, last: int) -> None:
    """Set the bits of all corners with which a cell of a shape is on a bit of its kind's map."""
    cells, cells_at, heights = tables[0], tables[1], tables[2]
    for shape in range(shapes):
        for y in range(ROWS):
            found[shape * ROWS + y] = NONE
        top, bottom = max(0, first - heights[shape] + 1), min(last, ROWS - heights[shape])
        for cell in range(cells_at[2 * shape], cells_at[2 * shape + 2]):
            dx, dy, kind = np.uint64(cells[3 * cell]), cells[3 * cell + 1], cells[3 * cell + 2]
            for y in range(top, bottom + 1):
                found[shape * ROWS + y] |= maps[kind * ROWS + y + dy] >> dx


@compiled
def place(tables: Any, work: Any, most: int, level: int, which: Any, sizes: Any) -> None:
    """Begin the next level: the board with one more catalyst, and its images."""
    (shape, x, y), images, tall = which, sizes[2], sizes[3]
    boards, times, placed, rows_at, rows = work[0], work[1], work[7], work[8], work[9]
    t = times[level]
    source = at(boards, (2 * level + (t & 1)) * SIZE)
    board = at(boards, (2 * level + 2 + (t & 1)) * SIZE)
    for n in range(FIRST, FIRST + ROWS):
        board[n] = source[n]
    times[level + 1] = t
    for n in range(level):
        work[2][(level + 1) * most + n] = work[2][level * most + n]
    work[2][(level + 1) * most + level] = 0
    placed[3 * level], placed[3 * level + 1], placed[3 * level + 2] = shape, x, y
    end = rows_at[level]
    for image in range(images):
        its = at(tables[7], 7 * (shape * images + image))
        left = np.uint64(its[1] * x + its[2] * y + its[5])
        top = its[3] * x + its[4] * y + its[6]
        for row in range(tables[2][its[0]]):
            rows[end] = top + row
            work[10][end] = tables[3][its[0] * tall + row] << left
            work[11][end] = tables[4][its[0] * tall + row] << left
            board[FIRST + top + row] |= work[10][end]
            end += 1
    rows_at[level + 1] = end


@compiled
def block(tables: Any, work: Any, level: int, shapes: int, apart: int) -> None:
    """Inherit the lists of the level before, without what is too near to the last catalyst."""
    near, wide = work[12], at(work[12], ROWS)
    rows_at, rows, live = work[8], work[9], work[10]
    for y in range(ROWS):
        near[y], wide[y] = NONE, NONE
    for row in range(rows_at[level - 1], rows_at[level]):
        word = live[row]
        for _ in range(apart - 1):
            word |= word << ONE | word >> ONE
        for y in range(max(0, rows[row] - apart + 1), min(ROWS, rows[row] + apart)):
            near[y] |= word
    cells, cells_at, heights = tables[0], tables[1], tables[2]
    now, before = level * shapes * ROWS, (level - 1) * shapes * ROWS
    done, touched, todo = work[3], work[4], work[5]
    for shape in range(shapes):
        for y in range(ROWS):
            n = shape * ROWS + y
            blocked = NONE
            if y + heights[shape] <= ROWS:
                for cell in range(cells_at[2 * shape], cells_at[2 * shape + 1]):
                    blocked |= near[y + cells[3 * cell + 1]] >> np.uint64(cells[3 * cell])
            done[now + n] = done[before + n] | blocked
            touched[now + n] = touched[before + n]
            todo[now + n] = todo[before + n] & ~blocked
    work[6][level] = work[6][level - 1]


@inlined
def note(work: Any, most: int, level: int, status: int, count: int) -> None:
    """Note what was found."""
    found = at(work[13], count * (3 + 3 * most))
    found[0], found[1], found[2] = status, work[1][level], level
    for n in range(3 * level):
        found[3 + n] = work[7][n]


@compiled
def search_tree(
    tabled: Any, worked: Any, asked: Any, by: Any, sizes: Any, part: Any, budget: int
) -> tuple[int, int]:
    """Go on with a search, for about so many generations; whether there is more, and those done."""
    shapes, kinds, apart = sizes[0], sizes[1], sizes[4]
    tables, work = pointers(tabled), pointers(worked)
    cursor, todo, state = work[6], work[5], work[14]
    most, level, spent, count = asked[0], state[LEVEL], 0, 0
    while level >= 0 and spent < budget and count < MOST_FOUND:
        if level < most:
            if cursor[level] < 0:
                list_touched(tables, work, level, shapes, kinds)
                cursor[level] = 0
            bits, n = at(todo, level * shapes * ROWS), cursor[level]
            while n < shapes * ROWS and bits[n] == NONE:
                n += 1
            cursor[level] = n
            if n < shapes * ROWS:
                x = lowest(bits[n])
                bits[n] &= bits[n] - ONE
                if level == 0:
                    if tables[6][n] >> np.uint64(x) & ONE == NONE:
                        continue
                    state[BEGUN] += 1
                    if (state[BEGUN] - 1) % part[1] != part[0]:
                        continue
                    state[TOUCHED] = work[1][0]
                state[TRIED] += 1
                place(tables, work, most, level, (n // ROWS, x, n & ROWS - 1), sizes)
                level += 1
                if level < most:
                    block(tables, work, level, shapes, apart)
                continue
            done, touched = work[3], work[4]
            for n in range(level * shapes * ROWS, (level + 1) * shapes * ROWS):
                done[n] |= touched[n]
            cursor[level] = -1
        spent += 1
        status = advance(tables, work, asked, level, by)
        if status == GOES_ON:
            continue
        if status != ENDS:
            note(work, most, level, status, count)
            count += 1
        level -= 1
    state[LEVEL], state[FOUND] = level, count
    return MORE if level >= 0 else DONE, spent
