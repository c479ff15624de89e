"""Tables of a strip: what a row does to its neighbours, for any rule on blocks of 3x3 cells.

The rule's 512 entries and the width decide which rows may stand one below the other. Here is
what follows from them at once; the lists of rows are made by the kernel when they are needed
(a list for each pair of rows, of which there are 4^bits), in a pool of a size that is given.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from lifesearch.life.strip_symmetry import Mirror
from lifesearch.rows.problem import StripProblem

if TYPE_CHECKING:
    from lifesearch.rows.kernel.layout import Tables

LEAST_BLOCKS = 64


def needed(bits: int) -> int:
    """The least memory in bytes with which a search of the given number of free cells can run.

    >>> [needed(bits) >> 20 for bits in (5, 8, 10, 13)]
    [0, 0, 4, 259]
    """
    return _fixed(bits) + LEAST_BLOCKS * _block_bytes(bits)


def make(problem: StripProblem, memory: int) -> Tables:
    """Make the tables of a problem, with as many blocks as `memory` bytes allow."""
    from lifesearch.rows.kernel import layout

    bits, size = problem.bits, 1 << problem.bits
    room = max(memory - _fixed(bits), 0) // _block_bytes(bits)
    blocks = min(1 + size * size, max(room, LEAST_BLOCKS))
    pool = np.empty(blocks * (2 * size + 1), np.uint16)
    pool[: size + 1] = 0
    pool[size + 1 : 2 * size + 1] = np.arange(size)
    seen, words = windows(problem.width, problem.mirror, problem.wraps), _words(bits)
    maker = np.zeros(layout.WINDOWS + seen.size + 4 * size, np.int64)
    maker[: layout.RULE] = bits, words, blocks, 1, 0, len(seen), problem.wraps
    maker[layout.RULE : layout.WINDOWS] = np.frombuffer(problem.rule.plane_table, np.uint8)
    maker[layout.WINDOWS :][: seen.size] = seen.ravel()
    maker[-size:] = order(bits, problem.seed)
    return layout.Tables(
        pool=pool,
        numbers=np.zeros(size * size, np.int32),
        results=np.zeros(blocks * words, np.uint64),
        flip=mirrored(bits).astype(np.uint16),
        weight=cells(problem).sum(axis=0, dtype=np.int64),
        maker=maker,
    )


def order(bits: int, seed: int | None) -> NDArray[np.int64]:
    """The order in which rows are tried: by number, or as a seed has it; the empty one first."""
    rows = list(range(1, 1 << bits))
    if seed is not None:
        Random(seed).shuffle(rows)
    return np.array([0, *rows])


def clear(tables: Tables) -> None:
    from lifesearch.rows.kernel.layout import FULL, USED

    tables.numbers[:] = 0
    tables.results[:] = 0
    tables.maker[USED] = 1
    tables.maker[FULL] = 0


def bytes_used(tables: Tables) -> int:
    """How much memory the blocks made so far take, and what belongs to them."""
    from lifesearch.rows.kernel.layout import BITS, USED

    blocks = int(tables.maker[USED]) * _block_bytes(int(tables.maker[BITS]))
    return blocks + tables.numbers.nbytes + tables.maker.nbytes


def windows(width: int, mirror: Mirror, wraps: bool = False) -> NDArray[np.uint8]:
    """Three neighbouring cells of every row, 4 2 1 from left to right, for each column.

    The first column is the one outside the strip on the left, the last one the one outside on
    the right, or the gutter; a mirrored strip without a gutter has no such last column. If the
    sides are joined, there is no cell outside.
    """
    problem = StripProblem(width, 1, 0, mirror)
    rows, bits = cells(problem), problem.bits
    extra = mirror is Mirror.NONE or mirror is Mirror.GUTTER
    padded = np.pad(rows, ((2, 2), (0, 0)))
    if wraps:
        padded[1], padded[problem.width + 2] = rows[-1], rows[0]
    columns = range(1, bits + 2 + extra)
    found = [padded[x - 1] << 2 | padded[x] << 1 | padded[x + 1] for x in columns]
    if wraps:
        found[0] = np.zeros_like(found[0])
        if mirror is Mirror.NONE:
            found[-1] = found[0]
    return np.array(found, np.uint8)


def cells(problem: StripProblem) -> NDArray[np.uint8]:
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


def _words(bits: int) -> int:
    """How many words of 64 bits a set of rows takes."""
    return max(1, (1 << bits) // 64)


def _block_bytes(bits: int) -> int:
    return 2 * (2 * (1 << bits) + 1) + 8 * _words(bits)


def _fixed(bits: int) -> int:
    """The memory in bytes of all but the blocks."""
    size = 1 << bits
    return 4 * size * size + 8 * (bits + 6) * size + 10 * size
