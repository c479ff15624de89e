"""The best content of one window: dynamic programming over its cells, column by column.

What a cell becomes is decided by nine cells. The cells of a window that is h rows high are placed
one after another, down each column; when the cell in row r of column c is placed, what becomes of
the cell in row r - 1 of column c - 1 is decided:

    columns   c-2  c-1   c
    r - 2      8    5    2        the bits of these cells in `nine`: 0 is the cell that is placed;
    r - 1      7    4    1        each row above it counts 1, and each column before it counts 3,
    r          6    3    0        but h in a register

A register holds the last 2h + 2 cells, as bits, the last one lowest; all that is still to come
depends on these alone. So for each register the least number of wrong cells so far is enough, and a
step is: of the two registers that differ in the cell that is dropped, the better one goes on. One
bit for each step and register says which it was; of equal ones, one is drawn by lot, so that a
window that is improved again may change without being worse. At the end these bits lead back.

Each step has a table of 512 entries: how many cells turn out wrong, by the nine cells of the
register that can matter. Cells beyond the window are in the tables, and so are the first and the
last row: in the first a step decides about the cell above the window, in the last also about the
last row and the cell below. After the last column two more are placed, which are given.

    cells     what is there: the window, and two cells around it on each side
    goal      what they should become: the window, and one cell around it; 2 does not matter
    table     the rule: what becomes of the centre of each block of nine cells, in reading order
    wrong     wrong[step, nine cells]
    costs     costs[step & 1, register]: the fewest wrong cells so far
    back      back[step, register >> 3]: whether the cell that was dropped lived, a bit a register
    lots      a number for each step, by which equal registers are drawn; lot: that of this step
    c, r      the column and the row of the cell that a step places
    row, dx   a row, and a column counted from c - 1: of a cell whose state matters
    nine      the nine cells of the register, as bits; k: the last three bits of a register
    given     the state of a cell that is placed beyond the window; 2 inside, where it is free
    without, dropped    the costs if the cell that the register drops was dead, and if it lived
"""

from __future__ import annotations

from typing import Any

from lifesearch.engines.compiled import inlined, kernel
from lifesearch.engines.windows.limits import MOST_REACHED

NEVER = MOST_REACHED + 1
"""More wrong cells than a window can have: such a register is impossible."""
RING = 2
"""Cells around a window that decide what its neighbours become."""
ANYTHING = 2
"""In a goal: what the cell becomes does not matter."""
MULTIPLIER = 40_503
"""2^16 over the golden ratio, odd: its multiples look random, so they serve as lots."""


@inlined
def lived(cells: Any, nine: int, height: int, row: int, r: int, c: int, dx: int) -> int:
    """Whether a cell lives: of the window by the nine cells of the register, or a given one.

    The step places row r; the cell is in this row and dx columns after column c - 1.
    """
    if 0 <= row < height:
        return (nine >> (r - row + 3 * (1 - dx))) & 1
    there: int = cells[row + RING, c - 1 + dx + RING]
    return there


@inlined
def becomes(cells: Any, table: Any, nine: int, height: int, row: int, r: int, c: int) -> int:
    """What becomes of the cell in a row of column c - 1, when row r of column c is placed."""
    block = 0
    for y in range(row - 1, row + 2):
        for dx in range(-1, 2):
            block = 2 * block + lived(cells, nine, height, y, r, c, dx)
    then: int = table[block]
    return then


@kernel("i8", "i8", "const u1[,]", "const u1[,]", "const u1[]", "u1[,]")
def fill_wrong(height: int, length: int, cells: Any, goal: Any, table: Any, wrong: Any) -> None:
    """Fill `wrong`: the tables of all steps."""
    for step in range((length + 2) * height):
        c, r = step // height, step % height
        # The last row of a column decides about the cells below, too, for which there is no step.
        first = -1 if r == 0 else r - 1
        last = height if r == height - 1 else r - 1
        for nine in range(512):
            number = 0
            for row in range(first, last + 1):
                wanted = goal[row + 1, c]
                if wanted != ANYTHING and wanted != becomes(cells, table, nine, height, row, r, c):
                    number += 1
            wrong[step, nine] = number


@inlined
def nine_of(register: int, height: int) -> int:
    """The nine cells of a register that decide what a cell becomes."""
    middle, left = register >> height, register >> (2 * height)
    return (register & 7) | (middle & 7) << 3 | (left & 7) << 6


@kernel("i8", "i8", "const u1[,]", "const u1[,]", "u2[,]", "u1[,]", "const i8[]")
def place_cells(
    height: int, length: int, cells: Any, wrong: Any, costs: Any, back: Any, lots: Any
) -> None:
    """Place all cells: fill `back`, and leave the costs after the last step."""
    half = 1 << (2 * height + 1)
    for register in range(2 * half):
        costs[0, register] = NEVER
    register = 0
    for c in range(2):
        for r in range(height):
            register = 2 * register + cells[r + RING, c]
    costs[0, register] = 0
    for step in range((length + 2) * height):
        now, then, lot = step & 1, 1 - (step & 1), lots[step]
        c, r = step // height, step % height
        given = 2 if c < length else cells[r + RING, c + RING]
        # The registers 8 * eight to 8 * eight + 7 come from four, with either cell dropped.
        for eight in range(half >> 2):
            chosen = 0
            for k in range(8):
                register = 8 * eight + k
                without = costs[now, register >> 1]
                dropped = costs[now, (register >> 1) + half]
                nine = nine_of(register, height)
                without += wrong[step, nine]
                dropped += wrong[step, nine | 256]
                better = 1 if dropped < without else 0
                if dropped == without:
                    better = ((register ^ lot) * MULTIPLIER >> 15) & 1
                least = dropped if better else without
                if least > NEVER or (given != 2 and given != (k & 1)):
                    least = NEVER
                costs[then, register] = least
                chosen |= better << k
            back[step, eight] = chosen


@kernel("i8", "i8", "i8", "const u1[,]", "u1[,]")
def lead_back(height: int, length: int, register: int, back: Any, found: Any) -> None:
    """Write the cells of the window that led to a register after the last step."""
    half = 1 << (2 * height + 1)
    for left in range((length + 2) * height):
        step = (length + 2) * height - 1 - left
        c, r = step // height, step % height
        if c < length:
            found[r, c] = register & 1
        dropped = (back[step, register >> 3] >> (register & 7)) & 1
        register = register >> 1 | (half if dropped else 0)
