"""What the arrays of the kernel contain: names for columns and entries.

Compiled functions take `Tables` and `Nodes` as plain tuples: machine code in numba's cache that
names a class of ours could not be loaded any more when that class has another name.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]
Arrays = tuple[Array, ...]
Int = Any  # 64 bits, once it is compiled
Pointer = Any  # to the first entry of an array; see `lifesearch.compiled.lowlevel`
Pointers = Any  # a tuple of them, one for each array of `Tables` or `Nodes`

# Whether a state has a future of some rows.
DEAD, ALIVE, UNFINISHED = np.int8(0), np.int8(1), np.int8(2)

# Columns of a plan, one line for each place; see `lifesearch.rows.plan`.
NEXT, RESULT, RESULT_FLIP, FORCED, COUNTED, LEVEL = 0, 1, 2, 3, 4, 5
FIRST, FIRST_FLIP, SECOND, SECOND_FLIP, THIRD, THIRD_FLIP = 6, 7, 8, 9, 10, 11
SECOND_KNOWN, THIRD_KNOWN, CLOSING, CLOSING_FLIP, SAME, SAME_FLIP = 12, 13, 14, 15, 16, 20
PLAN_COLUMNS, MOST_FLAGS = 24, 4

# Columns of `lines`, one line for each row R[j] that is being chosen; see `lookahead.enter`.
POS, END, PLACE, COUNT, BASE, V_FROM, V_TO, W_FROM, W_TO, ROW2, ROW3 = range(11)
LINE_COLUMNS = 11

# Entries of `Tables.maker`: numbers, then the rule's 512 entries, then the windows (three
# neighbouring cells) of all columns and rows, then room for three numbers for each row, then the
# order of rows in lists.
BITS, WORDS, BLOCKS, USED, FULL, COLUMNS, WRAPS, RULE = range(8)
WINDOWS = RULE + 512

# Entries of `bounds`: rows from this index on are empty; the population; the first row that is
# not empty has at most this index; the folds (see `Fold`), as bits; whether others count.
LAST, POPULATION, IDLE, FOLDS, WHOLE = 0, 1, 2, 3, 4

# Entries of `Nodes.used`.
USED_NODES, USED_EDGES, USED_ENDS = 0, 1, 2


class Tables(NamedTuple):
    """Everything that depends on the rule and the width; see `blocks`."""

    pool: Array  # uint16: the blocks, 2 * size + 1 entries each
    numbers: Array  # int32[4^bits]: the number of the block of two rows, or 0
    results: Array  # uint64: a bit set of the possible results of each block
    flip: Array  # uint16[2^bits]: mirror images
    weight: Array  # int64[2^bits]: how many cells of the strip a row fills
    maker: Array  # int64: see above


class Nodes(NamedTuple):
    """States as a tree: each is its last row and the state before it."""

    row: Array  # uint16
    parent: Array  # int32
    mark: Array  # int64: flags, 24 bits of population, place in the plan
    visited: Array  # uint64[power of 2]: hash << 32 | node + 1
    edges: Array  # int32[.., 2]: (state, node) where another way leads to a node
    ends: Array  # int32: nodes after which nothing but empty rows may follow
    used: Array  # int64[3]: how many nodes, edges, ends
