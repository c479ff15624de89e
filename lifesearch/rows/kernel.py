"""The compiled inner loops of the row-table search: tables on demand, look-ahead, deepening.

A row is a number, bit x for column x. For rows a, b (above and in the middle) a *block* of the
pool lists the rows c below, sorted by the row d = step(a, b, c) that the middle one becomes:

    pool[at + d] .. pool[at + d + 1]    where the list of d begins and ends, counted from `at`

Blocks are made when they are first asked for. `index[a, b]` is the block's place, or 0. The
pool begins with an empty block (place 0), which is returned when the pool is full, and with
the rows themselves in order, so that a known row can be treated as a list of one.

Everything here is plain loops over arrays of integers; `plan` says which earlier rows matter
to the next one (see `problem`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar, cast

import numba
import numpy as np
from numpy.typing import NDArray

Function = TypeVar("Function", bound=Callable[..., Any])
Array = NDArray[Any]
Arrays = tuple[Array, ...]
Int = Any  # 64 bits, once it is compiled

DEAD, ALIVE, UNFINISHED = np.int8(0), np.int8(1), np.int8(2)

# Columns of a plan, one line for each place; see `problem.plan`.
NEXT, RESULT, RESULT_FLIP, FORCED, COUNTED, LEVEL = 0, 1, 2, 3, 4, 5
FIRST, FIRST_FLIP, SECOND, SECOND_FLIP, THIRD, THIRD_FLIP = 6, 7, 8, 9, 10, 11
SECOND_KNOWN, THIRD_KNOWN, CLOSING, CLOSING_FLIP, SAME, SAME_FLIP = 12, 13, 14, 15, 16, 20
PLAN_COLUMNS, MOST_FLAGS = 24, 4

# Columns of the context of a level of the depth-first search.
POS, END, PLACE, BASE, V_FROM, V_TO, W_FROM, W_TO, ROW2, ROW3, SLOT, COUNT = range(12)
CONTEXT = 12


# An array that has all it takes to make blocks: these numbers, and then the rule's 512 entries,
# the windows (three neighbouring cells) of all columns and rows, and room for four numbers a row.
BITS, USED, FULL, COLUMNS, RULE = 0, 1, 2, 3, 4
WINDOWS = RULE + 512


class Tables(NamedTuple):
    """Everything that depends on the rule and the width, and the room for what is worked out.

    Compiled functions take it as a plain tuple: machine code in numba's cache that names a
    class of ours could not be read any more when that class has another name.
    """

    pool: Array  # uint16: the blocks
    places: Array  # int32[4^bits]: where each block is in the pool
    memo: Array  # uint64[slots, 2 + 2 * words]: key, rows that were tried, rows that are possible
    flip: Array  # uint16[2^bits]: mirror images
    weight: Array  # int64[2^bits]: how many cells of the strip a row fills
    maker: Array  # int64: see above


def compiled(function: Function) -> Function:
    """Compile, and keep the machine code in a folder that can be written, if there is one.

    No function here makes an array, so references to them need not be counted (`_nrt`); to
    count them, in every call, takes several times as long as all the rest.
    """
    options: dict[str, Any] = {"nogil": True, "error_model": "numpy", "_nrt": False}
    try:
        return cast(Function, numba.njit(cache=True, **options)(function))
    except RuntimeError:  # numba finds no place for its cache
        return cast(Function, numba.njit(**options)(function))


@compiled
def make_block(pool: Array, index: Array, m: Array, above: Int, middle: Int) -> Int:
    """Work out the block of two rows; 0 if there is no room.

    A row that makes a cell live outside the strip (or in its gutter) is in no list. The next
    row is put together from the left columns, which do not depend on the right end of the row
    below, and the right columns, which do not depend on its left end.
    """
    n, size = m[BITS], 1 << m[BITS]
    at = m[USED]
    if at + 2 * size + 1 > len(pool):
        m[FULL] = 1
        return 0
    middle_column = n // 2
    low_bits, shift = min(middle_column + 1, n), max(middle_column - 1, 0)
    columns = m[COLUMNS]
    low = WINDOWS + columns * size
    high, image, starts = low + size, low + 2 * size, low + 3 * size
    for part in range(2):
        first, last = (0, middle_column + 1) if part == 0 else (middle_column + 1, columns)
        count = 1 << low_bits if part == 0 else 1 << (n - shift)
        for value in range(count):
            below = value if part == 0 else value << shift
            made = 0
            for column in range(first, last):
                window = WINDOWS + column * size
                around = (m[window + above] << 6) | (m[window + middle] << 3) | m[window + below]
                if m[RULE + around]:
                    if column in (0, n + 1):
                        made = -1
                        break
                    made |= 1 << (column - 1)
            if part == 0:
                m[low + value] = made
            else:
                m[high + value] = made
    for row in range(size):
        m[starts + row] = 0
    mask = (1 << low_bits) - 1
    for below in range(size):
        left, right = m[low + (below & mask)], m[high + (below >> shift)]
        made = -1 if left < 0 or right < 0 else left | right
        m[image + below] = made
        if made >= 0:
            m[starts + made] += 1
    here = size + 1
    for row in range(size):
        count = m[starts + row]
        pool[at + row] = here
        m[starts + row] = at + here
        here += count
    pool[at + size] = here
    for below in range(size):
        made = m[image + below]
        if made >= 0:
            pool[m[starts + made]] = below
            m[starts + made] += 1
    m[USED] = at + here
    index[(above << n) | middle] = at
    return at


@compiled
def block(pool: Array, index: Array, m: Array, above: Int, middle: Int) -> Int:
    """The place of the block of two rows."""
    at = np.int64(index[(above << m[BITS]) | middle])
    if at == 0:
        at = make_block(pool, index, m, above, middle)
    return at


@compiled
def begin(pool: Array, at: Int, row: Int) -> Int:
    """Where the list of a row begins in a block; that of the next row begins where it ends."""
    return at + np.int64(pool[at + row])


@compiled
def probe(memo: Array, lines: Array, j: Int, plan: Array) -> Int:
    """The slot for look-ahead results about the rows before a level; emptied if it was others'."""
    first = np.uint64(lines[j, V_FROM]) | (np.uint64(lines[j, W_FROM]) << np.uint64(32))
    second = np.uint64(lines[j, ROW2]) | (np.uint64(lines[j, ROW3]) << np.uint64(16))
    place = lines[j, PLACE]
    flips = plan[place, SECOND_FLIP] | (plan[place, THIRD_FLIP] << 1) | (plan[place, LEVEL] << 2)
    second |= np.uint64(flips) << np.uint64(32)
    mixed = (first ^ (second * np.uint64(0x9E3779B97F4A7C15))) * np.uint64(0xD6E8FEB86659FD93)
    slot = np.int64((mixed >> np.uint64(32)) & np.uint64(len(memo) - 1))
    if memo[slot, 0] != first or memo[slot, 1] != second:
        memo[slot, 0], memo[slot, 1] = first, second
        for word in range(2, memo.shape[1]):
            memo[slot, word] = np.uint64(0)
    return slot


@compiled
def possible(
    pool: Array,
    index: Array,
    flip: Array,
    m: Array,
    plan: Array,
    lines: Array,
    j: Int,
    u: Int,
) -> bool:
    """Whether rows v, w, x, y exist such that u, one period after the first predecessor, can be.

    With i1, i2, i3 the predecessors of the next row: v = R[i2+p], w = R[i3+p], x = R[i2+2p] and
    y = R[i3+2p], and then some row must follow w and y and give x.
    """
    place = lines[j, PLACE]
    flip2, flip3, level = plan[place, SECOND_FLIP], plan[place, THIRD_FLIP], plan[place, LEVEL]
    row2, row3 = lines[j, ROW2], lines[j, ROW3]
    w_from, w_to = lines[j, W_FROM], lines[j, W_TO]
    target = np.int64(flip[u]) if flip2 else u
    for at_v in range(lines[j, V_FROM], lines[j, V_TO]):
        v = np.int64(pool[at_v])
        at = block(pool, index, m, row2, v)
        x_from, x_to = begin(pool, at, target), begin(pool, at, target + 1)
        if x_from == x_to:
            continue
        if level == 2:
            return True
        image = np.int64(flip[v]) if flip3 else v
        for at_w in range(w_from, w_to):
            w = np.int64(pool[at_w])
            at = block(pool, index, m, row3, w)
            for at_y in range(begin(pool, at, image), begin(pool, at, image + 1)):
                last = block(pool, index, m, w, np.int64(pool[at_y]))
                for at_x in range(x_from, x_to):
                    x = np.int64(pool[at_x])
                    x = np.int64(flip[x]) if flip3 else x
                    if pool[last + x] != pool[last + x + 1]:
                        return True
    return False


@compiled
def passes(
    pool: Array,
    index: Array,
    memo: Array,
    flip: Array,
    m: Array,
    plan: Array,
    lines: Array,
    rows: Array,
    j: Int,
    period: Int,
) -> bool:
    """Whether the row R[j] may stand where it is: the look-ahead tests."""
    row, place = rows[j], lines[j, PLACE]
    if plan[place, CLOSING] >= 0:
        target = rows[j - plan[place, CLOSING]]
        target = np.int64(flip[target]) if plan[place, CLOSING_FLIP] else target
        at = block(pool, index, m, rows[j - period], row)
        if pool[at + target] == pool[at + target + 1]:
            return False
    level = plan[place, LEVEL]
    if level == 0:
        return True
    target = np.int64(flip[row]) if plan[place, FIRST_FLIP] else row
    at = lines[j, BASE]
    u_from, u_to = begin(pool, at, target), begin(pool, at, target + 1)
    if level == 1 or u_from == u_to:
        return bool(u_from < u_to)
    if plan[place, SECOND_KNOWN] == 0 or plan[place, THIRD_KNOWN] == 0:
        known = (1 << m[BITS]) + 1 + row
        if plan[place, SECOND_KNOWN] == 0:
            lines[j, V_FROM], lines[j, V_TO] = known, known + 1
        if plan[place, THIRD_KNOWN] == 0:
            lines[j, W_FROM], lines[j, W_TO] = known, known + 1
        lines[j, SLOT] = probe(memo, lines, j, plan)
    slot, words = lines[j, SLOT], (memo.shape[1] >> 1) - 1
    for at_u in range(u_from, u_to):
        u = np.int64(pool[at_u])
        word, bit = 2 + (u >> 6), np.uint64(1) << np.uint64(u & 63)
        if not memo[slot, word] & bit:
            memo[slot, word] |= bit
            if possible(pool, index, flip, m, plan, lines, j, u):
                memo[slot, words + word] |= bit
        if memo[slot, words + word] & bit:
            return True
    return False


@compiled
def enter(
    pool: Array,
    index: Array,
    flip: Array,
    m: Array,
    plan: Array,
    lines: Array,
    rows: Array,
    j: Int,
    period: Int,
    forced: Int,
) -> None:
    """Find the candidates for R[j], and what the look-ahead tests need to know of earlier rows."""
    place = lines[j, PLACE]
    level = plan[place, LEVEL]
    target = rows[j - plan[place, RESULT]]
    target = np.int64(flip[target]) if plan[place, RESULT_FLIP] else target
    at = block(pool, index, m, rows[j - 2 * period], rows[j - period])
    pos, end = begin(pool, at, target), begin(pool, at, target + 1)
    if forced >= 0:
        while pos < end and pool[pos] != forced:
            pos += 1
        end = min(end, pos + 1)
    lines[j, POS], lines[j, END] = pos, end
    if pos == end or level == 0:
        return
    known = (1 << m[BITS]) + 1
    before = plan[place, FIRST]
    first = rows[j - before]
    lines[j, BASE] = block(pool, index, m, rows[j - before - period], first)
    if level == 1:
        return
    before = plan[place, SECOND]
    second = rows[j - before]
    lines[j, ROW2], lines[j, ROW3], lines[j, W_FROM], lines[j, W_TO] = second, 0, 0, 1
    if plan[place, SECOND_KNOWN] > 0:
        lines[j, V_FROM] = known + rows[j - plan[place, SECOND_KNOWN]]
        lines[j, V_TO] = lines[j, V_FROM] + 1
    elif plan[place, SECOND_KNOWN] < 0:
        target = np.int64(flip[first]) if plan[place, SECOND_FLIP] else first
        at = block(pool, index, m, rows[j - before - period], second)
        lines[j, V_FROM], lines[j, V_TO] = begin(pool, at, target), begin(pool, at, target + 1)
        if lines[j, V_FROM] == lines[j, V_TO]:
            lines[j, POS] = end
    if level == 2:
        return
    before = plan[place, THIRD]
    third = rows[j - before]
    lines[j, ROW3] = third
    if plan[place, THIRD_KNOWN] > 0:
        lines[j, W_FROM] = known + rows[j - plan[place, THIRD_KNOWN]]
        lines[j, W_TO] = lines[j, W_FROM] + 1
    elif plan[place, THIRD_KNOWN] < 0:
        target = np.int64(flip[second]) if plan[place, THIRD_FLIP] else second
        at = block(pool, index, m, rows[j - before - period], third)
        lines[j, W_FROM], lines[j, W_TO] = begin(pool, at, target), begin(pool, at, target + 1)
        if lines[j, W_FROM] == lines[j, W_TO]:
            lines[j, POS] = end


@compiled
def deepen(
    t: Arrays,
    plan: Array,
    period: Int,
    bounds: Array,
    states: Array,
    marks: Array,
    depths: Array,
    target: Int,
    tails: Array,
    lengths: Array,
    status: Array,
    budget: Int,
    rows: Array,
    lines: Array,
) -> Int:
    """Search each unfinished state depth first for a future up to row `target`; count rows tried.

    The search goes on where `tails` (so many rows as `lengths` says) leads to: what comes before
    it in the order of the lists was searched already. Afterwards the tail of a state that is
    ALIVE is the future that was found, and that of an UNFINISHED one is where to go on.
    """
    pool, index, memo, flip, weight, m = t
    base = 2 * period
    tried = 0
    for s in range(len(states)):
        if status[s] != UNFINISHED:
            continue
        if tried >= budget or m[FULL]:
            break
        depth = depths[s]
        goal = target - depth
        if lengths[s] >= goal:
            status[s] = ALIVE
            continue
        for i in range(base):
            rows[i] = states[s, i]
        j = base
        lines[j, PLACE] = marks[s] >> 32
        lines[j, COUNT] = (marks[s] >> 8) & 0xFFFFFF
        replay = lengths[s]
        while True:
            place = lines[j, PLACE]
            forced = plan[place, FORCED] if depth + j - base < bounds[0] else 0
            enter(pool, index, flip, m, plan, lines, rows, j, period, forced)
            if j - base < replay:
                rows[j] = tails[s, j - base]
                while pool[lines[j, POS]] != rows[j]:
                    lines[j, POS] += 1
                lines[j, POS] += 1
                lines[j + 1, PLACE] = plan[place, NEXT]
                lines[j + 1, COUNT] = lines[j, COUNT] + plan[place, COUNTED] * weight[rows[j]]
                j += 1
                continue
            replay = 0
            if tried >= budget or m[FULL]:
                break
            found, count = False, 0
            while not found:
                place = lines[j, PLACE]
                pos, end = lines[j, POS], lines[j, END]
                if pos < end and plan[place, LEVEL] >= 2:
                    lines[j, SLOT] = probe(memo, lines, j, plan)
                while pos < end and not found:
                    rows[j] = pool[pos]
                    pos += 1
                    count = lines[j, COUNT] + plan[place, COUNTED] * weight[rows[j]]
                    if count <= bounds[1]:
                        found = passes(pool, index, memo, flip, m, plan, lines, rows, j, period)
                tried += pos - lines[j, POS]
                lines[j, POS] = pos
                if not found:
                    j -= 1
                    if j < base:
                        break
            if not found or j + 1 - base == goal:
                j += found
                break
            j += 1
            lines[j, PLACE], lines[j, COUNT] = plan[place, NEXT], count
        if m[FULL]:
            break
        if j < base:
            status[s] = DEAD
            continue
        status[s] = ALIVE if j - base == goal else UNFINISHED
        lengths[s] = j - base
        for i in range(j - base):
            tails[s, i] = rows[base + i]
    return tried


class Nodes(NamedTuple):
    """States as a tree: each is its last row and the state before it."""

    row: Array  # uint16
    parent: Array  # int32
    mark: Array  # int64: flags, 24 bits of population, place in the plan
    visited: Array  # uint64[power of 2]: hash << 32 | node + 1
    edges: Array  # int32[.., 2]: (state, node) where another way leads to a node
    ends: Array  # int32: nodes after which nothing but empty rows may follow
    used: Array  # int64[3]: how many nodes, edges, ends


@compiled
def gather(row: Array, parent: Array, node: Int, rows: Array, count: Int) -> None:
    """The last rows of a state, into rows[0..count]."""
    for i in range(count - 1, -1, -1):
        rows[i] = row[node]
        node = parent[node]


@compiled
def flags_after(flip: Array, plan: Array, place: Int, flags: Int, rows: Array, j: Int) -> Int:
    """Which shorter periods are still possible when R[j] has been added."""
    for i in range(MOST_FLAGS):
        if flags >> i & 1 and plan[place, SAME + i] >= 0:
            other = rows[j - plan[place, SAME + i]]
            other = np.int64(flip[other]) if plan[place, SAME_FLIP + i] else other
            if other != rows[j]:
                flags ^= 1 << i
    return flags


@compiled
def ends_here(
    t: Arrays, plan: Array, period: Int, rows: Array, j: Int, place: Int, flags: Int
) -> bool:
    """Whether nothing but empty rows may follow R[j], and no shorter period is possible then."""
    pool, index, _, flip, _, m = t
    good = True
    last = j
    while good and last < j + 2 * period:
        last += 1
        rows[last] = 0
        target = rows[last - plan[place, RESULT]]
        target = np.int64(flip[target]) if plan[place, RESULT_FLIP] else target
        at = block(pool, index, m, rows[last - 2 * period], rows[last - period])
        here = begin(pool, at, target)
        # The empty row is the first of every list that has it.
        good = here < begin(pool, at, target + 1) and pool[here] == 0 and plan[place, FORCED] <= 0
        flags = flags_after(flip, plan, place, flags, rows, last)
        place = plan[place, NEXT]
    return good and flags == 0


@compiled
def equal(
    flip: Array, nodes: Arrays, node: Int, rows: Array, first: Int, count: Int, mirrors: bool
) -> bool:
    """Whether a node is the state rows[first] to rows[first + count - 1], or its mirror image."""
    row_of, parent = nodes[0], nodes[1]
    same, mirror, i = True, mirrors, first + count - 1
    while i >= first and (same or mirror):
        row = row_of[node]
        same = same and row == rows[i]
        mirror = mirror and row == flip[rows[i]]
        node = parent[node]
        i -= 1
    return same or mirror


@compiled
def find(
    flip: Array, nodes: Arrays, rows: Array, first: Int, count: Int, mark: Int, mirrors: bool
) -> tuple[Int, Int, Int]:
    """Look a state up: (node or -1, slot of `visited`, hash). Its mirror image may stand for it.

    The state is rows[first] to rows[first + count - 1].
    """
    _, _, marks, visited, _, _, used = nodes
    flipped, i = False, first
    while mirrors and i < first + count:
        image = np.int64(flip[rows[i]])
        if image != rows[i]:
            flipped = bool(image < rows[i])
            break
        i += 1
    code = np.uint64(mark)
    for i in range(first, first + count):
        row = np.int64(flip[rows[i]]) if flipped else rows[i]
        code = (code ^ np.uint64(row)) * np.uint64(0x9E3779B97F4A7C15)
        code ^= code >> np.uint64(29)
    tag = code >> np.uint64(32)
    mask = np.int64(len(visited) - 1)
    slot = np.int64(tag) & mask
    while visited[slot]:
        entry = visited[slot]
        node = np.int64(entry & np.uint64(0xFFFFFFFF)) - 1
        if (
            entry >> np.uint64(32) == tag
            and node < used[0]
            and marks[node] == mark
            and equal(flip, nodes, node, rows, first, count, mirrors)
        ):
            return node, slot, np.int64(tag)
        slot = (slot + 1) & mask
    return -1, slot, np.int64(tag)


@compiled
def expand(
    t: Arrays,
    plan: Array,
    period: Int,
    bounds: Array,
    nodes: Arrays,
    queue: Array,
    first: Int,
    depth: Int,
    tails: Array,
    tail_from: Array,
    tail_to: Array,
    new_tails: Array,
    every: bool,
    mirrors: bool,
    rows: Array,
    lines: Array,
) -> Int:
    """Add the next row to the states of the queue, from the first; return how far it came.

    It stops early when there is no room. The new states are the nodes that are added;
    `new_tails` takes where their tails (futures known from deepening) begin and end. If `every`
    way counts, other ways to a new state are kept as edges.
    """
    pool, index, memo, flip, weight, m = t
    row_of, parent, marks, visited, edges, ends, used = nodes
    base, added = 2 * period, used[0]
    for s in range(first, len(queue)):
        room = min(len(row_of) - used[0], len(visited) // 2 - used[0])
        room = min(room, len(edges) - used[1], len(ends) - used[2])
        room = min(room, len(new_tails) - (used[0] - added))
        if room <= 1 << m[BITS] or m[FULL]:
            return s
        gather(row_of, parent, queue[s], rows, base)
        mark = marks[queue[s]]
        place, pop, flags = mark >> 32, (mark >> 8) & 0xFFFFFF, mark & 0xFF
        lines[base, PLACE] = place
        forced = plan[place, FORCED] if depth < bounds[0] else 0
        enter(pool, index, flip, m, plan, lines, rows, base, period, forced)
        if m[FULL]:
            return s
        if lines[base, POS] < lines[base, END] and plan[place, LEVEL] >= 2:
            lines[base, SLOT] = probe(memo, lines, base, plan)
        tail, tail_end = tail_from[s], tail_to[s]
        nodes_before, edges_before, ends_before = used[0], used[1], used[2]
        while lines[base, POS] < lines[base, END]:
            row = np.int64(pool[lines[base, POS]])
            lines[base, POS] += 1
            if tail < tail_end and tails[tail] != row:
                continue
            here, here_end = (tail + 1, tail_end) if tail < tail_end else (0, 0)
            tail = tail_end
            rows[base] = row
            count = pop + plan[place, COUNTED] * weight[row]
            if count > bounds[1]:
                continue
            if not passes(pool, index, memo, flip, m, plan, lines, rows, base, period):
                continue
            if row == 0 and depth >= bounds[2]:
                empty = True
                for i in range(1, base):
                    empty = empty and rows[i] == 0
                if empty:
                    continue
            now = flags_after(flip, plan, place, flags, rows, base)
            new_mark = (plan[place, NEXT] << 32) | (count << 8) | now
            node, slot, tag = find(flip, nodes, rows, 1, base, new_mark, mirrors)
            if node >= 0:
                if every:
                    edges[used[1], 0] = queue[s]
                    edges[used[1], 1] = node
                    used[1] += 1
                continue
            node = used[0]
            used[0] += 1
            row_of[node], parent[node], marks[node] = row, queue[s], new_mark
            visited[slot] = (np.uint64(tag) << np.uint64(32)) | np.uint64(node + 1)
            new_tails[node - added, 0], new_tails[node - added, 1] = here, here_end
            if row and ends_here(t, plan, period, rows, base, plan[place, NEXT], now):
                ends[used[2]] = node
                used[2] += 1
        if m[FULL]:  # no room for a block: take back what this state has led to
            used[0], used[1], used[2] = nodes_before, edges_before, ends_before
            return s
    return len(queue)


@compiled
def revisit(
    flip: Array, nodes: Arrays, first: Int, period: Int, mirrors: bool, rows: Array
) -> None:
    """Enter all nodes from the first into an empty table of visited states."""
    base = 2 * period
    row_of, parent, marks, visited, _, _, used = nodes
    for node in range(first, used[0]):
        gather(row_of, parent, node, rows, base)
        _, slot, tag = find(flip, nodes, rows, 0, base, marks[node], mirrors)
        visited[slot] = (np.uint64(tag) << np.uint64(32)) | np.uint64(node + 1)


@compiled
def carry_over(old: Array, new: Array, number: Array) -> None:
    """Enter the visited states into a table of another size, by the new numbers of their nodes."""
    mask = np.int64(len(new) - 1)
    for place in range(len(old)):
        node = np.int64(old[place] & np.uint64(0xFFFFFFFF)) - 1
        if 0 <= node < len(number) and number[node] >= 0:
            tag = old[place] >> np.uint64(32)
            slot = np.int64(tag) & mask
            while new[slot]:
                slot = (slot + 1) & mask
            new[slot] = (tag << np.uint64(32)) | np.uint64(number[node] + 1)


@compiled
def keep_ancestors(nodes: Arrays, kept: Array) -> None:
    """Mark all states that lead to marked ones."""
    _, parent, _, _, edges, _, used = nodes
    edge = used[1] - 1
    for node in range(used[0] - 1, -1, -1):
        # Edges are in the order of layers: those that leave this node come before it does.
        while edge >= 0 and edges[edge, 1] > node:
            if kept[edges[edge, 1]]:
                kept[edges[edge, 0]] = True
            edge -= 1
        if kept[node]:
            kept[parent[node]] = True
