"""Sessions of surveys: a file that saves what was found and proved, to continue from there.

One JSON object a line, only ever appended, with digests as in other sessions. The first line is
the question; each event follows, before anybody hears of it. When a run is killed in the middle
of a line, that line is as good as never written.

    {"session": "lifesearch survey 1", "question": {"rule": "B3/S23", ...}, "check": "..."}
    {"found": "3o!", "how": "soup 17, C1", "check": "9bd0ac32d3c3c8c0"}
    {"searched": [3, 3, ""], "task": "boxes 3,0,0", "check": "6b1c45ab6e2ef1a5"}
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from lifesearch.errors import InputError
from lifesearch.session.codec import read_named, to_named
from lifesearch.session.log import Log, Record, read_log, reading
from lifesearch.surveys.codec import SURVEYS, from_json, to_json
from lifesearch.surveys.events import SurveyEvent
from lifesearch.surveys.question import SurveyQuestion
from lifesearch.surveys.record import SurveyRecord


@dataclass
class SurveySession:
    """An open session: what it knows, and a place to add to it."""

    path: Path
    record: SurveyRecord
    _log: Log

    @classmethod
    @contextmanager
    def start(cls, name: str, question: SurveyQuestion) -> Iterator[SurveySession]:
        """Begin a session in a new file, or continue the one that is there."""
        first = {"session": SURVEYS.title, "question": to_named(question)}
        with Log.open(name, SURVEYS, _meaning, first) as (log, record):
            if record.question != question:
                difference = _difference(record.question, question)
                raise InputError(f"{name} is a survey with {difference}")
            yield cls(log.path, record, log)

    @classmethod
    @contextmanager
    def resume(cls, name: str) -> Iterator[SurveySession]:
        """Open a session that is there."""
        with Log.open(name, SURVEYS, _meaning) as (log, record):
            yield cls(log.path, record, log)

    def keep(self, event: SurveyEvent) -> None:
        self._log.append(to_json(event))


def is_survey(name: str) -> bool:
    """Whether a file is a session of a survey."""
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
    """In what two questions differ."""
    here, there = to_named(one), to_named(other)
    name = next(name for name in here if here[name] != there[name])
    return f"{name} {_shown(here[name])}, and not {_shown(there[name])}"


def _shown(value: object) -> str:
    if isinstance(value, list):
        return ", ".join(map(str, value)) or "of any kind"
    return str(value)
