"""The engines for strips, counts and soups, and the list of all engines.

Those come first in it that are preferred where several can be used. Those that have ways of their
own take part in races, in this order.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from lifesearch import rows
from lifesearch.errors import InputError, OptionError
from lifesearch.planning.boxes import BoxesBySat, CatalystsBySat, Listing
from lifesearch.planning.engine import Engine, InParts, Made
from lifesearch.planning.plan import Plan, Step
from lifesearch.queries.catalysts import Catalysts
from lifesearch.queries.periodic.count import CountQuestion, DensityQuestion, not_countable
from lifesearch.queries.race.soups import FirstSoups, RareSoupRanges, SoupRanges
from lifesearch.queries.race.strips import WideningStrips
from lifesearch.queries.rotors import Rotors
from lifesearch.queries.rotors.way import SmallRotors
from lifesearch.queries.soups import SoupQuery
from lifesearch.queries.strips.query import Strip
from lifesearch.running.options import Checkpoint, RunOptions
from lifesearch.running.places.here import HERE

WIDTH = "<width W>: how wide may the pattern be?"


class RowTables(Engine[Any]):
    """A strip by row tables."""

    name = "row tables"
    kind = Strip
    wish = "tables"
    needs = WIDTH
    continued_from = "snapshots"
    proof = "a closed set of states"
    ways = (WideningStrips,)

    def why_not(self, query: Any, how: RunOptions, begun: Checkpoint) -> str:
        """They need few enough free cells; what a SAT solver has begun it also ends."""
        if begun.progress_records:
            return "SAT began this search and continues it"
        solver = replace(how.fixed, seed=None)
        if solver and (how.engine == self.wish or not query.travels):
            raise InputError("row tables have no solver: leave out the solver and the encoding")
        return "a solver was chosen" if solver else query.no_tables()

    def refused(self, query: Any, reason: str) -> InputError:
        """SAT searches strips for ships; oscillators and still lifes in boxes."""
        if query.travels:
            return OptionError("{}; use <engine rows>, which searches by SAT", reason)
        return OptionError("{}; give <box WxH> instead of <width>", reason)

    def steps(self, query: Any, how: RunOptions) -> tuple[Step, ...]:
        """The strip; with several seeds, in as many orders."""
        what = self.what(query, how)
        free = query.table_problem().bits
        if how.seeds:
            what += f", in {len(how.seeds)} orders side by side"
        return (Step(self.name, what, why=f"{free} free cells in a row"),)

    def coordinator(self, plan: Plan[Any], how: RunOptions, begun: Checkpoint) -> Made:
        """Workers have parts of their own where few states are reached in more than one way.

        With a bound of the length every way counts, and a seed decides the order of all states.
        """
        query = plan.query
        if how.seeds:
            from lifesearch.running.strips.table_search import SeedsSearch

            return SeedsSearch
        together = query.max_length is not None or not query.travels
        if together or how.fixed.seed is not None or how.proving:
            from lifesearch.running.strips.table_search import LedSearch

            return LedSearch
        from lifesearch.running.strips.meanwhile import RowsMeanwhile, sat_may_begin
        from lifesearch.running.strips.shared_search import SharedSearch

        return RowsMeanwhile if sat_may_begin(query, how, begun) else SharedSearch


class RowsBySat(Engine[Any]):
    """A strip by SAT, state by state."""

    name = "SAT, row by row"
    kind = Strip
    wish = "rows"
    needs = WIDTH
    continued_from = "states that are done"
    proof = "a closed set of states"
    why = "each row is decided from the rows before it"

    def why_not(self, query: Any, how: RunOptions, begun: Checkpoint) -> str:
        """SAT is too slow for oscillators and still lifes, unless it is requested."""
        if begun.snapshot is not None:
            return "row tables began this search and continue it"
        if query.folds:
            return "only row tables support top-to-bottom symmetry (C2, D2-, D4+)"
        if not (query.travels or how.engine == self.wish or begun.progress_records):
            return "it is too slow for oscillators and still lifes"
        return ""

    def steps(self, query: Any, how: RunOptions) -> tuple[Step, ...]:
        solver = how.fixed.solver or query.configurations()[0].solver
        return (Step(f"{self.name} ({solver})", self.what(query, how), why=self.why),)

    def coordinator(self, plan: Plan[Any], how: RunOptions, begun: Checkpoint) -> Made:
        """State by state, or with a greatest length level by level."""
        if plan.query.by_level:
            from lifesearch.running.strips.strip_levels import StripLevels

            return StripLevels
        from lifesearch.running.strips.strip_search import StripSearch

        return StripSearch


class CountsBySweep(Engine[CountQuestion]):
    """All answers of a box, counted by the states of sweeps over it."""

    name = "counting tables"
    kind = CountQuestion
    continued_from = "sweeps that are done, and snapshots of long ones"
    why = "patterns with equal last rows are counted together"

    def why_not(self, query: CountQuestion, how: RunOptions, begun: Checkpoint) -> str:
        """Counts have neither conditions nor ships, and need a compiler."""
        if reason := rows.unavailable():
            return f"without numba nothing can be counted: {reason}"
        return not_countable(query.query, populations=query.populations)

    def refused(self, query: CountQuestion, reason: str) -> InputError:
        return OptionError(reason)

    def what(self, query: CountQuestion, how: RunOptions) -> str:
        here = how.place is HERE
        return "sweeps over the box" if here else "sweeps over the box, on all free cores"

    def coordinator(self, plan: Plan[Any], how: RunOptions, begun: Checkpoint) -> Made:
        """One process here, which can be killed; elsewhere a process for each sweep."""
        from lifesearch.running.count_search import CountBySweeps, CountInOneProcess

        return CountInOneProcess if how.place is HERE else CountBySweeps


class DensityByCycles(Engine[DensityQuestion]):
    """The density of long still lifes: that of the fullest rows which repeat."""

    name = "cycles of rows"
    kind = DensityQuestion
    continued_from = "nothing"
    why = "long still lifes come near to the fullest cycle"

    def what(self, query: DensityQuestion, how: RunOptions) -> str:
        return "one fuller than the other"

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
    why = "each runs until it settles, and what is left is counted"

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
