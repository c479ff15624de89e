"""Whole answer sets on cylinders by brute force: every state of a small box with joined sides.

A universe is an array (fillings, rows, columns) of states. Column x + width is column x, `shift`
rows further down, so that to look across the seam is to look at another column, rolled up or down.
Rows above and below the box are there, too: they are what the rule makes of the empty plane.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lifesearch.life.orientation import Orientation
from lifesearch.life.rules.rule import Rule
from lifesearch.questions.periodic.question import Periodic
from tests.brute_boards import order_of, turned, unnoticed, within
from tests.brute_states import States, all_states, turns_of

Life = tuple[tuple[Any, ...], ...]
"""The cells of each generation, sorted; where some are dying, each with its state."""


def beside(states: States, d: int, shift: int) -> States:
    """What is d columns to the right of each cell."""
    width = states.shape[2]
    columns = []
    for x in range(width):
        times, place = divmod(x + d, width)
        columns.append(np.roll(states[:, :, place], times * shift, axis=1))
    return np.stack(columns, axis=2)


def step(rule: Rule, states: States, shift: int) -> States:
    """One generation; there must be room above and below."""
    blocks = np.zeros(states.shape, np.int16)
    near = [beside((states == 1).astype(np.uint8), d, shift) for d in (-1, 0, 1)]
    for dy in (-1, 0, 1):
        for each in near:
            blocks = blocks << 1 | np.roll(each, -dy, axis=1)
    lives = np.array(list(rule.table), np.bool_)[blocks] & (states < 2)
    older = np.where(states > 0, (states + 1) % rule.states, 0)
    return np.where(lives, 1, older).astype(np.uint8)


def films(first: States, rule: Rule, count: int, shift: int) -> list[States]:
    """All generations; with B0, the complement of those in which the cylinder is full."""
    full = int(rule.table[0] and rule.table[-1])  # then what is drawn lies on the full plane
    now, shown = (1 - first if full else first), [first]
    for _ in range(count):
        now = step(rule, now, shift)
        full = rule.table[511 if full else 0]
        shown.append(1 - now if full else now)
    return shown


def moved(states: States, dx: int, dy: int, shift: int) -> States:
    return np.roll(beside(states, -dx, shift), dy, axis=1)


def image(states: States, g: Orientation, size: tuple[int, int], pad: int, shift: int) -> States:
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


def recurrent(query: Periodic) -> set[Life]:
    """All lives in the box: the generations of the full period asked for."""
    assert query.box is not None
    assert query.cylinder is not None
    (width, height), shift, motion = query.box, query.cylinder.shift, query.motion
    full = motion.period * order_of(motion.orientation)
    # In a generation a pattern grows by a row, and at the seam by the rows of the shift, too.
    pad = 3 + (full + 2) * (1 + abs(shift))
    now = np.pad(all_states(width, height, query.rule.states), ((0, 0), (pad, pad), (0, 0)))
    for g in query.symmetry.group:
        now = now[(image(now, g, query.box, pad, shift) == now).all(axis=(1, 2))]
    history = films(now, query.rule, full, shift)
    right = history[0].any(axis=(1, 2)) | query.with_empty
    for phase in history[: motion.period]:
        right &= ~_outside(phase, pad)
    back = moved(
        image(history[0], motion.orientation, query.box, pad, shift), motion.dx, motion.dy, shift
    )
    right &= (history[motion.period] == back).all(axis=(1, 2))
    history = [phase[right] for phase in history]
    right = within(query.constraints.bounds, [phase > 0 for phase in history])
    if not query.any_period:
        right &= _exact(query, history, full, shift)
    keep = query.constraints.keep
    if keep is not None:
        for states in (history[0], history[-1]):
            for y in range(keep.region.y, keep.region.bottom + 1):
                for x in range(keep.region.x, keep.region.right + 1):
                    if (x, y) not in keep.dont_care.cells:
                        right &= states[:, y + pad, x] == ((x, y) in keep.alive.cells)
    return {tuple(_cells(states[i], pad) for states in history[:-1]) for i in np.flatnonzero(right)}


def _outside(states: States, pad: int) -> NDArray[np.bool_]:
    return np.asarray(states[:, :pad].any(axis=(1, 2)) | states[:, -pad:].any(axis=(1, 2)))


def _cells(state: NDArray[np.uint8], pad: int) -> tuple[Any, ...]:
    cells = [(int(x), int(y) - pad) for y, x in np.argwhere(state)]
    if state.max(initial=0) > 1:
        return tuple(sorted((x, y, int(state[y + pad, x])) for x, y in cells))
    return tuple(sorted(cells))


def _exact(query: Periodic, history: list[States], full: int, shift: int) -> NDArray[np.bool_]:
    """The first time at which all is back, moved by its part of the way, is the one asked for."""
    motion, order = query.motion, full // query.motion.period
    dx, dy = motion.dx * order, motion.dy * order
    first, turns = np.full(len(history[0]), full + 1), turns_of(query.rule)
    for t in range(full, 0, -1):
        if dx * t % full or dy * t % full or t % turns:
            continue
        there = moved(history[0], dx * t // full, dy * t // full, shift)
        first[(history[t] == there).all(axis=(1, 2))] = t
    if order == 1:
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
        for cells in life[:: turns_of(rule)]:
            for n in range(width):
                there = [(a * x + b * y + n, c * x + d * y, *s) for x, y, *s in cells]
                there = [(x % width, y - x // width * shift, *s) for x, y, *s in there]
                top = min((y for _, y, *_ in there), default=0)
                images.append(tuple(sorted((x, y - top, *s) for x, y, *s in there)))
    return min(images)
