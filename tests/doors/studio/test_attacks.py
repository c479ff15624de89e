"""Attacks with the token and without it: each is refused in a sentence, and does no harm."""

from __future__ import annotations

import asyncio
import json
import os
import random
import socket
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest

pytest.importorskip("starlette", reason="needs pip install '.[studio]'")

from starlette.testclient import TestClient

from lifesearch.common.errors import InputError
from lifesearch.doors.studio.asking import fields as offers
from lifesearch.doors.studio.asking.question import PageQuestion
from lifesearch.doors.studio.folder import Folder
from lifesearch.doors.studio.guard import Guard, Guarded, Port
from lifesearch.doors.studio.serve import MOST_SILENT
from lifesearch.doors.studio.server import application
from lifesearch.doors.studio.work import searches
from lifesearch.doors.studio.work.process import WorkerProcess
from tests.doors.studio.serving import serving
from tests.seeds import seeds

HALF = "\ud800"
HUGE = 10**9


class QuickWorker:
    """A search that ends at once, or never begins."""

    failing = False

    @classmethod
    async def start(cls, _: Path, *__: str) -> QuickWorker:
        if cls.failing:
            raise InputError("no process can be started: out of memory")
        return cls()

    async def follow(self, take: Any) -> int:
        take({"type": "end", "how": "finished", "found": 0, "proved": True})
        await asyncio.sleep(0)
        return 0

    def ask_to_stop(self) -> None:
        pass

    async def end(self) -> None:
        pass


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    return Folder.opened(str(tmp_path / "studio"))


@pytest.fixture
def client(folder: Folder, monkeypatch: pytest.MonkeyPatch) -> Iterator[TestClient]:
    monkeypatch.setattr(searches, "WorkerProcess", QuickWorker)
    with TestClient(application(folder)) as client:
        yield client


def posted(client: TestClient, what: str, **sent: Any) -> tuple[int, dict[str, Any]]:
    answer = client.post(f"/api/{what}", content=json.dumps(sent))
    return answer.status_code, answer.json()


@pytest.mark.parametrize("what", ["check", "ask"])
@pytest.mark.parametrize(
    "sent",
    [
        {"box": [HUGE, HUGE]},
        {"box": f"{HUGE}x1"},
        {"box": [501, 1]},
        {"kind": "soup", "box": [HUGE, 1]},
        {"drawing": "\n\n".join(["\n".join(["?" * 500] * 500)] * 4)},
    ],
)
def test_boxes_that_cannot_be_drawn(client: TestClient, what: str, sent: dict[str, Any]) -> None:
    status, told = posted(client, what, **{"kind": "oscillator", "period": "3", **sent})
    assert status == 400
    assert "at most 500x500" in told["problem"]


@pytest.mark.parametrize("name", ["é" * 79 + ".txt", "𝄞" * 75 + ".txt", "x" * 300 + ".txt"])
def test_names_that_are_too_long_for_a_disk(client: TestClient, name: str) -> None:
    for what, more in (("save", {"name": name, "text": "o"}), ("read", {"file": name})):
        status, told = posted(client, what, **more)
        if len(name.encode()) > 240:
            room = "at most 80 letters" if len(name) > 80 else "at most 240 bytes"
            assert (status, room in told["problem"]) == (400, True)
    assert client.get(f"/{'a' * 300}.js").status_code == 404


def test_half_a_letter(client: TestClient) -> None:
    for what, name in (("check", "rule"), ("save", "text"), ("read", "text"), ("stop", "name")):
        status, told = posted(client, what, **{name: f"a{HALF}b"})
        assert (status, told["problem"]) == (400, "half of a letter was sent: leave it out")


ODD = ("[]", "{", "", "[" * 100_000, "null", '{"created": []}', '{"seconds": 1e999, "cards": 5}')


@pytest.mark.long
def test_one_odd_file_in_one_folder_is_contained(
    folder: Folder, capsys: pytest.CaptureFixture[str]
) -> None:
    names = ("question.json", "state.json", "kept.json", "proof")
    for number, (name, text) in enumerate(((n, t) for n in names for t in ODD), 1):
        path = folder.searches / f"{number:04d}-odd"
        path.mkdir()
        (path / "question.json").write_text('{"kind": "soup"}')
        (path / name).write_text(text)
    (folder.searches / "0999-folder" / "question.json").mkdir(parents=True)
    with (
        TestClient(application(folder)) as client,
        client.websocket_connect("/api/live") as live,
    ):
        told = live.receive_json()["searches"]
        for search in told:
            live.send_json({"watch": search["name"]})
            assert live.receive_json()["search"]["name"] == search["name"]
    assert len(told) == 3 * len(ODD)  # where the question can be read
    left_out = capsys.readouterr().err.splitlines()
    assert len(left_out) == len(ODD) + 1
    assert left_out[-1] == (
        "note: the search 0999-folder is left out: the question in 0999-folder cannot be read"
    )


@pytest.mark.skipif(os.name == "nt", reason="folders are locked in another way there")
def test_a_disk_that_is_full_keeps_nothing_else_from_running(
    folder: Folder, client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    status, told = posted(client, "ask", kind="still-life", box=[3, 3])
    assert status == 200
    state = folder.searches / told["name"] / "state.json"
    state.write_text(json.dumps({**json.loads(state.read_text()), "state": "running"}))

    def full(*_: Any) -> None:
        raise InputError("cannot write state.json: No space left on device")

    monkeypatch.setattr("lifesearch.doors.studio.work.search.save", full)
    monkeypatch.setattr("lifesearch.doors.studio.work.searches.save", full)
    with (
        TestClient(application(folder)) as other,
        other.websocket_connect("/api/live") as live,
    ):
        [search] = live.receive_json()["searches"]
        assert search["state"] == "failed"
        live.send_json({"watch": told["name"]})
        why = "it could not be started: cannot write state.json: No space left on device"
        assert live.receive_json()["search"]["why"] == why
        status, told = posted(other, "ask", kind="still-life", box=[3, 3])
        assert (status, "No space left" in told["problem"]) == (400, True)
    assert [path.name for path in folder.searches.iterdir()] == [search["name"]]


def test_a_start_that_fails_leaves_nothing_running(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(QuickWorker, "failing", True)
    status, told = posted(client, "ask", kind="still-life", box=[3, 3])
    assert status == 400
    assert told["problem"] == (
        "the search could not be started: no process can be started: out of memory"
    )
    with client.websocket_connect("/api/live") as live:
        [search] = live.receive_json()["searches"]
    assert search["state"] == "failed"
    monkeypatch.setattr(QuickWorker, "failing", False)
    assert posted(client, "start", name=search["name"])[0] == 200


def test_a_process_that_cannot_be_started_is_an_error_in_words(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no process can be started: No such file"):
        asyncio.run(WorkerProcess.start(tmp_path / "not-there"))


def test_a_worker_that_sends_nonsense_is_a_search_that_failed(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def nonsense(_: Any, take: Any) -> int:
        take({"type": "proved", "box": 5})
        return 0

    monkeypatch.setattr(QuickWorker, "follow", nonsense)
    _, told = posted(client, "ask", kind="still-life", box=[3, 3])
    with client.websocket_connect("/api/live") as live:
        live.send_json({"watch": told["name"]})
        while "search" not in (message := live.receive_json()):
            pass
    assert message["search"]["state"] == "failed"


def test_a_proof_that_is_asked_for_twice_is_written_once(
    folder: Folder, monkeypatch: pytest.MonkeyPatch
) -> None:
    provers = 0

    class SlowlyStarted(QuickWorker):
        @classmethod
        async def start(cls, path: Path, *options: str) -> QuickWorker:
            nonlocal provers
            provers += "--proof" in options
            await asyncio.sleep(0)
            return await super().start(path, *options)

    monkeypatch.setattr(searches, "WorkerProcess", SlowlyStarted)

    async def proved_twice() -> str:
        all_searches = searches.Searches(folder.searches)
        search = await all_searches.ask(PageQuestion.of({"kind": "still-life", "box": [3, 3]}))
        while search.task is not None:
            await asyncio.sleep(0)
        monkeypatch.setattr(QuickWorker, "failing", True)
        with pytest.raises(InputError, match="out of memory"):
            await all_searches.prove(search)
        monkeypatch.setattr(QuickWorker, "failing", False)
        await asyncio.gather(all_searches.prove(search), all_searches.prove(search))
        while search.prover is not None:
            await asyncio.sleep(0.01)
        await asyncio.sleep(0.1)
        return search.proof

    assert asyncio.run(proved_twice()) == "the proof was not finished"
    assert provers == 2  # the one that failed to start, and one more


@pytest.mark.long
def test_silent_connections_do_not_shut_out_the_page(tmp_path: Path) -> None:
    pytest.importorskip("uvicorn")
    with serving(tmp_path) as (address, _), ExitStack() as stack:
        port = int(address.split(":")[2].split("/")[0])
        for number in range(420):
            silent = stack.enter_context(socket.create_connection(("127.0.0.1", port)))
            if number % 3 == 0:
                silent.sendall(b"GET /wrong/ HTTP/1.1\r\nHost: 127.0.0.1")
        for _ in range(MOST_SILENT // 20):
            with urlopen(address, timeout=20) as answer:
                assert answer.status == 200


TEXTS = (
    "", " ", "0", "1", "-1", "3", "c/4", "c/0", "1e9", "9" * 400, "x" * 3000, "\0", "\u202e", HALF,
    "ß", "٣", "²", "B3/S23", "B/S", "B0/S8", "B3/S23/64", "3457/357/5", "R2,C0,M0,S2..3,B3..3,NM",
    "D8_1", "<=20", "../..", "all", "<img>", "{0}", "%s", "5m", "1h", "40x40", "ray://", "glider",
    "{period}", "<period>", "even", "12x", "'", '"', "1" * 19,
)  # fmt: skip
DRAWINGS = (
    "", "?", "o?.\n??o\n...", "ab'?\n??A\n.o?\n\n???\n?b?\n???", "~", "'", "\n\n\n", "o" * 501,
    "?\n" * 501, "?\n\n" * 70, ".o\no?", "...\n.o.", "x = 3, y = 3\nbob$2bo$3o!",
    "x = 999999999, y = 1\n999999999o!", "[M2] (golly 4)\n", "#", "!", "$", "0 1 *", HALF,
)  # fmt: skip
NUMBERS = (0, 1, -1, 3, 64, 500, 501, 10**6, HUGE, -HUGE, 10**18, 10**30)
FRACTIONS = (0.5, -0.0, 1e308, float("nan"), float("inf"))
SIGNS = "o.?~'aA \nO*$!b0123456789"


def nasty(chance: random.Random, deep: int = 2) -> Any:
    """Anything that JSON can say."""
    some = [nasty(chance, deep - 1) for _ in range(chance.randrange(4))] if deep else []
    kinds = [
        TEXTS,
        TEXTS,
        NUMBERS,
        FRACTIONS,
        (None, True, False),
        ("".join(chance.choices(SIGNS, k=chance.randrange(40))),),
        ("".join(chr(chance.randrange(1, 0x3000)) for _ in range(chance.randrange(8))),),
        (some, {str(each): each for each in some}),
    ]
    return chance.choice(chance.choice(kinds if deep else kinds[:-1]))


def question(chance: random.Random) -> dict[str, Any]:
    """A question, some of whose fields are nonsense."""
    sent: dict[str, Any] = {
        "kind": chance.choice(list(offers.FORMS)),
        "where": chance.choice(offers.WHERE),
    }
    if chance.random() < 0.5:
        sent["drawing"] = chance.choice(DRAWINGS)
    else:
        sent["box"] = chance.choice([[4, 5], [8, 8], [HUGE, HUGE], [0, 1], [1.5, 2], "9x9", None])
    sent |= {"period": chance.choice(["2", "3", 1, 1000]), "velocity": "c/4", "width": "7"}
    for name in chance.sample([*offers.words(), "kind", "where"], k=chance.randrange(4)):
        sent[name] = nasty(chance)
    return sent


def requested(chance: random.Random, names: list[str]) -> tuple[str, bytes]:
    """Something to do, and what is sent with it."""
    what = chance.choice(ACTIONS)
    sent: Any = question(chance)
    for name in ("name", "text", "file", "drawing", "answer", "more", "replace", "as"):
        if what not in ("check", "ask") and chance.random() < 0.5:
            sent[name] = nasty(chance)
    if what not in ("check", "ask", "save") and names and chance.random() < 0.6:
        sent["name"] = chance.choice(names)
    if what in ("read", "keep") and chance.random() < 0.5:
        sent["text"] = sent["drawing"] = chance.choice(DRAWINGS)
    if chance.random() < 0.03:
        sent = nasty(chance)
    body = json.dumps(sent).encode()
    return what, chance.randbytes(chance.randrange(20)) if chance.random() < 0.02 else body


ACTIONS = (
    "check", "check", "ask", "start", "stop", "remove", "prove", "read", "save", "keep", "remember",
    "identify", "deduce",
)  # fmt: skip


@seeds(1, long=2)
def test_no_request_and_no_message_is_a_mistake_of_the_server(
    client: TestClient, seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The client raises whatever the server does not handle."""
    from lifesearch.catalogue.store import FOLDER_VARIABLE

    async def identified(text: str) -> Any:
        raise InputError(f"{len(text)} letters are not identified here: each needs a process")

    monkeypatch.setattr("lifesearch.doors.studio.server.identified", identified)
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path / "data"))
    chance = random.Random(seed)
    statuses: dict[int, int] = {}
    with client.websocket_connect("/api/live") as live:
        names: list[str] = []
        for _ in range(200):
            kind = chance.random()
            if kind < 0.1:
                message = chance.choice([json.dumps({"watch": nasty(chance)}), "[" * 9000, "{"])
                live.send_bytes(b"\xff") if kind < 0.01 else live.send_text(message)
                continue
            if kind < 0.15:
                what = chance.choice(["page.html", "patterns.rle", "picture.svg", "x", "proof.zip"])
                name = chance.choice([*names, "..", "x" * 300])
                answer = client.get(f"/api/download/{name}/{what}?answer={nasty(chance, 0)!r}")
            else:
                what, body = requested(chance, names)
                answer = client.post(f"/api/{what}", content=body)
                if what == "ask" and answer.status_code == 200:
                    names.append(answer.json()["name"])
            statuses[answer.status_code] = statuses.get(answer.status_code, 0) + 1
            assert answer.status_code in (200, 400, 404), (what, answer.text)
            if answer.status_code == 400:
                assert answer.json()["problem"]
        live.send_json({"watch": ""})
    assert min(statuses[200], statuses[400]) > 20
    assert client.get("/api/start").status_code == 200


def test_headers_of_any_kind(folder: Folder) -> None:
    app = Guarded(application(folder), Guard(Port(8000), "token"))
    with TestClient(app, base_url="http://127.0.0.1:8000") as client:
        json_type = {"content-type": "application/json"}
        for length in ("9" * 5000, "x", "-1", ""):
            answer = client.post(
                "/token/api/check", content=b"{}", headers={**json_type, "content-length": length}
            )
            assert answer.status_code == 413
        assert client.get("/wrong/").headers["connection"] == "close"
