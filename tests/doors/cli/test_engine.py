"""Progress, jobs and pinned configurations, as a person meets them."""

import io
import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from lifesearch.common.streams import Loudness, speaking
from lifesearch.common.text import duration
from lifesearch.core.events import Event, Progress, Runner, Searched, Snapshot, TimeLimitReached
from lifesearch.engines.sat.solving.configuration import Configuration
from lifesearch.engines.sat.solving.part import Part
from lifesearch.show.search import progress
from lifesearch.show.search.follow import EventView
from lifesearch.show.search.progress import Display
from lifesearch.show.terminal.console import Printer
from tests.doors.cli.conftest import Run
from tests.doors.cli.terminal import Terminal, terminal


class Clock:
    """A time that passes when it is told to."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.mark.parametrize("loudness", [Loudness.USUAL, Loudness.VERBOSE])
def test_a_line_is_logged_now_and_then(monkeypatch: pytest.MonkeyPatch, loudness: Loudness) -> None:
    clock = Clock()
    monkeypatch.setattr(progress, "monotonic", clock)
    text = io.StringIO()
    runner = Runner(Part((7, 6)), Configuration("cadical195"), 40_000, "7x6 box")
    with speaking(loudness), Display(Printer(text), moving=True) as display:
        for second in range(241):
            clock.now = 100.0 + second
            partial = "largest partial pattern: 3 of 42 cells"
            display.show(Progress(1000 * second, 2, (runner,), partial=partial))
    lines = text.getvalue().splitlines()
    assert [line.split(" · ")[0] for line in lines] == [
        "10 s", "20 s", "40 s", "1 min 20 s", "2 min 20 s", "3 min 20 s"
    ]  # fmt: skip
    assert lines[0] == (
        "10 s · 2 found · 10,000 conflicts · largest partial pattern: 3 of 42 cells · "
        "time left: unknown"
        if loudness is Loudness.USUAL
        else "10 s · 2 found · 10,000 conflicts, 1,000/s · "
        "largest partial pattern: 3 of 42 cells · time left: unknown · "
        "7x6 box · cadical195, implicates · 40,000 conflicts"
    )


def test_the_slowest_part_says_what_is_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    """One worker keeps a cube each second, another one has kept nothing for twelve."""
    clock = Clock()
    monkeypatch.setattr(progress, "monotonic", clock)
    fast, slow = Part((7, 6), "0"), Part((7, 6), "1")
    runners = tuple(Runner(part, Configuration("cadical195"), 1) for part in (fast, slow))

    def events(*, snapshots: bool, slow_too: bool) -> Iterator[Event]:
        yield Progress(1, 0, runners)
        for second in range(13):
            clock.now += 1.0
            yield Searched(fast._replace(cube=f"0{second:b}"))
            if slow_too:
                yield Searched(slow._replace(cube=f"1{second:b}"))
            if snapshots and second == 8:
                yield Snapshot(None)  # type: ignore[arg-type]
            yield Progress(1, 0, runners)
        yield TimeLimitReached(1)

    def said(**which: bool) -> str:
        clock.now, text = 100.0, io.StringIO()
        view = EventView(Printer(text), resume_command="lifesearch resume x")
        view.loses = "{lost} of work will be repeated"
        view.follow(events(**which))
        return text.getvalue().splitlines()[-1]

    assert said(snapshots=False, slow_too=False) == "note: about 13 s of work will be repeated"
    assert said(snapshots=True, slow_too=True) == "note: about 4 s of work will be repeated"
    last = said(snapshots=False, slow_too=True)
    assert last == "note: less than a second of work will be repeated"


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (0.00007, "0 s"),
        (0.02, "0.02 s"),
        (0.2, "0.2 s"),
        (0.99, "0.9 s"),
        (59.9, "59 s"),
        (200, "3 min 20 s"),
        (7500, "2 h 5 min"),
    ],
)
def test_durations(seconds: float, words: str) -> None:
    assert duration(seconds) == words


SUMMARY = " found · "


def on_terminal(*words: str, drawings: int) -> Terminal:
    """A search that is ended when it has told of itself so many times, or after a second."""
    with terminal(*words, size=(100, 24), environment={"TERM": "xterm"}) as ours:
        for _ in range(drawings):
            ours.until(SUMMARY)
        if not drawings:
            time.sleep(1)
        os.kill(ours.number, signal.SIGTERM)
        ours.finish()
    return ours


@pytest.mark.long
def test_the_display_moves_and_gives_the_cursor_back() -> None:
    words = ("spaceship", "c/5", "--box", "18x18", "--jobs", "2")
    verbose = on_terminal(*words, "-v", drawings=4)
    assert "18x18 box · glucose4, implicates · " in verbose.shown
    assert "conflicts, " in verbose.shown
    assert verbose.has_cursor()
    plain = on_terminal(*words, drawings=2).shown
    assert "time left: unknown" in plain
    assert "glucose4" not in plain
    assert SUMMARY not in on_terminal(*words, "--no-progress", drawings=0).shown


@pytest.mark.parametrize(
    "words",
    [
        ("still-life", "--box", "5x4", "--all"),
        ("still-life", "--box", "7x6", "--all", "--symmetry", "D2|", "--raw"),
    ],
)
def test_the_number_of_jobs_does_not_change_the_answers(
    lifesearch: Run, words: tuple[str, ...]
) -> None:
    runs = [lifesearch(*words, "-f", "life106", "--jobs", jobs) for jobs in ("1", "2", "3")]
    found = [sorted(done.stdout.split("#Life 1.06")) for done in runs]
    if "--raw" in words:
        assert found[0] == found[1] == found[2]
    assert len(found[0]) == len(found[1]) == len(found[2])
    assert {done.stderr.splitlines()[-1] for done in runs} == {runs[0].stderr.splitlines()[-1]}


@pytest.mark.long
def test_a_pinned_configuration_is_reproducible(lifesearch: Run) -> None:
    words = ("oscillator", "2", "--box", "6x6", "--count", "4", "-f", "rle")
    for fixed in (("--seed", "7"), ("--solver", "cadical153"), ("--encoding", "knuth")):
        assert len({lifesearch(*words, *fixed).stdout for _ in range(2)}) == 1
    assert len({lifesearch(*words, "--seed", str(seed)).stdout for seed in range(3)}) > 1


def test_a_session_changes_the_plan_that_is_shown(lifesearch: Run, tmp_path: Path) -> None:
    """What is kept is kept cube by cube; to explain it writes nothing."""
    words = ("oscillator", "7", "--box", "14x14", "--jobs", "2", "--explain")
    session = tmp_path / "a.session"
    alone, kept = lifesearch(*words), lifesearch(*words, "--session", str(session))
    assert "cut into" not in alone.stdout
    assert "The box is cut into 8 parts" in kept.stdout
    assert not session.exists()


def test_what_is_explained_with_a_proof_is_what_would_be_run(
    lifesearch: Run, tmp_path: Path
) -> None:
    """Tables list this box without a proof; with one, SAT does, and nothing is written yet."""
    asked = ("still-life", "--box", "7x7", "--all", "--explain")
    assert "1. tables of the box" in lifesearch(*asked).stdout
    words = lifesearch(*asked, "--proof", str(tmp_path / "proof")).stdout
    assert "1. SAT" in words
    assert words.endswith("The proof is one DRAT proof for each formula.\n")
    assert not any(tmp_path.iterdir())
