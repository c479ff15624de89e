"""Who may talk to the server: the page that it opened, and no other client.

`serve` puts it before the application of `server`.

The server listens on this machine only, but any page that the browser shows could send requests to
it, under a name of its own if its name server plays tricks (DNS rebinding). So each request must

- be addressed to 127.0.0.1 or localhost, with our port (Host);
- come from our own page, if it says where it comes from (Origin, Sec-Fetch-Site);
- have the token, which is random in each run and the first part of the path;
- be small, and if it is a POST, be JSON, which other pages cannot send unasked.

    >>> guard = Guard(Port(8000), "secret")
    >>> guard.refusal({"host": "127.0.0.1:8000"}, "/secret/", "GET")
    >>> guard.refusal({"host": "evil.example:8000"}, "/secret/", "GET")
    (421, 'this server is 127.0.0.1:8000, and has no other name')
    >>> guard.refusal({"host": "localhost:8000"}, "/", "GET")[0]
    403
"""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable, Mapping, MutableMapping
from dataclasses import dataclass
from typing import Any

from starlette.exceptions import HTTPException

LARGEST_BODY = 4_000_000
"""Bytes of a request: a text of LARGEST_DRAWN_FILE bytes, and what JSON adds to it."""
SAFE = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
        "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "no-store",
}

# The types of an ASGI application, and of its parameters.
Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]
Refusal = tuple[int, str]
"""A status of HTTP, and a sentence."""


@dataclass
class Port:
    """The port of the server; its number is set when the server listens."""

    number: int


class TooLargeError(HTTPException):
    """A request that is larger than is allowed. Starlette answers an HTTPException itself."""


@dataclass(frozen=True)
class Guard:
    """The conditions that a request must meet."""

    port: Port
    token: str

    @classmethod
    def random(cls, port: Port) -> Guard:
        return cls(port, secrets.token_urlsafe(24))

    @property
    def hosts(self) -> tuple[str, str]:
        return f"127.0.0.1:{self.port.number}", f"localhost:{self.port.number}"

    def refusal(self, headers: Mapping[str, str], path: str, method: str) -> Refusal | None:
        """Why a request is refused; None if it is not."""
        host = headers.get("host", "")
        if host not in self.hosts:
            return 421, f"this server is {self.hosts[0]}, and has no other name"
        origin = headers.get("origin")
        if origin is not None and origin != f"http://{host}":
            return 403, "requests from other pages are refused"
        if not self._is_own(headers, method):
            return 403, "requests from other pages are refused"
        if not self._has_token(path):
            return 403, "the address has no valid token: open the address that the program printed"
        if method not in ("GET", "HEAD", "WEBSOCKET"):
            return self._change(headers, method)
        return None

    def _is_own(self, headers: Mapping[str, str], method: str) -> bool:
        """Whether the request comes from our page, or from no page: a link that was followed."""
        if method == "WEBSOCKET" and "origin" not in headers:
            return False
        site = headers.get("sec-fetch-site", "none")
        followed = headers.get("sec-fetch-dest") == "document" and method == "GET"
        return site in ("none", "same-origin") or followed

    def _has_token(self, path: str) -> bool:
        first = path.split("/")[1] if path.startswith("/") else ""
        return secrets.compare_digest(first.encode(errors="replace"), self.token.encode())

    def _change(self, headers: Mapping[str, str], method: str) -> Refusal | None:
        """Why a request that may change something is refused; None if it is not."""
        if method != "POST":
            return 405, "only GET and POST are understood"
        if headers.get("content-type", "").split(";")[0].strip() != "application/json":
            return 415, "send JSON"
        length = headers.get("content-length", "0")
        # Without a length, `_bounded` counts the bytes. `int` reads no number of 5,000 digits.
        if not length.isdecimal() or len(length) > 18 or int(length) > LARGEST_BODY:
            return 413, "the request is too large"
        return None


@dataclass(frozen=True)
class Guarded:
    """An application behind a guard; its responses have headers that restrict the browser."""

    app: App
    guard: Guard

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuse a request, or pass it on without the token."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        headers = {
            name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]
        }
        method = "WEBSOCKET" if scope["type"] == "websocket" else scope["method"]
        refusal = self.guard.refusal(headers, scope["path"], method)
        if refusal is not None:
            await _refuse(scope, send, *refusal)
            return
        inner = {**scope, "path": scope["path"][len(self.guard.token) + 1 :] or "/"}
        inner.pop("raw_path", None)  # which has the token, too
        try:
            await self.app(inner, _bounded(receive), _careful(send))
        except TooLargeError:  # from an application that does not answer it itself
            await _refuse(scope, send, 413, "the request is too large")


def _bounded(receive: Receive) -> Receive:
    """Refuse a request when more than LARGEST_BODY bytes have come."""
    size = 0

    async def bounded() -> MutableMapping[str, Any]:
        nonlocal size
        message = await receive()
        size += len(message.get("body", b"")) if message["type"] == "http.request" else 0
        if size > LARGEST_BODY:
            raise TooLargeError(413)
        return message

    return bounded


def _careful(send: Send) -> Send:
    """Add the headers of SAFE to what is sent."""

    async def careful(message: MutableMapping[str, Any]) -> None:
        if message["type"] == "http.response.start":
            there = {name for name, _ in message.get("headers", [])}
            more = [(n.encode(), v.encode()) for n, v in SAFE.items() if n.encode() not in there]
            message["headers"] = [*message.get("headers", []), *more]
        await send(message)

    return careful


async def _refuse(scope: Scope, send: Send, status: int, why: str) -> None:
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": 1008})  # against the server's policy
        return
    safe = _careful(send)
    headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"connection", b"close")]
    await safe({"type": "http.response.start", "status": status, "headers": headers})
    await safe({"type": "http.response.body", "body": f"{why}\n".encode()})
