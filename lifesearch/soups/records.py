"""What the kernel writes down of parts, and Python reads."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from lifesearch.compiled import jit
from lifesearch.life.pattern import Pattern
from lifesearch.soups.kernel import WORD, Words

_HEADER = 5
_BYTES = 8  # of a word


class Records(NamedTuple):
    """Where parts are written one after another; used[0] is the number of words written.

    Of each part: the number of its soup in the batch, whether it is a ship, its period, the
    number of rows, the words of a row, and the rows in any one phase; in rules of several states
    the rows of live cells, then those of state 2, and so on.
    """

    words: Words
    used: NDArray[np.int64]


@jit
def record(records: Records, number: int, ship: int, period: int, packed: Words) -> bool:
    """Write a part down; tell whether there was room for it."""
    height, words = packed.shape
    start = records.used[0]
    end = start + _HEADER + height * words
    if end > len(records.words):
        return False
    records.words[start] = np.uint64(number)
    records.words[start + 1] = np.uint64(ship)
    records.words[start + 2] = np.uint64(period)
    records.words[start + 3] = np.uint64(height)
    records.words[start + 4] = np.uint64(words)
    at = start + _HEADER
    for row in range(height):
        for word in range(words):
            records.words[at] = packed[row, word]
            at += 1
    records.used[0] = end
    return True


def read_records(records: Records) -> list[tuple[int, bytes]]:
    """The parts in the records, each with the number of its soup."""
    words = records.words[: records.used[0]]
    numbers: list[int] = words.tolist()
    data = words.tobytes()
    parts = []
    at = 0
    while at < len(numbers):
        end = at + _HEADER + numbers[at + 3] * numbers[at + 4]
        parts.append((numbers[at], data[_BYTES * (at + 1) : _BYTES * end]))
        at = end
    return parts


def read_part(record: bytes, states: int = 2) -> tuple[Pattern, int, bool]:
    """Read a part: its cells, its period, and whether it was seen to move."""
    numbers: list[int] = np.frombuffer(record, np.uint64).tolist()
    moving, period, rows, words, *lines = numbers
    height = rows // (states - 1)
    cells = {
        (WORD * word + bit, row % height): 1 + row // height
        for row in range(rows)
        for word in range(words)
        for bit in _bits(lines[row * words + word])
    }
    return Pattern.of_states(cells), period, bool(moving)


def _bits(word: int) -> list[int]:
    return [bit for bit, digit in enumerate(bin(word)[:1:-1]) if digit == "1"]
