"""What a coordinator needs of the place where work runs.

A place is opened for one search, and gives it workers: they are started, sent tasks, tell who of
them reports, and are killed. Nothing else is known of them, so that a search does not notice
whether its workers are processes here (`here`) or on other machines (`cluster`).

The words of a conversation are those of `process`: a task, an allowance of conflicts and news go
to a worker; reports come back, and at the end, if it has died, `Died`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

from lifesearch.running.process import Worker

W = TypeVar("W", bound=Worker)


class Workplace(Protocol):
    """A place that is open: workers can be started there."""

    def start(self, service: Any) -> Worker:
        """Start a worker for tasks of a service."""
        ...

    def reporting(self, workers: Iterable[W], seconds: float) -> Iterator[W]:
        """Those who have something to report, within the given number of seconds."""
        ...

    def kill_all(self, workers: Iterable[Any]) -> None:
        """End workers at once: none works on while another one is waited for."""

    def room(self, jobs: int) -> int:
        """How many of the wanted workers can be at work now."""
        ...

    def memory(self, given: int | None, jobs: int) -> int:
        """How many bytes each of the given number of workers may take, all of them `given` ones."""
        ...

    def describe(self) -> str:
        """The place in a few words, for the progress; empty here."""
        ...

    def news(self) -> list[str]:
        """Sentences about what has happened to the place since this was asked before."""
        ...


class Place(Protocol):
    """Where a search may run: a value that says so, and opens it."""

    def open(self, jobs: int) -> AbstractContextManager[Workplace]:
        """Make the place ready for this number of workers; at the end, none of them is left."""
        ...

    def cores(self, jobs: int) -> int:
        """How many of this number of workers will run side by side, as far as is known before."""
        ...


@dataclass(frozen=True)
class KeptOpen:
    """A place that is already open, and closes at the end.

    Each search ends its own workers, so that the next one finds room for others.
    """

    place: Place
    workplace: Workplace

    @contextmanager
    def open(self, jobs: int) -> Iterator[Workplace]:
        yield self.workplace

    def cores(self, jobs: int) -> int:
        return self.place.cores(jobs)


@contextmanager
def kept_open(place: Place, jobs: int) -> Iterator[KeptOpen]:
    with place.open(jobs) as workplace:
        yield KeptOpen(place, workplace)
