"""The records of surveys in sessions: patterns, proved statements, and the time of each task.

The kind of surveys names `SurveyRecords`, which `running.session` calls.

    {"found": "3o!", "how": "soup 17, C1", "seconds": 2.5, "check": "9bd0ac32d3c3c8c0"}
    {"searched": [3, 3, ""], "task": "boxes 3,0,0", "seconds": 2.6, "check": "6b1c45ab6e2ef1a5"}

>>> event = SliceEnded("boxes 3,0,0", 1.5)
>>> to_json(event)
{'slice': 'boxes 3,0,0', 'took': 1.5, 'done': False}
>>> from_json(Record.of(2, to_json(event), SURVEYS), LIFE) == event
True

Patterns are simulated again when they are read: nothing is trusted that can be checked.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import accumulate
from typing import ClassVar

from lifesearch.common.errors import InputError
from lifesearch.common.limits import LONGEST_PERIOD
from lifesearch.core.answer import Answer
from lifesearch.core.events import Event, Found, Searched
from lifesearch.engines.sat.solving.part import Part
from lifesearch.engines.soups.limits import GENERATIONS
from lifesearch.formats.detect import write_runs
from lifesearch.life.pattern import Pattern
from lifesearch.life.rules.rule import LIFE, Rule  # noqa: F401 - for the example
from lifesearch.questions.soups.events import SoupsRun
from lifesearch.questions.soups.session import SOUPS, RangesDone, soups_from_json, soups_to_json
from lifesearch.running.options import Checkpoint
from lifesearch.running.session.codec import Json, Natural, Seconds
from lifesearch.running.session.codec import pattern as read_pattern
from lifesearch.running.session.codec import to_json as plain
from lifesearch.running.session.kind_records import Beginning, Records, Series
from lifesearch.running.session.log import Record, RecordTypes, read_log
from lifesearch.running.session.records import parse_lines
from lifesearch.surveys.kinds import MinimalPattern, MotionKind
from lifesearch.surveys.record import (
    FoundPattern,
    Lifespans,
    PartOccupied,
    ReplicatorFound,
    SliceEnded,
    StillLifesListed,
    SurveyEvent,
    SurveyQuestion,
    SurveyRecord,
    is_kept,
)
from lifesearch.surveys.replicators import Replicator

LARGEST_SIDE = 10_000
"""Cells a side of a pattern in a session: larger ones would take long to simulate."""
ANYWHERE = Part((0, 0))
"""The part given for the smallest patterns, whichever task has found them."""
SURVEYS: RecordTypes = {
    "found": {"found": str, "how": str},
    "searched": {"searched": Part, "task": str},
    "occupied": {"occupied": Part, "task": str},
    "soups": {**SOUPS, "task": str},
    "lifespans": {"lifespans": tuple[Natural | None, ...], "after": Natural},
    "still_lifes": {"still_lifes": Natural, "patterns": tuple[str, ...]},
    "replicator": {"replicator": str, "generations": Natural},
    "slice": {"slice": str, "took": Seconds, "done": bool},
}


def to_json(event: SurveyEvent) -> Json:
    line: Json
    match event:
        case FoundPattern(minimal):
            line = {"found": write_runs(minimal.pattern), "how": minimal.source}
        case Searched(part, task=task):
            line = {"searched": plain(part), "task": task}
        case PartOccupied(task, part):
            line = {"occupied": plain(part), "task": task}
        case SoupsRun(task=task):
            line = soups_to_json(event) | {"task": task}
        case Lifespans(start, generations):
            line = {"lifespans": [*generations], "after": start}
        case StillLifesListed(cells, patterns):
            line = {"still_lifes": cells, "patterns": [*map(write_runs, patterns)]}
        case ReplicatorFound(found):
            line = {"replicator": write_runs(found.pattern), "generations": found.generations}
        case SliceEnded(task, seconds, done):
            line = {"slice": task, "took": seconds, "done": done}
    return line


def from_json(record: Record, rule: Rule) -> SurveyEvent:
    """The event of a saved record.

    If it is invalid: a VerificationError for a pattern that is not what it should be, else a
    ValueError. `running.session.log.reading` makes InputErrors of them.
    """
    values = record.values
    task, value = values.get("task", ""), values[record.kind]
    event: SurveyEvent
    match record.kind:
        case "found":
            # Those from soups may have longer periods than searches, which end at LONGEST_PERIOD.
            found = MinimalPattern.of(_pattern(value), rule, values["how"], GENERATIONS)
            event = FoundPattern(found)
        case "searched":
            MotionKind.in_name(task)  # only tasks about a kind prove that parts are empty
            event = Searched(value, task=task)
        case "occupied":
            event = PartOccupied(task, value)
        case "soups":
            event = replace(soups_from_json(values), task=task)
        case "lifespans":
            event = Lifespans(values["after"], value)
        case "still_lifes":
            listed = tuple(_still(runs, value, rule) for runs in values["patterns"])
            event = StillLifesListed(value, listed)
        case "replicator":
            steps = min(values["generations"], LONGEST_PERIOD)  # a false number is soon refused
            event = ReplicatorFound(Replicator.of(_pattern(value), steps, rule))
        case _:
            event = SliceEnded(value, values["took"], values["done"])
    return event


def _pattern(runs: str) -> Pattern:
    pattern = read_pattern([0, 0, runs])
    if not pattern or max(pattern.box.width, pattern.box.height) > LARGEST_SIDE:
        raise ValueError("this is no pattern that was found")
    return pattern


def _still(runs: str, cells: int, rule: Rule) -> Pattern:
    pattern = _pattern(runs)
    minimal = MinimalPattern.of(pattern, rule, "", 1)
    if minimal.kind.family != "still-lifes" or minimal.cells != cells:
        raise ValueError(f"this is not a still life of {cells} cells")
    return pattern


class SurveyRecords(Records[SurveyQuestion]):
    """The events of a survey."""

    types: ClassVar[RecordTypes] = SURVEYS

    def __init__(self, beginning: Beginning[SurveyQuestion]) -> None:
        super().__init__(beginning)
        self._record = SurveyRecord(self.query)
        self._soups: dict[str, RangesDone] = {}  # by task

    def read(self, record: Record) -> SurveyEvent:
        event = from_json(record, self.query.rule)
        self._require_uncounted(event)
        self._record = self._record.take(event)
        return event

    def _require_uncounted(self, event: SurveyEvent) -> None:
        """Refuse, by a ValueError, soups that a task has counted or measured before."""
        match event:
            case SoupsRun(task=task):
                self._soups.setdefault(task, RangesDone()).add(event)
            case Lifespans(start) if start != len(self._record.lifespans):
                raise ValueError("these lifespans do not follow those before")

    def write(self, event: object) -> Json | None:
        return to_json(event) if is_kept(event) else None

    def checkpoint(self, events: Sequence[Event]) -> Checkpoint:
        return Checkpoint(extra=self._record)

    def series(self, records: Sequence[Record]) -> tuple[Series, ...]:
        """Parts that are done, soups that were run, and patterns that were kept."""
        soups = (record.values.get("soups", (0, 0)) for record in records)
        return (
            Series("parts searched", _so_far(record.kind == "searched" for record in records)),
            Series("soups", _so_far(stop - start for start, stop in soups)),
            Series("found", _so_far(record.kind == "found" for record in records)),
        )

    def found(self, checkpoint: Checkpoint) -> tuple[Found, ...]:
        """The smallest patterns of each kind."""
        record = record_in(checkpoint)
        smallest = (minimal for kind in record.fewest for minimal in record.found(kind))
        answers = (
            Answer(minimal.pattern, minimal.kind.period, record.rule) for minimal in smallest
        )
        return (Found(ANYWHERE, tuple(answers)),)


def _so_far(numbers: Iterable[int]) -> tuple[int, ...]:
    return tuple(accumulate(map(int, numbers)))


def record_in(checkpoint: Checkpoint) -> SurveyRecord:
    """The record of a survey's checkpoint."""
    assert isinstance(checkpoint.extra, SurveyRecord)
    return checkpoint.extra


def read_record(name: str) -> SurveyRecord:
    """The record of a session, also of a running survey: the file is read without its lock."""
    log = read_log(name, parse_lines)
    if not isinstance(log.beginning.query, SurveyQuestion):
        title = log.beginning.query.title
        raise InputError(f"{name} is not the session of a survey, but of a search: {title}")
    return record_in(log.checkpoint)
