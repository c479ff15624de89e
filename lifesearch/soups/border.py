"""What happens at the border of a board: ships are let go, anything else needs more room.

The outermost cells are looked at every RING generations; life spreads by one cell a generation,
so that a ring of as many cells is enough for nothing to be lost.
"""

from __future__ import annotations

import numpy as np

from lifesearch.compiled import compiled, compiled_small
from lifesearch.compiled.lowlevel import at
from lifesearch.soups.boards import (
    CELLS,
    MASK,
    PART,
    RUN,
    RUN_FLAGS,
    RUN_THEN,
    Desk,
    add_all,
    advance,
    clear,
    remove,
    take,
)
from lifesearch.soups.kernel import WORD, Words, set_all, size_of
from lifesearch.soups.parts import INFLUENCE, Corners, box_of, cells_from, cut_out, move
from lifesearch.soups.records import Records, record

RING = 4
WITHIN_SHIP = 6  # in some phases, parts of a ship are that far from each other
SHIP_SIDE = 40
SHIP_PERIOD = 128
_ZERO = np.uint64(0)
_LEFT_RING = np.uint64(2**RING - 1)
_RIGHT_RING = np.uint64((2**RING - 1) << (WORD - RING))


@compiled
def touches_border(soup: Words, count: int, words: int) -> bool:
    """Whether a cell that is not dead is in the outermost rows and columns."""
    alive = _ZERO
    height = WORD * words + 2
    for plane in range(count):
        board = at(soup, plane * size_of(words))
        left, right = at(board, height), at(board, words * height)
        for y in range(1, height - 1):
            alive |= left[y] & _LEFT_RING | right[y] & _RIGHT_RING
        for w in range(1, words + 1):
            column = at(board, w * height)
            for y in range(1, 1 + RING):
                alive |= column[y] | column[height - 1 - y]
    touches: bool = alive != _ZERO
    return touches


@compiled_small
def _ring_of(w: int, y: int, words: int) -> np.uint64:
    """The outermost cells among those of a word, as bits."""
    if y <= RING or y >= WORD * words + 1 - RING:
        return ~_ZERO
    mask = _ZERO
    if w == 1:
        mask |= _LEFT_RING
    if w == words:
        mask |= _RIGHT_RING
    return mask


@compiled_small
def let_ships_go(soup: Words, words: int, number: int, records: Records, desk: Desk) -> int:
    """Remove and record the parts at the border if all are ships going outwards.

    Return how many, 0 if some are none, -1 if there is no room to record them.
    """
    size, height = size_of(words), WORD * words + 2
    rest, mask = at(desk.places, CELLS * desk.room), at(desk.places, MASK * desk.room)
    clear(rest, size)
    add_all(soup, desk.planes, size, rest)
    used = records[0]
    ships = 0
    for y in range(1, height - 1):
        for w in range(1, words + 1):
            place = w * height + y
            while rest[place] & _ring_of(w, y, words):
                first = rest[place] & _ring_of(w, y, words)
                box, period = (0, 0, 0, 0), 0
                for reach in range(INFLUENCE, WITHIN_SHIP + 1, WITHIN_SHIP - INFLUENCE):
                    box = cut_out(soup, rest, first, place, reach, words, desk)
                    period = _outgoing(words, box, desk)
                    if period:
                        break
                if period <= 0:
                    records[0] = used
                    return 0
                if not record(records, number, 1, period, words, box, desk):
                    return -1
                ships += 1
                remove(mask, size, rest)
    take(soup, desk.planes, size, rest, soup)
    return ships


@compiled_small
def _outgoing(words: int, box: Corners, desk: Desk) -> int:
    """The period of the part that is on the desk, if it is a ship that goes outwards.

    It is negative for a ship that does not, and 0 for anything else.
    """
    left, top, width, height = box
    if width > SHIP_SIDE or height > SHIP_SIDE:
        return 0
    part, flags = at(desk.places, PART * desk.room), at(desk.places, RUN_FLAGS * desk.room)
    now, then = at(desk.places, RUN * desk.room), at(desk.places, RUN_THEN * desk.room)
    length = desk.planes * size_of(1)
    clear(now, length)
    clear(then, length)
    set_all(flags, 1)
    middle_x, middle_y = (WORD - width) // 2, (WORD - height) // 2
    move(part, words, box, now, 1, middle_x, middle_y, desk.planes)
    dx, dy = -middle_x, -middle_y  # of the whole frame, which follows the ship
    for generation in range(1, SHIP_PERIOD + 1):
        advance(now, then, flags, at(flags, desk.room // 2), 1, desk.planes, desk.by)
        now, then = then, now
        x, y, across, down = box_of(now, desk.planes, 1)
        if not across or across > SHIP_SIDE or down > SHIP_SIDE:
            return 0
        if across == width and down == height and _same_shape(words, box, now, x, y, desk):
            dx, dy = dx + x, dy + y
            if dx == 0 and dy == 0:
                return 0
            side = WORD * words
            goes = _goes_outwards(left, width, dx, side) and _goes_outwards(top, height, dy, side)
            return generation if goes else -generation
        if generation % RING == 0:
            middle_x, middle_y = (WORD - across) // 2, (WORD - down) // 2
            clear(then, length)
            move(now, 1, (x, y, across, down), then, 1, middle_x, middle_y, desk.planes)
            now, then = then, now
            dx, dy = dx + x - middle_x, dy + y - middle_y
    return 0


@compiled_small
def _same_shape(words: int, box: Corners, soup: Words, x: int, y: int, desk: Desk) -> bool:
    """Whether a soup of one word has the same from a cell on as the part that is on the desk."""
    left, top, _, height = box
    for plane in range(desk.planes):
        part = at(desk.places, PART * desk.room + plane * size_of(words))
        board = at(soup, plane * size_of(1))
        for row in range(height):
            there = cells_from(board, 1, x, y + row)
            if cells_from(part, words, left, top + row) != there:
                return False
    return True


@compiled_small
def _goes_outwards(first: int, length: int, moved: int, side: int) -> bool:
    """Whether a part that is at one end of a side, or at both, moves over it; anything else may."""
    return (first >= RING or moved <= 0) and (first + length <= side - RING or moved >= 0)
