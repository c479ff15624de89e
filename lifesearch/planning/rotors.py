"""The engine for rotors: all that can change in a small window."""

from __future__ import annotations

from functools import partial
from typing import Any

from lifesearch import rows
from lifesearch.errors import InputError
from lifesearch.planning.engine import Engine, Made
from lifesearch.planning.plan import Plan, Step
from lifesearch.queries.rotors import Rotors
from lifesearch.running.options import Checkpoint, RunOptions
from lifesearch.solving.parts import Share


class RotorWindows(Engine[Rotors]):
    """All cycles of a window for all rings around it; SAT finds the still cells around these."""

    name = "rotors"
    kind = Rotors
    continued_from = "rings that are done"

    def why_not(self, query: Rotors, how: RunOptions, begun: Checkpoint) -> str:
        """It needs a compiler, and has no solver that could be chosen."""
        if how.fixed:
            raise InputError("rotors have no solver: leave out the solver, encoding and seed")
        reason = rows.unavailable()
        return f"without numba no window can be searched: {reason}" if reason else ""

    def steps(self, query: Rotors, how: RunOptions) -> tuple[Step, ...]:
        """All rings around the window."""
        why = "what changes in a window depends only on the ring of still cells around it"
        return (Step(self.name, query.where().strip(), why=why),)

    def coordinator(self, plan: Plan[Any], how: RunOptions, begun: Checkpoint) -> Made:
        """Ranges of rings, side by side."""
        from lifesearch.running.portfolio import Portfolio

        share = Share(1, plan.query.parts(0), compiled=True)
        return partial(Portfolio, shares=[share], instead=self.name)
