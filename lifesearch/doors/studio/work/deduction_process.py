"""The server's end of the deduction process (the module `deduce`): one for all pages.

While a person draws, the page asks which cells follow from the drawn ones.
"""

from __future__ import annotations

import asyncio
import json
from asyncio.subprocess import Process
from typing import Any

from lifesearch.common.errors import InputError
from lifesearch.doors.studio.work.process import kill, start

PATIENCE = 60.0
"""Seconds for an answer; after that the process is killed. A choice, as all pages wait for it."""
LONGEST_DEDUCED = 100_000
"""Characters of a drawing that is sent to the process, which has a limit of cells (MOST_CELLS)."""


class DeductionProcess:
    """Sends questions to the process, and returns its answers; starts another if it has died."""

    def __init__(self) -> None:
        self._process: Process | None = None
        self._lock = asyncio.Lock()

    async def answer(self, sent: dict[str, Any]) -> dict[str, Any]:
        """What follows from a drawing: see `deduce.Deduction.answer`.

        `sent` are the fields of the page's form, with the text of the "drawing". If no cells are
        deduced, the answer has only "why". It is empty if the drawing is missing or too large, the
        form has errors, or the process fails.
        """
        drawing = sent.get("drawing")
        if not isinstance(drawing, str) or not drawing or len(drawing) > LONGEST_DEDUCED:
            return {}
        async with self._lock:
            try:
                process = self._process = self._process or await start("deduce")
                assert process.stdin is not None
                assert process.stdout is not None
                process.stdin.write(json.dumps(sent).encode() + b"\n")
                await process.stdin.drain()
                line = await asyncio.wait_for(process.stdout.readline(), PATIENCE)
                answer: dict[str, Any] = json.loads(line)
            except (InputError, OSError, ValueError, TimeoutError):
                await self.close()
                return {}
            return answer

    async def close(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            await kill(process)
