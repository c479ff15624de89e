"""The records in sessions of one kind of question: how they are read and written.

`log` reads and writes lines, and checks their digests; `records` reads a whole session by these
classes, and `file` writes one.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar, Generic, TypeVar

from lifesearch.common.lazy_import import imported
from lifesearch.core.events import Event, Found
from lifesearch.core.question import AnyQuestion
from lifesearch.running.options import Checkpoint
from lifesearch.running.registry import described
from lifesearch.running.session.codec import Json
from lifesearch.running.session.log import Record, RecordTypes

Q = TypeVar("Q", bound=AnyQuestion)


@dataclass(frozen=True)
class Series:
    """A number that changes: its value after each record."""

    name: str
    values: tuple[int, ...]


@dataclass(frozen=True)
class Beginning(Generic[Q]):
    """The first line of a session, and its file.

    It has the question, the number of answers wanted (None: all, or no number), and the number of
    cells whose states split a box into cubes.
    """

    path: Path
    query: Q
    count: int | None = None
    depth: int = 0


class Records(ABC, Generic[Q]):
    """Reads the records of a session after its first line, one after another, and writes others.

    `types` are the names and types of each kind of record; each may have those in `also`, too.
    """

    types: ClassVar[RecordTypes]
    also: ClassVar[Mapping[str, object]] = {}

    def __init__(self, beginning: Beginning[Q]) -> None:
        self.beginning = beginning
        self.query = beginning.query

    @abstractmethod
    def read(self, record: Record) -> Event | None:
        """The event of a record; None if it has none.

        An error that `log.reading` knows, such as ValueError, if the record cannot be true.
        """

    @abstractmethod
    def write(self, event: object) -> Json | None:
        """The JSON object for an event; None if events of its type are not recorded."""

    @abstractmethod
    def checkpoint(self, events: Sequence[Event]) -> Checkpoint:
        """The checkpoint that all events together make."""

    @abstractmethod
    def series(self, records: Sequence[Record]) -> tuple[Series, ...]:
        """The numbers that change from record to record."""

    def is_complete(self, records: Sequence[Record]) -> bool:
        """Whether the search has come to its end."""
        return False

    def found(self, checkpoint: Checkpoint) -> tuple[Found, ...]:
        """The patterns that were found."""
        return checkpoint.found

    def counts(self, checkpoint: Checkpoint) -> Mapping[str, int]:
        """How often each object was found, by apgcode, where that is counted."""
        return {}

    def tidy(self) -> None:
        """Remove the temporary files of a killed run beside the session, which is open now."""

    def after_write(self, event: object) -> None:
        """Remove files that the event's record, now on the disk, has made superfluous."""


def records_of(beginning: Beginning[Q]) -> Records[Q]:
    """The records of the kind of a question; a ValueError if it can have no session."""
    made: Records[Q] = imported(described(beginning.query.kind).records)(beginning)
    return made
