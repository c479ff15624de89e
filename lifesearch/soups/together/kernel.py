"""Generations of many soups at once, by rules that count neighbours."""

from __future__ import annotations

import numpy as np

from lifesearch.compiled import inlined, jit
from lifesearch.soups.kernel import Words, next_state
from lifesearch.soups.layout import Layout, Numbers, live_orbits, room_for_orbits, which
from lifesearch.soups.together.board import Board

BITS = 64
WORDS = 32
"""So many words are worked on by instructions for several at once; few are not."""
TOGETHER = BITS * WORDS

Counting = tuple[bool, Words]
"""Whether a rule is Life, and what it does otherwise."""

_ONE = np.uint64(1)


@jit
def fill_all(
    cells: Words, board: Board, layout: Layout, seed: np.uint64, first_index: np.uint64
) -> None:
    """Write as many soups as there are bits, each into the middle of the board."""
    cells[:] = 0
    _write_all(cells, board, layout, seed, first_index, room_for_orbits(layout))


@inlined
def _write_all(
    cells: Words,
    board: Board,
    layout: Layout,
    seed: np.uint64,
    first_index: np.uint64,
    live: Words,
) -> None:
    for soup in range(TOGETHER):
        index = first_index + np.uint64(soup)
        shape = which(seed, index, len(layout.widths))
        width, height = layout.widths[shape], layout.heights[shape]
        left, top = (board.width - width) // 2, (board.height - height) // 2
        word, bit = soup // BITS, _ONE << np.uint64(soup % BITS)
        for number in range(live_orbits(layout, seed, index, live)):
            orbit = np.int64(live[number])
            y, x = orbit // width, orbit % width
            cells[board.orbits[(top + y) * board.width + left + x], word] |= bit


@jit
def after(cells: Words, neighbours: Numbers, by: Counting, generations: int) -> Words:
    """All soups after some generations."""
    now, then = cells.copy(), np.zeros_like(cells)
    for _ in range(generations):
        _step(now, then, neighbours, by)
        now, then = then, now
    return now


@jit
def same_after(cells: Words, neighbours: Numbers, by: Counting, times: Numbers) -> Words:
    """Which soups are as they were after these times, the shortest first: a row of bits each."""
    same = np.zeros((len(times), WORDS), np.uint64)
    now, before = cells, 0
    for row in range(len(times)):
        now = after(now, neighbours, by, times[row] - before)
        before = times[row]
        for word in range(WORDS):
            for orbit in range(len(neighbours)):
                same[row, word] |= now[orbit, word] ^ cells[orbit, word]
            same[row, word] = ~same[row, word]
    return same


@inlined
def _step(now: Words, then: Words, neighbours: Numbers, by: Counting) -> None:
    """One generation of all soups."""
    life, does = by
    for orbit in range(len(neighbours)):
        beside = neighbours[orbit]
        n1, n2, n3, n4 = now[beside[0]], now[beside[1]], now[beside[2]], now[beside[3]]
        n5, n6, n7, n8 = now[beside[4]], now[beside[5]], now[beside[6]], now[beside[7]]
        cell, new = now[orbit], then[orbit]
        for w in range(WORDS):
            odd = n1[w] ^ n2[w]
            first1, first2 = odd ^ n3[w], n1[w] & n2[w] | odd & n3[w]
            odd = n4[w] ^ n5[w]
            second1, second2 = odd ^ n6[w], n4[w] & n5[w] | odd & n6[w]
            third1, third2 = n7[w] ^ n8[w], n7[w] & n8[w]
            odd = first1 ^ second1
            ones, fourth2 = odd ^ third1, first1 & second1 | odd & third1
            early, late = first2 ^ second2, third2 ^ fourth2
            early4, late4 = first2 & second2, third2 & fourth2
            twos, fours = early ^ late, early4 ^ late4 | early & late
            if life:
                new[w] = twos & ~(fours | early4 & late4) & (ones | cell[w])
            else:
                new[w] = next_state(cell[w], ones, twos, fours, early4 & late4, does)
