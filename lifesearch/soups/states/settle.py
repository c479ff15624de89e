"""Run soups of several states until they settle: `lifesearch.soups.settle` with more planes.

Random are the live cells alone; dying ones come of themselves. All words are computed in each
generation: most soups of such rules never come to rest, so that hardly any could be skipped.
"""

from __future__ import annotations

import numpy as np

from lifesearch.compiled import jit
from lifesearch.soups.border import RING
from lifesearch.soups.kernel import Bytes, Int, Transition, Words, all_active, zeros
from lifesearch.soups.layout import Layout, fill
from lifesearch.soups.parts import INFLUENCE, flood
from lifesearch.soups.records import Records, record
from lifesearch.soups.settle import Limits, Outcome, begin, renew, time_since
from lifesearch.soups.states.planes import (
    add_to,
    any_at_border,
    copy_planes,
    dead_planes,
    enlarged_planes,
    pack_planes,
    part_of,
    same_planes,
    step_planes,
)
from lifesearch.soups.states.ships import let_ships_go

_DIED, _SETTLED, _GROWING, _RUNNING, _BORDER = (int(outcome) for outcome in Outcome)
_ONE = np.uint64(1)


@jit
def run_states_batch(
    layout: Layout,
    seed: np.uint64,
    first_index: np.uint64,
    by: Transition,
    count: int,
    limits: Limits,
    records: Records,
    outcomes: Bytes,
) -> int:
    """Run soups on `count` planes; the rest is as for `settle.run_batch`."""
    records.used[0] = 0
    for number in range(len(outcomes)):
        before = records.used[0]
        planes = dead_planes(count, limits.first_words)
        fill(planes[0], layout, seed, first_index + np.uint64(number))
        outcome = run_planes(planes, by, limits, number, records)
        if outcome < 0:
            records.used[0] = before
            if number:
                return number
            outcome = _BORDER
        outcomes[number] = outcome
    return len(outcomes)


@jit
def run_planes(now: Words, by: Transition, limits: Limits, number: int, records: Records) -> int:
    """Follow one soup and record its parts; -1 if there is no room for them."""
    count, words = now.shape[0], now.shape[1] - 2
    then = dead_planes(count, words)
    active, unused = all_active(words), all_active(words)
    ships = start = np.int64(0)
    memory = _remember(now, start, ships)
    for generation in range(1, limits.generations + 1):
        step_planes(now, then, active, unused, by)
        now, then = then, now
        if generation % RING == 0 and any_at_border(now):
            left = let_ships_go(now, by, number, records)
            if left < 0:
                return -1
            if left:
                ships += left
                continue
            if words >= limits.last_words:
                return _BORDER
            words *= 2
            now, then = enlarged_planes(now), dead_planes(count, words)
            active, unused = all_active(words), all_active(words)
            memory = _remember(now, generation, ships)
            continue
        period = _came_back(now, generation, ships, memory)
        if period < 0:
            return _GROWING
        if period:
            return _finish(now, by, period, ships, number, records)
    return _RUNNING


@jit
def _remember(planes: Words, generation: Int, ships: Int) -> tuple[Words, Words]:
    """Two copies of the planes, and the facts of each; see `settle.Memory`."""
    shape = planes.shape
    memory = np.zeros((2, shape[0], shape[1], shape[2]), np.uint64), zeros(2, 3)
    for which in range(2):
        copy_planes(planes, memory[0][which])
        begin(memory[1][which], which, generation, ships)
    return memory


@jit
def _came_back(planes: Words, generation: Int, ships: Int, memory: tuple[Words, Words]) -> Int:
    """The time since all was the same; negative if ships have left; 0 if it never was."""
    for which in range(2):
        facts = memory[1][which]
        if same_planes(planes, memory[0][which]):
            return time_since(facts, generation, ships)
        if renew(facts, which, generation, ships):
            copy_planes(planes, memory[0][which])
    return 0


@jit
def _finish(
    now: Words, by: Transition, period: int, ships: Int, number: int, records: Records
) -> int:
    """Record the parts of settled boards."""
    trail = np.zeros((now.shape[1], now.shape[2]), np.uint64)
    unused = np.zeros((now.shape[1], now.shape[2]), np.uint64)
    _orbit(now, by, period, trail)
    some = False
    for y in range(1, trail.shape[1] - 1):
        for w in range(1, trail.shape[0] - 1):
            while trail[w, y]:
                some = True
                mask = np.zeros(trail.shape, np.uint64)
                mask[w, y] = trail[w, y] & (~trail[w, y] + _ONE)
                flood(trail, mask, y, INFLUENCE)
                for column in range(1, trail.shape[0] - 1):
                    for row in range(1, trail.shape[1] - 1):
                        trail[column, row] &= ~mask[column, row]
                part = part_of(now, mask)
                _, _, _, _, packed = pack_planes(part)
                own = _orbit(part, by, period, unused)
                if not record(records, number, 0, own, packed):
                    return -1
    return _SETTLED if some or ships else _DIED


@jit
def _orbit(planes: Words, by: Transition, most: int, trail: Words) -> int:
    """After how many generations all is back; 0 if that takes more than `most`.

    All cells that are not dead in any of the generations are added to `trail`.
    """
    now, then = np.zeros(planes.shape, np.uint64), np.zeros(planes.shape, np.uint64)
    copy_planes(planes, now)
    active, unused = all_active(planes.shape[1] - 2), all_active(planes.shape[1] - 2)
    for generation in range(1, most + 1):
        step_planes(now, then, active, unused, by)
        now, then = then, now
        add_to(now, trail)
        if same_planes(now, planes):
            return generation
    return 0
