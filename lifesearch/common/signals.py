"""Ctrl-C and SIGTERM end everything in good order.

The first Ctrl-C raises KeyboardInterrupt wherever the program is; further ones within a second are
ignored, so that the final sentences are printed. A line that is being written is completed first
(`delay_interrupt_briefly`), unless the reader of the pipe does not read. SIGTERM, such as a batch
system sends, raises SystemExit.
"""

from __future__ import annotations

import _thread
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic
from typing import TypeVar

from lifesearch.common.exit_status import ExitStatus

DEAF_SECONDS = 1.0  # seconds after a Ctrl-C in which others are ignored
GRACE = 1.0  # seconds that a piece of work may take after Ctrl-C, see `delay_interrupt_briefly`
SOON = 0.05  # seconds until an ignored signal is repeated

T = TypeVar("T")


class Terminated(SystemExit):
    """Raised by SIGTERM."""


def heed_termination() -> None:
    """Install the handler of SIGTERM."""
    signal.signal(signal.SIGTERM, _terminate)
    sys.unraisablehook = _repeat_ignored


def heed_interrupt() -> None:
    """Install the handler of Ctrl-C, unless the parent process ignores it."""
    if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:
        signal.signal(signal.SIGINT, _interrupt)
        sys.unraisablehook = _repeat_ignored


def _repeat_ignored(ignored: sys.UnraisableHookArgs) -> None:
    """Repeat a signal that hit a callback or a finaliser, where Python ignores exceptions.

    The first handler is installed again: the one after it ignores what comes so soon.
    """
    if ignored.exc_type is KeyboardInterrupt:
        signal.signal(signal.SIGINT, _interrupt)
        threading.Timer(SOON, interrupt_main).start()
    elif ignored.exc_type is Terminated:
        signal.signal(signal.SIGTERM, _terminate)
        threading.Timer(SOON, interrupt_main, [signal.SIGTERM]).start()
    else:
        sys.__unraisablehook__(ignored)


def interrupt_main(number: signal.Signals = signal.SIGINT) -> None:
    """Send a signal to the main thread, which wakes it up where the system can do that."""
    if sys.platform == "win32":
        _thread.interrupt_main(number)
    else:
        signal.pthread_kill(threading.main_thread().ident or 0, number)


def detached_flags() -> int:
    """Flags to start a process that Ctrl-C on this terminal does not reach.

    They are for Windows; elsewhere such a process has a session of its own.
    """
    if sys.platform != "win32":
        return 0
    import subprocess

    return subprocess.CREATE_NEW_PROCESS_GROUP | subprocess.CREATE_NO_WINDOW


def _terminate(*_: object) -> None:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    raise Terminated(ExitStatus.TERMINATED)


def _interrupt(*_: object) -> None:
    signal.signal(signal.SIGINT, _handler_after(monotonic()))
    raise KeyboardInterrupt


def _handler_after(since: float) -> Callable[..., None]:
    """The handler after a first Ctrl-C at this time."""

    def again(*_: object) -> None:
        if monotonic() > since + DEAF_SECONDS:
            raise KeyboardInterrupt

    return again


@contextmanager
def delay_interrupt_briefly() -> Iterator[None]:
    """Let a short piece of work end before Ctrl-C is handled, if that takes at most GRACE seconds.

    After that time the work is interrupted, by an alarm where there are any. This is for the main
    thread only.
    """
    handler = signal.getsignal(signal.SIGINT)
    if not callable(handler):
        yield
        return
    pending: list[int] = []

    def wait(*_: object) -> None:
        pending.append(signal.SIGINT)
        if hasattr(signal, "setitimer"):
            signal.signal(signal.SIGALRM, handler)
            signal.setitimer(signal.ITIMER_REAL, GRACE)

    signal.signal(signal.SIGINT, wait)
    try:
        yield
    finally:
        try:
            if signal.getsignal(signal.SIGINT) is wait:  # else another handler is installed already
                signal.signal(signal.SIGINT, handler)
        finally:
            if pending and hasattr(signal, "setitimer"):
                signal.setitimer(signal.ITIMER_REAL, 0)
    if pending:
        handler(signal.SIGINT, None)


@contextmanager
def delay_interrupt() -> Iterator[None]:
    """Delay Ctrl-C to the end of a piece of work that is short and must be whole.

    Unlike `delay_interrupt_briefly`, it waits as long as the work takes.

    Python's handler is replaced: blocking the signal in this thread is not enough, since any other
    thread may receive it, and the handler runs in the main thread all the same. So work in another
    thread is never interrupted.
    """
    handler = signal.getsignal(signal.SIGINT)
    if threading.current_thread() is not threading.main_thread() or not callable(handler):
        yield
        return
    pending: list[int] = []
    signal.signal(signal.SIGINT, lambda *_: pending.append(signal.SIGINT))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, handler)
    if pending:
        handler(signal.SIGINT, None)


def whole_steps(steps: Iterator[T], unseen: list[T] | None = None) -> Iterator[T]:
    """Yield the steps of an iterator; each is completed before Ctrl-C is handled.

    `unseen` holds the step yielded last: at Ctrl-C its consumer may not have dealt with it.
    """
    unseen = [] if unseen is None else unseen
    while True:
        with delay_interrupt():
            unseen.clear()
            try:
                step = next(steps)
            except StopIteration:
                return
            unseen.append(step)
        yield step
