"""A search at rest as bytes, for a file, and back: arrays only, each of them checked.

What comes from a file is indexed by compiled code that does not look twice. So whatever
cannot be the checkpoint of this problem is refused here.
"""

from __future__ import annotations

import io
from dataclasses import fields
from typing import Any
from zipfile import BadZipFile
from zlib import error

import numpy as np

from lifesearch.rows.checkpoint import Checkpoint
from lifesearch.rows.deepening import ARRAYS, Batch
from lifesearch.rows.problem import Problem

CHECKPOINT = [field.name for field in fields(Checkpoint) if field.name != "batch"]


def to_bytes(checkpoint: Checkpoint) -> bytes:
    """The checkpoint as a compressed archive of arrays."""
    arrays: dict[str, Any] = {name: getattr(checkpoint, name) for name in CHECKPOINT}
    if checkpoint.batch is not None:
        arrays |= {f"batch_{name}": getattr(checkpoint.batch, name) for name in ARRAYS}
        arrays["batch_target"] = np.array([checkpoint.batch.target])
    file = io.BytesIO()
    np.savez_compressed(file, **arrays)
    return file.getvalue()


def from_bytes(data: bytes, problem: Problem) -> Checkpoint:
    """The checkpoint that was written; a ValueError if it cannot be one of this problem."""
    try:
        with np.load(io.BytesIO(data), allow_pickle=False) as archive:
            arrays = {name: archive[name] for name in archive.files}
        batch = None
        if "batch_target" in arrays:
            parts = {name: arrays[f"batch_{name}"] for name in ARRAYS}
            batch = Batch(target=int(arrays["batch_target"][0]), **parts)
        checkpoint = Checkpoint(**{name: arrays[name] for name in CHECKPOINT}, batch=batch)
    except (LookupError, OSError, EOFError, TypeError, ValueError, BadZipFile, error) as wrong:
        raise ValueError("this is no checkpoint") from wrong
    if not _is_sound(checkpoint, problem):
        raise ValueError("this is no checkpoint of this strip")
    return checkpoint


def _is_sound(checkpoint: Checkpoint, problem: Problem) -> bool:
    """Whether all numbers are those of nodes, rows and places that exist."""
    c, nodes = checkpoint, len(checkpoint.row)
    if c.numbers.shape != (6,) or c.tails.ndim != 2 or c.edges.ndim != 2:
        return False
    return (
        nodes > 0
        and len(c.parent) == len(c.mark) == nodes
        and bool((c.row < 1 << problem.bits).all())
        and bool((c.parent >= 0).all() and (c.parent[1:] < np.arange(1, nodes)).all())
        and _within(c.edges, nodes)
        and _within(c.ends, nodes)
        and _within(c.queue, nodes)
        and len(c.tails) >= len(c.queue)
        and _within(c.tails, len(c.arena) + 1)
        and bool((c.arena < 1 << problem.bits).all())
        and (c.batch is None or len(c.batch.states) == len(c.queue))
    )


def _within(array: Any, limit: int) -> bool:
    return not array.size or bool(array.min() >= 0 and array.max() < limit)
