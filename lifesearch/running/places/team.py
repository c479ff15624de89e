"""The worker processes of a seat, in a process of their own that knows nothing of Ray.

A process that is connected to Ray must not be forked: its copies would have a part in its
connections, which do not survive that. So a seat (`seat`) starts this program once, and this
program starts the workers, as a search does on one machine (`process`). It reads what it is to do
from a pipe, and writes what workers report to the same pipe, all as bytes that it does not look at.
When the seat is gone, so is this program, and with it are its workers.
"""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from multiprocessing.connection import Connection, Pipe, wait
from typing import Any

from lifesearch.running.process import ChildWorker, Died, die_with

START, SEND, KILL = "start", "send", "kill"
Order = tuple[str, int, bytes]
"""What is to be done, with which worker, and what it is made for, with the pause between two
reports of its progress, or its orders."""
Report = tuple[int, bytes | Died]


def start_team() -> tuple[subprocess.Popen[bytes], Connection]:
    """Start this program; it lives as long as the thread that starts it, or until it is killed."""
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
    """Do what comes through a pipe, until it is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    die_with(parent)
    line = Connection(descriptor)
    team = Team()
    with suppress(EOFError, OSError):
        while True:
            ready = wait([line, *team.lines()])
            reports = list(team.reports(ready))
            if line in ready:
                reports += team.obey(pickle.loads(line.recv_bytes()))
            if reports:
                line.send_bytes(pickle.dumps(reports))
    os._exit(0)  # workers are killed by the kernel, or end when they find nobody there


class Team:
    """Workers by their numbers, and what they are made for, which is often the same."""

    def __init__(self) -> None:
        self._workers: dict[int, ChildWorker] = {}
        self._services: dict[bytes, Any] = {}

    def lines(self) -> list[Connection]:
        return [worker.line for worker in self._workers.values()]

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
                    self._workers[number].line.send_bytes(letter)
        return []

    def reports(self, ready: list[Any]) -> Iterator[Report]:
        for number, worker in list(self._workers.items()):
            if worker.line in ready:
                report = worker.receive_bytes()
                if isinstance(report, Died):
                    self._workers.pop(number).kill()
                yield number, report
