"""The record of a survey, its events as JSON, and its session."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import islice
from pathlib import Path

import pytest

from lifesearch.common.errors import InputError
from lifesearch.common.limits import LONGEST_PERIOD
from lifesearch.core.events import Searched
from lifesearch.engines.sat.solving.part import Part
from lifesearch.engines.soups.census import Census, Tally
from lifesearch.engines.soups.limits import GENERATIONS
from lifesearch.life.pattern import Pattern
from lifesearch.life.rules.rule import LIFE, Rule
from lifesearch.life.simulate.evolve import generations
from lifesearch.life.snark_loop import snark_loop
from lifesearch.life.velocity import Velocity
from lifesearch.questions.soups.events import SoupsRun
from lifesearch.running.session.file import Session
from lifesearch.running.session.log import Record
from lifesearch.surveys.kinds import MinimalPattern, MotionKind, kind_of, sides, speeds
from lifesearch.surveys.record import (
    FoundPattern,
    Lifespans,
    PartOccupied,
    SliceEnded,
    StillLifesListed,
    SurveyEvent,
    SurveyQuestion,
    SurveyRecord,
)
from lifesearch.surveys.session import (
    SURVEYS,
    from_json,
    read_record,
    record_in,
    to_json,
)
from tests.sessions import saved
from tests.surveys.surveys import after, minimal

GLIDER = ".O.\n..O\nOOO"
BLOCK = Pattern.parse("OO\nOO")
CENSUS = Census(Tally(died=1, settled=2), Counter(xs4_33=3), {"xs4_33": 4})
EVENTS: list[SurveyEvent] = [
    FoundPattern(minimal(GLIDER)),
    FoundPattern(minimal("OOO", how="soup 3, C1")),
    Searched(Part((3, 2)), task="boxes 3,0,0"),
    Searched(Part((7, 0), name="gutter"), task="strips 3,0,-1"),
    Searched(Part((7, 7), name="D8_1 Id"), task="symmetric boxes 5,0,0"),
    PartOccupied("strips 3,0,-1", Part((12, 0), name="mirrored")),
    SoupsRun(3, 6, CENSUS, "soups without symmetry"),
    Lifespans(0, (17, None)),
    StillLifesListed(4, (BLOCK,)),
    StillLifesListed(1, ()),
    SliceEnded("boxes 3,0,0", 1.25, True),
]


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: type(event).__name__)
def test_events_are_read_as_they_were_written(event: SurveyEvent) -> None:
    assert from_json(Record.of(2, to_json(event), SURVEYS), LIFE) == event


@pytest.mark.parametrize(
    "record",
    [
        {"found": "4o!", "how": "a lie"},  # it is never seen again
        {"found": "!", "how": "nothing"},
        {"still_lifes": 5, "patterns": ["2o$2o!"]},
        {"still_lifes": 3, "patterns": ["3o!"]},
        {"slice": "boxes", "took": "long", "done": False},
        {"proved": "anything"},
        {"searched": [3, 3, ""], "task": "boxes"},
        {"searched": [3, 3, ""], "task": "boxes 3,0"},
        {"searched": [3, 3, ""], "task": "boxes 0,0,0"},
        {"searched": [3, 3, ""], "task": "boxes 3,0,4"},
    ],
)
def test_what_is_not_true_is_not_read(record: dict[str, object]) -> None:
    with pytest.raises(Exception, match=r".") as raised:
        from_json(Record.of(2, record, SURVEYS), LIFE)
    assert not isinstance(raised.value, AssertionError)


def test_the_smallest_of_each_kind_is_kept() -> None:
    record = SurveyRecord(SurveyQuestion())
    eater_2 = minimal("OO\nOO")
    pond = minimal(".OO.\nO..O\nO..O\n.OO.")
    record = after(record, [FoundPattern(pond), FoundPattern(eater_2), FoundPattern(pond)])
    assert record.fewest[MotionKind(1)].cells == 4
    assert not record.improved_by(pond)
    assert record.found(MotionKind(1)) == (eater_2,)


def test_ranges_of_soups_become_one() -> None:
    record = SurveyRecord(SurveyQuestion())
    one = Census(Tally(died=1), Counter(), {})
    ranges = [(2, 3), (0, 1), (1, 2)]
    record = after(record, [SoupsRun(a, b, one, "soups") for a, b in ranges])
    (all_of_them,) = record.soups["soups"]
    assert (all_of_them.start, all_of_them.stop, all_of_them.census.tally.died) == (0, 3, 3)
    assert record.soups_run("soups") == 3


def test_a_session_knows_what_was_kept(tmp_path: Path) -> None:
    file, question = tmp_path / "s", SurveyQuestion(Rule.parse("B36/S23"), periods=(2, 3))
    events = [event for event in EVENTS if not isinstance(event, StillLifesListed | FoundPattern)]
    with Session.start(str(file), question) as session:
        for event in events:
            session.take(event)
    assert read_record(str(file)) == after(SurveyRecord(question), events)
    with Session.start(str(file), question) as session:
        assert record_in(session.checkpoint) == after(SurveyRecord(question), events)
    with Session.resume(str(file)) as session:
        assert session.query == question


@pytest.mark.parametrize("event", [SoupsRun(3, 6, CENSUS, "soups"), Lifespans(0, (17,))])
def test_no_soup_is_counted_twice(tmp_path: Path, event: SurveyEvent) -> None:
    file = str(tmp_path / "s")
    with Session.start(file, SurveyQuestion()) as session:
        session.take(event)
        session.take(replace(event))
    with pytest.raises(InputError, match="line 3: this is not a record of a session"):
        read_record(file)


def test_a_torn_line_is_forgotten(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # Each line has the seconds of the run: on a busy machine they could differ.
    monkeypatch.setattr("lifesearch.running.session.file.monotonic", lambda: 0.0)
    file = tmp_path / "s"
    with Session.start(str(file), SurveyQuestion()) as session:
        session.take(EVENTS[0])
    whole = file.read_bytes()
    for length in range(0, len(whole), 11):
        file.write_bytes(whole[:length])
        with Session.start(str(file), SurveyQuestion()) as session:
            session.take(EVENTS[0])
            again = record_in(session.checkpoint).fewest
        assert not again or length == len(whole)
        assert file.read_bytes() == whole


def test_the_session_of_a_search_is_no_survey(tmp_path: Path) -> None:
    file = tmp_path / "s"
    file.write_bytes(saved("still-raw.session"))
    with pytest.raises(InputError, match="not the session of a survey, but of a search"):
        read_record(str(file))


def test_a_session_is_about_one_question(tmp_path: Path) -> None:
    file = str(tmp_path / "s")
    with Session.start(file, SurveyQuestion()):
        pass
    for other, named in (
        (SurveyQuestion(periods=(3,)), "periods"),
        (SurveyQuestion(families=("oscillators",)), "kinds"),
    ):
        with (
            pytest.raises(InputError, match=f"another question, with other {named}$"),
            Session.start(file, other),
        ):
            pass


def test_which_kinds_are_wanted() -> None:
    question = SurveyQuestion(periods=(3,), speeds=(Velocity.parse("c/4 diagonal"),))
    assert question.wants(MotionKind(3))
    assert not question.wants(MotionKind(2))
    assert question.wants(MotionKind(4, -1, -1))
    assert not question.wants(MotionKind(4, 0, -2))
    assert not question.wants(MotionKind(1))
    assert SurveyQuestion(periods=(3,)).asks("spaceships") is False
    for wrong in ({"periods": (1,)}, {"families": ("guns",)}, {"seed": -1}):
        with pytest.raises(InputError):
            SurveyQuestion(**wrong)


@pytest.mark.parametrize("name", ["B3/S23", "B2/S34H", "B2/S", "B2/S13V"])
def test_kinds_do_not_depend_on_orientation(name: str) -> None:
    rule = Rule.parse(name)
    for g in rule.symmetries:
        for dx, dy in ((1, 0), (0, 1), (1, 1), (2, 1), (-1, 1)):
            assert kind_of(4, dx, dy, rule) == kind_of(4, *g.apply(dx, dy), rule)
    assert len(set(speeds(2, rule))) == len(list(speeds(2, rule)))


def test_patterns_that_cannot_leave_their_box() -> None:
    assert not sides(Rule.parse("B4/S1234"))
    assert not list(speeds(3, Rule.parse("B4/S1234")))
    assert sides(Rule.parse("B2/S34H"))


@pytest.mark.long
def test_an_object_of_a_soup_may_have_a_longer_period_than_queries() -> None:
    found = MinimalPattern.of(snark_loop(LONGEST_PERIOD + 1), LIFE, "soup 3, C1", GENERATIONS)
    assert found.kind.period == LONGEST_PERIOD + 1
    event = FoundPattern(found)
    assert from_json(Record.of(2, to_json(event), SURVEYS), LIFE) == event


def test_a_complement_is_not_taken_for_the_smallest_phase() -> None:
    """Under B0 without S8 an odd generation stands for the cells that are dead."""
    rule = Rule.parse("B0134678/S014")
    found = minimal(".O.\nOOO\n.O.", rule)
    odd = next(islice(generations(found.pattern, 1, rule), 1, None))
    assert odd.population < found.cells == 5
    event = FoundPattern(found)
    assert from_json(Record.of(2, to_json(event), SURVEYS), rule) == event
