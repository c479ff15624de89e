"""Sets of predecessor columns, as kernels.

A word is some columns of a target that is h rows high. Its predecessors have columns of w = h + 2
cells, as numbers; bit r is row r. Each column of the word follows from three of them:

    predecessors   a  b  d
    word              c          c = follow[(a << w | b) << w | d], bit r for row r + 1 of b

The set of a word has the pairs (b, d), as b << w | d, in which the predecessors of the word can
end. It is all that matters for the columns after it. If it is empty, the word is an orphan.
`width` is w. `members` are the pairs of a set, and `sizes` how many each set has; `marked` and
`others` have a line for each set, with 1 for each pair in it.
"""

from __future__ import annotations

from typing import Any

from lifesearch.engines.compiled import kernel


@kernel("i8", "const u1[]", "u1[]")
def tabulate(height: int, table: Any, follow: Any) -> None:
    """Fill `follow`, by the rule's table: what becomes of each block of nine, in reading order."""
    w = height + 2
    for place in range(1 << 3 * w):
        a, b, d = place >> 2 * w, (place >> w) & ((1 << w) - 1), place & ((1 << w) - 1)
        column = 0
        for r in range(height):
            block = 0
            for y in range(r, r + 3):
                block = 8 * block + 4 * ((a >> y) & 1) + 2 * ((b >> y) & 1) + ((d >> y) & 1)
            column |= table[block] << r
        follow[place] = column


@kernel("i8", "const u1[]", "const i4[]", "u1[,]", "i8[]")
def extend(width: int, follow: Any, members: Any, marked: Any, sizes: Any) -> None:
    """From a word's set, mark the sets of all words with one column more, and count their pairs."""
    for column in range(len(sizes)):
        sizes[column] = 0
        for pair in range(marked.shape[1]):
            marked[column, pair] = 0
    for i in range(len(members)):
        pair = members[i]
        after = (pair & ((1 << width) - 1)) << width
        for d in range(1 << width):
            column = follow[pair << width | d]
            if not marked[column, after | d]:
                marked[column, after | d] = 1
                sizes[column] += 1


@kernel("i8", "const i4[]", "const u1[,]", returns=1)
def apart(width: int, members: Any, others: Any) -> int:
    """The first of the sets of words from the right that has no pair of this one; else -1.

    Seen from the right, the columns of a pair are in the opposite order.
    """
    for other in range(len(others)):
        shared = False
        for i in range(len(members)):
            pair = members[i]
            turned = (pair & ((1 << width) - 1)) << width | pair >> width
            if others[other, turned]:
                shared = True
                break
        if not shared:
            return other
    return -1
