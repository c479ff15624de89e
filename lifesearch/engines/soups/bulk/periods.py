"""Find soups that end with a wanted period: a fast filter that runs thousands of soups at once.

`questions.soups.strategy` and `bulk.worker` call this, and run the soups that it reports once more
by `soups.search`. Soups are followed for a fixed number of generations on a board whose
surroundings stay dead. So a soup may be missed, because it lives for longer or has met the rim; and
one that is reported may have the period only as the least common multiple of the periods of its
objects.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import lcm
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from lifesearch.engines.soups.bulk import kernel
from lifesearch.engines.soups.kernel import Numbers, Words, masks
from lifesearch.engines.soups.layout import room_for_orbits
from lifesearch.engines.soups.search import Soups
from lifesearch.life.motion import prime_divisors
from lifesearch.life.rules.rule import LIFE

Bools = NDArray[np.bool_]

GENERATIONS = 40
"""The generations for which soups are run before their recurrence is tested.

By then 94 of 100 soups of Life with symmetry D8_1 have settled; by generation 64, 98 have.
"""
GENERATIONS_AMONG_STILL_LIFES = 16
"""Most soups with a rare object settle within this number of generations.

In twice the time only a few in a hundred more with the period are found. A pattern that shuttles
between still lifes either has done so nearly from the start, or destroyed them.
"""

COMMON_PERIOD = 2
"""The period of blinkers, which remain in most soups."""

LONGEST_PERIOD = 60
"""The longest period that `soup_ends` reports: soups are run that many generations more. A choice.
"""


class SoupEnds(NamedTuple):
    """The ends of soups from number `first` on.

    Their periods (0: longer than LONGEST_PERIOD, or not settled), and which of them died.
    """

    first: int
    periods: Numbers
    died: Bools


def can_run_in_bulk(soups: Soups) -> bool:
    """Whether the soups have one symmetry, and a rule of two states that counts neighbours."""
    counts = soups.rule.births is not None and soups.rule.states == 2
    return counts and kernel.common_board(soups.shapes) is not None


def generations(soups: Soups) -> int:
    """The generations that soups are run before their recurrence is tested."""
    return GENERATIONS_AMONG_STILL_LIFES if soups.shapes.still_lifes else GENERATIONS


def soups_of_period(
    soups: Soups, period: int, start: int, stop: int
) -> Iterator[tuple[int, list[int]]]:
    """Yield how far the search is, and numbers of soups up to there that may have the period.

    These soups end with a period that is a multiple of the wanted one, and divides the least common
    multiple of the wanted one and that of blinkers, which remain in most soups. Soups of exactly
    the wanted period come first.
    """
    with_blinkers = lcm(period, COMMON_PERIOD)
    # A soup that recurs after one of these times does not have the wanted period.
    too_soon = {with_blinkers // prime for prime in prime_divisors(period)}
    times = sorted(too_soon | {period, with_blinkers})
    sooner = [time in too_soon for time in times]
    for first, _, same in _recurring_soups(soups, start, stop, times):
        likely = same[-1] & ~same[sooner].any(axis=0)
        exactly = likely & same[times.index(period)]
        numbers = [*np.flatnonzero(exactly).tolist(), *np.flatnonzero(likely & ~exactly).tolist()]
        yield first + len(likely), [first + soup for soup in numbers]


def soup_ends(soups: Soups, start: int, stop: int) -> Iterator[SoupEnds]:
    """Yield the ends of the soups, some thousands at a time."""
    times = list(range(1, LONGEST_PERIOD + 1))
    for first, died, same in _recurring_soups(soups, start, stop, times):
        yield SoupEnds(first, np.where(same.any(axis=0), same.argmax(axis=0) + 1, 0), died)


def _recurring_soups(
    soups: Soups, start: int, stop: int, times: list[int]
) -> Iterator[tuple[int, Bools, Bools]]:
    """Yield, for some thousands of soups: the first, which died, and which recur after each time.

    The times are in generations, from the end of the run on, in ascending order.
    """
    board = kernel.common_board(soups.shapes)
    if board is None:
        raise ValueError("these soups cannot be run together")
    (rule,) = soups.rule.steps  # with B0 and S8, live and dead are exchanged
    by = rule == LIFE, masks(rule)
    layout, seed = soups.shapes.layout, np.uint64(soups.seed)
    orbits, wait = room_for_orbits(layout), np.array(times, np.int64)
    # One line more than orbits: the dead cells outside.
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
