"""A worker's process, as the server sees it: messages come out of it, and it can be stopped."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from lifesearch.errors import InputError
from lifesearch.signals import flags_apart

LONGEST_LINE = 2**26
PATIENCE = 15.0
LOG = "worker.log"


class WorkerProcess:
    """A search that runs, or the writing of a proof."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process

    @classmethod
    async def start(cls, folder: Path, *options: str) -> WorkerProcess:
        """Start the worker of a search; Ctrl-C on the terminal is for the server only.

        InputError if it cannot be started.
        """
        try:
            return await cls._started(folder, *options)
        except OSError as error:
            raise InputError(f"no process can be started: {error.strerror or error}") from error

    @classmethod
    async def _started(cls, folder: Path, *options: str) -> WorkerProcess:
        with (folder / f"{LOG}{''.join(options)}").open("wb") as log:
            process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-P",  # modules are not looked for where the studio was started
                "-m",
                "lifesearch.studio.work.worker",
                str(folder),
                *options,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=log,
                limit=LONGEST_LINE,
                env=environment(),
                start_new_session=True,
                creationflags=flags_apart(),
            )
        return cls(process)

    async def follow(self, take: Callable[[dict[str, Any]], None]) -> int:
        """Pass on all messages until the process ends; return its exit status."""
        assert self._process.stdout is not None
        with suppress(ValueError):  # a line without end
            while line := await self._process.stdout.readline():
                with suppress(ValueError):  # cut off when it was killed
                    message = json.loads(line)
                    if isinstance(message, dict):
                        take(message)
        return await self._process.wait()

    def ask_to_stop(self) -> None:
        """Let it end in good order."""
        if self._process.stdin is not None:
            self._process.stdin.close()

    async def end(self) -> None:
        """Wait for its end; after some time, do not wait any more."""
        try:
            await asyncio.wait_for(self._process.wait(), PATIENCE)
        except TimeoutError:
            with suppress(ProcessLookupError):
                self._process.kill()
            await self._process.wait()


def environment() -> dict[str, str]:
    """The environment of a worker, which is to find the same lifesearch."""
    import lifesearch

    ours = str(Path(lifesearch.__file__).parents[1])
    others = [path for path in os.environ.get("PYTHONPATH", "").split(os.pathsep) if path]
    return {**os.environ, "PYTHONPATH": os.pathsep.join([ours, *others])}
