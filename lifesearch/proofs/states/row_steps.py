"""Which rows can be added to a state: the kernel of `state_set` and `reach`.

A row is a number, bit x for the free cell x. The *cells* of a row are those of columns -2 to the
last one that matters plus one, bit x+2 for column x, so that the three cells around column x are
bits x+1 to x+3. The *wanted* row is what the middle row is to become in columns -1, 0, 1, ...: bit
x+1 for column x.

Rows that fit below two others are found column by column. For each column the rule allows some of
the 8 ways to fill the three cells around it in the row below: a set of 8 bits. From right to left
we keep those which can be continued to the end (`fitting`); then rows are put together from left to
right without ever getting stuck (`following`).

The numbers of a strip stand in one array of integers, `strip`, which `numbers_of` makes:

    BITS, PERIOD, COLUMNS      free cells of a row; p; columns that the rule is tested in
    DX, FLIPPED                how the pattern recurs: moved to the right, or mirrored
    PLACES, MOST, SHORTER      places of states; the largest population, or -1; shorter periods
    REVERSIBLE                 whether mirror images of states are equivalent
    STEPS                      conditions of a place, padded to the same number for all places
    MIDDLE                     the first free cell that counts once; those before it count twice
    ROOM                       how many successors of a state there is room for
    ENDS + i                   for column i - 1: which ways to fill three cells are possible at all
    EXTRA, EXTRA + 1           the free cells that columns `bits` and `bits` + 1 are equal to, or -1
    GENERATION + place         the generation of the rows of a place
    then                       4 numbers for each shorter period, see `StripRows.shorter`
    then                       6 numbers for each condition of each place, see `Condition`

All arrays have one dimension: the functions can be compiled (see `machine`), or run as they are, on
lists.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from lifesearch.proofs.states.strip_rows import (
    EACH,
    KNOWN,
    MOST_CELLS_OF_A_ROW,
    NO_MIRROR,
    StripRows,
)

Array = Any
"""A list or an array of numbers, or a pointer to one."""
Int = Any
"""A number of Python's, of numpy's, or in machine code."""

MOST_SUCCESSORS = 1 << 16  # of a state, to bound the memory

BITS, PERIOD, COLUMNS, DX, FLIPPED, PLACES, MOST, SHORTER, REVERSIBLE, STEPS, MIDDLE, ROOM = range(
    12
)
ENDS = 12
EXTRA = ENDS + MOST_CELLS_OF_A_ROW + 2
GENERATION = EXTRA + 2

FREE, DEAD, AS_MIDDLE, AS_LEFT = 0xFF, 0x0F, 0xC3, 0xA5
"""Which of the 8 ways (left + 2 middle + 4 right) are possible, by what the right cell is."""

SPREAD = np.array([sum(3 << 2 * i for i in range(4) if m >> i & 1) for m in range(16)], np.int64)
"""For each set of ways to fill two cells, the ways to fill three whose last two are these."""


class StripWorkspace(NamedTuple):
    """The constants of a strip, and scratch arrays for its rows."""

    strip: Array  # see `numbers_of`
    ways: Array  # see `ways_of`
    spread: Array  # `SPREAD`
    rows: Array  # a state, the row that is added to it, and rows to come
    fits: Array  # for each condition and column, the ways that are possible in the row below
    found: Array  # the rows that may be added

    @classmethod
    def of(cls, rows: StripRows, look_ahead: int) -> StripWorkspace:
        strip = numbers_of(rows, look_ahead)
        room = 2 * strip[PERIOD] + 1 + strip[STEPS], strip[STEPS] * strip[COLUMNS], strip[ROOM]
        return cls(strip, ways_of(rows), SPREAD, *(np.zeros(size, np.int64) for size in room))


def numbers_of(rows: StripRows, look_ahead: int) -> Array:
    """All numbers of a strip that the functions here need."""
    head = np.zeros(GENERATION, np.int64)
    programs = [rows.conditions(place, look_ahead) for place in range(rows.places)]
    longest = max(map(len, programs))
    most = -1 if rows.most is None else rows.most
    columns = rows.last_column + 2  # from column -1 on
    head[:ENDS] = (
        *(rows.bits, rows.period, columns, rows.dx, rows.flipped, rows.places, most),
        *(len(rows.shorter), rows.reversible, longest, _middle(rows)),
        min(1 << rows.bits, MOST_SUCCESSORS),
    )
    for i in range(columns):
        head[ENDS + i] = _way_to_end(rows, i)
    head[EXTRA : EXTRA + 2] = rows.column(rows.bits), rows.column(rows.bits + 1)
    tail: list[int] = [*rows.generations]
    for shorter in rows.shorter:
        tail += map(int, shorter)
    for program in programs:
        for condition in program:
            tail += map(int, condition)
        tail += [-1] * 6 * (longest - len(program))
    return np.concatenate([head, np.array(tail, np.int64)])


def _way_to_end(rows: StripRows, right: int) -> int:
    """The possible ways for three cells, from what is known of the right one, in this column."""
    if right < rows.bits:
        return FREE
    same = rows.column(right)
    if same < 0:
        return DEAD
    return AS_MIDDLE if same == right - 1 else AS_LEFT


def _middle(rows: StripRows) -> int:
    """The first free cell that counts once; those before it count twice."""
    if rows.mirror == NO_MIRROR:
        return 0
    return rows.width // 2


def ways_of(rows: StripRows) -> Array:
    """Entry 64 d + 8 m + a: which ways c to fill three cells make the middle one d.

    Here a, m and c are three cells above, in the middle and below, as left + 2 middle + 4 right.
    """
    ways = np.zeros(128, np.int64)
    # In blocks the left cell has the highest bit.
    turned = [4 * (v & 1) + (v & 2) + (v >> 2) for v in range(8)]
    for above in range(8):
        for middle in range(8):
            for below in range(8):
                block = turned[above] << 6 | turned[middle] << 3 | turned[below]
                ways[64 * rows.table[block] + 8 * middle + above] |= 1 << below
    return ways


def cells_of(strip: Array, row: Int) -> Int:
    """The cells of a row in columns -2 and following."""
    bits = strip[BITS]
    cells = row << 2
    for i in range(2):
        if strip[EXTRA + i] >= 0:
            cells |= ((row >> strip[EXTRA + i]) & 1) << (bits + 2 + i)
    return cells


def mirrored(bits: Int, row: Int) -> Int:
    """The mirror image of a row in a strip without symmetry."""
    image = 0
    for x in range(bits):
        image |= ((row >> x) & 1) << (bits - 1 - x)
    return image


def moved(bits: Int, row: Int, dx: Int, room: Int) -> Int:
    """A row moved to the right by dx; -1 if it leaves the strip by more than `room` columns.

    Bit x + room of what is returned is the cell of column x.
    """
    if dx + room >= 0:
        image = row << (dx + room)
        return image if image < 1 << (bits + 2 * room) else -1
    away = -dx - room
    image = row >> away
    return image if image << away == row else -1


def wanted_row(strip: Array, row: Int, wraps: Int) -> Int:
    """The successor that the middle row must have for it to be this row; -1 if impossible."""
    if wraps and strip[FLIPPED]:
        return mirrored(strip[BITS], row) << 1
    if wraps and strip[DX]:
        return moved(strip[BITS], row, strip[DX], 1)
    return row << 1


def fitting(d: StripWorkspace, above: Int, middle: Int, wanted: Int, base: Int) -> bool:
    """Whether some row fits below two others.

    `fits` takes the possible ways for each column, the first of them at fits[base].
    """
    if wanted < 0:
        return False
    strip, ways, spread, fits = d.strip, d.ways, d.spread, d.fits
    a, m = cells_of(strip, above), cells_of(strip, middle)
    going_on = 15
    for i in range(strip[COLUMNS] - 1, -1, -1):
        entry = (((wanted >> i) & 1) << 6) | (((m >> i) & 7) << 3) | ((a >> i) & 7)
        good = ways[entry] & strip[ENDS + i] & spread[going_on]
        if good == 0:
            return False
        fits[base + i] = good
        # The ways for the left and the middle cell, which are the last two of the column before.
        going_on = (good | (good >> 4)) & 15
    some: bool = (going_on & 1) != 0
    return some


def following(bits: Int, fits: Array, base: Int, row: Int) -> Int:
    """The next of the rows that fit, after `row`, or the first one if that is -1; -1 at the end.

    Rows come in the order of their cells from the left, dead before alive.
    """
    first = 0
    if row < 0:
        row = 0
    else:
        first = bits - 1
        # The last cell that can change from dead to alive; cells before it stay.
        while first >= 0:
            two = ((row << 2) >> first) & 3
            if not (row >> first) & 1 and (fits[base + first] >> (two + 4)) & 1:
                break
            first -= 1
        if first < 0:
            return -1
        row = (row & ((1 << first) - 1)) | (1 << first)
        first += 1
    for i in range(first, bits):
        # The two cells before; dead if that can be continued, else alive: one of both can.
        two = ((row << 2) >> i) & 3
        if not (fits[base + i] >> two) & 1:
            row |= 1 << i
    return row


def holds(strip: Array, ways: Array, above: Int, middle: Int, below: Int, wanted: Int) -> bool:
    """Whether three rows make the middle one become the wanted row."""
    a, m, b = cells_of(strip, above), cells_of(strip, middle), cells_of(strip, below)
    if wanted < 0:
        return False
    for i in range(strip[COLUMNS]):
        entry = (((wanted >> i) & 1) << 6) | (((m >> i) & 7) << 3) | ((a >> i) & 7)
        if not (ways[entry] >> ((b >> i) & 7)) & 1:
            return False
    return True


def step(d: StripWorkspace, at: Int, base: Int, again: bool) -> bool:
    """Meet the condition at `strip[at]`, or if `again`, meet it by the next row; return whether."""
    strip, rows = d.strip, d.rows
    below, which = strip[at + 4], strip[at + 5]
    if not again:
        above, middle = rows[strip[at + 1]], rows[strip[at + 2]]
        wanted = wanted_row(strip, rows[strip[at + 3]], strip[at])
        if which == KNOWN:
            return holds(strip, d.ways, above, middle, rows[below], wanted)
        if not fitting(d, above, middle, wanted, base):
            return False
        rows[below] = -1
    # SOME row is enough: it exists, and there is no other way to try.
    if which != EACH:
        return not again
    rows[below] = following(strip[BITS], d.fits, base, rows[below])
    some: bool = rows[below] >= 0
    return some


def successors(d: StripWorkspace, place: Int) -> Int:
    """Find the rows that may be added to the state rows[0] to rows[2p-1]; return how many.

    A row may be added if all conditions of its place can be met: they are tried in order, and
    when one cannot be met the one before is met in its next way. -1 if there are too many.
    """
    strip = d.strip
    steps, count = strip[STEPS], 0
    program = GENERATION + strip[PERIOD] + 4 * strip[SHORTER] + 6 * steps * place
    i, again = 0, False
    while i >= 0:
        if step(d, program + 6 * i, i * strip[COLUMNS], again):
            i, again = i + 1, False
            if i == steps or strip[program + 6 * i + 5] < 0:
                if count == strip[ROOM]:
                    return -1
                d.found[count] = d.rows[2 * strip[PERIOD]]
                count += 1
                i, again = 0, True
        else:
            i, again = i - 1, True
    return count


def mark_after(strip: Array, mark: Int, rows: Array, added: Int) -> Int:
    """The mark of a state when R[j] has been added to it, which is rows[added].

    A mark is 256 (places * population + place) + the set of shorter periods that are possible.
    """
    bits, places = strip[BITS], strip[PLACES]
    flags, place = mark & 255, (mark >> 8) % places
    population, generation = (mark >> 8) // places, strip[GENERATION + place]
    if strip[MOST] >= 0 and generation == 0:
        for x in range(bits):
            alive = (rows[added] >> x) & 1
            # A cell and its mirror image.
            population += 2 * alive if x < strip[MIDDLE] else alive
    for i in range(strip[SHORTER]):
        at = GENERATION + strip[PERIOD] + 4 * i
        if generation >= strip[at]:
            other = moved(bits, rows[added - strip[at + 1]], strip[at + 2], 0)
            if other >= 0 and strip[at + 3]:
                other = mirrored(bits, other)
            if other != rows[added]:
                flags &= ~(1 << i)
    return ((population * places + (place + 1) % places) << 8) | flags


FUNCTIONS = (
    cells_of,
    mirrored,
    moved,
    wanted_row,
    fitting,
    following,
    holds,
    step,
    successors,
    mark_after,
)
"""All functions, each after those that it calls."""
