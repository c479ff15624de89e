"""The engines for boxes of patterns that recur: SAT, perhaps with row tables, and lists.

`running.choose` takes the first that can search a question.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from lifesearch.common.errors import InputError, OptionError
from lifesearch.common.text import plural
from lifesearch.core.constraints import Aim
from lifesearch.engines.sat.solving.alternation import (
    GLUCOSE,
    LOOK,
    MORE_SYMMETRIC,
    TimeShare,
    usual_time_share,
)
from lifesearch.engines.sat.solving.configuration import Strategy
from lifesearch.engines.sat.solving.part import Share
from lifesearch.questions.periodic.box import PeriodicBox
from lifesearch.questions.periodic.question import LISTED, LISTED_OR_SAT, ROW_TABLES, Periodic
from lifesearch.running.by_sat import BySat
from lifesearch.running.coordinator import AnyCoordinator
from lifesearch.running.goals import goal_of
from lifesearch.running.options import Checkpoint, RunOptions
from lifesearch.running.outline import Step
from lifesearch.running.places.place import Workplace
from lifesearch.running.plan import Engine, Plan

# Rough bounds: they decide which engine searches a box, not what is found.
MOST_BITS = 24
"""The cells of two rows in all generations: with more, tables are seldom small enough."""
NARROW, MOST_BITS_OF_HALVES = 7, 32
"""Up to this width and these bits, boxes without symmetry are listed by halves: see
`counting.halves`.
"""
WIDEST = 8
"""Wider boxes are left to a solver, which finds some of their many patterns at once."""
LEAST_LISTED = 30
"""Cells of the smallest boxes that are listed: a solver is as fast in smaller ones."""
BOXES = 3
"""The share of boxes in the time, where strips have a share of 1: a choice."""
SMALLEST_FIRST = "what is found first is small"
NOT_CUT = "a session saves the answers of a box, but not how far it was searched"
LEAST_CELLS = 200
"""Cells in all generations of the smallest box with row tables; SAT is as fast in smaller ones."""
LONGEST = 100_000.0
"""Seconds that row tables may take, by a rough estimate; beyond that they are not used."""


def no_other(query: Periodic, refusal: InputError) -> InputError:
    """The error if an engine is asked for that boxes do not have."""
    if query.cylinder is not None:
        return OptionError("a shifted cylinder has no rows that recur: leave out <engine>")
    return refusal


class Listing(Engine[Periodic]):
    """All patterns of a box by tables of states, without a solver."""

    name = "tables of the box"
    wish = "tables"
    continued_from = "the patterns listed so far, and continues the list from there"
    why = "in a narrow box they are quicker than SAT"

    def handles(self, query: Periodic) -> bool:
        return query.box is not None

    def why_not(self, query: Periodic, options: RunOptions, checkpoint: Checkpoint) -> str:
        """Tables are for all patterns of a narrow box, unless they are asked for."""
        assert query.box is not None
        if query.rules is not None:
            return "tables need a completely known rule"
        box = query.in_box(*query.box)
        if reason := _not_listed(box):
            return reason
        if not _was_listed(checkpoint):
            # Without cubes (depth 0) SAT has saved nothing but answers.
            if checkpoint.depth:
                return "SAT began this search and continues it"
            if options.engine != self.wish and (reason := _no_gain(box, options)):
                return reason
        from lifesearch.engines.compiled import unavailable

        return unavailable()

    def refused(self, query: Periodic, reason: str) -> InputError:
        return OptionError("{}; use <engine box>, which searches by SAT", reason)

    def instead_of(self, query: Periodic, wish: str | None) -> InputError:
        return no_other(query, super().instead_of(query, wish))

    def what(self, query: Periodic, options: RunOptions) -> str:
        return f"all patterns{query.where()}"

    def repeats(self, query: Periodic) -> str:
        """A list has snapshots; a search for the best pattern has none, and begins again."""
        return NOT_CUT if query.objective else ""

    def coordinator(self, plan: Plan[Periodic], workplace: Workplace) -> AnyCoordinator:
        """A portfolio with tables as the strategy for its parts."""
        from lifesearch.running.portfolio import Portfolio

        listing = LISTED if plan.options.engine == self.wish else LISTED_OR_SAT
        shares = [Share(1, plan.query.parts(0))]
        return Portfolio(
            plan.query,
            plan.options,
            plan.checkpoint,
            workplace,
            shares=shares,
            strategy=listing,
            has_snapshots=not plan.query.objective,
        )


def _not_listed(box: PeriodicBox) -> str:
    """Why tables cannot find the patterns of a box; empty if they can."""
    if not box.rule.plain:
        return "tables are for two-state rules under which the empty plane does not alternate"
    if box.motion.travels or box.motion.order > 1:
        return "tables of a box support only still lifes and oscillators without a transform"
    if box.query.torus or box.query.cylinder is not None or box.query.mask is not None:
        return "tables are for whole boxes, not for a torus, a cylinder or a mask"
    if replace(box.query.constraints, objective=None):
        return "tables support no conditions on cells, populations or pieces"
    objective = box.query.constraints.objective
    if objective and (objective.aim is Aim.SMALLEST_BOX or box.motion.period > 1):
        return "tables can minimise and maximise only the population of still lifes"
    return ""


def _worth_tables(box: PeriodicBox) -> bool:
    """Whether tables are likely to be small, and the box is not so small that SAT is as fast.

    With a symmetry about half of the cells are free, so twice as many cells are allowed.
    """
    if box.width * box.height < LEAST_LISTED:
        return False
    width = min(box.width, box.height)
    bits = 2 * width * box.motion.period
    if len(box.query.symmetry.group) > 1:
        return width <= 2 * WIDEST and bits <= 2 * MOST_BITS
    halves = width <= NARROW and bits <= MOST_BITS_OF_HALVES
    return halves or (width <= WIDEST and bits <= MOST_BITS)


def _was_listed(checkpoint: Checkpoint) -> bool:
    """Whether tables began this search."""
    if checkpoint.snapshot is None:
        return False
    from lifesearch.questions.periodic.by_tables import batches_in

    return batches_in(checkpoint.snapshot) is not None


def _no_gain(box: PeriodicBox, options: RunOptions) -> str:
    """Why a solver is used although tables can list the patterns of a box; empty if it is not."""
    if options.count is not None:
        return "SAT finds one pattern sooner than tables list all"
    if options.fixed:
        return "a solver was chosen"
    return "" if _worth_tables(box) else "SAT is as fast in boxes of this size"


class BoxesBySat(BySat[Periodic]):
    """Boxes by SAT solvers that race; row tables may search them as strips, too."""

    def instead_of(self, query: Periodic, wish: str | None) -> InputError:
        return no_other(query, super().instead_of(query, wish))

    def goal(self, query: Periodic, count: int | None) -> str:
        return goal_of(query, count, soon=bool(query.grows and query.endless()))

    def steps(self, query: Periodic, options: RunOptions) -> tuple[Step, ...]:
        """One step for each solver that races, and one for row tables."""
        steps = super().steps(query, options)
        rows = not no_rows(query, options)
        if query.grows:
            what = self.what(query, options) or "growing boxes, smallest first"
            share = BOXES if rows else 1
            steps = tuple(Step(each.engine, what, share, why=SMALLEST_FIRST) for each in steps)
        return (*steps, _row_step(query)) if rows else steps

    def solvers(self, query: Periodic, options: RunOptions) -> list[str]:
        """The solvers that race; one where boxes grow, or row tables alternate with it."""
        solvers = super().solvers(query, options)
        alone = options.place.cores(options.jobs) == 1 and not no_rows(query, options)
        return solvers[:1] if query.grows or alone else solvers

    def unused(self, query: Periodic, options: RunOptions) -> tuple[tuple[str, str], ...]:
        """Row tables, if they do not search boxes beside SAT."""
        reason = no_rows(query, options)
        return ((ROW_TABLES, reason),) if reason else ()

    def depth(self, query: Periodic, options: RunOptions) -> int:
        """Row tables search whole boxes: with them, boxes are not split into cubes."""
        return super().depth(query, options) if no_rows(query, options) else 0

    def advice(self, query: Periodic) -> Sequence[str]:
        """The command for patterns of any size, for a question about a period or velocity alone."""
        bare = Periodic(query.motion, query.box, query.symmetry)
        if query.box is None or query != bare or query.motion.order > 1:
            return ()
        from lifesearch.running.advice import advice_of_box  # loaded when a search takes long

        return advice_of_box(query.motion)

    def coordinator(self, plan: Plan[Periodic], workplace: Workplace) -> AnyCoordinator:
        """A portfolio of solvers, and of row tables."""
        from lifesearch.running.portfolio import Portfolio

        query, options, checkpoint = plan.query, plan.options, plan.checkpoint
        shares = [Share(BOXES, query.parts(plan.depth))]
        second = "" if plan.depth or no_rows(query, options) else ROW_TABLES
        if second and query.grows:
            from lifesearch.questions.periodic.by_rows import AFTER, AHEAD, widths

            strips = Share(1, widths(query), after=AFTER, ahead=AHEAD, in_order=True)
            shares.append(strips)
        return Portfolio(
            query,
            options,
            checkpoint,
            workplace,
            shares=shares,
            solvers=query.configurations(),
            second_strategy=second,
            alternation=partial(second_share, query),
            strip_rules_out=query.strip_rules_out,
            cannot_improve=query.cannot_improve,
        )


def second_share(query: Periodic, second: Strategy) -> TimeShare:
    """The time share of the second strategy or solver, which alternates with the first."""
    usual = usual_time_share(second)
    if isinstance(second, str):  # row tables: they begin sooner if they can probably end soon
        from lifesearch.questions.periodic.by_rows import sooner

        return sooner(usual, query)
    # Without symmetry Glucose begins later, so that small boxes are proved before. In symmetric
    # boxes luck decides, so it begins at its usual time.
    if len(query.symmetry.group) == 1:
        return LOOK if usual is GLUCOSE else usual
    return MORE_SYMMETRIC if second.symmetric_first else usual


def no_rows(query: Periodic, options: RunOptions) -> str:  # noqa: PLR0911
    """Why row tables do not search a box in addition to SAT; empty if they do."""
    everything = options.count is None and not query.objective
    if everything and query.box and options.place.cores(options.jobs) > 1:
        return "several workers share the parts of the box"
    if options.fixed or options.proving or options.engine:
        return "a solver, a proof or another engine was chosen"
    if query.box is None:
        from lifesearch.questions.periodic.by_rows import no_widths

        return no_widths(query)
    width, height = query.box
    if width * height * query.motion.period < LEAST_CELLS:
        return "SAT is as fast in boxes of this size"
    from lifesearch.engines.compiled import unavailable

    if reason := unavailable():
        return reason
    from lifesearch.questions.periodic.by_rows import rough_cost, strip_of

    try:
        strip, _ = strip_of(query)
    except OptionError:
        return "row tables do not support this symmetry"
    except InputError as error:
        return str(error)
    if rough_cost(strip) > LONGEST:
        return "row tables would take too long"
    return ""


def _row_step(query: Periodic) -> Step:
    """The step of row tables that search boxes in addition to SAT."""
    from lifesearch.questions.periodic.by_rows import proves, rough_cost, strip_of

    if query.grows:
        why = "one without a pattern settles all boxes of its width"
        return Step(ROW_TABLES, "strips of any length, narrowest first", why=why)
    strip, turned = strip_of(query)
    what = f"{strip.width} columns, up to {plural(strip.max_length or 0, 'row')}"
    free = plural(strip.table_problem().bits, "free cell")
    end = "" if proves(query) else "; they find patterns but prove nothing"
    side = " of the rotated box" if turned else ""
    return Step(ROW_TABLES, f"{what}{side}", cost=rough_cost(strip), why=f"{free} a row{end}")
