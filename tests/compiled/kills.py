"""Processes that are killed at random moments while they, or others for them, compile.

Run as a program of its own, `python -m tests.compiled.kills KILLS FOLDER`, with the package `small`
of `small_program` on the path: numba is loaded once, and the processes are forked from there.
"""

from __future__ import annotations

import os
import shutil
import signal
import sys
from contextlib import suppress
from importlib import import_module
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from random import Random
from time import sleep

import numpy as np

from lifesearch.compiled.maker import maker_of
from lifesearch.compiled.notices import Notice, watching

LONGEST = 2.0


def call(teller: Connection) -> None:
    """Call the outer function; tell which process compiles for this one, and the result."""
    told: list[int] = []

    def tell(what: Notice) -> None:
        process = maker_of(os.getpid())._process
        if process is not None and not told:
            told.append(process.pid)
            teller.send(process.pid)

    with watching(tell):
        result = import_module("small.outer").outer(np.arange(4))
    teller.send(f"result {result}, compiled by {'another' if told else 'nobody'}")


def killed(rng: Random) -> bool:
    """Kill a process at some moment, and perhaps the one that compiles for it, too."""
    fork = get_context("fork")
    listener, teller = fork.Pipe(duplex=False)
    process = fork.Process(target=call, args=(teller,))
    process.start()
    teller.close()
    if rng.random() < 0.7:
        listener.poll(None)  # until something is being compiled
    sleep(rng.uniform(0, LONGEST))
    process.kill()
    process.join()
    with suppress(EOFError):
        maker = listener.recv()
        if isinstance(maker, int) and rng.random() < 0.5:
            with suppress(ProcessLookupError):
                os.kill(maker, signal.SIGKILL)
        return isinstance(maker, int)
    return False


def result() -> str:
    """Let a process end, and return its result."""
    fork = get_context("fork")
    listener, teller = fork.Pipe(duplex=False)
    process = fork.Process(target=call, args=(teller,))
    process.start()
    teller.close()
    last = ""
    with suppress(EOFError):
        while True:
            last = str(listener.recv())
    process.join()
    return f"{last}, status {process.exitcode}"


if __name__ == "__main__":
    import_module("numba")
    import_module("small.outer")
    generator, while_compiling = Random(2), 0
    for _ in range(int(sys.argv[1])):
        shutil.rmtree(Path(sys.argv[2]), ignore_errors=True)
        while_compiling += killed(generator)
        again, warm = result(), result()
        assert again.startswith("result 10, "), again
        assert again.endswith(", status 0"), again
        assert warm == "result 10, compiled by nobody, status 0", warm
    print(f"{while_compiling} of {sys.argv[1]} killed while something was compiled")
