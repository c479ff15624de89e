"""Where workers run: the protocols that this machine (`here`) and a cluster (`cluster`) implement.

A `Place` is opened for one search, which gives a `Workplace`: it starts workers, waits for their
reports and kills them. A coordinator uses nothing but the methods of a `Workplace`, so every search
runs unchanged on one machine or on a cluster.

What is sent is defined in `process`: a worker gets tasks, allowances of conflicts and answers of
other workers; it sends back reports, and `Died` is the last one if it has died.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from typing import Protocol, TypeVar

from lifesearch.running.process import Service, Worker

W = TypeVar("W", bound=Worker)


class Workplace(Protocol):
    """An open place: starts workers, waits for their reports, kills them."""

    def start(self, service: Service) -> Worker:
        """Start a worker that does tasks of a service (see `process.Service`)."""
        ...

    def reporting(self, workers: Iterable[W], seconds: float) -> Iterator[W]:
        """Wait up to the given number of seconds; yield the workers with reports to read."""
        ...

    def kill_all(self, workers: Iterable[Worker]) -> None:
        """Kill all of these workers, before any wait for the end of one."""
        ...

    def capacity(self, jobs: int) -> int:
        """How many of `jobs` workers can run now; on a cluster this changes while it is open."""
        ...

    def memory(self, given: int | None, jobs: int) -> int:
        """Bytes for each of `jobs` workers.

        Those on one machine together may take `given` bytes or, if None, half of its memory: here,
        of what is free now; in a cluster, of what Ray may use there.
        """
        ...

    def describe(self) -> str:
        """The place in a few words, for the progress; empty for this machine."""
        ...

    def messages(self) -> list[str]:
        """Sentences about machines that were lost or have joined since the last call."""
        ...


class Place(Protocol):
    """This machine or a cluster, before workers can be started there."""

    def open(self, jobs: int) -> AbstractContextManager[Workplace]:
        """Make the place ready for this number of workers; closing it ends all that still run."""
        ...

    def cores(self, jobs: int) -> int:
        """How many of `jobs` workers will run side by side, as far as is known before opening."""
        ...


@dataclass(frozen=True)
class KeptOpen:
    """A place that several searches use one after another: opened once, closed after the last.

    `open` gives each search the same workplace. A search ends its own workers, so all cores are
    free for the next one.
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
    """Open a place for several searches, each with at most `jobs` workers."""
    with place.open(jobs) as workplace:
        yield KeptOpen(place, workplace)
