"""The engines for patterns of whatever size: everything at once, and soups that are counted."""

from __future__ import annotations

from functools import partial
from typing import Any

from lifesearch.planning.engine import Engine, Made
from lifesearch.planning.plan import Plan, Step
from lifesearch.queries.race import Race
from lifesearch.queries.soups import SoupQuery
from lifesearch.running.options import Checkpoint, RunOptions
from lifesearch.solving.parts import Share


class EverythingAtOnce(Engine[Race]):
    """Symmetric boxes, strips, soups and growing boxes race, each with its share of the time."""

    name = "everything at once"
    kind = Race
    continued_from = "boxes, strips and soups that are done"

    def steps(self, query: Race, how: RunOptions) -> tuple[Step, ...]:
        """One for each way that takes part."""
        return tuple(Step(way.engine, way.what, way.share, None, way.why) for way in query.ways)

    def coordinator(self, plan: Plan[Any], how: RunOptions, begun: Checkpoint) -> Made:
        """A portfolio, with shares."""
        from lifesearch.running.portfolio import Portfolio

        shares = [
            Share(way.share, way.parts(), way.compiled, way.after, way.part_size)
            for way in plan.query.ways
        ]
        return partial(Portfolio, shares=shares)


class SoupCounts(Engine[SoupQuery]):
    """Random soups, of which everything that comes out is counted."""

    name = "soups"
    kind = SoupQuery
    continued_from = "soups that were run"

    def steps(self, query: SoupQuery, how: RunOptions) -> tuple[Step, ...]:
        """All soups."""
        why = "each runs until it settles, and what is left is counted"
        return (Step(self.name, query.where().strip(" ,"), why=why),)

    def coordinator(self, plan: Plan[Any], how: RunOptions, begun: Checkpoint) -> Made:
        """Range after range."""
        from lifesearch.running.soup_search import SoupSearch

        return SoupSearch
