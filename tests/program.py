"""The program inside this process, with the streams, words and folder that a process would have."""

from __future__ import annotations

import multiprocessing
import os
import re
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import IO, Any
from unittest import mock

from lifesearch.__main__ import main
from lifesearch.catalogue.names import own_names

Run = Callable[..., subprocess.CompletedProcess[str]]
PLAIN = {"COLUMNS": "80"}


def run(
    *words: str,
    stdin: str = "",
    cwd: Path | None = None,
    env: Mapping[str, str] | None = None,
) -> subprocess.CompletedProcess[str]:
    """Run `lifesearch` with the given words; returns status, output and messages.

    Everything but the start of Python is as in a process of its own: the files that descriptors
    0, 1 and 2 stand for, so that solvers and whatever they leave in their streams are heard, too;
    how the streams are buffered; and the exit status. What is logged after each ten seconds or
    more, on slow machines only, is left out.
    """
    own_names.cache_clear()  # a process lives for one command
    others = multiprocessing.active_children()  # whom an earlier test has left: not this command
    with ExitStack() as stack:
        given, output, messages = (stack.enter_context(tempfile.TemporaryFile()) for _ in range(3))
        given.write(stdin.encode())
        given.seek(0)
        stack.enter_context(_signals())
        stack.enter_context(_folder(cwd))
        stack.enter_context(mock.patch.dict(os.environ, {**PLAIN, **(env or {})}))
        stack.enter_context(mock.patch.object(sys, "argv", ["lifesearch", *words]))
        stack.enter_context(_stream("stdin", 0, given))
        stack.enter_context(_stream("stdout", 1, output))
        stack.enter_context(_stream("stderr", 2, messages))
        status = _status()
        left = [child for child in multiprocessing.active_children() if child not in others]
        for child in left:
            child.kill()
            child.join()
        assert not left, f"lifesearch {' '.join(words)} has left solvers at work"
        sys.stdout.flush()
        sys.stderr.flush()
        return subprocess.CompletedProcess(
            ["lifesearch", *words], status, _content(output), without_log(_content(messages))
        )


def without_log(messages: str) -> str:
    """Leave out the lines that tell how a search is getting on, which only slow machines print."""
    return re.sub(r"^\d+ (?:s|min|h)(?: \d+ (?:s|min))? · .*\n", "", messages, flags=re.MULTILINE)


def _status() -> int:
    try:
        main()
    except SystemExit as end:
        status = end.code
    assert isinstance(status, int)
    return int(status)


def _content(file: IO[bytes]) -> str:
    file.seek(0)
    return file.read().decode().replace(os.linesep, "\n")


@contextmanager
def _stream(name: str, number: int, file: IO[bytes]) -> Iterator[None]:
    """Let one of the standard streams, and its descriptor, stand for this file."""
    before = os.dup(number)
    os.dup2(file.fileno(), number)
    options: dict[str, Any] = {"encoding": "utf-8", "closefd": False}
    if name == "stderr":
        options |= {"errors": "backslashreplace", "buffering": 1}
    try:
        with (
            open(number, "r" if name == "stdin" else "w", **options) as stream,
            mock.patch.object(sys, name, stream),
        ):
            yield
    finally:
        os.dup2(before, number)
        os.close(before)


@contextmanager
def _folder(path: Path | None) -> Iterator[None]:
    if path is None:
        yield
        return
    before = Path.cwd()
    os.chdir(path)
    try:
        yield
    finally:
        os.chdir(before)


@contextmanager
def _signals() -> Iterator[None]:
    """Give back the handlers that the program sets for its own end."""
    names = ("SIGINT", "SIGTERM", "SIGALRM")
    numbers = [getattr(signal, name) for name in names if hasattr(signal, name)]
    before = {number: signal.getsignal(number) for number in numbers}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
