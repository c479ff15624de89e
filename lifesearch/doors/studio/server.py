"""The server's routes: searches, drawings and files as JSON, for the page alone.

`serve` runs the application; `guard` lets only the page's requests through to it.
"""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from lifesearch import __version__
from lifesearch.common.errors import InputError
from lifesearch.common.limits import LARGEST_DRAWN_FILE
from lifesearch.core.options.readers import cores
from lifesearch.doors.python.pattern import Pattern
from lifesearch.doors.studio import exports
from lifesearch.doors.studio.asking import fields as offers
from lifesearch.doors.studio.asking.drawing import Drawing, as_drawing
from lifesearch.doors.studio.asking.feedback import check, in_plain_words
from lifesearch.doors.studio.asking.question import PageQuestion, as_typed
from lifesearch.doors.studio.connection import follow
from lifesearch.doors.studio.folder import Folder
from lifesearch.doors.studio.work.deduction_process import DeductionProcess
from lifesearch.doors.studio.work.identify import identified
from lifesearch.doors.studio.work.search import StudioSearch
from lifesearch.doors.studio.work.searches import Searches
from lifesearch.life.rules.names import NAMES
from lifesearch.running.registry import listed

TYPES = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
}
SHARED = {"life.js", "player.js"}
"""Scripts that the gallery's page has, too."""
MOST_IDENTIFIED = 2
"""Patterns that are identified at the same time, each in a process; a choice."""

Handler = Callable[[Any], Awaitable[Any]]


class Studio:
    """The folder with its searches, and a method for each action of the page.

    What may take seconds, such as reading a drawing, is done in a thread: other requests go on.
    """

    def __init__(self, folder: Folder) -> None:
        self.folder = folder
        self.searches = Searches(folder.searches)
        self.identifying = asyncio.Semaphore(MOST_IDENTIFIED)
        self.deducer = DeductionProcess()
        self.keeping = asyncio.Lock()
        self.kept_at = 0  # the time, by the page's clock, at which it sent what `keep` has kept

    async def check(self, sent: dict[str, Any]) -> Any:
        """What can be asked, and the command that asks the same."""
        return await asyncio.to_thread(lambda: check(PageQuestion.of(sent)))

    async def ask(self, sent: dict[str, Any]) -> Any:
        question = await asyncio.to_thread(PageQuestion.of, sent)
        return {"name": (await self.searches.ask(question)).name}

    async def start(self, sent: dict[str, Any]) -> Any:
        """Continue a search, perhaps for more answers."""
        more = sent.get("more", 0)
        await self.searches.start(self._search(sent), more=more if isinstance(more, int) else 0)
        return {}

    async def stop(self, sent: dict[str, Any]) -> Any:
        await self.searches.stop(self._search(sent))
        return {}

    async def remove(self, sent: dict[str, Any]) -> Any:
        await self.searches.remove(self._search(sent))
        return {}

    async def prove(self, sent: dict[str, Any]) -> Any:
        await self.searches.prove(self._search(sent))
        return {}

    async def read(self, sent: dict[str, Any]) -> Any:
        """A text that was pasted, a file of the folder, or a pattern by its name, as a drawing."""
        text = sent.get("text")
        if "named" in sent:
            text = (await asyncio.to_thread(Pattern.named, sent["named"])).rle
        elif text is None:
            text = await asyncio.to_thread(self.folder.read, sent.get("file"))
        drawing, rule = await asyncio.to_thread(as_drawing, _pasted(text))
        return {"drawing": drawing, "rule": rule}

    async def keep(self, sent: dict[str, Any]) -> Any:
        """Keep the drawing and the question for the next visit, unless newer ones are kept."""
        at = sent.get("at", self.kept_at)
        async with self.keeping:
            drawing = await asyncio.to_thread(Drawing.parse, str(sent.get("drawing", "")))
            if isinstance(at, int) and at >= self.kept_at:
                self.kept_at = at
                await asyncio.to_thread(self.folder.keep_drawing, drawing.text)
                await asyncio.to_thread(self.folder.keep_question, as_typed(sent.get("question")))
        return {}

    async def save(self, sent: dict[str, Any]) -> Any:
        """Write a drawing, or a pattern, to a file of the folder."""
        text = sent.get("text")
        if not isinstance(text, str) or not text.strip():
            raise InputError("there is nothing to save")
        replace = sent.get("replace") is True
        await asyncio.to_thread(self.folder.write, sent.get("name"), text, replace=replace)
        return {"files": await asyncio.to_thread(self.folder.names)}

    async def remember(self, sent: dict[str, Any]) -> Any:
        card, name = self._search(sent).card(sent.get("answer")), sent.get("as", "")
        if not isinstance(name, str):
            raise InputError("a name is a text")
        return {"words": await asyncio.to_thread(exports.remember, card, name)}

    async def identify(self, sent: dict[str, Any]) -> Any:
        text = _pasted(sent.get("text"))
        async with self.identifying:
            return await identified(text)

    async def deduce(self, sent: dict[str, Any]) -> Any:
        return await self.deducer.answer(sent)

    def _search(self, sent: dict[str, Any]) -> StudioSearch:
        return self.searches[str(sent.get("name", ""))]


def _pasted(text: object) -> str:
    if not isinstance(text, str) or len(text) > LARGEST_DRAWN_FILE:
        raise InputError("paste a text of at most 3 MB")
    return text


def application(folder: Folder) -> Starlette:
    """The application with all routes, without its guard."""
    studio = Studio(folder)
    actions = (
        studio.check, studio.ask, studio.start, studio.stop, studio.remove, studio.prove,
        studio.read, studio.save, studio.keep, studio.remember, studio.identify,
        studio.deduce,
    )  # fmt: skip

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        for note in await studio.searches.load():
            print(note, file=sys.stderr, flush=True)
        yield
        await studio.deducer.close()
        await studio.searches.close()

    async def start_page(_: Request) -> Response:
        names: list[str] = []
        text = ""
        with suppress(InputError):
            names = await asyncio.to_thread(folder.names)
        async with studio.keeping:  # the previous page may still be saving its drawing
            with suppress(InputError):
                text = Drawing.parse(await asyncio.to_thread(folder.last_drawing)).text
            question = as_typed(await asyncio.to_thread(folder.last_question))
        named = await asyncio.to_thread(names_in_catalogues)
        here = {
            "named": named,
            "files": names,
            "folder": str(folder.path),
            "drawing": text,
            "question": question,
        }
        return JSONResponse({**starting_values(), **here})

    async def download(request: Request) -> Response:
        try:
            search = studio.searches[request.path_params["name"]]
            number = int(request.query_params.get("answer", "0"))
            return await exports.download(search, request.path_params["what"], number)
        except (InputError, ValueError) as error:
            return JSONResponse({"problem": str(error)}, 404)

    async def live(socket: WebSocket) -> None:
        await socket.accept()
        with suppress(WebSocketDisconnect, RuntimeError):  # the page is gone
            await follow(socket, studio.searches)

    return Starlette(
        routes=[
            *(Route(f"/api/{each.__name__}", _action(each), methods=["POST"]) for each in actions),
            Route("/api/start", start_page),
            Route("/api/download/{name}/{what}", download),
            WebSocketRoute("/api/live", live),
            Route("/{file:path}", _asset),
        ],
        lifespan=lifespan,
    )


def _action(act: Handler) -> Callable[[Request], Awaitable[Response]]:
    """The response to a POST request; bad input becomes a sentence."""

    async def handler(request: Request) -> Response:
        try:
            sent = json.loads(await request.body())
            # JSON may have half of a surrogate pair, which no file could hold.
            json.dumps(sent, ensure_ascii=False).encode()
        except UnicodeEncodeError:
            return JSONResponse({"problem": "half of a letter was sent: leave it out"}, 400)
        except (ValueError, RecursionError):
            sent = None
        if not isinstance(sent, dict):
            return JSONResponse({"problem": "send an object as JSON"}, 400)
        try:
            return JSONResponse(await act(sent))
        except InputError as error:
            return JSONResponse({"problem": in_plain_words(error)}, 400)

    return handler


async def _asset(request: Request) -> Response:
    """A file of the page, all of which are in the package."""
    asset = _assets().get(request.path_params["file"] or "index.html")
    if asset is None:
        return Response("there is no such file\n", 404)
    media_type = TYPES[asset.name[asset.name.rfind(".") :]]
    return Response(asset.read_bytes(), headers={"content-type": media_type})


def names_in_catalogues() -> list[str]:
    """The names of patterns that can be inserted, of both catalogues."""
    from lifesearch.catalogue.user import all_entries

    return sorted({name for entry in all_entries() for name in entry.names}, key=str.lower)


@cache
def _assets() -> dict[str, Traversable]:
    """The files of the page by their addresses."""
    own, shared = (
        files("lifesearch.doors.studio") / "assets",
        files("lifesearch.show.gallery") / "assets",
    )
    named = {each.name: each for each in own.iterdir() if each.is_file()}
    scripts = {f"js/{each.name}": each for each in (own / "js").iterdir()}
    return {**named, **scripts, **{name: shared / name for name in SHARED}}


@cache
def starting_values() -> dict[str, Any]:
    """The version, the names of rules, how many cores there are, and the words of the form."""
    return {
        "version": __version__,
        "rules": sorted(NAMES),
        "cores": cores(),
        "fields": offers.words(),
        "forms": [form.for_page() for form in offers.FORMS.values()],
        "engines": listed("does"),
        "pictures": exports.possible_pictures(),
    }
