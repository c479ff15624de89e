"""Catalysts for an active part, from Python."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Unpack

from lifesearch.core.options.readers import Size, Whole
from lifesearch.doors.python.options import PatternOrFile, ResourceOptions, takes
from lifesearch.doors.python.results import Result
from lifesearch.doors.python.searches import Search
from lifesearch.life.rules.rule import Rule


class CatalystOptions(ResourceOptions, total=False):
    """The options of `catalysts`: conditions and resources."""

    period: Whole | Sequence[int] | None
    catalysts: Whole
    catalyst: PatternOrFile | Sequence[PatternOrFile] | None
    recovery: Whole
    generations: Whole | None
    transparent: bool
    debris: bool
    keep_apart: Whole
    symmetry: str
    rule: str | Rule | None
    transform: str
    area: Size
    new: bool


@takes("catalyse")
def catalyse(
    pattern: PatternOrFile, count: Whole | None = None, **options: Unpack[CatalystOptions]
) -> Result:
    """Find still lifes that make an active part recur, vanish or move on: `count` answers, or all.

    The search starts when the result is first used.

    >>> [shuttle] = catalyse("queen bee", 1, period=30, catalyst="block", area=(24, 12), jobs=1)
    >>> shuttle.period, shuttle.population
    (30, 20)
    """
    return Search("catalyse", pattern, options).run(count)
