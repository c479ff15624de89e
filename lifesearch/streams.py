"""Standard output and standard error, to which anything may be written.

File names, comments in files and values of options are other people's text. Written to a
terminal, the control characters in them would be commands; characters that the encoding lacks
would end the program with an error. Here, once for all that is printed, both become escapes
such as `\\x1b`.

Colours and moving lines need control characters: `Printer` in `ui.terminal.console` writes to the
stream behind this one, and makes the texts that it is given visible itself.
"""

from __future__ import annotations

import os
import sys
import textwrap
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from enum import Enum
from typing import Any, TextIO, cast

from lifesearch.text import visible


class Loudness(Enum):
    """How much a command says beside its answers: nothing, the usual, or all about solvers."""

    QUIET = 0
    USUAL = 1
    VERBOSE = 2


_LOUDNESS: ContextVar[Loudness] = ContextVar("loudness", default=Loudness.USUAL)


def loudness() -> Loudness:
    return _LOUDNESS.get()


@contextmanager
def speaking(how: Loudness) -> Iterator[None]:
    token = _LOUDNESS.set(how)
    try:
        yield
    finally:
        _LOUDNESS.reset(token)


class VisibleStream:
    """A text stream that gets no control characters but line breaks and tabs."""

    def __init__(self, stream: TextIO) -> None:
        # The name by which rich finds what is behind a stream.
        self.rich_proxied_file = stream

    def write(self, text: str) -> int:
        return self.rich_proxied_file.write(visible(text))

    def writelines(self, lines: Iterable[str]) -> None:
        self.rich_proxied_file.writelines(map(visible, lines))

    def __getattr__(self, name: str) -> Any:
        return getattr(self.rich_proxied_file, name)


def make_visible() -> None:
    """Have all that is printed from now on printed visibly, and never fail for its encoding."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is not None:
            if hasattr(stream, "reconfigure"):
                stream.reconfigure(errors="backslashreplace")
            setattr(sys, name, cast(TextIO, VisibleStream(stream)))


def behind(stream: TextIO) -> TextIO:
    """The stream behind those that only pass on what is written to them."""
    while proxied := getattr(stream, "rich_proxied_file", None):
        stream = proxied
    return stream


def wrapped(sentence: str, stream: TextIO) -> str:
    """The sentence, broken between words where it is too long for a terminal; whole elsewhere."""
    try:
        width = os.get_terminal_size(stream.fileno()).columns if stream.isatty() else 0
    except (OSError, ValueError):
        return sentence
    return wrapped_to(sentence, width) if width else sentence


def wrapped_to(sentence: str, width: int) -> str:
    """The sentence in lines of this width, as far as its words allow that.

    >>> wrapped_to("proved: no c/4-spaceship", 10)
    'proved: no\\nc/4-spaceship'
    """
    lines = textwrap.wrap(sentence, width, break_long_words=False, break_on_hyphens=False)
    return "\n".join(lines) or sentence
