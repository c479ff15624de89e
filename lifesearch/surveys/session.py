"""Sessions of surveys: a file that saves what was found and proved, to continue from there.

One JSON object a line, only ever appended, with digests as in other sessions. The first line is
the question; each event follows, before anybody hears of it. When a run is killed in the middle
of a line, that line is as good as never written.

    {"session": "lifesearch survey 1", "question": {"rule": "B3/S23", ...}, "check": "..."}
    {"found": "3o!", "how": "soup 17, C1", "check": "9bd0ac32d3c3c8c0"}
    {"searched": [3, 3, ""], "task": "boxes 3,0,0", "check": "6b1c45ab6e2ef1a5"}

>>> event = SliceEnded("boxes 3,0,0", 1.5)
>>> to_json(event)
{'slice': 'boxes 3,0,0', 'took': 1.5, 'done': False}
>>> from_json(SURVEYS.record(2, to_json(event)), LIFE) == event
True

What was found is simulated again when it is read: nothing is believed that can be checked.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from lifesearch.errors import InputError
from lifesearch.formats.detect import write_runs
from lifesearch.life.pattern import Pattern
from lifesearch.life.rules.rule import LIFE, Rule  # noqa: F401 - for the example
from lifesearch.limits import LONGEST_PERIOD
from lifesearch.running.events import Searched, SoupsRun
from lifesearch.session.codec import Json, Natural, Seconds, read_named, to_named
from lifesearch.session.codec import pattern as read_pattern
from lifesearch.session.codec import to_json as plain
from lifesearch.session.log import EventLog, Log, LogFormat, Record, read_log, reading
from lifesearch.session.records import SOUPS, soups_from_json, soups_to_json
from lifesearch.solving.parts import Part
from lifesearch.surveys.kinds import Thing
from lifesearch.surveys.record import (
    FoundThing,
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
SURVEYS = LogFormat(
    "lifesearch survey 1",
    "survey",
    {
        "session": {"session": str, "question": dict},
        "found": {"found": str, "how": str},
        "searched": {"searched": Part, "task": str},
        "occupied": {"occupied": Part, "task": str},
        "soups": SOUPS | {"task": str},
        "lifespans": {"lifespans": tuple[Natural | None, ...], "after": Natural},
        "still_lifes": {"still_lifes": Natural, "patterns": tuple[str, ...]},
        "replicator": {"replicator": str, "generations": Natural},
        "slice": {"slice": str, "took": Seconds, "done": bool},
    },
)


def to_json(event: SurveyEvent) -> Json:
    line: Json
    match event:
        case FoundThing(thing):
            line = {"found": write_runs(thing.pattern), "how": thing.how}
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
    """The event that was kept; a ValueError or the like if it is invalid."""
    values = record.values
    task, found = values.get("task", ""), values[record.kind]
    event: SurveyEvent
    match record.kind:
        case "found":
            event = FoundThing(Thing.of(_pattern(found), rule, values["how"]))
        case "searched":
            event = Searched(found, task=task)
        case "occupied":
            event = PartOccupied(task, found)
        case "soups":
            event = replace(soups_from_json(values), task=task)
        case "lifespans":
            event = Lifespans(values["after"], found)
        case "still_lifes":
            listed = tuple(_still(runs, found, rule) for runs in values["patterns"])
            event = StillLifesListed(found, listed)
        case "replicator":
            steps = min(values["generations"], LONGEST_PERIOD)
            event = ReplicatorFound(Replicator.of(_pattern(found), steps, rule))
        case _:
            event = SliceEnded(found, values["took"], values["done"])
    return event


def _pattern(runs: str) -> Pattern:
    pattern = read_pattern([0, 0, runs])
    if not pattern or max(pattern.box.width, pattern.box.height) > LARGEST_SIDE:
        raise ValueError("this is no pattern that was found")
    return pattern


def _still(runs: str, cells: int, rule: Rule) -> Pattern:
    pattern = _pattern(runs)
    thing = Thing.of(pattern, rule, "", 1)
    if thing.kind.family != "still-lifes" or thing.cells != cells:
        raise ValueError(f"this is not a still life of {cells} cells")
    return pattern


@dataclass
class SurveySession(EventLog):
    """An open session: what is known from it, and a place to add to it."""

    path: Path
    known: SurveyRecord
    _log: Log

    @classmethod
    @contextmanager
    def start(cls, name: str, question: SurveyQuestion) -> Iterator[SurveySession]:
        """Begin a session in a new file, or continue the one that is there."""
        first = {"session": SURVEYS.title, "question": to_named(question)}
        with Log.open(name, SURVEYS, _meaning, first) as (log, known):
            if known.question != question:
                difference = _difference(known.question, question)
                raise InputError(f"{name} is a survey with {difference}")
            yield cls(log.path, known, log)

    @classmethod
    @contextmanager
    def resume(cls, name: str) -> Iterator[SurveySession]:
        with Log.open(name, SURVEYS, _meaning) as (log, known):
            yield cls(log.path, known, log)

    def _write(self, event: object) -> None:
        if is_kept(event):
            self._log.append(to_json(event))


def is_survey(name: str) -> bool:
    return SURVEYS.opens(name)


def read_record(name: str) -> SurveyRecord:
    """What a session knows, even one of a running survey: it is read, and not disturbed."""
    return read_log(name, SURVEYS, _meaning)


def _meaning(path: Path, records: list[Record]) -> SurveyRecord:
    first, *later = records
    with reading(path, first.line):
        known = SurveyRecord(read_named(SurveyQuestion, first.values["question"]))
    for record in later:
        with reading(path, record.line):
            known = known.take(from_json(record, known.rule))
    return known


def _difference(one: SurveyQuestion, other: SurveyQuestion) -> str:
    here, there = to_named(one), to_named(other)
    name = next(name for name in here if here[name] != there[name])
    return f"{name} {_shown(here[name])}, and not {_shown(there[name])}"


def _shown(value: object) -> str:
    if isinstance(value, list):
        return ", ".join(map(str, value)) or "of any kind"
    return str(value)
