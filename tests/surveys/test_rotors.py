"""What a survey says of rotors."""

from __future__ import annotations

from lifesearch.core.events import Searched
from lifesearch.life.rules.rule import LIFE
from lifesearch.surveys.kinds import MotionKind
from lifesearch.surveys.record import PartOccupied, SurveyQuestion, SurveyRecord
from lifesearch.surveys.report import proved_empty
from lifesearch.surveys.rotor_tasks import RotorTask, rotors_in_window
from tests.surveys.surveys import after

RECORD = SurveyRecord(SurveyQuestion(LIFE))


def after_all_parts(kind: MotionKind) -> SurveyRecord:
    task = RotorTask(0.0, 0.5, kind=kind)
    parts = rotors_in_window(kind, LIFE).parts(0)
    return after(RECORD, (Searched(part, task=task.name) for part in parts))


def test_a_window_is_empty_when_all_its_rings_are_searched() -> None:
    kind = MotionKind(10)
    assert proved_empty(kind, RECORD).words() == []
    known = after_all_parts(kind)
    assert proved_empty(kind, known).words() == ["no rotor up to 3x3"]
    assert proved_empty(MotionKind(11), known).words() == []


def test_a_window_in_which_something_was_found_is_not_empty() -> None:
    kind = MotionKind(7)
    known = after_all_parts(kind)
    (part, *_) = rotors_in_window(kind, LIFE).parts(0)
    found = known.take(PartOccupied(RotorTask(0.0, 0.5, kind=kind).name, part))
    assert proved_empty(kind, found).words() == []
