"""Counts from Python: the number of answers, without listing them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Unpack

from lifesearch.api.options import CountingOptions
from lifesearch.api.signatures import takes
from lifesearch.compiled.notices import watching
from lifesearch.errors import InputError, OptionError
from lifesearch.life.motion import Motion
from lifesearch.options.readers import place
from lifesearch.options.table import read
from lifesearch.queries.base import PatternQuery
from lifesearch.queries.periodic import Periodic

if TYPE_CHECKING:
    from lifesearch.queries.periodic.count import Counted


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
        return _counted(self._query, options, populations=False).number

    def density(self) -> Fraction:
        """The limit of the largest number of live cells per row as still lifes of this width grow.

        >>> from lifesearch.api.searches import StillLife
        >>> StillLife(width=5).density()
        Fraction(11, 4)
        """
        from lifesearch.counting.density import density
        from lifesearch.queries.strips.query import Strip

        asked = self._query
        if not isinstance(asked, Strip) or asked != Strip(asked.width, Motion(1), rule=asked.rule):
            raise InputError(
                "a density is for still lifes of one width in one rule: leave out other options"
            )
        return density(asked.width, asked.rule)

    @takes("count", CountingOptions, asked=False, running=True)
    def populations(self, **options: Unpack[CountingOptions]) -> dict[int, int]:
        """The number of answers of each population; for oscillators only with `raw`.

        >>> from lifesearch.api.searches import StillLife
        >>> StillLife(box=(4, 4)).populations()
        {4: 2, 5: 1, 6: 5, 7: 3, 8: 2}
        """
        return dict(_counted(self._query, options, populations=True).populations or ())


def _counted(query: PatternQuery, options: Mapping[str, Any], *, populations: bool) -> Counted:
    from lifesearch.counting.ways import Setting
    from lifesearch.queries.periodic.count import count
    from lifesearch.running.memory import free_memory
    from lifesearch.ui.counts import Clock

    if not isinstance(query, Periodic):
        raise OptionError(
            "still lifes and oscillators are counted in a box on the empty plane: give <box> in "
            "place of <width>, and leave out <background> and <cylinder>"
        )
    asked = read("count", options)
    memory, clock = asked.memory, Clock(asked.time_limit)
    most = memory or free_memory() // 2
    setting = Setting(most, populations, clock)
    if asked.cluster is None and asked.time_limit is not None:
        from lifesearch.running.count_search import count_apart

        (found,) = count_apart(query, lengths=False, setting=setting, compiler=clock.wait)
        return found
    if asked.cluster is not None:
        from lifesearch.running.count_search import made_at

        setting = replace(setting, memory=memory or 0)
        setting = made_at(place(asked.cluster), query, lengths=False, setting=setting)
    with watching(clock.wait):
        return count(query, setting)
