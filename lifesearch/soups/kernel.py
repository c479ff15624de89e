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
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
from numba.core import types
from numpy.typing import NDArray

from lifesearch.compiled import chosen, compiled, inlined
from lifesearch.compiled.lowlevel import at
from lifesearch.life.rules.rule import LIFE, Rule

Words = NDArray[np.uint64]
Flags = Words
Bytes = NDArray[np.uint8]
Int = Any  # 64 bits, once it is compiled
Cells = tuple[np.uint64, ...]  # 64 cells each

WORD = 64
BLOCK = 16
_ZERO = np.uint64(0)
_ONE = np.uint64(1)
_FIVE = np.uint64(5)
_SIX = np.uint64(6)
_TWELVE = np.uint64(12)
_LAST = np.uint64(63)
_SIX_BITS = np.uint64(63)


Transition = tuple[Any, ...]
"""A rule as the kernel wants it: its type says which functions are compiled.

Nothing for Life; for other rules that count neighbours, an array of masks; for all others, a table.
"""


@cache
def transition(rule: Rule) -> Transition:
    """Prepare a rule, which must be plain."""
    rule.require_plain("soups are")
    rule = rule.steps[0]
    if rule == LIFE:
        return ()
    return (_lookup(rule) if rule.births is None else masks(rule),)


def masks(rule: Rule) -> Words:
    """What a rule that counts neighbours does, for each number n of neighbours.

    Entry n is all ones if a dead cell is born and all zeros if not, and entry 9 + n is all ones if
    the same number does something else to a live cell.
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
        block = np.zeros(len(states), np.uint16)
        for row in range(3):
            for column in range(3):
                block = 2 * block + (states >> (6 * row + cell + column) & 1).astype(np.uint16)
        result |= entries[block] << cell
    return result


@inlined
def size_of(words: int) -> int:
    """How many words a board takes, with its rim."""
    return (words + 2) * (WORD * words + 2)


def empty_board(words: int, planes: int = 1) -> Words:
    """Dead boards, with their rims, one after another."""
    return np.zeros(planes * (words + 2) * (WORD * words + 2), np.uint64)


@compiled
def step(
    now: Words, then: Words, active: Flags, changed: Flags, words: int, by: Transition
) -> bool:
    """Turn `then`, the generation before `now`, into the one after it.

    `active` says which blocks of `now` differ from two generations before. The same for the new
    generation is written to `changed`; the result is whether any does. Without knowledge of
    earlier generations, all flags must be set for two steps. Cells on the edge of the board
    may come out wrong: the caller keeps life away from it.
    """
    alive = _ZERO
    height, flags = WORD * words + 2, WORD // BLOCK * words + 2
    for w in range(1, words + 1):
        for k in range(1, flags - 1):
            west, here, east = (w - 1) * flags + k, w * flags + k, (w + 1) * flags + k
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
    """Make the kernel compute each block."""
    height = WORD // BLOCK * words + 2
    for w in range(1, words + 1):
        for k in range(1, height - 1):
            flags[w * height + k] = _ONE


def life_block(now: Words, then: Words, first: int, height: int, by: Transition) -> np.uint64:
    """Compute a block by Conway's rule; the sums of three cells of each row are made only once."""
    difference = _ZERO
    west, here, east = at(now, first - height - 1), at(now, first - 1), at(now, first + height - 1)
    target = at(then, first)
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


def count_block(now: Words, then: Words, first: int, height: int, by: Transition) -> np.uint64:
    """Compute a block by a rule that counts neighbours."""
    difference = _ZERO
    west, here, east = at(now, first - height), at(now, first), at(now, first + height)
    nw, n, ne = at(west, -1), at(here, -1), at(east, -1)
    sw, s, se = at(west, 1), at(here, 1), at(east, 1)
    target, does = at(then, first), by[0]
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
    """How many of eight cells live, 64 times, as digits of binary numbers: ones, twos, ..."""
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
    """64 cells in the next generation, by their states and the sums around them.

    It is computed for each sum; then the digits choose among them, two by two.
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


def look_up_block(now: Words, then: Words, first: int, height: int, by: Transition) -> np.uint64:
    """Compute a block by any rule of two states."""
    difference, table = _ZERO, by[0]
    for y in range(first, first + BLOCK):
        new = _ZERO
        up, here, down = now[y - 1], now[y], now[y + 1]
        w, e = y - height, y + height
        west = now[w - 1] >> _LAST, now[w] >> _LAST, now[w + 1] >> _LAST
        east = now[e - 1] & _ONE, now[e] & _ONE, now[e + 1] & _ONE
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


def step_block(now: Words, then: Words, first: int, height: int, by: Transition) -> np.uint64:
    """Compute a block; which function does that is known when it is compiled."""
    raise NotImplementedError


@chosen(step_block)
def _step_block(now: Any, then: Any, first: Any, height: Any, by: Any) -> Any:
    if not by.types:
        return life_block
    return count_block if by.types[0].dtype == types.uint64 else look_up_block
