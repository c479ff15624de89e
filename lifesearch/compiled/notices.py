"""Notices for a user who waits for the compiler.

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
from time import monotonic

PAUSE = 0.2


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
        return f"note: compiled code cannot be saved, so each run compiles it again: {self.reason}"


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


def once(tell: Watch) -> Watch:
    """Give each notice to a function once."""
    given: set[Notice] = set()

    def tell_once(what: Notice) -> None:
        if what not in given:
            given.add(what)
            tell(what)

    return tell_once


def now_and_then(tell: Watch, clock: Callable[[], float] = monotonic) -> Watch:
    """Give notices to a function that needs to know for how long it goes on, not each of them."""
    given: dict[Notice, float] = {}

    def tell_now_and_then(what: Notice) -> None:
        if clock() >= given.get(what, 0.0) + PAUSE:
            tell(what)
            given[what] = clock()

    return tell_now_and_then


def notice(what: Notice) -> None:
    """Notify the observer."""
    watch = _WATCH.get()
    if watch is not None:
        watch(what)
