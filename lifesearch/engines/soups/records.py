"""Components as the kernel writes them (`record`) and Python reads them (`read_records`)."""

from __future__ import annotations

import numpy as np

from lifesearch.engines.compiled import compiled
from lifesearch.engines.compiled.words import at
from lifesearch.engines.soups.boards import COMPONENT, Workspace
from lifesearch.engines.soups.components import Rectangle, cells_from
from lifesearch.engines.soups.kernel import WORD, Words, size_of
from lifesearch.life.pattern import Pattern

FIRST_COMPONENT = 2  # the place of the first component
HEADER = 5  # numbers before the rows of a component
_BYTES = 8  # of a word

Records = Words
"""Components one after another, in words.

    0       the number of words used
    1       the number of words there are
    2 ...   the components

A component:
    0       the place of its soup in the batch
    1       whether it is a ship that has left the board (1) or ash (0)
    2       its period
    3, 4    the number of rows of all its boards, and the words of a row
    5 ...   the rows, in any one phase: those of live cells, then those of state 2, and so on
"""


def new_records(room: int) -> Records:
    """Empty records."""
    records: Records = np.zeros(room, np.uint64)
    records[:FIRST_COMPONENT] = FIRST_COMPONENT, room
    return records


@compiled
def record(
    records: Records,
    batch_place: int,
    ship: int,
    period: int,
    words: int,
    box: Rectangle,
    space: Workspace,
) -> bool:
    """Record the component that is in the workspace; return whether there was room for it.

    `ship` is 1 for a ship that has left the board, else 0; `words` is the width of its board.
    """
    left, top, width, height = box
    across = (width + WORD - 1) // WORD
    start = np.int64(records[0])
    end = start + HEADER + space.planes * height * across
    if end > np.int64(records[1]):
        return False
    # See `Records`.
    records[start], records[start + 1], records[start + 2] = batch_place, ship, period
    records[start + 3], records[start + 4] = space.planes * height, across
    place = start + HEADER
    for plane in range(space.planes):
        component = at(space.places, COMPONENT * space.room + plane * size_of(words))
        for row in range(height):
            for word in range(across):
                records[place] = cells_from(component, words, left + WORD * word, top + row)
                place += 1
    records[0] = end
    return True


def read_records(records: Records) -> list[tuple[int, bytes]]:
    """The components in the records, each with the place of its soup in the batch."""
    words = records[FIRST_COMPONENT : int(records[0])]
    numbers: list[int] = words.tolist()
    data = words.tobytes()
    components = []
    start = 0
    while start < len(numbers):
        end = start + HEADER + numbers[start + 3] * numbers[start + 4]
        components.append((numbers[start], data[_BYTES * (start + 1) : _BYTES * end]))
        start = end
    return components


def read_component(component: bytes, states: int = 2) -> tuple[Pattern, int, bool]:
    """Read a component, without the place of its soup: cells, period, whether it left the board.

    The cells are in one phase, their box at (0, 0).
    """
    numbers: list[int] = np.frombuffer(component, np.uint64).tolist()
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
