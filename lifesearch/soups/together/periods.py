"""Which soups end with a wanted period: found out roughly and fast, to be looked at by others.

Soups are followed for a fixed number of generations on a board whose surroundings stay dead. So a
soup may be missed, because it lives for longer or has met the rim, and one that is named may have
the period for no other reason than that two of its parts have periods which make it up.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import lcm
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from lifesearch.life.motion import prime_divisors
from lifesearch.life.rules.rule import LIFE
from lifesearch.soups.census import Soups
from lifesearch.soups.kernel import Words, masks
from lifesearch.soups.layout import Numbers, room_for_orbits
from lifesearch.soups.together import kernel

Bools = NDArray[np.bool_]

GENERATIONS = 40
AMONG_STILL_LIFES = 16
"""Soups settle within this number of generations, if anything rare comes of them.

In twice the time no more than a few of a hundred that have the period are found in addition. What
goes to and fro between still lifes either has done so nearly from the start, or destroyed them.
"""

COMMON_PERIOD = 2
"""What else is left of a soup has this period, more often than not."""


LONGEST_PERIOD = 60


class Ends(NamedTuple):
    """How soups seem to end, from the one with the number `first` on.

    Each has a period, which is 0 if it takes longer, and some have died.
    """

    first: int
    periods: Numbers
    died: Bools


def can_be_run_together(soups: Soups) -> bool:
    """Whether the soups have one symmetry, and a rule of two states that counts neighbours."""
    counts = soups.rule.births is not None and soups.rule.states == 2
    return counts and kernel.common_board(soups.shapes) is not None


def generations(soups: Soups) -> int:
    """For how many generations soups are run before it is asked whether they have settled."""
    return AMONG_STILL_LIFES if soups.shapes.still_lifes else GENERATIONS


def soups_of_period(
    soups: Soups, period: int, start: int, stop: int
) -> Iterator[tuple[int, list[int]]]:
    """Yield how far it got, and the numbers of soups since then that seem to have the period.

    The period of all that is left of a soup is a multiple of the wanted one, and divides the least
    common one with blinkers. Soups that have the wanted period itself come first.
    """
    whole = lcm(period, COMMON_PERIOD)
    too_soon = {whole // prime for prime in prime_divisors(period)}
    times = sorted(too_soon | {period, whole})
    sooner = [time in too_soon for time in times]
    for first, _, same in _soups_that_come_back(soups, start, stop, times):
        seem = same[-1] & ~same[sooner].any(axis=0)
        itself = seem & same[times.index(period)]
        numbers = [*np.flatnonzero(itself).tolist(), *np.flatnonzero(seem & ~itself).tolist()]
        yield first + len(seem), [first + soup for soup in numbers]


def ends_of_soups(soups: Soups, start: int, stop: int) -> Iterator[Ends]:
    """How the soups end, some hundreds at a time."""
    times = list(range(1, LONGEST_PERIOD + 1))
    for first, died, same in _soups_that_come_back(soups, start, stop, times):
        yield Ends(first, np.where(same.any(axis=0), same.argmax(axis=0) + 1, 0), died)


def _soups_that_come_back(
    soups: Soups, start: int, stop: int, times: list[int]
) -> Iterator[tuple[int, Bools, Bools]]:
    """Yield the number of the first soup, which ones have died, and which recur at each time."""
    board = kernel.common_board(soups.shapes)
    if board is None:
        raise ValueError("these soups cannot be run together")
    by = soups.rule == LIFE, masks(soups.rule)
    layout, seed = soups.shapes.layout, np.uint64(soups.seed)
    orbits, wait = room_for_orbits(layout), np.array(times, np.int64)
    cells, now, then = np.zeros((3, len(board.neighbours) + 1, kernel.WORDS), np.uint64)
    same = np.zeros((len(times), kernel.WORDS), np.uint64)
    for first in range(start, stop, kernel.TOGETHER):
        cells[:] = 0
        kernel.fill_all(cells, board, layout, seed, np.uint64(first), orbits)
        kernel.advance_all(cells, then, board.neighbours, by, generations(soups))
        now[:] = cells
        kernel.same_after(cells, (now, then), board.neighbours, by, wait, same)
        alive = np.bitwise_or.reduce(cells, axis=0)
        count = min(kernel.TOGETHER, stop - first)
        yield first, ~_bits(alive)[:count], _bits(same)[:, :count]


def _bits(words: Words) -> Bools:
    bits = np.unpackbits(words.view(np.uint8), axis=-1, bitorder="little")
    return bits.astype(np.bool_)
