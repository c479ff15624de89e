"""The engines for strips: row tables, and SAT row by row.

`running.choose` takes the first that can search a strip.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from lifesearch.common.errors import InputError, OptionError
from lifesearch.questions.strips.question import Strip
from lifesearch.running.coordinator import AnyCoordinator
from lifesearch.running.options import Checkpoint, RunOptions
from lifesearch.running.outline import Step
from lifesearch.running.places.place import Workplace
from lifesearch.running.plan import Engine, Plan


class StripEngine(Engine[Strip]):
    """The base of both engines for strips."""

    proof = "a closed set of states"

    def advice(self, query: Strip) -> Sequence[str]:
        """For ships of Life with a width alone: mirrored ones have half of the free cells."""
        motion = query.motion
        straight = motion.dy and not motion.dx and motion.order == 1
        if not straight or query != Strip(query.width, motion):
            return ()
        names = "<symmetry odd> or gutter" if query.width % 2 else "<symmetry even>"
        return [f"mirror-symmetric ships are decided sooner: add {names}"]

    def instead_of(self, query: Strip, wish: str | None) -> InputError:
        return OptionError("<engine> {} needs <box WxH>, not <width>", wish)


class RowTables(StripEngine):
    """A strip by row tables."""

    name = "row tables"
    wish = "tables"
    continued_from = "snapshots"

    def why_not(self, query: Strip, options: RunOptions, checkpoint: Checkpoint) -> str:
        """A reason if SAT began the search, a solver is chosen, or rows have many free cells.

        An error if a solver is chosen where no other engine can take it: SAT continues no search
        that row tables began, and searches strips for ships only, unless it is requested.
        """
        if checkpoint.progress_records:
            return "SAT began this search and continues it"
        solver = replace(options.fixed, seed=None)  # row tables have a seed, too
        begun = checkpoint.snapshot is not None
        if solver and (begun or options.engine == self.wish or not query.travels):
            raise InputError("row tables have no solver: leave out the solver and the encoding")
        return "a solver was chosen" if solver else query.no_tables()

    def refused(self, query: Strip, reason: str) -> InputError:
        """The error: SAT searches strips for ships, boxes for oscillators and still lifes."""
        if query.travels:
            return OptionError("{}; use <engine rows>, which searches by SAT", reason)
        return OptionError("{}; give <box WxH> instead of <width>", reason)

    def steps(self, query: Strip, options: RunOptions) -> tuple[Step, ...]:
        free = query.table_problem().bits
        why = f"{free} free cells in a row"
        return (Step(self.name, self.what(query, options), why=why),)

    def coordinator(self, plan: Plan[Strip], workplace: Workplace) -> AnyCoordinator:
        return self._coordinator(plan)(plan.query, plan.options, plan.checkpoint, workplace)

    def _coordinator(self, plan: Plan[Strip]) -> type[AnyCoordinator]:
        """The class of the coordinator: one in which workers share the states, if possible.

        One worker must have all states in four cases: with a greatest length and for oscillators,
        where every walk to a state counts; with a seed, which fixes the order of all states; and
        with a proof, which lists all of them.
        """
        query, options = plan.query, plan.options
        every_walk_counts = query.max_length is not None or not query.travels
        if every_walk_counts or options.fixed.seed is not None or options.proving:
            from lifesearch.questions.strips.coordinators.table_search import SharedDeepening

            return SharedDeepening
        from lifesearch.questions.strips.coordinators.shared_search import SharedSearch

        return SharedSearch


class RowsBySat(StripEngine):
    """A strip by SAT, state by state."""

    name = "SAT, row by row"
    wish = "rows"
    continued_from = "states that are done"
    why = "each row is decided from the rows before it"

    def why_not(self, query: Strip, options: RunOptions, checkpoint: Checkpoint) -> str:
        """SAT is too slow for oscillators and still lifes, unless it is requested."""
        if checkpoint.snapshot is not None:
            return "row tables began this search and continue it"
        if query.folds:
            return "only row tables support top-to-bottom symmetry (C2, D2-, D4+)"
        if not (query.travels or options.engine == self.wish or checkpoint.progress_records):
            return "it is too slow for oscillators and still lifes"
        return ""

    def steps(self, query: Strip, options: RunOptions) -> tuple[Step, ...]:
        solver = options.fixed.solver or query.configurations()[0].solver
        return (Step(f"{self.name} ({solver})", self.what(query, options), why=self.why),)

    def coordinator(self, plan: Plan[Strip], workplace: Workplace) -> AnyCoordinator:
        """A search state by state, or level by level if there is a greatest length."""
        if plan.query.by_level:
            from lifesearch.questions.strips.coordinators.strip_levels import StripLevels

            return StripLevels(plan.query, plan.options, plan.checkpoint, workplace)
        from lifesearch.questions.strips.coordinators.strip_search import StripSearch

        return StripSearch(plan.query, plan.options, plan.checkpoint, workplace)
