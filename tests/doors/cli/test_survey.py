"""`lifesearch survey` as a person meets it."""

from __future__ import annotations

import json
import os
import re
import shlex
from collections import Counter
from pathlib import Path

import pytest

from lifesearch.core.events import Searched
from lifesearch.engines.sat.solving.part import Part
from lifesearch.engines.soups.census import Census, Tally
from lifesearch.life.pattern import Pattern
from lifesearch.life.rules.rule import Rule
from lifesearch.questions.soups.events import SoupsRun
from lifesearch.running.session.file import Session
from lifesearch.show.survey.table import COLUMNS, survey_table
from lifesearch.show.terminal.table import table_lines
from lifesearch.surveys.kinds import MotionKind
from lifesearch.surveys.record import (
    FoundPattern,
    Lifespans,
    SliceEnded,
    StillLifesListed,
    SurveyEvent,
    SurveyQuestion,
)
from lifesearch.surveys.report import ProvedEmpty, ReportRow, SurveyReport
from lifesearch.surveys.session import read_record
from lifesearch.surveys.soup_tasks import COUNTED_TASK
from tests.doors.cli.conftest import Run
from tests.processes import end_of, eventually, interrupt, started
from tests.surveys.surveys import boxes_searched, minimal

COUNTS = Census(Tally(died=1, settled=8, border=1), Counter(xs4_33=3, xp2_7=1), {})


@pytest.fixture
def session(tmp_path: Path) -> str:
    """A survey of Life that was at work for some seconds."""
    file = str(tmp_path / "life.session")
    counts = Census(COUNTS.tally, COUNTS.counts, {"xs4_33": 0, "xp2_7": 3})
    events: list[SurveyEvent] = [
        FoundPattern(minimal("OO\nOO", how="7x7 box")),
        FoundPattern(minimal("OOO", how="soup 256, C1")),
        *boxes_searched(MotionKind(2), 8),
        *boxes_searched(MotionKind(3), 20),
        Searched(Part((1, 0), name="none"), task="strips 3,0,0"),
        FoundPattern(minimal(".O.\n..O\nOOO", how="soup 17, C1")),
        *(StillLifesListed(cells, ()) for cells in (1, 2, 3)),
        StillLifesListed(4, (Pattern.parse("OO\nOO"), Pattern.parse(".O.\nO.O\n.O."))),
        SoupsRun(0, 10, counts, COUNTED_TASK),
        Lifespans(0, (17, 120, None)),
        SliceEnded(COUNTED_TASK, 12.5),
    ]
    with Session.start(file, SurveyQuestion()) as kept:
        for event in events:
            kept.take(event)
    return file


HEADINGS = [str(each.label) for each in COLUMNS]

TABLE = """\
B3/S23: 12 s of work, 10 soups

kind          smallest  cells  box  found in      proved
still life    block     4      2x2  7x7 box
period 2      blinker   3      3x3  soup 256, C1  no smaller box has one
period 3      -                                   none in a box of up to 20 cells; none up to 1 wide
c/4 diagonal  glider    5      3x4  soup 17, C1

all still lifes of up to 4 cells (proved): 2 with 4 cells
known, but not found here (see the catalogue): periods 3 to 43, 45 to 47, 51, 54, 60
known, but not found here (see the catalogue): spaceships of velocity c/2, c/3, c/4, 2c/5, c/5, \
c/6, 3c/7, c/7, 2c/7, c/10, c/5 diagonal, (2,1)c/6, c/6 diagonal, c/7 diagonal, c/8 diagonal, \
c/12 diagonal
from period 43 on, an oscillator of each period can be built
of 10 soups without symmetry, 16x16: 10% died out, 80% settled, 10% outgrew the board or never \
settled
patterns that outgrow the board are not followed; patterns that grow without end (guns, puffers, \
replicators) are not periodic, and not in this table
lifespan: 2 of 3 soups settled, half of these by generation 17, the last in generation 120
most common objects: block 75.0%, blinker 25.0%
"""


def test_a_report_tells_all_that_is_known(lifesearch: Run, session: str) -> None:
    done = lifesearch("survey", "--report", session)
    assert done.returncode == 0
    assert but_for_commands(done.stdout) == TABLE
    assert not done.stderr


def test_records_of_a_report_have_numbers_of_cells(session: str) -> None:
    rows = survey_table(SurveyReport.of(read_record(session))).records()
    assert [row["cells"] for row in rows] == [4, 3, None, 5]


@pytest.mark.parametrize("width", [30, 50, 60, 79])
def test_a_table_fits_into_a_terminal(session: str, width: int) -> None:
    report = SurveyReport.of(read_record(session))
    assert lines(report) == lines(report, 500)
    narrow = lines(report, width)
    commands = [line for line in narrow.splitlines() if line.startswith("  $ ")]
    assert len(commands) == len(report.rows)
    assert max(len(line) for line in narrow.splitlines() if line not in commands) <= width
    assert said(but_for_commands(narrow)) == said(TABLE)


def test_the_command_of_a_line_prints_its_pattern_or_looks_for_one(
    lifesearch: Run, session: str
) -> None:
    kinds = json.loads(lifesearch("survey", "--report", session, "-f", "json").stdout)["kinds"]
    for kind in kinds:
        program, *words = shlex.split(kind["command"])
        assert program == "lifesearch"
        done = lifesearch(*words)
        assert done.returncode == 0
        if kind["smallest"] is None:
            assert f"oscillator of period {kind['period']};" in done.stdout
        else:
            code = kind["smallest"]["apgcode"]
            assert f"#C apgcode {code}\n" in done.stdout


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        (MotionKind(1), ["still-life", "--rule", "B36/S23"]),
        (MotionKind(6, -2, -1), ["spaceship", "(2,1)c/6", "--rule", "B36/S23"]),
        (MotionKind(4, -1, -1), ["spaceship", "c/4", "diagonal", "--rule", "B36/S23"]),
    ],
)
def test_the_command_of_a_line_without_a_pattern(
    lifesearch: Run, kind: MotionKind, words: list[str]
) -> None:
    row = ReportRow(kind, Rule.parse("HighLife"), "", None, None, ProvedEmpty(), box_proved=False)
    assert shlex.split(row.command)[1:] == words
    assert lifesearch(*words, "--explain").returncode == 0


def but_for_commands(text: str) -> str:
    """The table without its last column, or the lines that it becomes on a narrow terminal."""
    return re.sub(r"^  \$ .*\n| *(command|lifesearch .*)$", "", text, flags=re.MULTILINE)


def lines(report: SurveyReport, width: int | None = None) -> str:
    return "\n".join(table_lines(survey_table(report), width))


def said(text: str) -> list[str]:
    """All words, but those that may be said of columns."""
    words = (word.strip(",:;") for word in text.split())
    return [word for word in words if word not in ("-", *" ".join(HEADINGS).split())]


def test_json_says_the_same(lifesearch: Run, session: str) -> None:
    facts = json.loads(lifesearch("survey", "--report", session, "-f", "json").stdout)
    assert facts["rule"] == "B3/S23"
    assert facts["soups"] == 10
    kinds = {(kind["period"], kind["dx"], kind["dy"]): kind for kind in facts["kinds"]}
    assert set(kinds) == {(1, 0, 0), (2, 0, 0), (3, 0, 0), (4, -1, -1)}
    assert kinds[4, -1, -1]["smallest"]["name"] == "glider"
    assert kinds[4, -1, -1]["velocity"] == "c/4 diagonal"
    assert kinds[2, 0, 0]["proved"] == {
        "none_up_to_area": 8,
        "smallest_box": True,
        "strips": [],
        "no_rotor_up_to": None,
    }
    assert kinds[3, 0, 0]["smallest"] is None
    assert kinds[3, 0, 0]["proved"]["strips"] == [{"symmetry": "none", "none_up_to": 1}]
    assert facts["still_lifes"]["counts"] == {"1": 0, "2": 0, "3": 0, "4": 2}
    assert facts["soup_statistics"]["settled"] == 8
    assert facts["soup_statistics"]["commonest"][0] == {
        "apgcode": "xs4_33",
        "name": "block",
        "share": 0.75,
    }


def test_a_page_has_the_table_and_the_patterns(lifesearch: Run, session: str) -> None:
    page = Path(session).with_name("life.html")
    done = lifesearch("survey", "--report", session, "-o", str(page))
    assert done.returncode == 0
    text = page.read_text(encoding="utf-8")
    assert "<h1>What lives in B3/S23</h1>" in text
    assert ">none in a box of up to 20 cells; none up to 1 wide</td>" in text
    assert '"name":"glider"' in text
    again = lifesearch("survey", "--report", session, "-o", str(page))
    assert again.returncode == 2
    assert "already exists" in again.stderr


def test_a_session_of_another_rule_is_refused(lifesearch: Run, session: str) -> None:
    done = lifesearch("survey", "HighLife", "--session", session, "--time-limit", "1s")
    assert done.returncode == 2
    difference = "what lives in B3/S23, and not what lives in B36/S23"
    assert f"is a session about another question: {difference}" in done.stderr


def test_a_survey_is_no_search_for_patterns(lifesearch: Run, session: str) -> None:
    other = "about another question: what lives in B3/S23, and not oscillator of period 2"
    for words, message in [
        (("resume", session, "--count", "5"), "is not resumed with --count: leave it out"),
        (("resume", session, "-o", "page.txt"), "its name must end in .html"),
        (("oscillator", "2", "--session", session), other),
    ]:
        done = lifesearch(*words)
        assert (done.returncode, done.stdout) == (2, "")
        assert message in done.stderr
        assert done.stderr.count("\n") == 1


def test_a_survey_can_be_plotted_and_has_a_gallery(lifesearch: Run, session: str) -> None:
    plot = lifesearch("plot", session)
    assert plot.returncode == 0, plot.stderr
    assert plot.stdout.startswith("what lives in B3/S23\n")
    assert "10 soups" in plot.stdout
    page = Path(f"{session}.html")
    gallery = lifesearch("gallery", session, "-o", str(page))
    assert gallery.returncode == 0, gallery.stderr
    assert "glider" in page.read_text()


@pytest.mark.long
@pytest.mark.skipif(os.name == "nt", reason="POSIX signals")
def test_ctrl_c_ends_with_the_table_and_the_session_goes_on(
    lifesearch: Run, tmp_path: Path
) -> None:
    file = tmp_path / "s"
    words = ("survey", "--kind", "still-lifes", "--session", str(file), "--jobs", "1")
    with started(*words) as process:
        assert eventually(lambda: file.exists() and file.read_bytes().count(b'"still_lifes"') > 3)
        interrupt(process)
        end = end_of(process)
    assert end.status == 130
    assert "of up to" in end.output
    assert re.search(r"^interrupted after .*; [01] kinds? found$", end.messages, re.MULTILINE)
    assert f"to continue: lifesearch resume {file}" in end.messages
    before = file.read_bytes()
    for more in (("resume", str(file)), ("survey", "--session", str(file))):
        done = lifesearch(*more, "--time-limit", "0.5s", "--jobs", "1")
        assert done.returncode == 0
        assert done.stderr.startswith(f"resuming {file}: ")
        assert file.read_bytes().startswith(before)


def test_the_plan_of_a_session_is_that_of_its_question(lifesearch: Run, tmp_path: Path) -> None:
    file = tmp_path / "2x2.session"
    with Session.start(str(file), SurveyQuestion(Rule.parse("B36/S125"))):
        pass
    before = file.read_bytes()
    plan = lifesearch("survey", "--session", str(file), "--explain")
    assert plan.stdout.startswith("Question: what lives in B36/S125.\n")
    assert "The session keeps what is found and proved" in plan.stdout
    assert file.read_bytes() == before


def test_a_plan_names_what_a_rule_refuses(lifesearch: Run) -> None:
    plan = lifesearch("survey", "B0/S", "--explain").stdout
    assert "row tables:" not in plan
    assert "Not used: strips (strips are for rules under which the empty plane" in plan
    assert lifesearch("survey", "--explain", "--report", "x").returncode == 2
