"""What the arrays of the row-table kernels contain: names for columns and entries."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from lifesearch.engines.compiled import typed

Array = NDArray[Any]
Arrays = tuple[Array, ...]
Int = Any  # 64 bits, once it is compiled
Pointer = Any  # to the first entry of an array; see `lifesearch.engines.compiled.words`
Pointers = Any  # a tuple of them, one for each array of `Tables` or `Nodes`

# Whether a state has a future of some rows.
DEAD, ALIVE, UNDECIDED = np.int8(0), np.int8(1), np.int8(2)

# Columns of a plan, one line for each place; see `lifesearch.engines.rows.plan`.
NEXT, RESULT, RESULT_FLIP, FORCED, COUNTED, LEVEL = 0, 1, 2, 3, 4, 5
FIRST, FIRST_FLIP, SECOND, SECOND_FLIP, THIRD, THIRD_FLIP = 6, 7, 8, 9, 10, 11
SECOND_KNOWN, THIRD_KNOWN, CLOSING, CLOSING_FLIP, SAME, SAME_FLIP = 12, 13, 14, 15, 16, 20
PLAN_COLUMNS = 24
# Flags of shorter periods; a problem with a period up to 100 has at most three of them.
MOST_FLAGS = 4

# Columns of `lines`, one line for each row R[j] that is being chosen. The rows R[i1], R[i2], R[i3],
# v and w are those of `lookahead`:
#
#     POS, END                      candidates that are left: pool[POS] to pool[END - 1]
#     PLACE                         the place of R[j] in the plan
#     COUNT                         the population before R[j]
#     BASE                          the number of the block of R[i1-p] and R[i1]
#     V_FROM, V_TO, W_FROM, W_TO    where in the pool the possible rows v and w are
#     ROW2, ROW3                    R[i2] and R[i3]
POS, END, PLACE, COUNT, BASE, V_FROM, V_TO, W_FROM, W_TO, ROW2, ROW3 = range(11)
LINE_COLUMNS = 11

# Entries of `Tables.maker`:
#
#     BITS       free cells of a row; there are `size` = 2^BITS rows
#     WORDS      words of a set of rows
#     BLOCKS     the number of blocks that the pool has room for
#     USED       the number of blocks made, the first included
#     FULL       1 if a block was needed that there was no room for
#     COLUMNS    the columns that windows are for: those of the strip and those beside it
#     WRAPS      1 if the sides of the strip are joined
#     RULE       512 entries: the next state of the centre of a block of 3x3 cells
#     WINDOWS    for each column and row, three neighbouring cells; then room for three numbers for
#                each row, then the order of rows in lists
BITS, WORDS, BLOCKS, USED, FULL, COLUMNS, WRAPS, RULE = range(8)
WINDOWS = RULE + 512

# Entries of `bounds`:
#
#     LAST         rows from this index on are empty
#     POPULATION   the largest population of generation 0
#     IDLE         the first row that is not empty has at most this index
#     FOLDS        the folds (see `Fold`), as bits
#     WHOLE        whether patterns without a fold count, too
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
    visited: Array  # uint64[power of 2]: tag << 32 | node + 1, see `states`
    edges: Array  # int32[.., 2]: (state, node) where another path leads to a node
    ends: Array  # int32: nodes after which nothing but empty rows may follow
    used: Array  # int64[3]: how many nodes, edges, ends


TABLES = typed(Tables, "u2[]", "i4[]", "u8[]", "u2[]", "i8[]", "i8[]")
NODES = typed(Nodes, "u2[]", "i4[]", "i8[]", "u8[]", "i4[,]", "i4[]", "i8[]")
"""The types of these, for kernels."""
