"""What a person sees who waits: what is tried and why, how far it is, and how long it may take."""

from __future__ import annotations

import re
from collections.abc import Sequence
from io import StringIO
from typing import Any

import pytest
from rich.console import Console

from lifesearch.compiled.notices import Compiling
from lifesearch.exit_status import ExitStatus
from lifesearch.life.motion import Motion
from lifesearch.planning.choose import choose
from lifesearch.planning.run import run
from lifesearch.queries.periodic import Periodic
from lifesearch.running.events import (
    CompilerNews,
    Event,
    Extent,
    Finished,
    Found,
    Progress,
    Runner,
)
from lifesearch.running.options import RunOptions
from lifesearch.running.sweep_times import SweepTimes
from lifesearch.solving.configuration import Configuration
from lifesearch.solving.parts import Part
from lifesearch.streams import Loudness, speaking
from lifesearch.surveys.record import FoundThing, SurveyQuestion, SurveyRecord
from lifesearch.ui.search import progress
from lifesearch.ui.search.follow import EventView
from lifesearch.ui.search.output import Presentation
from lifesearch.ui.search.progress import Display, time_left
from lifesearch.ui.survey.view import SurveyView
from lifesearch.ui.terminal.console import Printer
from tests.surveys.surveys import thing

ESCAPES = re.compile(r"\x1b\[[0-9;?]*[a-zA-Z]")
SOLVER = Configuration("cadical195")
ABOUT = ["oscillator of period 3 in a 9x9 box: find all, and prove that there are no others"]
LONG_NOTE = "21,116 objects, rare: clock, pulsar, octagon II, pentadecathlon, figure-8, mold, jam"


def screen(shown: Progress, width: int = 80, time_limit: float | None = None) -> list[str]:
    """The lines of a display, as a terminal of this width shows them."""
    terminal = StringIO()
    console = Console(file=terminal, force_terminal=True, width=width, height=24)
    about = lambda: ABOUT  # noqa: E731
    with Display(console, moving=True, about=about, time_limit=time_limit) as display:
        display.show(shown)
        text = ESCAPES.sub("", terminal.getvalue())
    return [line.split("\r")[-1].rstrip() for line in text.split("\n")]


def words(lines: Sequence[str]) -> str:
    return " ".join(" ".join(lines).replace("━", " ").replace("╸", " ").replace("╺", " ").split())


@pytest.mark.parametrize("width", [30, 40, 80, 120])
def test_nothing_is_cut(width: int) -> None:
    extent = Extent(3, 12, "3 of 12 boxes settled", alike=False)
    runners = (Runner(Part((9, 9)), SOLVER, 5, "9x9 box", why="a reason that is quite long " * 4),)
    lines = screen(Progress(5, 1, runners, LONG_NOTE, extent=extent), width, time_limit=20)
    assert max(map(len, lines)) <= width
    shown = words(lines)
    for sentence in (*ABOUT, LONG_NOTE, runners[0].why.strip()):
        assert sentence in shown
    assert "3 of 12 boxes settled, no one can say how long" in shown.replace("  ", " ")
    assert "left of the time limit of 20 s" in shown


@pytest.mark.parametrize(("done", "share"), [(0, 0), (6, 0.5), (12, 1)])
def test_a_bar_shows_what_is_done(done: int, share: float) -> None:
    terminal = StringIO()
    console = Console(file=terminal, force_terminal=True, width=80, no_color=True)
    with Display(console, moving=True) as display:
        display.show(Progress(5, 0, extent=Extent(done, 12, f"{done} of 12 cases settled")))
        bar = next(line for line in terminal.getvalue().split("\n") if "cases" in line)
    assert bar.count("━") == int(share * progress.BAR)  # without colours, what is left is not drawn


def test_a_bar_of_time(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr(progress, "monotonic", lambda: now)
    terminal = StringIO()
    console = Console(file=terminal, force_terminal=True, width=80, no_color=True)
    with Display(console, moving=True, time_limit=20.0) as display:
        now = 115.0
        display.show(Progress(5, 0))
        text = ESCAPES.sub("", terminal.getvalue())
    assert "━" * int(0.75 * progress.BAR) + "╸" in text
    assert "5 s left of the time limit of 20 s" in text
    assert "no one can say" not in text


@pytest.mark.parametrize(
    ("extent", "seconds", "before", "left"),
    [
        (Extent(0, 8, ""), 60, 0, "too early to say how long"),
        (Extent(5, 8, ""), 60, 5, "too early to say how long"),  # what earlier runs have done
        (Extent(5, 8, ""), 60, 1, "11 s to 80 s left"),
        (Extent(5_000, 20_000, ""), 50, 0, "about 2 min left"),
        (Extent(5, 8, "", alike=False), 60, 0, "no one can say how long"),
        (Extent(5, 8, "", left=(5, 40)), 60, 0, "5 s to 40 s left"),
        (Extent(5, 8, "", left=(0.1, 40)), 60, 0, "too early to say how long"),
        (Extent(8, 8, ""), 60, 0, "all done"),
    ],
)
def test_an_estimate_says_how_sure_it_is(
    extent: Extent, seconds: float, before: float, left: str
) -> None:
    assert time_left(extent, seconds, before) == left


def test_sweeps_are_judged_by_narrower_ones() -> None:
    times = SweepTimes()
    assert not times.sure
    for width in range(1, 6):
        times.took([width, None, "C1"], 4.0**width)
        times.took([width, width, "C1"], 1.0)
    assert times.sure
    assert times.expected([6, None, "C1"]) == (4**6 / 1.6, 4**6 * 1.6)
    left = [[6, None, "C1"], [6, 6, "C1"]]
    least, most = times.left(left, 0.0, 0.0)
    assert least < 4**6 + 2 < most
    later = times.left(left, 0.5, 3000.0)
    assert later[0] < least
    assert later[1] == pytest.approx(most - 3000)
    assert times.left([], 0.0, 0.0) == (0.0, 0.0)


def extents(query: Periodic, options: RunOptions) -> list[Extent]:
    events = run(query, options)
    return [e.extent for e in events if isinstance(e, Progress) and e.extent is not None]


@pytest.mark.long
def test_boxes_and_cubes_are_counted() -> None:
    boxes = extents(Periodic(Motion(2), max_area=12), RunOptions(None, 1))
    number = len(list(Periodic(Motion(2), max_area=12).parts(0)))
    assert {extent.total for extent in boxes} == {number}
    done = [extent.done for extent in boxes]
    assert done == sorted(done)
    assert done[-1] > 0
    assert boxes[-1].words == f"{done[-1]} of {number} boxes settled"
    cubes = extents(Periodic(Motion(2, dy=-1), (8, 5)), RunOptions(None, 2, engine="box"))
    assert {extent.words.partition(" of ")[2] for extent in cubes} == {"8 cases settled"}
    assert all(extent.done <= extent.total for extent in cubes)
    assert not extents(Periodic(Motion(2), (4, 4)), RunOptions(1, 1))


def test_a_plan_in_plain_words() -> None:
    box = choose(Periodic(Motion(3), (9, 9)), RunOptions(None, 2))
    asked, tried = box.in_words()
    assert asked == "oscillator of period 3 in a 9x9 box: find all, and prove that there are no " \
        "others"  # fmt: skip
    assert tried.startswith("SAT: in a 9x9 box (all cells are decided together")
    assert tried.endswith("; 8 cases, by the states of some cells")
    assert "cadical195" in box.in_words(solvers=True)[1]
    several = choose(Periodic(Motion(3), (9, 9)), RunOptions(1, 2)).in_words()[1]
    assert several.count("SAT: in a 9x9 box") == 1  # two solvers are one strategy
    race = choose(Periodic(Motion(7)), RunOptions(1, 2)).in_words()[1]
    assert race.endswith("take turns: any of them may be the first to find one")


@pytest.fixture
def coloured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.delenv("NO_COLOR", raising=False)


SAID = {
    "proved: no still life in a 1x5 box": "\x1b[36mproved\x1b[0m: ",
    "7 found; proved: no other still life": "\x1b[32m7 found\x1b[0m; \x1b[36mproved\x1b[0m",
    "time limit reached after 2 s; undecided": "\x1b[33mtime limit reached\x1b[0m after",
    "hint: give a larger box": "\x1b[35mhint:\x1b[0m give",
}


def said(sentence: str, capsys: pytest.CaptureFixture[str]) -> str:
    Printer(stderr=True).print(sentence)
    return capsys.readouterr().err


@pytest.mark.usefixtures("coloured")
@pytest.mark.parametrize("sentence", SAID)
def test_colours_have_a_meaning(
    sentence: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert said(sentence, capsys).startswith(SAID[sentence])
    monkeypatch.setenv("NO_COLOR", "1")
    assert said(sentence, capsys) == f"{sentence}\n"
    monkeypatch.delenv("FORCE_COLOR")
    monkeypatch.delenv("NO_COLOR")
    assert said(sentence, capsys) == f"{sentence}\n"
    with speaking(Loudness.QUIET):
        assert not said(sentence, capsys)


class Said(EventView):
    """Prints answers as they are."""

    def show_answers(self, answers: tuple[Any, ...], before: int) -> None:
        print(*answers)

    def conclude(self, end: Finished) -> ExitStatus:
        return ExitStatus.FOUND


@pytest.mark.usefixtures("coloured")
def test_answers_that_go_elsewhere_are_not_on_the_terminal(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Nor do the lines go away for them."""
    working, found = Progress(0, 1), Found(Part((2, 2)), ("a block",))  # type: ignore[arg-type]
    events = [working, found, working, found, Finished(2, 0, exhausted=True)]
    Said(Printer(stderr=True)).follow(events)
    printed = capsys.readouterr()
    assert printed.out == "a block\na block\n"
    assert "a block" not in printed.err
    assert printed.err.count("\x1b[?25l") == 1  # the cursor was hidden once


@pytest.mark.usefixtures("coloured")
def test_a_survey_shows_its_table_as_it_grows(capsys: pytest.CaptureFixture[str]) -> None:
    events: list[Event | FoundThing] = [
        CompilerNews(Compiling("soups")),
        FoundThing(thing("OO\nOO", how="7x7 box")),
        Progress(0, 1, note="period 2, boxes"),
        FoundThing(thing("OOO", how="soup 256, C1")),
        Progress(0, 2, note="period 3, boxes"),
        Progress(0, 2, note="period 3, boxes"),
        Finished(0, 0, exhausted=False),
    ]
    SurveyView(SurveyRecord(SurveyQuestion()), Presentation(), 60.0).follow(events)
    printed = capsys.readouterr()
    text = ESCAPES.sub("", printed.err)
    assert "first use of soups: compiling takes some seconds" in text
    assert "1 kind found" in text
    assert "2 kinds found" in text
    assert "left of the time limit of 1 min 0 s" in text
    assert "period 3, boxes" in text
    assert re.search(r"period 2 +blinker +3 +3x3 +soup 256, C1", text)
    assert not printed.out  # the table is printed at the end
