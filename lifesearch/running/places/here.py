"""Work runs here: each worker is a child process."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from time import monotonic, sleep
from typing import Any

from lifesearch.memory import free_memory
from lifesearch.running.process import ChildWorker, Service

MOST_WAITED_FOR = 60
"""On Windows and before Python 3.13, 63 is the most that can be waited for at once."""
PAUSE = 0.01


@dataclass(frozen=True)
class Here:
    """This machine: it has room for as many processes as are wanted, and is always open."""

    @contextmanager
    def open(self, jobs: int) -> Iterator[Here]:
        yield self

    def cores(self, jobs: int) -> int:
        return jobs

    def start(self, service: Service) -> ChildWorker:
        return ChildWorker(service)

    def reporting(self, workers: Iterable[Any], seconds: float) -> Iterator[Any]:
        lines: dict[object, Any] = {worker.line: worker for worker in workers}
        for line in _ready([worker.line for worker in lines.values()], seconds):
            yield lines[line]

    def kill_all(self, workers: Iterable[Any]) -> None:
        doomed = list(workers)
        for worker in doomed:
            worker.process.kill()
        for worker in doomed:
            worker.kill()

    def room(self, jobs: int) -> int:
        return jobs

    def memory(self, given: int | None, jobs: int) -> int:
        """Each has an equal part of what is given, or of half of what is free."""
        return (given or free_memory() // 2) // jobs

    def describe(self) -> str:
        return ""

    def news(self) -> list[str]:
        return []


def _ready(lines: list[Connection], seconds: float) -> list[object]:
    """The lines that have something to be read, as soon as one has."""
    if sys.platform != "win32" or len(lines) <= MOST_WAITED_FOR:
        return list(wait(lines, seconds))
    end = monotonic() + seconds
    parts = [lines[i : i + MOST_WAITED_FOR] for i in range(0, len(lines), MOST_WAITED_FOR)]
    while not (found := [line for part in parts for line in wait(part, 0)]) and monotonic() < end:
        sleep(PAUSE)
    return found


HERE = Here()
