"""The letters of states in pictures and files, as Golly writes them."""

from __future__ import annotations

DEAD = "."


def letter_of(state: int) -> str:
    """The letters of a state, as in Golly: A to X for 1 to 24, then pA to pX, ..., yO for 255.

    >>> letter_of(1), letter_of(24), letter_of(25), letter_of(255)
    ('A', 'X', 'pA', 'yO')
    """
    if not state:
        return DEAD
    prefix, rest = divmod(state - 1, 24)
    return (chr(ord("p") + prefix - 1) if prefix else "") + chr(ord("A") + rest)


def state_of(letters: str) -> int:
    """The state with these letters; more than 255 if there is none.

    >>> [state_of(letters) for letters in (".", "A", "X", "pA", "yO")]
    [0, 1, 24, 25, 255]
    """
    if letters == DEAD:
        return 0
    prefix = ord(letters[0]) - ord("p") + 1 if len(letters) > 1 else 0
    return 24 * prefix + ord(letters[-1]) - ord("A") + 1
