"""Kernels over whole boards, and the scratch memory (`Workspace`) that all kernels of soups share.

A soup is one board in rules with two states. In rules with several states it is one board for each
state but dead, one after another in memory: first the live cells, then the cells in state 2, and so
on.

    size     the number of words of a board, with its rim
    count    the number of boards of a soup
    words    W: a board is W words wide and 64 W rows high; see `kernel`
    by       the rule, as a `Transition`
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from lifesearch.engines.compiled import compiled, typed
from lifesearch.engines.compiled.words import at
from lifesearch.engines.soups.kernel import (
    TRANSITION,
    Flags,
    Numbers,
    Transition,
    Words,
    empty_board,
    size_of,
    step,
)

# Places of a workspace, each with room for one soup:
#
#     NOW, THEN                 the soup that is run, its boards used alternately
#     EARLY, LATE               copies of the soup at two earlier generations
#     COMPONENT                 the component cut out last, or a ship as it is now (`departed`)
#     RUN, RUN_THEN, RUN_FLAGS  a soup or component that is run aside from the first one
#     CELLS                     one board: cells that belong to no component yet
#     MASK                      one board: its cells, or those near a ship
#     FLAGS                     the flags of blocks: two halves, used alternately
#     FACTS                     numbers about EARLY and LATE, see `settle`
#     PLACES                    how many places there are
NOW, THEN, EARLY, LATE, COMPONENT, RUN, RUN_THEN, RUN_FLAGS, CELLS, MASK, FLAGS, FACTS, PLACES = (
    range(13)
)
# Ships remembered for each soup: a choice. With more, the board becomes larger, or the soup ends at
# the border.
MOST_SHIPS = 256
SHIP = 12  # the numbers that are kept of each ship: see `departed`


class Workspace(NamedTuple):
    """Scratch memory for the kernels: places for boards, of `room` words each, and the rule.

    `planes` is the number of boards of a soup. `ships` has SHIP numbers for each ship that has left
    the board: see `departed`.
    """

    places: Words
    room: int
    planes: int
    by: Transition
    ships: Numbers

    @classmethod
    def of(cls, words: int, count: int, by: Transition) -> Workspace:
        """Scratch memory for soups of `count` boards of at most `words` words."""
        places = empty_board(words, count * PLACES)
        ships = np.zeros(MOST_SHIPS * SHIP, np.int64)
        return cls(places, len(places) // PLACES, count, by, ships)


WORKSPACE = typed(Workspace, "u8[]", "i8", "i8", TRANSITION, "i8[]")
"""The types of a `Workspace`, for kernels."""


@compiled
def clear(words: Words, length: int) -> None:
    """Set `length` words to 0."""
    for i in range(length):
        words[i] = 0


@compiled
def copy(source: Words, target: Words, length: int) -> None:
    """Copy `length` words."""
    for i in range(length):
        target[i] = source[i]


@compiled
def are_equal(a: Words, b: Words, length: int) -> bool:
    """Whether two soups are the same."""
    return first_difference(a, b, length, 0) == length


@compiled
def first_difference(a: Words, b: Words, length: int, rim: int) -> int:
    """The first word that differs, or the length; `rim` words at both ends are dead."""
    for place in range(rim, length - rim):
        if a[place] != b[place]:
            return place
    return length


@compiled
def add_all(soup: Words, count: int, size: int, board: Words) -> None:
    """Add all cells of a soup that are not dead to a board."""
    for plane in range(count):
        first = plane * size
        for i in range(size):
            board[i] |= soup[first + i]


@compiled
def take(soup: Words, count: int, size: int, mask: Words, component: Words) -> None:
    """Write the soup's cells within a mask, in their states, to `component`."""
    for plane in range(count):
        first = plane * size
        for i in range(size):
            component[first + i] = soup[first + i] & mask[i]


@compiled
def remove(mask: Words, size: int, board: Words) -> None:
    """Remove the cells of a mask from a board."""
    for i in range(size):
        board[i] &= ~mask[i]


@compiled
def advance(
    now: Words, then: Words, active: Flags, changed: Flags, words: int, count: int, by: Transition
) -> bool:
    """Compute one generation of a soup; with two states this is `step`.

    With several states all flags must be set: they say nothing about dying cells. The live cells
    follow the rule's table, except that dying cells are not born; cells that were alive and are not
    any more enter state 2, and all others enter their next state.
    """
    moving = step(now, then, active, changed, words, by)
    size = size_of(words)
    for plane in range(1, count):
        remove(at(now, plane * size), size, then)
    # State k becomes state k + 1: each board is copied to the next one, and the last is dropped.
    # Board 1 then holds all cells that were alive; those that still are do not belong there.
    for plane in range(1, count):
        copy(at(now, (plane - 1) * size), at(then, plane * size), size)
    if count > 1:
        remove(then, size, at(then, size))
    return moving
