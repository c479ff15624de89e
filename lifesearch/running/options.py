"""Limits of a search (count, jobs, time) and the checkpoint loaded from a session."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from lifesearch.running.events import Event, Found, SoupsRun, StripProgress
from lifesearch.running.places.here import HERE
from lifesearch.running.places.place import Place
from lifesearch.solving.configuration import NOTHING_FIXED, FixedSettings
from lifesearch.solving.parts import Part

if TYPE_CHECKING:
    from lifesearch.counting.unfinished import Memo


class ProofRecorder(Protocol):
    """Writes the proof of what a search finds: see `proofs`."""

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

    `memory` bounds what row tables and their states take, in bytes. The `engine` is one that is
    asked for, by the name in `planning`; None leaves it open. When `proving`, that there are no
    more answers is proved so that others can check it, and `proof` writes that down. The `place`
    is where work runs. With several `seeds` a strip is searched in as many orders, side by side.
    What is done may be `kept`, by a session: then a hard box is cut into cubes.
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
    kept: bool = False
    proving: bool = False

    @property
    def snapshots(self) -> bool:
        """Whether something is kept of work that is under way; a proof has nothing of that."""
        return self.kept and self.proof is None


@dataclass(frozen=True)
class Checkpoint:
    """State loaded from a session: answers by part, and parts that are done.

    `turned_away` says whether something was found in a strip that does not count. A count has
    `sweeps`, which it recalls and keeps.
    """

    found: tuple[Found, ...] = ()
    searched: frozenset[Part] = frozenset()
    depth: int | None = None
    progress_records: tuple[StripProgress, ...] = ()
    snapshot: bytes | None = None
    turned_away: bool = False
    soups: tuple[SoupsRun, ...] = ()
    sweeps: Memo | None = None


FRESH_START = Checkpoint()
