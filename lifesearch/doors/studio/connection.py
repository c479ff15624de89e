"""Updates for an open page: the list of searches, and the search that it watches.

`server` runs `follow` for each page; the searches are those of `work.searches`.

Each page says which search it watches. It is sent what has changed since the last update, a few
times a second at most. A slow page gets fewer updates, each with the newest state; no search waits
for it.
"""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from starlette.websockets import WebSocket

from lifesearch.doors.studio.work.searches import Searches

PAUSE = 0.15
"""Seconds between two updates of a page."""
CARDS_AT_ONCE = 60
"""Answers in an update at most; the others follow in the next updates."""
LONGEST_MESSAGE = 10_000
"""Characters that are read of a page's message; a valid one has only the name of a search.

A choice. Messages of more than `serve.LARGEST_MESSAGE` bytes close the connection.
"""


@dataclass
class Watching:
    """The search that a page watches (none: ""), and how much of it the page has.

    `version` and `epoch` are those of the `StudioSearch` when it was last sent, -1 before; `have`
    is the number of answers that were sent in this epoch.
    """

    name: str = ""
    version: int = -1
    epoch: int = -1
    have: int = 0

    def look(self, text: str) -> None:
        """Watch the search that a message of the page names."""
        with suppress(ValueError, RecursionError):
            sent = json.loads(text[:LONGEST_MESSAGE])
            if isinstance(sent, dict) and isinstance(sent.get("watch"), str):
                self.name, self.version, self.epoch, self.have = sent["watch"], -1, -1, 0


async def follow(socket: WebSocket, searches: Searches) -> None:
    """Send a page all that changes, until it is closed."""
    watching, changed, sent = Watching(), searches.listen(), ""
    changed.set()

    async def listen() -> None:
        with suppress(RuntimeError):  # Starlette's, if the page is gone
            while True:
                message = await socket.receive()
                if message["type"] == "websocket.disconnect":
                    return
                watching.look(message.get("text") or "")
                changed.set()

    listening = asyncio.create_task(listen())
    try:
        while not listening.done():
            waiting = asyncio.create_task(changed.wait())
            await asyncio.wait({waiting, listening}, return_when=asyncio.FIRST_COMPLETED)
            waiting.cancel()
            changed.clear()
            summaries = json.dumps({"searches": [each.summary() for each in searches]})
            if summaries != sent:
                sent = summaries
                await socket.send_text(sent)
            if await _update(socket, searches, watching):
                changed.set()
            await asyncio.sleep(PAUSE)
    finally:
        searches.forget(changed)
        listening.cancel()


async def _update(socket: WebSocket, searches: Searches, watching: Watching) -> bool:
    """Send what is new in the watched search; return whether there is more to send."""
    search = next((each for each in searches if each.name == watching.name), None)
    if search is None or search.version == watching.version:
        return False
    cards = search.account.cards
    if search.epoch != watching.epoch:
        watching.epoch, watching.have = search.epoch, 0
    some = cards[watching.have : watching.have + CARDS_AT_ONCE]
    message: dict[str, Any] = {
        "search": search.view(),
        "epoch": search.epoch,
        "first": watching.have,
        "cards": some,
    }
    watching.have += len(some)
    more_left = watching.have < len(cards)
    watching.version = -1 if more_left else search.version
    await socket.send_text(json.dumps(message))
    return more_left
