"""A place that stays open for many searches, one after another."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from lifesearch.running.places.place import Place, Workplace


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
    """Open a place once for all searches that are done there."""
    with place.open(jobs) as workplace:
        yield KeptOpen(place, workplace)
