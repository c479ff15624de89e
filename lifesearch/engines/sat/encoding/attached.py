"""Extensions of a given pattern: tagalongs behind or beside a ship, and others.

`core.constraints` adds these clauses for the option <attach>.

The given pattern must recur like the whole that is searched for. It may be anywhere in the whole,
in any phase, and in any orientation that leaves its motion as it is. Its live cells live in every
generation of the whole, which has other live cells, too. Cells that are dead in the given pattern
may live: two ships that meet in a spark are one pattern.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

import numpy as np

from lifesearch.common.errors import InputError
from lifesearch.common.text import plural
from lifesearch.engines.sat.encoding.clauses import Clauses, Ints, fold
from lifesearch.engines.sat.encoding.constraints import any_of
from lifesearch.engines.sat.encoding.variable_grid import VariableGrid
from lifesearch.engines.sat.encoding.variables import Variables
from lifesearch.life.motion import Motion
from lifesearch.life.orientation import Orientation
from lifesearch.life.pattern import Box, Pattern
from lifesearch.life.rules.rule import Rule
from lifesearch.life.simulate.evolve import behaviour, generations

Life = tuple[Pattern, ...]
"""The generations of the given pattern, as many as the whole takes to recur unturned."""
Lives = tuple[Life, ...]
Size = tuple[int, int]
"""Width and height."""


def lives_of(given: Pattern, motion: Motion, rule: Rule, name: str) -> Lives:
    """All lives of a pattern inside another with this motion: from each phase, in each orientation.

    The corner of the first generation of each is at (0, 0). `name` is that of the pattern, for
    messages.
    """
    full, order = motion.full_period, motion.order
    cycle = behaviour(given, rule, full)
    if not cycle.period or full % cycle.period:
        raise InputError(
            f"{name} does not recur after {plural(full, 'generation')}, unlike the pattern that "
            "it should be part of"
        )
    times, shift = full // cycle.period, (motion.dx * order, motion.dy * order)
    # Only orientations in which the given pattern moves as the whole does.
    ahead = [
        g
        for g in Orientation
        if g in rule.symmetries and g.apply(cycle.dx * times, cycle.dy * times) == shift
    ]
    if not ahead:
        raise InputError(
            f"{name} ({cycle.describe()}) does not travel with the pattern that it should be "
            "part of"
        )
    found: dict[Life, None] = {}
    for g in ahead:
        # From each of its phases on, as many generations as the whole needs to recur: those up to
        # the last phase, number `cycle.period` - 1, and `full` - 1 after it.
        life = list(generations(given.transform(g), full + cycle.period - 2, rule))
        for t in range(cycle.period):
            corner = life[t].box
            later = life[t : t + full]
            found[tuple(phase.translate(-corner.x, -corner.y) for phase in later)] = None
    return tuple(found)


def attached_clauses(lives: Lives, layout: VariableGrid, variables: Variables) -> Iterator[Clauses]:
    """Clauses: one of the lives is somewhere, and generation 0 has other live cells.

    A new variable for each life and place implies that the life is there. If the box has no place
    for any, the last clause is empty: there is no solution.
    """
    s, places = layout.spacetime, list[int]()
    y, x = (axis.astype(np.int32) for axis in np.mgrid[: s.height, : s.width])
    for life in lives:
        box = life[0].box
        # On a torus a life may lie across its sides.
        rows = s.height if s.torus else s.height - box.height + 1
        columns = s.width if s.torus else s.width - box.width + 1
        for dy, dx in product(range(rows), range(columns)):
            (here,) = variables.allocate([dx], [dy], lambda x, y: f"given{len(places)}.x{x}y{y}")
            places.append(int(here))
            alive = np.concatenate(
                [_literals(layout, t, life[t], dx, dy) for t in range(len(life))]
            )
            yield Clauses(fold(np.column_stack([np.full_like(alive, -here), alive])))
            first = _placed(life[0], dx, dy, (s.width, s.height) if s.torus else None)
            others = layout.at(0, x, y)[first.to_array(Box(0, 0, s.width, s.height)) == 0]
            yield Clauses(fold(np.append(others, np.int32(-here)).reshape(1, -1)))
    yield any_of(np.array(places, np.int32))


def _literals(layout: VariableGrid, t: int, phase: Pattern, dx: int, dy: int) -> Ints:
    x, y = np.array(sorted(phase.cells), np.int32).reshape(-1, 2).T
    return layout.at(t, x + dx, y + dy)


def is_attached(lives: Lives, history: Sequence[Pattern], torus: Size | None = None) -> bool:
    """Whether a history, perhaps on a torus, contains one of the lives, and other live cells."""
    return any(
        history[0] != phases[0] and _within(phases, history)
        for life in lives
        for dx, dy in _offsets(life[0], history[0])
        for phases in [[_placed(phase, dx, dy, torus) for phase in life]]
    )


def _placed(phase: Pattern, dx: int, dy: int, torus: Size | None) -> Pattern:
    """A phase of a life at a place."""
    moved = phase.translate(dx, dy)
    return moved.wrapped(*torus) if torus else moved


def _offsets(piece: Pattern, whole: Pattern) -> Iterator[tuple[int, int]]:
    """The offsets that move the first cell of `piece` to a cell of `whole`."""
    x, y = min(piece.cells)
    return ((u - x, v - y) for u, v in whole.cells)


def _within(phases: Sequence[Pattern], history: Sequence[Pattern]) -> bool:
    # The history has generation 0 at its end once more.
    return all(phase.cells <= now.cells for phase, now in zip(phases, history, strict=False))
