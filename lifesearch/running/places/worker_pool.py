"""The worker processes of one core of a cluster, kept by a program that knows nothing of Ray.

A process that is connected to Ray must not be forked: its copies would share its connections, which
do not survive that. So the actor of a core (`core_actor`) starts this program once, and this
program starts the workers, as a search does on one machine (`process`). It reads orders from a
pipe, and writes the workers' reports to the same pipe, as bytes that it does not decode. When the
actor is gone, this program ends, and its workers with it.
"""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
from collections.abc import Container, Iterator
from contextlib import suppress
from multiprocessing.connection import Connection, Pipe, wait

from lifesearch.running.process import ChildWorker, Died, Service, die_with

START, SEND, KILL = "start", "send", "kill"
Order = tuple[str, int, bytes]
"""What to do, the worker's number, and pickled: for START the service and the pause between two
reports of progress, for SEND the message."""
Report = tuple[int, bytes | Died]
"""The worker's number, and its report as it was sent."""


def start_pool() -> tuple[subprocess.Popen[bytes], Connection]:
    """Start this program; it lives as long as the thread that starts it, or until it is killed.

    Returns the process and our end of the pipe.
    """
    ours, theirs = Pipe()
    paths = os.pathsep.join(path for path in sys.path if path)
    program = f"from {__name__} import main; main({theirs.fileno()}, {os.getpid()})"
    process = subprocess.Popen(
        [sys.executable, "-c", program],
        stdin=subprocess.DEVNULL,
        env={**os.environ, "PYTHONPATH": paths},
        pass_fds=[theirs.fileno()],
    )
    theirs.close()
    return process, ours


def main(descriptor: int, parent: int) -> None:
    """Carry out orders from the pipe, and write reports to it, until it is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    die_with(parent)
    line = Connection(descriptor)
    pool = WorkerPool()
    with suppress(EOFError, OSError):
        while True:
            ready = wait([line, *pool.lines()])
            reports = list(pool.reports(ready))
            if line in ready:
                reports += pool.obey(pickle.loads(line.recv_bytes()))
            if reports:
                line.send_bytes(pickle.dumps(reports))
    os._exit(0)  # workers are killed by the kernel, or end when their pipe is closed


class WorkerPool:
    """Workers by number, and services with their pauses by pickle: most workers share one."""

    def __init__(self) -> None:
        self._workers: dict[int, ChildWorker] = {}
        self._services: dict[bytes, tuple[Service, float]] = {}

    def lines(self) -> list[Connection]:
        return [worker.connection for worker in self._workers.values()]

    def obey(self, order: Order) -> list[Report]:
        """Carry out an order; a worker that cannot be started is reported dead."""
        what, number, letter = order
        if what == START:
            try:
                if letter not in self._services:
                    self._services[letter] = pickle.loads(letter)
                self._workers[number] = ChildWorker(*self._services[letter])
            except Exception as error:
                return [(number, Died(f"could not be started: {error}"))]
        elif number in self._workers:
            if what == KILL:
                self._workers.pop(number).kill()
            else:
                with suppress(OSError):  # if it is dead, it is about to be reported so
                    self._workers[number].connection.send_bytes(letter)
        return []

    def reports(self, ready: Container[object]) -> Iterator[Report]:
        for number, worker in list(self._workers.items()):
            if worker.connection in ready:
                report = worker.receive_bytes()
                if isinstance(report, Died):
                    self._workers.pop(number).kill()
                yield number, report
