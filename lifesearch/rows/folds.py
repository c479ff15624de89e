"""Patterns that are the same upside down: where the second half follows from the first.

An oscillator may be its own mirror image lengthwise, or its own half turn. Then it is known as soon
as its middle is reached, by half the rows. Let a and b be the last two layers (the rows y of all p
generations). The middle may be

- a row (*odd*): the next layer is the image of a, and b is its own image;
- between two rows (*even*): the next layer is the image of b.

All that is left to be tested is what the rule makes of b. A mirror keeps each row as it is, and a
half turn mirrors it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import StrEnum
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from lifesearch.life.orientation import Orientation
from lifesearch.life.simulate.evolve import generations

if TYPE_CHECKING:
    from lifesearch.rows.problem import Problem


class Fold(StrEnum):
    """How a pattern may be its own image lengthwise."""

    ODD_MIRROR = "odd mirror"
    EVEN_MIRROR = "even mirror"
    ODD_TURN = "odd turn"
    EVEN_TURN = "even turn"

    @property
    def odd(self) -> bool:
        """Whether the middle is a row."""
        return self in (Fold.ODD_MIRROR, Fold.ODD_TURN)

    @property
    def turns(self) -> bool:
        """Whether it is a half turn, which mirrors each row."""
        return self in (Fold.ODD_TURN, Fold.EVEN_TURN)

    @property
    def orientation(self) -> Orientation:
        """What the rule must not notice."""
        return Orientation.R180 if self.turns else Orientation.FLIP_Y

    @property
    def bit(self) -> int:
        """For the kernel."""
        return 1 << list(Fold).index(self)


def mask(folds: Sequence[Fold]) -> int:
    """Folds as a number for the kernel."""
    return sum(fold.bit for fold in set(folds))


def unfolded(problem: Problem, rows: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """All the rows of patterns whose first half, with the middle, has these rows.

    Which folds are possible is found out by simulation. Without folds it is the rows themselves.
    """
    if not problem.folds or (problem.whole and _lives(problem, tuple(rows))):
        yield tuple(rows)
    if not problem.folds or len(rows) % problem.period:
        return
    layers = np.array(rows).reshape(-1, problem.period)
    told: set[tuple[int, ...]] = set()
    for fold in problem.folds:
        lower = layers[-2::-1] if fold.odd else layers[::-1]
        if fold.turns:
            lower = _turned(lower, problem.bits)
        whole = tuple(np.concatenate([layers, lower]).ravel().tolist())
        if whole not in told and (fold.odd or layers[-1].any()) and _lives(problem, whole):
            told.add(whole)
            yield whole


def _turned(layers: NDArray[np.int64], bits: int) -> NDArray[np.int64]:
    from lifesearch.rows.tables import mirrored

    turned: NDArray[np.int64] = mirrored(bits)[layers]
    return turned


def _lives(problem: Problem, rows: tuple[int, ...]) -> bool:
    """Whether these rows are the generations of one pattern."""
    from lifesearch.rows.problem import pattern

    first, period = pattern(problem, rows), problem.period
    last = first
    if problem.flipped:
        last = first.transform(Orientation.FLIP_X).translate(problem.width - 1, 0)
    told = [*(pattern(problem, rows, t) for t in range(period)), last]
    return told == list(generations(first, period, problem.rule))
