"""Progress and checkpoints of a row-table search, and checkpoints as bytes.

`search` makes checkpoints and resumes from them; `questions.strips` writes them to a session as
bytes: arrays only. Compiled code indexes by the numbers in these arrays without checking bounds. So
`from_bytes` checks every number that is an index, and rejects what cannot be the checkpoint of the
problem: a session may come from somebody else.
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

from lifesearch.engines.rows import tree
from lifesearch.engines.rows.deepening import ARRAYS, UNDECIDED, Batch
from lifesearch.engines.rows.plan import plan
from lifesearch.engines.rows.problem import StripProblem
from lifesearch.engines.rows.queue import QUEUE, Queue

if TYPE_CHECKING:
    from lifesearch.engines.rows.kernel.layout import Nodes

Array = NDArray[Any]

LEAST_INTERVAL, MOST_INTERVAL = 3.0, 600.0
"""The least and the most seconds between two snapshots that take no time to make."""
# A snapshot every six seconds made a session of 3 GB in two hours; with these shares, a day's
# session has a few hundred snapshots.
LOST_SHARE, SNAPSHOT_SHARE, MOST_LOST = 50, 20, 12
"""Divisors of the run time. The interval between snapshots grows to 1/50 of it, to bound the size
of sessions; snapshots take at most 1/20, unless a killed search would then lose more than 1/12.
"""
BYTES_A_SECOND = 100_000_000
"""About the rate at which a checkpoint is sent by a worker, which `made` does not see."""


@dataclass(frozen=True)
class TableProgress:
    """Progress of a search.

    All patterns that end before row `depth` are found. Of the `states` reached, `open` ones are to
    be followed. The longest partial pattern, the rows up to a state and those known to follow it,
    has `longest` rows. `tried` counts the rows tried as the next one of some state; `memory` is in
    bytes.
    """

    depth: int
    states: int
    open: int
    longest: int
    tried: int
    memory: int

    @classmethod
    def merged(cls, parts: Sequence[TableProgress]) -> TableProgress:
        """The progress of one search that is divided among several."""
        return cls(
            depth=min(each.depth for each in parts),
            states=sum(each.states for each in parts),
            open=sum(each.open for each in parts),
            longest=max(each.longest for each in parts),
            tried=sum(each.tried for each in parts),
            memory=sum(each.memory for each in parts),
        )


@dataclass(frozen=True)
class TableCheckpoint:
    """A search at rest: the tree of states, and the queues of those to be followed.

    `numbers` are two: how many rows were tried, and the first node of the present layer, which has
    the states of one depth. `row`, `parent`, `mark` and `edges` are the arrays of
    `kernel.layout.Nodes`; `ends` the nodes at which patterns end that are not reported yet.

    In a queue a state may have its known future: rows that follow it, found by looking ahead. It
    also says which rows were tried before them, so it is valid for one order of trying rows only,
    which depends on the `seed`, if there is one.
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
        """The size in bytes, about: that of the tree."""
        return self.row.nbytes + self.parent.nbytes + self.mark.nbytes + self.edges.nbytes

    def reached(self, period: int) -> tuple[int, int, int, int]:
        """For display: states, open states, rows of a generation of the longest, bytes."""
        longest = max((queue.longest()[0] for queue in self.queues if len(queue)), default=0)
        return len(self.row), sum(map(len, self.queues)), longest // period, self.size

    def nodes(self, first: int, problem: StripProblem, *, every: bool) -> Nodes:
        """The tree as arrays for the kernel; its nodes from `first` on are entered as visited.

        With `every`, there is room for other paths to a node, too (see `tree.empty`).
        """
        size = 2 * max(len(self.row), len(self.edges))
        nodes = tree.root(problem, every=every, size=size)
        for name in ("row", "parent", "mark", "edges"):
            array = getattr(self, name)
            getattr(nodes, name)[: len(array)] = array
        nodes.used[:2] = len(self.row), len(self.edges)
        if first < len(self.row):
            tree.visit(nodes, first, problem, every=every)
        return nodes


def initial_checkpoint(problem: StripProblem, limit: int = QUEUE) -> TableCheckpoint:
    """The checkpoint of a search that has not begun; `limit` is that of its queue."""
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


def with_order_of(saved: TableCheckpoint, problem: StripProblem) -> StripProblem:
    """The problem with its rows in the order that a checkpoint was made with."""
    seeds = saved.seed.tolist()
    return replace(problem, seed=seeds[0] if seeds else None)


@dataclass
class SnapshotClock:
    """Decides when to make the next snapshot.

    The search `began`, and a snapshot is `due`, at times in seconds by `time.monotonic`.
    """

    began: float = field(default_factory=monotonic)
    due: float = field(default_factory=lambda: monotonic() + LEAST_INTERVAL)

    @property
    def is_due(self) -> bool:
        return monotonic() >= self.due

    def made(self, checkpoint: TableCheckpoint, since: float) -> None:
        """Schedule the next snapshot, by what this one, begun at time `since`, has cost."""
        now = monotonic()
        spent, took = now - self.began, now - since + checkpoint.size / BYTES_A_SECOND
        # Rare enough to cost 1/20 of the time, unless that would risk 1/12 of the run.
        pays = min(SNAPSHOT_SHARE * took, spent / MOST_LOST)
        self.due = now + max(LEAST_INTERVAL, pays, min(spent / LOST_SHARE, MOST_INTERVAL))


# Names of the arrays and numbers in the archive.
CHECKPOINT_ARRAYS = [each.name for each in fields(TableCheckpoint) if each.name != "queues"]
# Not `claimed`: a resumed search knows of no claims, so `_queue` sets it to follow all states.
QUEUE_NUMBERS = ("number", "limit", "depth", "target", "here", "times_crowded")
QUEUE_ARRAYS = ("nodes", "arena", "tails")
# Of a queue's arrays. Those of the tree are copied into arrays of the right type; those of a batch
# are refused if they have another.
KERNEL_TYPES: dict[str, type[np.integer[Any]]] = {
    "nodes": np.int32,
    "arena": np.uint16,
    "tails": np.int32,
}


def to_bytes(checkpoint: TableCheckpoint) -> bytes:
    """The checkpoint as an archive of arrays, compressed at the fastest level."""
    arrays: dict[str, Any] = {name: getattr(checkpoint, name) for name in CHECKPOINT_ARRAYS}
    for place, queue in enumerate(checkpoint.queues):
        arrays |= {f"{place}_{name}": array for name, array in _of_queue(queue).items()}
    file = io.BytesIO()
    np.savez(file, **arrays)
    return compress(file.getbuffer(), 1)


def _of_queue(queue: Queue) -> dict[str, Any]:
    """The arrays of a queue, by their names in the archive, without its place."""
    arrays = {name: getattr(queue, name) for name in QUEUE_ARRAYS}
    arrays["numbers"] = np.array([getattr(queue, name) for name in QUEUE_NUMBERS], np.int64)
    if queue.batch is not None:
        arrays |= {f"batch_{name}": getattr(queue.batch, name) for name in ARRAYS}
        arrays["batch_target"] = np.array([queue.batch.target])
    return arrays


def from_bytes(data: bytes, problem: StripProblem) -> TableCheckpoint:
    """Read a checkpoint; raise ValueError if it cannot be one of this problem."""
    try:
        with np.load(io.BytesIO(decompress(data)), allow_pickle=False) as archive:
            arrays = {name: _integers(name, archive[name]) for name in archive.files}
        own = {name: arrays.pop(name) for name in CHECKPOINT_ARRAYS}
        places = sorted({name.partition("_")[0] for name in arrays}, key=int)
        checkpoint = TableCheckpoint(**own, queues=tuple(_queue(arrays, each) for each in places))
    except (LookupError, OSError, EOFError, TypeError, ValueError, BadZipFile, error) as wrong:
        raise ValueError("this is not a checkpoint") from wrong
    if not _is_sound(checkpoint, problem):
        raise ValueError("this is not a checkpoint of this strip")
    return checkpoint


def _integers(name: str, array: Array) -> Array:
    """An array of the archive, with the type of integers that the kernel takes."""
    if array.dtype.kind not in "iu":
        raise ValueError(f"{name} has no integers")
    dtype = KERNEL_TYPES.get(name.partition("_")[2] or name)
    return array if dtype is None else array.astype(dtype, copy=False)


def _queue(arrays: dict[str, Any], place: str) -> Queue:
    """The queue at this place of a checkpoint, from the arrays of the archive."""
    values = arrays[f"{place}_numbers"].tolist()
    numbers = dict(zip(QUEUE_NUMBERS, values, strict=True))
    batch = None
    if f"{place}_batch_target" in arrays:
        parts = {name: arrays[f"{place}_batch_{name}"] for name in ARRAYS}
        target = int(arrays[f"{place}_batch_target"][0])
        batch = Batch(target=target, queue=numbers["number"], **parts)
    states = {name: arrays[f"{place}_{name}"] for name in QUEUE_ARRAYS}
    return Queue(**numbers, **states, batch=batch, claimed=len(states["nodes"]))


def _is_sound(checkpoint: TableCheckpoint, problem: StripProblem) -> bool:
    """Whether every index in a checkpoint is that of an existing node, row or place.

    Other numbers are not checked: who writes a session can make it say anything.
    """
    c, nodes = checkpoint, len(checkpoint.row)
    if c.numbers.shape != (2,) or c.edges.shape[1:] != (2,) or c.seed.shape not in ((0,), (1,)):
        return False
    return (
        nodes > 0
        and c.parent.shape == c.row.shape == (nodes,)
        and c.ends.ndim == 1
        and _within(c.numbers[1:], nodes + 1)
        and _within(c.row, 1 << problem.bits)
        and _are_marks(c.mark, nodes, problem)
        # The root has no row, and is its own parent; other nodes come after theirs.
        and c.row[0] == c.parent[0] == 0
        and bool((c.parent >= 0).all() and (c.parent[1:] < np.arange(1, nodes)).all())
        and _within(c.edges, nodes)
        # Paths are followed backwards by edges: a circle of them would have no end.
        and bool((c.edges[:, 0] < c.edges[:, 1]).all())
        and _within(c.ends, nodes)
        and bool((c.ends > 0).all())  # no pattern ends before its first row
        and len({queue.number for queue in c.queues}) == len(c.queues)
        and all(_is_sound_queue(queue, nodes, problem) for queue in c.queues)
    )


def _is_sound_queue(queue: Queue, nodes: int, problem: StripProblem) -> bool:
    """Whether every index in a queue is that of one of the nodes, or of a row of its arena."""
    return (
        queue.tails.shape[1:] == (2,)
        and queue.nodes.ndim == queue.arena.ndim == 1
        and 0 <= queue.here <= len(queue) <= len(queue.tails)
        and _within(queue.nodes, nodes)
        and _within(queue.tails, len(queue.arena) + 1)  # an end may be that of the arena
        and _within(queue.arena, 1 << problem.bits)
        and (queue.batch is None or _is_sound_batch(queue.batch, len(queue), problem))
    )


def _is_sound_batch(batch: Batch, states: int, problem: StripProblem) -> bool:
    """Whether a batch has this number of states, and every index in it is within its bounds."""
    lines, rows = batch.tails.shape if batch.tails.ndim == 2 else (0, 0)
    if any(getattr(batch, name).dtype != dtype for name, dtype in ARRAYS.items()):
        return False
    if any(each.shape != (states,) for each in (batch.depths, batch.lengths, batch.status)):
        return False
    missing = batch.target - batch.depths.astype(np.int64)
    return (
        batch.states.shape == (states, 2 * problem.period)
        and lines == states
        and _are_marks(batch.marks, states, problem)
        and _within(batch.states, 1 << problem.bits)
        and _within(batch.tails, 1 << problem.bits)
        and _within(batch.status, UNDECIDED + 1)
        and bool((batch.depths >= 0).all())
        and _within(missing, rows + 1)
        and _within(batch.lengths, rows + 1)
    )


def _are_marks(marks: Array, number: int, problem: StripProblem) -> bool:
    """Whether there are that many marks, each with a place that the plan has."""
    return marks.shape == (number,) and _within(marks >> 32, len(plan(problem)))


def _within(array: Any, limit: int) -> bool:
    """Whether all entries are integers from 0 to limit - 1."""
    whole = array.dtype.kind in "iu"
    return whole and (not array.size or bool(array.min() >= 0 and array.max() < limit))
