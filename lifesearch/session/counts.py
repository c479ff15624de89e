"""Sessions of counts: a file that remembers what is counted, so that a count can go on.

One JSON object a line, with digests as in other sessions. The first is what is counted; then come
the sweeps (see `counting`) that are done, each with its numbers. A sweep that takes long is
saved now and then in a file of its own, beside this one: see `KeptSweeps`.

    {"session": "lifesearch count 1", "question": {...}, "lengths": false, ...}
    {"sweep": [8, null, 1, [["Id", 0]]], "counts": [[1], [1], ...], "check": "6b1c45ab6e2ef1a5"}
"""

from __future__ import annotations

import json
import os
from collections.abc import Container, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from hashlib import sha256
from math import prod
from pathlib import Path
from time import monotonic
from typing import Any

import numpy as np

from lifesearch.counting.unfinished import Counts, Key, Memo, Unfinished
from lifesearch.errors import InputError
from lifesearch.queries.periodic import Periodic
from lifesearch.queries.periodic.count import CountQuestion, not_countable
from lifesearch.queries.predecessor import Predecessor
from lifesearch.running.events import Event, Swept
from lifesearch.running.options import Checkpoint
from lifesearch.session.codec import Json, Numerous, query_from_json, query_to_json
from lifesearch.session.log import EventLog, Log, LogFormat, Record, reading

BLOCK = 1 << 24
LONGEST_LINE = 1 << 24
WORD = 8
SAVE_EVERY, SHARE, RARELY = 3.0, 20, 20
"""The least number of seconds between two times that a sweep is saved, unless it is more: a share
of the time up to now, or so many times what it takes to save it.
"""


@dataclass(kw_only=True)
class KeptSweeps(Memo):
    """The numbers of the sweeps of a question that are done, and the file of one under way.

    The question is known by its digest, the file by the session that it is beside. In the file, a
    line of JSON says which sweep of which question it is and how far it has come; the words of its
    array follow. The line has a digest of itself and of the array. It is written under another name
    first, so that there is a whole one at any time. One that is damaged, or belongs to something
    else, counts as none: the sweep begins anew.
    """

    path: Path
    of: str
    started: float = field(default_factory=monotonic)
    next_save: float = field(default_factory=lambda: monotonic() + SAVE_EVERY)

    def due(self) -> bool:
        """Whether a sweep that is under way was not saved for some time."""
        return monotonic() >= self.next_save

    def save(self, key: Key, sweep: Unfinished) -> None:
        """Save a sweep that is under way; a small part of the time is spent on that at most."""
        began = monotonic()
        if not write_sweep(beside(self.path), self.of, key, sweep):
            began -= SAVE_EVERY  # there may be room later
        now = monotonic()
        self.next_save = now + max(SAVE_EVERY, (now - self.started) / SHARE, RARELY * (now - began))

    def unfinished(self, key: Key) -> Unfinished | None:
        return read_sweep(beside(self.path), self.of, key)


def beside(session: Path) -> Path:
    return session.with_name(f"{session.name}.sweep")


def write_sweep(path: Path, of: str, key: Key, sweep: Unfinished) -> bool:
    """Write a sweep; return whether it could be written."""
    array = np.ascontiguousarray(sweep.array, "<u8")
    facts = {
        "sweep": key,
        "of": of,
        "kind": sweep.kind,
        "rounds": sweep.rounds,
        "found": sweep.found,
        "numbers": sweep.numbers,
        "shape": list(array.shape),
    }
    data = array.data.cast("B")
    line = json.dumps(facts | {"check": _digest(facts, data)}).encode() + b"\n"
    unready = _unready(path)
    try:
        with unready.open("wb") as file:
            file.write(line)
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        unready.replace(path)
    except OSError:
        with suppress(OSError):
            unready.unlink()
        return False
    return True


def read_sweep(path: Path, of: str, key: Key) -> Unfinished | None:
    """The sweep in a file, if it is the one that is meant, and whole."""
    try:
        with path.open("rb") as file:
            facts = json.loads(file.readline(LONGEST_LINE))
            check, size = facts.pop("check"), WORD * prod(facts["shape"])
            if (facts["of"], facts["sweep"]) != (of, key) or _left(file) != size:
                return None
            array = np.fromfile(file, "<u8").reshape(facts["shape"])
    except (OSError, LookupError, TypeError, ValueError, AttributeError, RecursionError):
        return None
    if check != _digest(facts, array.data.cast("B")):
        return None
    found = facts["found"]
    return Unfinished(facts["kind"], facts["rounds"], found, facts["numbers"], array)


def remove_done(path: Path, done: Container[str]) -> None:
    with suppress(OSError, LookupError, TypeError, ValueError, RecursionError):
        with path.open("rb") as file:
            key = json.loads(file.readline(LONGEST_LINE))["sweep"]
        if str(key) in done:
            path.unlink()


def tidy(path: Path, done: Container[str]) -> None:
    """Remove what a run left that was killed: a sweep that is done, or the beginning of a file."""
    remove_done(path, done)
    with suppress(OSError):
        _unready(path).unlink()


def _unready(path: Path) -> Path:
    return path.with_name(f"{path.name}.new")


def _left(file: Any) -> int:
    return int(os.fstat(file.fileno()).st_size - file.tell())


def _digest(facts: dict[str, Any], data: memoryview) -> str:
    digest = sha256(json.dumps(facts).encode())
    for begin in range(0, len(data), BLOCK):
        digest.update(data[begin : begin + BLOCK])
    return digest.hexdigest()


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
    if not_countable(query, populations=populations):
        raise ValueError("this cannot be counted")
    assert isinstance(query, Periodic | Predecessor)
    query.rule.require_plain("counts are")
    return CountQuestion(query, values["lengths"], populations)


def _require_counts(question: CountQuestion, key: Key, counts: Counts) -> None:
    """Refuse, by a ValueError, what are no numbers of a sweep: the empty pattern is in each."""
    assert question.query.box is not None
    _, height, _, _ = key
    if len(counts) != (max(question.query.box) + 1 if height is None else 1):
        raise ValueError("a sweep has a count of each height")
    recurs = isinstance(question.query, Periodic)
    if not all(vector and (vector[0] or not recurs) for vector in counts):
        raise ValueError("the empty pattern is counted everywhere")
    if not question.populations and any(len(vector) > 1 for vector in counts):
        raise ValueError("this count is not by population")


@dataclass(kw_only=True)
class CountSession(KeptSweeps, EventLog):
    """An open session: it recalls the numbers of sweeps, and keeps those of others."""

    question: CountQuestion
    _log: Log

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
        return cls(known, path=log.path, of=digest, question=question, _log=log)

    def keep(self, key: Key, counts: Counts) -> None:
        self._log.append({"sweep": key, "counts": counts})
        super().keep(key, counts)
        remove_done(beside(self.path), self.known)

    def _write(self, event: object) -> None:
        if isinstance(event, Swept) and self.recall(event.key) is None:
            self.keep(event.key, event.numbers)

    @property
    def checkpoint(self) -> Checkpoint:
        """The numbers for the process that counts, which reports what is to be kept."""
        return Checkpoint(sweeps=KeptSweeps(dict(self.known), path=self.path, of=self.of))

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
