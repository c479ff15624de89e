"""The engines for strips: row tables, and SAT row by row."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from lifesearch.errors import InputError, OptionError
from lifesearch.planning.engine import Engine, Made
from lifesearch.planning.plan import Plan, Step
from lifesearch.queries.race.strips import WideningStrips
from lifesearch.queries.strips.query import Strip
from lifesearch.running.options import Checkpoint, RunOptions

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
        what = query.where().strip(" ,")
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
        why = "each row is decided from the rows before it"
        return (Step(f"{self.name} ({solver})", query.where().strip(" ,"), why=why),)

    def coordinator(self, plan: Plan[Any], how: RunOptions, begun: Checkpoint) -> Made:
        """State by state, or with a greatest length level by level."""
        if plan.query.by_level:
            from lifesearch.running.strips.strip_levels import StripLevels

            return StripLevels
        from lifesearch.running.strips.strip_search import StripSearch

        return StripSearch
