"""Run the server, and open the page.

`lifesearch studio` calls `serve`; the routes are in `server`.
"""

from __future__ import annotations

import asyncio
import os
import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from lifesearch.common.errors import InputError, OptionError
from lifesearch.common.file_lock import claimed
from lifesearch.doors.studio.folder import Folder

LOCK = ".studio.lock"
LARGEST_MESSAGE = 65_536
"""Bytes of a message of an open page, which is the name of a search; a choice."""
MOST_SILENT = 100
"""Connections without a request, at most: a browser has a few of them."""
MISSING = (
    "the studio needs Starlette, uvicorn and websockets: pip install starlette uvicorn websockets"
)


def require_packages() -> None:
    """Raise an InputError that names the packages needed, if any is missing."""
    try:
        import starlette  # noqa: F401
        import uvicorn  # noqa: F401
        import websockets  # noqa: F401
    except ImportError as error:
        raise InputError(MISSING) from error


def serve(name: str, port: int, *, browser: bool) -> None:
    """Serve a folder on this machine until Ctrl-C."""
    require_packages()
    import uvicorn

    from lifesearch.doors.studio.guard import Guard, Guarded, Port
    from lifesearch.doors.studio.server import application

    folder = Folder.opened(name)
    with _locked(folder), _listening(port) as listening:
        number = listening.getsockname()[1]
        guard = Guard.random(Port(number))
        address = f"http://127.0.0.1:{number}/{guard.token}/"
        config = uvicorn.Config(
            Guarded(application(folder), guard),
            http=impatient_protocol(),
            backlog=MOST_SILENT,
            log_level="critical",
            access_log=False,
            server_header=False,
            ws_max_size=LARGEST_MESSAGE,
            timeout_graceful_shutdown=1,  # seconds: open pages would keep their connections
            lifespan="on",
        )
        with suppress(KeyboardInterrupt):
            print(f"the studio is at {address}", flush=True)
            print(f"its files are in {folder.path}; Ctrl-C ends it", file=sys.stderr, flush=True)
            if browser:
                import webbrowser

                webbrowser.open(address)
            server = uvicorn.Server(config)
            server.run(sockets=[listening])
            if not server.started:
                raise InputError(f"the studio could not start with the files in {folder.path}")
    print("running searches continue at the next start", file=sys.stderr)


def impatient_protocol() -> type[asyncio.Protocol]:
    """An HTTP protocol that closes connections without a request, if there are too many of them.

    The oldest is closed first. So a client without the token cannot shut out the page by many
    connections: its requests are refused, too.
    """
    from uvicorn.protocols.http.h11_impl import H11Protocol

    class Impatient(H11Protocol):
        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
            self.began = self.loop.time()
            super().connection_made(transport)
            silent: list[Any] = [
                each
                for each in self.connections
                if isinstance(each, Impatient)
                and each.cycle is None
                and not each.transport.is_closing()
            ]
            if len(silent) > MOST_SILENT:
                min(silent, key=lambda each: each.began).transport.close()

    return Impatient


@contextmanager
def _listening(port: int) -> Iterator[socket.socket]:
    """A socket of this machine only; port 0 is any that is free."""
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as listening:
        # So a port that was just used is free. On Windows other programs could take it, too.
        if os.name == "posix":
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind(("127.0.0.1", port))
            listening.listen(MOST_SILENT)  # the page may connect as soon as the address is printed
        except OSError as error:
            raise OptionError(
                "port {} cannot be used: {}; give another <port>, or none", port, error.strerror
            ) from error
        yield listening


@contextmanager
def _locked(folder: Folder) -> Iterator[None]:
    """One server for one folder."""
    path = Path(folder.path, LOCK)
    try:
        file = os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0), 0o600)
    except OSError as error:
        raise InputError(f"cannot write {path}: {error.strerror}") from error
    try:
        if not claimed(file):
            raise InputError(
                f"another studio is open on {folder.path}: use that, or another folder"
            )
        yield
    finally:
        os.close(file)
