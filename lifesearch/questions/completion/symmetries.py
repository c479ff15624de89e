"""The symmetries of a completion: turns and delays that map completions to completions.

If known cells are the same after they are turned about their centre, flipped, or started some
generations later, so is the set of their completions. Completions that differ only by such a
change are one answer. A turn may exchange letters: only which cells are equal matters.
"""

from __future__ import annotations

from itertools import product
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from lifesearch.engines.sat.encoding.variable_grid import Spacetime
from lifesearch.life.known_cells import FIRST_LETTER, CellAt, KnownCells
from lifesearch.life.orientation import Orientation
from lifesearch.questions.completion.known_cells_question import CompletionQuestion
from lifesearch.questions.completion.verifier import CompletionVerifier, dying_states

Number = TypeVar("Number", bound=np.generic)
Likeness = tuple[Orientation, int]
"""A turn, and a delay in generations."""


def query_symmetries(query: CompletionQuestion, verifier: CompletionVerifier) -> list[Likeness]:
    """The turns, each with a delay, that leave the query as it is."""
    s, motion = query.spacetime(), query.spacetime().motion
    grids = np.zeros((verifier.steps + 1, s.height, s.width), np.int32)
    grids[: len(query.known.grids)] = query.known.grids
    exempt, arrives = (
        _marked(cells, grids.shape) for cells in (query.known.exempt, query.known.arrives)
    )
    dying = dying_states(query.known, grids.shape)
    delays = range(1)
    # Known cells of the last generation, which is generation 0 again, would not be delayed.
    knows_last = grids[-1].any() or exempt[-1].any()
    if query.returns and motion.order == 1 and not motion.travels and not knows_last:
        delays = range(0, motion.period, len(query.rule.steps))

    def is_symmetry(likeness: Likeness) -> bool:
        g, later = likeness
        # The later generations of a background follow from its first. To compare them, too, where
        # nothing returns, changes nothing.
        times = range(1 if query.returns else len(grids))
        return (
            g in query.rule.symmetries
            and _fits(s, g)
            and _same(grids, alike(s, grids, g, later))
            and bool((exempt == alike(s, exempt, g, later)).all())
            and bool((arrives == alike(s, arrives, g, later)).all())
            and bool((dying == alike(s, dying, g, later)).all())
            and all(verifier.background_maps_to(g, (t + later) % motion.period, t) for t in times)
        )

    return list(filter(is_symmetry, product(Orientation, delays)))


def alike(s: Spacetime, cells: NDArray[Number], g: Orientation, delay: int) -> NDArray[Number]:
    """Cells [t, y, x], delayed within the period and turned about the centre of its box."""
    period = s.motion.period
    y, x = np.mgrid[: s.height, : s.width].astype(np.int32)
    u, v = s.image(g.inverse, x, y)
    order = [
        *((t + delay) % period for t in range(min(period, len(cells)))),
        *range(period, len(cells)),
    ]
    return cells[order][:, v, u]


def _fits(s: Spacetime, g: Orientation) -> bool:
    """Whether a turn goes with the box, the pattern's displacement and its symmetry."""
    turn, shift = s.motion.orientation, (s.motion.dx, s.motion.dy)
    group = s.group()
    return (
        s.invariant_under(g)
        and g.apply(*shift) == shift
        and g.then(turn) == turn.then(g)
        and {g.inverse.then(h).then(g) for h in group} == group
    )


def _marked(cells: frozenset[CellAt], shape: tuple[int, ...]) -> NDArray[np.bool_]:
    marked = np.zeros(shape, np.bool_)
    for t, x, y in cells:
        marked[t, y, x] = True
    return marked


def _same(one: NDArray[np.int32], other: NDArray[np.int32]) -> bool:
    """Whether two grids of known cells are equal up to the names of their letters."""

    def nameless(cells: NDArray[np.int32]) -> NDArray[np.int32]:
        return np.where(np.abs(cells) < FIRST_LETTER, cells, FIRST_LETTER)

    if not np.array_equal(nameless(one), nameless(other)):
        return False
    if not (np.abs(one) >= FIRST_LETTER).any():
        return True
    return KnownCells.of(one.tolist()) == KnownCells.of(other.tolist())
