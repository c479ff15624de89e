"""The records of counts in sessions: finished sweeps (`engines.counting`) with their numbers.

    {"sweep": [8, null, 1, [["Id", 0]]], "counts": [[1], [1], ...], "check": "6b1c45ab6e2ef1a5"}
    {"counted": true, "seconds": 2.5, "check": "9bd0ac32d3c3c8c0"}

A sweep that takes long is saved now and then in a file of its own, beside that of the session: see
`KeptSweeps`.
"""

from __future__ import annotations

import json
import os
from collections.abc import Container, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import accumulate
from math import prod
from pathlib import Path
from time import monotonic
from typing import Any, ClassVar

import numpy as np

from lifesearch.core.events import Event, Finished
from lifesearch.engines.counting.checkpoint import Counts, Key, Memo, SweepSnapshot
from lifesearch.questions.counts.events import Swept
from lifesearch.questions.counts.question import CountQuestion, not_countable
from lifesearch.running.options import Checkpoint
from lifesearch.running.session.codec import Json, Numerous, question_to_json
from lifesearch.running.session.kind_records import Beginning, Records, Series
from lifesearch.running.session.log import Record, RecordTypes

BLOCK = 1 << 24  # bytes that are digested at a time
LONGEST_LINE = 1 << 24  # bytes: a damaged file may have no end of its first line
WORD = 8  # bytes
SAVE_EVERY, SHARE, RARELY = 3.0, 20, 20
"""The interval between two snapshots of a sweep is the longest of three: SAVE_EVERY seconds, the
time so far / SHARE, and the time that it takes to save a snapshot * RARELY.
"""


@dataclass(kw_only=True)
class KeptSweeps(Memo):
    """The numbers of the sweeps of a question that are done, and the file of one under way.

    The file stands beside the session: its name is the session's with `.sweep` appended. It begins
    with a line of JSON: the digest `of` the question, the sweep and how far it has come, and a
    digest of this line and of the array whose words follow. It is written under another name first,
    so that a complete file exists at any time. A file that is damaged, or belongs to another
    question, is ignored: the sweep begins anew.
    """

    path: Path  # of the session
    of: str
    started: float = field(default_factory=monotonic)
    next_save: float = field(default_factory=lambda: monotonic() + SAVE_EVERY)

    def due(self) -> bool:
        """Whether it is time to save the sweep that is under way."""
        return monotonic() >= self.next_save

    def save(self, key: Key, sweep: SweepSnapshot) -> None:
        """Save the sweep that is under way, and set the time of the next save."""
        began = monotonic()
        if not write_sweep(sweep_file(self.path), self.of, key, sweep):
            began -= SAVE_EVERY  # as if it had taken longer: the next one waits a minute at least
        now = monotonic()
        self.next_save = now + max(SAVE_EVERY, (now - self.started) / SHARE, RARELY * (now - began))

    def unfinished(self, key: Key) -> SweepSnapshot | None:
        return read_sweep(sweep_file(self.path), self.of, key)


def sweep_file(session: Path) -> Path:
    """The file of the sweep that is under way, beside the session."""
    return session.with_name(f"{session.name}.sweep")


def write_sweep(path: Path, of: str, key: Key, sweep: SweepSnapshot) -> bool:
    """Write a sweep; return whether it could be written."""
    array = np.ascontiguousarray(sweep.array, "<u8")
    facts = {
        "sweep": key,
        "of": of,
        "kind": sweep.method,
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


def read_sweep(path: Path, of: str, key: Key) -> SweepSnapshot | None:
    """The sweep in a file, if the file is whole and of this question."""
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
    return SweepSnapshot(facts["kind"], facts["rounds"], found, facts["numbers"], array)


def remove_done(path: Path, done: Container[str]) -> None:
    """Remove the file of a sweep, if that sweep is done."""
    with suppress(OSError, LookupError, TypeError, ValueError, RecursionError):
        with path.open("rb") as file:
            key = json.loads(file.readline(LONGEST_LINE))["sweep"]
        if str(key) in done:
            path.unlink()


def tidy(path: Path, done: Container[str]) -> None:
    """Remove the files of a killed run: a sweep that is done, or the beginning of a file."""
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


class CountRecords(Records[CountQuestion]):
    """Sweeps that are done, each with its numbers, and at the end that all are."""

    types: ClassVar[RecordTypes] = {
        "sweep": {"sweep": list, "counts": tuple[tuple[Numerous, ...], ...]},
        "counted": {"counted": bool},
    }

    def __init__(self, beginning: Beginning[CountQuestion]) -> None:
        super().__init__(beginning)
        # Errors of a file that was changed: `running.session.log` makes sentences of them.
        if not_countable(self.query.query, populations=self.query.populations):
            raise ValueError("this cannot be counted")
        self.query.query.rule.require_plain("counts are")
        self._known: dict[str, Counts] = {}
        self._counted = False

    def read(self, record: Record) -> Swept | None:
        if record.kind == "counted":
            self._counted = record.values["counted"]
            return None
        key, counts = record.values["sweep"], [*map(list, record.values["counts"])]
        _require_counts(self.query, key, counts)
        self._known[str(key)] = counts
        return Swept(key, counts)

    def write(self, event: object) -> Json | None:
        match event:
            case Swept(key, numbers) if str(key) not in self._known:
                return {"sweep": key, "counts": numbers}
            case Finished(exhausted=True) if not self._counted:
                return {"counted": True}
        return None

    def after_write(self, event: object) -> None:
        if isinstance(event, Swept):
            self._known[str(event.key)] = event.numbers
            remove_done(sweep_file(self.beginning.path), self._known)

    def checkpoint(self, events: Sequence[Event]) -> Checkpoint:
        """The numbers for the process that counts, which reports what is to be kept."""
        of = sha256(json.dumps(question_to_json(self.query)).encode()).hexdigest()
        return Checkpoint(extra=KeptSweeps(dict(self._known), path=self.beginning.path, of=of))

    def series(self, records: Sequence[Record]) -> tuple[Series, ...]:
        sweeps = accumulate(int(record.kind == "sweep") for record in records)
        return (Series("sweeps done", tuple(sweeps)),)

    def is_complete(self, records: Sequence[Record]) -> bool:
        return self._counted

    def tidy(self) -> None:
        tidy(sweep_file(self.beginning.path), self._known)


def _require_counts(question: CountQuestion, key: Key, counts: Counts) -> None:
    """Refuse, by a ValueError, what are no numbers of a sweep.

    The empty pattern is in each, unless predecessors are counted (`has_empty`).
    """
    assert question.query.box is not None
    _, height, _, _ = key
    if len(counts) != (max(question.query.box) + 1 if height is None else 1):
        raise ValueError("a sweep has a count of each height")
    if not all(vector and (vector[0] or not question.subject.has_empty) for vector in counts):
        raise ValueError("the empty pattern is counted everywhere")
    if not question.populations and any(len(vector) > 1 for vector in counts):
        raise ValueError("this count is not by population")
