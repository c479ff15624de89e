"""Whole answer sets on cylinders by brute force: every state of a small box with joined sides.

A universe is an array (states, rows, columns). Column x + width is column x, `shift` rows further
down, so that to look across the seam is to look at another column, rolled up or down.
"""

from __future__ import annotations

from collections.abc import Hashable

import numpy as np
from numpy.typing import NDArray

from lifesearch.life.orientation import Orientation
from lifesearch.life.rules.rule import Rule
from lifesearch.queries.cylinder.query import OnCylinder
from tests import brute
from tests.brute import Universe
from tests.brute_boards import Cells, Life, order_of, turned, unnoticed, within


def beside(states: Universe, d: int, shift: int) -> Universe:
    """What is d columns to the right of each cell."""
    width = states.shape[2]
    columns = []
    for x in range(width):
        times, place = divmod(x + d, width)
        columns.append(np.roll(states[:, :, place], times * shift, axis=1))
    return np.stack(columns, axis=2)


def step(table: bytes, states: Universe, shift: int) -> Universe:
    """One generation; there must be room above and below."""
    blocks = np.zeros(states.shape, np.int16)
    near = [beside(states, d, shift) for d in (-1, 0, 1)]
    for dy in (-1, 0, 1):
        for each in near:
            blocks = blocks << 1 | np.roll(each, -dy, axis=1)
    result: Universe = np.array(list(table), np.bool_)[blocks]
    return result


def moved(states: Universe, dx: int, dy: int, shift: int) -> Universe:
    return np.roll(beside(states, -dx, shift), dy, axis=1)


def image(
    states: Universe, g: Orientation, size: tuple[int, int], pad: int, shift: int
) -> Universe:
    """All states turned about the middle of the box; what leaves the columns comes back."""
    result = np.zeros_like(states)
    width, height = size
    for y in range(-pad, height + pad):
        for x in range(width):
            u, v = turned(g, size, (x, y))
            times, u = divmod(u, width)
            v -= times * shift
            if -pad <= v < height + pad:
                result[:, v + pad, u] = states[:, y + pad, x]
    return result


def recurrent(query: OnCylinder) -> set[Life]:
    """All lives in the box: the generations of the full period asked for."""
    (width, height), shift, motion = query.box, query.cylinder.shift, query.motion
    order = order_of(motion.orientation)
    full = motion.period * order
    pad = 3 + (full + 2) * (1 + abs(shift))
    now = brute.all_states(np.ones((height, width), np.bool_), pad)[:, :, pad:-pad]
    for g in query.symmetry.group:
        now = now[(image(now, g, query.box, pad, shift) == now).all(axis=(1, 2))]
    history = [now]
    for t in range(full):
        if t < motion.period:
            inside = ~_outside(history[-1], pad)
            history = [states[inside] for states in history]
        history.append(step(query.rule.table, history[-1], shift))
    back = moved(
        image(history[0], motion.orientation, query.box, pad, shift), motion.dx, motion.dy, shift
    )
    right = (history[motion.period] == back).all(axis=(1, 2))
    right &= history[0].any(axis=(1, 2)) | query.with_empty
    right &= within(query.constraints.bounds, history)
    if not query.any_period:
        right &= _exact(query, history, full)
    keep = query.constraints.keep
    if keep is not None:
        for states in (history[0], history[-1]):
            for y in range(keep.region.y, keep.region.bottom + 1):
                for x in range(keep.region.x, keep.region.right + 1):
                    if (x, y) not in keep.dont_care.cells:
                        right &= states[:, y + pad, x] == ((x, y) in keep.alive.cells)
    return {tuple(_cells(states[i], pad) for states in history[:-1]) for i in np.flatnonzero(right)}


def _outside(states: Universe, pad: int) -> NDArray[np.bool_]:
    return np.asarray(states[:, :pad].any(axis=(1, 2)) | states[:, -pad:].any(axis=(1, 2)))


def _cells(state: NDArray[np.bool_], pad: int) -> Cells:
    return tuple(sorted((int(x), int(y) - pad) for y, x in np.argwhere(state)))


def _exact(query: OnCylinder, history: list[Universe], full: int) -> NDArray[np.bool_]:
    """The first time at which all is back, moved by its part of the way, is the one asked for."""
    motion, turns = query.motion, full // query.motion.period
    dx, dy = motion.dx * turns, motion.dy * turns
    first = np.full(len(history[0]), full + 1)
    for t in range(full, 0, -1):
        if dx * t % full or dy * t % full:
            continue
        there = moved(history[0], dx * t // full, dy * t // full, query.cylinder.shift)
        first[(history[t] == there).all(axis=(1, 2))] = t
    if turns == 1:
        return np.asarray(first == motion.period)
    return np.asarray((first > motion.period) & (first % motion.period == 0))


def cylinder_class(life: Life, rule: Rule, width: int, shift: int) -> Hashable:
    """The same for lives that differ by place, turn and phase alone."""
    images = []
    for g in unnoticed(rule):
        a, b, c, d = g.value
        straight = (a * width + b * shift, c * width + d * shift)
        if straight not in ((width, shift), (-width, -shift)):
            continue
        for cells in life:
            for n in range(width):
                there = [(a * x + b * y + n, c * x + d * y) for x, y in cells]
                there = [(x % width, y - x // width * shift) for x, y in there]
                top = min((y for _, y in there), default=0)
                images.append(tuple(sorted((x, y - top) for x, y in there)))
    return min(images)
