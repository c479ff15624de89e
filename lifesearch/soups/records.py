"""What the kernel writes down of parts, and Python reads."""

from __future__ import annotations

import numpy as np

from lifesearch.compiled import compiled_small
from lifesearch.compiled.lowlevel import at
from lifesearch.life.pattern import Pattern
from lifesearch.soups.boards import PART, Desk
from lifesearch.soups.kernel import WORD, Words, size_of
from lifesearch.soups.parts import Corners, cells_from

FIRST = 2
_HEADER = 5
_BYTES = 8  # of a word

Records = Words
"""Parts one after another; the first two words are how many words are used, and how many there are.

Of each part: the number of its soup in the batch, whether it is a ship, its period, the number of
rows, the words of a row, and the rows in any one phase; in rules with several states the rows of
live cells, then those of state 2, and so on.
"""


def new_records(room: int) -> Records:
    """Records without parts."""
    records: Records = np.zeros(room, np.uint64)
    records[:FIRST] = FIRST, room
    return records


@compiled_small
def record(
    records: Records, number: int, ship: int, period: int, words: int, box: Corners, desk: Desk
) -> bool:
    """Write down the part that is on the desk; return whether there was room for it."""
    left, top, width, height = box
    across = (width + WORD - 1) // WORD
    start = np.int64(records[0])
    end = start + _HEADER + desk.planes * height * across
    if end > np.int64(records[1]):
        return False
    records[start], records[start + 1], records[start + 2] = number, ship, period
    records[start + 3], records[start + 4] = desk.planes * height, across
    place = start + _HEADER
    for plane in range(desk.planes):
        part = at(desk.places, PART * desk.room + plane * size_of(words))
        for row in range(height):
            for word in range(across):
                records[place] = cells_from(part, words, left + WORD * word, top + row)
                place += 1
    records[0] = end
    return True


def read_records(records: Records) -> list[tuple[int, bytes]]:
    """The parts in the records, each with the number of its soup."""
    words = records[FIRST : int(records[0])]
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
