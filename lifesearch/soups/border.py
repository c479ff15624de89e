"""What happens at the border of a board: ships are let go, anything else needs more room.

The outermost cells are looked at every RING generations; life spreads by one cell a generation,
so that a ring of as many cells is enough for nothing to be lost.
"""

from __future__ import annotations

import numpy as np

from lifesearch.compiled import jit
from lifesearch.soups.boards import copy_board, copy_of, dead_like, same_words
from lifesearch.soups.kernel import WORD, Transition, Words, all_active, step, zeros
from lifesearch.soups.parts import INFLUENCE, flood, pack, place
from lifesearch.soups.records import Records, record

RING = 4
WITHIN_SHIP = 6  # in some phases, parts of a ship are that far from each other
SHIP_SIDE = 40
SHIP_PERIOD = 128
_ZERO = np.uint64(0)
_ONE = np.uint64(1)
_LEFT_RING = np.uint64(2**RING - 1)
_RIGHT_RING = np.uint64((2**RING - 1) << (WORD - RING))


@jit
def touches_border(board: Words) -> bool:
    """Whether a cell lives in the outermost rows and columns."""
    alive = _ZERO
    last = board.shape[0] - 2
    height = board.shape[1]
    for y in range(1, height - 1):
        alive |= board[1, y] & _LEFT_RING | board[last, y] & _RIGHT_RING
    for w in range(1, last + 1):
        for y in range(1, 1 + RING):
            alive |= board[w, y] | board[w, height - 1 - y]
    touches: bool = alive != _ZERO
    return touches


@jit
def ring_of(board: Words, w: int, y: int) -> np.uint64:
    """The outermost cells among those of a word, as bits."""
    if y <= RING or y >= board.shape[1] - 1 - RING:
        return ~_ZERO
    mask = _ZERO
    if w == 1:
        mask |= _LEFT_RING
    if w == board.shape[0] - 2:
        mask |= _RIGHT_RING
    return mask


@jit
def let_ships_go(board: Words, by: Transition, number: int, records: Records) -> int:
    """Remove and record the parts at the border if all are ships going outwards.

    Return how many, 0 if some are none, -1 if there is no room to record them.
    """
    rest = copy_of(board)
    height = board.shape[1]
    last = board.shape[0] - 2
    used = records.used[0]
    ships = 0
    for y in range(1, height - 1):
        for w in range(1, last + 1):
            while True:
                ring = rest[w, y] & ring_of(board, w, y)
                if not ring:
                    break
                period = 0
                for reach in (INFLUENCE, WITHIN_SHIP):
                    mask = dead_like(board)
                    mask[w, y] = ring & (~ring + _ONE)
                    top, bottom = flood(rest, mask, y, reach)
                    x0, y0, width, packed = pack(mask)
                    period, dx, dy = _ship(packed, width, by)
                    if period:
                        break
                outwards = goes_outwards(x0, width, dx, WORD * last) and goes_outwards(
                    y0, len(packed), dy, WORD * last
                )
                if not period or not outwards:
                    records.used[0] = used
                    return 0
                if not record(records, number, 1, period, packed):
                    return -1
                ships += 1
                for row in range(top, bottom + 1):
                    for column in range(1, last + 1):
                        rest[column, row] &= ~mask[column, row]
    copy_board(rest, board)
    return ships


@jit
def goes_outwards(first: int, length: int, moved: int, side: int) -> bool:
    """Whether a part that is at one end of a side, or at both, moves over it; anything else may."""
    return (first >= RING or moved <= 0) and (first + length <= side - RING or moved >= 0)


@jit
def _ship(packed: Words, width: int, by: Transition) -> tuple[int, int, int]:
    """The period and displacement of a spaceship; zeros for anything else."""
    height = packed.shape[0]
    if max(width, height) > SHIP_SIDE:
        return 0, 0, 0
    now = zeros(3, WORD + 2)
    then = dead_like(now)
    active = all_active(1)
    changed = all_active(active.shape[0] - 2)
    x = (WORD - width) // 2
    y = (WORD - height) // 2
    place(now, packed, x, y)
    moved_x = moved_y = 0  # of the whole frame, which follows the ship
    for generation in range(1, SHIP_PERIOD + 1):
        step(now, then, active, changed, by)
        now, then = then, now
        left, top, across, shape = pack(now)
        if not across or max(across, shape.shape[0]) > SHIP_SIDE:
            return 0, 0, 0
        if same_words(shape, packed):
            dx, dy = left + moved_x - x, top + moved_y - y
            if dx == 0 and dy == 0:
                return 0, 0, 0
            return generation, dx, dy
        if generation % RING == 0:
            middle_x, middle_y = (WORD - across) // 2, (WORD - shape.shape[0]) // 2
            now = dead_like(now)
            place(now, shape, middle_x, middle_y)
            moved_x += left - middle_x
            moved_y += top - middle_y
    return 0, 0, 0
