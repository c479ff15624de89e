"""Strips by row tables: the same verdicts with any number of workers, killed and resumed."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from itertools import islice
from multiprocessing import active_children
from pathlib import Path
from typing import Any

import pytest

from lifesearch.common.errors import InputError
from lifesearch.core.answer import Answer
from lifesearch.core.events import (
    Event,
    Finished,
    Found,
    Lost,
    Partial,
    Progress,
    Searched,
    Snapshot,
)
from lifesearch.core.question import PatternQuery
from lifesearch.engines.rows import checkpoint
from lifesearch.engines.rows.search import RowSearch
from lifesearch.engines.rows.shared.division import merged
from lifesearch.engines.sat.solving.alternation import TimeShare
from lifesearch.engines.sat.solving.configuration import FixedSettings
from lifesearch.life.motion import Motion
from lifesearch.life.orientation import Orientation
from lifesearch.life.pattern import Pattern
from lifesearch.life.strip_symmetry import Mirror
from lifesearch.life.symmetry import Symmetry
from lifesearch.proofs.check import check
from lifesearch.proofs.folder import with_proof
from lifesearch.questions.periodic.question import Periodic
from lifesearch.questions.strips.coordinators import shared_search
from lifesearch.questions.strips.coordinators.table_search import SharedDeepening
from lifesearch.questions.strips.question import Strip
from lifesearch.running.choose import plan_of
from lifesearch.running.options import Checkpoint, RunOptions
from lifesearch.running.process import SolversDied
from lifesearch.running.session.file import Session
from lifesearch.running.verdict import Verdict
from tests.searching import begun_session, run, search_events

pytestmark = pytest.mark.usefixtures("kernels_loaded")

NONE = Strip(13, Motion(5, dy=-2), Mirror.MIRRORED)
TURTLE = Strip(12, Motion(3, dy=-1), Mirror.MIRRORED)
TABLES = RunOptions(1, engine="tables")


@pytest.fixture(autouse=True)
def snapshots_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checkpoint, "LEAST_INTERVAL", 0.0)
    monkeypatch.setattr(checkpoint, "SNAPSHOT_SHARE", 0)


@pytest.fixture(autouse=True)
def parts_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shared_search, "LEAST_WORK", 0)
    monkeypatch.setattr("lifesearch.engines.rows.worker.LEAST_STATES", 4)
    monkeypatch.setattr("lifesearch.engines.rows.worker.ROWS_PER_STATE", -1)
    # Workers report after so many rows, on fast machines and slow ones: several reports are sent.
    monkeypatch.setattr("lifesearch.engines.rows.worker.TIME_SLICE", 0.0)
    monkeypatch.setattr("lifesearch.engines.rows.worker.ROWS_AT_ONCE", 20_000)


def answers(events: list[Event]) -> list[Answer]:
    return [a for e in events if isinstance(e, Found) for a in e.answers if isinstance(a, Answer)]


@pytest.mark.parametrize("jobs", [1, 2, 3])
def test_verdicts(jobs: int) -> None:
    *_, end = run(NONE, replace(TABLES, jobs=jobs))
    assert isinstance(end, Finished)
    assert (end.found, end.exhausted) == (0, True)
    events = list(run(TURTLE, replace(TABLES, jobs=jobs)))
    (turtle,) = answers(events)
    assert turtle.pattern.box[2:] == (10, 12)
    assert any(isinstance(event, Partial) for event in events)


@pytest.mark.parametrize("jobs", [2, pytest.param(3, marks=pytest.mark.long)])
def test_workers_have_parts_and_stop_anywhere(
    jobs: int, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """States change hands; the verdict is the same after any snapshot, with any number of jobs."""
    strip, given = replace(NONE, width=11), list[int]()
    monkeypatch.setattr(checkpoint, "LEAST_INTERVAL", 0.01)  # between two, claims are sent

    def counted(parts: list[Any], tried: int) -> Any:
        given.append(len(parts))
        return merged(parts, tried)

    monkeypatch.setattr(shared_search, "merged", counted)
    file, options = str(tmp_path / "s"), replace(TABLES, jobs=jobs)
    with begun_session(file, strip, options) as session:
        cut(session.record(run(strip, options, session.checkpoint)), 3)
    for others in (jobs, 1):
        with Session.resume(file) as again:
            *_, end = run(strip, replace(TABLES, jobs=others), again.checkpoint)
        assert isinstance(end, Finished)
        assert (end.found, end.exhausted) == (0, True)
    assert max(given) > 1


@pytest.mark.skipif(sys.platform != "linux", reason="workers are forked")
@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.parametrize("strip", [NONE, replace(TURTLE, max_length=15)], ids=["shared", "led"])
def test_a_search_that_kills_all_its_workers_is_given_up(
    jobs: int, strip: Strip, monkeypatch: pytest.MonkeyPatch
) -> None:
    def killed(search: RowSearch, budget: int = 0) -> None:
        os.kill(os.getpid(), signal.SIGKILL)

    monkeypatch.setattr(RowSearch, "advance", killed)
    with pytest.raises(SolversDied, match="this in a row: the last one was ended by SIGKILL"):
        list(run(strip, replace(TABLES, jobs=jobs)))


def test_what_tables_cannot_do_is_done_by_sat() -> None:
    glider = Strip(4, Motion(4, dx=-1, dy=-1))
    assert "straight up" in glider.no_tables()
    assert answers(list(run(glider, RunOptions(1))))
    with pytest.raises(InputError, match="straight up"):
        list(run(glider, TABLES))


def cut(events: Iterator[Event], snapshots: int) -> list[Event]:
    """The events up to the so-many-th snapshot; what comes after it is lost."""
    seen: list[Event] = []
    for event in events:
        seen.append(event)
        snapshots -= isinstance(event, Snapshot)
        if not snapshots:
            break
    return seen


@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.parametrize("snapshots", [1, 2, 5])
def test_a_search_goes_on_from_a_snapshot(snapshots: int, jobs: int, tmp_path: Path) -> None:
    query = replace(TURTLE, max_length=15)
    options = RunOptions(None, jobs, engine="tables")
    whole = answers(list(run(query, options)))
    assert whole
    file = str(tmp_path / "s")
    with begun_session(file, query, options) as session:
        cut(session.record(run(query, options, session.checkpoint)), snapshots)
    with Session.resume(file) as session:
        rest = list(session.record(run(query, options, session.checkpoint)))
        again = [*answers(list(session.checkpoint.found)), *answers(rest)]
    assert [answer.pattern for answer in again] == [answer.pattern for answer in whole]
    assert isinstance(rest[-1], Finished)
    assert rest[-1].exhausted


# Half a minute of work at least, so that none is done before it is stopped.
WIDE = Strip(19, Motion(5, dy=-2), Mirror.MIRRORED)
BOX = Periodic(Motion(5, dy=-2), (19, 40), Symmetry.parse("D2|"))
LED = replace(WIDE, max_length=40)


@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.parametrize(
    ("query", "count"), [(WIDE, 1), (LED, None), (BOX, 1)], ids=["shared", "led", "box"]
)
def test_what_is_done_when_a_search_is_stopped_is_kept(
    query: PatternQuery,
    count: int | None,
    jobs: int,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Though it was not time for a snapshot."""
    monkeypatch.setattr(checkpoint, "LEAST_INTERVAL", 1e9)
    monkeypatch.setattr(
        "lifesearch.engines.sat.solving.alternation.TABLES", TimeShare(0.0, 1e9, 1.0)
    )
    monkeypatch.setattr("lifesearch.questions.periodic.by_rows.SOON", 0.0)
    monkeypatch.setattr("lifesearch.questions.periodic.by_rows.ROWS_AT_ONCE", 500)
    monkeypatch.setattr("lifesearch.running.coordinator.SNAPSHOT_SECONDS", 60.0)
    file, options = tmp_path / "s", RunOptions(count, jobs)
    with (
        begun_session(str(file), query, options) as session,
        closing(search_events(query, options, session)) as events,
    ):
        for event in events:
            assert not isinstance(event, Snapshot)
            if isinstance(event, Progress) and event.runners and "making" not in event.note:
                break
    assert '"snapshot"' in file.read_text()


@pytest.mark.parametrize("moment", [1, 2, pytest.param(7, marks=pytest.mark.long)])
def test_no_answer_is_lost_when_a_search_is_stopped(moment: int, tmp_path: Path) -> None:
    """Of several that a worker reports at once, the first may be all that anybody has seen."""
    query, file = Strip(6, Motion(2), max_length=6), str(tmp_path / "s")
    options = RunOptions(None, engine="tables")
    whole = answers(list(run(query, options)))
    assert len(whole) == 18
    with begun_session(file, query, options) as session:
        events = search_events(query, options, session)
        found = (number for number, event in enumerate(events) if isinstance(event, Found))
        list(islice(found, moment))
        events.close()
    with Session.resume(file) as session:
        again = answers(list(search_events(query, options, session)))
    assert [answer.pattern for answer in again] == [answer.pattern for answer in whole]


def test_damaged_snapshots_are_refused(tmp_path: Path) -> None:
    snapshot = next(e for e in run(NONE, TABLES) if isinstance(e, Snapshot)).data
    for data in (b"", snapshot[:-40], snapshot[1:]):
        with pytest.raises(ValueError, match="not a checkpoint"):
            list(run(NONE, TABLES, Checkpoint(snapshot=data)))
    with pytest.raises(ValueError, match="not a checkpoint of this strip"):
        list(run(replace(NONE, width=3), TABLES, Checkpoint(snapshot=snapshot)))


def test_no_solver_continues_row_tables() -> None:
    """An engine that cannot take over is not recommended."""
    begun = Checkpoint(snapshot=b"by tables")
    with pytest.raises(InputError, match=r"^row tables have no solver: leave out the solver"):
        plan_of(NONE, RunOptions(1, fixed=FixedSettings(solver="glucose4")), begun)


@pytest.mark.parametrize("jobs", [1, 2])
def test_workers_that_die_are_replaced(jobs: int) -> None:
    """Each worker, the leader too, dies once; the verdict is the same."""
    killed: set[int] = set()
    lost = 0
    for event in run(NONE, replace(TABLES, jobs=jobs)):
        lost += isinstance(event, Lost)
        if isinstance(event, Progress) and len(killed) < jobs:
            for child in {c.pid for c in active_children() if c.pid} - killed:
                killed.add(child)
                os.kill(child, signal.SIGKILL)
    assert isinstance(event, Finished)
    assert (event.found, event.exhausted) == (0, True)
    assert lost


def test_a_proof_goes_on_when_its_worker_dies(tmp_path: Path) -> None:
    """The worker goes on from a snapshot, and still keeps all states for the certificate."""
    query, killed = replace(NONE, width=11), 0
    proving = with_proof(query, replace(TABLES, jobs=1), str(tmp_path / "proof"))
    for event in search_events(query, proving):
        if isinstance(event, Snapshot) and not killed:
            killed = next(child.pid or 0 for child in active_children())
            os.kill(killed, signal.SIGKILL)
    assert killed
    assert isinstance(event, Finished)
    assert event.exhausted
    assert check(tmp_path / "proof").valid


def test_glides_and_fronts() -> None:
    lwss = Strip(5, Motion(2, Orientation.FLIP_X, dy=-1))
    (ship,) = answers(list(run(lwss, TABLES)))
    assert ship.generations == 4
    (turtle,) = answers(list(run(TURTLE, TABLES)))
    placed = turtle.pattern.translate(0, -turtle.pattern.box.y)
    front = Pattern.of((x, y) for x, y in placed if y < 4)
    (again,) = answers(list(run(replace(TURTLE, front=front), TABLES)))
    begun = again.pattern.translate(0, -again.pattern.box.y)
    assert Pattern.of((x, y) for x, y in begun if y < 4) == front


def test_a_proof_is_kept(tmp_path: Path) -> None:
    """A session that is done says so again, without searching."""
    said = []
    for _ in range(2):
        with begun_session(str(tmp_path / "s"), NONE, TABLES) as session:
            verdict = Verdict(NONE, 1)
            for event in search_events(NONE, TABLES, session):
                if isinstance(event, Found | Searched | Finished):
                    said += verdict.take(event)
        assert isinstance(event, Finished)
        assert event.exhausted
    assert len(said) == 2
    assert said[0] == said[1]


def test_tables_have_no_solver() -> None:
    fixed = FixedSettings(solver="glucose4")
    with pytest.raises(InputError, match="no solver"):
        list(run(NONE, replace(TABLES, fixed=fixed)))


def test_a_seed_changes_the_way_and_no_verdict(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each seed goes its own way, the same again each time; and where is no ship, none is found."""
    monkeypatch.setattr("lifesearch.engines.rows.search.FEW", 4)
    monkeypatch.setitem(RowSearch.__init__.__kwdefaults__ or {}, "queue", 30)
    ways = []
    for seed in (1, 2, 3, 1):
        options = replace(TABLES, fixed=FixedSettings(seed=seed))
        *events, end = run(replace(TURTLE, width=14), options)
        assert isinstance(end, Finished)
        ways.append((*answers(events), end.states))
    assert ways[0] == ways[3]
    assert len(set(ways)) > 1
    for jobs in (1, 2):
        options = replace(TABLES, jobs=jobs, fixed=FixedSettings(seed=7))
        *_, end = run(replace(NONE, width=9), options)
        assert isinstance(end, Finished)
        assert (end.found, end.exhausted) == (0, True)


def test_a_resumed_search_keeps_its_order() -> None:
    """What is known of the future of a state is true in the order of its seed alone."""
    seeded = replace(TABLES, fixed=FixedSettings(seed=7))
    snapshot = cut(run(NONE, seeded), 1)[-1]
    assert isinstance(snapshot, Snapshot)
    for other in (TABLES, replace(TABLES, fixed=FixedSettings(seed=8))):
        search = SharedDeepening(NONE, other, Checkpoint(snapshot=snapshot.data))
        assert search.problem.seed == 7
