"""A search in soups: the same census with any number of workers, killed and resumed."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from multiprocessing import active_children
from pathlib import Path

import pytest

from lifesearch.common.errors import InputError
from lifesearch.core.events import Event, Finished, Found, Lost, Progress
from lifesearch.engines.soups.census import Census
from lifesearch.engines.soups.search import take_census
from lifesearch.engines.soups.worker import SoupsCounted, SoupWork
from lifesearch.life.rules.rule import Rule
from lifesearch.life.symmetry import Symmetry
from lifesearch.questions.soups.checkpoint import SoupCheckpoint
from lifesearch.questions.soups.events import SoupsRun
from lifesearch.questions.soups.question import SoupAnswer, SoupQuery
from lifesearch.running.options import Checkpoint, RunOptions
from lifesearch.running.process import SolversDied
from lifesearch.running.session.file import Session
from lifesearch.running.session.history import read_history
from tests.searching import begun_session, run, search_events
from tests.sessions import opened, sealed

QUERY = SoupQuery(symmetries=(Symmetry.parse("D8_1"), Symmetry.parse("C2_4")), seed=5, most=12)
SOUPS = 300


@pytest.fixture(autouse=True)
def short_ranges(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(SoupWork, "shortest", 16)


@pytest.fixture(scope="module")
def whole() -> Census:
    return take_census(QUERY.soups, 0, SOUPS)


def census(events: Iterable[Event]) -> Census:
    return sum((e.census for e in events if isinstance(e, SoupsRun)), Census())


def objects(events: Iterable[Event]) -> list[SoupAnswer]:
    found = [a for e in events if isinstance(e, Found) for a in e.answers]
    assert all(isinstance(a, SoupAnswer) for a in found)
    return found  # type: ignore[return-value]


@pytest.mark.parametrize("jobs", [1, 2, 3])
def test_the_census_does_not_depend_on_workers(jobs: int, whole: Census) -> None:
    events = list(run(QUERY, RunOptions(SOUPS, jobs)))
    assert census(events) == whole
    ranges = sorted((e.start, e.stop) for e in events if isinstance(e, SoupsRun))
    assert [a for a, _ in ranges] == [0, *(b for _, b in ranges[:-1])]
    assert ranges[-1][1] == SOUPS
    codes = [item.apgcode for item in objects(events)]
    assert sorted(codes) == sorted(whole.counts)
    assert events[-1] == Finished(len(codes), SOUPS, exhausted=False)


def test_a_cell_in_each_soup_leaves_no_objects() -> None:
    query = replace(QUERY, symmetries=(), least=1, most=1)
    assert ", 1 cell wide, " in query.where()
    notes = {each.note for each in run(query, RunOptions(64, 1)) if isinstance(each, Progress)}
    assert notes <= {"no soup is done yet", "no objects"}


def test_objects_are_told_before_they_are_counted() -> None:
    known: set[str] = set()
    for event in run(QUERY, RunOptions(SOUPS, 2)):
        known |= {item.apgcode for item in objects([event])}
        if isinstance(event, SoupsRun):
            assert set(event.census.counts) <= known


def test_ranges_that_were_run_before_are_left_out(whole: Census) -> None:
    parts = [(40, 41), (100, 230), (0, 7), (290, 400)]
    before = tuple(SoupsRun(a, b, take_census(QUERY.soups, a, b)) for a, b in parts)
    events = list(run(QUERY, RunOptions(400, 2), Checkpoint(extra=SoupCheckpoint(before))))
    assert census([*before, *events]) == take_census(QUERY.soups, 0, 400)
    fewer = list(run(QUERY, RunOptions(250, 2), Checkpoint(extra=SoupCheckpoint(before))))
    assert census(fewer).tally.soups == 250 - 1 - 130 - 7
    done = list(run(QUERY, RunOptions(5, 2), Checkpoint(extra=SoupCheckpoint(before))))
    assert [type(event) for event in done] == [Finished]


def test_dead_workers_are_replaced(whole: Census) -> None:
    events, killed = [], 0
    for event in run(QUERY, RunOptions(SOUPS, 2)):
        events.append(event)
        if isinstance(event, SoupsRun) and killed < 2:
            killed += 1
            os.kill(active_children()[0].pid or 0, signal.SIGKILL)
    assert census(events) == whole
    assert any(isinstance(event, Lost) for event in events)


def test_soups_that_kill_every_worker_end_the_search() -> None:
    def kill_all() -> None:
        for event in run(QUERY, RunOptions(10**6, 1)):
            if isinstance(event, Progress):
                for child in active_children():
                    os.kill(child.pid or 0, signal.SIGKILL)

    with pytest.raises(SolversDied):
        kill_all()


@pytest.mark.skipif(sys.platform != "linux", reason="workers are forked")
def test_one_range_that_kills_every_worker_ends_the_search(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Though the other worker counts other ranges meanwhile."""
    count = SoupWork.task_function

    def deadly(work: SoupWork) -> Callable[[range], Iterator[int | SoupsCounted]]:
        counted = count(work)

        def task(soups: range) -> Iterator[int | SoupsCounted]:
            if 100 in soups:
                os.kill(os.getpid(), signal.SIGKILL)
            return counted(soups)

        return task

    monkeypatch.setattr(SoupWork, "task_function", deadly)

    def search() -> None:
        for event in run(QUERY, RunOptions(10**6, 2)):
            assert not isinstance(event, SoupsRun) or event.stop < 10**4

    message = "3 solvers failed on soups 96 to 111: the last one was ended by SIGKILL"
    with pytest.raises(SolversDied, match=message):
        search()


def test_a_session_that_was_cut_off_anywhere_leads_to_the_same_census(
    tmp_path: Path, whole: Census
) -> None:
    file = tmp_path / "s"
    options = RunOptions(SOUPS, 2)
    with begun_session(str(file), QUERY, options) as session:
        events = list(search_events(QUERY, options, session))
    assert census(events) == whole
    data = file.read_bytes()
    lines = data.splitlines(keepends=True)
    for kept in (2, len(lines) // 2, len(lines)):
        torn = b"".join(lines[:kept]) + (lines[kept][:20] if kept < len(lines) else b"")
        file.write_bytes(torn)
        with Session.resume(str(file)) as session:
            assert session.query == QUERY
            again = list(search_events(session.query, RunOptions(session.count, 2), session))
        assert census(again) == whole
        codes = [item.apgcode for item in objects(again)]
        assert sorted(codes) == sorted(whole.counts)
    history = read_history(str(file))
    assert {s.name: s.values[-1] for s in history.series} == {
        "soups": SOUPS,
        "objects": whole.objects,
        "found": len(whole.counts),
    }
    assert history.complete
    with Session.resume(str(file)) as session:
        more = search_events(session.query, RunOptions(2 * SOUPS, 1), session)
        assert any(isinstance(event, SoupsRun) and event.start >= SOUPS for event in more)
    assert not read_history(str(file)).complete


def test_records_that_cannot_have_been_written_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "s"
    options = RunOptions(40, 1)
    with begun_session(str(file), QUERY, options) as session:
        list(search_events(QUERY, options, session))
    records = opened(file.read_bytes())
    at = next(i for i, record in enumerate(records) if "soups" in record)
    good = records[at]
    code = next(iter(good["objects"]))
    bad: list[dict[str, object]] = [
        {"soups": [0, good["soups"][1] + 1]},
        {"soups": [3, 3]},
        {"soups": [0]},
        {"ended": [*good["ended"][:-1], -1]},
        {"objects": {code: [0, 0]}},
        {"objects": {code: [1, 10**6]}},
        {"objects": {"block": [1, 0]}},
        {"objects": [1]},
    ]
    for change in bad:
        file.write_bytes(sealed([*records[:at], good | change]))
        with pytest.raises(InputError, match=f"line {at + 1}: this is not a record"):
            Session.resume(str(file)).__enter__()
    file.write_bytes(sealed([*records, good]))
    with pytest.raises(InputError, match="this is not a record"):
        Session.resume(str(file)).__enter__()
    found = next(i for i, record in enumerate(records) if "found" in record)
    for cells in ("3o!", "2o4b2o$2o4b2o!", "o!"):
        twice = [[[0, 0, cells], 3]]
        changed = records[found] | {"found": twice}
        file.write_bytes(sealed([*records[:found], changed]))
        if cells == "3o!":
            with Session.resume(str(file)) as session:
                assert objects(session.events)[0].apgcode == "xp2_7"
            continue
        with pytest.raises(InputError, match="this is not an answer to its question"):
            Session.resume(str(file)).__enter__()


def test_a_seed_that_nobody_chose_is_the_sessions(tmp_path: Path) -> None:
    file, options = tmp_path / "s", RunOptions(10)
    with begun_session(str(file), QUERY, options, as_recorded=True):
        pass
    other = replace(QUERY, seed=6)
    with begun_session(str(file), other, options, as_recorded=True) as session:
        assert session.query == QUERY
    with (
        pytest.raises(InputError, match=r"seed 5, and not .* seed 6"),
        begun_session(str(file), other, options),
    ):
        pass


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"rule": Rule.parse("B0/S7")}, "B0"),
        ({"seed": -1}, "seed"),
        ({"seed": 2**70}, "seed"),
        ({"density": float("nan")}, "density"),
        ({"density": 1}, "density"),
        ({"least": 0}, "side"),
        ({"most": 101}, "side"),
        ({"symmetries": ("C1",)}, "symmetries"),
    ],
)
def test_soups_that_make_no_sense_are_refused(options: dict[str, object], words: str) -> None:
    with pytest.raises(InputError, match=words):
        SoupQuery(**options)  # type: ignore[arg-type]
