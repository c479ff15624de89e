"""Parts of a search: states that another search may follow, and parts together again.

What is found beyond a state depends on that state alone. So a search can give away some of its
states, with those that lead to them, and whoever takes them is a search of its own. Each enters the
states that it reaches itself, once: one that two of them reach is followed by both. For ships most
of the work is done before that; for oscillators and still lifes, nearly all would be done twice.

Nothing is left out: whatever state a search has entered it has followed or given away, or left to
one that has shared it (see `news`); and whoever takes a part follows all of its states.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from lifesearch.rows import tree
from lifesearch.rows.checkpoint import TableCheckpoint, whole
from lifesearch.rows.problem import StripProblem
from lifesearch.rows.queue import Queue

if TYPE_CHECKING:
    from lifesearch.rows.kernel.layout import Nodes


def divided(queues: Sequence[Queue]) -> tuple[list[Queue], list[Queue]]:
    """Every other queue, and the rest; or every other state, and the rest, if there is one queue.

    None of them is empty if there are two states.
    """
    if len(queues) > 1:
        return list(queues[::2]), list(queues[1::2])
    (queue,) = queues
    kept, given = (queue.part(slice(first, None, 2), queue.number) for first in range(2))
    return [kept], [given]


def share(nodes: Nodes, queues: Sequence[Queue], problem: StripProblem) -> TableCheckpoint:
    """States of a search, with all that lead to them, as the beginning of another search."""
    kept = tree.ancestors(nodes, np.concatenate([queue.nodes for queue in queues]))
    number = np.full(nodes.used[0], -1, np.int32)
    number[kept] = np.arange(len(kept))
    return replace(
        whole(problem),
        row=nodes.row[kept],
        parent=number[nodes.parent[kept]],
        mark=nodes.mark[kept],
        queues=tuple(
            replace(queue.compact(), nodes=number[queue.nodes], shared=len(queue))
            for queue in queues
        ),
    )


def together(parts: Sequence[TableCheckpoint], tried: int) -> TableCheckpoint:
    """Merge parts of one search, for which this number of rows was tried.

    Their trees have the empty state in common.
    """
    row, parent, mark = ([getattr(parts[0], name)[:1]] for name in ("row", "parent", "mark"))
    queues: list[Queue] = []
    before = 0
    for part in parts:
        number = np.arange(len(part.row), dtype=np.int32) + before
        number[0] = 0
        row.append(part.row[1:])
        parent.append(number[part.parent[1:]])
        mark.append(part.mark[1:])
        for queue in part.queues:
            queues.append(replace(queue.numbered(len(queues)), nodes=number[queue.nodes]))
        before += len(part.row) - 1
    return replace(
        parts[0],
        numbers=np.array([tried, 1]),
        row=np.concatenate(row),
        parent=np.concatenate(parent),
        mark=np.concatenate(mark),
        queues=tuple(queues),
    )
