"""Breadth-first search: add one row to states, and enter those that are new."""

from __future__ import annotations

import numpy as np

from lifesearch.compiled import compiled, inlined
from lifesearch.compiled.lowlevel import at, pointers
from lifesearch.rows.kernel import layout as k
from lifesearch.rows.kernel.blocks import block, list_of
from lifesearch.rows.kernel.layout import Array, Arrays, Int, Pointer, Pointers
from lifesearch.rows.kernel.lookahead import enter, mirrored_if, passes
from lifesearch.rows.kernel.states import find, gather


@inlined
def flags_after(flip: Pointer, plan: Pointer, place: Int, flags: Int, rows: Pointer, j: Int) -> Int:
    """Which shorter periods are still possible when R[j] has been added."""
    here = place * k.PLAN_COLUMNS
    for i in range(k.MOST_FLAGS):
        if flags >> i & 1 and plan[here + k.SAME + i] >= 0:
            same = rows[j - plan[here + k.SAME + i]]
            other = mirrored_if(flip, same, plan[here + k.SAME_FLIP + i])
            if other != rows[j]:
                flags ^= 1 << i
    return flags


@inlined
def ends_here(
    t: Pointers, plan: Pointer, period: Int, rows: Pointer, j: Int, place: Int, flags: Int
) -> bool:
    """Whether nothing but empty rows may follow R[j], and no shorter period is possible then."""
    pool, flip = t[0], t[3]
    good = True
    last = j
    while good and last < j + 2 * period:
        last += 1
        line = place * k.PLAN_COLUMNS
        rows[last] = 0
        target = mirrored_if(flip, rows[last - plan[line + k.RESULT]], plan[line + k.RESULT_FLIP])
        number = block(t, rows[last - 2 * period], rows[last - period])
        here, end = list_of(t, number, target)
        # The empty row is the first of every list that has it.
        good = here < end and pool[here] == 0 and plan[line + k.FORCED] <= 0
        flags = flags_after(flip, plan, place, flags, rows, last)
        place = plan[line + k.NEXT]
    return good and flags == 0


@inlined
def folds_here(
    t: Pointers,
    plan: Pointer,
    period: Int,
    folds: Int,
    rows: Pointer,
    j: Int,
    place: Int,
    flags: Int,
) -> bool:
    """Whether R[j] ends the first half of a pattern that is its own image; see `Fold`."""
    pool, flip = t[0], t[3]
    found = False
    fold = 0
    while not found and flags == 0 and place == 0 and folds >> fold:
        if folds >> fold & 1:
            found, alive = True, False
            line = place * k.PLAN_COLUMNS
            s = 1
            while found and s <= period:
                above, below = rows[j - 2 * period + s], rows[j - period + s]
                alive = alive or below != 0
                odd, turned = fold % 2 == 0, fold // 2
                row = mirrored_if(flip, above if odd else below, turned)
                result, flipped = plan[line + k.RESULT], plan[line + k.RESULT_FLIP]
                target = mirrored_if(flip, rows[j + s - result], flipped)
                here, end = list_of(t, block(t, above, below), target)
                while here < end and pool[here] != row:
                    here += 1
                found = here < end and (not odd or below == mirrored_if(flip, below, turned))
                line = plan[line + k.NEXT] * k.PLAN_COLUMNS
                s += 1
            found = found and (alive or fold % 2 == 0)
        fold += 1
    return found


@inlined
def is_empty(rows: Pointer, first: Int, last: Int) -> bool:
    """Return whether R[first] to R[last] are empty."""
    while first <= last and rows[first] == 0:
        first += 1
    empty: bool = first > last
    return empty


@compiled
def expand(
    tables: Arrays,
    plan_lines: Array,
    period: Int,
    bounds: Array,
    tree: Arrays,
    queue: Array,
    depth: Int,
    tails: Array,
    tail_from: Array,
    tail_to: Array,
    new_tails: Array,
    every: bool,
    mirrors: bool,
    work: Arrays,
) -> Int:
    """Add the next row to the states of the queue; return how many of them are done.

    It stops early when there is no room. The new states are the nodes that are added;
    `new_tails` takes where their tails (futures known from deepening) begin and end. If `every`
    way counts, other ways to a new state are kept as edges.
    """
    t, plan, nodes = pointers(tables), pointers(plan_lines), pointers(tree)
    (rows, lines), futures, room = pointers(work), pointers(new_tails), len(new_tails)
    states, limits, known, known_from, known_to = pointers(
        (queue, bounds, tails, tail_from, tail_to)
    )
    pool, _, _, flip, weight, m = t
    row_of, parent, marks, visited, edges, ends, used = nodes
    base, added = 2 * period, used[k.USED_NODES]
    size, mask = 1 << m[k.BITS], len(tree[3]) - 1
    most_nodes = added + room if added + room < len(tree[0]) else len(tree[0])
    most_nodes = (most_nodes if most_nodes < len(tree[3]) // 2 else len(tree[3]) // 2) - size
    most_edges, most_ends = len(tree[4]) - size, len(tree[5]) - size
    line = base * k.LINE_COLUMNS
    for s in range(len(queue)):
        full = used[0] >= most_nodes or used[1] >= most_edges or used[2] >= most_ends
        if m[k.FULL] or full:
            return s
        gather(row_of, parent, np.int64(states[s]), rows, 0, base)
        mark = marks[states[s]]
        place, population, flags = mark >> 32, (mark >> 8) & 0xFFFFFF, mark & 0xFF
        here = place * k.PLAN_COLUMNS
        lines[line + k.PLACE] = place
        forced = plan[here + k.FORCED] if depth < limits[k.LAST] else 0
        enter(t, plan, lines, rows, base, period, forced)
        tail, tail_end = known_from[s], known_to[s]
        nodes_before, edges_before, ends_before = used[0], used[1], used[2]
        while lines[line + k.POS] < lines[line + k.END] and not m[k.FULL]:
            row = np.int64(pool[lines[line + k.POS]])
            lines[line + k.POS] += 1
            if tail < tail_end and known[tail] != row:
                continue  # it has no future: it comes before the one that was found
            tail_next, tail_last = (tail + 1, tail_end) if tail < tail_end else (0, 0)
            tail = tail_end
            rows[base] = row
            count = population + plan[here + k.COUNTED] * weight[row]
            if count > limits[k.POPULATION] or not passes(t, plan, lines, rows, base, period):
                continue
            if depth >= limits[k.IDLE] and is_empty(rows, 1, base):
                continue
            now = flags_after(flip, plan, place, flags, rows, base)
            after = plan[here + k.NEXT]
            new_mark = (after << 32) | (count << 8) | now
            node, slot, tag = find(flip, nodes, mask, rows, 1, base, new_mark, mirrors)
            if node >= 0:
                if every:
                    edges[2 * used[k.USED_EDGES]] = states[s]
                    edges[2 * used[k.USED_EDGES] + 1] = node
                    used[k.USED_EDGES] += 1
                continue
            node = used[k.USED_NODES]
            used[k.USED_NODES] += 1
            row_of[node], parent[node], marks[node] = row, states[s], new_mark
            visited[slot] = (np.uint64(tag) << np.uint64(32)) | np.uint64(node + 1)
            new = at(futures, 2 * (node - added))
            new[0], new[1] = tail_next, tail_last
            if (
                row and limits[k.WHOLE] and ends_here(t, plan, period, rows, base, after, now)
            ) or folds_here(t, plan, period, limits[k.FOLDS], rows, base, after, now):
                ends[used[k.USED_ENDS]] = node
                used[k.USED_ENDS] += 1
        if m[k.FULL]:  # no room for a block: take back what this state has led to
            used[0], used[1], used[2] = nodes_before, edges_before, ends_before
            return s
    return len(queue)
