"""Run soups until they settle, and write down what is left of them and what has flown away.

A soup starts on a small board. Every few generations the outermost cells are looked at. A part
that reaches them and is a spaceship going outwards is recorded and removed; anything else
moves the soup to a board twice as large, or ends it if there is none.

A soup has settled when a generation recurs. Whether one does after 1 or 2 generations is
known from the kernel. For longer periods each generation is compared with two earlier ones: one
that is renewed every 64 generations, and one after ever longer times. If ships have left
since then, the soup will emit them for ever: it is growing.

The parts of a settled board are taken apart by the cells that are not dead in any of its
generations.
Each is then run alone for its own period.
"""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

import numpy as np

from lifesearch.compiled import compiled_small
from lifesearch.compiled.lowlevel import at, pointers
from lifesearch.soups.boards import (
    CELLS,
    EARLY,
    FACTS,
    FLAGS,
    MASK,
    NOW,
    PART,
    RUN,
    RUN_FLAGS,
    RUN_THEN,
    THEN,
    Desk,
    add_all,
    advance,
    clear,
    copy,
    remove,
    same,
)
from lifesearch.soups.border import RING, let_ships_go, touches_border
from lifesearch.soups.kernel import WORD, Bytes, Int, Words, set_all, size_of
from lifesearch.soups.parts import INFLUENCE, box_of, cut_out, move
from lifesearch.soups.records import FIRST, Records, record

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


class Limits(NamedTuple):
    """How far a soup is followed: generations, and the words of its first and last board."""

    generations: int = GENERATIONS
    first_words: int = 1
    last_words: int = LARGEST_WORDS


@compiled_small
def run_batch(boards: Words, desk: Desk, limits: Limits, records: Records, outcomes: Bytes) -> int:
    """Run as many soups as `outcomes` has room for; stop before one whose parts find no room.

    Return how many were run. A soup whose parts do not fit even into empty records counts as
    one that reached the border.
    """
    near = Desk(pointers(desk.places), desk.room, desk.planes, pointers(desk.by))
    soup, parts = at(desk.places, NOW * desk.room), pointers(records)
    length = desk.planes * size_of(limits.first_words)
    parts[0] = FIRST
    for number in range(len(outcomes)):
        before = parts[0]
        copy(at(boards, number * length), soup, length)
        outcome = _run(limits, number, parts, near)
        if outcome < 0:
            parts[0] = before
            if number:
                return number
            outcome = _BORDER
        outcomes[number] = outcome
    return len(outcomes)


@compiled_small
def _run(limits: Limits, number: int, records: Records, desk: Desk) -> int:
    """Follow one soup and record its parts; -1 if there is no room for them."""
    count, words = desk.planes, limits.first_words
    now, then = at(desk.places, NOW * desk.room), at(desk.places, THEN * desk.room)
    active = at(desk.places, FLAGS * desk.room)
    changed = at(active, desk.room // 2)
    clear(active, desk.room)
    clear(then, desk.room)
    fresh = 2  # generations to be computed in full, because those before are not known
    ships = start = np.int64(0)  # a plain 0 would be another type, and all would be compiled twice
    _remember(now, words, start, ships, desk)
    for generation in range(1, limits.generations + 1):
        if fresh:
            set_all(active, words)
            if count == 1:  # of several states, nothing is skipped
                fresh -= 1
        moving = advance(now, then, active, changed, words, count, desk.by)
        now, then, active, changed = then, now, changed, active
        if not moving and not fresh:
            length = count * size_of(words)
            period = 1 if same(now, then, length, 0) else 2
            return _finish(now, words, period, ships, number, records, desk)
        if generation % RING == 0 and touches_border(now, count, words):
            fresh = 2
            left = let_ships_go(now, words, number, records, desk)
            if left < 0:
                return -1
            if left:
                ships += left
                continue
            if words >= limits.last_words:
                return _BORDER
            clear(then, desk.room)
            box, middle = box_of(now, count, words), WORD * words // 2
            move(now, words, box, then, 2 * words, box[0] + middle, box[1] + middle, count)
            words *= 2
            now, then = then, now
            clear(then, desk.room)
            clear(at(desk.places, FLAGS * desk.room), desk.room)
            _remember(now, words, generation, ships, desk)
            continue
        period = _came_back(now, words, generation, ships, desk)
        if period < 0:
            return _GROWING
        if period:
            return _finish(now, words, period, ships, number, records, desk)
    return _RUNNING


@compiled_small
def _remember(soup: Words, words: int, generation: Int, ships: Int, desk: Desk) -> None:
    """Keep two copies of a soup, to be renewed after a short and after a long time.

    The facts of each: when it was, how many ships had left, and when it is to be renewed.
    """
    for which in range(2):
        facts = at(desk.places, FACTS * desk.room + 3 * which)
        facts[0], facts[1], facts[2] = generation, ships, generation + (which + 1) * _SHORT
        copy(soup, at(desk.places, (EARLY + which) * desk.room), desk.planes * size_of(words))


@compiled_small
def _came_back(soup: Words, words: int, generation: Int, ships: Int, desk: Desk) -> Int:
    """The time since the soup was the same; negative if ships have left; 0 if it never was."""
    length = desk.planes * size_of(words)
    for which in range(2):
        facts = at(desk.places, FACTS * desk.room + 3 * which)
        earlier = at(desk.places, (EARLY + which) * desk.room)
        if same(soup, earlier, length, WORD * words + 2):
            period = generation - np.int64(facts[0])
            return period if np.int64(facts[1]) == ships else -period
        if generation >= np.int64(facts[2]):
            facts[0], facts[1] = generation, ships
            wait = generation // 2 if which and generation > 4 * _SHORT else (which + 1) * _SHORT
            facts[2] = generation + wait
            copy(soup, earlier, length)
    return np.int64(0)


@compiled_small
def _finish(
    soup: Words, words: int, period: Int, ships: Int, number: int, records: Records, desk: Desk
) -> int:
    size, height = size_of(words), WORD * words + 2
    trail, mask = at(desk.places, CELLS * desk.room), at(desk.places, MASK * desk.room)
    clear(trail, size)
    _orbit(soup, words, period, trail, desk)
    some = False
    for y in range(1, height - 1):
        for w in range(1, words + 1):
            place = w * height + y
            while trail[place]:
                some = True
                box = cut_out(soup, trail, trail[place], place, INFLUENCE, words, desk)
                remove(mask, size, trail)
                own = period
                if period > 1:
                    own = _orbit(at(desk.places, PART * desk.room), words, period, mask, desk)
                if not record(records, number, 0, own, words, box, desk):
                    return -1
    return _SETTLED if some or ships else _DIED


@compiled_small
def _orbit(soup: Words, words: int, most: Int, trail: Words, desk: Desk) -> Int:
    """After how many generations a soup recurs; 0 if that takes more than `most`.

    All cells that are not dead in any of the generations are added to `trail`.
    """
    size, count = size_of(words), desk.planes
    now, then = at(desk.places, RUN * desk.room), at(desk.places, RUN_THEN * desk.room)
    active = at(desk.places, RUN_FLAGS * desk.room)
    changed = at(active, desk.room // 2)
    copy(soup, now, count * size)
    clear(then, count * size)
    clear(active, desk.room)
    for generation in range(1, most + 1):
        if generation <= 2 or count > 1:
            set_all(active, words)
        advance(now, then, active, changed, words, count, desk.by)
        now, then, active, changed = then, now, changed, active
        add_all(now, count, size, trail)
        if same(now, soup, count * size, 0):
            return generation
    return np.int64(0)
