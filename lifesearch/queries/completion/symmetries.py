"""The symmetries of a query: turns and delays that map completions to completions.

Known cells that look the same when they are turned about their centre, flipped, or started some
generations later do not tell their completions apart. Two completions that
become each other so are one answer. Letters may be exchanged by the turn: what counts is
which cells are equal.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from lifesearch.encoding.variable_grid import Spacetime
from lifesearch.life.known_cells import FIRST_LETTER, CellAt, KnownCells
from lifesearch.life.orientation import Orientation
from lifesearch.queries.completion.verify import CompletionVerifier

Number = TypeVar("Number", bound=np.generic)
Likeness = tuple[Orientation, int]


def query_symmetries(verifier: CompletionVerifier) -> list[Likeness]:
    """The turns, each with a delay, that leave the query as it is."""
    s, motion = verifier.spacetime, verifier.spacetime.motion
    grids = np.zeros((verifier.steps + 1, s.height, s.width), np.int32)
    grids[: len(verifier.known.grids)] = verifier.known.grids
    exempt, arrives = (
        _marked(cells, grids.shape) for cells in (verifier.known.exempt, verifier.known.arrives)
    )
    dying = _dying(verifier.known, grids.shape)
    delays = range(1)
    last = grids[-1].any() or exempt[-1].any()
    if verifier.returns and motion.order == 1 and not motion.travels and not last:
        delays = range(0, motion.period, len(verifier.rule.steps))

    def leaves(likeness: Likeness) -> bool:
        g, later = likeness
        times = range(1 if verifier.returns else len(grids))
        return (
            g in verifier.rule.symmetries
            and _fits(s, g)
            and _same(grids, alike(s, grids, g, later))
            and bool((exempt == alike(s, exempt, g, later)).all())
            and bool((arrives == alike(s, arrives, g, later)).all())
            and bool((dying == alike(s, dying, g, later)).all())
            and all(verifier.background_maps_to(g, (t + later) % motion.period, t) for t in times)
        )

    return list(filter(leaves, product(Orientation, delays)))


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
    """Whether a turn goes with the box, the way of the pattern and its symmetry."""
    turn, way = s.motion.orientation, (s.motion.dx, s.motion.dy)
    group = s.group()
    return (
        s.invariant_under(g)
        and g.apply(*way) == way
        and g.then(turn) == turn.then(g)
        and {g.inverse.then(h).then(g) for h in group} == group
    )


def _marked(cells: frozenset[CellAt], shape: tuple[int, ...]) -> NDArray[np.bool_]:
    marked = np.zeros(shape, np.bool_)
    for t, x, y in cells:
        marked[t, y, x] = True
    return marked


def _dying(known: KnownCells, shape: tuple[int, ...]) -> NDArray[np.uint8]:
    states = np.zeros(shape, np.uint8)
    for t, x, y, state in known.dying:
        states[t, y, x] = state
    return states


def _same(one: NDArray[np.int32], other: NDArray[np.int32]) -> bool:
    """Whether two grids know the same cells, whatever their letters are called."""

    def nameless(cells: NDArray[np.int32]) -> NDArray[np.int32]:
        return np.where(np.abs(cells) < FIRST_LETTER, cells, FIRST_LETTER)

    if not np.array_equal(nameless(one), nameless(other)):
        return False
    if not (np.abs(one) >= FIRST_LETTER).any():
        return True
    return KnownCells.of(one.tolist()) == KnownCells.of(other.tolist())


def images(
    s: Spacetime, cells: NDArray[np.uint8], query_symmetries: list[Likeness]
) -> Iterator[NDArray[np.uint8]]:
    """All that a completion is like; itself first."""
    yield cells
    for likeness in query_symmetries:
        if likeness != (Orientation.IDENTITY, 0):
            yield alike(s, cells, *likeness)
