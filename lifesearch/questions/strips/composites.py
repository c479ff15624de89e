"""Which patterns of a strip count as one pattern, and which are composites.

Patterns side by side are one answer, as in a box. Two kinds of patterns do not count:

- *One behind another.* If in every generation there are two empty rows between a part and the
  rest, no cell ever has neighbours of both. Each part lives by itself, and is found by itself.
- *A period that no part has.* A blinker beside an oscillator of period 3 has period 6, and
  nothing in it has. At least one piece must have the whole period by itself; pieces are the
  parts that live as if they were alone (see `identify.pieces`).
"""

from __future__ import annotations

from itertools import pairwise
from math import gcd

from lifesearch.life.identify import pieces
from lifesearch.life.motion import Motion, prime_divisors
from lifesearch.life.pattern import Pattern
from lifesearch.life.rules.rule import Rule
from lifesearch.life.simulate.cylinder import Cylinder
from lifesearch.life.simulate.evolve import behaviour
from lifesearch.life.simulate.universe import Universe


def is_composite(
    pattern: Pattern, motion: Motion, rule: Rule, cylinder: Cylinder | None = None
) -> bool:
    """Whether a pattern with this motion is a composite, which does not count.

    On a cylinder pieces cannot be distinguished: only parts one behind another are.
    """
    if one_behind_another(pattern, motion, rule, cylinder):
        return True
    return cylinder is None and not has_whole_period(pattern, motion, rule)


def one_behind_another(
    pattern: Pattern,
    motion: Motion,
    rule: Rule,
    cylinder: Cylinder | None = None,
    first_rows: int = 0,
) -> bool:
    """Whether two empty rows are between a part and the rest, in every generation.

    The part has at least the `first_rows` of the pattern.
    """
    rows = sorted({y for _, y in pattern.cells if y >= pattern.box.y + first_rows - 1})
    return any(
        _apart(pattern, above, motion, rule, cylinder)
        for above, below in pairwise(rows)
        if below - above > 2
    )


def _apart(
    pattern: Pattern, last: int, motion: Motion, rule: Rule, cylinder: Cylinder | None
) -> bool:
    """Whether the part in rows up to `last` recurs, and is never near the rest.

    Then the rest recurs, too, since the whole pattern does. A part that dies out does not count.
    """
    upper = pattern.restricted([cell for cell in pattern.cells if cell[1] <= last])
    lower = pattern - upper
    order, universe = motion.order, Universe(rule, cylinder=cylinder)
    high, low = (universe.history(ship, motion.full_period) for ship in (upper, lower))
    near = (not (a and b and b.box.y - a.box.bottom > 2) for a, b in zip(high, low, strict=True))
    back = upper.translate(motion.dx * order, motion.dy * order)
    if cylinder is not None:
        back = cylinder.wound(back)
    return high[-1] == back and not any(near)


def has_whole_period(pattern: Pattern, motion: Motion, rule: Rule) -> bool:
    """Whether a piece has the whole period by itself."""
    if not may_be_multiple(motion):
        return True
    period = motion.full_period
    parts = pieces(pattern, rule, period)
    return len(parts) == 1 or any(behaviour(p, rule, period).period == period for p in parts)


def may_be_multiple(motion: Motion) -> bool:
    """Whether the period can be the least common multiple of shorter ones.

    A piece has the same velocity: so its period is that of the pattern, divided by a factor that
    the period and both distances have in common. If all these factors are powers of one prime, the
    longest period of a piece is the whole period.
    """
    order = motion.order
    common = gcd(motion.full_period, motion.dx * order, motion.dy * order)
    return len(prime_divisors(common)) > 1
