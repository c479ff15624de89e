"""What an engine reports while it works; the last event is always a verdict."""

from dataclasses import dataclass

from lifesearch.search.history import History


@dataclass(frozen=True)
class Progress:
    """Still at it."""

    conflicts: int
    found: int


@dataclass(frozen=True)
class Found:
    """An answer, already verified."""

    history: History


@dataclass(frozen=True)
class Finished:
    """The end: `exhausted` if the solver proved that there is no further answer."""

    found: int
    conflicts: int
    exhausted: bool


Event = Progress | Found | Finished
