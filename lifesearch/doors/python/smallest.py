"""The smallest ships and oscillators in any rule of a class, from Python."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Unpack, cast

from lifesearch.core.events import Finished, Found
from lifesearch.core.options.readers import Path, Size, Whole
from lifesearch.doors.python.answer import Answer
from lifesearch.doors.python.options import SeededOptions, takes
from lifesearch.doors.python.results import run
from lifesearch.doors.python.tables import TableSequence
from lifesearch.doors.request import request_of
from lifesearch.questions.smallest.answer import SmallAnswer, best_of
from lifesearch.questions.smallest.question import Smallest
from lifesearch.running.option_table import read

if TYPE_CHECKING:
    from lifesearch.common.tables import Table


class SmallestOptions(SeededOptions, total=False):
    """Which patterns are tried in the rules, what is listed, and resources."""

    cells: Whole
    box: Size
    only: str | None
    max_period: Whole
    symmetry: str
    states: Whole
    square: Whole
    known: Path | None
    random: bool


@dataclass(frozen=True, repr=False)
class SmallestTable(TableSequence[Answer]):
    """The smallest pattern for each speed and period, those of fewest cells first.

    `complete` is true if all patterns within the bounds on cells and box were tried.
    """

    _query: Smallest
    _found: tuple[SmallAnswer, ...] = ()
    complete: bool = False

    @cached_property
    def _ordered(self) -> tuple[Answer, ...]:
        return tuple(map(Answer, best_of(self._found)))

    @property
    def _table(self) -> Table:
        from lifesearch.show.search.smallest import smallest_table

        return smallest_table(self._found, self._query)

    def __repr__(self) -> str:
        found = f"{len(self):,} found{'' if self.complete else ' so far'}"
        return f"<SmallestTable {self._query.rules_of}: {found}>"


@takes("smallest")
def smallest(rules: str, **options: Unpack[SmallestOptions]) -> SmallestTable:
    """List the smallest ship of each speed and oscillator of each period in any rule of a class.

    >>> table = smallest("outer-totalistic", cells=3, box=(3, 3), jobs=1)
    >>> len(table), table.complete
    (6, True)
    >>> table[0].period, str(table[0].rule), table[0].population
    (2, 'B2/S', 2)
    """
    query, events = run(request_of("smallest", rules, read("smallest", options)))
    found: list[SmallAnswer] = []
    complete = False
    for event in events:
        if isinstance(event, Found):
            found += cast(Iterable[SmallAnswer], event.answers)
        complete = isinstance(event, Finished) and event.exhausted  # of the last event
    return SmallestTable(cast(Smallest, query), tuple(found), complete)
