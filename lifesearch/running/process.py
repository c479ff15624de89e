"""A solver's process, and the other end of the line to it.

No solver call can be interrupted, and Ctrl-C inside one would leave it broken; so solvers
live in child processes that ignore Ctrl-C and are killed when they are not wanted any
more. A child gets tasks, one after another, each with an allowance of conflicts. It sends
back what the query's service reports. When its conflicts exceed the allowance it
waits, with its solver and all that it has learned, for more.

What is sent is the query, never the clauses. When the parent is gone, the line is cut,
and the child ends too.

What a child writes to standard error goes to the parent through a pipe, and is read when the
child has died: solvers that find no memory are ended by the C++ library, which says so there and
nowhere else. Whatever else it says, the parent prints.
"""

from __future__ import annotations

import ctypes
import gc
import multiprocessing
import os
import pickle
import re
import signal
import sys
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import dataclass
from math import inf
from multiprocessing.connection import Connection
from multiprocessing.context import ForkContext, SpawnContext
from time import monotonic
from types import ModuleType
from typing import Any, Protocol

from lifesearch.compiled.notices import now_and_then, watching
from lifesearch.errors import LifesearchError
from lifesearch.solving.parts import UNLIMITED

STANDARD_ERROR = 2
MOST_COMPLAINTS = 65_536
_NO_MEMORY = re.compile(
    "bad_alloc|out.?of.?memory|memory ?error|cannot allocate|memory allocation"
    "|failed to map segment",
    re.IGNORECASE,
)


class SolversDied(LifesearchError):  # noqa: N818 - it reads as what happened
    """Something cannot be decided: every worker dies of it."""


@dataclass(frozen=True)
class Died:
    """The last report of a worker: what it died of.

    If it is `blameless`, its machine was lost, and its work has nothing to do with that.
    """

    cause: str
    blameless: bool = False


class Service(Protocol):
    """What a worker is made for: small, picklable, and able to make a function from it."""

    def task_function(self) -> Callable[[Any], Iterator[Any]]:
        """Make the function that turns a task into reports."""
        ...


class Worker(ABC):
    """Does one task after another; `node` names the machine, if it is not this one."""

    node = ""

    def begin(self, task: Any, allowance: int = UNLIMITED) -> None:
        """Start a task of its service; it waits when it has had so many conflicts."""
        self._send((task, allowance))

    def go_on(self, allowance: int) -> None:
        """Let a waiting worker have more conflicts."""
        self._send(allowance)

    def tell(self, answers: list[Any]) -> None:
        """Let it know what others have found for the same query."""
        self._send(answers)

    def rest(self) -> None:
        """Ask it for a report from which its task can go on later."""
        self._send(None)

    def receive(self) -> Any:
        """The next report, or that there will be no more (`Died`)."""
        report = self.receive_bytes()
        return report if isinstance(report, Died) else understood(report)

    @abstractmethod
    def _send(self, message: Any) -> None: ...

    @abstractmethod
    def receive_bytes(self) -> bytes | Died:
        """The next report as it was sent, or that there will be no more."""

    @abstractmethod
    def kill(self) -> None:
        """End it at once, in the middle of whatever it does."""


class ChildWorker(Worker):
    """A child process, which reports its progress after each `pause` in seconds.

    It reports everything else at once.
    """

    def __init__(self, service: Service, pause: float = 0.0) -> None:
        try:
            self._start(service, pause)
        except OSError as error:
            raise LifesearchError(
                f"cannot start another solver: {error.strerror}; try fewer jobs"
            ) from error

    def _start(self, service: Service, pause: float) -> None:
        context = _context()
        self.line, theirs = context.Pipe()
        self._last_words, complaints = context.Pipe(duplex=False)
        self.process = context.Process(
            target=_work, args=(service, pause, theirs, self.line, complaints), daemon=True
        )
        hidden = _main_module_hidden() if isinstance(context, SpawnContext) else nullcontext()
        with _signals_held(), hidden:
            self.process.start()
        theirs.close()
        complaints.close()

    def _send(self, message: Any) -> None:
        # If it has died, its listener will notice.
        with suppress(BrokenPipeError, ConnectionResetError):
            self.line.send(message)

    def receive_bytes(self) -> bytes | Died:
        try:
            return self.line.recv_bytes()
        except (EOFError, OSError):
            return Died(self._cause_of_death())

    def _cause_of_death(self) -> str:
        """Why the line is cut, in words."""
        self.process.join()
        status = self.process.exitcode or 0
        said = self._complaints()
        if status and _NO_MEMORY.search(said):
            return "ran out of memory"
        if said and sys.stderr is not None:
            sys.stderr.write(said)
        if status < 0:
            names = {sign.value: sign.name for sign in signal.Signals}
            return f"was ended by {names.get(-status, f'signal {-status}')}"
        return f"ended with status {status}"

    def _complaints(self) -> str:
        """What the child, which is dead, wrote to standard error."""
        if sys.platform == "win32":
            return ""
        os.set_blocking(self._last_words.fileno(), False)
        with suppress(OSError):  # nothing, or no more
            return os.read(self._last_words.fileno(), MOST_COMPLAINTS).decode(errors="replace")
        return ""

    def kill(self) -> None:
        self.process.kill()
        self.process.join()
        self.line.close()
        self._last_words.close()


def understood(report: bytes) -> Any:
    """What a worker has sent; if it is an error that ends the search, that is raised.

    No garbage is looked for: a report of a thousand answers has none, and a million objects.
    """
    collecting = gc.isenabled()
    gc.disable()
    try:
        said = pickle.loads(report)
    finally:
        if collecting:
            gc.enable()
    if isinstance(said, MemoryError):
        return Died("ran out of memory")
    if isinstance(said, LifesearchError):
        raise said
    return said


def _context() -> ForkContext | SpawnContext:
    """A forked child starts in milliseconds; where forking is not safe, spawn a new one.

    It is not safe if this process is connected to a Ray cluster: that connection would be lost.
    """
    ray = sys.modules.get("ray")
    if sys.platform == "linux" and not (ray and ray.is_initialized()):
        return multiprocessing.get_context("fork")
    return multiprocessing.get_context("spawn")


@contextmanager
def _main_module_hidden() -> Iterator[None]:
    """Have a spawned child not run the main module, as multiprocessing would.

    A child needs nothing of it; and if it is somebody's script that starts a search without
    `if __name__ == "__main__"`, each child would run that script anew. A module without a name
    and a file is left alone.
    """
    main = sys.modules["__main__"]
    sys.modules["__main__"] = ModuleType("__main__")
    try:
        yield
    finally:
        sys.modules["__main__"] = main


@contextmanager
def _signals_held() -> Iterator[None]:
    """Block SIGINT and SIGTERM while forking, until the child has set its own handlers."""
    if sys.platform == "win32":
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGTERM})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _work(
    service: Service,
    pause: float,
    line: Connection,
    parents: Connection,
    complaints: Connection,
) -> None:
    """What the child does: tasks, until the line is cut."""
    if sys.platform != "win32":
        # A full pipe must not hold up the child: what does not fit is lost.
        os.set_blocking(complaints.fileno(), False)
        os.dup2(complaints.fileno(), STANDARD_ERROR)
        sys.stderr = sys.__stderr__  # not what may stand before it while progress is shown
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    if sys.platform != "win32":
        # To ignore Ctrl-C is not enough: PySAT listens to it while it solves.
        signal.pthread_sigmask(signal.SIG_SETMASK, {signal.SIGINT})
    parent = multiprocessing.parent_process()
    if parent is not None and parent.pid is not None:
        die_with(parent.pid)
    # While this end is open here too, the line to a parent that is gone would not be cut.
    parents.close()
    try:
        with watching(now_and_then(line.send)):
            work = service.task_function()
            while True:
                message = line.recv()
                if isinstance(message, tuple):  # else it was for a task that is just done
                    task, allowance = message
                    _perform(work(task), task, allowance, line, pause)
    except (EOFError, BrokenPipeError, ConnectionResetError):
        os._exit(0)
    except (LifesearchError, MemoryError) as error:
        line.send(error)


def _perform(
    reports: Iterator[Any], task: Any, allowance: int, line: Connection, pause: float
) -> None:
    sent = -inf
    for report in reports:
        progress = isinstance(report, int)
        if not progress or report >= allowance or monotonic() >= sent + pause:
            line.send(report)
            sent = monotonic() if progress else sent
        if not progress:
            continue
        while line.poll(0 if report < allowance else None):
            message = line.recv()
            if isinstance(message, list):
                task.known.extend(message)
            elif message is None:
                task.kept.asked = True
            else:
                allowance = message


def die_with(parent: int) -> None:
    """Ask the kernel to end this process with its parent, where it offers that.

    Elsewhere the next report fails, and that will do.
    """
    if sys.platform == "linux":
        death_signal = 1
        ctypes.CDLL(None).prctl(death_signal, signal.SIGKILL)
        if os.getppid() != parent:
            os._exit(1)  # it was gone before the kernel knew
