"""Ask with a session, and look at what is in its file."""

import json
from collections.abc import Callable, Hashable
from contextlib import closing
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from lifesearch.common.errors import InputError
from lifesearch.core.answer import Answer
from lifesearch.core.events import Event, Found
from lifesearch.core.question import PatternQuery
from lifesearch.life.motion import Motion, Target
from lifesearch.life.pattern import Pattern
from lifesearch.questions.periodic.question import Periodic
from lifesearch.questions.predecessor.question import Predecessor
from lifesearch.running.options import Checkpoint, RunOptions
from lifesearch.running.session.file import Session
from tests.asking import every
from tests.searching import begun_session, run

STILL = Periodic(Motion(1), (3, 3), raw=True)
GROWING = Periodic(Motion(2), max_area=9)
BLOCK = Target(Pattern.parse("OO\nOO"))
ALL = RunOptions(count=None)


def asked(file: Path, query: PatternQuery = STILL, run_options: RunOptions = ALL) -> list[Event]:
    """What happens, the answers of the file first."""
    with (
        begun_session(str(file), query, run_options) as session,
        closing(run(query, run_options, session.checkpoint)) as events,
    ):
        return [*session.checkpoint.found, *session.record(events)]


@cache
def finished(count: int | None = None) -> bytes:
    """The session of a search for all still lifes, or for so many of them."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "session"
        asked(file, run_options=RunOptions(count))
        return file.read_bytes()


def patterns(events: list[Event]) -> list[Pattern]:
    answers = [a for event in events if isinstance(event, Found) for a in event.answers]
    return [answer.pattern for answer in answers if isinstance(answer, Answer)]


def keys(query: PatternQuery, found: list[Pattern]) -> set[Hashable]:
    return {query.key(Answer(pattern, 1)) for pattern in found}


def checkpoint(file: Path) -> Checkpoint:
    with Session.resume(str(file)) as session:
        return session.checkpoint


def lines(file: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in file.read_text().splitlines()]


def expected(query: Periodic | Predecessor = STILL) -> set[Pattern]:
    return {answer.pattern for answer in every(query)}


def refusal(attempt: Callable[[], object]) -> str:
    with pytest.raises(InputError) as error:
        attempt()
    assert "\n" not in str(error.value)
    return str(error.value)
