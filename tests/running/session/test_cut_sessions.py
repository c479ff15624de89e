"""Saved sessions of all kinds that were cut short: they go on to the end that they had."""

from pathlib import Path

import pytest

from lifesearch.core.events import Event, Found
from lifesearch.running.options import RunOptions
from lifesearch.running.session.file import Session
from tests.searching import run
from tests.sessions import SAVED, opened, outcome, saved

pytestmark = pytest.mark.usefixtures("kernels_loaded")

FILES = sorted(SAVED.glob("*.session"))
LONG = {"still-cubes", "strip-found", "strip-trails", "predecessor"}


def went_on(file: Path) -> tuple[int | None, list[Event]]:
    with Session.resume(str(file)) as session:
        news = session.record(run(session.query, RunOptions(session.count), session.checkpoint))
        return session.count, [*session.events, *news]


def answers(events: list[Event]) -> int:
    return sum(len(event.answers) for event in events if isinstance(event, Found))


def test_there_is_one_of_each_kind() -> None:
    kinds = {opened(saved(file))[0]["question"]["kind"] for file in FILES}
    assert kinds == {"periodic", "predecessor", "strip", "completion", "forced", "closest"}


@pytest.mark.parametrize("name", FILES, ids=lambda file: file.stem)
def test_what_is_finished_stays_as_it_is(name: Path, tmp_path: Path) -> None:
    file, whole = tmp_path / name.name, saved(name)
    file.write_bytes(whole)
    _, events = went_on(file)
    assert answers(events) == sum(len(record.get("found", ())) for record in opened(whole))
    assert file.read_bytes() == whole


@pytest.mark.parametrize(
    "share",
    [
        pytest.param(0.0, marks=pytest.mark.slow("searched again from the beginning")),
        0.5,
        pytest.param(0.9, marks=pytest.mark.long),
    ],
)
@pytest.mark.parametrize(
    "name",
    [
        pytest.param(
            f, marks=[pytest.mark.slow("searched for many seconds")] * (f.stem in LONG), id=f.stem
        )
        for f in FILES
    ],
)
def test_what_was_cut_short_goes_on_to_the_same_end(
    name: Path, share: float, tmp_path: Path
) -> None:
    file, whole = tmp_path / name.name, saved(name)
    lines = whole.splitlines(keepends=True)
    kept = 1 + int(share * (len(lines) - 1))
    file.write_bytes(b"".join(lines[:kept]) + lines[kept][:20])
    count, events = went_on(file)
    if count is None:
        first = outcome(file)
        file.write_bytes(whole)
        assert outcome(file) == first
    else:
        assert answers(events) == sum(len(record.get("found", ())) for record in opened(whole))
