"""Place catalysts where they are touched, generation by generation, and follow what happens.

`search` calls `search_tree`. A level of the tree has a number of catalysts, a board and a
generation. In each generation it has a list of the catalysts that are touched then for the first
time; each of them, added to the board, is the beginning of the next level. When all were tried, the
level's own board advances by a generation. It ends when a catalyst is destroyed, when something but
a glider reaches the edge of the board, when there is an answer, or in the last generation.

Boards are those of `soups.kernel`, one word wide.

    tables         `tables.KernelTables`, constant; work: `TreeWork`, the levels of the branch
    level, t       a level of the tree, which is its number of catalysts; its generation
    shape          a catalyst in one orientation; its corner is that of the cells around it
    bitmap         a row of bits for each shape and row of the board: bit x is the corner (x, row)
    kind           of a cell of a catalyst or beside one: alive or not, and its live neighbours
    rest           a board without its catalysts
    limits         the numbers of the problem: MOST, GENERATIONS, ...
    sizes          SHAPES, KINDS, ...
    part           which first placements belong to this task: its number, and how many tasks
    by             the rule, as in `soups.kernel`
    n              a row of a bitmap: shape * ROWS + y; or the number of a catalyst on the board
    whole          1 if all catalysts are intact, else 0 or -1: see `intact`
    status         of a level: GOES_ON, ENDS, or an answer, see NOTHING, ...
    sums, total    hashes of the rest in each generation without catalysts; the hash of one board
    phases         sorted hashes of the active part's phases, independent of place
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from lifesearch.engines.catalysts.limits import BOARD_SIDE
from lifesearch.engines.catalysts.tables import PRIME, Ints, KernelTables, Words
from lifesearch.engines.compiled import compiled, inlined, kernel, typed
from lifesearch.engines.compiled.words import at, lowest, ones, pointers
from lifesearch.engines.soups.kernel import (
    BLOCK,
    TRANSITION,
    by_pointers,
    neighbour_sums,
    next_state,
    step_block,
)

ROWS = BOARD_SIDE
HEIGHT = ROWS + 2
SIZE = 3 * HEIGHT
"""Words of a board: one column of words for the cells, and an empty one on either side."""
FIRST = HEIGHT + 1
"""The word of a board that is its first row."""
NONE, ONE = np.uint64(0), np.uint64(1)
EDGES = np.uint64(1 << 63 | 1)
"""The first and the last column of a row."""
FACTOR = np.uint64(PRIME)
MASKS = 18
"""Masks of a kind of cell: two for each number of neighbours, see `soups.kernel.masks`."""
GOES_ON, ENDS, NOTHING, AGAIN, LEAVES, RECURS = range(6)
"""The status of a level; the last four are answers: nothing is left beside the catalysts, the
active part reappears, something is left in the last generation, or the whole recurs.
"""
MOST, GENERATIONS, RECOVERY, TRANSPARENT, LEAST, LONGEST, DEBRIS, PHASES = range(8)
"""Entries of `limits`: most catalysts, the last generation, generations that a catalyst may be
changed, whether all its cells may be gone, the least and longest period (0: no period is wanted),
whether anything may be left at the end, and the number of phases of the active part.
"""
SHAPES, KINDS, IMAGES, TALL, APART = range(5)
"""Entries of `sizes`: numbers of shapes, of kinds of cells and of images by the symmetry; rows of
the tallest shape; the least distance of catalysts.
"""
DONE, MORE = 0, 1
MOST_FOUND = 256
"""Answers in one call of the kernel, which returns when `found` is full."""
LEVEL, FOUND, TRIED, BEGUN, TOUCHED, STATE = range(6)
"""Entries of `TreeWork.state`: the level, answers found in this call, placements tried, first
placements seen, the generation of the first touch; and the number of entries.
"""


class TreeWork(NamedTuple):
    """The state of the search; a bitmap has a row of bits for each shape and row of the board."""

    boards: Words  # for each level two boards: generation t is on board t & 1
    times: Ints  # for each level, the generation
    away: Ints  # for each level and catalyst, the generations since it was intact
    done: Words  # for each level, the bitmap of placements that were touched before, or are blocked
    touched: Words  # for each level, the bitmap of those that are touched now
    todo: Words  # for each level, those touched now for the first time, and not tried yet
    cursor: Ints  # for each level, the row of the bitmap it is at; -1 before the bitmap is made
    placed: Ints  # for each catalyst: shape and corner
    rows_at: Ints  # where the rows of each catalyst begin in the next three
    rows: Ints  # for each row of a catalyst, the row of the board
    live: Words  # its live cells
    zones: Words  # its live cells and the cells around them
    scratch: Words  # a board of rows alone, and then a map for each kind of cell
    found: Ints  # answers: the status, the generation, the number of catalysts, and these
    state: Ints  # see LEVEL, FOUND, ...


TABLES = typed(KernelTables,
    *["i8[]"] * 3, *["u8[]"] * 4, "i8[]", *["u8[]"] * 4, *["i8[]"] * 2
)  # fmt: skip
TREE_WORK = typed(TreeWork,
    "u8[]", *["i8[]"] * 2, *["u8[]"] * 3, *["i8[]"] * 4, *["u8[]"] * 3, *["i8[]"] * 2
)  # fmt: skip
"""The types of `KernelTables` and `TreeWork`, for the kernel."""


@compiled
def take_glider(board: Any, gliders: Any, x: int, y: int) -> bool:
    """Remove the glider that a live cell belongs to, if it is one and alone; return whether.

    `board` has rows alone, without a rim.
    """
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
            # The cells around the 3x3 cells, columns left - 1 to left + 3, must be dead.
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
    """Remove all gliders, or with `edge` those that have cells on the edge of the board.

    Return their number n, or -1 - n if other cells live on the board, or with `edge` on its edge.
    """
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
    """A hash of rows `first` to `last`, shifted to the right."""
    total = NONE
    for y in range(first, last + 1):
        total = (total ^ rows[y] >> shift) * FACTOR
        total ^= total >> np.uint64(29)
    return total


@compiled
def phase_sum(rows: Any) -> Any:
    """A hash of the cells on a board that does not depend on their place."""
    columns, first, last = NONE, ROWS, -1
    for y in range(ROWS):
        if rows[y] != NONE:
            columns |= rows[y]
            first, last = min(first, y), y
    return sum_of(rows, first, last, np.uint64(lowest(columns)))


@inlined
def is_known(phases: Any, count: int, total: Any) -> bool:
    """Whether a hash is in a sorted list of `count` hashes."""
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
    # Empty blocks are not computed: placing is a seventh faster by that.
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
def intact(work: Any, board: Any, limits: Any, level: int) -> int:
    """1 if all catalysts are intact, 0 if some are changed but may still recover, else -1.

    A catalyst is intact if its zone, its cells and those around them, is as it was placed. It may
    be changed for `recovery` generations in a row, but unless it is `transparent`, not be gone.
    """
    most, recovery, transparent = limits[MOST], limits[RECOVERY], limits[TRANSPARENT]
    away, rows_at, rows, live, zones = work.away, work.rows_at, work.rows, work.live, work.zones
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
        if away[level * most + n] > recovery or (present == NONE and not transparent):
            return -1
    return whole


@compiled
def advance(tables: Any, work: Any, limits: Any, level: int, by: Any) -> int:
    """Advance a level by a generation; return its status."""
    longest, times = limits[LONGEST], work.times
    t = times[level] + 1
    times[level] = t
    board = stepped(work.boards, level, t, by)
    edge = board[0] | board[ROWS - 1]
    for y in range(ROWS):
        edge |= board[y] & EDGES
    # Gliders may leave the board, unless the whole is to recur: then nothing may.
    if edge != NONE and (longest or take_gliders(board, tables.gliders, True) < 0):
        return ENDS
    whole = intact(work, board, limits, level)
    if whole < 0:
        return ENDS
    status = GOES_ON
    if whole and level:
        rest, rows_at, rows, live = work.scratch, work.rows_at, work.rows, work.live
        for y in range(ROWS):
            rest[y] = board[y]
        for row in range(rows_at[0], rows_at[level]):
            rest[rows[row]] &= ~live[row]
        if longest:
            status = recurrence(tables, rest, t, limits, work.state[TOUCHED])
        else:
            status = outcome(tables, rest, t, limits)
    return ENDS if status == GOES_ON and t == limits[GENERATIONS] else status


@inlined
def recurrence(tables: Any, rest: Any, t: int, limits: Any, touched: int) -> int:
    """The status of a board that must be as it was before any catalyst was touched.

    If it is, it has recurred, and this is its period: the level ends, also if that is not wanted,
    since all that would follow has been followed already.
    """
    total, sums = sum_of(rest, 0, ROWS - 1, NONE), tables.sums
    for s in range(touched, -1, -1):
        if sums[s] == total:
            return RECURS if limits[LEAST] <= t - s <= limits[LONGEST] else ENDS
    return GOES_ON


@compiled
def population(rows: Any) -> int:
    """The number of live cells."""
    count = 0
    for y in range(ROWS):
        count += ones(rows[y])
    return count


@compiled
def is_elsewhere(tables: Any, rest: Any, count: int, t: int, phases: int) -> bool:
    """Whether the active part reappears, with `count` cells, not as it would without catalysts.

    `phases` is the number of its phases.
    """
    # The cheapest test first: no phase of the active part has this population.
    if not tables.populations[count]:
        return False
    free, same = at(tables.free, t * ROWS), True
    for y in range(ROWS):
        same &= rest[y] == free[y]
    return not same and is_known(tables.phases, phases, phase_sum(rest))


@inlined
def outcome(tables: Any, rest: Any, t: int, limits: Any) -> int:
    """The status of a board whose catalysts are intact, from the cells beside them."""
    end, debris, phases = limits[GENERATIONS], limits[DEBRIS], limits[PHASES]
    count = population(rest)
    if count == 0:
        return NOTHING
    if is_elsewhere(tables, rest, count, t, phases):
        return AGAIN
    # Would the active part be there if gliders, of five cells each, were removed?
    some = False
    for n in range(count - 5, 0, -5):
        some |= tables.populations[n] != 0
    # Gliders are removed only if that may help, or in the last generation.
    if not some and t < end:
        return GOES_ON
    gliders = take_gliders(rest, tables.gliders, False)
    if gliders < -1 and is_elsewhere(tables, rest, population(rest), t, phases):
        return AGAIN
    if t < end:
        return GOES_ON
    return LEAVES if debris or gliders >= 0 else ENDS


@compiled
def list_touched(tables: Any, work: Any, level: int, shapes: int, kinds: int) -> None:
    """Make the bitmap of all placements that are touched now: cells beside them make a difference.

    For each kind of cell a map is made of the cells of the board where such a cell would be
    touched; a placement is touched if one of its cells is on its kind's map.
    """
    t = work.times[level]
    board = at(work.boards, (2 * level + (t & 1)) * SIZE + FIRST)
    maps = at(work.scratch, ROWS)
    first, last = ROWS, -1
    for y in range(ROWS):
        if board[y] != NONE:
            first, last = min(first, y), y
    # Rows farther than one from a live cell have no neighbours: nothing is touched there.
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
                does = at(tables.kinds, kind * MASKS)
                maps[kind * ROWS + y] = next_state(here, sums, does)
        else:
            for kind in range(kinds):
                maps[kind * ROWS + y] = NONE
    mark(tables, at(work.touched, level * shapes * ROWS), maps, shapes, first, last)
    done, todo = at(work.done, level * shapes * ROWS), at(work.todo, level * shapes * ROWS)
    touched, allowed = at(work.touched, level * shapes * ROWS), tables.allowed
    for n in range(shapes * ROWS):
        todo[n] = touched[n] & allowed[n] & ~done[n]


@inlined
def mark(tables: Any, bitmap: Any, maps: Any, shapes: int, first: int, last: int) -> None:
    """Set the bits of all corners with which a cell of a shape is on a bit of its kind's map.

    The maps are empty but for rows `first` to `last`. All corners in a row are marked at once, by
    one shift for each cell of the shape.
    """
    cells, cells_at, heights = tables.cells, tables.cells_at, tables.heights
    for shape in range(shapes):
        for y in range(ROWS):
            bitmap[shape * ROWS + y] = NONE
        top, bottom = max(0, first - heights[shape] + 1), min(last, ROWS - heights[shape])
        for cell in range(cells_at[2 * shape], cells_at[2 * shape + 2]):
            dx, dy, kind = np.uint64(cells[3 * cell]), cells[3 * cell + 1], cells[3 * cell + 2]
            for y in range(top, bottom + 1):
                bitmap[shape * ROWS + y] |= maps[kind * ROWS + y + dy] >> dx


@compiled
def place(tables: Any, work: Any, most: int, level: int, which: Any, sizes: Any) -> None:
    """Begin the next level: the board with one more catalyst, and its images.

    `which` is the catalyst's shape and corner.
    """
    (shape, x, y), images, tall = which, sizes[IMAGES], sizes[TALL]
    boards, times, placed, rows_at, rows = (
        work.boards,
        work.times,
        work.placed,
        work.rows_at,
        work.rows,
    )
    t = times[level]
    source = at(boards, (2 * level + (t & 1)) * SIZE)
    board = at(boards, (2 * level + 2 + (t & 1)) * SIZE)
    for n in range(FIRST, FIRST + ROWS):
        board[n] = source[n]
    times[level + 1] = t
    for n in range(level):
        work.away[(level + 1) * most + n] = work.away[level * most + n]
    work.away[(level + 1) * most + level] = 0
    placed[3 * level], placed[3 * level + 1], placed[3 * level + 2] = shape, x, y
    end = rows_at[level]
    for image in range(images):
        # The image of shape and corner: see `KernelTables.images`.
        its = at(tables.images, 7 * (shape * images + image))
        left = np.uint64(its[1] * x + its[2] * y + its[5])
        top = its[3] * x + its[4] * y + its[6]
        for row in range(tables.heights[its[0]]):
            rows[end] = top + row
            work.live[end] = tables.live[its[0] * tall + row] << left
            work.zones[end] = tables.zones[its[0] * tall + row] << left
            board[FIRST + top + row] |= work.live[end]
            end += 1
    rows_at[level + 1] = end


@compiled
def block(tables: Any, work: Any, level: int, shapes: int, apart: int) -> None:
    """Inherit the bitmaps of the level before, without placements too near to the last catalyst.

    Of those that are touched now, the level before has tried some: they are not `todo` any more.
    Nothing is lost, since catalysts that are touched at the same time may be placed in any order.
    """
    near = work.scratch
    rows_at, rows, live = work.rows_at, work.rows, work.live
    for y in range(ROWS):
        near[y] = NONE
    for row in range(rows_at[level - 1], rows_at[level]):
        word = live[row]
        # Cells nearer than `apart`, in all directions.
        for _ in range(apart - 1):
            word |= word << ONE | word >> ONE
        for y in range(max(0, rows[row] - apart + 1), min(ROWS, rows[row] + apart)):
            near[y] |= word
    cells, cells_at, heights = tables.cells, tables.cells_at, tables.heights
    now, before = level * shapes * ROWS, (level - 1) * shapes * ROWS
    done, touched, todo = work.done, work.touched, work.todo
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
    work.cursor[level] = work.cursor[level - 1]


@inlined
def record_answer(work: Any, most: int, level: int, status: int, count: int) -> None:
    """Record an answer: status, generation, number of catalysts, their shapes and corners."""
    found = at(work.found, count * (3 + 3 * most))
    found[0], found[1], found[2] = status, work.times[level], level
    for n in range(3 * level):
        found[3 + n] = work.placed[n]


@kernel(TABLES, TREE_WORK, ("i8",) * 8, TRANSITION, ("i8",) * 5, ("i8", "i8"), "i8", returns=2)
def search_tree(
    tabled: Any, worked: Any, limits: Any, rule: Any, sizes: Any, part: Any, budget: int
) -> tuple[int, int]:
    """Continue a search for about `budget` generations.

    Return MORE or DONE, and the number of generations computed. It stops early with MOST_FOUND
    answers.
    """
    shapes, kinds, apart = sizes[SHAPES], sizes[KINDS], sizes[APART]
    tables, work = KernelTables(*pointers(tabled)), TreeWork(*pointers(worked))
    by = by_pointers(rule)
    cursor, todo, state = work.cursor, work.todo, work.state
    most, level, spent, count = limits[MOST], state[LEVEL], 0, 0
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
                    # Of placements that a symmetry of the active part turns into each other, one is
                    # enough.
                    if tables.first[n] >> np.uint64(x) & ONE == NONE:
                        continue
                    state[BEGUN] += 1
                    # First placements are dealt out to the workers in turn: neighbours cost about
                    # the same.
                    if (state[BEGUN] - 1) % part[1] != part[0]:
                        continue
                    state[TOUCHED] = work.times[0]
                state[TRIED] += 1
                place(tables, work, most, level, (n // ROWS, x, n & ROWS - 1), sizes)
                level += 1
                if level < most:
                    block(tables, work, level, shapes, apart)
                continue
            done, touched = work.done, work.touched
            # A placement that is touched later again was tried from its first touch on.
            for n in range(level * shapes * ROWS, (level + 1) * shapes * ROWS):
                done[n] |= touched[n]
            cursor[level] = -1
        spent += 1
        status = advance(tables, work, limits, level, by)
        if status == GOES_ON:
            continue
        if status != ENDS:
            record_answer(work, most, level, status, count)
            count += 1
        level -= 1
    state[LEVEL], state[FOUND] = level, count
    return MORE if level >= 0 else DONE, spent
