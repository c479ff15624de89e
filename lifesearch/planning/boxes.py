"""The engines for boxes: SAT, and tables that list all patterns of a box."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from math import ceil, log2
from typing import Any

from lifesearch.compiled import installed
from lifesearch.errors import InputError, OptionError
from lifesearch.planning.engine import Engine, Made
from lifesearch.planning.plan import Plan, Step
from lifesearch.queries.base import LISTED, LISTED_OR_SAT, ROW_TABLES, PatternQuery, Query
from lifesearch.queries.catalysts import Catalysts
from lifesearch.queries.periodic import Periodic
from lifesearch.queries.periodic.by_tables import batches_in, not_listed, worth_tables
from lifesearch.queries.race.boxes import GrowingBoxes, SymmetricBoxes
from lifesearch.queries.way import Way
from lifesearch.running.options import Checkpoint, RunOptions
from lifesearch.solving.parts import Part, Share
from lifesearch.text import plural

BOXES = 3
"""Their share of the time, where strips have one."""
ALL_AT_ONCE = "all cells are decided together, which can also prove that nothing fits"
SMALLEST_FIRST = "what is found first is small"
WORTH_SPLITTING = 40
CUBES_PER_JOB = 4
LEAST_CELLS = 200
"""Cells in all generations: a solver has done smaller boxes as soon."""
LONGEST = 100_000.0
"""Seconds after which row tables are of no use to anybody, by a rough estimate."""


class Listing(Engine[Periodic]):
    """All patterns of a box by tables of states, without a solver."""

    name = "tables of the box"
    wish = "tables"
    continued_from = "the patterns listed so far, and continues the list from there"
    why = "in a narrow box they are quicker than SAT"

    def handles(self, query: Query[Any]) -> bool:
        """Patterns that come back, in a box."""
        return isinstance(query, Periodic) and query.box is not None

    def why_not(self, query: Periodic, how: RunOptions, begun: Checkpoint) -> str:  # noqa: PLR0911
        """Unless it is asked for, it is for all patterns of a box that is not too wide."""
        assert query.box is not None
        if query.rules is not None:
            return "tables need a completely known rule"
        box = query.in_box(*query.box)
        if reason := not_listed(box):
            return reason
        if batches_in(begun.snapshot) is not None:
            return ""
        if begun.depth:
            return "SAT began this search and continues it"
        if how.engine == self.wish:
            return ""
        if how.count is not None:
            return "SAT finds one pattern sooner than tables list all"
        if how.fixed:
            return "a solver was chosen"
        return "" if worth_tables(box) else "SAT is as fast in boxes of this size"

    def refused(self, query: Periodic, reason: str) -> InputError:
        return OptionError("{}; use <engine box>, which searches by SAT", reason)

    def what(self, query: Periodic, how: RunOptions) -> str:
        return f"all patterns{query.where()}"

    def coordinator(self, plan: Plan[Any], how: RunOptions, begun: Checkpoint) -> Made:
        """A portfolio, in which tables do what solvers would do."""
        from lifesearch.running.portfolio import Portfolio

        listing = LISTED if how.engine == self.wish else LISTED_OR_SAT
        shares = [Share(1, plan.query.parts(0))]
        return partial(Portfolio, shares=shares, instead=listing)


class BoxesBySat(Engine[Any]):
    """Boxes, or whatever else has clauses, by SAT solvers that race."""

    name = "SAT"
    wish = "box"
    continued_from = "boxes, and parts of a box, that are done"
    proof = "one DRAT proof for each formula"
    ways: tuple[type[Way], ...] = (SymmetricBoxes, GrowingBoxes)

    def handles(self, query: Query[Any]) -> bool:
        return query.has_clauses

    def steps(self, query: Query[Any], how: RunOptions) -> tuple[Step, ...]:
        """The solvers that race for a box, as far as there are workers."""
        solvers = list(dict.fromkeys(c.solver for c in query.configurations()))
        rows = not no_rows(query, how)
        alone = rows and how.place.cores(how.jobs) == 1
        if how.fixed or alone or query.grows or how.count is None:
            solvers = [how.fixed.solver or solvers[0]]
        where = query.where().strip(" ,") if isinstance(query, PatternQuery) else ""
        what = "growing boxes, smallest first" if query.grows and not where else where
        share = BOXES if rows and query.grows else 1
        why = SMALLEST_FIRST if query.grows else ALL_AT_ONCE
        steps = tuple(Step(f"{self.name} ({solver})", what, share, why=why) for solver in solvers)
        return (*steps, _row_step(query)) if rows else steps

    def unused(self, query: Query[Any], how: RunOptions) -> tuple[tuple[str, str], ...]:
        """Row tables, if they do not search boxes of patterns that recur beside SAT."""
        reason = no_rows(query, how) if isinstance(query, Periodic) else ""
        return ((ROW_TABLES, reason),) if reason else ()

    def depth(self, query: Query[Any], how: RunOptions) -> int:
        """Where all answers are wanted, or what is done is kept, each worker has its own cubes."""
        jobs = how.place.cores(how.jobs)
        cut = how.count is None or (how.kept and not (how.proving or how.fixed))
        if not cut or jobs == 1 or query.optimises or query.grows or not no_rows(query, how):
            return 0
        return ceil(log2(CUBES_PER_JOB * jobs)) if query.cells() >= WORTH_SPLITTING else 0

    def parts(self, query: Any, depth: int) -> Iterator[Part]:
        """What solvers search side by side."""
        parts: Iterator[Part] = query.parts(depth)
        return parts

    def coordinator(self, plan: Plan[Any], how: RunOptions, begun: Checkpoint) -> Made:
        """A portfolio of solvers."""
        from lifesearch.running.portfolio import Portfolio

        depth = plan.depth if begun.depth is None else begun.depth
        query = plan.query
        shares = [Share(BOXES, self.parts(query, depth))]
        beside = "" if depth or no_rows(query, how) else ROW_TABLES
        if beside and query.grows:
            from lifesearch.queries.periodic.by_rows import AFTER, AHEAD, widths

            strips = Share(1, widths(query), compiled=True, after=AFTER, ahead=AHEAD, in_order=True)
            shares.append(strips)
        return partial(Portfolio, shares=shares, beside=beside)


class CatalystsBySat(BoxesBySat):
    """Catalysts of which only the area is known."""

    name = "SAT for the still cells"
    wish = "sat"
    continued_from = "cubes of still cells that are done"
    proof = ""
    ways: tuple[type[Way], ...] = ()

    def handles(self, query: Query[Any]) -> bool:
        return isinstance(query, Catalysts)

    def why_not(self, query: Catalysts, how: RunOptions, begun: Checkpoint) -> str:
        wanted = how.engine == self.wish or query.needs_solver or query.unavailable()
        if wanted or begun.searched:
            return query.still_cells.why_not()
        return "to place listed still lifes is faster"

    def parts(self, query: Catalysts, depth: int) -> Iterator[Part]:
        return query.cubes(depth)


def no_rows(query: Query[Any], how: RunOptions) -> str:  # noqa: PLR0911
    """Why row tables do not search a box beside SAT; empty if they do."""
    if not isinstance(query, Periodic):
        return "row tables search strips, and boxes for patterns that recur"
    if how.count is None and query.box and how.place.cores(how.jobs) > 1:
        return "several workers share the parts of the box"
    if how.fixed or how.proving or how.engine:
        return "a solver, a proof or another engine was chosen"
    if query.box is None:
        from lifesearch.queries.periodic.by_rows import no_widths

        return no_widths(query)
    width, height = query.box
    if width * height * query.motion.period < LEAST_CELLS:
        return "SAT is as fast in boxes of this size"
    if not installed():
        return "row tables need numba, which is not installed"
    from lifesearch.queries.periodic.by_rows import rough_cost, strip_of

    try:
        strip, _ = strip_of(query)
    except OptionError:
        return "row tables do not support this symmetry"
    except InputError as error:
        return str(error)
    if rough_cost(strip) > LONGEST:
        return "row tables would take too long"
    return ""


def _row_step(query: Any) -> Step:
    """What row tables do beside SAT."""
    from lifesearch.queries.periodic.by_rows import proves, rough_cost, strip_of

    if query.grows:
        why = "one without a pattern settles all boxes of its width"
        return Step(ROW_TABLES, "strips of any length, narrowest first", why=why)
    strip, turned = strip_of(query)
    what = f"{strip.width} columns, up to {plural(strip.max_length or 0, 'row')}"
    free = plural(strip.table_problem().bits, "free cell")
    end = "" if proves(query) else "; they find patterns but prove nothing"
    side = " of the rotated box" if turned else ""
    return Step(ROW_TABLES, f"{what}{side}", cost=rough_cost(strip), why=f"{free} a row{end}")
