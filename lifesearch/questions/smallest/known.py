"""Records to be beaten: the fewest cells by speed and period, from a list of smallest patterns."""

from __future__ import annotations

from typing import Any, NamedTuple

from lifesearch.common.errors import InputError
from lifesearch.core.options.readers import path
from lifesearch.formats.detect import naming, read_text
from lifesearch.formats.sss import records
from lifesearch.questions.smallest.answer import SpeedOrPeriod


class KnownSpeed(NamedTuple):
    """The fewest cells that are known for a speed or a period."""

    dx: int
    dy: int
    period: int
    cells: int


def known_speeds(file: Any) -> tuple[KnownSpeed, ...]:
    """The fewest cells for each speed and period in a list of smallest patterns."""
    name = path(file)
    best: dict[SpeedOrPeriod, int] = {}
    with naming(name):
        for _, record in records(read_text(name)):
            its = SpeedOrPeriod(record.period, record.dx, record.dy)
            best[its] = min(record.cells, best.get(its, record.cells))
    if not best:
        raise InputError(f"{name} has no patterns: give a list of smallest patterns (.sss)")
    return tuple(KnownSpeed(its.dx, its.dy, its.period, n) for its, n in sorted(best.items()))
