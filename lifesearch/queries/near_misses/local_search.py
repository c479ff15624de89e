"""Patterns that come back but for a few cells, found by changing a few cells at a time.

What a SAT solver has in mind cannot be seen from outside, so this is a search of its own, beside
it: it decides nothing, and is there for people to look at. A pattern misses by as many cells as
its last generation differs in from what it should be: the first one, moved or turned as is asked
for. A pattern that has settled into something else, be it the empty plane, would miss by little:
so the last generation must be nearer to that than to any generation between. And all generations
before the last one must be in the box, as they are in answers.

Up to 64 patterns are followed side by side, and the best half of them is changed in each step.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from lifesearch.encoding.variable_grid import Spacetime
from lifesearch.life.pattern import Pattern
from lifesearch.life.rules.rule import Rule
from lifesearch.life.simulate.batch import Stack, step_batch

if TYPE_CHECKING:
    from numpy.typing import NDArray

PATTERNS = 64
FEWEST = 16
WORK = 1_000_000
"""So many cells, of all generations of all patterns, are looked at in a step."""
FRESH = 8
"""So many new random patterns join in each step."""
MOST_CHANGED, CHANGED = 3, 0.6
"""So many orbits of cells are changed at most, each so likely."""
OUTSIDE = 3
"""What a cell costs that leaves the box: a pattern with such a cell is not shown."""
SETTLED = 60
"""What a pattern costs that has settled, less if its last generations differ."""
SHOWN = 1 << 20
"""What is added to the cost of a pattern that is not to be shown, when the best is chosen."""


@dataclass(frozen=True)
class NearMiss:
    """A pattern that should be `wanted` after some generations, and differs by `cells`."""

    pattern: Pattern
    wanted: Pattern
    generations: int
    cells: int


class LocalSearch:
    """A search for near misses in one box: step by step, each a few milliseconds."""

    def __init__(self, s: Spacetime, rule: Rule, seed: int = 0) -> None:
        self._s, self._rule = s, rule
        self._random = np.random.default_rng(seed)
        self._orbits = _orbits(s)
        self._outside = ~np.pad(np.ones_like(self._orbits, np.bool_), s.margin)
        self.best: NearMiss | None = None
        self._size = min(PATTERNS, max(FEWEST, WORK // (self._outside.size * s.motion.period)))
        self._choices = self._fresh(self._size)
        self._costs = self._judge(self._choices)

    def step(self) -> None:
        """Change the better half of all patterns; whatever is better than others stays."""
        parents = np.argsort(self._costs, kind="stable")[: self._size // 2]
        children = self._choices[self._random.choice(parents, self._size - FRESH)]
        for _ in range(MOST_CHANGED):
            some = np.flatnonzero(self._random.random(len(children)) < CHANGED)
            children[some, self._random.integers(children.shape[1], size=len(some))] ^= 1
        children = np.concatenate([children, self._fresh(FRESH)])
        everybody = np.concatenate([self._choices, children])
        everybody, first = np.unique(everybody, axis=0, return_index=True)
        costs = np.concatenate([self._costs, self._judge(children)])[first]
        order = np.argsort(costs, kind="stable")[: self._size]
        self._choices, self._costs = everybody[order], costs[order]

    def _fresh(self, number: int) -> Stack:
        """Random patterns of several sizes and densities: whether each orbit of cells is alive."""
        free = int(self._orbits.max()) + 1
        choices = np.zeros((number, free), np.uint8)
        height, width = self._orbits.shape
        for choice in choices:
            columns, rows = self._piece(width), self._piece(height)
            orbits = np.unique(self._orbits[rows, columns])
            choice[orbits] = self._random.random(len(orbits)) < self._random.uniform(0.2, 0.6)
        return choices

    def _piece(self, length: int) -> slice:
        """A random piece of a side, of three cells and more."""
        size = int(self._random.integers(min(3, length), length + 1))
        start = int(self._random.integers(length - size + 1))
        return slice(start, start + size)

    def _layers(self, choices: Stack) -> Stack:
        """The patterns in the frame of the box."""
        m = self._s.margin
        layers: Stack = np.pad(choices[:, self._orbits], ((0, 0), (m, m), (m, m)))
        return layers

    def _judge(self, choices: Stack) -> NDArray[np.int64]:
        """What each pattern costs; the best near miss is kept."""
        motion = self._s.motion
        past = [self._layers(choices)]
        outside = np.zeros(len(choices), np.int64)
        for _ in range(motion.period):
            outside += np.count_nonzero(past[-1][:, self._outside], axis=1)
            past.append(step_batch(past[-1], self._rule))
        *before, last = past
        cells = _difference(last, self._wanted(past[0]))
        others = before if motion.travels or motion.order > 1 else before[1:]
        nearest = np.min([_difference(last, other) for other in others], axis=0)
        settled = (nearest <= cells) | ~past[0].any(axis=(1, 2)) | ~last.any(axis=(1, 2))
        self._keep_best(choices, cells + SHOWN * (settled | (outside > 0) | (cells == 0)))
        cost: NDArray[np.int64] = OUTSIDE * outside + np.where(
            settled, SETTLED - np.minimum(nearest, SETTLED // 3), cells
        )
        return cost

    def _wanted(self, first: Stack) -> Stack:
        """What the last generation should be."""
        motion = self._s.motion
        turned = self._s.turned_layers(motion.orientation, first)
        return np.roll(turned, (motion.dy, motion.dx), axis=(1, 2))

    def _keep_best(self, choices: Stack, cells: NDArray[np.int64]) -> None:
        least = int(cells.argmin())
        if cells[least] < (self.best.cells if self.best else SHOWN):
            first = self._layers(choices[least : least + 1])
            m = self._s.margin
            pattern, wanted = (
                Pattern.from_array(layers[0]).translate(-m, -m)
                for layers in (first, self._wanted(first))
            )
            self.best = NearMiss(pattern, wanted, self._s.motion.period, int(cells[least]))


def _difference(one: Stack, other: Stack) -> NDArray[np.int64]:
    different: NDArray[np.int64] = np.count_nonzero(one != other, axis=(1, 2))
    return different


def _orbits(s: Spacetime) -> NDArray[np.int64]:
    """For each cell of the box, row by row, the number of the cells that are equal to it."""
    y, x = np.mgrid[: s.height, : s.width].astype(np.int32)
    images = [s.image(g, x, y) for g in s.group()]
    smallest = np.min([v * s.width + u for u, v in images], axis=0)
    return np.unique(smallest, return_inverse=True)[1].reshape(s.height, s.width)
