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
from typing import Any, NamedTuple, TypeVar

import numba
import numpy as np
from numpy.typing import NDArray

Function = TypeVar("Function", bound=Callable[..., Any])
Array = NDArray[Any]

DEAD, ALIVE, UNFINISHED = np.int8(0), np.int8(1), np.int8(2)

# Columns of a plan, one line for each place; see `problem.plan`.
NEXT, RESULT, RESULT_FLIP, FORCED, COUNTED, LEVEL = 0, 1, 2, 3, 4, 5
FIRST, FIRST_FLIP, SECOND, SECOND_FLIP, THIRD, THIRD_FLIP = 6, 7, 8, 9, 10, 11
SECOND_KNOWN, THIRD_KNOWN, CLOSING, CLOSING_FLIP, SAME, SAME_FLIP = 12, 13, 14, 15, 16, 20
PLAN_COLUMNS, MOST_FLAGS = 24, 4

# Columns of the context of a level of the depth-first search.
POS, END, PLACE, BASE, V_FROM, V_TO, W_FROM, W_TO, ROW2, ROW3, SLOT, COUNT = range(12)
CONTEXT = 12


class Tables(NamedTuple):
    """Everything that depends on the rule and the width, and the room for what is worked out."""

    bits: int  # free cells of a row
    index: Array  # int32[4^bits]: place of each block
    pool: Array  # uint16: the blocks
    used: Array  # int64[2]: how much of the pool; 1 if there was no room for a block
    windows: Array  # uint8[columns, 2^bits]: three neighbouring cells of each row
    rule: Array  # uint8[512]
    flip: Array  # uint16[2^bits]: mirror images
    weight: Array  # int64[2^bits]: how many cells of the strip a row fills
    scratch: Array  # int64[4, 2^bits]
    keys: Array  # uint64[slots, 2]: what the look-ahead results are about
    known: Array  # uint64[slots, 2 * words]: rows that were tried, rows that are possible


def compiled(function: Function) -> Function:
    """Compile, and keep the machine code in a folder that can be written, if there is one."""
    try:
        made = numba.njit(cache=True, nogil=True, error_model="numpy")(function)
    except RuntimeError:  # numba finds no place for its cache
        made = numba.njit(nogil=True, error_model="numpy")(function)
    return made  # type: ignore[no-any-return]


@compiled
def make_block(t: Tables, above: int, middle: int) -> int:
    """Work out the block of two rows; 0 if there is no room.

    A row that makes a cell live outside the strip (or in its gutter) is in no list. The next
    row is put together from the left columns, which do not depend on the right end of the row
    below, and the right columns, which do not depend on its left end.
    """
    n, size = t.bits, 1 << t.bits
    at = t.used[0]
    if at + 2 * size + 1 > len(t.pool):
        t.used[1] = 1
        return 0
    middle_column = n // 2
    low_bits, shift = min(middle_column + 1, n), max(middle_column - 1, 0)
    low, high, image, starts = t.scratch[0], t.scratch[1], t.scratch[2], t.scratch[3]
    columns = len(t.windows)
    for part in range(2):
        first, last = (0, middle_column + 1) if part == 0 else (middle_column + 1, columns)
        count = 1 << low_bits if part == 0 else 1 << (n - shift)
        for value in range(count):
            below = value if part == 0 else value << shift
            made = 0
            for column in range(first, last):
                upper = np.int64(t.windows[column, above]) << 6
                upper |= np.int64(t.windows[column, middle]) << 3
                if t.rule[upper | np.int64(t.windows[column, below])]:
                    if column in (0, n + 1):
                        made = -1
                        break
                    made |= 1 << (column - 1)
            if part == 0:
                low[value] = made
            else:
                high[value] = made
    for row in range(size):
        starts[row] = 0
    mask = (1 << low_bits) - 1
    for below in range(size):
        left, right = low[below & mask], high[below >> shift]
        made = -1 if left < 0 or right < 0 else left | right
        image[below] = made
        if made >= 0:
            starts[made] += 1
    here = size + 1
    for row in range(size):
        count = starts[row]
        t.pool[at + row] = here
        starts[row] = at + here
        here += count
    t.pool[at + size] = here
    for below in range(size):
        made = image[below]
        if made >= 0:
            t.pool[starts[made]] = below
            starts[made] += 1
    t.used[0] = at + here
    t.index[(above << n) | middle] = at
    return at


@compiled
def block(t: Tables, above: int, middle: int) -> int:
    """The place of the block of two rows."""
    at = np.int64(t.index[(above << t.bits) | middle])
    return at if at else make_block(t, above, middle)


@compiled
def begin(t: Tables, at: int, row: int) -> int:
    """Where the list of a row begins in a block; that of the next row begins where it ends."""
    return at + np.int64(t.pool[at + row])


@compiled
def probe(t: Tables, line: Array, step: Array) -> int:
    """The slot for look-ahead results about the known rows of a level; emptied if it was others'."""
    first = np.uint64(line[V_FROM]) | (np.uint64(line[W_FROM]) << np.uint64(32))
    second = np.uint64(line[ROW2]) | (np.uint64(line[ROW3]) << np.uint64(16))
    flips = step[SECOND_FLIP] | (step[THIRD_FLIP] << 1) | (step[LEVEL] << 2)
    second |= np.uint64(flips) << np.uint64(32)
    mixed = (first ^ (second * np.uint64(0x9E3779B97F4A7C15))) * np.uint64(0xD6E8FEB86659FD93)
    slot = np.int64((mixed >> np.uint64(32)) & np.uint64(len(t.keys) - 1))
    if t.keys[slot, 0] != first or t.keys[slot, 1] != second:
        t.keys[slot, 0], t.keys[slot, 1] = first, second
        for word in range(t.known.shape[1]):
            t.known[slot, word] = np.uint64(0)
    return slot


@compiled
def possible(t: Tables, line: Array, step: Array, u: int) -> bool:
    """Whether rows v, w, x, y exist such that u, one period after the first predecessor, can be.

    With i1, i2, i3 the predecessors of the next row: v = R[i2+p], w = R[i3+p], x = R[i2+2p] and
    y = R[i3+2p], and then some row must follow w and y and give x.
    """
    flip2, flip3 = step[SECOND_FLIP], step[THIRD_FLIP]
    target = np.int64(t.flip[u]) if flip2 else u
    for place in range(line[V_FROM], line[V_TO]):
        v = np.int64(t.pool[place])
        at = block(t, line[ROW2], v)
        x_from, x_to = begin(t, at, target), begin(t, at, target + 1)
        if x_from == x_to:
            continue
        if step[LEVEL] == 2:
            return True
        image = np.int64(t.flip[v]) if flip3 else v
        for place_w in range(line[W_FROM], line[W_TO]):
            w = np.int64(t.pool[place_w])
            at = block(t, line[ROW3], w)
            for place_y in range(begin(t, at, image), begin(t, at, image + 1)):
                last = block(t, w, np.int64(t.pool[place_y]))
                for place_x in range(x_from, x_to):
                    x = np.int64(t.pool[place_x])
                    x = np.int64(t.flip[x]) if flip3 else x
                    if t.pool[last + x] != t.pool[last + x + 1]:
                        return True
    return False


@compiled
def passes(t: Tables, step: Array, line: Array, rows: Array, j: int, period: int) -> bool:
    """Whether the row R[j] may stand where it is: the look-ahead tests."""
    row = rows[j]
    if step[CLOSING] >= 0:
        target = rows[j - step[CLOSING]]
        target = np.int64(t.flip[target]) if step[CLOSING_FLIP] else target
        at = block(t, rows[j - period], row)
        if t.pool[at + target] == t.pool[at + target + 1]:
            return False
    if step[LEVEL] == 0:
        return True
    target = np.int64(t.flip[row]) if step[FIRST_FLIP] else row
    at = line[BASE]
    u_from, u_to = begin(t, at, target), begin(t, at, target + 1)
    if step[LEVEL] == 1:
        return u_from < u_to
    if step[SECOND_KNOWN] == 0:
        line[V_FROM], line[V_TO] = (1 << t.bits) + 1 + row, (1 << t.bits) + 2 + row
    if step[THIRD_KNOWN] == 0:
        line[W_FROM], line[W_TO] = (1 << t.bits) + 1 + row, (1 << t.bits) + 2 + row
    if step[SECOND_KNOWN] == 0 or step[THIRD_KNOWN] == 0:
        line[SLOT] = probe(t, line, step)
    slot, words = line[SLOT], t.known.shape[1] >> 1
    for place in range(u_from, u_to):
        u = np.int64(t.pool[place])
        word, bit = u >> 6, np.uint64(1) << np.uint64(u & 63)
        if not t.known[slot, word] & bit:
            t.known[slot, word] |= bit
            if possible(t, line, step, u):
                t.known[slot, words + word] |= bit
        if t.known[slot, words + word] & bit:
            return True
    return False


@compiled
def enter(
    t: Tables, step: Array, line: Array, rows: Array, j: int, period: int, forced: int
) -> None:
    """Find the candidates for R[j], and what the look-ahead tests need to know of earlier rows."""
    target = rows[j - step[RESULT]]
    target = np.int64(t.flip[target]) if step[RESULT_FLIP] else target
    at = block(t, rows[j - 2 * period], rows[j - period])
    line[POS], line[END] = begin(t, at, target), begin(t, at, target + 1)
    if forced >= 0:
        while line[POS] < line[END] and t.pool[line[POS]] != forced:
            line[POS] += 1
        line[END] = min(line[END], line[POS] + 1)
    if line[POS] == line[END] or step[LEVEL] == 0:
        return
    known = (1 << t.bits) + 1
    first = rows[j - step[FIRST]]
    line[BASE] = block(t, rows[j - step[FIRST] - period], first)
    if step[LEVEL] == 1:
        return
    second = rows[j - step[SECOND]]
    line[ROW2], line[ROW3], line[W_FROM], line[W_TO] = second, 0, 0, 1
    if step[SECOND_KNOWN] > 0:
        line[V_FROM] = known + rows[j - step[SECOND_KNOWN]]
        line[V_TO] = line[V_FROM] + 1
    elif step[SECOND_KNOWN] < 0:
        target = np.int64(t.flip[first]) if step[SECOND_FLIP] else first
        at = block(t, rows[j - step[SECOND] - period], second)
        line[V_FROM], line[V_TO] = begin(t, at, target), begin(t, at, target + 1)
    if step[LEVEL] == 3:
        third = rows[j - step[THIRD]]
        line[ROW3] = third
        if step[THIRD_KNOWN] > 0:
            line[W_FROM] = known + rows[j - step[THIRD_KNOWN]]
            line[W_TO] = line[W_FROM] + 1
        elif step[THIRD_KNOWN] < 0:
            target = np.int64(t.flip[second]) if step[THIRD_FLIP] else second
            at = block(t, rows[j - step[THIRD] - period], third)
            line[W_FROM], line[W_TO] = begin(t, at, target), begin(t, at, target + 1)
    if step[SECOND_KNOWN] < 0 and line[V_FROM] == line[V_TO]:
        line[POS] = line[END]
    if step[THIRD_KNOWN] < 0 and line[W_FROM] == line[W_TO]:
        line[POS] = line[END]


@compiled
def deepen(
    t: Tables,
    plan: Array,
    period: int,
    bounds: Array,
    states: Array,
    marks: Array,
    depth: int,
    goal: int,
    tails: Array,
    lengths: Array,
    status: Array,
    budget: int,
) -> int:
    """Search each unfinished state depth first for a future of `goal` rows; count the rows tried.

    The search goes on where `tails` (so many rows as `lengths` says) leads to: what comes before
    it in the order of the lists was searched already. Afterwards the tail of a state that is
    ALIVE is the future that was found, and that of an UNFINISHED one is where to go on.
    """
    base = 2 * period
    rows = np.zeros(base + goal + 1, np.int64)
    lines = np.zeros((base + goal + 1, CONTEXT), np.int64)
    tried = 0
    for s in range(len(states)):
        if status[s] != UNFINISHED:
            continue
        if tried >= budget or t.used[1]:
            break
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
            line, step = lines[j], plan[lines[j, PLACE]]
            forced = step[FORCED] if depth + j - base < bounds[0] else 0
            enter(t, step, line, rows, j, period, forced)
            if j - base < replay:
                while t.pool[line[POS]] != tails[s, j - base]:
                    line[POS] += 1
                rows[j] = tails[s, j - base]
                line[POS] += 1
                j += 1
                lines[j, PLACE] = step[NEXT]
                lines[j, COUNT] = line[COUNT] + step[COUNTED] * t.weight[rows[j - 1]]
                continue
            replay = 0
            if tried >= budget or t.used[1]:
                break
            found = False
            while not found:
                line, step = lines[j], plan[lines[j, PLACE]]
                if line[POS] < line[END] and step[LEVEL] >= 2:
                    line[SLOT] = probe(t, line, step)
                while line[POS] < line[END] and not found:
                    rows[j] = t.pool[line[POS]]
                    line[POS] += 1
                    tried += 1
                    count = line[COUNT] + step[COUNTED] * t.weight[rows[j]]
                    found = count <= bounds[1] and passes(t, step, line, rows, j, period)
                if not found:
                    j -= 1
                    if j < base:
                        break
            if not found or j + 1 - base == goal:
                j += found
                break
            j += 1
            lines[j, PLACE], lines[j, COUNT] = step[NEXT], count
        if t.used[1]:
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
def gather(nodes: Nodes, node: int, rows: Array, count: int) -> None:
    """The last rows of a state, into rows[0..count]."""
    for i in range(count - 1, -1, -1):
        rows[i] = nodes.row[node]
        node = nodes.parent[node]


@compiled
def flags_after(t: Tables, step: Array, flags: int, rows: Array, j: int) -> int:
    """Which shorter periods are still possible when R[j] has been added."""
    for i in range(MOST_FLAGS):
        if flags >> i & 1 and step[SAME + i] >= 0:
            other = rows[j - step[SAME + i]]
            other = np.int64(t.flip[other]) if step[SAME_FLIP + i] else other
            if other != rows[j]:
                flags ^= 1 << i
    return flags


@compiled
def ends_here(
    t: Tables, plan: Array, period: int, rows: Array, j: int, place: int, flags: int
) -> bool:
    """Whether nothing but empty rows may follow R[j], and no shorter period is possible then."""
    good = True
    last = j
    while good and last < j + 2 * period:
        last += 1
        rows[last] = 0
        step = plan[place]
        target = rows[last - step[RESULT]]
        target = np.int64(t.flip[target]) if step[RESULT_FLIP] else target
        at = block(t, rows[last - 2 * period], rows[last - period])
        here = begin(t, at, target)
        # The empty row is the first of every list that has it.
        good = here < begin(t, at, target + 1) and t.pool[here] == 0 and step[FORCED] <= 0
        flags = flags_after(t, step, flags, rows, last)
        place = step[NEXT]
    return good and flags == 0


@compiled
def find(
    t: Tables, nodes: Nodes, rows: Array, other: Array, count: int, mark: int, mirrors: bool
) -> tuple[int, int, int]:
    """Look a state up: (node or -1, slot of `visited`, hash). Its mirror image may stand for it."""
    flipped, i = False, 0
    while mirrors and i < count:
        image = np.int64(t.flip[rows[i]])
        if image != rows[i]:
            flipped = image < rows[i]
            break
        i += 1
    code = np.uint64(mark)
    for i in range(count):
        row = np.int64(t.flip[rows[i]]) if flipped else rows[i]
        code = (code ^ np.uint64(row)) * np.uint64(0x9E3779B97F4A7C15)
        code ^= code >> np.uint64(29)
    tag = code >> np.uint64(32)
    mask = np.int64(len(nodes.visited) - 1)
    slot = np.int64(tag) & mask
    while nodes.visited[slot]:
        entry = nodes.visited[slot]
        if entry >> np.uint64(32) == tag:
            node = np.int64(entry & np.uint64(0xFFFFFFFF)) - 1
            if node < nodes.used[0] and nodes.mark[node] == mark:
                gather(nodes, node, other, count)
                same = mirror = True
                for i in range(count):
                    same = same and other[i] == rows[i]
                    mirror = mirror and mirrors and other[i] == t.flip[rows[i]]
                if same or mirror:
                    return node, slot, np.int64(tag)
        slot = (slot + 1) & mask
    return -1, slot, np.int64(tag)


@compiled
def expand(
    t: Tables,
    plan: Array,
    period: int,
    bounds: Array,
    nodes: Nodes,
    queue: Array,
    first: int,
    depth: int,
    layer: int,
    tails: Array,
    tail_from: Array,
    tail_to: Array,
    fresh: Array,
    every: bool,
    mirrors: bool,
) -> int:
    """Add the next row to the states of the queue, from the first; return how far it came.

    It stops early when there is no room. The new states are the nodes from `layer` on; `fresh`
    takes where their tails (futures known from deepening) begin and end. If `every` way counts,
    other ways to a new state are kept as edges.
    """
    base = 2 * period
    rows, other = np.zeros(2 * base + 2, np.int64), np.zeros(base, np.int64)
    line = np.zeros(CONTEXT, np.int64)
    for s in range(first, len(queue)):
        room = min(len(nodes.row) - nodes.used[0], len(nodes.visited) // 2 - nodes.used[0])
        room = min(room, len(nodes.edges) - nodes.used[1], len(nodes.ends) - nodes.used[2])
        if room <= 1 << t.bits or t.used[1]:
            return s
        gather(nodes, queue[s], rows, base)
        mark = nodes.mark[queue[s]]
        place, pop, flags = mark >> 32, (mark >> 8) & 0xFFFFFF, mark & 0xFF
        step = plan[place]
        enter(t, step, line, rows, base, period, step[FORCED] if depth < bounds[0] else 0)
        if t.used[1]:
            return s
        if line[POS] < line[END] and step[LEVEL] >= 2:
            line[SLOT] = probe(t, line, step)
        tail, tail_end = tail_from[s], tail_to[s]
        before = nodes.used.copy()
        while line[POS] < line[END]:
            row = np.int64(t.pool[line[POS]])
            line[POS] += 1
            if tail < tail_end and tails[tail] != row:
                continue
            here, here_end = (tail + 1, tail_end) if tail < tail_end else (0, 0)
            tail = tail_end
            rows[base] = row
            count = pop + step[COUNTED] * t.weight[row]
            if count > bounds[1] or not passes(t, step, line, rows, base, period):
                continue
            if row == 0 and depth >= bounds[2]:
                empty = True
                for i in range(1, base):
                    empty = empty and rows[i] == 0
                if empty:
                    continue
            now = flags_after(t, step, flags, rows, base)
            new_mark = (step[NEXT] << 32) | (count << 8) | now
            node, slot, tag = find(t, nodes, rows[1:], other, base, new_mark, mirrors)
            if node >= 0:
                if every:
                    nodes.edges[nodes.used[1], 0] = queue[s]
                    nodes.edges[nodes.used[1], 1] = node
                    nodes.used[1] += 1
                continue
            node = nodes.used[0]
            nodes.used[0] += 1
            nodes.row[node], nodes.parent[node], nodes.mark[node] = row, queue[s], new_mark
            nodes.visited[slot] = (np.uint64(tag) << np.uint64(32)) | np.uint64(node + 1)
            fresh[node - layer, 0], fresh[node - layer, 1] = here, here_end
            if row and ends_here(t, plan, period, rows, base, step[NEXT], now):
                nodes.ends[nodes.used[2]] = node
                nodes.used[2] += 1
        if t.used[1]:  # no room for a block: take back what this state has led to
            nodes.used[:] = before
            return s
    return len(queue)


@compiled
def revisit(t: Tables, nodes: Nodes, first: int, period: int, mirrors: bool) -> None:
    """Enter all nodes from the first into an empty table of visited states."""
    base = 2 * period
    rows, other = np.zeros(base, np.int64), np.zeros(base, np.int64)
    for node in range(first, nodes.used[0]):
        gather(nodes, node, rows, base)
        _, slot, tag = find(t, nodes, rows, other, base, nodes.mark[node], mirrors)
        nodes.visited[slot] = (np.uint64(tag) << np.uint64(32)) | np.uint64(node + 1)


@compiled
def keep_ancestors(nodes: Nodes, kept: Array) -> None:
    """Mark all states that lead to marked ones."""
    edge = nodes.used[1] - 1
    for node in range(nodes.used[0] - 1, -1, -1):
        # Edges are in the order of layers: those that leave this node come before it does.
        while edge >= 0 and nodes.edges[edge, 1] > node:
            if kept[nodes.edges[edge, 1]]:
                kept[nodes.edges[edge, 0]] = True
            edge -= 1
        if kept[node]:
            kept[nodes.parent[node]] = True
