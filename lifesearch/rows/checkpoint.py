"""What a search says of itself: how far it has come, and all that is needed to continue."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from numpy.typing import NDArray

from lifesearch.rows import tree
from lifesearch.rows.problem import StripProblem
from lifesearch.rows.queue import Queue

if TYPE_CHECKING:
    from lifesearch.rows.kernel.layout import Nodes

Array = NDArray[Any]


@dataclass(frozen=True)
class TableProgress:
    """How far a search has come.

    All patterns with rows before `depth` are done; `open` states of the `states` reached are
    to be followed, the longest of them to row `longest`; so many rows were `tried`.
    """

    depth: int
    states: int
    open: int
    longest: int
    tried: int
    memory: int

    @classmethod
    def together(cls, parts: Sequence[TableProgress]) -> TableProgress:
        """How far searches have come that divide one among them."""
        return cls(
            depth=min(part.depth for part in parts),
            states=sum(part.states for part in parts),
            open=sum(part.open for part in parts),
            longest=max(part.longest for part in parts),
            tried=sum(part.tried for part in parts),
            memory=sum(part.memory for part in parts),
        )


@dataclass(frozen=True)
class TableCheckpoint:
    """A search at rest: the tree of states, and the queues of those to be followed.

    Known futures mean something in one order of rows only: that of the seed, if there is one.
    """

    numbers: Array
    seed: Array
    row: Array
    parent: Array
    mark: Array
    edges: Array
    ends: Array
    queues: tuple[Queue, ...]

    @property
    def size(self) -> int:
        """About how many bytes it has: most are of the tree."""
        return self.row.nbytes + self.parent.nbytes + self.mark.nbytes + self.edges.nbytes

    def reached(self, period: int) -> tuple[int, int, int]:
        """The states, how many of them are open, and the rows of the longest in a generation."""
        longest = max((queue.longest()[0] for queue in self.queues if len(queue)), default=0)
        return len(self.row), sum(map(len, self.queues)), longest // period

    def nodes(self, first: int, problem: StripProblem, *, every: bool) -> Nodes:
        """The tree; its nodes from the first are visited."""
        size = 2 * max(len(self.row), len(self.edges))
        nodes = tree.root(problem, every=every, size=size)
        for name in ("row", "parent", "mark", "edges"):
            array = getattr(self, name)
            getattr(nodes, name)[: len(array)] = array
        nodes.used[:2] = len(self.row), len(self.edges)
        tree.visit(nodes, first, problem, every=every)
        return nodes


def in_order(problem: StripProblem, saved: TableCheckpoint) -> StripProblem:
    """The problem with rows in the order of a checkpoint."""
    seeds = saved.seed.tolist()
    return replace(problem, seed=seeds[0] if seeds else None)
