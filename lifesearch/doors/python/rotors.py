"""All rotors of a window, from Python."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Unpack, cast

from lifesearch.common.facts import record
from lifesearch.common.text import plural
from lifesearch.core.events import Finished, Found
from lifesearch.core.options.readers import Size, Whole
from lifesearch.doors.python.answer import Answer
from lifesearch.doors.python.options import ResourceOptions, takes
from lifesearch.doors.python.records import NamedFacts
from lifesearch.doors.python.results import run
from lifesearch.doors.python.tables import TableSequence
from lifesearch.doors.request import request_of
from lifesearch.life.rules.rule import Rule
from lifesearch.questions.rotors.facts import RotorFacts
from lifesearch.questions.rotors.question import RotorAnswer, Rotors, in_order, rows_of
from lifesearch.running.option_table import read

if TYPE_CHECKING:
    from lifesearch.common.tables import Table


class RotorOptions(ResourceOptions, total=False):
    """Which rotors to list, and resources."""

    symmetry: str
    rule: str | Rule
    min_period: Whole


class FoundRotor(RotorFacts, NamedFacts):
    """A rotor: the cells of an oscillator that change."""

    @property
    def phases(self) -> tuple[str, ...]:
        """All its phases, drawn as in its name."""
        rotor = self._answer.rotor
        return tuple(map(rotor.picture, range(rotor.period)))

    def facts(self) -> dict[str, Any]:
        """All facts by name, as `--format json` prints them."""
        return record(self)

    @property
    def oscillator(self) -> Answer | None:
        """The rotor with a stator of few cells; None if no stator is known."""
        return Answer(self._answer) if self._answer.exists else None

    def __repr__(self) -> str:
        return f"<FoundRotor {self.name}: {self.stator}>"


@dataclass(frozen=True, repr=False)
class RotorTable(TableSequence[FoundRotor]):
    """All rotors of a window, those of short periods first.

    `complete` is true if there are no others.
    """

    _query: Rotors
    _found: tuple[RotorAnswer, ...] = ()
    complete: bool = False

    @cached_property
    def _ordered(self) -> tuple[FoundRotor, ...]:
        return tuple(map(FoundRotor, in_order(self._found)))

    @property
    def periods(self) -> tuple[int, ...]:
        """The periods of rotors with a stator; combinations of shorter periods do not count."""
        return tuple(row.period for row in rows_of(self._found) if row.framed)

    def of_period(self, period: int) -> tuple[FoundRotor, ...]:
        """The rotors of one period."""
        return tuple(each for each in self._ordered if each.period == period)

    def to_dicts(self) -> list[dict[str, Any]]:
        """The facts of all rotors by name, for a data frame."""
        return [each.facts() for each in self._ordered]

    @property
    def _table(self) -> Table:
        from lifesearch.show.search.rotors import rotor_table

        table = rotor_table(rows_of(self._found), complete=self.complete)
        none = f"no {self._query.title}{'' if self.complete else ' so far'}"
        return table if self._found else replace(table, notes=(none,))

    def __repr__(self) -> str:
        found = plural(len(self), "rotor")
        size = "x".join(map(str, self._query.size))
        return f"<RotorTable {size}: {found}{'' if self.complete else ' so far'}>"


@takes("rotors")
def rotors(window: Size, **options: Unpack[RotorOptions]) -> RotorTable:
    """List all rotors in a window, of every period from `min_period` on.

    >>> table = rotors((2, 2), jobs=1)
    >>> table, table.periods
    (<RotorTable 2x2: 3 rotors>, (3,))
    >>> table[0].name, table[0].oscillator.population
    ('p3 2x2 o./Oo #55b5', 20)
    """
    query, events = run(request_of("rotors", window, read("rotors", options)))
    found: list[RotorAnswer] = []
    complete = False
    for event in events:
        if isinstance(event, Found):
            found += cast(Iterable[RotorAnswer], event.answers)
        complete = isinstance(event, Finished) and event.exhausted  # of the last event
    return RotorTable(cast(Rotors, query), tuple(found), complete)
