"""Counts of answers: in this process, or in others that a time limit can end.

The methods `count` and `populations` in `searches` use it.
"""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING

from lifesearch.common.errors import Undecided
from lifesearch.common.memory import free_memory
from lifesearch.common.text import duration
from lifesearch.doors.python.tables import ShownAsTable
from lifesearch.questions.counts.events import BoxCounted
from lifesearch.questions.counts.question import Counted, CountQuestion
from lifesearch.running.choose import plan_of
from lifesearch.running.coordinator import run
from lifesearch.running.options import RunOptions
from lifesearch.running.places.here import HERE

if TYPE_CHECKING:
    from lifesearch.common.tables import Table


class Populations(ShownAsTable, dict[int, int]):
    """How many answers have each number of live cells; printing it prints a table."""

    def __init__(self, found: Counted, question: CountQuestion) -> None:
        super().__init__(found.populations or ())
        self._counted = found, question

    @property
    def _table(self) -> Table:
        from lifesearch.show.counts import count_table

        return count_table(*self._counted)


def counted(question: CountQuestion, run_options: RunOptions) -> Counted:
    """Count; `Undecided` is raised if a time limit is reached first.

    Without a time limit, this process counts: no other one need be started.
    """
    from lifesearch.engines.counting.transfer_matrix import SweepOptions

    plan = plan_of(question, run_options)  # refuses a question that cannot be counted
    # Half of the free memory, as searches take (`running.places.here`).
    limit, memory = run_options.time_limit, run_options.memory or free_memory() // 2
    if run_options.place is HERE and limit is None:
        return next(question.numbers(SweepOptions(memory, question.populations)))
    with closing(run(plan)) as events:
        for event in events:
            if isinstance(event, BoxCounted):
                return event.counted
    raise Undecided(f"time limit reached after {duration(limit or 0)}; not counted")
