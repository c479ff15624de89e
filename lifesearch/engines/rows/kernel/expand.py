"""Breadth-first search: add one row to states, and enter those that are new.

`search.RowSearch` calls `expand` for the states of one depth.

    t              the tables (`layout.Tables`), as pointers
    plan           lines of the plan, PLAN_COLUMNS numbers each: see `rows.plan`
    rows[j]        R[j]; a state is the last 2p of them
    place, flags   of a state: its line of the plan; the shorter periods that are still possible
    mark           place << 32 | population << 8 | flags
    base           2p: the index of the row that is added, the state being rows[0] to rows[2p-1]
    tail           the known future of a state: known[tail] to known[tail_end - 1]
    known          `tails`; known_from, known_to: `tail_from` and `tail_to`, for each state
    limits         `bounds`: see `layout`
    nodes          `tree`: see `layout.Nodes`; mirrors: whether mirror images are equivalent
    k              the module `layout`: names of columns and entries
    line, here     where the columns of R[2p] begin in `lines`, and those of its place in the plan
    now, after     the flags and the place of the new state
"""

from __future__ import annotations

import numpy as np

from lifesearch.engines.compiled import inlined, kernel
from lifesearch.engines.compiled.words import at, pointers
from lifesearch.engines.rows.kernel import layout as k
from lifesearch.engines.rows.kernel.blocks import block, list_of
from lifesearch.engines.rows.kernel.layout import Array, Arrays, Int, Nodes, Pointer, Pointers
from lifesearch.engines.rows.kernel.lookahead import enter, mirrored_if, passes
from lifesearch.engines.rows.kernel.states import find, gather


@inlined
def flags_after(flip: Pointer, plan: Pointer, place: Int, flags: Int, rows: Pointer, j: Int) -> Int:
    """The shorter periods that are still possible after R[j]."""
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
    """Whether the pattern can end with R[j] (only empty rows follow) and has no shorter period.

    2p empty rows are the empty state, which empty rows follow for ever.
    """
    pool, flip = t.pool, t.flip
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
    """Whether R[j] can end the first half of a symmetric pattern; see `Fold`.

    `folds` is a set of folds as bits, in the order of `Fold`. What passes is simulated
    (`search.unfolded`).
    """
    pool, flip = t.pool, t.flip
    found = False
    fold = 0
    # The middle comes after a whole layer of p rows, and no shorter period may be possible.
    while not found and flags == 0 and place == 0 and folds >> fold:
        if folds >> fold & 1:
            found, alive = True, False
            line = place * k.PLAN_COLUMNS
            s = 1
            while found and s <= period:
                above, below = rows[j - 2 * period + s], rows[j - period + s]
                alive = alive or below != 0
                odd, turned = fold % 2 == 0, fold // 2
                # The first row of the second half: the image of the row before the middle row, or
                # of this one.
                row = mirrored_if(flip, above if odd else below, turned)
                result, flipped = plan[line + k.RESULT], plan[line + k.RESULT_FLIP]
                target = mirrored_if(flip, rows[j + s - result], flipped)
                here, end = list_of(t, block(t, above, below), target)
                while here < end and pool[here] != row:
                    here += 1
                found = here < end and (not odd or below == mirrored_if(flip, below, turned))
                line = plan[line + k.NEXT] * k.PLAN_COLUMNS
                s += 1
            # A middle between two rows: if the layers beside it were empty, the halves would be two
            # patterns, one behind another.
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


@kernel(
    k.TABLES, "i8[,]", "i8", "i8[]", k.NODES, "i4[]", "i8", "u2[]", "i4[]", "i4[]", "i4[,]", "?",
    "?", ("i8[]", "i8[,]"), returns=1,
)  # fmt: skip
def expand(
    tables: Arrays,
    plan_lines: Array,
    period: Int,
    bounds: Array,
    tree: Nodes,
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

    It stops early when there is no room. The new states are the nodes that are added; `new_tails`
    takes the ranges of their tails (futures known from deepening). If `every` path counts, other
    paths to a new state are kept as edges.
    """
    t, nodes = k.Tables(*pointers(tables)), k.Nodes(*pointers(tree))
    plan = pointers(plan_lines)
    (rows, lines), futures, room = pointers(work), pointers(new_tails), len(new_tails)
    states, limits, known, known_from, known_to = pointers(
        (queue, bounds, tails, tail_from, tail_to)
    )
    pool, flip, weight, m = t.pool, t.flip, t.weight, t.maker
    row_of, parent, marks, visited, edges, ends, used = nodes
    base, added = 2 * period, used[k.USED_NODES]
    size, mask = 1 << m[k.BITS], len(tree.visited) - 1
    # A state has up to `size` successors: it is expanded only if all of them fit. The table of
    # visited states is filled to one half at most.
    most_nodes = added + room if added + room < len(tree.row) else len(tree.row)
    most_visited = len(tree.visited) // 2
    most_nodes = (most_nodes if most_nodes < most_visited else most_visited) - size
    most_edges, most_ends = len(tree.edges) - size, len(tree.ends) - size
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
                continue  # rows before that of the known future were tried, and have no future
            tail_next, tail_last = (tail + 1, tail_end) if tail < tail_end else (0, 0)
            tail = tail_end
            rows[base] = row
            count = population + plan[here + k.COUNTED] * weight[row]
            if count > limits[k.POPULATION] or not passes(t, plan, lines, rows, base, period):
                continue
            # Only the start is empty: an empty state is the end of a pattern, which `ends_here`
            # finds.
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
        # No room for a block: lists were incomplete, so take back what this state has led to. Its
        # entries stay in `visited`, and `find` ignores them.
        if m[k.FULL]:
            used[0], used[1], used[2] = nodes_before, edges_before, ends_before
            return s
    return len(queue)
