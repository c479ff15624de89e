"""Divide the states of a search among several searches, and merge their checkpoints again.

`worker` divides, and `questions.strips` merges.

What is found beyond a state depends on that state alone. So a search can give away some of its
states, with their ancestors, and the search that takes them is independent. Each enters the states
that it reaches itself, once: one that two of them reach is followed by both. For ships this repeats
little work, and less if states are claimed (see `claims`). For oscillators and still lifes it would
repeat nearly all, so that their search is not divided (see `worker`).

Nothing is left out: each state that a search has entered it has followed or given away, or left to
one that has claimed it (see `claims`); and a search that takes states follows all of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from lifesearch.engines.rows import tree
from lifesearch.engines.rows.checkpoint import TableCheckpoint, initial_checkpoint
from lifesearch.engines.rows.problem import StripProblem
from lifesearch.engines.rows.queue import Queue

if TYPE_CHECKING:
    from lifesearch.engines.rows.kernel.layout import Nodes


def divided(queues: Sequence[Queue]) -> tuple[list[Queue], list[Queue]]:
    """Divide the queues in two: every other queue; or every other state, if there is one queue.

    Neither half is empty if there are two states.
    """
    if len(queues) > 1:
        return list(queues[::2]), list(queues[1::2])
    (queue,) = queues
    kept, given = (queue.subset(slice(first, None, 2), queue.number) for first in range(2))
    return [kept], [given]


def share(nodes: Nodes, queues: Sequence[Queue], problem: StripProblem) -> TableCheckpoint:
    """A checkpoint from which another search can follow these queues: states with ancestors."""
    kept = tree.ancestors(nodes, np.concatenate([queue.nodes for queue in queues]))
    number = np.full(nodes.used[0], -1, np.int32)
    number[kept] = np.arange(len(kept))
    return replace(
        initial_checkpoint(problem),
        row=nodes.row[kept],
        parent=number[nodes.parent[kept]],
        mark=nodes.mark[kept],
        queues=tuple(
            replace(queue.compact(), nodes=number[queue.nodes], claimed=len(queue))
            for queue in queues
        ),
    )


def merged(parts: Sequence[TableCheckpoint], tried: int) -> TableCheckpoint:
    """Merge the checkpoints of a divided search, in which `tried` rows were tried.

    The first node of each tree, the empty state, is shared. There are no `edges`, as a search for
    every path is not divided, and no `ends`, since all others report patterns at once.
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
