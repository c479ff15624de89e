"""Tables of a strip: what a row does to its neighbours, for any rule on blocks of 3x3 cells.

The rule's 512 entries and the width decide which rows may stand one below the other. Here is
what follows from them at once; the lists of rows are made by the kernel when they are needed
(a list for each pair of rows, of which there are 4^bits), in a pool of a size that is given.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from lifesearch.rows.problem import Mirror, Problem

if TYPE_CHECKING:
    from lifesearch.rows.kernel import Tables

LARGEST_POOL = 2**31 - 1  # places in the pool are 32 bits
SMALLEST_POOL = 64  # blocks
SLOT_BITS = 15


def all_blocks(bits: int) -> int:
    """How many entries of 16 bits the pool needs for the lists of all pairs of rows."""
    size = 1 << bits
    return (size * size + 2) * (2 * size + 1)


def needed(bits: int) -> int:
    """The least memory in bytes with which a search of so many free cells can run.

    >>> [needed(bits) >> 20 for bits in (5, 8, 10, 13)]
    [1, 2, 12, 323]
    """
    return _fixed(bits) + 2 * SMALLEST_POOL * (2 << bits)


def wanted(bits: int) -> int:
    """The memory in bytes that the tables take when they are complete.

    >>> [wanted(bits) >> 20 for bits in (5, 8, 10)]
    [1, 66, 4108]
    """
    return _fixed(bits) + 2 * min(all_blocks(bits), LARGEST_POOL)


def make(problem: Problem, memory: int) -> Tables:
    """Make the tables of a problem, with a pool that takes them to `memory` bytes at most."""
    from lifesearch.rows import kernel

    bits, size = problem.bits, 1 << problem.bits
    room = max(memory - _fixed(bits), 0) // 2
    entries = min(all_blocks(bits), LARGEST_POOL, max(room, SMALLEST_POOL * (2 * size + 1)))
    pool = np.empty(entries, np.uint16)
    pool[: size + 1] = 0
    pool[size + 1 : 2 * size + 1] = np.arange(size)
    words = max(1, size // 64)
    slots = _slots(bits)
    seen = windows(problem.width, problem.mirror)
    maker = np.zeros(kernel.WINDOWS + seen.size + 4 * size, np.int64)
    maker[: kernel.RULE] = bits, 2 * size + 1, 0, len(seen)
    maker[kernel.RULE : kernel.WINDOWS] = np.frombuffer(problem.rule.table, np.uint8)
    maker[kernel.WINDOWS : kernel.WINDOWS + seen.size] = seen.ravel()
    return kernel.Tables(
        pool=pool,
        places=np.zeros(size * size, np.int32),
        memo=np.zeros((slots, 2 + 2 * words), np.uint64),
        flip=mirrored(bits).astype(np.uint16),
        weight=cells(problem).sum(axis=0, dtype=np.int64),
        maker=maker,
    )


def clear(tables: Tables) -> None:
    """Forget all lists, and what was concluded from them."""
    tables.places[:] = 0
    from lifesearch.rows.kernel import BITS, FULL, USED

    tables.maker[USED] = 2 * (1 << tables.maker[BITS]) + 1
    tables.maker[FULL] = 0
    tables.memo[:] = 0


def windows(width: int, mirror: Mirror) -> NDArray[np.uint8]:
    """Three neighbouring cells of every row, 4 2 1 from left to right, for each column.

    The first column is the one outside the strip on the left, the last one the one outside on
    the right, or the gutter; a mirrored strip without a gutter has no such last column.
    """
    problem = Problem(width, 1, 0, mirror)
    rows, bits = cells(problem), problem.bits
    extra = mirror is Mirror.NONE or mirror is Mirror.GUTTER
    padded = np.pad(rows, ((2, 2), (0, 0)))
    columns = range(1, bits + 2 + extra)
    found = [padded[x - 1] << 2 | padded[x] << 1 | padded[x + 1] for x in columns]
    return np.array(found, np.uint8)


def cells(problem: Problem) -> NDArray[np.uint8]:
    """The cells of the whole width, for every row: cells[column, row]."""
    bits = problem.bits
    half = np.arange(1 << bits) >> np.arange(bits)[:, None] & 1
    if problem.mirror is Mirror.NONE:
        return half.astype(np.uint8)
    full = np.zeros((problem.width, 1 << bits), np.uint8)
    full[:bits] = half
    full[problem.width - bits :] = half[::-1]
    return full


def mirrored(bits: int) -> NDArray[np.int64]:
    """The mirror image of every row of a strip without symmetry."""
    rows = np.arange(1 << bits)
    image = np.zeros_like(rows)
    for x in range(bits):
        image |= (rows >> x & 1) << (bits - 1 - x)
    return image


def _slots(bits: int) -> int:
    return 1 << min(SLOT_BITS, 3 * bits)


def _fixed(bits: int) -> int:
    size = 1 << bits
    words = 2 + 2 * max(1, size // 64)
    return 4 * size * size + 8 * words * _slots(bits) + 80 * size
