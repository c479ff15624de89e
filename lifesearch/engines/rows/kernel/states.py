"""The tree of states and the exact table of visited ones.

A state is the last 2p rows on the way to a node, p being the period: its own and those of its
ancestors (before the root, which is its own parent, all rows are empty). States are the same if
their rows and their marks are. The table of visited states has an entry (tag << 32 | node + 1) for
each, where the tag is one half of a hash; a state with the same tag is compared row by row.

    nodes          the arrays of `layout.Nodes`: row, parent, mark, visited, edges, ends, used
    rows           the rows of a state from `first` on, `count` of them
    mark           of a state: its population, its place in the plan, and shorter periods (`expand`)
    flip[row]      the mirror image of a row; mirrors: whether images are equivalent
    mask           the number of slots of `visited` less one
    k              the module `layout`: names of columns and entries
    n, base        pointers to `nodes`; 2p, the rows of a state
"""

from __future__ import annotations

import numpy as np

from lifesearch.engines.compiled import inlined, kernel
from lifesearch.engines.compiled.words import pointers
from lifesearch.engines.rows.kernel import layout as k
from lifesearch.engines.rows.kernel.layout import Array, Int, Pointer, Pointers


@inlined
def gather(row: Pointer, parent: Pointer, node: Int, rows: Pointer, first: Int, count: Int) -> None:
    """Write the last rows of a state into rows[first] to rows[first + count - 1]."""
    for i in range(first + count - 1, first - 1, -1):
        rows[i] = row[node]
        node = np.int64(parent[node])


@inlined
def equal(
    flip: Pointer, nodes: Pointers, node: Int, rows: Pointer, first: Int, count: Int, mirrors: bool
) -> bool:
    """Whether a node is the state rows[first] to rows[first + count - 1], or its mirror image."""
    row_of, parent = nodes.row, nodes.parent
    same, mirror, i = True, mirrors, first + count - 1
    while i >= first and (same or mirror):
        row = row_of[node]
        same = same and row == rows[i]
        mirror = mirror and row == flip[rows[i]]
        node = np.int64(parent[node])
        i -= 1
    return same or mirror


@inlined
def find(
    flip: Pointer,
    nodes: Pointers,
    mask: Int,
    rows: Pointer,
    first: Int,
    count: Int,
    mark: Int,
    mirrors: bool,
) -> tuple[Int, Int, Int]:
    """Look a state up: (node or -1, slot of `visited`, tag). Its mirror image may stand for it.

    The state is rows[first] to rows[first + count - 1]; the table has mask + 1 slots.
    """
    marks, visited, used = nodes.mark, nodes.visited, nodes.used
    # The lesser of two mirror images stands for both: the first row that is not symmetric decides.
    flipped, i = False, first
    while mirrors and i < first + count:
        image = np.int64(flip[rows[i]])
        if image != rows[i]:
            flipped = image < rows[i]
            break
        i += 1
    # Multiplying by 2^64 over the golden ratio, made odd, spreads similar rows over all bits.
    code = np.uint64(mark)
    for i in range(first, first + count):
        row = np.int64(flip[rows[i]]) if flipped else rows[i]
        code = (code ^ np.uint64(row)) * np.uint64(0x9E3779B97F4A7C15)
        code ^= code >> np.uint64(29)
    tag = code >> np.uint64(32)
    slot = np.int64(tag) & mask
    while visited[slot]:
        entry = visited[slot]
        node = np.int64(entry & np.uint64(0xFFFFFFFF)) - 1
        # The rows decide, not the tag alone: a collision of hashes would make "proved" wrong.
        # Nodes that `expand` took back still have an entry. Their numbers are not in use, or are
        # those of other nodes now, whose rows are compared.
        if (
            entry >> np.uint64(32) == tag
            and node < used[k.USED_NODES]
            and marks[node] == mark
            and equal(flip, nodes, node, rows, first, count, mirrors)
        ):
            return node, slot, np.int64(tag)
        slot = (slot + 1) & mask
    return -1, slot, np.int64(tag)


@kernel("u2[]", k.NODES, "i8", "i8", "?", "i8[]")
def revisit(
    flip: Array, nodes: k.Nodes, first: Int, period: Int, mirrors: bool, rows: Array
) -> None:
    """Enter the nodes from number `first` on into the table; `rows` is room for one state.

    Of equal states, as after states of another search were added, the last one has the entry.
    """
    n, base, mask = k.Nodes(*pointers(nodes)), 2 * period, len(nodes.visited) - 1
    state, images = pointers(rows), pointers(flip)
    for node in range(first, n.used[k.USED_NODES]):
        gather(n.row, n.parent, node, state, 0, base)
        _, slot, tag = find(images, n, mask, state, 0, base, n.mark[node], mirrors)
        n.visited[slot] = (np.uint64(tag) << np.uint64(32)) | np.uint64(node + 1)


@kernel("u8[]", "u8[]", "i4[]")
def carry_over(old: Array, new: Array, number: Array) -> None:
    """Enter the visited states into a table of another size, by the new numbers of their nodes.

    number[node] is the new number; -1 if the node is not kept.
    """
    mask, (before, after, numbers) = len(new) - 1, pointers((old, new, number))
    for place in range(len(old)):
        node = np.int64(before[place] & np.uint64(0xFFFFFFFF)) - 1
        if 0 <= node < len(number) and numbers[node] >= 0:
            tag = before[place] >> np.uint64(32)
            slot = np.int64(tag) & mask
            while after[slot]:
                slot = (slot + 1) & mask
            after[slot] = (tag << np.uint64(32)) | np.uint64(numbers[node] + 1)


@kernel(k.NODES, "u1[]")
def keep_ancestors(nodes: k.Nodes, kept: Array) -> None:
    """Where `kept` has a 1 for a node, set it to 1 for all its ancestors.

    An edge (state, node) makes the state an ancestor, too: it is another way to the node.
    """
    n, keep = k.Nodes(*pointers(nodes)), pointers(kept)
    parent, edges, used = n.parent, n.edges, n.used
    edge = used[k.USED_EDGES] - 1
    for node in range(used[k.USED_NODES] - 1, -1, -1):
        # Edges are in the order of layers, as nodes are, and lead to the next layer. So going
        # backwards, all edges that leave this node are done when it is reached.
        while edge >= 0 and edges[2 * edge + 1] > node:
            if keep[edges[2 * edge + 1]]:
                keep[edges[2 * edge]] = 1
            edge -= 1
        if keep[node]:
            keep[parent[node]] = 1
