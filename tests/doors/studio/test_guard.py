"""Who may talk to the server, and what they are told."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("starlette", reason="needs pip install '.[studio]'")

from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from lifesearch.doors.studio.asking.drawing import LETTERS
from lifesearch.doors.studio.folder import Folder
from lifesearch.doors.studio.guard import LARGEST_BODY, SAFE, Guard, Guarded, Port
from lifesearch.doors.studio.server import application

TOKEN = "a-token-that-nobody-knows"
HOST = "127.0.0.1:8000"
JSON = {"content-type": "application/json"}


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    app = Guarded(application(Folder.opened(str(tmp_path))), Guard(Port(8000), TOKEN))
    with TestClient(app, base_url=f"http://{HOST}") as client:
        yield client


def test_the_page_and_its_parts_are_served_with_careful_headers(client: TestClient) -> None:
    page = client.get(f"/{TOKEN}/")
    assert page.status_code == 200
    assert page.headers["content-type"].startswith("text/html")
    for name, value in SAFE.items():
        assert page.headers[name] == value
    assert "unsafe" not in page.headers["content-security-policy"]
    assert client.get(f"/{TOKEN}/style.css").headers["content-type"].startswith("text/css")
    assert LETTERS in client.get(f"/{TOKEN}/js/drawing.js").text  # the same names on both sides
    assert "class Player" in client.get(f"/{TOKEN}/player.js").text


@pytest.mark.parametrize(
    "path",
    ["/", "/wrong/", "/api/start", f"/{TOKEN[:-1]}/", f"/{TOKEN}x/", "//", f"/x/{TOKEN}/", "/é/"],
)
def test_without_the_token_there_is_nothing(client: TestClient, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code in (403, 421)
    assert TOKEN not in answer.text


@pytest.mark.parametrize(
    "name",
    ["../server.py", "..%2fserver.py", "%2e%2e/server.py", "js/../../server.py", "server.py",
     "/etc/passwd", "index.html%00", "js", "style.css/", "__init__.py"],
)  # fmt: skip
def test_only_assets_are_served(client: TestClient, name: str) -> None:
    assert client.get(f"/{TOKEN}/{name}").status_code in (403, 404)


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"host": "evil.example:8000"}, 421),
        ({"host": "127.0.0.1:8001"}, 421),
        ({"host": "127.0.0.1"}, 421),
        ({"host": "127.0.0.1:8000.evil.example"}, 421),
        ({"origin": "http://evil.example"}, 403),
        ({"origin": "null"}, 403),
        ({"origin": "https://127.0.0.1:8000"}, 403),
        ({"origin": "http://localhost:8000"}, 403),
        ({"sec-fetch-site": "cross-site"}, 403),
        ({"sec-fetch-site": "same-site"}, 403),
        ({"sec-fetch-site": "same-origin"}, 200),
        ({"sec-fetch-site": "none"}, 200),
        ({"sec-fetch-site": "cross-site", "sec-fetch-dest": "document"}, 200),
        ({"sec-fetch-site": "cross-site", "sec-fetch-dest": "iframe"}, 403),
        ({"origin": f"http://{HOST}"}, 200),
        ({"host": "localhost:8000", "origin": "http://localhost:8000"}, 200),
    ],
)
def test_other_pages_and_other_names_are_refused(
    client: TestClient, headers: dict[str, str], status: int
) -> None:
    assert client.get(f"/{TOKEN}/api/start", headers=headers).status_code == status


def test_what_changes_something_is_json_of_our_page(client: TestClient) -> None:
    path = f"/{TOKEN}/api/check"
    ok = client.post(path, content="{}", headers=JSON)
    assert ok.status_code == 200
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""):
        assert client.post(path, content="{}", headers={"content-type": kind}).status_code == 415
    assert client.put(path, content="{}", headers=JSON).status_code == 405
    assert client.post(path, content="[1]", headers=JSON).status_code == 400
    assert client.post(path, content="{", headers=JSON).status_code == 400
    assert client.post(path, content="[" * 100_000, headers=JSON).status_code == 400


def test_requests_are_bounded(client: TestClient) -> None:
    path = f"/{TOKEN}/api/check"
    large = b'{"drawing":"' + b"?" * LARGEST_BODY + b'"}'
    assert client.post(path, content=large, headers=JSON).status_code == 413

    def pieces() -> Iterator[bytes]:
        for _ in range(50):
            yield b" " * 100_000

    assert client.post(path, content=pieces(), headers=JSON).status_code == 413


def test_a_connection_needs_token_host_and_origin(client: TestClient) -> None:
    ours = {"origin": f"http://{HOST}"}
    with client.websocket_connect(f"ws://{HOST}/{TOKEN}/api/live", headers=ours) as live:
        assert live.receive_json() == {"searches": []}
    refused: list[tuple[str, dict[str, str]]] = [
        (f"ws://{HOST}/{TOKEN}/api/live", {}),
        (f"ws://{HOST}/{TOKEN}/api/live", {"origin": "http://evil.example"}),
        (f"ws://{HOST}/{TOKEN}/api/live", {**ours, "host": "evil.example:8000"}),
        (f"ws://{HOST}/wrong/api/live", ours),
    ]
    for path, headers in refused:
        with (
            pytest.raises(WebSocketDisconnect),
            client.websocket_connect(path, headers=headers),
        ):
            pass


def test_a_body_that_says_nothing_of_its_length_is_bounded() -> None:
    """Even if the application reads it piece by piece."""
    sent: list[dict[str, Any]] = []

    async def endless() -> dict[str, Any]:
        return {"type": "http.request", "body": b"x" * 1_000_000, "more_body": True}

    async def send(message: Any) -> None:
        sent.append(message)

    async def reads_all(scope: Any, receive: Any, send: Any) -> None:
        while True:
            await receive()

    headers = [(b"host", HOST.encode()), (b"content-type", b"application/json")]
    scope = {"type": "http", "method": "POST", "path": f"/{TOKEN}/x", "headers": headers}
    asyncio.run(Guarded(reads_all, Guard(Port(8000), TOKEN))(scope, endless, send))
    assert sent[0]["status"] == 413
