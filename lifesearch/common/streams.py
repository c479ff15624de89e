"""Standard output and standard error, to which any text may be written.

File names, comments in files and values of options are untrusted text. Written to a terminal, the
control characters in them would be commands; characters that the encoding lacks would end the
program with an error. Here, once for everything that is printed, both become escapes such as
`\\x1b`.

Characters that lifesearch itself draws with have stand-ins: where the encoding lacks them, `·`
becomes `-`, and a block becomes `O`.

Colours and moving lines need control characters: `Printer` in `show.terminal.console` writes to the
stream behind this one, and makes the texts that it is given visible itself.
"""

from __future__ import annotations

import codecs
import os
import re
import sys
import textwrap
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from enum import Enum
from typing import Any, TextIO, cast

from lifesearch.common.text import visible

_COMMAND = re.compile(r"(?<=: )lifesearch [a-z-]+ .*$")
"""A command at the end of a sentence."""


class Loudness(Enum):
    """How much a command prints besides its answers: nothing, the usual, or details of solvers."""

    QUIET = 0
    USUAL = 1
    VERBOSE = 2


_LOUDNESS: ContextVar[Loudness] = ContextVar("loudness", default=Loudness.USUAL)


def loudness() -> Loudness:
    return _LOUDNESS.get()


@contextmanager
def speaking(loudness: Loudness) -> Iterator[None]:
    """Set the loudness for the commands in a `with` statement."""
    token = _LOUDNESS.set(loudness)
    try:
        yield
    finally:
        _LOUDNESS.reset(token)


class VisibleStream:
    """A text stream that passes on no control characters but line breaks and tabs."""

    def __init__(self, stream: TextIO) -> None:
        # The attribute by which rich finds the stream behind a wrapper.
        self.rich_proxied_file = stream

    def write(self, text: str) -> int:
        return self.rich_proxied_file.write(visible(text))

    def writelines(self, lines: Iterable[str]) -> None:
        self.rich_proxied_file.writelines(map(visible, lines))

    def __getattr__(self, name: str) -> Any:
        return getattr(self.rich_proxied_file, name)


STAND_INS = {"·": "-", "•": "-", "…": "~", "█": "O", "▀": "O", "▄": "O", "▒": "+", "─": "-"}
"""What is written for a character that the encoding of a stream lacks: one, so columns stay."""
STAND_IN_ERRORS = "lifesearch.stand_ins"
"""The name of the error handler that writes stand-ins, and escapes of all other characters."""


def can_write(characters: str, encoding: str) -> bool:
    """Whether an encoding has all of these characters.

    >>> [can_write("·", encoding) for encoding in ("utf-8", "latin-1", "ascii")]
    [True, True, False]
    """
    try:
        characters.encode(encoding)
    except (UnicodeError, LookupError):
        return False
    return True


def _stand_in(error: UnicodeError) -> tuple[str | bytes, int]:
    """An error handler: the stand-in of a character, or else its escape."""
    if isinstance(error, UnicodeEncodeError):
        instead = STAND_INS.get(error.object[error.start])
        if instead is not None:
            return instead, error.start + 1
        error.end = error.start + 1  # one at a time: after it there may be one with a stand-in
    return codecs.backslashreplace_errors(error)


codecs.register_error(STAND_IN_ERRORS, _stand_in)


def make_visible() -> None:
    """Replace both streams: control characters become visible, and no encoding error is raised."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is not None:
            if hasattr(stream, "reconfigure"):
                stream.reconfigure(errors=STAND_IN_ERRORS)
            setattr(sys, name, cast(TextIO, VisibleStream(stream)))


def behind(stream: TextIO) -> TextIO:
    """The innermost stream, below wrappers that pass on what is written to them."""
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

    A command at its end is not broken, so that it can be copied: the terminal goes on in the next
    line by itself.

    >>> wrapped_to("proved: no c/4-spaceship", 10)
    'proved: no\\nc/4-spaceship'
    >>> wrapped_to("again: lifesearch resume 'my own.session'", 20)
    "again:\\nlifesearch resume 'my own.session'"
    """
    command = _COMMAND.search(sentence) if len(sentence) > width else None
    words = sentence[: command.start()] if command else sentence
    lines = textwrap.wrap(words, width, break_long_words=False, break_on_hyphens=False)
    return "\n".join([*lines, command[0]] if command else lines) or sentence


@contextmanager
def standard_output() -> Iterator[TextIO]:
    """Standard output, flushed at the end."""
    try:
        yield sys.stdout
        sys.stdout.flush()
    except BrokenPipeError:
        # Without an error number: typer takes one that says EPIPE for a reason to exit with 1.
        raise BrokenPipeError from None
