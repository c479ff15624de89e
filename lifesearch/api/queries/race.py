"""What is asked with nothing but a period or a velocity: one pattern, soon."""

from __future__ import annotations

from collections.abc import Callable

from lifesearch.api import values
from lifesearch.api.queries.conditions import Options
from lifesearch.api.queries.strip import of_any_width
from lifesearch.errors import OptionError
from lifesearch.queries.base import PatternQuery
from lifesearch.queries.race import Race
from lifesearch.queries.race.shares import LANES

Ask = Callable[[Options], PatternQuery]


def soon(ask: Ask, options: Options) -> PatternQuery:
    """What is asked; without a box and conditions, everything that may lead to an answer is tried.

    That it should be tried in one way `only`, or may be `composite`, is for such searches alone.
    """
    names = ("only",) if options.get("attach") else ("only", "composite")
    given = [name for name in names if options.get(name)]
    query = ask({name: value for name, value in options.items() if name not in names})
    composite = "composite" in given and values.flag(options["composite"], "composite")
    race = Race.of(query, _only(options), composite=composite)
    if race is None and given:
        raise OptionError(
            f"<{given[0]}> goes with a period or a velocity alone: leave it out, or else the box, "
            "the symmetry and conditions"
        )
    return race or query


def widening(ask: Ask, options: Options) -> PatternQuery | None:
    """Strips that grow, if nothing is asked but a symmetry that only strips have."""
    plain, symmetry = of_any_width(options)
    if not symmetry:
        return None
    return Race.of(ask(plain), _only(options), symmetry=symmetry)


def _only(options: Options) -> tuple[str, ...]:
    way = options.get("only")
    return () if way is None else (values.one_of(way, "way", LANES),)
