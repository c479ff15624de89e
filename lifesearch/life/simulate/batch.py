"""Many small patterns at once, as layers of one array: how answers are checked in bulk.

A stack has one layer for each pattern, cut out of the plane by the same box: 1 where a
cell lives, 0 where none does, more where one is dying. The next generation of all layers is a
lookup of every block of nine cells in the rule's table.

    >>> from lifesearch.life.rules.rule import LIFE
    >>> blinkers = [Pattern.parse("OOO").translate(0, y) for y in (0, 1)]
    >>> blinkers = stack_patterns(blinkers, Box(0, -1, 3, 4))
    >>> step_batch(blinkers, LIFE)[:, :, 1].tolist()
    [[1, 1, 1, 0], [0, 1, 1, 1]]
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from lifesearch.life.pattern import Box, Pattern
from lifesearch.life.rules.rule import Rule

if TYPE_CHECKING:
    from numpy.typing import NDArray

Stack: TypeAlias = "NDArray[np.uint8]"


def stack_patterns(patterns: Sequence[Pattern], box: Box) -> Stack:
    """The part of each pattern that lies in the box."""
    populations = [pattern.population for pattern in patterns]
    numbers = chain.from_iterable(chain.from_iterable(p.cells for p in patterns))
    cells = np.fromiter(numbers, np.intp, 2 * sum(populations)).reshape(-1, 2)
    x, y = cells.T - np.array([[box.x], [box.y]])
    layer = np.repeat(np.arange(len(patterns)), populations)
    inside = (x >= 0) & (x < box.width) & (y >= 0) & (y < box.height)
    stack = np.zeros((len(patterns), box.height, box.width), np.uint8)
    stack[layer[inside], y[inside], x[inside]] = 1
    for pattern, states in zip(patterns, stack, strict=True):
        if pattern.dying:
            states[:] = pattern.to_array(box)
    return stack


def step_batch(stack: Stack, rule: Rule, *, torus: bool = False) -> Stack:
    """The next generation of each layer; beyond its edges all is dead, unless they wrap.

    The rule's own table is used: where rules alternate, give one of its `steps`.
    """
    height, width = stack.shape[1:]
    living = stack if rule.states == 2 else (stack == 1).astype(np.uint8)
    framed = np.pad(living, ((0, 0), (1, 1), (1, 1)), mode="wrap" if torus else "constant")
    blocks = np.zeros(stack.shape, np.uint16)
    for dy in range(3):
        for dx in range(3):
            blocks = 2 * blocks + framed[:, dy : dy + height, dx : dx + width]
    lives: Stack = np.frombuffer(rule.table, np.uint8)[blocks]
    if rule.states == 2:
        return lives
    older = np.where(stack == rule.states - 1, 0, stack + 1).astype(np.uint8)
    return np.where((stack < 2) & (lives == 1), 1, np.where(stack == 0, 0, older)).astype(np.uint8)
