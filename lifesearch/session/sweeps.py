"""The sweep of a count that is under way, in a file beside its session.

A line of JSON says which sweep of which question it is and how far it has come; the words of its
array follow. The line has a digest of itself and of the array. The file is written under another
name first, so that there is a whole one at any time. One that is damaged, or belongs to something
else, counts as none: the sweep begins anew.
"""

from __future__ import annotations

import json
import os
from collections.abc import Container
from contextlib import suppress
from dataclasses import dataclass, field
from hashlib import sha256
from math import prod
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from lifesearch.counting.unfinished import Unfinished

BLOCK = 1 << 24
LONGEST_LINE = 1 << 24
WORD = 8
SAVE_EVERY = 60.0
RARELY = 20

Counts = list[list[int]]


@dataclass
class KeptSweeps:
    """The numbers of the sweeps of a question that are done, and the file of one under way.

    The question is known by its digest, the file by the session that it is beside.
    """

    path: Path
    of: str
    known: dict[str, Counts]
    next_save: float = field(default_factory=lambda: monotonic() + SAVE_EVERY)

    def recall(self, key: list[Any]) -> Counts | None:
        return self.known.get(str(key))

    def keep(self, key: list[Any], counts: Counts) -> None:
        self.known[str(key)] = counts

    def due(self) -> bool:
        """Whether a sweep that is under way was not saved for some time."""
        return monotonic() >= self.next_save

    def save(self, key: list[Any], sweep: Unfinished) -> None:
        """Save a sweep that is under way; a small part of the time is spent on that at most."""
        began = monotonic()
        if not write_sweep(beside(self.path), self.of, key, sweep):
            began -= SAVE_EVERY  # there may be room later
        now = monotonic()
        self.next_save = now + max(SAVE_EVERY, RARELY * (now - began))

    def unfinished(self, key: list[Any]) -> Unfinished | None:
        return read_sweep(beside(self.path), self.of, key)


def beside(session: Path) -> Path:
    return session.with_name(f"{session.name}.sweep")


def write_sweep(path: Path, of: str, key: list[Any], sweep: Unfinished) -> bool:
    """Write a sweep; return whether it could be written."""
    import numpy as np

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


def read_sweep(path: Path, of: str, key: list[Any]) -> Unfinished | None:
    """The sweep in a file, if it is the one that is meant, and whole."""
    import numpy as np

    from lifesearch.counting.unfinished import Unfinished

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
    """Remove the file of a sweep that is done."""
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
    """How many bytes a file has from here on."""
    return int(os.fstat(file.fileno()).st_size - file.tell())


def _digest(facts: dict[str, Any], data: memoryview) -> str:
    digest = sha256(json.dumps(facts).encode())
    for begin in range(0, len(data), BLOCK):
        digest.update(data[begin : begin + BLOCK])
    return digest.hexdigest()
