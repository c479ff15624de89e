"""Read the lines of a session: its question, its events, and the checkpoint to resume from.

Each line has the `seconds` that the search had run by then, in all its runs, and no names but those
of its kind of record. An unknown name means that the record is damaged, or from a later version of
lifesearch: then the session is rejected, as nothing is certain without it. The first line has

    session, question, count, depth

and the others are records of the question's kind: see `kind_records`.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Generic, TypeVar

from lifesearch.core.events import Event
from lifesearch.core.question import AnyQuestion
from lifesearch.running.options import Checkpoint
from lifesearch.running.session.codec import Json, Natural, Seconds, question_from_json
from lifesearch.running.session.kind_records import Beginning, Records, records_of
from lifesearch.running.session.log import FIRST, Record, RecordTypes, reading

FIRST_LINE: RecordTypes = {
    FIRST: {FIRST: str, "question": dict, "count": Natural | None, "depth": Natural}
}
Q = TypeVar("Q", bound=AnyQuestion)


@dataclass(frozen=True)
class SessionContents(Generic[Q]):
    """Contents of a session: its first line, checkpoint, and all events in order.

    `kind_records` has read the records, and writes others. `records` are all after the first line,
    and `seconds` when each line was written, the first one included.
    """

    beginning: Beginning[Q]
    checkpoint: Checkpoint
    events: tuple[Event, ...]
    kind_records: Records[Q]
    records: list[Record]
    seconds: list[float]


def parse_lines(path: Path, lines: list[Json]) -> SessionContents[AnyQuestion]:
    """The contents of a session from the values of its lines; InputError names a wrong line."""
    first, *later = lines
    with reading(path, 1):
        values = Record.of(1, first, _timed(FIRST_LINE)).values
        question = question_from_json(values["question"])
        beginning = Beginning(path, question, values["count"], values["depth"])
        kind_records = records_of(beginning)
    types = _timed(kind_records.types)
    events, records, seconds = list[Event](), list[Record](), [values["seconds"]]
    for number, line in enumerate(later, start=2):
        with reading(path, number):
            record = Record.of(number, line, types, kind_records.also)
            event = kind_records.read(record)
        records.append(record)
        seconds.append(record.values["seconds"])
        if event is not None:
            events.append(event)
    return SessionContents(
        beginning, kind_records.checkpoint(events), tuple(events), kind_records, records, seconds
    )


def _timed(kinds: RecordTypes) -> RecordTypes:
    """Records of these kinds, each with its time."""
    return {name: {**types, "seconds": Seconds} for name, types in kinds.items()}
