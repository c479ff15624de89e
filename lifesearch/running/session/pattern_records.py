"""The records of searches for patterns: answers, parts that are done, and how a run ended.

Each has one of these sets of names:

found, part                       answers, and the part they were found in
searched, conflicts               a part that has no other answers
turned_away                       a pattern in a strip that was rejected (see `RejectedPattern`)
snapshot                          the state of a search by tables, from which it is resumed
verdict, conflicts                how a run ended
"""

from __future__ import annotations

from base64 import b64decode, b64encode
from collections.abc import Hashable, Mapping, Sequence
from itertools import accumulate
from typing import ClassVar, TypeVar

from lifesearch.common.errors import InputError, VerificationError
from lifesearch.common.limits import MOST_SPLITTING_CELLS, MOST_WANTED
from lifesearch.core.events import (
    Event,
    Finished,
    Found,
    RejectedPattern,
    Searched,
    Snapshot,
    StripProgress,
)
from lifesearch.core.question import PatternQuery
from lifesearch.engines.sat.solving.part import Part
from lifesearch.life.pattern import Pattern
from lifesearch.running.options import Checkpoint
from lifesearch.running.session.codec import (
    Json,
    Natural,
    answer_to_json,
    answers_from_json,
    read,
    to_json,
)
from lifesearch.running.session.kind_records import Beginning, Records, Series
from lifesearch.running.session.log import Record, RecordTypes, reading

P = TypeVar("P", bound=PatternQuery)


class PatternRecords(Records[P]):
    """Reads and writes the records of most kinds of questions.

    Kinds with other records or events, too, have subclasses, which extend `types`, `event_of`,
    `record_of` and `own_series`.
    """

    types: ClassVar[RecordTypes] = {
        "found": {"found": object, "part": Part},
        "searched": {"searched": Part},
        "snapshot": {"snapshot": str},
        "turned_away": {"turned_away": Pattern},
        "verdict": {"verdict": dict},
    }
    also: ClassVar[Mapping[str, object]] = {"conflicts": Natural}

    def __init__(self, beginning: Beginning[P]) -> None:
        super().__init__(beginning)
        query, count, depth = beginning.query, beginning.count, beginning.depth
        if depth > MOST_SPLITTING_CELLS or (count is not None and not 1 <= count <= MOST_WANTED):
            raise ValueError("the question is out of range")
        # Only such boxes have no place in words; no session begins like this (`goals.how_many`).
        if count is None and not query.objective and not query.where():
            raise InputError("all answers are wanted, of boxes that grow without end")
        self._keys: set[Hashable] = set()  # of answers and of parts: see `_require_new`
        self._found = 0  # answers recorded, in all runs
        self._snapshot: Record | None = None
        self._rejected = False
        self._concluded = False  # whether the last record says how a run ended

    def read(self, record: Record) -> Event | None:
        self._concluded = record.kind == "verdict"
        return self.event_of(record)

    def write(self, event: object) -> Json | None:
        record = self.record_of(event)
        if record is not None:
            self._concluded = "verdict" in record
        return record

    def event_of(self, record: Record) -> Event | None:
        """The event of a record; None for snapshots, verdicts and rejected patterns."""
        values = record.values
        match record.kind:
            case "found":
                part = self._part(values["part"])
                answers = answers_from_json(self.query, values["found"], part.box)
                self._require_new(*(str(answer_to_json(answer)) for answer in answers))
                self._found += len(answers)
                return Found(part, tuple(answers))
            case "searched":
                part = self._part(values["searched"])
                self._require_new(part)
                return Searched(part, values.get("conflicts", 0))
            case "snapshot":
                self._snapshot = record
            case "turned_away":
                self._rejected = bool(values["turned_away"])
            case "verdict":
                self._require_verdict(values["verdict"])
        return None

    def record_of(self, event: object) -> Json | None:
        """The record of an event; None if nothing is kept of it."""
        match event:
            case Found(part, answers):
                self._found += len(answers)
                return {"found": [*map(answer_to_json, answers)], "part": to_json(part)}
            case Searched(part, conflicts):
                return {"searched": to_json(part), "conflicts": conflicts}
            case Snapshot():
                return {"snapshot": b64encode(event.data).decode()}
            case RejectedPattern(_, pattern):
                return {"turned_away": to_json(pattern)}
            case Finished() if not self._concluded:  # a finished search may be resumed
                verdict = {
                    "found": self._found,
                    "exhausted": event.exhausted,
                    "states": event.states,
                }
                return {"verdict": verdict, "conflicts": event.conflicts}
        return None

    def checkpoint(self, events: Sequence[Event]) -> Checkpoint:
        return Checkpoint(
            tuple(event for event in events if isinstance(event, Found)),
            frozenset(event.part for event in events if isinstance(event, Searched)),
            self.beginning.depth,
            tuple(event for event in events if isinstance(event, StripProgress)),
            self._last_snapshot(),
            self._rejected,
        )

    def _last_snapshot(self) -> bytes | None:
        """The last snapshot, which replaces those before it; only this one is checked."""
        if self._snapshot is None:
            return None
        with reading(self.beginning.path, self._snapshot.line):
            data = snapshot_of(self._snapshot)
            self.check_snapshot(data)
            return data

    def check_snapshot(self, data: bytes) -> None:
        """Raise ValueError unless these bytes are a snapshot of a search for this question.

        Kinds with snapshots override it.
        """
        raise ValueError("questions of this kind have no snapshots")

    def series(self, records: Sequence[Record]) -> tuple[Series, ...]:
        answers = accumulate(len(each.values.get("found", ())) for each in records)
        return *self.own_series(records), Series("found", tuple(answers))

    def own_series(self, records: Sequence[Record]) -> tuple[Series, ...]:
        """The numbers over time of this kind of question; here parts that are done, and conflicts.

        >>> part = {"searched": [3, 3, ""], "conflicts": 17}
        >>> records = [Record(n, "searched", part) for n in (2, 3)]
        >>> from pathlib import Path
        >>> from lifesearch.life.motion import Motion
        >>> from lifesearch.questions.periodic.question import Periodic
        >>> beginning = Beginning(Path(), Periodic(Motion(1)), 1)
        >>> [(each.name, each.values) for each in PatternRecords(beginning).own_series(records)]
        [('parts proved', (1, 2)), ('conflicts', (17, 34))]
        """
        done = [each.values if each.kind == "searched" else {} for each in records]
        parts = accumulate(int(bool(line)) for line in done)
        conflicts = accumulate(int(line.get("conflicts", 0)) for line in done)
        unit = self.query.unit
        done_with = "proved" if unit == "conflict" else "searched"  # solvers prove
        return Series(f"parts {done_with}", tuple(parts)), Series(f"{unit}s", tuple(conflicts))

    def is_complete(self, records: Sequence[Record]) -> bool:
        """Whether it is proved that there is no further answer."""
        return any(
            each.values["verdict"]["exhausted"] for each in records if each.kind == "verdict"
        )

    def _part(self, part: Part) -> Part:
        """The part, if the question has it; VerificationError if not."""
        if not self.query.has_part(part, self.beginning.depth):
            raise VerificationError(f"{part} is not a part of the question")
        return part

    def _require_new(self, *keys: Hashable) -> None:
        """Note these keys; ValueError if one of them was recorded before, or is there twice."""
        if len(set(keys)) < len(keys) or self._keys & set(keys):
            raise ValueError("this was recorded before")
        self._keys.update(keys)

    def _require_verdict(self, value: Json) -> None:
        """Raise ValueError, for example, unless a verdict fits the answers recorded before it."""
        if read(Natural, value["found"]) != self._found:
            raise ValueError(f"{self._found} answers were recorded, and not {value['found']}")
        read(bool, value["exhausted"])
        read(Natural | None, value.get("states"))


def snapshot_of(record: Record) -> bytes:
    """The snapshot in a record."""
    return b64decode(record.values["snapshot"], validate=True)
