"""The states reached, as a tree of nodes, in arrays of a given size (see `kernel.layout.Nodes`).

`search` keeps one tree; these functions make it, enlarge it, and read paths from it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from lifesearch.engines.rows.problem import StripProblem

if TYPE_CHECKING:
    from lifesearch.engines.rows.kernel.layout import Nodes

Array = NDArray[Any]

FIRST_NODES = 1 << 15
"""The least number of nodes that a new tree has room for; `search` doubles it when it is full."""


def empty(size: int, problem: StripProblem, *, every: bool) -> Nodes:
    """Arrays for `size` nodes; if `every` path to a node counts, also for edges."""
    from lifesearch.engines.rows.kernel.layout import Nodes

    # A state has up to 2^bits successors, for which `kernel.expand` needs room before it begins:
    # there is room for several such states.
    least = 4 << problem.bits
    return Nodes(
        row=np.zeros(max(size, least), np.uint16),
        parent=np.zeros(max(size, least), np.int32),
        mark=np.zeros(max(size, least), np.int64),
        # A hash table at most half full.
        visited=np.zeros(1 << (2 * max(size, least) - 1).bit_length(), np.uint64),
        edges=np.zeros((max(size, least) if every else least, 2), np.int32),
        ends=np.zeros(least, np.int32),
        used=np.zeros(3, np.int64),
    )


def root(problem: StripProblem, *, every: bool, size: int = 0) -> Nodes:
    """The tree of the empty state alone, where every search begins, with room for more."""
    nodes = empty(max(size, FIRST_NODES), problem, every=every)
    nodes.mark[0] = problem.mark()
    nodes.used[0] = 1
    return nodes


def moved(
    nodes: Nodes, kept: Array, size: int, problem: StripProblem, *, every: bool
) -> tuple[Nodes, Array]:
    """The nodes that are kept, in arrays of another size, and the new number of each.

    With a node its parent must be kept.
    """
    from lifesearch.engines.rows import kernel

    number = np.full(nodes.used[0], -1, np.int32)
    number[kept] = np.arange(len(kept))
    new = empty(size, problem, every=every)
    new.row[: len(kept)] = nodes.row[kept]
    new.parent[: len(kept)] = number[nodes.parent[kept]]
    new.mark[: len(kept)] = nodes.mark[kept]
    # Edges from or to a node that is not kept are dropped.
    edges = number[nodes.edges[: nodes.used[1]]]
    edges = edges[(edges >= 0).all(axis=1)]
    new.edges[: len(edges)] = edges
    new.used[:] = len(kept), len(edges), 0
    kernel.carry_over(nodes.visited, new.visited, number)
    return new, number


def add(nodes: Nodes, row: Array, parent: Array, mark: Array, problem: StripProblem) -> Array:
    """Add a tree to the nodes, which have room for it; return the new numbers of its nodes.

    The first node of both, the empty state, is shared.
    """
    used = int(nodes.used[0])
    number = np.arange(used - 1, used - 1 + len(row), dtype=np.int32)
    number[0] = 0
    new = slice(used, used + len(row) - 1)
    nodes.row[new], nodes.mark[new], nodes.parent[new] = row[1:], mark[1:], number[parent[1:]]
    nodes.used[0] = new.stop
    visit(nodes, used, problem, every=False)
    return number


def visit(nodes: Nodes, first: int, problem: StripProblem, *, every: bool) -> None:
    """Enter the nodes from number `first` on into the table of visited states."""
    from lifesearch.engines.rows import kernel, tables

    flip = tables.mirrored(problem.bits).astype(np.uint16)
    rows = np.zeros(2 * problem.period, np.int64)
    mirrors = problem.mirrors and not every
    kernel.revisit(flip, nodes, first, problem.period, mirrors, rows)


def ancestors(nodes: Nodes, wanted: Array) -> Array:
    """The numbers of the wanted nodes and of all their ancestors, also by edges."""
    from lifesearch.engines.rows import kernel

    kept = np.zeros(nodes.used[0], np.uint8)
    kept[0] = 1
    kept[wanted] = 1
    kernel.keep_ancestors(nodes, kept)
    return np.flatnonzero(kept)


def states(nodes: Nodes, wanted: Array, count: int) -> Array:
    """The last `count` rows of nodes, a line for each."""
    rows, node = np.zeros((len(wanted), count), np.uint16), wanted
    for i in range(count - 1, -1, -1):
        rows[:, i] = nodes.row[node]
        node = nodes.parent[node]
    return rows


def rows_to(nodes: Nodes, node: int) -> tuple[int, ...]:
    """The rows on the path by which a node was first reached."""
    rows = []
    while node:
        rows.append(int(nodes.row[node]))
        node = int(nodes.parent[node])
    return tuple(rows[::-1])


def all_paths(nodes: Nodes, ends: list[int]) -> Iterator[tuple[int, ...]]:
    """The rows on every path to these nodes."""
    before: dict[int, list[int]] = {}
    if ends:
        for source, node in nodes.edges[: nodes.used[1]].tolist():
            before.setdefault(node, []).append(source)
    stack: list[tuple[int, tuple[int, ...]]] = [(end, ()) for end in ends]
    while stack:
        node, rows = stack.pop()
        if not node:
            yield rows
            continue
        rows = (int(nodes.row[node]), *rows)
        stack += [(source, rows) for source in (int(nodes.parent[node]), *before.get(node, []))]


def bytes_of(nodes: Nodes) -> int:
    return sum(array.nbytes for array in nodes)
