"""A process that compiles for another one, and saves what it has compiled.

It outlives whoever asked: a search may be over, or killed, long before its functions are compiled,
and the next one would have to begin again. It ends when its work is done and nobody can ask for
more, or after some idle seconds.
"""

from __future__ import annotations

import gc
import os
import pickle
import queue
import subprocess
import sys
import threading
from collections.abc import Set
from contextlib import suppress
from contextvars import ContextVar
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from time import process_time, sleep
from typing import Any, BinaryIO

from lifesearch.compiled import folder
from lifesearch.signals import flags_apart

IDLE = 10.0
MOST_ALONE = 40.0
"""Seconds of processor time after which a process ends for which nobody waits any more."""
FAILED = 3
PROGRAM = (
    "import pickle, sys; sys.path[:] = pickle.load(sys.stdin.buffer); "
    f"from {__name__} import main; main()"
)

IN_MAKER: ContextVar[Set[Path] | None] = ContextVar("in_maker", default=None)
"""In a maker, the files that it was asked for: who asked has their locks, and waits."""


@dataclass(frozen=True)
class Request:
    """Compile a function of a module for these types of arguments; it belongs into this file."""

    module: str
    function: str
    types: Any
    file: Path

    def done(self) -> bool:
        """Compile it; whether there is a file now."""
        function = getattr(import_module(self.module), self.function)
        function.compile(self.types)
        return self.file.exists()


@dataclass(frozen=True)
class Rehearsal:
    """Call a function that has everything compiled which a search will need."""

    module: str
    function: str

    def done(self) -> bool:
        """Call it. What nobody has asked for needs a lock, as in any other process."""
        getattr(import_module(self.module), self.function)()
        return True


class Maker:
    """The process, as seen by the one that asks; it is started when it is needed."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._failed = not sys.executable

    def ask(self, request: Request | Rehearsal) -> bool:
        """Have something compiled; whether there is a process that could do it."""
        if not self.works and not self._failed:  # `works` finds out whether it has failed
            self._start()
        try:
            self._send(pickle.dumps(request))
        except OSError:
            self._failed = True
        return not self._failed

    @property
    def works(self) -> bool:
        """Whether the process is there; one that ended for want of work can be started again."""
        if self._process is None or self._failed:
            return False
        status = self._process.poll()
        self._failed = status not in (None, 0)
        return status is None

    def _start(self) -> None:
        try:
            self._process = subprocess.Popen(
                [sys.executable, "-P", "-c", PROGRAM],
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                start_new_session=True,
                creationflags=flags_apart(),
            )
            self._send(pickle.dumps([str(Path(path).absolute()) for path in sys.path]))
        except OSError:
            self._failed = True

    def _send(self, data: bytes) -> None:
        if self._process is not None and self._process.stdin is not None:
            self._process.stdin.write(data)
            self._process.stdin.flush()


@cache
def maker_of(process: int) -> Maker:
    """The maker of this process: one that is forked has its own."""
    return Maker()


def begin(rehearsal: Rehearsal, kernel: str) -> None:
    """Have what will be needed soon compiled meanwhile, unless machine code of a kernel is kept.

    To load numba takes half a second, here and there; so ask before it is loaded here.
    """
    where = folder.own_folder()
    with suppress(OSError):
        if where is not None and not any(where.glob(f"{kernel}-*{folder.SUFFIX}")):
            folder.make_ready(where)
            folder.require_room(where)
            maker_of(os.getpid()).ask(rehearsal)


def main() -> None:
    """Compile what is asked for, until there are no more requests."""
    gc.disable()  # a tenth of the time, for some megabytes
    requests: queue.SimpleQueue[Request | Rehearsal | None] = queue.SimpleQueue()
    asked: set[Path] = set()
    IN_MAKER.set(asked)
    threading.Thread(target=_listen, args=(sys.stdin.buffer, requests, asked), daemon=True).start()
    status = 0
    with suppress(queue.Empty):
        while (request := requests.get(timeout=IDLE)) is not None:
            try:
                status = 0 if request.done() else FAILED
            except Exception:
                status = FAILED
            if status:
                break
    os._exit(status)


def _listen(
    stream: BinaryIO, requests: queue.SimpleQueue[Request | Rehearsal | None], asked: set[Path]
) -> None:
    """Pass requests on. Who asked has the locks; when it is gone, this process takes them.

    Then it may work for some time yet, but not for ever.
    """
    with suppress(EOFError, OSError, pickle.UnpicklingError):
        while True:
            request = pickle.load(stream)
            if isinstance(request, Request):
                asked.add(request.file)
            requests.put(request)
    requests.put(None)
    locks = [folder.Lock(file) for file in asked if not file.exists()]
    for lock in locks:
        with suppress(OSError):
            lock.acquire()
    while process_time() < MOST_ALONE:
        sleep(1)
    os._exit(FAILED)
