"""Sessions taken apart and put together again; and saved ones of all kinds."""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from lifesearch.core.answer import Answer
from lifesearch.core.events import Finished, Found, Searched
from lifesearch.core.question import PatternQuery
from lifesearch.running.options import RunOptions
from lifesearch.running.session.file import Session
from lifesearch.running.session.log import TITLE, ChecksumChain
from lifesearch.running.verdict import Verdict
from tests.searching import run

SAVED = Path(__file__).parent / "data" / "sessions"

Records = list[dict[str, Any]]


def opened(data: bytes) -> Records:
    """The records of a session, without their digests."""
    records: Records = [json.loads(line) for line in data.splitlines()]
    for record in records:
        record.pop("check", None)
    return records


def sealed(records: Iterable[dict[str, Any]]) -> bytes:
    """These records with right digests: what a program with a fault could have written."""
    seal, lines = ChecksumChain(), []
    for record in records:
        lines.append(seal.line(record))
        seal.take(lines[-1])
    return b"".join(lines)


def saved(file: str | Path) -> bytes:
    """A session whose records are kept in a file, as it is written now: with title and digests."""
    head, *records = opened((SAVED / file).read_bytes())
    return sealed([head | {"session": TITLE}, *records])


def outcome(file: Path, seconds: float | None = None) -> tuple[object, ...]:
    """What comes of a session: all answers, how it ends, and the last sentence about it."""
    with Session.resume(str(file)) as session:
        query, run_options = session.query, RunOptions(session.count, time_limit=seconds)
        assert isinstance(query, PatternQuery)
        events = [*session.events, *session.record(run(query, run_options, session.checkpoint))]
    verdict, said = Verdict(query), list[str]()
    for event in events:
        if isinstance(event, Found | Searched | Finished):
            said = verdict.take(event) or said
    told = [a for e in events if isinstance(e, Found) for a in e.answers if isinstance(a, Answer)]
    best = told[-1:] if isinstance(events[-1], Finished) and events[-1].best is not None else told
    # How hard a proof was depends on how it was divided among runs.
    words = [sentence.split(" (")[0] for sentence in said]
    return frozenset(map(query.key, best)), len(best), type(events[-1]), tuple(words)
