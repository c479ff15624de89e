"""Tables of a strip: which rows may be below two others, for any rule on blocks of 3x3 cells.

A row is a number of `bits` bits, one for each free cell: half of the cells, if the strip is
mirrored. For two rows one below the other, a *block* lists the rows that may come next, by what the
lower of the two becomes (see `kernel.blocks`). There are 4^bits pairs of rows, most of which never
come up, so the kernel makes each block when it is first needed, in a pool with room for some number
of blocks. Here the pool is made, and all that the kernel needs to make blocks.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from lifesearch.engines.rows.problem import StripProblem
from lifesearch.life.strip_symmetry import Mirror

if TYPE_CHECKING:
    from lifesearch.engines.rows.kernel.layout import Tables

LEAST_BLOCKS = 64  # that the pool has room for, however little memory is given: a choice


def needed(bits: int) -> int:
    """The least memory in bytes of the tables, for rows with this number of free cells.

    >>> [needed(bits) >> 20 for bits in (5, 8, 10, 13)]
    [0, 0, 4, 259]
    """
    return _fixed(bits) + LEAST_BLOCKS * _block_bytes(bits)


def make(problem: StripProblem, memory: int) -> Tables:
    """Make the tables of a problem, with as many blocks as `memory` bytes allow."""
    from lifesearch.engines.rows.kernel import layout

    bits, size = problem.bits, 1 << problem.bits
    room = max(memory - _fixed(bits), 0) // _block_bytes(bits)
    blocks = min(1 + size * size, max(room, LEAST_BLOCKS))
    pool = np.empty(blocks * (2 * size + 1), np.uint16)
    # Block 0: empty lists, and then all rows in order (see `kernel.blocks`).
    pool[: size + 1] = 0
    pool[size + 1 : 2 * size + 1] = np.arange(size)
    threes, words = windows(problem.width, problem.mirror, problem.wraps), _words(bits)
    # What the kernel makes blocks from, as `layout` describes it; of the last 4 * size numbers,
    # 3 * size are its working memory.
    maker = np.zeros(layout.WINDOWS + threes.size + 4 * size, np.int64)
    maker[: layout.RULE] = bits, words, blocks, 1, 0, len(threes), problem.wraps
    maker[layout.RULE : layout.WINDOWS] = np.frombuffer(problem.rule.plane_table, np.uint8)
    maker[layout.WINDOWS :][: threes.size] = threes.ravel()
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
    """The order in which rows are tried: by number, or shuffled by a seed; the empty row first.

    `kernel.expand` relies on the empty row being the first of every list that has it.
    """
    rows = list(range(1, 1 << bits))
    if seed is not None:
        Random(seed).shuffle(rows)
    return np.array([0, *rows])


def clear(tables: Tables) -> None:
    """Forget all blocks but block 0: they are made again when they are needed."""
    from lifesearch.engines.rows.kernel.layout import FULL, USED

    tables.numbers[:] = 0
    tables.results[:] = 0
    tables.maker[USED] = 1
    tables.maker[FULL] = 0


def bytes_used(tables: Tables) -> int:
    """The bytes of the blocks made so far, of their index, and of what they are made from."""
    from lifesearch.engines.rows.kernel.layout import BITS, USED

    blocks = int(tables.maker[USED]) * _block_bytes(int(tables.maker[BITS]))
    return blocks + tables.numbers.nbytes + tables.maker.nbytes


def windows(width: int, mirror: Mirror, wraps: bool = False) -> NDArray[np.uint8]:
    """For each column and row, the three cells around that column as a number from 0 to 7.

    The left cell counts 4, the middle one 2, the right one 1. The first column is the one outside
    the strip on the left, the last one the one outside on the right or, in a mirrored strip, the
    gutter: the middle column, which is always empty. A mirrored strip without a gutter has no such
    last column. If the strip `wraps`, its sides are joined and no column is outside: the threes of
    the first column, and of the last one unless it is a gutter, are 0.
    """
    problem = StripProblem(width, 1, 0, mirror)
    rows, bits = cells(problem), problem.bits
    has_last = mirror is Mirror.NONE or mirror is Mirror.GUTTER
    padded = np.pad(rows, ((2, 2), (0, 0)))
    if wraps:
        padded[1], padded[problem.width + 2] = rows[-1], rows[0]
    columns = range(1, bits + 2 + has_last)
    found = [padded[x - 1] << 2 | padded[x] << 1 | padded[x + 1] for x in columns]
    if wraps:
        found[0] = np.zeros_like(found[0])
        if mirror is Mirror.NONE:
            found[-1] = found[0]
    return np.array(found, np.uint8)


def cells(problem: StripProblem) -> NDArray[np.uint8]:
    """The states of all cells, also of the mirrored half, for every row: cells[column, row]."""
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
    """The number of 64-bit words of a set of rows."""
    return max(1, (1 << bits) // 64)


def _block_bytes(bits: int) -> int:
    """The bytes of a block in the pool (of 2-byte numbers), and of its set of rows."""
    return 2 * (2 * (1 << bits) + 1) + 8 * _words(bits)


def _fixed(bits: int) -> int:
    """The bytes of all but the blocks, about: `numbers`, `maker`, `flip` and `weight`."""
    size = 1 << bits
    return 4 * size * size + 8 * (bits + 6) * size + 10 * size
