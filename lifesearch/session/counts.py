"""Sessions of counts: a file that remembers what is counted, so that a count can go on.

One JSON object a line, with digests as in other sessions. The first is what is counted; then come
the sweeps (see `rows.counting`) that are done, each with its numbers. A sweep that takes long is
saved now and then in a file of its own, beside this one: see `sweeps`.

    {"session": "lifesearch count 1", "question": {...}, "lengths": false, ...}
    {"sweep": [8, null, 1, [["Id", 0]]], "counts": [[1], [1], ...], "check": "6b1c45ab6e2ef1a5"}
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any

from lifesearch.errors import InputError, LifesearchError
from lifesearch.queries.periodic import Periodic
from lifesearch.session.checksum import ChecksumChain
from lifesearch.session.codec import query_from_json, query_to_json
from lifesearch.session.file import append, content, opened
from lifesearch.session.sweeps import beside, read_sweep, remove_sweep, write_sweep

if TYPE_CHECKING:
    from lifesearch.rows.counting.unfinished import Unfinished

TITLE = "lifesearch count 1"
SAVE_EVERY = 60.0
RARELY = 20
_OPENING = f'{{"session": "{TITLE}"'.encode()


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

    def to_json(self) -> dict[str, Any]:
        """The first line of a session."""
        return {
            "session": TITLE,
            "question": query_to_json(self.query),
            "lengths": self.lengths,
            "populations": self.populations,
        }

    @classmethod
    def from_json(cls, record: dict[str, Any]) -> CountQuestion:
        """What the first line says; a ValueError if it says nothing."""
        query = query_from_json(record["question"])
        flags = record["lengths"], record["populations"]
        if record.get("session") != TITLE or not isinstance(query, Periodic):
            raise ValueError("this is no session of a count")
        if not all(type(flag) is bool for flag in flags):
            raise ValueError("a flag is true or false")
        return cls(query, *flags)


@dataclass
class CountSession:
    """An open session: it recalls the numbers of sweeps, and keeps those of others."""

    path: Path
    question: CountQuestion
    _file: int
    _seal: ChecksumChain
    _known: dict[str, list[list[int]]] = field(default_factory=dict)
    _next: float = field(default_factory=lambda: monotonic() + SAVE_EVERY)

    @classmethod
    @contextmanager
    def start(cls, name: str, question: CountQuestion) -> Iterator[CountSession]:
        """Begin a session in a new file, or go on with the one that is there."""
        with opened(name, create=True) as file:
            if _begun(file):
                session = cls._read(Path(name), file)
                if session.question != question:
                    raise InputError(
                        f"{name} is a session about another question: {session.question}"
                    )
            else:
                os.ftruncate(file, 0)
                session = cls(Path(name), question, file, ChecksumChain())
                session._append(question.to_json())
            yield session

    @classmethod
    @contextmanager
    def resume(cls, name: str) -> Iterator[CountSession]:
        """Open a session that is there."""
        with opened(name, create=False) as file:
            yield cls._read(Path(name), file)

    @classmethod
    def _read(cls, path: Path, file: int) -> CountSession:
        data, seal = content(file), ChecksumChain()
        lines = data.split(b"\n")[:-1]
        try:
            first, *sweeps = (seal.read(line + b"\n") for line in lines)
            session = cls(path, CountQuestion.from_json(first), file, seal)
            for record in sweeps:
                session._known[str(record["sweep"])] = _numbers(record["counts"])
        except (LookupError, TypeError, ValueError, LifesearchError) as error:
            raise InputError(f"{path} is no session of a count, or it is damaged") from error
        os.ftruncate(file, data.rindex(b"\n") + 1)
        return session

    def recall(self, key: list[Any]) -> list[list[int]] | None:
        """The numbers of a sweep, if it is done."""
        return self._known.get(str(key))

    def keep(self, key: list[Any], counts: list[list[int]]) -> None:
        """Write down the numbers of a sweep."""
        self._append({"sweep": key, "counts": counts})
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

    def _append(self, record: dict[str, Any]) -> None:
        append(self._file, self.path, self._seal, record, "count")


def is_count(name: str) -> bool:
    """Whether a file is a session of a count."""
    try:
        with Path(name).open("rb") as file:
            return file.read(len(_OPENING)) == _OPENING
    except OSError:
        return False


def _begun(file: int) -> bool:
    """Whether a first line is there; the beginning of one counts as nothing."""
    data = content(file)
    return b"\n" in data or not (data.startswith(_OPENING) or _OPENING.startswith(data))


def _numbers(value: Any) -> list[list[int]]:
    if not all(type(number) is int and number >= 0 for vector in value for number in vector):
        raise ValueError("a count is a number")
    return [list(vector) for vector in value]
