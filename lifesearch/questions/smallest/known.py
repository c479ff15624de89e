"""Records to be beaten: the fewest cells by speed and period, from a list of smallest patterns."""

from __future__ import annotations

from typing import Any, NamedTuple

from lifesearch.common.errors import FormatError, InputError
from lifesearch.core.options.readers import path
from lifesearch.engines.on_demand.limits import LONGEST_RUN
from lifesearch.engines.on_demand.patterns import Group
from lifesearch.formats.detect import naming, read_text
from lifesearch.formats.sss import SpeedRecord, pattern_of, records
from lifesearch.life.orientation import Orientation
from lifesearch.life.simulate.evolve import behaviour
from lifesearch.questions.smallest.answer import SpeedOrPeriod, turned

ALL = frozenset(Orientation)
"""The symmetries of most classes of rules."""


class KnownSpeed(NamedTuple):
    """The fewest cells that are known for a speed or a period; dx and dy as in `SpeedOrPeriod`."""

    dx: int
    dy: int
    period: int
    cells: int


def known_speeds(file: Any, group: Group = ALL) -> tuple[KnownSpeed, ...]:
    """The fewest cells for each speed and period in a list of smallest patterns.

    `group` has the orientations under which the rules that are asked for are symmetric.
    """
    name = path(file)
    best: dict[SpeedOrPeriod, int] = {}
    with naming(name):
        for number, record in records(read_text(name)):
            its = _motion(record, number, group)
            best[its] = min(record.cells, best.get(its, record.cells))
    if not best:
        raise InputError(f"{name} has no patterns: give a list of smallest patterns (.sss)")
    return tuple(KnownSpeed(its.dx, its.dy, its.period, n) for its, n in sorted(best.items()))


def _motion(record: SpeedRecord, number: int, group: Group) -> SpeedOrPeriod:
    """The motion of a record, which stands in line `number` of its file.

    The list does not say whether a ship goes up or down, as (1, 1) or (1, -1). Where the rule is
    not symmetric enough to make these the same, as on hexagons, its pattern is simulated.
    """
    its = SpeedOrPeriod(record.period, record.dx, record.dy)
    # Searches find no period longer than a run.
    if not its.moves or len(group) == len(Orientation) or its.period > LONGEST_RUN:
        return its
    pattern, rule = pattern_of(record, number)
    known = behaviour(pattern, rule, record.period)
    far, less = sorted((abs(known.dx), abs(known.dy)), reverse=True)
    if (known.period, far, less) != its:
        raise FormatError("the pattern does not move as the line says", number)
    return SpeedOrPeriod(
        record.period, *turned(known.dx, known.dy, group).apply(known.dx, known.dy)
    )
