"""The engines for counts and for soups, and the list of all engines.

Those come first in it that are preferred where several can be used. Those that have ways of their
own take part in races, in this order.
"""

from __future__ import annotations

from typing import Any

from lifesearch import rows
from lifesearch.errors import InputError, OptionError
from lifesearch.planning.boxes import BoxesBySat, CatalystsBySat, Listing
from lifesearch.planning.engine import Engine, Made
from lifesearch.planning.in_parts import InParts
from lifesearch.planning.plan import Plan, Step
from lifesearch.planning.strips import RowsBySat, RowTables
from lifesearch.queries.catalysts import Catalysts
from lifesearch.queries.periodic.count import CountQuestion, DensityQuestion, not_countable
from lifesearch.queries.race.soups import FirstSoups, RareSoupRanges, SoupRanges
from lifesearch.queries.rotors import Rotors
from lifesearch.queries.rotors.way import SmallRotors
from lifesearch.queries.soups import SoupQuery
from lifesearch.running.options import Checkpoint, RunOptions
from lifesearch.running.places.here import HERE


class CountsBySweep(Engine[CountQuestion]):
    """All answers of a box, counted by the states of sweeps over it."""

    name = "counting tables"
    kind = CountQuestion
    continued_from = "sweeps that are done, and snapshots of long ones"

    def why_not(self, query: CountQuestion, how: RunOptions, begun: Checkpoint) -> str:
        """Counts have neither conditions nor ships, and need a compiler."""
        if reason := rows.unavailable():
            return f"without numba nothing can be counted: {reason}"
        return not_countable(query.query, populations=query.populations)

    def refused(self, query: CountQuestion, reason: str) -> InputError:
        return OptionError(reason)

    def steps(self, query: CountQuestion, how: RunOptions) -> tuple[Step, ...]:
        """Sweeps over the box; on a cluster, side by side."""
        here = how.place is HERE
        what = "sweeps over the box" if here else "sweeps over the box, on all free cores"
        return (Step(self.name, what, why="patterns with equal last rows are counted together"),)

    def coordinator(self, plan: Plan[Any], how: RunOptions, begun: Checkpoint) -> Made:
        """One process here, which can be killed; elsewhere a process for each sweep."""
        from lifesearch.running.count_search import CountBySweeps, CountInOneProcess

        return CountInOneProcess if how.place is HERE else CountBySweeps


class DensityByCycles(Engine[DensityQuestion]):
    """The density of long still lifes: that of the fullest rows which repeat."""

    name = "cycles of rows"
    kind = DensityQuestion
    continued_from = "nothing"

    def steps(self, query: DensityQuestion, how: RunOptions) -> tuple[Step, ...]:
        """One cycle after another, each fuller than the one before."""
        why = "long still lifes come near to the fullest cycle"
        return (Step(self.name, "one fuller than the other", why=why),)

    def coordinator(self, plan: Plan[Any], how: RunOptions, begun: Checkpoint) -> Made:
        """One process, which can be killed."""
        from lifesearch.running.count_search import CountInOneProcess

        return CountInOneProcess


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


ENGINES: tuple[Engine[Any], ...] = (
    CountsBySweep(),
    DensityByCycles(),
    RowTables(),
    RowsBySat(),
    InParts(Rotors, SmallRotors),
    InParts(Catalysts),
    CatalystsBySat(),
    SoupCounts(),
    Listing(),
    BoxesBySat(),
)
