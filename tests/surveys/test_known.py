"""A survey of Life says what is known and was not found."""

from lifesearch.life.rules.rule import Rule
from lifesearch.life.velocity import Velocity
from lifesearch.surveys.known import known_elsewhere
from lifesearch.surveys.record import FoundPattern, SurveyQuestion, SurveyRecord
from lifesearch.surveys.report import SurveyReport
from tests.surveys.surveys import after, minimal


def _record(question: SurveyQuestion) -> SurveyRecord:
    return after(SurveyRecord(question), [FoundPattern(minimal("OOO"))])


def _known(question: SurveyQuestion) -> list[str]:
    return [*known_elsewhere(_record(question))]


def test_what_the_catalogue_has_is_said() -> None:
    record = _record(SurveyQuestion())
    oscillators, spaceships, built = known_elsewhere(record)
    assert oscillators.endswith(": periods 3 to 43, 45 to 47, 51, 54, 60")
    assert "velocity c/2, c/3, c/4," in spaceships
    assert "c/12 diagonal" in spaceships
    assert built.startswith("from period 43 on")
    assert {oscillators, spaceships, built} <= {*SurveyReport.of(record).sentences()}


def test_only_what_was_asked_for_is_said() -> None:
    oscillators, built = _known(SurveyQuestion(periods=(19, 2)))
    assert oscillators.endswith(": periods 19")
    assert "can be built" in built
    [ships] = _known(SurveyQuestion(speeds=(Velocity.parse("2c/4"),)))
    assert ships.endswith(": spaceships of velocity c/2")


def test_nothing_is_said_of_other_rules() -> None:
    assert not _known(SurveyQuestion(Rule.parse("B36/S23")))
