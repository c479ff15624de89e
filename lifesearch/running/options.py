"""Limits of a search (count, jobs, time ...) and the checkpoint loaded from a session.

`doors.request` makes the limits, `session` the checkpoint; both are in a `Plan`.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator
from dataclasses import dataclass
from typing import Protocol

from lifesearch.core.events import Event, Found, Proof, StripProgress
from lifesearch.core.question import AnyQuestion
from lifesearch.engines.sat.solving.configuration import NOTHING_FIXED, FixedSettings
from lifesearch.engines.sat.solving.part import Part
from lifesearch.running.places.here import HERE
from lifesearch.running.places.place import Place
from lifesearch.running.process import Service


class ProofRecorder(Protocol):
    """Writes the proof of a search, for others to check: implemented in `proofs.folder`."""

    def service(self, query: object) -> Service:
        """The service of workers that search boxes and write proofs, in place of the query's."""
        ...

    def record(
        self, query: AnyQuestion, run_options: RunOptions, events: Iterable[Event]
    ) -> Iterator[Event]:
        """Yield the events, the last one after the proof is written."""
        ...

    def states(self, query: AnyQuestion, last: object, parent: object) -> Proof:
        """Write all states of a strip, from arrays of row tables.

        `last` has the last row of each state, `parent` the number of the state before it.
        """
        ...

    def explored(
        self, query: AnyQuestion, memory: int | None
    ) -> Generator[int, None, Proof | None]:
        """Find all states of a strip and write them; yield the number that is done, repeatedly."""
        ...

    def outcome(self) -> str:
        """One sentence: where the proof is, or why there is none."""
        ...


@dataclass(frozen=True)
class RunOptions:
    """The number of answers that are wanted (None: all), and the limits of the search.

    jobs     how many workers may run at once
    fixed    solver, encoding and seed, as far as a person has chosen them
    time_limit  seconds after which the search stops; None if it has no limit
    memory   bytes for row tables and their states; None if a person has set no limit
    engine   the `wish` of the engine that is asked for; None leaves it open
    proving  whether a proof that others can check is to be written
    proof    the recorder that writes it; there is none until the plan is made
    place    where workers run
    has_session  whether what is done is saved: then a hard box is split into cubes
    """

    count: int | None = 1
    jobs: int = 1
    fixed: FixedSettings = NOTHING_FIXED
    time_limit: float | None = None
    memory: int | None = None
    engine: str | None = None
    proof: ProofRecorder | None = None
    place: Place = HERE
    has_session: bool = False
    proving: bool = False

    @property
    def snapshots(self) -> bool:
        """Whether a session saves unfinished work; a search that writes a proof cannot."""
        return self.has_session and self.proof is None


@dataclass(frozen=True)
class Checkpoint:
    """State loaded from a session: answers by part, and parts that are done.

    `depth` is the number of cells whose states split a box into cubes (None: there was no session),
    `progress_records` what a strip search by SAT has explored, and `snapshot` the last one of row
    tables, as bytes. `rejected` says whether a pattern of a strip was rejected (`RejectedPattern`):
    then the end of the search proves nothing. `extra` is what only one kind of question has, such
    as the record of a survey.
    """

    found: tuple[Found, ...] = ()
    searched: frozenset[Part] = frozenset()
    depth: int | None = None
    progress_records: tuple[StripProgress, ...] = ()
    snapshot: bytes | None = None
    rejected: bool = False
    extra: object = None


FRESH_START = Checkpoint()
