"""The process that follows the drawing, as the server sees it: one for all pages."""

from __future__ import annotations

import asyncio
import json
from asyncio.subprocess import Process
from typing import Any

from lifesearch.errors import InputError
from lifesearch.studio.work.process import kill, start

PATIENCE = 60.0
LONGEST_DRAWING = 100_000


class Deducer:
    """Has answers to one question after the other; if its process dies, another is started."""

    def __init__(self) -> None:
        self._process: Process | None = None
        self._lock = asyncio.Lock()

    async def answer(self, sent: dict[str, Any]) -> dict[str, Any]:
        """What follows from a drawing; nothing if that cannot be said while one draws."""
        drawing = sent.get("drawing")
        if not isinstance(drawing, str) or not drawing or len(drawing) > LONGEST_DRAWING:
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
