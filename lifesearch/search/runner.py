"""Run an engine in a child process.

No solver call can be interrupted, and Ctrl-C inside one would leave it broken; so the
solver lives in a child that ignores Ctrl-C and is killed when it is not wanted any
more. What travels is the question, never the clauses, and events come back. When
the parent is gone, the child's next report fails, and it ends too.
"""

import ctypes
import multiprocessing
import os
import signal
import sys
from collections.abc import Iterator
from multiprocessing.connection import Connection
from multiprocessing.context import ForkContext, SpawnContext
from time import monotonic
from typing import Protocol

from lifesearch.errors import LifesearchError
from lifesearch.search.events import Event, Finished, GaveUp


class Question(Protocol):
    """Anything that can be asked: small, picklable, and able to answer itself."""

    def events(self) -> Iterator[Event]:
        """Answer, as a stream of events that ends with Finished."""


class SolverDied(LifesearchError):  # noqa: N818 - it reads as what happened
    """The child process ended without a verdict."""


def run(question: Question, time_limit: float | None = None) -> Iterator[Event]:
    """Yield the events of a question; closing the generator stops the work."""
    context = _context()
    receiver, sender = context.Pipe(duplex=False)
    child = context.Process(target=_work, args=(question, receiver, sender), daemon=True)
    end = None if time_limit is None else monotonic() + time_limit
    child.start()
    sender.close()
    try:
        while True:
            left = None if end is None else end - monotonic()
            if left is not None and (left <= 0 or not receiver.poll(left)):
                yield GaveUp()
                return
            try:
                event = receiver.recv()
            except EOFError:
                child.join()
                raise SolverDied(_cause(child.exitcode)) from None
            if isinstance(event, LifesearchError):
                raise event
            yield event
            if isinstance(event, Finished):
                return
    finally:
        child.kill()
        child.join()


def _context() -> ForkContext | SpawnContext:
    """A forked child starts in milliseconds; where forking is not safe, spawn a new one."""
    if sys.platform == "linux":
        return multiprocessing.get_context("fork")
    return multiprocessing.get_context("spawn")


def _work(question: Question, receiver: Connection, sender: Connection) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _die_with_parent()
    # While this end is open here too, a report to a parent that is gone would wait for ever.
    receiver.close()
    try:
        for event in question.events():
            sender.send(event)
    except LifesearchError as error:
        sender.send(error)
    except (BrokenPipeError, ConnectionResetError):
        os._exit(1)


def _die_with_parent() -> None:
    """Ask the kernel, where it offers that; elsewhere the next report fails, and that will do."""
    if sys.platform == "linux":
        death_signal = 1
        ctypes.CDLL(None).prctl(death_signal, signal.SIGKILL)
        parent = multiprocessing.parent_process()
        if parent is not None and os.getppid() != parent.pid:
            os._exit(1)  # it was gone before the kernel knew


def _cause(exitcode: int | None) -> str:
    if exitcode is not None and exitcode < 0:
        name = signal.Signals(-exitcode).name
        return f"the solver's process was ended by {name}; nothing is known about the rest"
    return f"the solver's process ended with status {exitcode}; nothing is known about the rest"
