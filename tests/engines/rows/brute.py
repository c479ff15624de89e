"""All patterns of a small strip by trying all of them: what a complete search must find."""

from collections.abc import Iterator
from itertools import pairwise

import numpy as np

from lifesearch.engines.rows.problem import StripProblem
from lifesearch.life.orientation import Orientation
from lifesearch.life.pattern import Pattern
from lifesearch.life.simulate.evolve import generations
from lifesearch.life.strip_symmetry import Mirror
from tests.brute import all_states, step_by


def candidates(problem: StripProblem, length: int) -> Iterator[Pattern]:
    """Patterns that begin in row 0, and are back after a period having kept to the columns."""
    p, w, bits = problem.period, problem.width, problem.bits
    half = all_states(np.ones((length, bits), np.bool_), 0)
    full = np.zeros((len(half), length, w), np.bool_)
    full[:, :, :bits] = half
    if problem.mirror is not Mirror.NONE:
        full[:, :, w - bits :] = half[:, :, ::-1]
    start = np.pad(full[full[:, 0].any(axis=1)], ((0, 0), (p + 1, p + 1), (1, 1)))
    now = start
    for _ in range(p):
        now = step_by(problem.rule.table, now)
        inside = ~(now[:, :, 0] | now[:, :, -1]).any(axis=1)
        now, start = now[inside], start[inside]
    back = np.roll(start, -problem.shift, axis=1)
    back = back[:, :, ::-1] if problem.flipped else back
    for state in start[(now == back).all(axis=(1, 2))]:
        yield Pattern.from_array(state, -1, -p - 1)


def rows_of(problem: StripProblem, phases: list[Pattern]) -> dict[int, int]:
    """The rows R[i] that are not empty, by their index."""
    p = problem.period
    rows: dict[int, int] = {}
    for t, phase in enumerate(phases):
        place = problem.phases.index(t)
        total = sum(problem.offsets[:t])
        shift = (total - place) // p  # o(t) = place + p * shift
        for x, y in phase.cells:
            i = p * (y + shift) + place
            rows[i] = rows.get(i, 0) | (1 << x if x < problem.bits else 0)
    return rows


def all_patterns(problem: StripProblem) -> set[Pattern]:
    """What a search for every pattern up to a length has to find: generation 0 of each."""
    assert problem.length is not None
    found = set()
    for pattern in candidates(problem, problem.length):
        if problem.population is not None and pattern.population > problem.population:
            continue
        phases = list(generations(pattern, problem.period * 2, problem.rule))
        if is_answer(problem, phases):
            found.add(pattern)
    return found


def is_answer(problem: StripProblem, phases: list[Pattern]) -> bool:
    p, k, w = problem.period, problem.shift, problem.width
    pattern = phases[0]
    back = pattern.translate(0, -k)
    if problem.flipped:
        back = back.transform(Orientation.FLIP_X).translate(w - 1, 0)
    inside = all(0 <= x < w for phase in phases[:p] for x, _ in phase.cells)
    if phases[p] != back or not inside:
        return False
    if problem.mirror is Mirror.GUTTER:
        middle = (w - 1) // 2
        if any(x == middle for phase in phases[:p] for x, _ in phase.cells):
            return False
    full = 2 * p if problem.flipped else p
    for t in range(1, full):
        if full % t == 0 and k * full // p * t % full == 0:
            moved = pattern.translate(0, -(k * full // p) * t // full)
            if phases[t] == moved:
                return False
    indices = sorted(rows_of(problem, phases[:p]))
    first, last = indices[0], indices[-1]
    assert problem.length is not None
    gaps = pairwise(indices)
    begins = problem.population is not None or first == 0
    return begins and last - first < p * problem.length and all(b - a <= 2 * p for a, b in gaps)
