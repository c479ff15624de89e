"""The engine for soups: `running.choose` takes it, `coordinator` does the work."""

from __future__ import annotations

from lifesearch.common.text import plural
from lifesearch.engines.compiled import unavailable
from lifesearch.questions.soups.question import SoupQuery
from lifesearch.running.coordinator import AnyCoordinator
from lifesearch.running.options import Checkpoint, RunOptions
from lifesearch.running.places.place import Workplace
from lifesearch.running.plan import Engine, Plan


class SoupEngine(Engine[SoupQuery]):
    """Random soups, all of whose objects are counted."""

    name = "soups"
    continued_from = "soups that were run"
    why = "each runs until it settles, and what is left is counted"

    proves = False

    def why_not(self, query: SoupQuery, options: RunOptions, checkpoint: Checkpoint) -> str:
        """Soups are run by kernels alone."""
        return unavailable()

    def goal(self, query: SoupQuery, count: int | None) -> str:
        return f"run {'soups' if count is None else plural(count, 'soup')} and count their objects"

    def coordinator(self, plan: Plan[SoupQuery], workplace: Workplace) -> AnyCoordinator:
        """The coordinator that hands out ranges of soups."""
        from lifesearch.questions.soups.coordinator import SoupCoordinator

        return SoupCoordinator(plan.query, plan.options, plan.checkpoint, workplace)
