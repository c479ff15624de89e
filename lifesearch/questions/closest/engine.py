"""The engines for the closest predecessor.

OneWindow   the whole box is one window: the best one, proved, in seconds
SmallBox    a solver and a totalizer: the best one, proved, and with a proof for others
Windows     windows of a large box, one after another: better and better ones
"""

from __future__ import annotations

from dataclasses import replace

from lifesearch.engines.compiled import unavailable
from lifesearch.engines.windows.limits import HIGHEST, LARGEST_WINDOW, MOST_REACHED
from lifesearch.questions.closest.question import Closest
from lifesearch.running.by_sat import BySat
from lifesearch.running.coordinator import AnyCoordinator
from lifesearch.running.options import Checkpoint, RunOptions
from lifesearch.running.places.place import Workplace
from lifesearch.running.plan import Engine, Plan

LARGEST_SOLVED = 150
"""Cells of the largest box that a solver decides, if it is not asked to: more would take hours.

Those of all generations before the last are added up.
"""


class SmallBox(BySat[Closest]):
    """SAT solvers that ask for fewer and fewer wrong cells, until there cannot be fewer."""

    def why_not(self, query: Closest, options: RunOptions, checkpoint: Checkpoint) -> str:
        """Only small boxes, unless a proof or a solver is asked for, or no window can be used."""
        insists = options.proving or solver_chosen(options)
        small = query.cells() * query.generations <= LARGEST_SOLVED
        if insists or small or not_in_windows(query):
            return ""
        return "no solver proves so large a box"


class OneWindow(Engine[Closest]):
    """All contents of a low box at once, by tables."""

    name = "one window"
    continued_from = "nothing: it takes seconds"
    why = "tables find the best of all contents of the box at once"

    def why_not(self, query: Closest, options: RunOptions, checkpoint: Checkpoint) -> str:
        """The box is too large, or tables are not for the question."""
        if solver_chosen(options):
            return "a solver was chosen"
        return not_by_tables(query) or ("" if fits(query) else "the box is too large for tables")

    def coordinator(self, plan: Plan[Closest], workplace: Workplace) -> AnyCoordinator:
        """A portfolio with one part, the box."""
        from lifesearch.engines.sat.solving.part import Share
        from lifesearch.running.portfolio import Portfolio

        shares = [Share(1, plan.query.parts(0))]
        return Portfolio(
            plan.query, plan.options, plan.checkpoint, workplace, shares=shares, strategy=self.name
        )


def solver_chosen(options: RunOptions) -> bool:
    """Whether a solver or an encoding is chosen; a seed is for windows, too."""
    return bool(replace(options.fixed, seed=None))


def fits(query: Closest) -> bool:
    """Whether the whole box can be one window: low enough, its tables and counts not too large.

    Work: 2^(2 low + 2) registers for each cell of the box, and of two columns more.
    """
    low, long = sorted(query.box)
    if low > HIGHEST or (low + 2) * (long + 2) > MOST_REACHED:
        return False
    return (long + 2) * low << (2 * low + 2) <= LARGEST_WINDOW


def not_by_tables(query: Closest) -> str:
    """Why tables cannot be used for a question; empty if they can."""
    if any(query.joined):
        return "tables are for the plane"
    if query.generations > 1:
        return "tables are for one generation"
    return unavailable()


def not_in_windows(query: Closest) -> str:
    """Why windows cannot be used for a question; empty if they can."""
    around = [side for side, joined in zip(query.box, query.joined, strict=True) if joined]
    if around and min(around) <= 2 * query.generations:
        return "around so narrow a torus or cylinder a window would meet itself"
    return unavailable() if query.generations == 1 else ""


class Windows(Engine[Closest]):
    """Windows of a large box, each of which is made as good as it can be."""

    name = "windows"
    continued_from = "the best predecessor so far"
    why = "each is made as good as the cells around it allow, again and again where cells are wrong"
    proves = False

    def why_not(self, query: Closest, options: RunOptions, checkpoint: Checkpoint) -> str:
        """A solver was chosen, or windows would need tables that are not there."""
        if solver_chosen(options):
            return "a solver was chosen"
        return not_in_windows(query)

    def goal(self, query: Closest, count: int | None) -> str:
        """Nothing is proved unless no cell is wrong."""
        return "find one with few wrong cells, and better ones until it is stopped"

    def coordinator(self, plan: Plan[Closest], workplace: Workplace) -> AnyCoordinator:
        """The coordinator that hands out patches of the picture."""
        from lifesearch.questions.closest.coordinator import WindowCoordinator

        return WindowCoordinator(plan.query, plan.options, plan.checkpoint, workplace)
