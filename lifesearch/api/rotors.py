"""All rotors of a window, from Python."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Unpack, overload

from lifesearch.api.answer import Answer
from lifesearch.api.options import RotorOptions, takes
from lifesearch.api.queries.asked import asked
from lifesearch.api.results import run
from lifesearch.options.readers import Size
from lifesearch.options.table import read
from lifesearch.queries.rotors import RotorAnswer, Rotors
from lifesearch.queries.rotors.query import in_order, rows_of
from lifesearch.running.events import Finished, Found
from lifesearch.text import plural


@dataclass(frozen=True, repr=False)
class FoundRotor:
    """A rotor: the cells of an oscillator that change.

    name: its period, its size, a phase (O alive, o dead, . does not change) and four digits, which
        tell rotors apart that have this phase in common
    phases: all its phases, drawn in the same way
    period: the number of generations after which it recurs
    cells: how many cells change
    composite: whether it consists of rotors of shorter periods that do not touch each other
    stator: whether some stator fits: 'frame', 'none' (proved) or 'undecided'
    rings: in how many rings of cells around the rotor the stator is, or was searched for
    """

    name: str
    phases: tuple[str, ...]
    period: int
    cells: int
    composite: bool
    stator: str
    rings: int
    _answer: RotorAnswer

    @classmethod
    def of(cls, found: RotorAnswer) -> FoundRotor:
        """What is known of a rotor that was found."""
        rotor = found.rotor
        phases = tuple(map(rotor.picture, range(rotor.period)))
        known = (rotor.period, len(rotor.cells), rotor.composite, found.verdict, found.frame.rings)
        return cls(rotor.name, phases, *known, found)

    @property
    def oscillator(self) -> Answer | None:
        """The rotor with a stator of few cells; None if no stator is known."""
        return Answer(self._answer) if self._answer.exists else None

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
        return tuple(map(FoundRotor.of, in_order(self._found)))

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


@takes("rotors")
def rotors(window: Size, **options: Unpack[RotorOptions]) -> RotorTable:
    """List all rotors in a window, of every period from `least` on.

    >>> table = rotors((2, 2), jobs=1)
    >>> table, table.periods
    (<RotorTable 2x2: 3 rotors>, (3,))
    >>> table[0].name, table[0].oscillator.population
    ('p3 2x2 o./Oo #55b5', 20)
    """
    query, events = run(asked("rotors", window, read("rotors", options)))
    assert isinstance(query, Rotors)
    found: list[RotorAnswer] = []
    complete = False
    for event in events:
        if isinstance(event, Found):
            found += [each for each in event.answers if isinstance(each, RotorAnswer)]
        complete = isinstance(event, Finished) and event.exhausted
    return RotorTable(query, tuple(found), complete)
