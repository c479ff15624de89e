"""Surveys: what they find is known, and what they claim can be asked alone."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from itertools import count, islice
from pathlib import Path

import pytest

from lifesearch.common.errors import InputError
from lifesearch.core.events import Extent, Finished, Progress, Searched
from lifesearch.engines.sat.solving.enumerate import Exhausted
from lifesearch.engines.sat.solving.part import Part, Size
from lifesearch.life.pattern import Pattern
from lifesearch.life.rules.rule import LIFE, Rule
from lifesearch.life.velocity import Velocity
from lifesearch.questions.strips.widening import NONE, Widening
from lifesearch.running.options import RunOptions
from lifesearch.running.session.file import Session
from lifesearch.running.session.log import Record
from lifesearch.show.survey.page import survey_page
from lifesearch.show.survey.table import survey_table
from lifesearch.surveys.kinds import MotionKind, sides
from lifesearch.surveys.record import (
    FoundPattern,
    PartOccupied,
    SliceEnded,
    StillLifesListed,
    SurveyEvent,
    SurveyQuestion,
    SurveyRecord,
)
from lifesearch.surveys.replicators import small_patterns
from lifesearch.surveys.report import (
    NamedPattern,
    ProvedEmpty,
    ReportRow,
    SurveyReport,
    proved_empty,
    smallest_box_proved,
)
from lifesearch.surveys.run import (
    MOST_BEGUN,
    MOST_REFUSALS,
    SurveyRun,
    SurveySchedule,
    plan,
)
from lifesearch.surveys.session import SURVEYS, from_json, read_record, record_in, to_json
from lifesearch.surveys.tasks import BoxTask, OfOneKind, ReplicatorTask, StepTask, Strips, proving
from tests.asking import first
from tests.surveys.surveys import after, minimal, survey_until

STILL_LIFES = {1: 0, 2: 0, 3: 0, 4: 2, 5: 1, 6: 5, 7: 4, 8: 9}
"""Strict still lifes by their cells: OEIS A019473."""


def test_no_smaller_box_is_said_of_the_smallest_box() -> None:
    """On the page, the pattern with the fewest cells names that box first."""
    blinker, beacon = minimal("OOO"), minimal("OO..\nO...\n...O\n..OO")
    row = ReportRow(
        MotionKind(2),
        LIFE,
        "period 2",
        NamedPattern.of(blinker, LIFE),
        NamedPattern.of(beacon, LIFE),
        ProvedEmpty(15),
        box_proved=True,
    )
    empty = SurveyReport.of(SurveyRecord(SurveyQuestion()))
    page = survey_page(replace(empty, rows=(row,)))
    notes = json.loads(re.findall(r'id="data">(.*?)</script>', page)[0])["items"]
    assert [each["notes"].splitlines()[1:] for each in notes] == [
        ["smallest box 4x4: beacon", "no smaller box has one"],
        ["no smaller box has one"],
    ]


def test_boxes_in_an_empty_strip_are_empty() -> None:
    """They are not searched once the strip is done."""
    kind, name = MotionKind(3), BoxTask.name_for(MotionKind(3))
    record = SurveyRecord(SurveyQuestion())
    two_wide = [Searched(Part((x, y)), task=name) for x, y in [(2, 2), (2, 3), (3, 2)]]
    assert proved_empty(kind, after(record, two_wide)).area == 0
    one_wide = Searched(Part((1, 0)), task=name)
    assert proved_empty(kind, after(record, [one_wide, *two_wide])).area == 7
    assert proved_empty(kind, after(record, [one_wide])).area == 3
    occupied = PartOccupied(name, Part((1, 0)))
    assert proved_empty(kind, after(record, [one_wide, occupied, *two_wide])).area == 0


@pytest.mark.long
@pytest.mark.usefixtures("without_soups")
def test_all_still_lifes_of_few_cells_are_listed() -> None:
    question = SurveyQuestion(families=("still-lifes",))
    record = survey_until(question, lambda record: record.listed_up_to() >= 6)
    counts = {cells: len(patterns) for cells, patterns in record.still_lifes.items()}
    assert counts == {cells: STILL_LIFES[cells] for cells in counts}
    sentences = SurveyReport.of(record).sentences()
    assert any(
        told.startswith(
            "all still lifes of up to 6 cells (proved): 2 with 4 cells, 1 with 5, 5 with 6"
        )
        for told in sentences
    )


@pytest.fixture
def without_soups(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lifesearch.surveys.soup_tasks.soup_tasks", list)


@pytest.mark.usefixtures("without_soups")
def test_a_session_knows_all_that_is_reported(tmp_path: Path) -> None:
    file, question = str(tmp_path / "s"), SurveyQuestion(families=("still-lifes",))
    with Session.start(file, question) as session:
        survey = SurveyRun(record_in(session.checkpoint), RunOptions(), session)
        with closing(survey.events()) as events:
            for _ in events:
                assert read_record(file) == survey.record
                if survey.record.listed_up_to() >= 4:
                    break
    assert read_record(file).still_lifes[4]


MANY = 4
"""Claims of a survey that has gone on for some seconds."""


def claims_of(record: SurveyRecord) -> list[tuple[MotionKind, Size]]:
    """Kinds, with the area up to which all boxes are empty, or the width of an empty strip."""
    claims: list[tuple[MotionKind, Size]] = []
    for row in SurveyReport.of(record).rows:
        empty = proved_empty(row.kind, record)
        claims += [(row.kind, (0, empty.area))] if empty.area else []
        claims += [(row.kind, (width, 0)) for name, width in empty.strips if name == NONE]
    return claims


def claims_hold(record: SurveyRecord) -> int:
    """Ask every claim alone; return how many there are."""
    claims = claims_of(record)
    for kind, (width, area) in claims:
        if area:
            assert first(replace(proving(kind, record.rule), max_area=area)) is None
        else:
            *_, end = Widening(kind.motion, record.rule).search(Part((width, 0), name=NONE))
            assert isinstance(end, Exhausted)
    return len(claims)


@pytest.mark.long
@pytest.mark.usefixtures("without_soups")
def test_claims_about_boxes_can_be_asked_alone() -> None:
    slow, slower = MotionKind(4, -1, -1), MotionKind(5, -1, -1)
    speeds = tuple(map(Velocity.parse, ("c/4 diagonal", "c/5 diagonal")))

    def enough(record: SurveyRecord) -> bool:
        return smallest_box_proved(slow, record) and proved_empty(slower, record).area >= 12

    record = survey_until(SurveyQuestion(speeds=speeds), enough)
    assert claims_hold(record) >= 2
    assert record.tightest[slow].area == 12  # the glider in 3x4
    assert set(record.fewest) == {slow}


@pytest.mark.long
@pytest.mark.usefixtures("without_soups")
def test_claims_about_strips_can_be_asked_alone() -> None:
    question = SurveyQuestion(periods=(3,))
    record = survey_until(question, lambda record: bool(proved_empty(MotionKind(3), record).strips))
    assert claims_hold(record) >= 0
    assert set(record.fewest) <= {MotionKind(3)}


@pytest.mark.parametrize(
    ("name", "kind"), [("B2/S/3", MotionKind(1, 0, -1)), ("B0/S2", MotionKind(2))]
)
def test_rules_of_several_states_and_with_b0_have_boxes(name: str, kind: MotionKind) -> None:
    question = SurveyQuestion(Rule.parse(name))
    record = survey_until(question, lambda record: kind in record.fewest)
    named = NamedPattern.of(record.fewest[kind], question.rule)
    assert named.apgcode is not None
    if question.rule.states > 2:
        assert named.apgcode.endswith("!")  # with dying cells it has no apgcode
    event = FoundPattern(record.fewest[kind])
    assert from_json(Record.of(2, to_json(event), SURVEYS), question.rule) == event
    tasks = list(islice(plan(question), 40))
    assert not any(isinstance(task, StepTask) for task in tasks)
    periods = {task.kind.period for task in tasks if isinstance(task, OfOneKind)}
    assert all(period % len(question.rule.steps) == 0 for period in periods)


@pytest.mark.slow("each claim is searched again")
@pytest.mark.parametrize(
    "name", ["B36/S125", "B2/S", "B3678/S34678", "B2/S34H", "B3-k/S23-q", "B2-a/S12", "B1/S0V"]
)
def test_claims_of_other_rules_can_be_asked_alone(name: str) -> None:
    question = SurveyQuestion(Rule.parse(name))
    record = survey_until(question, lambda record: len(claims_of(record)) >= MANY, jobs=2)
    assert claims_hold(record) >= MANY


def test_a_strip_with_a_pattern_is_never_called_empty() -> None:
    record, task = SurveyRecord(SurveyQuestion()), "strips 5,0,0"
    parts = [Part((width, 0), name=NONE) for width in range(1, 9)]
    record = after(record, [Searched(part, task=task) for part in parts])
    assert proved_empty(MotionKind(5), record).strips == ((NONE, 8),)
    record = record.take(PartOccupied(task, parts[5]))
    assert proved_empty(MotionKind(5), record).strips == ((NONE, 5),)


def test_a_rule_without_ships_says_so() -> None:
    report = SurveyReport.of(SurveyRecord(SurveyQuestion(Rule.parse("B4/S1234"))))
    assert any("there are no spaceships" in sentence for sentence in report.sentences())
    report = SurveyReport.of(SurveyRecord(SurveyQuestion(Rule.parse("B2/S"))))
    assert report.sentences() == ["there are no still lifes: under this rule no cell survives"]
    report = SurveyReport.of(SurveyRecord(SurveyQuestion(Rule.parse("B0/S2"))))
    assert any(sentence.startswith("all periods are even") for sentence in report.sentences())


@pytest.mark.parametrize("name", ["B2/S34H", "B2/S", "B3/S23", "B0/S2"])
def test_nothing_is_planned_that_no_query_is_about(name: str) -> None:
    question = SurveyQuestion(Rule.parse(name), families=("spaceships",))
    record = SurveyRecord(question)
    tasks = [task for task in islice(plan(question), 60) if isinstance(task, OfOneKind)]
    assert tasks
    for task in tasks:
        if question.rule.plain or not isinstance(task, Strips):
            task.query(record)
    ways = [told for told in SurveyReport.of(record).sentences() if "in other directions" in told]
    assert bool(ways) == (name == "B2/S34H")
    assert not SurveyReport.of(SurveyRecord(SurveyQuestion(LIFE))).sentences()


def test_the_plan_ends_if_ships_only_go_where_no_query_asks_for_them() -> None:
    """A cell is born below three cells in a row, so ships could only go down."""
    rule = Rule(bytes(block == 0b111_000_000 or block >> 4 & 1 for block in range(512)))
    assert sides(rule) == {(0, 1)}
    question = SurveyQuestion(rule, families=("spaceships",))
    assert not any(isinstance(task, OfOneKind) for task in plan(question))


def test_each_task_of_a_kind_is_named_by_its_method() -> None:
    """Sessions save the names: two tasks must not share one, and each says what it is."""
    tasks = [task for task in islice(plan(SurveyQuestion()), 60) if isinstance(task, OfOneKind)]
    assert all(task.method and task.name.startswith(task.method) for task in tasks)
    assert len({task.name for task in tasks}) == len(tasks)
    assert any(task.name == "rotors 3,0,0" for task in tasks)


def test_a_speed_that_is_given_twice_has_one_task_of_each_method() -> None:
    speeds = tuple(map(Velocity.parse, ("c/2", "c/3", "c/2")))
    tasks = [task for task in plan(SurveyQuestion(speeds=speeds)) if isinstance(task, OfOneKind)]
    assert len({task.name for task in tasks}) == len(tasks)
    assert {task.kind for task in tasks} == {MotionKind(2, 0, -1), MotionKind(3, 0, -1)}


def test_strips_say_why_they_are_for_other_periods() -> None:
    record = SurveyRecord(SurveyQuestion())
    with pytest.raises(InputError, match=r"row tables are for periods from 1 to .*, not 1000"):
        Strips(0.0, 1.0, kind=MotionKind(1000, 0, -1)).query(record)


def test_a_list_of_no_still_lifes_is_a_proof_as_well() -> None:
    record = after(SurveyRecord(SurveyQuestion()), [StillLifesListed(n, ()) for n in (1, 2, 3)])
    told = SurveyReport.of(record).still_lifes()
    assert told == "proved: there is no still life of up to 3 cells"


def test_who_finds_nothing_says_so() -> None:
    report = SurveyReport.of(SurveyRecord(SurveyQuestion()))
    assert "no matching pattern has been found yet" in survey_table(report).notes


def test_small_steps_go_on_where_the_slice_before_has_ended(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """On a slow machine no slice is long enough for all steps."""
    tried: list[Pattern] = []

    def never(pattern: Pattern, rule: Rule) -> None:
        tried.append(pattern)

    monkeypatch.setattr("lifesearch.surveys.tasks.replicator", never)
    monkeypatch.setattr("lifesearch.surveys.run.plan", lambda _: iter([ReplicatorTask(0.0)]))
    ticks = count()
    survey = SurveyRun(
        SurveyRecord(SurveyQuestion()), RunOptions(), clock=lambda: float(next(ticks))
    )
    with closing(survey.events()) as events:
        ended = islice((event for event in events if isinstance(event, SliceEnded)), 6)
        assert len(list(ended)) == 6
    assert len(tried) > 6
    assert tried == list(islice(small_patterns(LIFE), len(tried)))


@dataclass(frozen=True)
class Failing(ReplicatorTask):
    error: str = ""

    def steps(self, record: SurveyRecord) -> Iterator[SurveyEvent | None]:
        raise InputError(self.error)


@pytest.mark.parametrize("errors", [1, 3, MOST_REFUSALS])
def test_a_survey_in_which_all_tasks_fail_is_given_up(
    monkeypatch: pytest.MonkeyPatch, errors: int
) -> None:
    """After so many, whether they fail for one reason or for several."""
    tasks = (Failing(float(n), error=f"error {n % errors}", title=f"{n}") for n in range(20))
    monkeypatch.setattr("lifesearch.surveys.run.plan", lambda _: tasks)
    survey = SurveyRun(SurveyRecord(SurveyQuestion()), RunOptions())
    with pytest.raises(InputError, match="nothing can be searched in B3/S23: error 0"):
        list(survey.events())
    assert len(list(tasks)) == 20 - MOST_REFUSALS - 1  # the schedule looks one task ahead


def test_tasks_that_are_done_make_room_for_others(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only those that are under way are bounded in number: a survey of days does many."""
    tasks = [ReplicatorTask(float(n), title=f"{n}") for n in range(MOST_BEGUN + 2)]
    monkeypatch.setattr("lifesearch.surveys.run.plan", lambda _: iter(tasks))
    *done, last, _ = tasks
    record = SurveyRecord(SurveyQuestion(), done=frozenset(task.name for task in done))
    assert SurveySchedule(record).take(record) == last


def test_progress_is_that_of_the_survey(monkeypatch: pytest.MonkeyPatch) -> None:
    """How far a task is, and what it has found, say nothing of the survey."""
    working = Progress(5, 7, note="of a task", extent=Extent(1, 2, "1 of 2 cases"))
    of_task = [working, Finished(7, 5, exhausted=True)]
    monkeypatch.setattr("lifesearch.surveys.run.run", lambda *_: (event for event in of_task))
    boxes = BoxTask(0.0, 1.0, kind=MotionKind(3))
    monkeypatch.setattr("lifesearch.surveys.run.plan", lambda _: iter([boxes]))
    record = SurveyRecord(SurveyQuestion()).take(FoundPattern(minimal("OOO")))
    events = islice(SurveyRun(record, RunOptions()).events(), 2)
    note = "period 3, boxes"
    assert list(events) == [Progress(0, 1, note=note), Progress(5, 1, note=note)]
