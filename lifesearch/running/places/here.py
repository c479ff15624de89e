"""Workers on this machine: each is a child process. `place` says what each method is for."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from multiprocessing.connection import Connection, wait
from time import monotonic, sleep
from typing import cast

from lifesearch.common.memory import free_memory
from lifesearch.common.signals import delay_interrupt
from lifesearch.running.places.place import W
from lifesearch.running.process import ChildWorker, Service, Worker

MOST_WAITED_FOR = 60
"""On Windows and before Python 3.13, 63 is the most that can be waited for at once."""
PAUSE = 0.01  # seconds between two looks at more connections than that


@dataclass(frozen=True)
class Here:
    """This machine: it starts as many processes as are wanted, and needs no connection."""

    @contextmanager
    def open(self, jobs: int) -> Iterator[Processes]:
        processes = Processes()
        try:
            yield processes
        finally:
            with delay_interrupt():
                processes.kill_all(processes.started)

    def cores(self, jobs: int) -> int:
        return jobs


@dataclass(eq=False)
class Processes:
    """The child processes of one search; those in `started` may still be running."""

    started: list[ChildWorker] = field(default_factory=list)

    def start(self, service: Service) -> ChildWorker:
        self.started = [worker for worker in self.started if not worker.ended]
        self.started.append(worker := ChildWorker(service))
        return worker

    def reporting(self, workers: Iterable[W], seconds: float) -> Iterator[W]:
        by_connection = {_child(worker).connection: worker for worker in workers}
        for connection in _ready(list(by_connection), seconds):
            yield by_connection[connection]

    def kill_all(self, workers: Iterable[Worker]) -> None:
        doomed = [*map(_child, workers)]
        for worker in doomed:
            worker.send_kill()
        for worker in doomed:
            worker.kill()

    def capacity(self, jobs: int) -> int:
        return jobs

    def memory(self, given: int | None, jobs: int) -> int:
        """An equal share of the given bytes, or of half of the free memory."""
        return (given or free_memory() // 2) // jobs

    def describe(self) -> str:
        return ""

    def messages(self) -> list[str]:
        return []


def _child(worker: Worker) -> ChildWorker:
    """Narrow the type: on this machine every worker is a child process."""
    return cast("ChildWorker", worker)


def _ready(connections: list[Connection], seconds: float) -> list[Connection]:
    """Wait for data on a connection; return all connections that have some."""
    if sys.platform != "win32" or len(connections) <= MOST_WAITED_FOR:
        return cast("list[Connection]", wait(connections, seconds))
    end = monotonic() + seconds
    starts = range(0, len(connections), MOST_WAITED_FOR)
    groups = [connections[i : i + MOST_WAITED_FOR] for i in starts]
    while not (ready := [each for group in groups for each in wait(group, 0)]):
        if monotonic() >= end:
            break
        sleep(PAUSE)
    return cast("list[Connection]", ready)


HERE = Here()
