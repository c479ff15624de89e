"""Sessions of counts: a file that remembers what is counted, so that a count can go on.

One JSON object a line, with digests as in other sessions. The first is what is counted; then come
the sweeps (see `counting`) that are done, each with its numbers. A sweep that takes long is
saved now and then in a file of its own, beside this one: see `sweeps`.

    {"session": "lifesearch count 1", "question": {...}, "lengths": false, ...}
    {"sweep": [8, null, 1, [["Id", 0]]], "counts": [[1], [1], ...], "check": "6b1c45ab6e2ef1a5"}
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any

from lifesearch.errors import InputError
from lifesearch.queries.periodic import Periodic
from lifesearch.queries.periodic.count import CountQuestion, not_countable
from lifesearch.running.events import Event, Swept
from lifesearch.running.options import Checkpoint
from lifesearch.session.codec import Json, Numerous, query_from_json, query_to_json
from lifesearch.session.log import Log, LogFormat, Record, reading
from lifesearch.session.sweeps import Counts, KeptSweeps, beside, remove_done, tidy

COUNTS = LogFormat(
    "lifesearch count 1",
    "count",
    {
        "session": {"session": str, "question": dict, "lengths": bool, "populations": bool},
        "sweep": {"sweep": list, "counts": tuple[tuple[Numerous, ...], ...]},
    },
)


def _to_json(question: CountQuestion) -> Json:
    return {
        "session": COUNTS.title,
        "question": query_to_json(question.query),
        "lengths": question.lengths,
        "populations": question.populations,
    }


def _from_json(values: Json) -> CountQuestion:
    """What the first line says; a ValueError if that cannot be counted."""
    query, populations = query_from_json(values["question"]), values["populations"]
    if not isinstance(query, Periodic) or not_countable(query, populations=populations):
        raise ValueError("this cannot be counted")
    query.rule.require_plain("counts are")
    return CountQuestion(query, values["lengths"], populations)


def _require_counts(question: CountQuestion, key: list[Any], counts: Counts) -> None:
    """Refuse, by a ValueError, what are no numbers of a sweep: the empty pattern is in each."""
    assert question.query.box is not None
    _, height, _, _ = key
    if len(counts) != (max(question.query.box) + 1 if height is None else 1):
        raise ValueError("a sweep has a count of each height")
    if not all(vector and vector[0] for vector in counts):
        raise ValueError("the empty pattern is counted everywhere")
    if not question.populations and any(len(vector) > 1 for vector in counts):
        raise ValueError("this count is not by population")


@dataclass
class CountSession(KeptSweeps):
    """An open session: it recalls the numbers of sweeps, and keeps those of others."""

    question: CountQuestion = field(kw_only=True)
    _log: Log = field(kw_only=True)

    @classmethod
    @contextmanager
    def start(cls, name: str, question: CountQuestion) -> Iterator[CountSession]:
        """Begin a session in a new file, or continue the one that is there."""
        with Log.open(name, COUNTS, _meaning, _to_json(question)) as (log, (begun, known)):
            if begun != question:
                raise InputError(
                    f"{name} is a session about another question: a count, {begun.title}"
                )
            yield cls._of(log, question, known)

    @classmethod
    @contextmanager
    def resume(cls, name: str) -> Iterator[CountSession]:
        with Log.open(name, COUNTS, _meaning) as (log, (question, known)):
            yield cls._of(log, question, known)

    @classmethod
    def _of(cls, log: Log, question: CountQuestion, known: dict[str, Counts]) -> CountSession:
        tidy(beside(log.path), known)
        digest = sha256(json.dumps(_to_json(question)).encode()).hexdigest()
        return cls(log.path, digest, known, question=question, _log=log)

    def keep(self, key: list[Any], counts: Counts) -> None:
        self._log.append({"sweep": key, "counts": counts})
        self.known[str(key)] = counts
        remove_done(beside(self.path), self.known)

    def record(self, events: Iterable[Event]) -> Iterator[Event]:
        """Pass events on, the sweeps that are done after they are written."""
        for event in events:
            if isinstance(event, Swept):
                self.keep(event.key, event.numbers)
            yield event

    @property
    def checkpoint(self) -> Checkpoint:
        """The numbers for the process that counts, which reports what is to be kept."""
        return Checkpoint(sweeps=KeptSweeps(self.path, self.of, self.known))

    @property
    def events(self) -> Iterable[Event]:
        return ()


def _meaning(path: Path, records: list[Record]) -> tuple[CountQuestion, dict[str, Counts]]:
    """The question, and the numbers of sweeps by their keys."""
    first, *sweeps = records
    with reading(path, first.line):
        question = _from_json(first.values)
    known: dict[str, Counts] = {}
    for record in sweeps:
        key, counts = record.values["sweep"], [*map(list, record.values["counts"])]
        with reading(path, record.line):
            _require_counts(question, key, counts)
        known[str(key)] = counts
    return question, known
