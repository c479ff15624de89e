"""Ships of several states that reach the border of a board: as in `lifesearch.soups.border`."""

from __future__ import annotations

import numpy as np

from lifesearch.compiled import jit
from lifesearch.soups.boards import dead_like, same_words
from lifesearch.soups.border import (
    RING,
    SHIP_PERIOD,
    SHIP_SIDE,
    WITHIN_SHIP,
    goes_outwards,
    ring_of,
)
from lifesearch.soups.kernel import WORD, Transition, Words, all_active
from lifesearch.soups.parts import INFLUENCE, flood
from lifesearch.soups.records import Records, record
from lifesearch.soups.states.planes import (
    all_cells,
    dead_planes,
    pack_planes,
    part_of,
    place_planes,
    step_planes,
)

_ONE = np.uint64(1)


@jit
def let_ships_go(planes: Words, by: Transition, number: int, records: Records) -> int:
    """Remove and record the parts at the border if all are ships going outwards.

    Return how many, 0 if some are none, -1 if there is no room to record them.
    """
    rest = all_cells(planes)
    last, height = rest.shape[0] - 2, rest.shape[1]
    used = records.used[0]
    ships = 0
    for y in range(1, height - 1):
        for w in range(1, last + 1):
            while True:
                ring = rest[w, y] & ring_of(rest, w, y)
                if not ring:
                    break
                goes, mask, period, packed = _outgoing(planes, rest, w, y, by)
                if not goes:
                    records.used[0] = used
                    return 0
                if not record(records, number, 1, period, packed):
                    return -1
                ships += 1
                for column in range(1, last + 1):
                    for row in range(1, height - 1):
                        rest[column, row] &= ~mask[column, row]
    for plane in range(planes.shape[0]):
        for w in range(1, last + 1):
            for y in range(1, height - 1):
                planes[plane, w, y] &= rest[w, y]
    return ships


@jit
def _outgoing(
    planes: Words, rest: Words, w: int, y: int, by: Transition
) -> tuple[bool, Words, int, Words]:
    """Whether the part with the first outermost cell of a word is a ship that goes outwards.

    Return also its cells, its period, and the part itself.
    """
    ring = rest[w, y] & ring_of(rest, w, y)
    side = WORD * (rest.shape[0] - 2)
    for reach in (INFLUENCE, WITHIN_SHIP):
        mask = dead_like(rest)
        mask[w, y] = ring & (~ring + _ONE)
        flood(rest, mask, y, reach)
        x0, y0, width, height, packed = pack_planes(part_of(planes, mask))
        period, dx, dy = _ship(packed, width, height, planes.shape[0], by)
        if period:
            break
    outwards = goes_outwards(x0, width, dx, side) and goes_outwards(y0, height, dy, side)
    return period > 0 and outwards, mask, period, packed


@jit
def _ship(
    packed: Words, width: int, height: int, count: int, by: Transition
) -> tuple[int, int, int]:
    """The period and displacement of a spaceship; zeros for anything else."""
    if max(width, height) > SHIP_SIDE:
        return 0, 0, 0
    now, then = dead_planes(count, 1), dead_planes(count, 1)
    active, unused = all_active(1), all_active(1)
    x, y = (WORD - width) // 2, (WORD - height) // 2
    place_planes(now, packed, x, y)
    moved_x = moved_y = 0  # of the whole frame, which follows the ship
    for generation in range(1, SHIP_PERIOD + 1):
        step_planes(now, then, active, unused, by)
        now, then = then, now
        left, top, across, down, shape = pack_planes(now)
        if not across or max(across, down) > SHIP_SIDE:
            return 0, 0, 0
        if same_words(shape, packed):
            dx, dy = left + moved_x - x, top + moved_y - y
            if dx == 0 and dy == 0:
                return 0, 0, 0
            return generation, dx, dy
        if generation % RING == 0:
            middle_x, middle_y = (WORD - across) // 2, (WORD - down) // 2
            now = dead_planes(count, 1)
            place_planes(now, shape, middle_x, middle_y)
            moved_x += left - middle_x
            moved_y += top - middle_y
    return 0, 0, 0
