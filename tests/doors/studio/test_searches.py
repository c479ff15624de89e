"""Searches of the studio: asked, stopped, continued, killed; as the server runs them."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import pytest

pytest.importorskip("starlette", reason="needs pip install '.[studio]'")

from starlette.testclient import TestClient

from lifesearch import check
from lifesearch.core.events import Finished, Progress
from lifesearch.doors.studio.exports import gallery_page
from lifesearch.doors.studio.folder import Folder
from lifesearch.doors.studio.server import Studio as Server
from lifesearch.doors.studio.server import application
from lifesearch.doors.studio.work import worker
from lifesearch.doors.studio.work.messages import EventMessages
from lifesearch.doors.studio.work.process import WorkerProcess
from lifesearch.doors.studio.work.searches import Searches
from lifesearch.doors.studio.work.summary import SearchSummary
from lifesearch.engines.compiled import available
from lifesearch.life.motion import Motion
from lifesearch.questions.periodic.question import Periodic

ROTOR = "???????\n???????\n????.o?\n???..?.\n???.?o?\n??o..??\n????o??"
JAM = {"kind": "oscillator", "period": "3", "drawing": ROTOR, "count": "all", "jobs": "1"}
ENDLESS = {"kind": "oscillator", "period": "37", "box": [30, 30], "jobs": "1"}
PATIENCE = 90.0


class Studio:
    """A server in this process, as a page sees it."""

    def __init__(self, client: TestClient) -> None:
        self._client = client

    def ask(self, **question: Any) -> str:
        return str(self.act("ask", **question)["name"])

    def act(self, what: str, /, **sent: Any) -> dict[str, Any]:
        answer = self._client.post(f"/api/{what}", json=sent)
        told: dict[str, Any] = answer.json()
        assert answer.status_code == 200, told
        return told

    def problem(self, what: str, /, **sent: Any) -> str:
        answer = self._client.post(f"/api/{what}", json=sent)
        assert answer.status_code == 400
        return str(answer.json()["problem"])

    def get(self, path: str) -> Any:
        return self._client.get(path)

    def look(
        self, name: str, until: Callable[[dict[str, Any], list[Any]], bool]
    ) -> tuple[dict[str, Any], list[Any]]:
        """Watch a search until something is true of it and of its answers."""
        end = monotonic() + PATIENCE
        cards: list[Any] = []
        with self._client.websocket_connect("/api/live") as live:
            live.send_json({"watch": name})
            while monotonic() < end:
                told = live.receive_json()
                if "search" in told:
                    cards = cards[: told["first"]] + told["cards"]
                    if until(told["search"], cards):
                        return told["search"], cards
        raise AssertionError("that was never true")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "studio"


@pytest.fixture
def studio(folder: Path) -> Iterator[Studio]:
    with TestClient(application(Folder.opened(str(folder)))) as client:
        yield Studio(client)


def ended(search: dict[str, Any], _: Any) -> bool:
    return bool(search["state"] != "running")


@pytest.mark.long
def test_the_jam_is_found_and_proved(studio: Studio, folder: Path) -> None:
    name = studio.ask(**JAM)
    search, cards = studio.look(name, ended)
    assert [card["name"] for card in cards] == ["jam"]
    assert search["state"] == "finished"
    assert search["sentences"] == [
        "1 found; proved: no other period-3 pattern with the given cells in a 7x7 box"
    ]
    assert search["command"].startswith(
        f"lifesearch complete searches/{name}/drawing.txt --period 3 --all"
    )
    assert (folder / "searches" / name / "drawing.txt").read_text().strip() == ROTOR
    page = studio.get(f"/api/download/{name}/page.html")
    assert "attachment" in page.headers["content-disposition"]
    assert "jam" in page.text
    picture = studio.get(f"/api/download/{name}/picture.svg?answer=0")
    assert picture.text.startswith("<svg")
    assert studio.get(f"/api/download/{name}/picture.svg?answer=7").status_code == 404
    assert studio.get(f"/api/download/{name}/proof.zip").status_code == 404
    assert studio.get(f"/api/download/{name}/..%2fstate.json").status_code == 404
    studio.act("remove", name=name)
    assert not (folder / "searches" / name).exists()
    assert "no search" in studio.problem("start", name=name)


@pytest.mark.long
def test_a_search_is_stopped_and_goes_on(studio: Studio, folder: Path) -> None:
    name = studio.ask(**ENDLESS)
    studio.look(name, lambda search, _: bool(search["progress"]))
    studio.act("stop", name=name)
    search, _ = studio.look(name, ended)
    assert search["state"] == "stopped"
    assert json.loads((folder / "searches" / name / "state.json").read_text())["state"] == "stopped"
    seconds = search["seconds"]
    studio.act("start", name=name)
    search, _ = studio.look(name, lambda s, _: s["state"] == "running" and s["seconds"] > seconds)
    studio.act("stop", name=name)


@pytest.mark.long
def test_what_was_running_goes_on_at_the_next_start(folder: Path) -> None:
    with TestClient(application(Folder.opened(str(folder)))) as client:
        studio = Studio(client)
        running, stopped = studio.ask(**ENDLESS), studio.ask(**ENDLESS)
        done = studio.ask(**JAM)
        studio.look(done, ended)
        studio.act("stop", name=stopped)
    with TestClient(application(Folder.opened(str(folder)))) as client:
        studio = Studio(client)
        assert studio.look(stopped, ended)[0]["state"] == "stopped"
        search, cards = studio.look(done, ended)
        assert ([card["name"] for card in cards], search["proved"]) == (["jam"], True)
        studio.look(running, lambda s, _: s["state"] == "running" and bool(s["progress"]))


@pytest.mark.long
def test_a_proof_is_written_and_checks(studio: Studio, tmp_path: Path) -> None:
    import io
    import zipfile

    name = studio.ask(kind="oscillator", period="3", box=[4, 4], jobs="1")
    search, _ = studio.look(name, ended)
    assert search["proved"]
    studio.act("prove", name=name)
    search, _ = studio.look(name, lambda s, _: s["proof"] not in ("", "running"))
    assert search["proof"] == "ready"
    data = studio.get(f"/api/download/{name}/proof.zip").content
    zipfile.ZipFile(io.BytesIO(data)).extractall(tmp_path / "unpacked")
    report = check(tmp_path / "unpacked" / f"proof-{name}")
    assert report.valid
    assert report.claim == "proved: no oscillator of period 3 in a 4x4 box"


@pytest.mark.slow("waits for a search after each answer")
def test_more_answers_are_found_one_by_one(studio: Studio) -> None:
    name = studio.ask(kind="still-life", box=[3, 3], jobs="1")
    _, cards = studio.look(name, ended)
    names = {card["name"] for card in cards}
    for number in (2, 3, 4):
        studio.act("start", name=name, more=1)
        _, cards = studio.look(name, lambda s, c, n=number: s["found"] == n == len(c))  # type: ignore[misc]
        studio.look(name, ended)
        names |= {card["name"] for card in cards}
    assert names == {"block", "boat", "ship", "tub"}


@pytest.mark.long
@pytest.mark.skipif(not available(), reason="needs kernels")
def test_all_rotors_of_a_window_are_listed(studio: Studio) -> None:
    """Those with a stator are patterns; what is known of the others is said."""
    name = studio.ask(kind="rotors", window="3x3", min_period="7", jobs="1")
    search, cards = studio.look(name, ended)
    assert [card["period"] for card in cards] == [7]
    assert search["proved"]
    assert search["sentences"][-1].startswith("4 found; proved: no other rotor")
    assert any(
        "periods 8, 10, 11: proved that no stator fits" in sentence
        for sentence in search["sentences"]
    )


@pytest.mark.skipif(not available(), reason="needs kernels")
def test_the_smallest_of_each_speed_are_a_table_and_cards(studio: Studio) -> None:
    """The box is as large as the drawing."""
    name = studio.ask(
        kind="smallest", rule_class="outer-totalistic", cells="3", box=[3, 3], jobs="1"
    )
    search, cards = studio.look(name, ended)
    rows = search["table"]["rows"]
    assert [row[:2] for row in rows][:2] == [["2", "period 2"], ["3", "period 4"]]
    assert {card["period"] for card in cards} >= {2, 4, 6, 12, 14, 16}
    assert search["sentences"][-1].startswith("6 found; proved: no other speed or period")


def test_a_long_period_is_built_and_known(studio: Studio) -> None:
    """The page says so, and what the catalogue has."""
    name = studio.ask(kind="oscillator", where="any", period="43", jobs="1")
    search, [found] = studio.look(name, ended)
    assert found["summary"].endswith("built, not found")
    assert any(line.startswith("note: this oscillator is built") for line in search["sentences"])
    assert "already known: p43 pi-heptomino hassler (p43), 70 cells" in search["sentences"]


@pytest.mark.slow("200 soups with a census")
def test_soups_have_a_census(studio: Studio) -> None:
    name = studio.ask(kind="soup", symmetry="D8_1", count="200", seed="1", jobs="1")
    search, cards = studio.look(name, ended)
    assert search["table"]["done"] == 200
    assert [each["name"] for each in search["table"]["columns"]][1] == "name"
    assert search["table"]["rows"][0][1] == "blinker"
    assert len(cards) == len(search["table"]["rows"]) == len(search["table"]["times"]) == 16


@pytest.mark.long
def test_an_answer_is_remembered(
    studio: Studio, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from lifesearch.catalogue.store import FOLDER_VARIABLE

    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path / "data"))
    name = studio.ask(kind="oscillator", period="2", box=[3, 3], jobs="1")
    studio.look(name, ended)
    told = studio.act("remember", name=name, answer=0)
    assert "blinker" in told["words"]
    assert studio.problem("remember", name=name, answer=5) == "there is no answer 6"
    for wrong in (None, "0", -1, 1.5):
        assert "no answer" in studio.problem("remember", name=name, answer=wrong)


def test_drawings_are_saved_and_opened(studio: Studio, folder: Path) -> None:
    assert studio.act("save", name="a.txt", text="o?\n..")["files"] == ["a.txt"]
    assert studio.act("read", file="a.txt") == {"drawing": "o?\n..", "rule": None}
    assert "already exists" in studio.problem("save", name="a.txt", text="..")
    assert studio.problem("read", file="../../etc/passwd")
    assert studio.problem("read", text="\0")
    assert studio.problem("read", text=[1])
    sleep(0)
    assert sorted(p.name for p in folder.iterdir()) == ["a.txt", "searches"]


@pytest.mark.long
def test_a_photon_of_three_states_is_completed(studio: Studio) -> None:
    drawn = "0 0\n1 1\n2 2\n\n* *\n* *\n* *"
    name = studio.ask(kind="film", rule="Brian's Brain", drawing=drawn, count="all", jobs="1")
    search, cards = studio.look(name, ended)
    assert (search["state"], search["found"]) == ("finished", 1)
    assert cards[0]["table"]["states"] == 3
    assert ["velocity", "velocity", "c/1", "c/1"] in cards[0]["details"]


@pytest.mark.long
def test_patterns_are_identified_in_words(studio: Studio) -> None:
    told = studio.act("identify", text="x = 3, y = 3, rule = B3/S23\nbo$2bo$3o!")
    assert told["words"] == "glider: spaceship of velocity c/4 diagonal"
    assert "no cell is alive" in studio.problem("identify", text="x = 1, y = 1\nb!")
    assert studio.problem("identify", text="\0")
    assert studio.problem("identify", text=None)


def test_what_takes_too_long_to_identify_is_given_up(
    studio: Studio, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("lifesearch.doors.studio.work.identify.PATIENCE", 0.0)
    assert "is not known" in studio.problem("identify", text="x = 3, y = 1\n3o!")


def test_the_question_is_kept_with_the_drawing(studio: Studio, folder: Path) -> None:
    question = {"kind": "spaceship", "where": "strip", "velocity": "c/", "new": True, "x": 1}
    studio.act("keep", drawing="o?", question=question)
    told = studio.get("/api/start").json()
    assert told["drawing"] == "o?"
    assert told["question"] == {
        "kind": "spaceship", "where": "strip", "velocity": "c/", "new": True,
    }  # fmt: skip
    studio.act("keep", drawing="oo", at=2000)
    studio.act("keep", drawing="??", at=1999)  # sent before, and late
    assert studio.get("/api/start").json()["drawing"] == "oo"
    (folder / ".last-question.json").write_text("[" * 100_000)
    assert studio.get("/api/start").json()["question"] == {}
    studio.act("keep", drawing="o?", question=[1])


def test_the_time_of_a_search_survives_a_server_that_is_killed(folder: Path) -> None:
    path = Folder.opened(str(folder)).searches / "0001-x"
    path.mkdir()
    (path / "question.json").write_text(json.dumps({"kind": "still-life", "box": [3, 3]}))
    (path / "state.json").write_text(json.dumps({"state": "stopped", "seconds": 4000.5}))
    with TestClient(application(Folder.opened(str(folder)))) as client:
        search, _ = Studio(client).look("0001-x", ended)
    assert search["seconds"] == 4000.5


def test_a_drawing_that_takes_long_to_write_does_not_replace_a_newer_one(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write = Folder.keep_drawing

    def slow(self: Folder, text: str) -> None:
        sleep(0.2 if text == "old" else 0)
        write(self, text)

    async def keep() -> str:
        monkeypatch.setattr(Folder, "keep_drawing", slow)
        server = Server(Folder.opened(str(folder)))
        old, new = {"drawing": "old", "at": 1}, {"drawing": "new", "at": 2}
        await asyncio.gather(server.keep(old), server.keep(new))
        return server.folder.last_drawing()

    assert asyncio.run(keep()) == "new"


def test_the_newest_search_comes_first(folder: Path) -> None:
    searches = Folder.opened(str(folder)).searches
    names = [f"{number}-x" for number in (10000, 9999, "0001")]
    for name in names:
        (searches / name).mkdir()
        (searches / name / "question.json").write_text(json.dumps({"kind": "still-life"}))
    found = Searches(searches)
    asyncio.run(found.load())
    assert [search.name for search in found] == names


def test_the_points_of_a_plot_are_evenly_spaced() -> None:
    now = 0.0
    summary = SearchSummary(started=0.0, clock=lambda: now)
    for quarter in range(4 * 3600):
        now = quarter / 4
        summary.take({"type": "progress", "count": quarter})
    gaps = [b[0] - a[0] for a, b in pairwise(summary.series)]
    assert len(summary.series) > 100
    assert max(gaps) <= min(gaps) + 0.25


def test_a_message_that_is_too_long_is_left_out() -> None:
    async def followed() -> tuple[int, list[dict[str, Any]]]:
        words = "print('x' * 10_000_000); print('{\"type\": \"end\"}')"
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-c", words, stdout=asyncio.subprocess.PIPE, limit=1000
        )
        messages: list[dict[str, Any]] = []
        status = WorkerProcess(process).follow(messages.append)
        return await asyncio.wait_for(status, PATIENCE), messages

    assert asyncio.run(followed()) == (0, [{"type": "end"}])


def test_a_search_on_a_cluster_is_proved_on_this_machine(tmp_path: Path) -> None:
    asked = {"kind": "still-life", "box": [2, 2], "count": "all", "cluster": "ray://nowhere:10001"}
    (tmp_path / "question.json").write_text(json.dumps(asked))
    *_, last = worker._proof(tmp_path)
    assert "to check it" in last["words"]
    assert check(tmp_path / "proof")


def test_the_page_of_soups_is_ordered_by_frequency() -> None:
    cards = [{"rle": "2o$2o!", "code": "xs4_33"}, {"rle": "3o!", "code": "xp2_7"}]
    table = {"times": {"xp2_7": 5, "xs4_33": 2}}
    page = gallery_page("soups", SearchSummary(cards=cards, table=table))
    assert 0 < page.index('"line":"5 \\u00d7') < page.index('"line":"2 \\u00d7')


def test_the_last_numbers_are_sent_at_the_end() -> None:
    reporter = EventMessages(Periodic(Motion(2), (4, 4)), 1, clock=lambda: 0.0)
    messages = [
        message
        for event in (Progress(1, 0), Progress(2, 0), Finished(0, 25, exhausted=True))
        for message in reporter.of(event)
    ]
    assert [each["count"] for each in messages if each["type"] == "progress"] == [1, 25]
