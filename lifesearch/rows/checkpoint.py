"""What a search says of itself: how far it has come, and all that is needed to continue.

A search at rest can be written to a file, as bytes: arrays only. What comes from a file is indexed
by compiled code that does not look twice. So whatever cannot be the checkpoint of a problem is
refused when it is read, and each array is checked.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass, field, fields, replace
from time import monotonic
from typing import TYPE_CHECKING, Any
from zipfile import BadZipFile
from zlib import compress, decompress, error

import numpy as np
from numpy.typing import NDArray

from lifesearch.rows import tree
from lifesearch.rows.deepening import ARRAYS, Batch
from lifesearch.rows.problem import StripProblem
from lifesearch.rows.queue import QUEUE, Queue

if TYPE_CHECKING:
    from lifesearch.rows.kernel.layout import Nodes

Array = NDArray[Any]

FIRST_SNAPSHOT, LAST_SNAPSHOT = 3.0, 600.0
"""The least and the most seconds between two snapshots, if they cost nothing."""
LOST_SHARE, SNAPSHOT_SHARE, MOST_LOST = 50, 20, 12
"""A search that is killed loses a fiftieth of its time: with more snapshots, sessions would be
larger. Snapshots take a twentieth at most, unless more than a twelfth would be lost.
"""
BYTES_A_SECOND = 100_000_000
"""How fast checkpoints are made and sent by workers."""


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

    def reached(self, period: int) -> tuple[int, int, int, int]:
        """The states, how many are open, the rows of the longest in a generation, and bytes."""
        longest = max((queue.longest()[0] for queue in self.queues if len(queue)), default=0)
        return len(self.row), sum(map(len, self.queues)), longest // period, self.size

    def nodes(self, first: int, problem: StripProblem, *, every: bool) -> Nodes:
        """The tree; its nodes from the first are visited."""
        size = 2 * max(len(self.row), len(self.edges))
        nodes = tree.root(problem, every=every, size=size)
        for name in ("row", "parent", "mark", "edges"):
            array = getattr(self, name)
            getattr(nodes, name)[: len(array)] = array
        nodes.used[:2] = len(self.row), len(self.edges)
        if first < len(self.row):  # else nothing need be compiled for it
            tree.visit(nodes, first, problem, every=every)
        return nodes


def whole(problem: StripProblem, limit: int = QUEUE) -> TableCheckpoint:
    """All of a search, before it begins."""
    return TableCheckpoint(
        numbers=np.array([0, 1]),
        seed=np.array([] if problem.seed is None else [problem.seed], np.int64),
        row=np.zeros(1, np.uint16),
        parent=np.zeros(1, np.int32),
        mark=np.array([problem.mark()]),
        edges=np.zeros((0, 2), np.int32),
        ends=np.zeros(0, np.int64),
        queues=(Queue.first(limit),),
    )


def in_order(problem: StripProblem, saved: TableCheckpoint) -> StripProblem:
    """The problem with rows in the order of a checkpoint."""
    seeds = saved.seed.tolist()
    return replace(problem, seed=seeds[0] if seeds else None)


@dataclass
class SnapshotClock:
    """When to make the next snapshot."""

    began: float = field(default_factory=monotonic)
    due: float = field(default_factory=lambda: monotonic() + FIRST_SNAPSHOT)

    @property
    def is_due(self) -> bool:
        return monotonic() >= self.due

    def made(self, checkpoint: TableCheckpoint, since: float) -> None:
        """Make the next snapshot when this one, which was begun at a time, has paid."""
        now = monotonic()
        spent, took = now - self.began, now - since + checkpoint.size / BYTES_A_SECOND
        pays = min(SNAPSHOT_SHARE * took, spent / MOST_LOST)
        self.due = now + max(FIRST_SNAPSHOT, pays, min(spent / LOST_SHARE, LAST_SNAPSHOT))


CHECKPOINT = [field.name for field in fields(TableCheckpoint) if field.name != "queues"]
QUEUE_NUMBERS = ("number", "limit", "depth", "target", "here", "tight")
QUEUE_ARRAYS = ("nodes", "arena", "tails")


def to_bytes(checkpoint: TableCheckpoint) -> bytes:
    """The checkpoint as an archive of arrays, compressed as fast as can be."""
    arrays: dict[str, Any] = {name: getattr(checkpoint, name) for name in CHECKPOINT}
    for place, queue in enumerate(checkpoint.queues):
        arrays |= {f"{place}_{name}": array for name, array in _of_queue(queue).items()}
    file = io.BytesIO()
    np.savez(file, **arrays)
    return compress(file.getbuffer(), 1)


def _of_queue(queue: Queue) -> dict[str, Any]:
    arrays = {name: getattr(queue, name) for name in QUEUE_ARRAYS}
    arrays["numbers"] = np.array([getattr(queue, name) for name in QUEUE_NUMBERS], np.int64)
    if queue.batch is not None:
        arrays |= {f"batch_{name}": getattr(queue.batch, name) for name in ARRAYS}
        arrays["batch_target"] = np.array([queue.batch.target])
    return arrays


def from_bytes(data: bytes, problem: StripProblem) -> TableCheckpoint:
    """The checkpoint that was written; a ValueError if it cannot be one of this problem."""
    try:
        with np.load(io.BytesIO(decompress(data)), allow_pickle=False) as archive:
            arrays = {name: archive[name] for name in archive.files}
        tree = {name: arrays.pop(name) for name in CHECKPOINT}
        places = sorted({name.partition("_")[0] for name in arrays})
        checkpoint = TableCheckpoint(**tree, queues=tuple(_queue(arrays, each) for each in places))
    except (LookupError, OSError, EOFError, TypeError, ValueError, BadZipFile, error) as wrong:
        raise ValueError("this is not a checkpoint") from wrong
    if not _is_sound(checkpoint, problem):
        raise ValueError("this is not a checkpoint of this strip")
    return checkpoint


def _queue(arrays: dict[str, Any], place: str) -> Queue:
    values = arrays[f"{place}_numbers"].tolist()
    numbers = dict(zip(QUEUE_NUMBERS, values, strict=True))
    batch = None
    if f"{place}_batch_target" in arrays:
        parts = {name: arrays[f"{place}_batch_{name}"] for name in ARRAYS}
        target = int(arrays[f"{place}_batch_target"][0])
        batch = Batch(target=target, queue=numbers["number"], **parts)
    states = {name: arrays[f"{place}_{name}"] for name in QUEUE_ARRAYS}
    return Queue(**numbers, **states, batch=batch, shared=len(states["nodes"]))


def _is_sound(checkpoint: TableCheckpoint, problem: StripProblem) -> bool:
    """Whether all numbers are those of nodes, rows and places that exist."""
    c, nodes = checkpoint, len(checkpoint.row)
    if c.numbers.shape != (2,) or c.edges.ndim != 2 or c.seed.shape not in ((0,), (1,)):
        return False
    return (
        nodes > 0
        and len(c.parent) == len(c.mark) == nodes
        and bool((c.row < 1 << problem.bits).all())
        and bool((c.parent >= 0).all() and (c.parent[1:] < np.arange(1, nodes)).all())
        and _within(c.edges, nodes)
        and _within(c.ends, nodes)
        and len({queue.number for queue in c.queues}) == len(c.queues)
        and all(_is_sound_queue(queue, nodes, problem) for queue in c.queues)
    )


def _is_sound_queue(queue: Queue, nodes: int, problem: StripProblem) -> bool:
    return (
        queue.tails.ndim == 2
        and 0 <= queue.here <= len(queue) <= len(queue.tails)
        and _within(queue.nodes, nodes)
        and _within(queue.tails, len(queue.arena) + 1)
        and bool((queue.arena < 1 << problem.bits).all())
        and (queue.batch is None or len(queue.batch.states) == len(queue))
    )


def _within(array: Any, limit: int) -> bool:
    return not array.size or bool(array.min() >= 0 and array.max() < limit)
