"""One generation of a whole board, 64 cells at a time, skipping what repeats every 2 generations.

A board of W words and 64 W rows is W + 2 columns of 64 W + 2 words of 64 bits: word y of column w
holds the cells 64 (w - 1) to 64 w - 1 of row y, the lowest bit being the leftmost cell, for w from
1 to W and y from 1 to 64 W. The rim, w = 0 and W + 1 and the first and last row, stays dead. Words
of a column lie one after another in memory, so that the processor works on several of them at once.

For rules that count neighbours, the counts are added up in binary (one word for the ones, one
for the twos, ...) and the next state is selected by these digits. Any other rule looks up four
cells at a time in a table: three rows of six cells make a number of 18 bits.

The board is cut into blocks of 16 words of a column. Two boards take turns, so the one that is
written to holds the generation before the present one. If nothing in a block and the eight
around it differs from what it was two generations ago, then the block's next state is what is
there already. `active` has a flag for each block: whether it differs. Most of a soup's ash has
period 1 or 2 and costs nothing from then on; and if no block is active, the board has settled.

    words             W; planes: boards one after another in memory (see `boards`)
    now, then         the present generation; the one before it, which the next one replaces
    active, changed   flags of the blocks of `now`, and of the new generation; with a rim, too
    w, k              a column of words; a block of it
    first, height     the first word of a block; the words of a column: 64 W + 2
    side              the flags of a column of blocks, with the rim: 4 W + 2
    by, does          the rule, as a `Transition`; what it does, as masks: see `masks`
    cell, new         64 cells now and in the next generation; target: the words of the new block
    west, here, east  the words, or flags, of the column before, of this column, and of the next
    n, nw, s, ...     the words around a cell's, by direction
    ones, twos, ...   binary digits of the numbers of live neighbours, 64 cells each; sums: all four
"""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from lifesearch.engines.compiled import compiled, inlined, typed
from lifesearch.engines.compiled.words import at, pointers
from lifesearch.life.rules.rule import LIFE, Rule

Words = NDArray[np.uint64]
Flags = Words
Bytes = NDArray[np.uint8]
Numbers = NDArray[np.int64]
Int = Any  # 64 bits, once it is compiled
Cells = tuple[np.uint64, ...]  # 64 cells each

WORD = 64
BLOCK = 16  # a choice; it divides WORD, so that a column is whole blocks
# Typed constants: in compiled code, a word combined with a plain integer would become a float.
_ZERO = np.uint64(0)
_ONE = np.uint64(1)
_FIVE = np.uint64(5)
_SIX = np.uint64(6)
_TWELVE = np.uint64(12)
_LAST = np.uint64(63)
_SIX_BITS = np.uint64(63)


BY_LIFE, BY_COUNTS, BY_TABLE = range(3)
"""How a block is computed: by Conway's rule, by counts of neighbours, or by a table of 3x3 cells.

From the fastest to the most general.
"""


class Transition(NamedTuple):
    """A rule for kernels: the method to compute it, and the masks or the table for that."""

    method: int
    masks: Words  # of rules that count neighbours
    table: Bytes  # of others


TRANSITION = typed(Transition, "i8", "u8[]", "u1[]")
"""The types of a transition, for kernels."""


@cache
def transition(rule: Rule) -> Transition:
    """Prepare a rule, which must be plain: two states, and one table for all generations."""
    rule.require_plain("soups are")
    rule = rule.steps[0]  # with B0 and S8, live and dead are exchanged
    method = BY_LIFE if rule == LIFE else BY_TABLE if rule.births is None else BY_COUNTS
    table = _lookup(rule) if method == BY_TABLE else np.zeros(0, np.uint8)
    return Transition(method, masks(rule), table)


@inlined
def by_pointers(by: Transition) -> Transition:
    """A transition with pointers in place of its arrays."""
    return Transition(by.method, pointers(by.masks), pointers(by.table))


def masks(rule: Rule) -> Words:
    """Bit masks of a rule that counts neighbours, for each number n of neighbours.

    Entry n is all ones if a dead cell is born, else all zeros; entry 9 + n is all ones if a live
    cell's next state differs from that of a dead one.
    """
    births, survivals = rule.births or (), rule.survivals or ()
    born = [n in births for n in range(9)]
    differs = [(n in births) != (n in survivals) for n in range(9)]
    return np.array([2**64 - 1 if flag else 0 for flag in (*born, *differs)], np.uint64)


def _lookup(rule: Rule) -> Bytes:
    """The next state of 4 cells in a row, for all 2^18 states of the 3 x 6 cells around them.

    The number of a state has the row above in its lowest 6 bits, the row below in its highest,
    and the leftmost cell of each in the lowest bit.
    """
    states = np.arange(1 << 18, dtype=np.uint32)
    entries = np.frombuffer(rule.table, np.uint8)
    result = np.zeros(len(states), np.uint8)
    for cell in range(4):
        around = np.zeros(len(states), np.uint16)  # the number of its 3x3 cells in the table
        for row in range(3):
            for column in range(3):
                around = 2 * around + (states >> (6 * row + cell + column) & 1).astype(np.uint16)
        result |= entries[around] << cell
    return result


@inlined
def size_of(words: int) -> int:
    """The number of words of a board, with its rim."""
    return (words + 2) * (WORD * words + 2)


def empty_board(words: int, planes: int = 1) -> Words:
    """Dead boards, with their rims, one after another."""
    return np.zeros(planes * (words + 2) * (WORD * words + 2), np.uint64)


@compiled
def step(
    now: Words, then: Words, active: Flags, changed: Flags, words: int, by: Transition
) -> bool:
    """Replace `then`, the generation before `now`, by the one after it.

    `active` has a flag for each block of `now`: whether it differs from two generations before. The
    flags of the new generation are written to `changed`; the result is whether any is set. Without
    knowledge of earlier generations, all flags must be set for two steps. Cells on the edge of the
    board may be wrong: the caller keeps life away from it.
    """
    # A flag is the word of changed bits of its block, so that flags need no test when they are
    # made.
    alive = _ZERO
    height, side = WORD * words + 2, WORD // BLOCK * words + 2
    for w in range(1, words + 1):
        for k in range(1, side - 1):
            west, here, east = (w - 1) * side + k, w * side + k, (w + 1) * side + k
            difference = _ZERO
            if (
                active[west - 1]
                | active[west]
                | active[west + 1]
                | active[here - 1]
                | active[here]
                | active[here + 1]
                | active[east - 1]
                | active[east]
                | active[east + 1]
            ):
                first = w * height + (k - 1) * BLOCK + 1
                difference = step_block(now, then, first, height, by)
            changed[here] = difference
            alive |= difference
    moving: bool = alive != _ZERO
    return moving


@compiled
def set_all(flags: Flags, words: int) -> None:
    """Set all flags, so that every block is computed."""
    side = WORD // BLOCK * words + 2
    for w in range(1, words + 1):
        for k in range(1, side - 1):
            flags[w * side + k] = _ONE


@compiled
def life_block(now: Words, then: Words, first: int, height: int) -> np.uint64:
    """Compute a block by Conway's rule; the sums of three cells of each row are made only once."""
    difference = _ZERO
    west, here, east = at(now, first - height - 1), at(now, first - 1), at(now, first + height - 1)
    target = at(then, first)
    # Each row is the row below once, then the middle row, then the row above: sums of its three
    # cells are computed when it is below, and passed on. In the names 1 and 2 are the binary digits
    # of a sum: `above` has three cells, `beside` the left and right cell of the middle row,
    # `middle` these and the cell itself.
    cell = here[0]
    left, right = cell << _ONE | west[0] >> _LAST, cell >> _ONE | east[0] << _LAST
    above1, above2 = left ^ right ^ cell, left & right | (left ^ right) & cell
    cell = here[1]
    left, right = cell << _ONE | west[1] >> _LAST, cell >> _ONE | east[1] << _LAST
    beside1, beside2 = left ^ right, left & right
    middle1, middle2 = beside1 ^ cell, beside2 | beside1 & cell
    for y in range(BLOCK):
        under = here[y + 2]
        left = under << _ONE | west[y + 2] >> _LAST
        right = under >> _ONE | east[y + 2] << _LAST
        next1, next2 = left ^ right, left & right
        below1, below2 = next1 ^ under, next2 | next1 & under

        # Full adders: `ones` is the lowest digit of the number of neighbours. The other four digits
        # (above2, below2, beside2, carry) count twos: exactly one of them is set if there are two
        # or three neighbours, and `fours` says that two or more are. A cell lives then if there are
        # three neighbours, or two and it lives now.
        odd = above1 ^ below1
        ones, carry = odd ^ beside1, above1 & below1 | odd & beside1
        outer, inner = above2 ^ below2, beside2 ^ carry
        fours = above2 & below2 | beside2 & carry | outer & inner
        new = (outer ^ inner) & ~fours & (ones | cell)
        difference |= target[y] ^ new
        target[y] = new

        above1, above2, middle1, middle2 = middle1, middle2, below1, below2
        beside1, beside2, cell = next1, next2, under
    return difference


@compiled
def count_block(now: Words, then: Words, first: int, height: int, does: Words) -> np.uint64:
    """Compute a block by a rule that counts neighbours."""
    difference = _ZERO
    west, here, east = at(now, first - height), at(now, first), at(now, first + height)
    nw, n, ne = at(west, -1), at(here, -1), at(east, -1)
    sw, s, se = at(west, 1), at(here, 1), at(east, 1)
    target = at(then, first)
    for y in range(BLOCK):
        cell = here[y]
        sums = neighbour_sums(
            (n[y] << _ONE | nw[y] >> _LAST, n[y], n[y] >> _ONE | ne[y] << _LAST),
            (s[y] << _ONE | sw[y] >> _LAST, s[y], s[y] >> _ONE | se[y] << _LAST),
            (cell << _ONE | west[y] >> _LAST, cell >> _ONE | east[y] << _LAST),
        )
        new = next_state(cell, sums, does)
        difference |= target[y] ^ new
        target[y] = new
    return difference


@inlined
def neighbour_sums(above: Cells, below: Cells, beside: Cells) -> Cells:
    """The number of live cells among eight, for 64 columns, as binary digits: ones, twos, ..."""
    (a, b, c), (d, e, f), (g, h) = above, below, beside
    above1, above2 = a ^ b ^ c, a & b | (a ^ b) & c
    below1, below2 = d ^ e ^ f, d & e | (d ^ e) & f
    beside1, beside2 = g ^ h, g & h
    odd = above1 ^ below1
    ones, carry = odd ^ beside1, above1 & below1 | odd & beside1
    outer, inner = above2 ^ below2, beside2 ^ carry
    outer4, inner4 = above2 & below2, beside2 & carry
    twos, fours = outer ^ inner, outer4 ^ inner4 | outer & inner
    return ones, twos, fours, outer4 & inner4


@inlined
def next_state(cell: np.uint64, sums: Cells, does: Words) -> np.uint64:
    """64 cells in the next generation, from their states and the sums around them.

    n2 is the next state with 2 live neighbours, n23 that with 2 or 3: the lowest digit of the sum
    chooses n2 or n3. The next digit chooses n01 or n23, and so on.
    """
    ones, twos, fours, eights = sums
    n0, n1 = does[0] ^ cell & does[9], does[1] ^ cell & does[10]
    n2, n3 = does[2] ^ cell & does[11], does[3] ^ cell & does[12]
    n4, n5 = does[4] ^ cell & does[13], does[5] ^ cell & does[14]
    n6, n7 = does[6] ^ cell & does[15], does[7] ^ cell & does[16]
    n8 = does[8] ^ cell & does[17]
    n01, n23 = n0 ^ ones & (n0 ^ n1), n2 ^ ones & (n2 ^ n3)
    n45, n67 = n4 ^ ones & (n4 ^ n5), n6 ^ ones & (n6 ^ n7)
    n03, n47 = n01 ^ twos & (n01 ^ n23), n45 ^ twos & (n45 ^ n67)
    n07 = n03 ^ fours & (n03 ^ n47)
    state: np.uint64 = n07 ^ eights & (n07 ^ n8)
    return state


@compiled
def look_up_block(now: Words, then: Words, first: int, height: int, table: Bytes) -> np.uint64:
    """Compute a block by any rule of two states."""
    difference = _ZERO
    for y in range(first, first + BLOCK):
        new = _ZERO
        up, here, down = now[y - 1], now[y], now[y + 1]
        w, e = y - height, y + height
        west = now[w - 1] >> _LAST, now[w] >> _LAST, now[w + 1] >> _LAST
        east = now[e - 1] & _ONE, now[e] & _ONE, now[e + 1] & _ONE
        # Most rows of a sparse board are empty: one test saves 16 look-ups.
        if up | here | down | west[0] | west[1] | west[2] | east[0] | east[1] | east[2]:
            # Cells -1 to 4, then 3 to 8 and so on up to 59 to 64.
            state = _six(up << _ONE | west[0], here << _ONE | west[1], down << _ONE | west[2])
            new = np.uint64(table[state])
            for cell in range(4, 60, 4):
                shift = np.uint64(cell - 1)
                state = _six(up >> shift, here >> shift, down >> shift)
                new |= np.uint64(table[state]) << np.uint64(cell)
            shift = np.uint64(59)
            state = _six(
                up >> shift | east[0] << _FIVE,
                here >> shift | east[1] << _FIVE,
                down >> shift | east[2] << _FIVE,
            )
            new |= np.uint64(table[state]) << np.uint64(60)
        difference |= then[y] ^ new
        then[y] = new
    return difference


@inlined
def _six(above: np.uint64, middle: np.uint64, below: np.uint64) -> np.uint64:
    return above & _SIX_BITS | (middle & _SIX_BITS) << _SIX | (below & _SIX_BITS) << _TWELVE


@compiled
def step_block(now: Words, then: Words, first: int, height: int, by: Transition) -> np.uint64:
    """Compute a block; return the bits in which it differs from the block that it replaces."""
    if by.method == BY_LIFE:
        return life_block(now, then, first, height)
    if by.method == BY_COUNTS:
        return count_block(now, then, first, height, by.masks)
    return look_up_block(now, then, first, height, by.table)
