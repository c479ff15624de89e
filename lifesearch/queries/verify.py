"""Look whether patterns are what a question asks for, by simulation alone.

Nothing here knows of clauses or solvers. Many patterns are looked at together.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from lifesearch.encoding.clauses import Bools
from lifesearch.encoding.variable_grid import Spacetime
from lifesearch.life.pattern import Pattern
from lifesearch.life.rules.rule import Rule
from lifesearch.life.simulate.batch import Stack, stack_patterns, step_batch


def check_periodic(
    patterns: Sequence[Pattern], s: Spacetime, rule: Rule, *, any_period: bool, with_empty: bool
) -> Bools:
    """Which patterns come back as they should, in the box and not before.

    All generations but the last stay in the box, so the margin around it is wide enough.
    """
    motion = s.motion
    first = stack_patterns(patterns, s.frame)
    y, x = np.mgrid[: s.height + 2 * s.margin, : s.width + 2 * s.margin] - s.margin
    outside = (x < 0) | (x >= s.width) | (y < 0) | (y >= s.height)
    if s.mask is not None:
        outside |= s.mask.to_array(s.frame) == 0
    right: Bools = first.sum(axis=(1, 2)) == [p.population for p in patterns]
    now = first
    for t in range(motion.period):
        right &= ~now[:, outside].any(axis=1)
        if t and not any_period and motion.order == 1 and motion.period % t == 0:
            parts = motion.period // t
            if motion.dx % parts == 0 and motion.dy % parts == 0:
                moved = _moved(now, -motion.dx // parts, -motion.dy // parts)
                right &= (moved != first).any(axis=(1, 2))
        now = step_batch(now, rule, torus=s.torus)
    back = _moved(s.turned_layers(motion.orientation, first), motion.dx, motion.dy)
    right &= (now == back).all(axis=(1, 2))
    for g in s.symmetry:
        right &= (s.turned_layers(g, first) == first).all(axis=(1, 2))
    right &= first.any(axis=(1, 2)) | with_empty
    return right


def _moved(stack: Stack, dx: int, dy: int) -> Stack:
    """Each layer moved; nothing alive may be as near to the edges as that."""
    return np.roll(stack, (dy, dx), axis=(1, 2))
