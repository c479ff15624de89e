"""Ctrl-C ends everything in good order.

The first one raises KeyboardInterrupt wherever the program is; others that come at once must not
disturb what it still has to say. What is being written is written to its end before, unless
nobody reads it.
"""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic

PATIENCE = 1.0
GRACE = 0.5


def install_handler() -> None:
    """Be ready for Ctrl-C, unless whoever started the program had it ignored."""
    if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:
        signal.signal(signal.SIGINT, _interrupt)


def _interrupt(*_: object) -> None:
    signal.signal(signal.SIGINT, _second_interrupt(monotonic()))
    raise KeyboardInterrupt


def _second_interrupt(since: float) -> Callable[..., None]:
    def again(*_: object) -> None:
        if monotonic() > since + PATIENCE:
            raise KeyboardInterrupt

    return again


@contextmanager
def delay_interrupt() -> Iterator[None]:
    """Let a short piece of work come to its end before Ctrl-C is heeded."""
    heeded = signal.getsignal(signal.SIGINT)
    if not callable(heeded):
        yield
        return
    came: list[int] = []

    def wait(*_: object) -> None:
        came.append(signal.SIGINT)
        if hasattr(signal, "setitimer"):
            signal.signal(signal.SIGALRM, heeded)
            signal.setitimer(signal.ITIMER_REAL, GRACE)

    signal.signal(signal.SIGINT, wait)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, heeded)
        if came and hasattr(signal, "setitimer"):
            signal.setitimer(signal.ITIMER_REAL, 0)
    if came:
        heeded(signal.SIGINT, None)
