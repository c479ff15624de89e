"""The engines for patterns of whatever size: everything at once, and soups that are counted.

The shares are what paid off when they were measured, with `lifesearch bench --first`.
"""

from __future__ import annotations

from typing import Any

from lifesearch.planning.engine import Engine
from lifesearch.planning.plan import Plan, Step
from lifesearch.queries.base import Query
from lifesearch.queries.race import Race
from lifesearch.queries.race.way import Way
from lifesearch.queries.soups import SoupQuery
from lifesearch.running.coordinator import Coordinator
from lifesearch.running.options import Checkpoint, RunOptions
from lifesearch.running.places.place import Workplace
from lifesearch.solving.parts import Share

OSCILLATORS = {"first": 1, "boxes": 2, "soups": 8, "rare": 24, "rows": 5, "growing": 1}
STRAIGHT_SHIPS = {"boxes": 1, "soups": 1, "rows": 5, "growing": 1}
OTHER_SHIPS = {"boxes": 2, "soups": 1, "growing": 2}


class EverythingAtOnce(Engine):
    """Symmetric boxes, strips, soups and growing boxes race, each with its share of the time."""

    name = "everything at once"
    continued_from = "boxes, strips and soups that are done"

    def handles(self, query: Query[Any]) -> bool:
        return isinstance(query, Race)

    def steps(self, query: Query[Any], how: RunOptions) -> tuple[Step, ...]:
        """One for each way that takes part."""
        assert isinstance(query, Race)
        return tuple(
            Step(way.engine, way.what, _share(query, way), None, way.why) for way in query.ways
        )

    def coordinator(
        self, plan: Plan[Any], how: RunOptions, begun: Checkpoint, workplace: Workplace
    ) -> Coordinator[Any]:
        """A portfolio, with shares."""
        from lifesearch.running.portfolio import Portfolio

        query: Any = plan.query
        shares = [
            Share(_share(query, way), way.parts(), way.compiled, way.after, way.part_size)
            for way in query.ways
        ]
        return Portfolio(query, how, begun, workplace, shares=shares)


def _share(race: Race, way: Way) -> int:
    shares = OSCILLATORS
    if race.travels:
        shares = OTHER_SHIPS if race.motion.dx else STRAIGHT_SHIPS
    return shares.get(way.name, 1)


class SoupCounts(Engine):
    """Random soups, of which everything that comes out is counted."""

    name = "soups"
    continued_from = "soups that were run"

    def handles(self, query: Query[Any]) -> bool:
        return isinstance(query, SoupQuery)

    def steps(self, query: Query[Any], how: RunOptions) -> tuple[Step, ...]:
        """All soups."""
        assert isinstance(query, SoupQuery)
        return (Step(self.name, query.where().strip(" ,")),)

    def coordinator(
        self, plan: Plan[Any], how: RunOptions, begun: Checkpoint, workplace: Workplace
    ) -> Coordinator[Any]:
        """Range after range."""
        from lifesearch.running.soup_search import SoupSearch

        return SoupSearch(plan.query, how, begun, workplace)
