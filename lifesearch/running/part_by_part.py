"""The base of engines without a solver, whose workers search one part each.

The coordinator is a `portfolio`, whose workers call the question's own `search` with the engine's
name in place of a solver.
"""

from __future__ import annotations

from typing import TypeVar

from lifesearch.common.errors import InputError
from lifesearch.core.question import AnyDivisible
from lifesearch.engines.compiled import unavailable
from lifesearch.engines.sat.solving.part import Share
from lifesearch.running.coordinator import AnyCoordinator
from lifesearch.running.options import Checkpoint, RunOptions
from lifesearch.running.places.place import Workplace
from lifesearch.running.plan import Engine, Plan

Q = TypeVar("Q", bound=AnyDivisible)


class PartByPart(Engine[Q]):
    """Searches parts by the question's own `search`, in place of SAT solvers."""

    def why_not(self, query: Q, options: RunOptions, checkpoint: Checkpoint) -> str:
        """A reason if kernels are missing; an error if a solver is chosen."""
        if options.fixed:
            raise InputError(f"{self.name} have no solver: leave out the solver, encoding and seed")
        return unavailable()

    def coordinator(self, plan: Plan[Q], workplace: Workplace) -> AnyCoordinator:
        """A portfolio with this engine as the strategy for all parts."""
        from lifesearch.running.portfolio import Portfolio

        shares = [Share(1, plan.query.parts(0))]
        return Portfolio(
            plan.query, plan.options, plan.checkpoint, workplace, shares=shares, strategy=self.name
        )
