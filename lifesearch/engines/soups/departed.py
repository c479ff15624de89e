"""Ships that have left the board: where they are, and whether anything can meet them.

A ship that has left is no longer computed. That is right as long as nothing comes so near to it
that a cell has both in its neighbourhood. While some of its path is on the board, the board's cells
near it are examined in every generation (`met_on_board`). From then on it can only be met by what
leaves the board later, and nothing but ships leaves it: the paths of any two ships are compared
when the second of them leaves (`meets_another`). After that it flies for ever.

If the board becomes larger, the ships that are on the larger one are put back (`bring_back`).

A ship is SHIP numbers of `Workspace.ships`. Columns and rows are those of the board, from 0:

    SINCE        the generation in which it left
    PERIOD       its period
    MOVES        2 numbers: how far it moves in a period, to the right and downwards
    FIRST        2: first column and row of the box of all cells that it has in the period from
                 SINCE on
    END          2: the column and row after the last ones of that box
    CORNER       2: column and row of the box of the phase in which it left
    RECORD       where its record begins, see `records`
    NEAR_UNTIL   the generation from which on nothing on the board is near it

A zone is a board of one word: all cells within INFLUENCE of a ship's cells.
"""

from __future__ import annotations

import numpy as np

from lifesearch.engines.compiled import compiled
from lifesearch.engines.compiled.words import at
from lifesearch.engines.soups.boards import (
    COMPONENT,
    MASK,
    RUN,
    RUN_FLAGS,
    RUN_THEN,
    SHIP,
    Workspace,
    advance,
    clear,
)
from lifesearch.engines.soups.components import INFLUENCE, Rectangle, box_of, cells_from, move
from lifesearch.engines.soups.kernel import WORD, Int, Numbers, Words, set_all, size_of
from lifesearch.engines.soups.records import HEADER, Records

SINCE, PERIOD, MOVES, FIRST, END, CORNER, RECORD, NEAR_UNTIL = 0, 1, 2, 4, 6, 8, 10, 11
RING = 4
"""The outermost RING cells of each side are examined every RING generations: see `border`."""
_ZERO = np.uint64(0)
_ONE = np.uint64(1)


@compiled
def met_on_board(
    soup: Words, words: int, generation: Int, count: Int, records: Records, space: Workspace
) -> bool:
    """Whether a cell of the board and a ship have a neighbour in common."""
    for number in range(count):
        ship = at(space.ships, SHIP * number)
        if generation >= ship[NEAR_UNTIL]:
            continue
        if near_box(soup, space.planes, words, generation, INFLUENCE, ship):
            left, top = _zone(generation, ship, records, space)
            if _in_zone(soup, words, left, top, space):
                return True
    return False


@compiled
def near_box(
    soup: Words, count: int, words: int, generation: Int, reach: int, ship: Numbers
) -> bool:
    """Whether a soup has a cell that is not dead near a ship: within reach of its present box.

    That is the box of all cells that the ship has in its present period.
    """
    periods = (generation - ship[SINCE]) // ship[PERIOD]
    dx, dy = periods * ship[MOVES], periods * ship[MOVES + 1]
    side = WORD * words
    left, right = max(0, ship[FIRST] + dx - reach), min(side, ship[END] + dx + reach)
    top, bottom = (
        max(0, ship[FIRST + 1] + dy - reach),
        min(side, ship[END + 1] + dy + reach),
    )
    for plane in range(count):
        board = at(soup, plane * size_of(words))
        for y in range(top, bottom):
            for x in range(left, right, WORD):
                cells = cells_from(board, words, x, y)
                if right - x < WORD:
                    cells &= (_ONE << np.uint64(right - x)) - _ONE
                if cells != _ZERO:
                    return True
    return False


@compiled
def all_off_board(words: int, count: Int, space: Workspace) -> Int:
    """The generation from which on all ships are too far from the board to be met there.

    That of each ship is written to its NEAR_UNTIL.
    """
    side, until = WORD * words + INFLUENCE, np.int64(0)
    for number in range(count):
        ship = at(space.ships, SHIP * number)
        left, top, right, bottom = ship[FIRST], ship[FIRST + 1], ship[END], ship[END + 1]
        generation = ship[SINCE]
        while left < side and top < side and right > -INFLUENCE and bottom > -INFLUENCE:
            left, right = left + ship[MOVES], right + ship[MOVES]
            top, bottom = top + ship[MOVES + 1], bottom + ship[MOVES + 1]
            generation += ship[PERIOD]
        ship[NEAR_UNTIL] = generation
        until = max(until, generation)
    return until


@compiled
def bring_back(
    soup: Words,
    words: int,
    generation: Int,
    count: Int,
    records: Records,
    first: Int,
    space: Workspace,
) -> Int:
    """Put ships back on a board whose side was just doubled, and remove their records.

    Ships that are not wholly on it stay away. Their records are moved together, from `first` on.
    Return the number of these ships.
    """
    away, end, shift = np.int64(0), first, WORD * words // 4
    for number in range(count):
        ship, kept = at(space.ships, SHIP * number), at(space.ships, SHIP * away)
        # The old board is in the middle of the new one: FIRST, END and CORNER move with it.
        for place in range(FIRST, RECORD):
            ship[place] += shift
        if _on_board(words, generation, ship):
            _put(soup, words, generation, ship, records, space)
            continue
        start = ship[RECORD]
        length = HEADER + np.int64(records[start + 3])  # a row of a ship is one word (SHIP_SIDE)
        for place in range(length):
            records[end + place] = records[start + place]
        for place in range(SHIP):
            kept[place] = ship[place]
        kept[RECORD] = end
        end += length
        away += 1
    records[0] = end
    return away


@compiled
def _on_board(words: int, generation: Int, ship: Numbers) -> bool:
    """Whether all cells that a ship has in its present period are inside the board's outer ring.

    In the ring it would have to leave again at once.
    """
    periods = (generation - ship[SINCE]) // ship[PERIOD]
    for axis in range(2):
        moved = periods * ship[MOVES + axis]
        if ship[FIRST + axis] + moved < RING or ship[END + axis] + moved > WORD * words - RING:
            return False
    return True


@compiled
def _put(
    soup: Words, words: int, generation: Int, ship: Numbers, records: Records, space: Workspace
) -> None:
    """Add the cells that a ship has now to a board."""
    left, top = _as_it_is(generation, ship, records, space)
    cells = at(space.places, COMPONENT * space.room)
    box = box_of(cells, space.planes, 1)
    move(cells, 1, box, soup, words, left + box[0], top + box[1], space.planes)


@compiled
def _as_it_is(
    generation: Int, ship: Numbers, records: Records, space: Workspace
) -> tuple[int, int]:
    """Write a ship to the middle of COMPONENT, a board of one word.

    Return the column and row that the first cell of that board has on the soup's board.
    """
    now, then = at(space.places, RUN * space.room), at(space.places, RUN_THEN * space.room)
    flags, rows = at(space.places, RUN_FLAGS * space.room), at(records, ship[RECORD] + HEADER)
    height = np.int64(records[ship[RECORD] + 3]) // space.planes
    clear(then, space.planes * size_of(1))
    clear(now, space.planes * size_of(1))
    set_all(flags, 1)
    for plane in range(space.planes):
        for row in range(height):
            then[plane * size_of(1) + WORD + 2 + 1 + row] = rows[plane * height + row]
    x, y = in_the_middle(then, 1, box_of(then, space.planes, 1), now, space)
    left, top = ship[CORNER] + x, ship[CORNER + 1] + y
    periods = (generation - ship[SINCE]) // ship[PERIOD]
    # From the phase in which it left to the present one; whole periods only move it.
    for phase in range(generation - ship[SINCE] - periods * ship[PERIOD]):
        advance(now, then, flags, at(flags, space.room // 2), 1, space.planes, space.by)
        now, then = then, now
        if phase % RING == RING - 1:
            x, y = in_the_middle(now, 1, box_of(now, space.planes, 1), then, space)
            now, then, left, top = then, now, left + x, top + y
    cells = at(space.places, COMPONENT * space.room)
    x, y = in_the_middle(now, 1, box_of(now, space.planes, 1), cells, space)
    return left + x + periods * ship[MOVES], top + y + periods * ship[MOVES + 1]


@compiled
def _zone(generation: Int, ship: Numbers, records: Records, space: Workspace) -> tuple[int, int]:
    """Write the zone of a ship, all cells near those it has now, to MASK, a board of one word.

    Return the column and row that the first cell of that board has on the soup's board.
    """
    left, top = _as_it_is(generation, ship, records, space)
    cells, zone = at(space.places, COMPONENT * space.room), at(space.places, MASK * space.room)
    clear(zone, size_of(1))
    column = WORD + 2
    for y in range(1, WORD + 1):
        reached = _ZERO
        for plane in range(space.planes):
            board = at(cells, plane * size_of(1) + column)
            for row in range(max(1, y - INFLUENCE), min(WORD, y + INFLUENCE) + 1):
                reached |= board[row]
        zone[column + y] = reached
        for distance in range(1, INFLUENCE + 1):
            shift = np.uint64(distance)
            zone[column + y] |= reached << shift | reached >> shift
    return left, top


@compiled
def _in_zone(soup: Words, words: int, left: int, top: int, space: Workspace) -> bool:
    """Whether a soup has a cell that is not dead in the zone, which begins at (left, top)."""
    zone, side = at(space.places, MASK * space.room), WORD * words
    if left <= -WORD or left >= side:
        return False
    for plane in range(space.planes):
        board = at(soup, plane * size_of(words))
        for row in range(max(0, -top), min(WORD, side - top)):
            cells = cells_from(board, words, max(0, left), top + row)
            if left < 0:
                cells <<= np.uint64(-left)
            if cells & zone[WORD + 2 + 1 + row]:
                return True
    return False


@compiled
def in_the_middle(
    soup: Words, words: int, box: Rectangle, target: Words, space: Workspace
) -> tuple[int, int]:
    """Copy a box to the middle of a board of one word.

    Return the column and row that the first cell of that board has on the soup's board.
    """
    left, top, width, height = box
    x, y = (WORD - width) // 2, (WORD - height) // 2
    clear(target, space.planes * size_of(1))
    move(soup, words, box, target, 1, x, y, space.planes)
    return left - x, top - y


@compiled
def meets_another(count: Int, records: Records, space: Workspace) -> bool:
    """Whether the ship after the first `count` can come near to any of them."""
    other = at(space.ships, SHIP * count)
    for number in range(count):
        one = at(space.ships, SHIP * number)
        if _meet(one, other) and not _side_by_side(one, other, records, space):
            return True
    return False


@compiled
def _alike(one: Numbers, other: Numbers) -> bool:
    """Whether two ships move alike, and both have gone whole periods in the same generations."""
    in_step = one[PERIOD] == other[PERIOD] and (one[SINCE] - other[SINCE]) % one[PERIOD] == 0
    same: bool = one[MOVES] == other[MOVES] and one[MOVES + 1] == other[MOVES + 1]
    return in_step and same


@compiled
def _side_by_side(one: Numbers, other: Numbers, records: Records, space: Workspace) -> bool:
    """Whether two ships that move alike are not near each other in any generation of a period."""
    if not _alike(one, other):
        return False
    now = max(one[SINCE], other[SINCE])
    for generation in range(now, now + one[PERIOD]):
        left, top = _zone(generation, one, records, space)
        x, y = _as_it_is(generation, other, records, space)
        if _in_zone(at(space.places, COMPONENT * space.room), 1, left - x, top - y, space):
            return False
    return True


@compiled
def _meet(one: Numbers, other: Numbers) -> bool:
    """Whether the boxes of two ships can come near each other once both have left.

    The boxes are taken to move steadily. A ship may be up to the distance of one period behind
    that, so each box is made larger by as much; not if both move in step, always equally far apart.
    """
    now = max(one[SINCE], other[SINCE])
    # The times after `now`, in generations, between which they are near along all axes so far.
    begin, end = 0.0, np.inf
    for axis in range(2):
        moves, others = one[MOVES + axis], other[MOVES + axis]
        behind = 0 if _alike(one, other) else abs(moves) + abs(others)
        speed, others_speed = moves / one[PERIOD], others / other[PERIOD]
        place = speed * (now - one[SINCE]) - others_speed * (now - other[SINCE])
        # They are near along this axis while `low` is negative and `high` is positive.
        low = place + one[FIRST + axis] - other[END + axis] - INFLUENCE - behind
        high = place + one[END + axis] - other[FIRST + axis] + INFLUENCE + behind
        nearing = speed - others_speed
        if nearing != 0:
            begin = max(begin, min(-low / nearing, -high / nearing))
            end = min(end, max(-low / nearing, -high / nearing))
        elif low >= 0 or high <= 0:
            return False
    return begin < end
