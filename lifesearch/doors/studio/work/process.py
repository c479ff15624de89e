"""Processes that the server starts; a worker process sends messages, and can be stopped.

`searches` starts a `WorkerProcess` for each search; `identify` and `deduction_process` use `start`.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from lifesearch.common.errors import InputError
from lifesearch.common.signals import detached_flags

LONGEST_LINE = 2**26
"""Bytes of a message: many large answers fit, and the memory is bounded."""
PATIENCE = 15.0
"""Seconds for a worker to save its work and end; after that it is killed."""
LOG = "worker.log"
"""The file for a worker's standard error, in the folder of its search."""


async def start(module: str, *words: str, log: Path = Path(os.devnull)) -> Process:
    """Run a module of this package in a process; Ctrl-C on the terminal is for the server only.

    InputError if it cannot be started.
    """
    try:
        with log.open("wb") as errors:
            return await asyncio.create_subprocess_exec(
                sys.executable,
                "-P",  # modules are not looked for where the studio was started
                "-m",
                f"{__package__}.{module}",
                *words,
                stdin=PIPE,
                stdout=PIPE,
                stderr=errors,
                limit=LONGEST_LINE,
                env=_environment(),
                start_new_session=True,
                creationflags=detached_flags(),
            )
    except OSError as error:
        raise InputError(f"no process can be started: {error.strerror or error}") from error


def _environment() -> dict[str, str]:
    """The environment for a process, so that it imports this lifesearch."""
    import lifesearch

    ours = str(Path(lifesearch.__file__).parents[1])
    others = [path for path in os.environ.get("PYTHONPATH", "").split(os.pathsep) if path]
    return {**os.environ, "PYTHONPATH": os.pathsep.join([ours, *others])}


async def kill(process: Process) -> None:
    with suppress(ProcessLookupError):
        process.kill()
    await process.wait()


class WorkerProcess:
    """A process of the module `worker`: it searches, writes a proof, or deduces cells."""

    def __init__(self, process: Process) -> None:
        self._process = process

    @classmethod
    async def start(cls, folder: Path, *options: str) -> WorkerProcess:
        log = folder / f"{LOG}{''.join(options)}"  # others may run in this folder at the same time
        return cls(await start("worker", str(folder), *options, log=log))

    async def follow(self, take: Callable[[dict[str, Any]], None]) -> int:
        """Pass on all messages until the process ends; return its exit status.

        It is negative if a signal has killed the process (not on Windows).
        """
        assert self._process.stdout is not None
        line = b"-"
        while line:
            # A line that is too long is left out, and so is one that was cut off by a kill.
            with suppress(ValueError):
                line = await self._process.stdout.readline()
                message = json.loads(line)
                if isinstance(message, dict):
                    take(message)
        return await self._process.wait()

    def ask_to_stop(self) -> None:
        """Close the worker's standard input: it saves its work, and ends."""
        if self._process.stdin is not None:
            self._process.stdin.close()

    async def end(self) -> None:
        """Wait for its end; after PATIENCE seconds, kill it."""
        try:
            await asyncio.wait_for(self._process.wait(), PATIENCE)
        except TimeoutError:
            await kill(self._process)
