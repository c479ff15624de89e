"""Sessions of counts: a file that remembers what is counted, so that a count can go on.

One JSON object a line, with digests as in other sessions. The first is what is counted; then come
the sweeps (see `rows.counting`) that are done, each with its numbers. A sweep that takes long is
saved now and then in a file of its own, beside this one: see `sweeps`.

    {"session": "lifesearch count 1", "question": {...}, "lengths": false, ...}
    {"sweep": [8, null, 1, [["Id", 0]]], "counts": [[1], [1], ...], "check": "6b1c45ab6e2ef1a5"}
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any

from lifesearch.errors import InputError
from lifesearch.queries.periodic import Periodic
from lifesearch.queries.periodic.count import not_countable
from lifesearch.session.codec import Json, Numerous, query_from_json, query_to_json
from lifesearch.session.log import Log, LogFormat, Record, reading
from lifesearch.session.sweeps import beside, read_sweep, remove_sweep, tidy, write_sweep

if TYPE_CHECKING:
    from lifesearch.rows.counting.unfinished import Unfinished

SAVE_EVERY = 60.0
RARELY = 20
Counts = list[list[int]]
COUNTS = LogFormat(
    "lifesearch count 1",
    "count",
    {
        "session": {"session": str, "question": dict, "lengths": bool, "populations": bool},
        "sweep": {"sweep": list, "counts": tuple[tuple[Numerous, ...], ...]},
    },
)


@dataclass(frozen=True)
class CountQuestion:
    """What is counted: the answers of a query, for each length, for each population."""

    query: Periodic
    lengths: bool = False
    populations: bool = False

    def __str__(self) -> str:
        """What is counted, in words."""
        query = self.query
        ways = {
            "every solution": query.raw,
            "by length": self.lengths,
            "by population": self.populations,
        }
        told = [
            f"{query.describe()}{query.where()}",
            *(way for way, given in ways.items() if given),
        ]
        return f"a count, {', '.join(told)}"

    def to_json(self) -> Json:
        """The first line of a session."""
        return {
            "session": COUNTS.title,
            "question": query_to_json(self.query),
            "lengths": self.lengths,
            "populations": self.populations,
        }

    @classmethod
    def from_json(cls, values: Json) -> CountQuestion:
        """What the first line says; a ValueError if that cannot be counted."""
        query, populations = query_from_json(values["question"]), values["populations"]
        if not isinstance(query, Periodic) or not_countable(query, populations=populations):
            raise ValueError("this cannot be counted")
        query.rule.require_plain("counts are")
        return cls(query, values["lengths"], populations)

    def require_counts(self, key: list[Any], counts: Counts) -> None:
        """Refuse, by a ValueError, what are no numbers of a sweep: the empty pattern is in each."""
        assert self.query.box is not None
        _, height, _, _ = key
        if len(counts) != (max(self.query.box) + 1 if height is None else 1):
            raise ValueError("a sweep has a count of each height")
        if not all(vector and vector[0] for vector in counts):
            raise ValueError("the empty pattern is counted everywhere")
        if not self.populations and any(len(vector) > 1 for vector in counts):
            raise ValueError("populations are not told apart")


@dataclass
class CountSession:
    """An open session: it recalls the numbers of sweeps, and keeps those of others."""

    path: Path
    question: CountQuestion
    _known: dict[str, Counts]
    _log: Log
    _next: float = field(default_factory=lambda: monotonic() + SAVE_EVERY)

    @classmethod
    @contextmanager
    def start(cls, name: str, question: CountQuestion) -> Iterator[CountSession]:
        """Begin a session in a new file, or go on with the one that is there."""
        with Log.open(name, COUNTS, _meaning, question.to_json()) as (log, (begun, known)):
            if begun != question:
                raise InputError(f"{name} is a session about another question: {begun}")
            tidy(beside(log.path), known)
            yield cls(log.path, question, known, log)

    @classmethod
    @contextmanager
    def resume(cls, name: str) -> Iterator[CountSession]:
        """Open a session that is there."""
        with Log.open(name, COUNTS, _meaning) as (log, (question, known)):
            tidy(beside(log.path), known)
            yield cls(log.path, question, known, log)

    def recall(self, key: list[Any]) -> Counts | None:
        """The numbers of a sweep, if it is done."""
        return self._known.get(str(key))

    def keep(self, key: list[Any], counts: Counts) -> None:
        """Write down the numbers of a sweep."""
        self._log.append({"sweep": key, "counts": counts})
        self._known[str(key)] = counts
        remove_sweep(beside(self.path))

    def due(self) -> bool:
        """Whether a sweep that is under way was not saved for some time."""
        return monotonic() >= self._next

    def save(self, key: list[Any], sweep: Unfinished) -> None:
        """Save a sweep that is under way; a small part of the time is spent on that at most."""
        began = monotonic()
        if not write_sweep(beside(self.path), self._digest, key, sweep):
            began -= SAVE_EVERY  # there may be room later
        now = monotonic()
        self._next = now + max(SAVE_EVERY, RARELY * (now - began))

    def unfinished(self, key: list[Any]) -> Unfinished | None:
        """The sweep with this key as it was saved."""
        return read_sweep(beside(self.path), self._digest, key)

    @property
    def _digest(self) -> str:
        return sha256(json.dumps(self.question.to_json()).encode()).hexdigest()


def _meaning(path: Path, records: list[Record]) -> tuple[CountQuestion, dict[str, Counts]]:
    """The question, and the numbers of sweeps by their keys."""
    first, *sweeps = records
    with reading(path, first.line):
        question = CountQuestion.from_json(first.values)
    known: dict[str, Counts] = {}
    for record in sweeps:
        key, counts = record.values["sweep"], [*map(list, record.values["counts"])]
        with reading(path, record.line):
            question.require_counts(key, counts)
        known[str(key)] = counts
    return question, known
