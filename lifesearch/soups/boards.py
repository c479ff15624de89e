"""What is done with whole boards, and with what a soup is: boards one after another.

The first board has the live cells, and in rules with several states each of the others the cells in
one of the dying states. `size` is how many words a board takes, and `count` how many there are.
"""

from __future__ import annotations

from typing import NamedTuple

from lifesearch.compiled import compiled, compiled_small
from lifesearch.compiled.lowlevel import at
from lifesearch.soups.kernel import Flags, Transition, Words, empty_board, size_of, step

NOW, THEN, EARLY, LATE, PART, RUN, RUN_THEN, RUN_FLAGS, CELLS, MASK, FLAGS, FACTS, PLACES = range(
    13
)


class Desk(NamedTuple):
    """What a soup is worked on with: places for boards, of `room` words each, and the rule."""

    places: Words
    room: int
    planes: int
    by: Transition

    @classmethod
    def of(cls, words: int, count: int, by: Transition) -> Desk:
        """A desk for soups of boards that have at most this number of words."""
        places = empty_board(words, count * PLACES)
        return cls(places, len(places) // PLACES, count, by)


@compiled
def clear(words: Words, length: int) -> None:
    """Make everything dead."""
    for i in range(length):
        words[i] = 0


@compiled
def copy(source: Words, target: Words, length: int) -> None:
    """Copy words over others."""
    for i in range(length):
        target[i] = source[i]


@compiled
def same(a: Words, b: Words, length: int, rim: int) -> bool:
    """Whether two soups are the same; the first words and the last are of the rim, and dead."""
    i = rim
    while i < length - rim and a[i] == b[i]:
        i += 1
    return i >= length - rim


@compiled
def add_all(soup: Words, count: int, size: int, board: Words) -> None:
    """Add all cells that are not dead to a board."""
    for plane in range(count):
        first = plane * size
        for i in range(size):
            board[i] |= soup[first + i]


@compiled
def take(soup: Words, count: int, size: int, mask: Words, part: Words) -> None:
    """Make `part` the cells of a mask, in their states."""
    for plane in range(count):
        first = plane * size
        for i in range(size):
            part[first + i] = soup[first + i] & mask[i]


@compiled
def remove(mask: Words, size: int, board: Words) -> None:
    """Remove the cells of a mask from a board."""
    for i in range(size):
        board[i] &= ~mask[i]


@compiled_small
def advance(
    now: Words, then: Words, active: Flags, changed: Flags, words: int, count: int, by: Transition
) -> bool:
    """One generation of a soup, as `step` makes it, which is for rules of two states.

    Of several states, all flags must be set. A generation is one of the live cells by the rule's
    table, but for the cells that are dying, which are not born; what was alive and is not any more
    is in state 2, and all others go on to the next state.
    """
    moving = step(now, then, active, changed, words, by)
    size = size_of(words)
    for plane in range(1, count):
        remove(at(now, plane * size), size, then)
    for plane in range(1, count):
        copy(at(now, (plane - 1) * size), at(then, plane * size), size)
    if count > 1:
        remove(then, size, at(then, size))
    return moving
