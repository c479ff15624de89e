"""Limits of a search (count, jobs, time) and the checkpoint loaded from a session."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Mapping
from dataclasses import dataclass
from math import ceil, log2
from typing import Any, Protocol

from lifesearch.queries.base import Query
from lifesearch.running.events import Event, Found, SoupsRun, StripProgress
from lifesearch.running.places.here import HERE
from lifesearch.running.places.place import Place
from lifesearch.solving.configuration import NOTHING_FIXED, FixedSettings
from lifesearch.solving.parts import Part

WORTH_SPLITTING = 40
CUBES_PER_JOB = 4


class ProofRecorder(Protocol):
    """Whoever writes the proof of what a search finds: see `proofs`."""

    def service(self, query: Any) -> Any:
        """Return what the processes that search boxes do, instead of what the query says."""
        ...

    def record(
        self, query: Any, run_options: RunOptions, events: Iterable[Event]
    ) -> Iterator[Event]:
        """Pass events on, the last one after the proof is written."""
        ...

    def states(self, query: Any, last: Any, parent: Any) -> Mapping[str, Any]:
        """Write all states of a strip, as a search by row tables has kept them."""
        ...

    def explored(
        self, query: Any, memory: int | None
    ) -> Generator[int, None, Mapping[str, Any] | None]:
        """Find all states of a strip, and write them; how many are done, now and then."""
        ...

    def outcome(self) -> str:
        """Say what has become of the proof."""
        ...


@dataclass(frozen=True)
class RunOptions:
    """How many answers are wanted (None: all), and what may be spent on them.

    `memory` bounds what row tables and their states take, in bytes. The `engine` is how a strip
    is searched, "tables" or "rows", or a box, "tables" or "box"; None chooses. With a
    `proof`, that there are no more answers is proved so that others can check it. The `place` is
    where work runs. With several `seeds` a strip is searched in as many orders, side by side.
    """

    count: int | None = 1
    jobs: int = 1
    fixed: FixedSettings = NOTHING_FIXED
    time_limit: float | None = None
    memory: int | None = None
    engine: str | None = None
    proof: ProofRecorder | None = None
    place: Place = HERE
    seeds: tuple[int, ...] = ()

    def by_tables(self, query: Query[Any]) -> bool:
        """Whether tables list the answers of a box: if it is asked for, or all are wanted."""
        if self.engine == "tables":
            return not query.no_listing()
        everything = self.count is None and not (self.fixed or self.proof)
        return everything and self.engine is None and query.listed_soon

    def depth(self, query: Query[Any]) -> int:
        """By how many cells to split a box of which all answers are wanted."""
        jobs = self.place.cores(self.jobs)
        if self.count is not None or jobs == 1 or self.by_tables(query):
            return 0
        if query.optimises or query.cells() < WORTH_SPLITTING:
            return 0
        return ceil(log2(CUBES_PER_JOB * jobs))


@dataclass(frozen=True)
class Checkpoint:
    """State loaded from a session: answers by part, and parts that are done.

    `turned_away` tells whether something was found in a strip that does not count.
    """

    found: tuple[Found, ...] = ()
    searched: frozenset[Part] = frozenset()
    depth: int | None = None
    progress_records: tuple[StripProgress, ...] = ()
    snapshot: bytes | None = None
    turned_away: bool = False
    soups: tuple[SoupsRun, ...] = ()


FRESH_START = Checkpoint()
