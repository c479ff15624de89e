"""The tree of states and the exact table of visited ones.

A state is the rows of a node and its ancestors. The table of visited states has an entry
(hash << 32 | node + 1) for each; a state with the same hash is compared row by row.
"""

from __future__ import annotations

import numpy as np

from lifesearch.compiled import compiled, inlined
from lifesearch.compiled.lowlevel import pointers
from lifesearch.rows.kernel import layout as k
from lifesearch.rows.kernel.layout import Array, Arrays, Int, Pointer, Pointers


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
    row_of, parent = nodes[0], nodes[1]
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
    """Look a state up: (node or -1, slot of `visited`, hash). Its mirror image may stand for it.

    The state is rows[first] to rows[first + count - 1]; the table has mask + 1 slots.
    """
    _, _, marks, visited, _, _, used = nodes
    flipped, i = False, first
    while mirrors and i < first + count:
        image = np.int64(flip[rows[i]])
        if image != rows[i]:
            flipped = image < rows[i]
            break
        i += 1
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
        if (
            entry >> np.uint64(32) == tag
            and node < used[k.USED_NODES]
            and marks[node] == mark
            and equal(flip, nodes, node, rows, first, count, mirrors)
        ):
            return node, slot, np.int64(tag)
        slot = (slot + 1) & mask
    return -1, slot, np.int64(tag)


@compiled
def revisit(
    flip: Array, nodes: Arrays, first: Int, period: Int, mirrors: bool, rows: Array
) -> None:
    """Enter all nodes from the first into an empty table of visited states."""
    n, state, images, base = pointers(nodes), pointers(rows), pointers(flip), 2 * period
    row_of, parent, marks, visited, _, _, used = n
    mask = len(nodes[3]) - 1
    for node in range(first, used[k.USED_NODES]):
        gather(row_of, parent, node, state, 0, base)
        _, slot, tag = find(images, n, mask, state, 0, base, marks[node], mirrors)
        visited[slot] = (np.uint64(tag) << np.uint64(32)) | np.uint64(node + 1)


@compiled
def carry_over(old: Array, new: Array, number: Array) -> None:
    """Enter the visited states into a table of another size, by the new numbers of their nodes."""
    mask, (before, after, numbers) = len(new) - 1, pointers((old, new, number))
    for place in range(len(old)):
        node = np.int64(before[place] & np.uint64(0xFFFFFFFF)) - 1
        if 0 <= node < len(number) and numbers[node] >= 0:
            tag = before[place] >> np.uint64(32)
            slot = np.int64(tag) & mask
            while after[slot]:
                slot = (slot + 1) & mask
            after[slot] = (tag << np.uint64(32)) | np.uint64(numbers[node] + 1)


@compiled
def keep_ancestors(nodes: Arrays, kept: Array) -> None:
    """Mark all states that lead to marked ones, with a 1."""
    (_, parent, _, _, edges, _, used), marked = pointers(nodes), pointers(kept)
    edge = used[k.USED_EDGES] - 1
    for node in range(used[k.USED_NODES] - 1, -1, -1):
        # Edges are in the order of layers: those that leave this node come before it does.
        while edge >= 0 and edges[2 * edge + 1] > node:
            if marked[edges[2 * edge + 1]]:
                marked[edges[2 * edge]] = 1
            edge -= 1
        if marked[node]:
            marked[parent[node]] = 1
