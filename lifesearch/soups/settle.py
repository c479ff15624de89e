"""Run soups until they settle, and write down what is left of them and what has flown away.

A soup starts on a small board. Every few generations the outermost cells are looked at. A part
that reaches them and is a spaceship going outwards is recorded and removed; anything else
moves the soup to a board twice as large, or ends it if there is none.

A soup has settled when a generation comes back. Whether one does after 1 or 2 generations is
known from the kernel. For longer periods each generation is compared with two earlier ones: one
that is renewed every 64 generations, and one after ever longer times. If ships have left
since then, the soup will emit them for ever: it is growing.

The parts of a settled board are taken apart by the cells that live in any of its generations.
Each is then run alone for its own period.
"""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

import numpy as np

from lifesearch.compiled import jit
from lifesearch.soups.boards import copy_board, copy_of, dead_like, enlarged, same_board, set_all
from lifesearch.soups.border import RING, let_ships_go, touches_border
from lifesearch.soups.kernel import (
    WORD,
    Bytes,
    Int,
    Transition,
    Words,
    all_active,
    step,
    zeros,
)
from lifesearch.soups.layout import Layout, fill
from lifesearch.soups.parts import INFLUENCE, flood, pack
from lifesearch.soups.records import Records, record

GENERATIONS = 10_000
LARGEST_WORDS = 4


class Outcome(IntEnum):
    """How a soup ended."""

    DIED = 0  # nothing is left, and nothing flew away
    SETTLED = 1  # periodic, if something is left at all
    GROWING = 2  # periodic but for the ships that it emits for ever
    RUNNING = 3  # still running at the limit
    BORDER = 4  # something other than a ship reached the border of the largest board


_DIED, _SETTLED, _GROWING, _RUNNING, _BORDER = (int(outcome) for outcome in Outcome)

_SHORT = 64
_ONE = np.uint64(1)


class Limits(NamedTuple):
    """How far a soup is followed: generations, and the words of its first and last board."""

    generations: int = GENERATIONS
    first_words: int = 1
    last_words: int = LARGEST_WORDS


class Memory(NamedTuple):
    """Two earlier generations, renewed after a short and after a long time.

    The facts of each: when it was, how many ships had left, and when it is to be renewed.
    """

    early: Words
    late: Words
    facts: Words


@jit
def run_batch(
    layout: Layout,
    seed: np.uint64,
    first_index: np.uint64,
    by: Transition,
    limits: Limits,
    records: Records,
    outcomes: Bytes,
) -> int:
    """Run as many soups as `outcomes` has room for; stop before one whose parts find no room.

    Return how many were run. A soup whose parts do not fit even into empty records counts as
    one that reached the border.
    """
    records.used[0] = 0
    for number in range(len(outcomes)):
        before = records.used[0]
        board = zeros(limits.first_words + 2, WORD * limits.first_words + 2)
        fill(board, layout, seed, first_index + np.uint64(number))
        outcome = run_board(board, by, limits, number, records)
        if outcome < 0:
            records.used[0] = before
            if number:
                return number
            outcome = _BORDER
        outcomes[number] = outcome
    return len(outcomes)


@jit
def run_board(now: Words, by: Transition, limits: Limits, number: int, records: Records) -> int:
    """Follow one soup and record its parts; -1 if there is no room for them."""
    then = dead_like(now)
    active, changed = all_active(now.shape[0] - 2), all_active(now.shape[0] - 2)
    fresh = 2  # generations to be computed in full, because those before are not known
    ships = start = np.int64(0)  # a plain 0 would be another type, and all would be compiled twice
    memory = _remember(now, start, ships)
    period = 0
    for generation in range(1, limits.generations + 1):
        if fresh:
            set_all(active)
            fresh -= 1
        moving = step(now, then, active, changed, by)
        now, then, active, changed = then, now, changed, active
        if not moving and not fresh:
            period = 1 if same_board(now, then) else 2
            break
        if generation % RING == 0 and touches_border(now):
            fresh = 2
            left = let_ships_go(now, by, number, records)
            if left < 0:
                return -1
            if left:
                ships += left
                continue
            if now.shape[0] - 2 >= limits.last_words:
                return _BORDER
            now = enlarged(now)
            then = dead_like(now)
            active, changed = all_active(now.shape[0] - 2), all_active(now.shape[0] - 2)
            memory = _remember(now, generation, ships)
            continue
        period = _came_back(now, generation, ships, memory)
        if period < 0:
            return _GROWING
        if period:
            break
    if not period:
        return _RUNNING
    return _finish(now, by, period, ships, number, records)


@jit
def _remember(board: Words, generation: Int, ships: Int) -> Memory:
    memory = Memory(copy_of(board), copy_of(board), zeros(2, 3))
    for which in range(2):
        begin(memory.facts[which], which, generation, ships)
    return memory


@jit
def _came_back(board: Words, generation: Int, ships: Int, memory: Memory) -> Int:
    """The time since the board was the same; negative if ships have left; 0 if it never was."""
    for which in range(2):
        facts, earlier = memory.facts[which], memory.late if which else memory.early
        if same_board(board, earlier):
            return time_since(facts, generation, ships)
        if renew(facts, which, generation, ships):
            copy_board(board, earlier)
    return 0


@jit
def begin(facts: Words, which: int, generation: Int, ships: Int) -> None:
    """Write the facts of the first generation that is remembered."""
    facts[0], facts[1], facts[2] = generation, ships, generation + (which + 1) * _SHORT


@jit
def renew(facts: Words, which: int, generation: Int, ships: Int) -> bool:
    """Whether another generation is to be remembered now; if so, write its facts."""
    if generation < np.int64(facts[2]):
        return False
    facts[0], facts[1] = generation, ships
    facts[2] = generation + (max(2 * _SHORT, generation // 2) if which else _SHORT)
    return True


@jit
def time_since(facts: Words, generation: Int, ships: Int) -> Int:
    """The time since the generation that is remembered; negative if ships have left since then."""
    period = generation - np.int64(facts[0])
    return period if np.int64(facts[1]) == ships else -period


@jit
def _finish(
    now: Words,
    by: Transition,
    period: int,
    ships: Int,
    number: int,
    records: Records,
) -> int:
    """Record the parts of a settled board."""
    trail, unused = dead_like(now), dead_like(now)
    _orbit(now, by, period, trail)
    some = False
    for y in range(1, now.shape[1] - 1):
        for w in range(1, now.shape[0] - 1):
            while trail[w, y]:
                some = True
                mask = dead_like(now)
                mask[w, y] = trail[w, y] & (~trail[w, y] + _ONE)
                top, bottom = flood(trail, mask, y, INFLUENCE)
                for column in range(1, now.shape[0] - 1):
                    for row in range(top, bottom + 1):
                        trail[column, row] &= ~mask[column, row]
                        mask[column, row] &= now[column, row]
                _, _, _, packed = pack(mask)
                own = period if period == 1 else _orbit(mask, by, period, unused)
                if not record(records, number, 0, own, packed):
                    return -1
    return _SETTLED if some or ships else _DIED


@jit
def _orbit(board: Words, by: Transition, most: int, trail: Words) -> int:
    """After how many generations the board comes back; 0 if that takes more than `most`.

    All cells that live in any of the generations are added to `trail`.
    """
    now, then = copy_of(board), dead_like(board)
    active, changed = all_active(board.shape[0] - 2), all_active(board.shape[0] - 2)
    for generation in range(1, most + 1):
        if generation <= 2:
            set_all(active)
        step(now, then, active, changed, by)
        now, then, active, changed = then, now, changed, active
        for w in range(1, board.shape[0] - 1):
            for y in range(1, board.shape[1] - 1):
                trail[w, y] |= now[w, y]
        if same_board(now, board):
            return generation
    return 0
