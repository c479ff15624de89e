"""Whole answer sets by brute force, for rules of several states and for rules with B0.

Every state of a small box is followed by a simulator that shares nothing with ours. The plane
around the box is what a rule makes of the empty plane: with B0, it may be full in odd generations.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache

import numpy as np
from numpy.typing import NDArray

from lifesearch.core.constraints import Constraints
from lifesearch.life.motion import Motion
from lifesearch.life.orientation import Orientation
from lifesearch.life.pattern import Box, Pattern
from lifesearch.life.rules.rule import Rule
from lifesearch.questions.completion.question import Completion
from lifesearch.questions.periodic.question import Periodic
from lifesearch.questions.predecessor.question import Predecessor
from tests.brute_boards import keeps, turned, unnoticed

States = NDArray[np.uint8]


@cache
def all_states(width: int, height: int, states: int) -> States:
    """Every way to fill a box."""
    number = np.arange(states ** (width * height))
    cells = [number // states**i % states for i in range(width * height)]
    return np.stack(cells, axis=1).reshape(-1, height, width).astype(np.uint8)


def step(layers: States, rule: Rule, around: int | None) -> States:
    """The next generation; beyond the edges all cells are in one state, or edges wrap."""
    n, height, width = layers.shape
    if around is None:
        rows, columns = (np.arange(-1, size + 1) % size for size in (height, width))
        framed = layers[:, rows][:, :, columns]
    else:
        framed = np.full((n, height + 2, width + 2), around, np.uint8)
        framed[:, 1:-1, 1:-1] = layers
    alive = framed == 1
    block = np.zeros(layers.shape, np.int32)
    for i, (dy, dx) in enumerate((dy, dx) for dy in range(3) for dx in range(3)):
        block += alive[:, dy : dy + height, dx : dx + width] * (1 << (8 - i))
    lives = np.array(list(rule.table), np.bool_)[block]
    result = np.zeros_like(layers)
    result[(layers == 0) & lives] = 1
    result[(layers == 1) & lives] = 1
    fading = (layers > 0) & ~((layers == 1) & lives)
    result[fading] = (layers[fading] + 1) % rule.states
    return result


def turns_of(rule: Rule) -> int:
    """After how many generations the empty plane is empty again."""
    return 2 if rule.table[0] and not rule.table[-1] else 1


def films(first: States, rule: Rule, generations: int, *, torus: bool = False) -> list[States]:
    """All generations; with B0, the complement of those in which the plane is full."""
    if torus:
        shown = [first]
        for _ in range(generations):
            shown.append(step(shown[-1], rule, None))
        return shown
    now, around, shown = first, 0, [first]
    if rule.table[0] and rule.table[-1]:  # then what is drawn lies on the full plane
        now, around = 1 - first, 1
    for _ in range(generations):
        now = step(now, rule, around)
        around = rule.table[511 if around else 0]
        shown.append(1 - now if around else now)
    return shown


def solutions(query: Periodic) -> set[Pattern]:
    """The first generations in the box of all patterns that are asked for."""
    assert query.box is not None
    (width, height), motion, rule = query.box, query.motion, query.rule
    full, pad = motion.full_period, 0 if query.torus else motion.full_period + 1
    boxed = all_states(width, height, rule.states)
    first = np.pad(boxed, ((0, 0), (pad, pad), (pad, pad)))
    life = films(first, rule, full, torus=query.torus)
    allowed = np.ones((height, width), np.bool_)
    if query.mask is not None:
        allowed = query.mask.to_array().astype(np.bool_)
        allowed = np.pad(allowed, ((0, height - len(allowed)), (0, width - allowed.shape[1])))
    outside = np.pad(~allowed, pad, constant_values=True)
    right = np.ones(len(first), np.bool_)
    for phase in life[: motion.period]:
        right &= ~phase[:, outside].any(axis=1)
    back = _turned(first, motion.orientation, query.box, pad)
    back = np.roll(back, (motion.dy, motion.dx), (1, 2))
    right &= (life[motion.period] == back).all(axis=(1, 2))
    for g in query.symmetry.group:
        right &= (_turned(first, g, query.box, pad) == first).all(axis=(1, 2))
    if not query.with_empty:
        right &= first.any(axis=(1, 2))
    if not query.any_period:
        right &= _exact(life, query.motion, 1 if query.torus else turns_of(rule))
    right &= _in_bounds(query.constraints, life[:full])
    return {Pattern.from_array(layer) for layer in boxed[right]}


def _in_bounds(constraints: Constraints, life: Sequence[States]) -> NDArray[np.bool_]:
    right = np.ones(len(life[0]), np.bool_)
    sizes = np.stack([np.count_nonzero(phase, axis=(1, 2)) for phase in life])
    number = {"first": sizes[0], "min": sizes.min(axis=0), "max": sizes.max(axis=0)}
    for bound in constraints.bounds:
        counted = number[bound.measure.value]
        right &= (bound.least <= counted) & (counted <= bound.most)
    return right


def _exact(life: list[States], motion: Motion, turns: int) -> NDArray[np.bool_]:
    """Whether a pattern that is back has the period that was asked for."""
    order, exact = motion.order, np.ones(len(life[0]), np.bool_)
    for t in range(1, motion.full_period):
        parts = motion.full_period // t
        if motion.full_period % t or t % turns:
            continue
        dx, dy = motion.dx * order, motion.dy * order
        if dx % parts or dy % parts:
            continue
        moved = np.roll(life[0], (dy // parts, dx // parts), (1, 2))
        # With a transform, the pattern may be back after several of the periods asked for.
        too_soon = order == 1 or t <= motion.period or t % motion.period
        if too_soon:
            exact &= (life[t] != moved).any(axis=(1, 2))
    return exact


def _turned(layers: States, g: Orientation, size: tuple[int, int], pad: int) -> States:
    height, width = layers.shape[1:]
    result = np.zeros_like(layers)
    for y in range(height):
        for x in range(width):
            u, v = turned(g, size, (x - pad, y - pad))
            if 0 <= u + pad < width and 0 <= v + pad < height:
                result[:, v + pad, u + pad] = layers[:, y, x]
    return result


def predecessors(query: Predecessor) -> set[Pattern]:
    """All that becomes the target, and stays in the box before."""
    (width, height), rule, pad = query.box, query.rule, query.generations + 1
    boxed = all_states(width, height, rule.states)
    life = films(np.pad(boxed, ((0, 0), (pad, pad), (pad, pad))), rule, query.generations)
    outside = np.pad(np.zeros((height, width), np.bool_), pad, constant_values=True)
    right = np.ones(len(boxed), np.bool_)
    for phase in life[:-1]:
        right &= ~phase[:, outside].any(axis=1)
    frame = query.target.alive.box._replace(x=-pad, y=-pad, width=width + 2 * pad)
    frame = frame._replace(height=height + 2 * pad)
    wanted, free = (p.to_array(frame) for p in (query.target.alive, query.target.dont_care))
    right &= ((life[-1] == wanted) | (free == 1)).all(axis=(1, 2))
    right &= _in_bounds(query.constraints, life[:-1])
    return {Pattern.from_array(layer) for layer in boxed[right]}


def completions(query: Completion) -> list[States]:
    """All films, each an array of the generations in the box; cells that are told are so."""
    (width, height), rule, motion = query.box, query.rule, query.motion
    steps, pad = motion.period, motion.full_period + 1
    states = all_states(width, height, rule.states)
    life = films(np.pad(states, ((0, 0), (pad, pad), (pad, pad))), rule, motion.full_period)
    outside = np.pad(np.zeros((height, width), np.bool_), pad, constant_values=True)
    last = steps if query.returns else steps + 1
    right = np.ones(len(states), np.bool_)
    for phase in life[:last]:
        right &= ~phase[:, outside].any(axis=1)
    for g in query.symmetry.group:
        right &= (_turned(life[0], g, query.box, pad) == life[0]).all(axis=(1, 2))
    if query.returns:
        back = np.roll(
            _turned(life[0], motion.orientation, query.box, pad), (motion.dy, motion.dx), (1, 2)
        )
        right &= (life[steps] == back).all(axis=(1, 2))
        if not query.any_period:
            right &= _exact(life, query.motion, turns_of(rule))
    if not query.with_empty:
        right &= np.any([phase.any(axis=(1, 2)) for phase in life[:last]], axis=0)
    letters: dict[int, NDArray[np.bool_]] = {}
    boxes = [phase[:, pad : pad + height, pad : pad + width] for phase in life]
    dying = {(t, x, y): state for t, x, y, state in query.known.dying}
    for (t, x, y), value in query.known.given():
        cell = boxes[t][:, y, x]
        if (t, x, y) in dying:
            right &= cell == dying[t, x, y]
        elif abs(value) == 1:
            right &= cell == (1 if value > 0 else 0)
        else:
            alive = (cell == 1) ^ (value < 0)
            right &= alive == letters.setdefault(abs(value), alive)
    right &= _in_bounds(query.constraints, life[: motion.full_period if query.returns else last])
    return list(np.stack([box[right] for box in boxes[:last]], axis=1))


def classes(patterns: Iterable[Pattern], query: Periodic) -> set[tuple[tuple[int, ...], ...]]:
    """One name for all patterns that differ by place, orientation and phase only."""
    return {_name(pattern, query) for pattern in patterns}


def _name(pattern: Pattern, query: Periodic) -> tuple[tuple[int, ...], ...]:
    full, rule = query.motion.full_period, query.rule
    if query.torus:
        return _torus_name(pattern, query)
    first = np.pad(pattern.to_array(), full + 1)[None]
    phases = films(first, rule, full)[: -1 : turns_of(rule)]
    return min(_image(phase[0], g) for phase in phases for g in unnoticed(rule))


def _torus_name(pattern: Pattern, query: Periodic) -> tuple[tuple[int, ...], ...]:
    assert query.box is not None
    (width, height), rule = query.box, query.rule
    first = pattern.to_array(Box(0, 0, width, height))[None]
    images = []
    for phase in films(first, rule, query.motion.full_period, torus=True)[:-1]:
        for g in unnoticed(rule):
            if keeps(g, query.box):
                image = _turned(phase, g, query.box, 0)[0]
                images += [
                    tuple(map(tuple, np.roll(image, (dy, dx), (0, 1)).tolist()))
                    for dy in range(height)
                    for dx in range(width)
                ]
    return min(images)


def _image(layer: States, g: Orientation) -> tuple[tuple[int, ...], ...]:
    a, b, c, d = g.value
    rows, columns = layer.nonzero()
    cells = [
        (a * x + b * y, c * x + d * y, int(layer[y, x]))
        for x, y in zip(columns.tolist(), rows.tolist(), strict=True)
    ]
    left, top = min((x for x, _, _ in cells), default=0), min((y for _, y, _ in cells), default=0)
    return tuple(sorted((x - left, y - top, state) for x, y, state in cells))
