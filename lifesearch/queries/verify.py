"""Verify solutions by simulation alone: nothing here knows of clauses or solvers.

Each query says by simulation which solutions are right; here the constraints are checked too,
and what is wrong becomes an error. Solutions are checked in batches.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

import numpy as np

from lifesearch.encoding.clauses import Bools
from lifesearch.encoding.variable_grid import Spacetime
from lifesearch.errors import VerificationError
from lifesearch.life.pattern import Box, Pattern
from lifesearch.life.rules.rule import Rule
from lifesearch.life.simulate.batch import Stack, stack_patterns, step_batch
from lifesearch.queries.answer import Answer
from lifesearch.queries.constraints import Constraints

A = TypeVar("A", bound=Answer)


def wrong_answer(problem: str, pattern: Pattern | None = None) -> VerificationError:
    """An error about a solution that simulation does not confirm."""
    picture = "" if pattern is None else f":\n{pattern.picture()}"
    return VerificationError(
        f"the solver's answer {problem}; this is a bug in lifesearch, please report it{picture}"
    )


def require_right(answers: Iterable[Answer], right: Iterable[bool], what: str) -> None:
    """Refuse answers of which one is not what was searched for."""
    for answer, is_right in zip(answers, right, strict=True):
        if not is_right:
            raise wrong_answer(f"is no {what}", answer.pattern)


def require_constraints(
    answers: Sequence[A],
    constraints: Constraints,
    what: str,
    counted: Callable[[A], list[Pattern]],
    seen: Box | None = None,
) -> None:
    """Refuse answers of which one does not meet the constraints in its counted generations."""
    if constraints:
        met = (constraints.satisfied_by(counted(answer), seen) for answer in answers)
        require_right(answers, met, what)


def check_periodic(
    patterns: Sequence[Pattern], s: Spacetime, rule: Rule, *, any_period: bool, with_empty: bool
) -> Bools:
    """Which patterns recur as they should, in the box and not before."""
    first = stack_patterns(patterns, s.frame)
    whole: Bools = np.count_nonzero(first, axis=(1, 2)) == [p.population for p in patterns]
    return whole & check_layers(first, s, rule, any_period=any_period, with_empty=with_empty)


def check_layers(
    first: Stack, s: Spacetime, rule: Rule, *, any_period: bool, with_empty: bool
) -> Bools:
    """Which patterns, as layers of the frame, recur as they should and not before.

    All generations but the last stay in the box, so the margin around it is wide enough.
    """
    motion = s.motion
    y, x = np.mgrid[: s.height + 2 * s.margin, : s.width + 2 * s.margin] - s.margin
    outside = (x < 0) | (x >= s.width) | (y < 0) | (y >= s.height)
    if s.mask is not None:
        outside |= s.mask.to_array(s.frame) == 0
    right: Bools = np.ones(len(first), np.bool_)
    now = first
    steps = (rule,) if s.torus else rule.steps
    for t in range(motion.period):
        right &= ~now[:, outside].any(axis=1)
        shorter = t and motion.period % t == 0 and t % len(steps) == 0
        if shorter and not any_period and motion.order == 1:
            parts = motion.period // t
            if motion.dx % parts == 0 and motion.dy % parts == 0:
                moved = _moved(now, -motion.dx // parts, -motion.dy // parts)
                right &= (moved != first).any(axis=(1, 2))
        now = step_batch(now, steps[t % len(steps)], torus=s.torus)
    back = _moved(s.turned_layers(motion.orientation, first), motion.dx, motion.dy)
    right &= (now == back).all(axis=(1, 2))
    for g in s.symmetry:
        right &= (s.turned_layers(g, first) == first).all(axis=(1, 2))
    right &= first.any(axis=(1, 2)) | with_empty
    return right


def _moved(stack: Stack, dx: int, dy: int) -> Stack:
    """Each layer moved; nothing alive may be as near to the edges as that."""
    return np.roll(stack, (dy, dx), axis=(1, 2))
