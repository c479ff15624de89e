"""A search at rest as bytes, for a file, and back: arrays only, each of them checked.

What comes from a file is indexed by compiled code that does not look twice. So whatever
cannot be the checkpoint of this problem is refused here.
"""

from __future__ import annotations

import io
from dataclasses import fields
from typing import Any
from zipfile import BadZipFile
from zlib import compress, decompress, error

import numpy as np

from lifesearch.rows.checkpoint import TableCheckpoint
from lifesearch.rows.deepening import ARRAYS, Batch
from lifesearch.rows.problem import StripProblem
from lifesearch.rows.queue import Queue

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
    return Queue(**numbers, **states, batch=batch, told=len(states["nodes"]))


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
