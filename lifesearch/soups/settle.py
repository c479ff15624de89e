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
from numpy.typing import NDArray

from lifesearch.soups.jit import jit
from lifesearch.soups.kernel import WORD, Flags, Transition, Words, all_active, step
from lifesearch.soups.parts import flood, pack, place
from lifesearch.soups.seeds import Layout, fill

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

_RING = 4  # the cells of the border that are looked at, and the generations between two looks
_INFLUENCE = 2  # cells no further from each other may have a neighbour in common
_WITHIN_SHIP = 6  # in some phases, parts of a ship are that far from each other
_SHORT = 64
_SHIP_SIDE = 40
_SHIP_PERIOD = 128
_HEADER = 5
_NONE = np.int64(0)
_ZERO = np.uint64(0)
_ONE = np.uint64(1)
_LEFT_RING = np.uint64(2**_RING - 1)
_RIGHT_RING = np.uint64((2**_RING - 1) << (WORD - _RING))


class Limits(NamedTuple):
    """How far a soup is followed: generations, and the words of its first and last board."""

    generations: int = GENERATIONS
    first_words: int = 1
    last_words: int = LARGEST_WORDS


class CatalogueRecorder(NamedTuple):
    """Two earlier generations, renewed after a short and after a long time.

    The facts of each: when it was, how many ships had left, and when it is to be renewed.
    """

    boards: Words
    facts: NDArray[np.int64]


class Records(NamedTuple):
    """Where parts are written one after another; used[0] is the number of words written.

    Of each part: the number of its soup in the batch, whether it is a ship, its period, the
    number of rows, the words of a row, and the rows in any one phase.
    """

    words: Words
    used: NDArray[np.int64]


@jit
def run_batch(
    layout: Layout,
    seed: np.uint64,
    first_index: np.uint64,
    by: Transition,
    limits: Limits,
    records: Records,
    outcomes: Flags,
) -> int:
    """Run as many soups as `outcomes` has room for; stop before one whose parts find no room.

    Return how many were run. A soup whose parts do not fit even into empty records counts as
    one that reached the border.
    """
    records.used[0] = 0
    for number in range(len(outcomes)):
        before = records.used[0]
        board = np.zeros((limits.first_words + 2, WORD * limits.first_words + 2), np.uint64)
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
    then = _dead(now)
    active, changed = all_active(now.shape[0] - 2), all_active(now.shape[0] - 2)
    fresh = 2  # generations to be computed in full, because those before are not known
    ships = start = int(_NONE)  # a plain 0 would be another type, and all would be compiled twice
    memory = _remember(now, start, ships)
    period = 0
    for generation in range(1, limits.generations + 1):
        if fresh:
            _set_all(active)
            fresh -= 1
        moving = step(now, then, active, changed, by)
        now, then, active, changed = then, now, changed, active
        if not moving and not fresh:
            period = 1 if _same(now, then) else 2
            break
        if generation % _RING == 0 and _touches(now):
            fresh = 2
            left = _let_go(now, by, number, records)
            if left < 0:
                return -1
            if left:
                ships += left
                continue
            if now.shape[0] - 2 >= limits.last_words:
                return _BORDER
            now = _enlarged(now)
            then = _dead(now)
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
def _remember(board: Words, generation: int, ships: int) -> CatalogueRecorder:
    memory = CatalogueRecorder(
        np.zeros((2, board.shape[0], board.shape[1]), np.uint64), np.zeros((2, 3), np.int64)
    )
    for which in range(2):
        _copy(board, memory.boards[which])
        memory.facts[which, 0] = generation
        memory.facts[which, 1] = ships
        memory.facts[which, 2] = generation + (which + 1) * _SHORT
    return memory


@jit
def _came_back(board: Words, generation: int, ships: int, memory: CatalogueRecorder) -> int:
    """The time since the board was the same; negative if ships have left; 0 if it never was."""
    for which in range(2):
        facts = memory.facts[which]
        if _same(board, memory.boards[which]):
            period = generation - int(facts[0])
            return period if facts[1] == ships else -period
        if generation >= facts[2]:
            _copy(board, memory.boards[which])
            facts[0], facts[1] = generation, ships
            facts[2] = generation + (max(2 * _SHORT, generation // 2) if which else _SHORT)
    return 0


@jit
def _same(a: Words, b: Words) -> bool:
    for w in range(1, a.shape[0] - 1):
        for y in range(1, a.shape[1] - 1):
            if a[w, y] != b[w, y]:
                return False
    return True


@jit
def _equal(a: Words, b: Words) -> bool:
    if a.shape[0] != b.shape[0] or a.shape[1] != b.shape[1]:
        return False
    for row in range(a.shape[0]):
        for word in range(a.shape[1]):
            if a[row, word] != b[row, word]:
                return False
    return True


# Loops in functions of their own: numba compiles numpy's expressions many times more slowly.
@jit
def _dead(board: Words) -> Words:
    return np.zeros(board.shape, np.uint64)


@jit
def _copy(source: Words, target: Words) -> None:
    for w in range(source.shape[0]):
        for y in range(source.shape[1]):
            target[w, y] = source[w, y]


@jit
def _copied(board: Words) -> Words:
    result = _dead(board)
    _copy(board, result)
    return result


@jit
def _set_all(flags: Flags) -> None:
    for w in range(1, flags.shape[0] - 1):
        for k in range(1, flags.shape[1] - 1):
            flags[w, k] = 1


@jit
def _touches(board: Words) -> bool:
    """Whether a cell lives in the outermost rows and columns."""
    alive = _ZERO
    last = board.shape[0] - 2
    height = board.shape[1]
    for y in range(1, height - 1):
        alive |= board[1, y] & _LEFT_RING | board[last, y] & _RIGHT_RING
    for w in range(1, last + 1):
        for y in range(1, 1 + _RING):
            alive |= board[w, y] | board[w, height - 1 - y]
    return bool(alive)


@jit
def _ring(board: Words, w: int, y: int) -> np.uint64:
    """The outermost cells among those of a word, as bits."""
    if y <= _RING or y >= board.shape[1] - 1 - _RING:
        return ~_ZERO
    mask = _ZERO
    if w == 1:
        mask |= _LEFT_RING
    if w == board.shape[0] - 2:
        mask |= _RIGHT_RING
    return mask


@jit
def _let_go(board: Words, by: Transition, number: int, records: Records) -> int:
    """Remove and record the parts at the border if all are ships going outwards.

    Return how many, 0 if some are none, -1 if there is no room to record them.
    """
    rest = _copied(board)
    height = board.shape[1]
    last = board.shape[0] - 2
    used = records.used[0]
    ships = 0
    for y in range(1, height - 1):
        for w in range(1, last + 1):
            while True:
                ring = rest[w, y] & _ring(board, w, y)
                if not ring:
                    break
                period = 0
                for reach in (_INFLUENCE, _WITHIN_SHIP):
                    mask = _dead(board)
                    mask[w, y] = ring & (~ring + _ONE)
                    top, bottom = flood(rest, mask, y, reach)
                    x0, y0, width, packed = pack(mask)
                    period, dx, dy = _ship(packed, width, by)
                    if period:
                        break
                outwards = (
                    (x0 >= _RING or dx <= 0)
                    and (x0 + width <= WORD * last - _RING or dx >= 0)
                    and (y0 >= _RING or dy <= 0)
                    and (y0 + len(packed) <= WORD * last - _RING or dy >= 0)
                )
                if not period or not outwards:
                    records.used[0] = used
                    return 0
                if not _record(records, number, 1, period, packed):
                    return -1
                ships += 1
                for row in range(top, bottom + 1):
                    for column in range(1, last + 1):
                        rest[column, row] &= ~mask[column, row]
    _copy(rest, board)
    return ships


@jit
def _ship(packed: Words, width: int, by: Transition) -> tuple[int, int, int]:
    """The period and displacement of a spaceship; zeros for anything else."""
    height = packed.shape[0]
    if max(width, height) > _SHIP_SIDE:
        return 0, 0, 0
    now = np.zeros((3, WORD + 2), np.uint64)
    then = _dead(now)
    active = all_active(1)
    changed = all_active(active.shape[0] - 2)
    x = (WORD - width) // 2
    y = (WORD - height) // 2
    place(now, packed, x, y)
    moved_x = moved_y = 0  # of the whole frame, which follows the ship
    for generation in range(1, _SHIP_PERIOD + 1):
        step(now, then, active, changed, by)
        now, then = then, now
        left, top, across, shape = pack(now)
        if not across or max(across, shape.shape[0]) > _SHIP_SIDE:
            return 0, 0, 0
        if _equal(shape, packed):
            dx, dy = left + moved_x - x, top + moved_y - y
            if dx == 0 and dy == 0:
                return 0, 0, 0
            return generation, dx, dy
        if generation % _RING == 0:
            middle_x, middle_y = (WORD - across) // 2, (WORD - shape.shape[0]) // 2
            now = _dead(now)
            place(now, shape, middle_x, middle_y)
            moved_x += left - middle_x
            moved_y += top - middle_y
    return 0, 0, 0


@jit
def _enlarged(board: Words) -> Words:
    """The same cells in the middle of a board twice as wide and high."""
    words = board.shape[0] - 2
    larger = np.zeros((2 * words + 2, 2 * WORD * words + 2), np.uint64)
    x, y, width, packed = pack(board)
    if width:
        place(larger, packed, x + WORD * words // 2, y + WORD * words // 2)
    return larger


@jit
def _finish(
    now: Words, by: Transition, period: int, ships: int, number: int, records: Records
) -> int:
    """Record the parts of a settled board."""
    progress_made, unused = _dead(now), _dead(now)
    _orbit(now, by, period, progress_made)
    some = False
    for y in range(1, now.shape[1] - 1):
        for w in range(1, now.shape[0] - 1):
            while progress_made[w, y]:
                some = True
                mask = _dead(now)
                mask[w, y] = progress_made[w, y] & (~progress_made[w, y] + _ONE)
                top, bottom = flood(progress_made, mask, y, _INFLUENCE)
                for column in range(1, now.shape[0] - 1):
                    for row in range(top, bottom + 1):
                        progress_made[column, row] &= ~mask[column, row]
                        mask[column, row] &= now[column, row]
                _, _, _, packed = pack(mask)
                own = period if period == 1 else _orbit(mask, by, period, unused)
                if not _record(records, number, 0, own, packed):
                    return -1
    return _SETTLED if some or ships else _DIED


@jit
def _orbit(board: Words, by: Transition, most: int, progress_made: Words) -> int:
    """After how many generations the board comes back; 0 if that takes more than `most`.

    All cells that live in any of the generations are added to `progress_made`.
    """
    now, then = _copied(board), _dead(board)
    active, changed = all_active(board.shape[0] - 2), all_active(board.shape[0] - 2)
    for generation in range(1, most + 1):
        if generation <= 2:
            _set_all(active)
        step(now, then, active, changed, by)
        now, then, active, changed = then, now, changed, active
        for w in range(1, board.shape[0] - 1):
            for y in range(1, board.shape[1] - 1):
                progress_made[w, y] |= now[w, y]
        if _same(now, board):
            return generation
    return 0


@jit
def _record(records: Records, number: int, ship: int, period: int, packed: Words) -> bool:
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
    place_ = start + _HEADER
    for row in range(height):
        for word in range(words):
            records.words[place_] = packed[row, word]
            place_ += 1
    records.used[0] = end
    return True
