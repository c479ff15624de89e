"""A worker process, and its coordinator's end of the connection to it.

A solver call cannot be interrupted, and Ctrl-C inside one would leave the solver broken; so solvers
run in child processes that ignore Ctrl-C and are killed when they are not needed any more. A child
gets one task after another, each with an allowance of conflicts, and sends back the reports that
the function of its `Service` yields. When its conflicts reach the allowance, it waits until that is
raised, and keeps its solver with all that it has learned.

Questions are sent, never clauses. When the parent is gone, the connection is closed, and the child
ends too.

The child's standard error is a pipe, which the parent reads when the child has died: solvers that
run out of memory are ended by the C++ library, which reports that there and nowhere else. If the
text is about something else, the parent prints it.
"""

from __future__ import annotations

import ctypes
import gc
import multiprocessing
import os
import pickle
import signal
import sys
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import dataclass
from math import inf
from multiprocessing.connection import Connection
from multiprocessing.context import ForkContext, SpawnContext
from time import monotonic
from types import ModuleType
from typing import Any, Protocol

from lifesearch.common.errors import LifesearchError
from lifesearch.common.failure import bug
from lifesearch.common.garbage import no_garbage_collection
from lifesearch.common.lazy_import import load_whole
from lifesearch.common.memory import is_shortage, says_no_memory
from lifesearch.engines.sat.solving.part import UNLIMITED

STANDARD_ERROR = 2
MOST_ERROR_TEXT = 65_536
"""Bytes that are read of a dead child's standard error; as many as a pipe holds on Linux."""


class SolversDied(LifesearchError):  # noqa: N818 - it reads as what happened
    """A part cannot be decided: every worker that searches it dies."""


@dataclass(frozen=True)
class Died:
    """The last report of a worker: why it died.

    If it is `blameless`, its machine was lost: the task is not the reason.
    """

    cause: str
    blameless: bool = False


class Service(Protocol):
    """What a worker does: a small, picklable value that makes a function from tasks to reports."""

    def task_function(self) -> Callable[[Any], Iterator[Any]]:
        """Make the function that turns a task into reports."""
        ...


class Worker(ABC):
    """Does one task after another; `node` names the machine, if it is not this one."""

    node = ""

    def begin(self, task: object, allowance: int = UNLIMITED) -> None:
        """Send a task; after `allowance` conflicts the worker waits."""
        self._send((task, allowance))

    def resume(self, allowance: int) -> None:
        """Raise the allowance of a waiting worker to this number of conflicts."""
        self._send(allowance)

    def send_answers(self, answers: Sequence[object]) -> None:
        """Send answers that other workers have found."""
        self._send(answers)

    def request_snapshot(self) -> None:
        """Ask for a snapshot from which the task can be resumed later."""
        self._send(None)

    def receive(self) -> Any:
        """The next report; `Died` if there will be no more."""
        report = self.receive_bytes()
        return report if isinstance(report, Died) else decoded(report)

    @abstractmethod
    def _send(self, message: object) -> None: ...

    @abstractmethod
    def receive_bytes(self) -> bytes | Died:
        """The next report as it was sent; `Died` if there will be no more."""

    @abstractmethod
    def kill(self) -> None:
        """End the worker at once, also in the middle of a solver call."""


class ChildWorker(Worker):
    """A child process; its reports of progress are at least `pause` seconds apart.

    Only the process that started it, its owner, may use it.
    """

    ended = False

    def __init__(self, service: Service, pause: float = 0.0) -> None:
        try:
            self._start(service, pause)
        except OSError as error:
            raise LifesearchError(
                f"cannot start another solver: {error.strerror}; try fewer jobs"
            ) from error

    def _start(self, service: Service, pause: float) -> None:
        self._owner = os.getpid()
        context = _context()
        if isinstance(context, ForkContext):
            load_whole("numpy")  # all workers need it, and forked ones have what is loaded here
        self.connection, childs_end = context.Pipe()
        self._errors, childs_errors = context.Pipe(duplex=False)
        self.process = context.Process(
            target=_work,
            args=(service, pause, childs_end, self.connection, childs_errors),
            daemon=True,
        )
        hidden = _main_module_hidden() if isinstance(context, SpawnContext) else nullcontext()
        try:
            with _signals_held(), hidden, _children_allowed():
                self.process.start()
            childs_end.close()
            childs_errors.close()
        except BaseException:
            if self.process.pid is not None:  # no coordinator will know of it and kill it
                self.kill()
            raise

    def _send(self, message: object) -> None:
        require_own(self._owner)
        # If the worker has died, the next `receive_bytes` reports that.
        with suppress(BrokenPipeError, ConnectionResetError):
            self.connection.send(message)

    def receive_bytes(self) -> bytes | Died:
        require_own(self._owner)
        try:
            return self.connection.recv_bytes()
        except (EOFError, OSError):
            return Died(self._cause_of_death())

    def _cause_of_death(self) -> str:
        """Why the child has ended, in words."""
        self.process.join()
        status = self.process.exitcode or 0
        said = self._error_text()
        if status and says_no_memory(said):
            return "ran out of memory"
        if said and sys.stderr is not None:
            sys.stderr.write(said)
        if status < 0:
            names = {sign.value: sign.name for sign in signal.Signals}
            return f"was ended by {names.get(-status, f'signal {-status}')}"
        return f"ended with status {status}"

    def _error_text(self) -> str:
        """What the dead child wrote to standard error."""
        if sys.platform == "win32":
            return ""
        os.set_blocking(self._errors.fileno(), False)
        with suppress(OSError):  # nothing, or no more
            return os.read(self._errors.fileno(), MOST_ERROR_TEXT).decode(errors="replace")
        return ""

    def send_kill(self) -> None:
        """Kill the process, without waiting for its end."""
        if os.getpid() == self._owner:
            self.process.kill()

    def kill(self) -> None:
        """End the worker; in a process forked from the owner, only close the ends that it has."""
        self.send_kill()
        if os.getpid() == self._owner:
            self.process.join()
        self.connection.close()
        self._errors.close()
        self.ended = True


def require_own(owner: int) -> None:
    """Refuse to continue a search in a process forked from the owner of its workers."""
    if os.getpid() != owner:
        raise LifesearchError(
            "this search was begun before this process was forked, and belongs to the other one: "
            "begin a new search here"
        )


@contextmanager
def _children_allowed() -> Iterator[None]:
    """Let a daemonic process, such as one of `multiprocessing.Pool`, start a child.

    Python forbids it because such a process may be killed, and leave its children behind; ours end
    with their parent.
    """
    this = multiprocessing.current_process()
    if not this.daemon:
        yield
        return
    this.daemon = False
    try:
        yield
    finally:
        this.daemon = True


def decoded(report: bytes) -> Any:
    """A report from its pickle; an error that ends the search is raised."""
    with no_garbage_collection():
        said = pickle.loads(report)
    if isinstance(said, MemoryError):
        return Died("ran out of memory")
    if isinstance(said, LifesearchError):
        raise said
    return said


def _context() -> ForkContext | SpawnContext:
    """How to start children: by forking, in milliseconds, or by spawning where that is not safe.

    Forking a process that is connected to a Ray cluster would break that connection.
    """
    ray = sys.modules.get("ray")
    if sys.platform == "linux" and not (ray and ray.is_initialized()):
        return multiprocessing.get_context("fork")
    return multiprocessing.get_context("spawn")


@contextmanager
def _main_module_hidden() -> Iterator[None]:
    """Keep a spawned child from running the main module, as multiprocessing would.

    A child needs nothing of it; and if it is a script that starts a search without
    `if __name__ == "__main__"`, each child would run that script again. multiprocessing does not
    run a module without `__spec__` and `__file__`.
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
    connection: Connection,
    parents_end: Connection,
    error_text: Connection,
) -> None:
    """The child's main function: one task after another, until the connection is closed."""
    gc.freeze()  # what was loaded before the fork is no garbage, and its pages stay shared
    if sys.platform != "win32":
        # A full pipe must not hold up the child: what does not fit is lost.
        os.set_blocking(error_text.fileno(), False)
        os.dup2(error_text.fileno(), STANDARD_ERROR)
        sys.stderr = sys.__stderr__  # the parent may have replaced it while progress is shown
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    if sys.platform != "win32":
        # To ignore Ctrl-C is not enough: PySAT listens to it while it solves.
        signal.pthread_sigmask(signal.SIG_SETMASK, {signal.SIGINT})
    parent = multiprocessing.parent_process()
    if parent is not None and parent.pid is not None:
        die_with(parent.pid)
    # A forked child has the parent's end, too: if it were open, the child would not notice that the
    # parent is gone. It also has those of workers started before: for these, `die_with` is needed.
    parents_end.close()
    try:
        work = service.task_function()
        while True:
            message = connection.recv()
            if isinstance(message, tuple):  # else it was sent for the task that has just ended
                task, allowance = message
                _perform(work(task), task, allowance, connection, pause)
    except (EOFError, BrokenPipeError, ConnectionResetError):
        os._exit(0)
    except (LifesearchError, MemoryError) as error:
        connection.send(error)
    except Exception as error:
        connection.send(
            MemoryError() if is_shortage(error) else Died(f"ended with an {bug(error)}")
        )


def _perform(
    reports: Iterator[object], task: Any, allowance: int, connection: Connection, pause: float
) -> None:
    """Do a task: send its reports, and handle the messages that come for it.

    A report that is a number is the conflicts so far. Messages are new answers of other workers (a
    list), the request for a snapshot (None), or a higher allowance (a number).
    """
    sent = -inf
    for report in reports:
        if not isinstance(report, int):
            connection.send(report)
            continue
        if report >= allowance or monotonic() >= sent + pause:
            connection.send(report)
            sent = monotonic()
        # At its allowance the worker waits for a message, for any time.
        while connection.poll(0 if report < allowance else None):
            message = connection.recv()
            if isinstance(message, list):
                task.known.extend(message)
            elif message is None:
                task.kept.requested = True
            else:
                allowance = message


def die_with(parent: int) -> None:
    """Ask the kernel to kill this process when its parent ends, where it offers that.

    For Linux the parent is the thread that started this process. Elsewhere the child ends at its
    next report, which fails.
    """
    if sys.platform == "linux":
        death_signal = 1  # PR_SET_PDEATHSIG of linux/prctl.h
        ctypes.CDLL(None).prctl(death_signal, signal.SIGKILL)
        if os.getppid() != parent:
            os._exit(1)  # the parent had ended before the kernel was asked
