"""Sessions of surveys: a file that remembers what was found and proved, and goes on from there.

One JSON object a line, only ever appended, with digests as in other sessions. The first line is
the question; each event follows, before anybody hears of it. When a run is killed in the middle
of a line, that line is as good as never written.

    {"session": "lifesearch survey 1", "question": {"rule": "B3/S23", ...}, "check": "..."}
    {"found": "3o!", "how": "soup 17, C1", "check": "9bd0ac32d3c3c8c0"}
    {"searched": [3, 3, ""], "task": "boxes 3,0,0", "check": "6b1c45ab6e2ef1a5"}
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lifesearch.errors import InputError, LifesearchError
from lifesearch.session.checksum import ChecksumChain
from lifesearch.session.file import append, content, opened
from lifesearch.surveys.codec import from_json, to_json
from lifesearch.surveys.events import SurveyEvent
from lifesearch.surveys.question import SurveyQuestion
from lifesearch.surveys.record import SurveyRecord

TITLE = "lifesearch survey 1"
_OPENING = f'{{"session": "{TITLE}"'.encode()


@dataclass
class SurveySession:
    """An open session: what it knows, and a place to add to it."""

    path: Path
    record: SurveyRecord
    _file: int
    _seal: ChecksumChain

    @classmethod
    @contextmanager
    def start(cls, name: str, question: SurveyQuestion) -> Iterator[SurveySession]:
        """Begin a session in a new file, or go on with the one that is there."""
        with opened(name, create=True) as file:
            data = content(file)
            if b"\n" in data or not _OPENING.startswith(data[: len(_OPENING)]):
                session = cls._read(Path(name), file, data)
                if session.record.question != question:
                    raise InputError(
                        f"{name} is a survey with {_difference(session.record.question, question)}"
                    )
            else:
                os.ftruncate(file, 0)
                session = cls(Path(name), SurveyRecord(question), file, ChecksumChain())
                session._append({"session": TITLE, "question": question.to_json()})
            yield session

    @classmethod
    @contextmanager
    def resume(cls, name: str) -> Iterator[SurveySession]:
        """Open a session that is there."""
        with opened(name, create=False) as file:
            yield cls._read(Path(name), file, content(file))

    @classmethod
    def _read(cls, path: Path, file: int, data: bytes) -> SurveySession:
        record, seal = _parsed(path, data)
        os.ftruncate(file, data.rindex(b"\n") + 1)
        return cls(path, record, file, seal)

    def keep(self, event: SurveyEvent) -> None:
        """Write down an event."""
        self._append(to_json(event))

    def _append(self, record: dict[str, Any]) -> None:
        append(self._file, self.path, self._seal, record, "survey")


def is_survey(name: str) -> bool:
    """Whether a file is a session of a survey."""
    try:
        with Path(name).open("rb") as file:
            return file.read(len(_OPENING)) == _OPENING
    except (OSError, ValueError):
        return False


def read_record(name: str) -> SurveyRecord:
    """What a session knows, even one of a running survey: it is read, and not disturbed."""
    path = Path(name)
    try:
        data = path.read_bytes()
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise InputError(f"cannot read the session '{name}': {reason}") from error
    return _parsed(path, data)[0]


def _parsed(path: Path, data: bytes) -> tuple[SurveyRecord, ChecksumChain]:
    if not data.startswith(_OPENING) or b"\n" not in data:
        raise InputError(f"{path} is no session of a survey")
    seal, number = ChecksumChain(), 1
    try:
        first, *lines = data.split(b"\n")[:-1]
        record = SurveyRecord(SurveyQuestion.from_json(seal.read(first + b"\n")["question"]))
        for line in lines:
            number += 1
            record = record.take(from_json(seal.read(line + b"\n"), record.rule))
    except (LookupError, TypeError, ValueError, RecursionError, LifesearchError) as error:
        raise InputError(
            f"{path}, line {number}: this session is damaged, for here something was changed, "
            f"lost or added; without this line and all after it, the survey can go on"
        ) from error
    return record, seal


def _difference(one: SurveyQuestion, other: SurveyQuestion) -> str:
    """In what two questions differ."""
    here, there = one.to_json(), other.to_json()
    name = next(name for name in here if here[name] != there[name])
    return f"{name} {_shown(here[name])}, and not {_shown(there[name])}"


def _shown(value: object) -> str:
    if isinstance(value, list):
        return ", ".join(map(str, value)) or "of any kind"
    return str(value)
