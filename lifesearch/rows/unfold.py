"""Whole patterns from their first halves: see `folds`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from lifesearch.life.orientation import Orientation
from lifesearch.life.simulate.evolve import generations
from lifesearch.life.strip_symmetry import Fold
from lifesearch.rows.problem import StripProblem, pattern
from lifesearch.rows.tables import mirrored


def unfolded(problem: StripProblem, rows: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """All the rows of patterns whose first half, with the middle, has these rows.

    Which folds are possible is found out by simulation. Without folds it is the rows themselves.
    """
    if not problem.folds or (problem.whole and _lives(problem, tuple(rows))):
        yield tuple(rows)
    if not problem.folds or len(rows) % problem.period:
        return
    layers = np.array(rows).reshape(-1, problem.period)
    seen: set[tuple[int, ...]] = set()
    for fold in problem.folds:
        lower = layers[-2::-1] if fold.odd else layers[::-1]
        if fold.turns:
            lower = _turned(lower, problem.bits)
        whole = tuple(np.concatenate([layers, lower]).ravel().tolist())
        if not _has_middle(layers[-1], fold, problem.bits):
            continue
        if whole not in seen and _lives(problem, whole):
            seen.add(whole)
            yield whole


def _has_middle(last: NDArray[np.int64], fold: Fold, bits: int) -> bool:
    """Whether a layer may be the last of the first half."""
    if not fold.odd:
        return bool(last.any())  # else there would be two empty rows in the middle
    return not fold.turns or bool((last == _turned(last, bits)).all())


def _turned(layers: NDArray[np.int64], bits: int) -> NDArray[np.int64]:
    turned: NDArray[np.int64] = mirrored(bits)[layers]
    return turned


def _lives(problem: StripProblem, rows: tuple[int, ...]) -> bool:
    """Whether these rows are the generations of one pattern."""
    first, period = pattern(problem, rows), problem.period
    last = first
    if problem.flipped:
        last = first.transform(Orientation.FLIP_X).translate(problem.width - 1, 0)
    phases = [*(pattern(problem, rows, t) for t in range(period)), last]
    return phases == list(generations(first, period, problem.rule))
