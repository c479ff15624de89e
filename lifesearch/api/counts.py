"""Counts from Python: the number of answers, without listing them."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Unpack

from lifesearch.api.options import CountingOptions
from lifesearch.api.queries.run_options import run_options
from lifesearch.api.signatures import takes
from lifesearch.errors import InputError
from lifesearch.life.motion import Motion
from lifesearch.options.table import read
from lifesearch.planning.choose import plan_of
from lifesearch.planning.plan import Plan
from lifesearch.planning.run import counted
from lifesearch.queries.base import PatternQuery
from lifesearch.queries.periodic.count import Counted, CountQuestion, DensityQuestion
from lifesearch.running.options import RunOptions


class Countable:
    """A search in a box whose answers can be counted."""

    _query: PatternQuery

    @takes("count", CountingOptions, asked=False, running=True)
    def count(self, **options: Unpack[CountingOptions]) -> int:
        """How many answers `all` would find, exactly.

        They are not listed: see `lifesearch help counts` for what can be counted. If the time
        limit is reached first, `Undecided` is raised.

        >>> from lifesearch.api.searches import StillLife
        >>> StillLife(box=(6, 6), raw=True, with_empty=True).count()
        3928
        """
        return self._counted(options).number

    @property
    def count_plan(self) -> Plan[CountQuestion]:
        """What would be done to count the answers; `print` shows it in words."""
        return plan_of(self._count_question(), RunOptions(None))

    def density(self) -> Fraction:
        """The limit of the largest number of live cells per row as still lifes of this width grow.

        >>> from lifesearch.api.searches import StillLife
        >>> StillLife(width=5).density()
        Fraction(11, 4)
        """
        from lifesearch.queries.strips.query import Strip

        asked = self._query
        if not isinstance(asked, Strip) or asked != Strip(asked.width, Motion(1), rule=asked.rule):
            raise InputError(
                "a density is for still lifes of one width in one rule: leave out other options"
            )
        return counted(DensityQuestion(asked.width, asked.rule), RunOptions(None))

    @takes("count", CountingOptions, asked=False, running=True)
    def populations(self, **options: Unpack[CountingOptions]) -> dict[int, int]:
        """The number of answers of each population; for oscillators only with `raw`.

        >>> from lifesearch.api.searches import StillLife
        >>> StillLife(box=(4, 4)).populations()
        {4: 2, 5: 1, 6: 5, 7: 3, 8: 2}
        """
        return dict(self._counted(options, populations=True).populations or ())

    def _counted(self, options: Mapping[str, Any], *, populations: bool = False) -> Counted:
        spent = run_options(read("count", options), None)
        return counted(self._count_question(populations=populations), spent)

    def _count_question(self, *, populations: bool = False) -> CountQuestion:
        query: Any = self._query  # what cannot be counted has no plan
        return CountQuestion(query, populations=populations)
