"""The engine for counts, and its two coordinators: one for this machine, one for a cluster."""

from __future__ import annotations

from lifesearch.common.errors import InputError, OptionError
from lifesearch.engines.compiled import unavailable
from lifesearch.questions.counts.question import CountQuestion, not_countable
from lifesearch.running.coordinator import AnyCoordinator
from lifesearch.running.options import Checkpoint, RunOptions
from lifesearch.running.places.here import HERE
from lifesearch.running.places.place import Workplace
from lifesearch.running.plan import Engine, Plan


class CountsBySweep(Engine[CountQuestion]):
    """All answers of a box, counted by the states of sweeps over it."""

    name = "counting tables"
    continued_from = "sweeps that are done and, on this machine, snapshots of long ones"
    why = "patterns with equal last rows are counted together"

    def why_not(self, query: CountQuestion, options: RunOptions, checkpoint: Checkpoint) -> str:
        """Counts have neither conditions nor ships, and need kernels."""
        if reason := unavailable():
            return f"nothing can be counted: {reason}"
        return not_countable(query.query, populations=query.populations)

    def refused(self, query: CountQuestion, reason: str) -> InputError:
        return OptionError(reason)

    def goal(self, query: CountQuestion, count: int | None) -> str:
        return "count all of them exactly, without listing them"

    def what(self, query: CountQuestion, options: RunOptions) -> str:
        here = options.place is HERE
        return "sweeps over the box" if here else "sweeps over the box, on all free cores"

    def coordinator(self, plan: Plan[CountQuestion], workplace: Workplace) -> AnyCoordinator:
        """One process here, which can be killed; elsewhere a process for each sweep."""
        from lifesearch.questions.counts.coordinator import CountBySweeps, CountInOneProcess

        count = CountInOneProcess if plan.options.place is HERE else CountBySweeps
        return count(plan.query, plan.options, plan.checkpoint, workplace)
