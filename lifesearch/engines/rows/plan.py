"""The plan of a problem: for each place of a sequence, the earlier rows that decide the next.

`kernel.layout` has the numbers of the columns; `deepening` makes the plan, for the kernel.

The kernel reads a line of the plan for each row that it adds, so that it needs no arithmetic of
periods and speeds. Places are the indices modulo p, after those of the given front; where all
indices are alike, there is one place. The line of a place is what the kernel needs to know to add
R[j] there:

    NEXT                    the place of R[j+1]
    RESULT                  step(R[j-2p], R[j-p], R[j]) = R[j - RESULT]
    FORCED                  what R[j] must be, or -1
    COUNTED                 1 if R[j] belongs to generation 0, and the population is bounded
    LEVEL                   how many of the tests of `kernel.lookahead` are made, 0 to 3
    FIRST, SECOND, THIRD    R[j - FIRST] becomes R[j] one generation later, R[j - SECOND] becomes
                            that one, and so on
    SECOND_KNOWN            R[j - SECOND + p] is R[j - SECOND_KNOWN]; -1 if it comes after R[j]
    THIRD_KNOWN             R[j - THIRD + p] is R[j - THIRD_KNOWN]; -1 if it comes after R[j]
    CLOSING                 R[j] becomes R[j - CLOSING], which is known: an earlier row or, in still
                            lifes, R[j] itself; -1 if a row that comes later
    SAME + i                R[j] = R[j - SAME] if the i-th shorter period is the true one, or -1

RESULT_FLIP, CLOSING_FLIP and SAME_FLIP are 1 if the row of that column is to be mirrored first.
FIRST_FLIP is 1 if R[j], which is what the first row becomes, is to be mirrored; SECOND_FLIP and
THIRD_FLIP likewise for what the second and the third become.
"""

from __future__ import annotations

from math import gcd

import numpy as np
from numpy.typing import NDArray

from lifesearch.engines.rows.problem import StripProblem


def plan(problem: StripProblem) -> NDArray[np.int64]:
    """The lines of the plan for all places, those of the front first."""
    from lifesearch.engines.rows.kernel import layout as k

    p, given = problem.period, problem.given
    passed = len(given)
    cycle = 1 if problem.uniform else p
    lines = np.full((passed + cycle, k.PLAN_COLUMNS), -1, np.int64)
    for place, line in enumerate(lines):
        t = problem.phases[place % p]
        line[k.NEXT] = place + 1 if place + 1 < len(lines) else passed
        line[k.RESULT] = p - problem.offsets[t]
        line[k.RESULT_FLIP] = _flips(problem, t)
        line[k.COUNTED] = t == 0 and problem.population is not None
        if place < passed:
            line[k.FORCED] = given[place]
        _look_ahead(problem, t, line)
        for i, (q, mirrored) in enumerate(problem.shorter):
            # With the shorter period p/q, rows of generations p/q and later equal earlier ones:
            # those p/q generations and shift/q rows before, gcd/q indices away (see `problem`).
            if t >= p // q or q == 1:
                line[k.SAME + i] = 0 if q == 1 else gcd(problem.period, problem.shift) // q
                line[k.SAME_FLIP + i] = mirrored
    return lines


def _look_ahead(problem: StripProblem, t: int, line: NDArray[np.int64]) -> None:
    """Fill in the rows of the look-ahead tests, as far back as each is known before R[j]."""
    from lifesearch.engines.rows.kernel import layout as k

    p, distance, level, then = problem.period, 0, 0, t
    for column, flips in (
        (k.FIRST, k.FIRST_FLIP),
        (k.SECOND, k.SECOND_FLIP),
        (k.THIRD, k.THIRD_FLIP),
    ):
        then = (then - 1) % p
        distance += problem.offsets[then]
        if not 1 <= distance <= 2 * p:  # it is not among the rows of a state
            break
        level += 1
        line[column], line[flips] = distance, _flips(problem, then)
    line[k.LEVEL] = level
    if level >= 2 and line[k.SECOND] >= p:
        line[k.SECOND_KNOWN] = line[k.SECOND] - p
    if level == 3 and line[k.THIRD] >= p:
        line[k.THIRD_KNOWN] = line[k.THIRD] - p
    if problem.offsets[t] <= 0:
        line[k.CLOSING], line[k.CLOSING_FLIP] = -problem.offsets[t], _flips(problem, t)


def _flips(problem: StripProblem, t: int) -> bool:
    """Whether the row of generation t is mirrored one generation later."""
    return problem.flipped and t == problem.period - 1
