"""What whoever waits for the compiler may want to hear.

`watching` has a function called, again and again, while something is being compiled. It may raise
an error, which ends the wait: so time limits hold. A function that is watched knows nothing of it.

    >>> heard = []
    >>> with watching(heard.append):
    ...     notice(Compiling("soups"))
    >>> heard
    [Compiling(topic='soups')]
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass


@dataclass(frozen=True)
class Compiling:
    """Functions of this topic are being compiled, here or in another process."""

    topic: str

    def __str__(self) -> str:
        return f"first use of {self.topic}: compiling takes some seconds and is done once"


@dataclass(frozen=True)
class NotKept:
    """What is compiled cannot be kept for the next time."""

    reason: str

    def __str__(self) -> str:
        return f"note: compiled code is not kept, so each run compiles anew: {self.reason}"


Notice = Compiling | NotKept
Watch = Callable[[Notice], None]

_WATCH: ContextVar[Watch | None] = ContextVar("watch", default=None)


@contextmanager
def watching(watch: Watch) -> Iterator[None]:
    """Have notices given to a function."""
    token = _WATCH.set(watch)
    try:
        yield
    finally:
        _WATCH.reset(token)


def notice(what: Notice) -> None:
    """Tell whoever watches."""
    watch = _WATCH.get()
    if watch is not None:
        watch(what)
