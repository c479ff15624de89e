"""Counts from Python: the number of answers, without listing them."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import closing
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Unpack

from lifesearch.api.options import CountingOptions
from lifesearch.api.signatures import takes
from lifesearch.errors import InputError, OptionError, Undecided
from lifesearch.life.motion import Motion
from lifesearch.limits import EVERY_CORE
from lifesearch.options.readers import place
from lifesearch.options.table import read
from lifesearch.queries.base import PatternQuery
from lifesearch.queries.periodic import Periodic
from lifesearch.running.events import BoxCounted, TimeLimitReached
from lifesearch.running.options import RunOptions
from lifesearch.running.places.here import HERE, free_memory
from lifesearch.text import duration

if TYPE_CHECKING:
    from lifesearch.queries.periodic.count import Counted, CountQuestion


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
    from lifesearch.queries.periodic.count import CountQuestion, count

    if not isinstance(query, Periodic):
        raise OptionError(
            "still lifes and oscillators are counted in a box on the empty plane: give <box> in "
            "place of <width>, and leave out <background> and <cylinder>"
        )
    asked = read("count", options)
    if asked.cluster is None and asked.time_limit is None:
        return count(query, Setting(asked.memory or free_memory() // 2, populations))
    where = HERE if asked.cluster is None else place(asked.cluster)
    jobs = 1 if asked.cluster is None else EVERY_CORE
    spent = RunOptions(None, jobs, time_limit=asked.time_limit, memory=asked.memory, place=where)
    return _found(CountQuestion(query, populations=populations), spent)


def _found(question: CountQuestion, run_options: RunOptions) -> Counted:
    from lifesearch.running.count_search import count_events

    with closing(count_events(question, run_options)) as events:
        for event in events:
            match event:
                case BoxCounted(counted):
                    return counted
                case TimeLimitReached(limit):
                    raise Undecided(f"time limit reached after {duration(limit)}; not counted")
    raise AssertionError("a count ends with a number, or at a time limit")
