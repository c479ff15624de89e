"""All rotors of a window, from Python."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Unpack, overload

from lifesearch.api.answer import Answer
from lifesearch.api.options import RotorOptions, takes
from lifesearch.api.queries.asked import all_rotors
from lifesearch.api.queries.run_options import run_options
from lifesearch.api.results import check_session, followed
from lifesearch.options.readers import Size
from lifesearch.options.table import read
from lifesearch.queries.rotors import RotorAnswer, Rotors
from lifesearch.queries.rotors.table import in_order, rows_of
from lifesearch.running.events import Finished, Found
from lifesearch.text import plural


@dataclass(frozen=True, repr=False)
class FoundRotor:
    """A rotor: the cells of an oscillator that change."""

    _answer: RotorAnswer

    @property
    def name(self) -> str:
        """Its period, its size, a phase (O alive, o dead, . does not change) and four digits.

        The digits tell rotors apart that have this phase in common.
        """
        return self._answer.rotor.name

    @property
    def phases(self) -> tuple[str, ...]:
        """All its phases, drawn in the same way."""
        rotor = self._answer.rotor
        return tuple(rotor.picture(t) for t in range(rotor.period))

    @property
    def period(self) -> int:
        """The number of generations after which it recurs."""
        return self._answer.rotor.period

    @property
    def cells(self) -> int:
        """How many cells change."""
        return len(self._answer.rotor.cells)

    @property
    def composite(self) -> bool:
        """Whether it consists of rotors of shorter periods that do not touch each other."""
        return self._answer.rotor.composite

    @property
    def stator(self) -> str:
        """Whether some stator fits: 'frame', 'none' (proved) or 'undecided'."""
        return self._answer.verdict

    @property
    def rings(self) -> int:
        """In how many rings of cells around the rotor the stator is, or was searched for."""
        return self._answer.frame.rings

    @property
    def oscillator(self) -> Answer | None:
        """The rotor with a stator of few cells; None if no stator is known."""
        return Answer(self._answer) if self._answer.verdict == "frame" else None

    def __repr__(self) -> str:
        return f"<FoundRotor {self.name}: {self.stator}>"


@dataclass(frozen=True, repr=False)
class RotorTable(Sequence[FoundRotor]):
    """All rotors of a window, those of short periods first.

    `complete` is true if there are no others.
    """

    _query: Rotors
    _found: tuple[RotorAnswer, ...] = ()
    complete: bool = False

    @cached_property
    def _ordered(self) -> tuple[FoundRotor, ...]:
        return tuple(map(FoundRotor, in_order(self._found)))

    @overload
    def __getitem__(self, index: int) -> FoundRotor: ...

    @overload
    def __getitem__(self, index: slice) -> tuple[FoundRotor, ...]: ...

    def __getitem__(self, index: int | slice) -> FoundRotor | tuple[FoundRotor, ...]:
        return self._ordered[index]

    def __len__(self) -> int:
        return len(self._found)

    @property
    def periods(self) -> tuple[int, ...]:
        """The periods of oscillators with their rotors in the window, combinations left out."""
        return tuple(row.period for row in rows_of(self._found) if row.framed)

    def of_period(self, period: int) -> tuple[FoundRotor, ...]:
        """The rotors of one period."""
        return tuple(each for each in self._ordered if each.period == period)

    def __repr__(self) -> str:
        found = plural(len(self), "rotor")
        size = "x".join(map(str, self._query.size))
        return f"<RotorTable {size}: {found}{'' if self.complete else ' so far'}>"


@takes("rotors", RotorOptions, running=True)
def rotors(window: Size, **options: Unpack[RotorOptions]) -> RotorTable:
    """List all rotors in a window, of every period from `least` on.

    >>> table = rotors((2, 2), jobs=1)
    >>> table, table.periods
    (<RotorTable 2x2: 3 rotors>, (3,))
    >>> table[0].name, table[0].oscillator.population
    ('p3 2x2 o./Oo #55b5', 20)
    """
    asked = read("rotors", options)
    query = all_rotors(window, asked)
    how = run_options(asked, None, query)
    query = check_session(asked.session, query, how)
    found: list[RotorAnswer] = []
    complete = False
    for event in followed(query, how, asked):
        if isinstance(event, Found):
            found += [each for each in event.answers if isinstance(each, RotorAnswer)]
        complete = isinstance(event, Finished) and event.exhausted
    return RotorTable(query, tuple(found), complete)
