"""A simulator for all rules: so simple that it can be believed.

It serves the rules that the fast one does not know: those of several states, and those with B0,
where two rules take turns. Each live cell adds its bit to the blocks of nine cells around it, and
each block is looked up in the rule's table.

    >>> ship = Pattern.parse_states("AA\\nBB")
    >>> next_generation(ship, Rule.parse("Brian's Brain")) == ship.translate(0, -1)
    True

A rule with B0 but without S8 turns the empty plane into the full one and back again. Of odd
generations the complement is given, so that there is something to count:

    >>> blinking = evolve(Pattern.parse("O"), Rule.parse("B02/S"))
    >>> [next(blinking).population for _ in range(3)]
    [1, 9, 1]
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate, chain, cycle
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from lifesearch.errors import InputError
from lifesearch.life.pattern import Box, Cell, Pattern
from lifesearch.life.rules.rule import Rule
from lifesearch.limits import MOST_SIMULATED_CELLS

if TYPE_CHECKING:
    from numpy.typing import NDArray

Size = tuple[int, int]

_BITS = [(dx, dy, 1 << (4 + dx + 3 * dy)) for dy in (-1, 0, 1) for dx in (-1, 0, 1)]
"""A cell stands in the block of the one at (dx, dy) from it as this digit: see `neighbourhood`."""


def require_states(pattern: Pattern, rule: Rule) -> None:
    """Refuse a pattern with a cell in a state that the rule does not have."""
    if (needed := pattern.states_needed) > rule.states:
        raise InputError(
            f"a cell of the pattern is in state {needed - 1}, but {rule} has the states 0 to "
            f"{rule.states - 1} only"
        )


def next_generation(pattern: Pattern, rule: Rule, torus: Size | None = None) -> Pattern:
    """The pattern after a step by the table of the rule, on the plane or on a torus."""
    blocks: dict[Cell, int] = {}
    for x, y in pattern.live:
        for dx, dy, bit in _BITS:
            cell = (x + dx, y + dy)
            if torus is not None:
                cell = (cell[0] % torus[0], cell[1] % torus[1])
            blocks[cell] = blocks.get(cell, 0) | bit
    if len(blocks) > MOST_SIMULATED_CELLS:
        raise InputError(
            "the pattern has grown too large to simulate: at most "
            f"{MOST_SIMULATED_CELLS:,} cells fit"
        )
    if torus is not None and rule.births_from_nothing:
        width, height = torus
        for cell in ((x, y) for x in range(width) for y in range(height)):
            blocks.setdefault(cell, 0)
    table, last = rule.table, rule.states - 1
    after: dict[Cell, int] = {}
    before = pattern.states
    for cell, block in blocks.items():
        state = before.get(cell, 0)
        if state < 2 and table[block]:
            after[cell] = 1
    for cell, state in before.items():
        if cell not in after and state < last:
            after[cell] = state + 1
    return Pattern.of_states(after)


def evolve(pattern: Pattern, rule: Rule) -> Iterator[Pattern]:
    """Go through generations 0, 1, 2, ... without end."""
    require_states(pattern, rule)
    return accumulate(cycle(rule.steps), next_generation, initial=pattern)


Stack: TypeAlias = "NDArray[np.uint8]"


def stack_patterns(patterns: Sequence[Pattern], box: Box) -> Stack:
    """The part of each pattern that lies in the box: many small ones as layers of one array.

    So answers are checked in bulk. A cell is 1 where one lives, more where one is dying.

    >>> blinkers = [Pattern.parse("OOO").translate(0, y) for y in (0, 1)]
    >>> blinkers = stack_patterns(blinkers, Box(0, -1, 3, 4))
    >>> step_batch(blinkers, Rule.parse("B3/S23"))[:, :, 1].tolist()
    [[1, 1, 1, 0], [0, 1, 1, 1]]
    """
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
    """The next generation of each layer; beyond its edges all is dead, unless they wrap."""
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
