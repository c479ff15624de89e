"""What a person sees who waits: what is tried and why, how far it is, and how long it may take."""

from __future__ import annotations

import re
from collections.abc import Sequence
from io import StringIO
from math import inf
from typing import Any

import pytest
from rich.console import Console

from lifesearch.common.exit_status import ExitStatus
from lifesearch.common.streams import Loudness, speaking
from lifesearch.core.events import Event, Extent, Finished, Found, Progress, Runner
from lifesearch.engines.sat.solving.configuration import Configuration
from lifesearch.engines.sat.solving.part import Part
from lifesearch.life.motion import Motion
from lifesearch.life.symmetry import Symmetry
from lifesearch.questions.counts.time_left import SweepTimes
from lifesearch.questions.periodic.question import Periodic
from lifesearch.running.choose import choose
from lifesearch.running.options import RunOptions
from lifesearch.running.places.here import Processes
from lifesearch.running.portfolio import Portfolio
from lifesearch.running.request import Preferences
from lifesearch.show.search import progress
from lifesearch.show.search.follow import EventView
from lifesearch.show.search.output import Presentation
from lifesearch.show.search.progress import Display
from lifesearch.show.search.time_left import time_left
from lifesearch.show.survey.view import SurveyView
from lifesearch.show.terminal.console import Printer
from lifesearch.surveys.record import FoundPattern, SurveyQuestion, SurveyRecord
from tests.searching import run
from tests.surveys.surveys import minimal

C2 = Symmetry.parse("C2")
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
    places = (f"rotors in a {n}x9 window with symmetry C2, part 2 of 64" for n in range(5, 9))
    runners = tuple(Runner(Part((9, 9)), SOLVER, 5, place) for place in places)
    lines = screen(Progress(5, 1, runners, LONG_NOTE, extent=extent), width, time_limit=20)
    assert max(map(len, lines)) <= width
    shown = words(lines)
    for sentence in (*ABOUT, LONG_NOTE, "; ".join(runner.place for runner in runners)):
        assert sentence in shown
    assert "3 of 12 boxes settled" in shown
    assert shown.count("time left") == 1
    assert "(limit: 20 s)" in shown


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
    assert "time left: at most 5 s (limit: 20 s)" in text
    assert text.count("time left") == 1


@pytest.mark.parametrize(
    ("extent", "seconds", "before", "left"),
    [
        (Extent(0, 8, ""), 60, 0, "unknown"),
        (Extent(5, 8, ""), 60, 5, "unknown"),  # what earlier runs have done
        (Extent(5, 8, ""), 60, 1, "11 s to 80 s"),
        (Extent(5_000, 20_000, ""), 50, 0, "about 2 min"),
        (Extent(5, 8, "", alike=False), 60, 0, "unknown"),
        (Extent(5, 8, "", left=(5, 40)), 60, 0, "5 s to 40 s"),
        (Extent(5, 8, "", left=(0.1, 40)), 60, 0, "unknown"),
        (Extent(9, 1_000, ""), 60, 0, "unknown"),  # less than 1 %
        (Extent(5_000, 1e9, ""), 50, 0, "about 116 days"),
        (Extent(40, 4_000, ""), 1e6, 0, "more than a year"),
        (Extent(40, 4_000, ""), 3e5, 0, "more than 289 days"),
        (Extent(40, inf, "", alike=False), 60, 0, "unknown"),
    ],
)
def test_an_estimate_says_how_sure_it_is(
    extent: Extent, seconds: float, before: float, left: str
) -> None:
    expected = None if left == "unknown" else f"time left: {left}"
    assert time_left(extent, seconds, before) == expected


def test_nothing_is_estimated_when_all_is_done() -> None:
    assert time_left(Extent(8, 8, ""), 60) == ""


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


def test_cases_that_are_too_small_to_be_seen_tell_nothing_of_the_time() -> None:
    """A case with sixty known cells is less of the box than rounding can show."""
    plan = choose(Periodic(Motion(7), (13, 13), C2), RunOptions(1, 2, has_session=True))
    portfolio = plan.engine.coordinator(plan, Processes())
    assert isinstance(portfolio, Portfolio)
    cubes = [f"000{number:060b}" for number in range(1, 20)]
    for cube in cubes:
        portfolio._mark_done(Part((13, 13), cube))
    extent = portfolio.extent
    assert extent is not None
    assert extent.words == "0 of 8 cases settled, 19 smaller ones"
    assert extent.parts == "........"
    assert extent.done / extent.total == 0
    assert time_left(extent, 60) is None
    portfolio._mark_done(Part((13, 13), "001"))
    extent = portfolio.extent
    assert extent is not None
    assert extent.parts == ".#......"
    assert str(time_left(extent, 60)).endswith(" min")


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
    alone = choose(Periodic(Motion(7)), RunOptions(1, 2), Preferences(("boxes",))).in_words()[1]
    assert alone.startswith("tried side by side: SAT: symmetric boxes (")


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
    events: list[Event | FoundPattern] = [
        FoundPattern(minimal("OO\nOO", how="7x7 box")),
        Progress(0, 1, note="period 2, boxes"),
        FoundPattern(minimal("OOO", how="soup 256, C1")),
        Progress(0, 2, note="period 3, boxes"),
        Progress(0, 2, note="period 3, boxes"),
        Finished(0, 0, exhausted=False),
    ]
    SurveyView(SurveyRecord(SurveyQuestion()), Presentation(), 60.0).follow(events)
    printed = capsys.readouterr()
    text = ESCAPES.sub("", printed.err)
    assert "1 kind found" in text
    assert "2 kinds found" in text
    assert "(limit: 1 min 0 s)" in text
    assert "period 3, boxes" in text
    assert re.search(r"period 2 +blinker +3 +3x3 +soup 256, C1", text)
    assert not printed.out  # the table is printed at the end
