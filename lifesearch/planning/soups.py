"""The engine of soups, of which everything that comes out is counted."""

from __future__ import annotations

from typing import Any

from lifesearch.planning.engine import Engine, Made
from lifesearch.planning.plan import Plan, Step
from lifesearch.queries.race.soups import FirstSoups, RareSoupRanges, SoupRanges
from lifesearch.queries.soups import SoupQuery
from lifesearch.running.options import Checkpoint, RunOptions


class SoupCounts(Engine[SoupQuery]):
    """Random soups, of which everything that comes out is counted."""

    name = "soups"
    kind = SoupQuery
    continued_from = "soups that were run"
    ways = (FirstSoups, SoupRanges, RareSoupRanges)

    def steps(self, query: SoupQuery, how: RunOptions) -> tuple[Step, ...]:
        """All soups."""
        why = "each runs until it settles, and what is left is counted"
        return (Step(self.name, query.where().strip(" ,"), why=why),)

    def coordinator(self, plan: Plan[Any], how: RunOptions, begun: Checkpoint) -> Made:
        """Range after range."""
        from lifesearch.running.soup_search import SoupSearch

        return SoupSearch
