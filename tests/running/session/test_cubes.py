"""A box is stopped at random moments and resumed from its session: nothing is lost, nor twice."""

from __future__ import annotations

import os
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from lifesearch import __version__
from lifesearch.core.answer import Answer
from lifesearch.core.box_question import BoxQuery
from lifesearch.core.constraints import Aim, Constraints, Objective
from lifesearch.core.events import Finished, Found, Progress, Searched, Snapshot
from lifesearch.core.question import PatternQuery
from lifesearch.engines.rows import checkpoint
from lifesearch.engines.sat.solving import cubes, solver
from lifesearch.engines.sat.solving.alternation import TimeShare
from lifesearch.engines.sat.solving.configuration import FixedSettings
from lifesearch.engines.sat.solving.enumerate import PartCheckpoint, TableSnapshot
from lifesearch.life.measures import Measure
from lifesearch.life.motion import Motion, Target
from lifesearch.life.pattern import Pattern
from lifesearch.life.symmetry import Symmetry
from lifesearch.questions.periodic import by_rows, by_tables
from lifesearch.questions.periodic.question import Periodic
from lifesearch.questions.predecessor.question import Predecessor
from lifesearch.running.choose import plan_of
from lifesearch.running.options import RunOptions
from tests.asking import every
from tests.searching import begun_session, run, search_events

pytestmark = pytest.mark.skipif(os.name == "nt", reason="what is set here holds in forked workers")

BEST = Objective(Aim.LARGEST_POPULATION, Measure.FIRST)
BLOCK = Pattern.parse("OO\nOO")
SAT = FixedSettings(solver="cadical195")
ALL = [
    (Periodic(Motion(2), (4, 4)), SAT),
    (Periodic(Motion(1), (4, 4), raw=True), SAT),
    (Periodic(Motion(3), (5, 5), Symmetry.parse("D2|")), SAT),
    (Predecessor.around(Target(BLOCK)), FixedSettings()),
]


@pytest.fixture(autouse=True)
def small_cubes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Everything that is cut is cut at once, and everything is kept as soon as it can be."""
    monkeypatch.setattr(solver, "FIRST_SLICE", 40)
    monkeypatch.setattr(solver, "SLICE", 40)
    monkeypatch.setattr(cubes, "LEAST_SECONDS", 0.0)
    monkeypatch.setattr(cubes, "MOST_SECONDS", 0.0)
    monkeypatch.setattr(cubes, "STEP", 1)
    monkeypatch.setattr(checkpoint, "LEAST_INTERVAL", 0.0)
    monkeypatch.setattr(checkpoint, "SNAPSHOT_SHARE", 0)
    monkeypatch.setattr(by_rows, "ROWS_AT_ONCE", 500)


STOPS = 8


def stopped_often(
    path: Path, query: PatternQuery, options: RunOptions, random: Random
) -> tuple[list[object], Finished, int]:
    """The answers that the last run knows, its end, and how often cubes or snapshots were kept."""
    kept = 0
    for stops in range(100):
        found: list[object] = []
        left = random.randint(1, 20) if stops < STOPS else 10**9
        with (
            begun_session(str(path), query, options) as session,
            closing(search_events(query, options, session)) as events,
        ):
            before = len(session.events)
            for number, event in enumerate(events):
                kept += number >= before and isinstance(event, Searched | Snapshot)
                if isinstance(event, Found):
                    found += [query.key(a) for a in event.answers if isinstance(a, Answer)]
                if isinstance(event, Finished):
                    return found, event, kept
                left -= number >= before and not isinstance(event, Progress)
                if left < 0:
                    break
    raise AssertionError


@pytest.mark.parametrize("jobs", [pytest.param(1, marks=pytest.mark.long), 2])
@pytest.mark.parametrize(("query", "fixed"), ALL, ids=["p2", "still", "p3", "predecessor"])
def test_all_answers(query: BoxQuery, fixed: FixedSettings, jobs: int, tmp_path: Path) -> None:
    options = RunOptions(None, jobs, fixed)
    found, end, kept = stopped_often(tmp_path / "s", query, options, Random(jobs))
    assert end.exhausted
    assert len(found) == len(set(found))
    assert set(found) == {query.key(answer) for answer in every(query)}
    assert kept


LISTED = [
    pytest.param(
        Periodic(Motion(1), (6, 6)),
        marks=pytest.mark.slow("hundreds of cubes, each searched"),
        id="still",
    ),
    pytest.param(Periodic(Motion(1), (6, 5), raw=True, with_empty=True), id="raw"),
    pytest.param(Periodic(Motion(2), (5, 6)), id="p2"),
    pytest.param(Periodic(Motion(1), (6, 8), Symmetry.parse("D2|")), id="symmetric"),
]


@pytest.mark.long
@pytest.mark.usefixtures("kernels_loaded")
@pytest.mark.parametrize("query", LISTED)
def test_lists_by_tables(query: Periodic, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was listed is not listed again, and nothing is left out."""
    monkeypatch.setattr(by_tables, "KEPT_EVERY", -1.0)
    monkeypatch.setattr(by_tables, "BATCH", 16)
    path, options = tmp_path / "s", RunOptions(None, 1)
    assert plan_of(query, options).engine.name == "tables of the box"
    found, end, kept = stopped_often(path, query, options, Random(1))
    assert end.exhausted
    assert len(found) == len(set(found))
    assert set(found) == {query.key(answer) for answer in every(query)}
    assert query.box is not None
    box = query.in_box(*query.box)
    numbers = [by_tables.batches_in(event.data) for event in kept_by(query, options)]
    assert numbers == [*range(1, len(numbers) + 1)]
    assert len(numbers) > STOPS
    assert kept >= len(numbers) - STOPS  # what is kept at a stop is not told
    last_but_one = f"listed {len(numbers) - 1} by {__version__}".encode()
    rest = by_tables.listed(box, None, PartCheckpoint((), last_but_one))
    assert sum(isinstance(report, TableSnapshot) for report in rest) == 1


def kept_by(query: PatternQuery, options: RunOptions) -> list[Snapshot]:
    events = run(query, replace(options, has_session=True))
    return [event for event in events if isinstance(event, Snapshot)]


def test_a_list_of_another_version_begins_anew() -> None:
    assert by_tables.batches_in(f"listed 7 by {__version__}".encode()) == 7
    assert by_tables.batches_in(b"listed 7 by 0.0.1") == 0
    assert by_tables.batches_in(b"listed 7") is None
    assert by_tables.batches_in(None) is None


@pytest.mark.long
def test_none(tmp_path: Path) -> None:
    query = Periodic(Motion(3), (5, 4))
    found, end, kept = stopped_often(tmp_path / "s", query, RunOptions(1, 1, SAT), Random(0))
    assert (found, end.exhausted) == ([], True)
    assert kept > 1


def test_the_best(tmp_path: Path) -> None:
    query = Periodic(Motion(1), (5, 5), constraints=Constraints(objective=BEST))
    _, end, _ = stopped_often(tmp_path / "s", query, RunOptions(None, 1, SAT), Random(0))
    assert (end.exhausted, end.best) == (True, -16)


@pytest.mark.usefixtures("kernels_loaded")
def test_row_tables_go_on_from_snapshots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "lifesearch.engines.sat.solving.alternation.TABLES", TimeShare(0.0, 0.0, 1.0)
    )
    query = Periodic(Motion(4, dy=-1), (10, 12), Symmetry.parse("D2|"))
    path = tmp_path / "s"
    _, end, kept = stopped_often(path, query, RunOptions(1, 1), Random(0))
    assert end.exhausted
    assert kept
    assert '"snapshot"' in path.read_text()
