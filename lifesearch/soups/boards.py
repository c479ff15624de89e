"""What is done with whole boards.

numba compiles loops many times faster than numpy's expressions for the same.
"""

from __future__ import annotations

from lifesearch.compiled import jit
from lifesearch.soups.kernel import WORD, Flags, Words, zeros
from lifesearch.soups.parts import pack, place


@jit
def same_board(a: Words, b: Words) -> bool:
    """Whether the same cells live on two boards of the same size."""
    for w in range(1, a.shape[0] - 1):
        for y in range(1, a.shape[1] - 1):
            if a[w, y] != b[w, y]:
                return False
    return True


@jit
def same_words(a: Words, b: Words) -> bool:
    """Whether two packed parts are the same."""
    if a.shape[0] != b.shape[0] or a.shape[1] != b.shape[1]:
        return False
    for row in range(a.shape[0]):
        for word in range(a.shape[1]):
            if a[row, word] != b[row, word]:
                return False
    return True


@jit
def dead_like(board: Words) -> Words:
    """A dead board of the same size."""
    return zeros(board.shape[0], board.shape[1])


@jit
def copy_board(source: Words, target: Words) -> None:
    """Copy one board over another."""
    for w in range(source.shape[0]):
        for y in range(source.shape[1]):
            target[w, y] = source[w, y]


@jit
def copy_of(board: Words) -> Words:
    """A copy of a board."""
    result = dead_like(board)
    copy_board(board, result)
    return result


@jit
def set_all(flags: Flags) -> None:
    """Set the flag of each block."""
    for w in range(1, flags.shape[0] - 1):
        for k in range(1, flags.shape[1] - 1):
            flags[w, k] = 1


@jit
def enlarged(board: Words) -> Words:
    """The same cells in the middle of a board twice as wide and high."""
    words = board.shape[0] - 2
    larger = zeros(2 * words + 2, 2 * WORD * words + 2)
    x, y, width, packed = pack(board)
    if width:
        place(larger, packed, x + WORD * words // 2, y + WORD * words // 2)
    return larger
