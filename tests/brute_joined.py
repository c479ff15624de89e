"""Predecessors on tori and cylinders by brute force: every state of the box, cell by cell.

Nothing of the encoders or of the simulator is used. A universe is an array (states, rows, columns);
on a cylinder with rows above and below the box.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from itertools import product

import numpy as np
from numpy.typing import NDArray

from lifesearch.life.orientation import Orientation
from lifesearch.life.pattern import Cell
from lifesearch.questions.predecessor.question import Predecessor
from tests.brute_boards import plane_tables, turned, unnoticed, within

States = NDArray[np.uint8]
Life = frozenset[tuple[Cell, int]]
OFFSETS = [(x, y) for y in (-1, 0, 1) for x in (-1, 0, 1)]


def home(query: Predecessor, x: int, y: int) -> Cell:
    """The cell of the first turn around that this one is."""
    width, height = query.box
    if query.cylinder is None:
        return x % width, y % height
    while x >= width:
        x, y = x - width, y - query.cylinder.shift
    while x < 0:
        x, y = x + width, y + query.cylinder.shift
    return x, y


def joined_ancestors(query: Predecessor) -> set[Life]:
    """All first generations in the box that become the target."""
    (width, height), ago = query.box, query.generations
    # In a generation a pattern grows by a row, and at the seam by the rows of the shift, too.
    pad = 0 if query.torus else (ago + 1) * (1 + abs(query.cylinder.shift if query.cylinder else 0))
    tables = (query.rule.table,) if query.torus else plane_tables(query.rule)
    history = [_all_states(query, pad)]
    for t in range(ago):
        inside = ~np.delete(history[-1], range(pad, pad + height), 1).any(axis=(1, 2))
        history = [states[inside] for states in history]
        history.append(_next(query, tables[t % len(tables)], history[-1], pad))
    wanted = query.target.alive.states
    right = within(query.constraints.bounds, [states == 1 for states in history])
    for x, y in product(range(width), range(-pad, height + pad)):
        if (x, y) not in query.target.dont_care.cells:
            right &= history[-1][:, y + pad, x] == wanted.get((x, y), 0)
    if (keep := query.constraints.keep) is not None:
        for x, y in product(range(width), range(height)):
            if keep.region.holds((x, y)) and (x, y) not in keep.dont_care.cells:
                for states in (history[0], history[-1]):
                    right &= states[:, y + pad, x] == ((x, y) in keep.alive.cells)
    return {_cells(state, pad) for state in history[0][right]}


def joined_class(query: Predecessor, life: Life) -> Hashable:
    """The same for what the symmetry of target, rule and torus or cylinder makes of each other."""
    return min(
        tuple(sorted((image(*cell), state) for cell, state in life)) for image in _images(query)
    )


def _images(query: Predecessor) -> Iterator[Callable[[int, int], Cell]]:
    """The moves of the box by which neighbours stay neighbours, and the target as it is."""
    (width, height), target = query.box, query.target
    fixed = query.constraints.keep is not None
    turns = [Orientation.IDENTITY] if fixed else unnoticed(query.rule)
    steps = [(0, 0)] if fixed else product(range(width), range(height if query.torus else 1))
    for g, (dx, dy) in product(turns, [*steps]):

        def image(x: int, y: int, g: Orientation = g, dx: int = dx, dy: int = dy) -> Cell:
            u, v = turned(g, query.box, (x, y))
            return home(query, u + dx, v + dy)

        if _is_symmetry(query, g, image) and all(
            {image(*cell): state for cell, state in part.states.items()} == part.states
            for part in (target.alive, target.dont_care)
        ):
            yield image


def _is_symmetry(query: Predecessor, g: Orientation, image: Callable[[int, int], Cell]) -> bool:
    width, height = query.box
    cells = {*product(range(width), range(height))}
    if {image(*cell) for cell in cells} != cells:
        return False
    a, b, c, d = g.value
    for (x, y), (dx, dy) in product(cells, OFFSETS):
        near, (u, v) = home(query, x + dx, y + dy), image(x, y)
        expected = home(query, u + a * dx + b * dy, v + c * dx + d * dy)
        if (near in cells or expected in cells) and (near not in cells or image(*near) != expected):
            return False
    return True


def _all_states(query: Predecessor, pad: int) -> States:
    width, height = query.box
    states = query.rule.states
    numbers = np.arange(states ** (width * height))
    digits = [numbers // states**place % states for place in range(width * height)]
    inner = np.stack(digits, axis=1).reshape(-1, height, width).astype(np.uint8)
    return np.pad(inner, ((0, 0), (pad, pad), (0, 0)))


def _next(query: Predecessor, table: bytes, states: States, pad: int) -> States:
    last, rows = query.rule.states - 1, states.shape[1]
    result = np.zeros_like(states)
    for x, row in product(range(states.shape[2]), range(rows)):
        blocks = np.zeros(len(states), np.int64)
        for dx, dy in OFFSETS:
            u, v = home(query, x + dx, row - pad + dy)
            near = states[:, v + pad, u] if 0 <= v + pad < rows else np.zeros(len(states))
            blocks = 2 * blocks + (near == 1)
        lives, now = np.array(list(table))[blocks], states[:, row, x]
        older = np.where(now == last, 0, now + 1)  # `older * now`: a dead cell has no age
        result[:, row, x] = np.where(now < 2, np.where(lives == 1, 1, older * now), older)
    return result


def _cells(state: States, pad: int) -> Life:
    return frozenset(((int(x), int(y) - pad), int(state[y, x])) for y, x in np.argwhere(state != 0))
