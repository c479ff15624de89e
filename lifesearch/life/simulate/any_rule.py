"""A simulator for all rules, simple enough to be seen to be right.

It serves the rules that the fast one (`bitboard`) does not support: those of several states, and
those with B0, where two rules alternate. Each live cell adds its bit to the blocks of nine cells
around it, and each block is looked up in the rule's table.

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

from collections.abc import Iterator
from itertools import accumulate, cycle

from lifesearch.common.errors import InputError
from lifesearch.common.limits import MOST_SIMULATED_CELLS
from lifesearch.life.pattern import Cell, Pattern
from lifesearch.life.rules.neighbourhood import blocks_with
from lifesearch.life.rules.rule import Rule

Size = tuple[int, int]
"""Width and height."""


def require_states(pattern: Pattern, rule: Rule) -> None:
    """Refuse a pattern with a cell in a state that the rule does not have."""
    if (needed := pattern.states_needed) > rule.states:
        raise InputError(
            f"a cell of the pattern is in state {needed - 1}, but {rule} has the states 0 to "
            f"{rule.states - 1} only"
        )


def next_generation(pattern: Pattern, rule: Rule, torus: Size | None = None) -> Pattern:
    """The pattern after a step by the table of the rule, on the plane or on a torus."""
    blocks = blocks_with(pattern.live, torus)
    if len(blocks) > MOST_SIMULATED_CELLS:
        raise InputError(
            "the pattern has grown too large to simulate: at most "
            f"{MOST_SIMULATED_CELLS:,} cells fit"
        )
    # On a torus B0 brings cells to life that have no live neighbour.
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
    """Go through generations 0, 1, 2, ... until one is too large, which is an InputError."""
    require_states(pattern, rule)
    return accumulate(cycle(rule.steps), next_generation, initial=pattern)
