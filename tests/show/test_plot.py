"""How a search went, drawn: in numbers, in characters, and as a picture."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lifesearch.common.errors import InputError
from lifesearch.core.events import Finished, Found, Partial, Searched, Snapshot, StripProgress
from lifesearch.core.question import PatternQuery
from lifesearch.engines.rows import checkpoint
from lifesearch.engines.rows import worker as work
from lifesearch.life.motion import Motion
from lifesearch.life.orientation import Orientation
from lifesearch.life.strip_symmetry import Mirror
from lifesearch.questions.periodic.question import Periodic
from lifesearch.questions.race.question import Race
from lifesearch.questions.strips.question import Strip
from lifesearch.running.options import RunOptions
from lifesearch.running.session.file import Session
from lifesearch.running.session.history import SessionHistory, read_history
from lifesearch.show.pictures.plot import envelope, show_plot, svg
from tests.searching import begun_session, run
from tests.sessions import opened, sealed

GROWING = Periodic(Motion(2), max_area=9)
STRIP = Strip(8, Motion(3, Orientation.IDENTITY, 0, -1))


def asked(file: Path, query: PatternQuery) -> list[object]:
    run_options = RunOptions(None, engine="rows" if isinstance(query, Strip) else None)
    with begun_session(str(file), query, run_options) as session:
        return list(session.record(run(query, run_options, session.checkpoint)))


def values(diary: SessionHistory) -> dict[str, int]:
    return {series.name: series.values[-1] for series in diary.series}


def test_boxes_are_counted_as_they_were_reported(tmp_path: Path) -> None:
    file = tmp_path / "s"
    events = asked(file, GROWING)
    searched = [event for event in events if isinstance(event, Searched)]
    diary = read_history(str(file))
    assert values(diary) == {
        "parts proved": len(searched),
        "conflicts": sum(event.conflicts for event in searched),
        "found": sum(len(event.answers) for event in events if isinstance(event, Found)),
    }
    assert diary.complete
    assert diary.query == GROWING
    assert diary.seconds is not None
    assert list(diary.seconds) == sorted(diary.seconds)
    assert len(diary.seconds) == diary.length == len(file.read_text().splitlines()) - 1


def test_nothing_is_called_proved_in_a_race(tmp_path: Path) -> None:
    file, race = tmp_path / "s", Race(Motion(2))
    with begun_session(str(file), race, RunOptions(1, 1)) as session:
        for _ in session.record(run(race, RunOptions(1, 1), session.checkpoint)):
            pass
    assert set(values(read_history(str(file)))) == {"parts searched", "steps", "found"}


@pytest.mark.parametrize("strip", [STRIP, replace(STRIP, max_length=12)])
def test_a_strip_is_counted_as_it_was_reported(tmp_path: Path, strip: Strip) -> None:
    file = tmp_path / "s"
    events = asked(file, strip)
    diary = read_history(str(file))
    (end,) = [event for event in events if isinstance(event, Finished)]
    assert values(diary) == {
        "states visited": end.states,
        "states open": 0,
        "rows reached": max(event.rows for event in events if isinstance(event, Partial)),
        "found": 0,
    }
    assert any(each.name == "states open" and max(each.values) for each in diary.series)
    assert diary.length == 1 + sum(isinstance(event, StripProgress) for event in events)


@pytest.mark.usefixtures("kernels_loaded")
@pytest.mark.long
def test_row_tables_are_read_from_their_snapshots(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(checkpoint, "LEAST_INTERVAL", 0)
    monkeypatch.setattr(checkpoint, "SNAPSHOT_SHARE", 0)
    monkeypatch.setattr(work, "TIME_SLICE", 0.001)
    file, strip = tmp_path / "s", Strip(13, Motion(5, dy=-1), Mirror.MIRRORED)
    options = RunOptions(1, 1, engine="tables")
    with begun_session(str(file), strip, options) as session:
        events = list(session.record(run(strip, options, session.checkpoint)))
    at_rest = [event.checkpoint for event in events if isinstance(event, Snapshot)]
    taken = [each for each in at_rest if isinstance(each, checkpoint.TableCheckpoint)]
    diary = read_history(str(file))
    visited, still_open, rows, kilobytes, _ = (series.values for series in diary.series)
    assert len(taken) > 3
    assert visited[: len(taken)] == tuple(len(each.row) for each in taken)
    assert still_open[: len(taken)] == tuple(sum(map(len, each.queues)) for each in taken)
    assert kilobytes[: len(taken)] == tuple(each.size // 1000 for each in taken)
    assert kilobytes[-1] > 0
    assert 0 < rows[-1] <= max(event.rows for event in events if isinstance(event, Partial))
    (end,) = [event for event in events if isinstance(event, Finished)]
    assert (visited[-1], still_open[-1]) == (end.states, 0)
    head, *others = opened(file.read_bytes())
    file.write_bytes(sealed([head, *(each for each in others if "snapshot" not in each)]))
    assert values(read_history(str(file))) == {"states visited": end.states, "found": 0}


def test_looking_at_a_session_does_not_disturb_it(tmp_path: Path) -> None:
    """Not even one that is at work, in the middle of a line."""
    file = tmp_path / "s"
    asked(file, GROWING)
    whole = file.read_bytes()
    for length in range(whole.index(b"\n") + 1, len(whole), 37):
        file.write_bytes(whole[:length])
        diary = read_history(str(file))
        assert diary.length == whole[:length].count(b"\n") - 1
        assert file.read_bytes() == whole[:length]
    file.write_bytes(whole)
    with Session.resume(str(file)):
        assert read_history(str(file)).length == whole.count(b"\n") - 1


def test_the_clock_goes_on_when_a_search_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "s"
    asked(file, GROWING)
    head, *rest = opened(file.read_bytes())
    file.write_bytes(sealed([head, *(record | {"seconds": 100.0} for record in rest[:3])]))
    monkeypatch.setattr("lifesearch.running.session.file.monotonic", lambda: 5.0)
    asked(file, GROWING)
    diary = read_history(str(file))
    assert diary.length == len(rest)
    assert diary.seconds == (100.0,) * len(rest)


@pytest.mark.parametrize(
    "line",
    [
        '{"searched": [1, 1, ""], "conflicts": "many"}',
        '{"searched": [1, 1, ""], "conflicts": -1}',
        '{"searched": [1, 1, ""], "conflicts": NaN}',
        '{"searched": 1}',
    ],
)
def test_records_that_make_no_sense(tmp_path: Path, line: str) -> None:
    file = tmp_path / "s"
    with begun_session(str(file), GROWING, RunOptions(None)):
        pass
    file.write_bytes(sealed([*opened(file.read_bytes()), {"seconds": 0.5, **json.loads(line)}]))
    with pytest.raises(InputError, match="record"):
        read_history(str(file))


@given(
    st.lists(st.tuples(st.floats(0, 100), st.integers(0, 1000)), min_size=1),
    st.integers(1, 50),
)
def test_nothing_is_lost_between_two_columns(story: list[tuple[float, int]], columns: int) -> None:
    story = sorted(story, key=lambda pair: pair[0])
    times, heights = zip(*story, strict=True)
    ranges = envelope(times, heights, columns, times[-1] or 1.0)
    assert len(ranges) == columns
    assert min(low for low, _ in ranges) == 0
    assert max(high for _, high in ranges) == max(heights)
    for (low, high), (lower, higher) in pairwise(ranges):
        assert lower <= high
        assert low <= higher
    assert ranges[-1][0] <= heights[-1] <= ranges[-1][1]


def test_the_picture_is_well_formed(tmp_path: Path) -> None:
    file = tmp_path / "s"
    asked(file, GROWING)
    root = ElementTree.fromstring(svg(read_history(str(file))))
    space = "{http://www.w3.org/2000/svg}"
    lines = [path for path in root.iter(f"{space}path") if path.get("class") == "line"]
    texts = [text.text for text in root.iter(f"{space}text")]
    assert len(lines) == 3
    assert "oscillator of period 2 in a box of up to 9 cells" in texts
    assert {"parts proved", "conflicts", "found"} <= set(texts)


def test_axes_have_numbers(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "s"
    asked(file, GROWING)
    seconds = tuple(60.0 * number for number in range(1, read_history(str(file)).length + 1))
    history = replace(read_history(str(file)), seconds=seconds)
    end = int(seconds[-1])
    drawn = svg(history)
    show_plot(history)
    printed = capsys.readouterr().out
    for moment in (f"{end // 60} min 0 s", f"{end // 120} min {end // 2 % 60} s"):
        assert f">{moment}<" in drawn
        assert moment in printed
    assert all(f">{max(series.values):,}<" in drawn for series in history.series)
    labels = [line.split("|")[0].strip() for line in printed.splitlines() if "|" in line]
    assert labels[:5:2] == [f"{history.series[0].values[-1]:,}", labels[2], "0"]
    assert float(labels[2]) == pytest.approx(history.series[0].values[-1] / 2, abs=0.5)
    for name, value in (("FORCE_COLOR", "1"), ("LINES", "24"), ("COLUMNS", "80")):
        monkeypatch.setenv(name, value)
    show_plot(history)  # it is as high as a small terminal, with the same labels
    assert capsys.readouterr().out.count("\n") < 24
