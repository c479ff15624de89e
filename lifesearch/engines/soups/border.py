"""The border of a board: ships that leave are recorded and removed, all else needs a larger board.

`settle` calls `touches_border` and `release_ships`. A larger board is also needed if something
could meet a ship after it has left (see `departed`).

The ring of the outermost RING cells is examined every RING generations. Life spreads by at most one
cell a generation, so nothing can cross the ring unseen.

    soup, words     the boards of the soup, and their width in words; see `kernel`
    w, y, place     a column of words, a row, and their word: place = w * height + y
    rest            cells that belong to no component yet; mask: those of the component
    ship            the numbers of one ship: see `departed`
"""

from __future__ import annotations

import numpy as np

from lifesearch.engines.compiled import compiled
from lifesearch.engines.compiled.words import at
from lifesearch.engines.soups.boards import (
    CELLS,
    COMPONENT,
    MASK,
    MOST_SHIPS,
    RUN,
    RUN_FLAGS,
    RUN_THEN,
    SHIP,
    Workspace,
    add_all,
    advance,
    clear,
    remove,
    take,
)
from lifesearch.engines.soups.components import (
    INFLUENCE,
    Rectangle,
    box_of,
    cells_from,
    cut_out,
)
from lifesearch.engines.soups.departed import (
    CORNER,
    END,
    FIRST,
    MOVES,
    PERIOD,
    RECORD,
    RING,
    SINCE,
    in_the_middle,
    meets_another,
    near_box,
)
from lifesearch.engines.soups.kernel import WORD, Int, Numbers, Words, set_all, size_of
from lifesearch.engines.soups.records import Records, record

WITHIN_SHIP = 6  # in some phases, cells of one ship are that far from each other
# A component of up to 40 cells a side, in the middle of a board of 64, has 12 dead cells on each
# side: more than it can spread in RING generations, after which it is put in the middle again.
SHIP_SIDE = 40
SHIP_PERIOD = 128  # generations for which a component is run to see whether it is a ship: a choice
_ZERO = np.uint64(0)
_LEFT_RING = np.uint64(2**RING - 1)
_RIGHT_RING = np.uint64((2**RING - 1) << (WORD - RING))


@compiled
def touches_border(soup: Words, count: int, words: int) -> bool:
    """Whether a cell in the outermost rows and columns is not dead."""
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


@compiled
def _ring_of(w: int, y: int, words: int) -> np.uint64:
    """The bits of a word that are in the outermost ring."""
    if y <= RING or y >= WORD * words + 1 - RING:
        return ~_ZERO
    mask = _ZERO
    if w == 1:
        mask |= _LEFT_RING
    if w == words:
        mask |= _RIGHT_RING
    return mask


@compiled
def release_ships(
    soup: Words,
    words: int,
    generation: Int,
    gone: Int,
    batch_place: int,
    records: Records,
    space: Workspace,
) -> Int:
    """Remove and record the components at the border if all are ships that leave and meet nothing.

    `gone` ships have left before. Return the number that left now, 0 if a component must not leave
    or MOST_SHIPS have left, -1 if there is no room to record them.
    """
    size, height = size_of(words), WORD * words + 2
    rest = at(space.places, CELLS * space.room)
    clear(rest, size)
    add_all(soup, space.planes, size, rest)
    used = records[0]
    ships = gone
    for y in range(1, height - 1):
        for w in range(1, words + 1):
            place = w * height + y
            while rest[place] & _ring_of(w, y, words):
                if ships == MOST_SHIPS:
                    records[0] = used
                    return np.int64(0)
                first, ship = rest[place] & _ring_of(w, y, words), at(space.ships, SHIP * ships)
                box, period = _cut_ship(soup, rest, first, place, words, generation, ship, space)
                # All or nothing: if one component must stay, the board becomes larger, so none is
                # removed.
                if not period:
                    records[0] = used
                    return np.int64(0)
                ship[RECORD] = records[0]
                if not record(records, batch_place, 1, period, words, box, space):
                    return np.int64(-1)
                if meets_another(ships, records, space):
                    records[0] = used
                    return np.int64(0)
                ships += 1
    # Only cells that belong to no ship are left in the soup.
    take(soup, space.planes, size, rest, soup)
    return ships - gone


@compiled
def _cut_ship(
    soup: Words,
    rest: Words,
    first: np.uint64,
    place: int,
    words: int,
    generation: Int,
    ship: Numbers,
    space: Workspace,
) -> tuple[Rectangle, int]:
    """Remove a ship going outwards from `rest`; its box and its period, 0 if there is none.

    The ship is in the workspace then, and its numbers are in `ship`. A component with something
    near it may be a piece of a larger ship, so both are first tried as one. If that is no ship, the
    component is tried alone: two ships may be near each other and yet not disturb each other.
    """
    size, mask = size_of(words), at(space.places, MASK * space.room)
    box = (0, 0, 0, 0)
    # Attempts: alone, unless something is near, now or in its period; together with what is near
    # now; alone in any case.
    for attempt in range(3):
        reach = WITHIN_SHIP if attempt == 1 else INFLUENCE
        box = cut_out(soup, rest, first, place, reach, words, space)
        period = _outgoing(words, box, generation, ship, space)
        remove(mask, size, rest)
        if period and (attempt > 0 or not near_box(rest, 1, words, generation, WITHIN_SHIP, ship)):
            return box, period
        add_all(mask, 1, size, rest)
    return box, 0


@compiled
def _outgoing(words: int, box: Rectangle, generation: Int, ship: Numbers, space: Workspace) -> int:
    """The period of the component in the workspace if it is a ship going outwards; otherwise 0.

    The numbers of the ship are written to `ship`.
    """
    left, top, width, height = box
    if width > SHIP_SIDE or height > SHIP_SIDE:
        return 0
    component = at(space.places, COMPONENT * space.room)
    flags = at(space.places, RUN_FLAGS * space.room)
    now, then = at(space.places, RUN * space.room), at(space.places, RUN_THEN * space.room)
    clear(then, space.planes * size_of(1))
    set_all(flags, 1)
    # The small board follows the component; its first cell is (first_x, first_y) of the large one.
    first_x, first_y = in_the_middle(component, words, box, now, space)
    ship[SINCE] = generation
    ship[CORNER], ship[CORNER + 1] = ship[FIRST], ship[FIRST + 1] = left, top
    ship[END], ship[END + 1] = left + width, top + height
    for period in range(1, SHIP_PERIOD + 1):
        # All flags remain set, and the new ones are not read: so every block is computed.
        advance(now, then, flags, at(flags, space.room // 2), 1, space.planes, space.by)
        now, then = then, now
        x, y, across, down = box_of(now, space.planes, 1)
        if not across or across > SHIP_SIDE or down > SHIP_SIDE:
            return 0
        ship[FIRST] = min(ship[FIRST], first_x + x)
        ship[FIRST + 1] = min(ship[FIRST + 1], first_y + y)
        ship[END] = max(ship[END], first_x + x + across)
        ship[END + 1] = max(ship[END + 1], first_y + y + down)
        if across == width and down == height and _same_shape(words, box, now, x, y, space):
            dx, dy = first_x + x - left, first_y + y - top
            ship[PERIOD], ship[MOVES], ship[MOVES + 1] = period, dx, dy
            side = WORD * words
            goes = _goes_outwards(left, width, dx, side) and _goes_outwards(top, height, dy, side)
            return period if goes and (dx != 0 or dy != 0) else 0  # an oscillator must not leave
        if period % RING == 0:
            moved_x, moved_y = in_the_middle(now, 1, (x, y, across, down), then, space)
            now, then, first_x, first_y = then, now, first_x + moved_x, first_y + moved_y
    return 0


@compiled
def _same_shape(words: int, box: Rectangle, soup: Words, x: int, y: int, space: Workspace) -> bool:
    """Whether a soup of one word has the component of the workspace at column x and row y."""
    left, top, _, height = box
    for plane in range(space.planes):
        component = at(space.places, COMPONENT * space.room + plane * size_of(words))
        board = at(soup, plane * size_of(1))
        for row in range(height):
            there = cells_from(board, 1, x, y + row)
            if cells_from(component, words, left, top + row) != there:
                return False
    return True


@compiled
def _goes_outwards(first: int, length: int, moved: int, side: int) -> bool:
    """Whether a component at an end of a side does not move inwards; True if at neither end.

    One that moves along the border counts, too: it leaves at the corner.
    """
    return (first >= RING or moved <= 0) and (first + length <= side - RING or moved >= 0)
