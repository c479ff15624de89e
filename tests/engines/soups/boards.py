"""Between patterns and the boards of the kernel."""

import numpy as np

from lifesearch.engines.soups.kernel import WORD, Flags, Words, empty_board, set_all
from lifesearch.life.pattern import Pattern


def dead(words: int = 1, planes: int = 1) -> Words:
    """Dead boards: of each the columns, of each the words."""
    return empty_board(words, planes).reshape(planes, words + 2, -1)


def all_active(words: int) -> Flags:
    flags = np.zeros((words + 2) * (WORD // 16 * words + 2), np.uint64)
    set_all(flags, words)
    return flags


def board_of(pattern: Pattern, words: int = 1) -> Words:
    """Place a pattern with its corner where it is; (0, 0) is the board's first cell."""
    board: Words = dead(words)[0]
    for x, y in pattern.cells:
        board[1 + x // WORD, 1 + y] |= np.uint64(1 << x % WORD)
    return board


def centred(pattern: Pattern, words: int = 1) -> Words:
    box = pattern.box
    middle = WORD * words // 2
    return board_of(
        pattern.translate(middle - box.x - box.width // 2, middle - box.y - box.height // 2), words
    )


def pattern_of(board: Words) -> Pattern:
    return Pattern.of(
        (WORD * (w - 1) + bit, y - 1)
        for w, y in np.argwhere(board).tolist()
        for bit in range(WORD)
        if int(board[w, y]) >> bit & 1
    )
