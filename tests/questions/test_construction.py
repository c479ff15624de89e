"""Oscillators of long periods are built, unless a search is wanted."""

import pytest

import lifesearch as ls
from lifesearch.common.limits import LONGEST_PERIOD
from lifesearch.core.answer_report import AnswerReport
from lifesearch.core.events import Finished, Found
from lifesearch.life.motion import Motion
from lifesearch.life.rules.rule import LIFE, Rule
from lifesearch.life.simulate.evolve import behaviour
from lifesearch.life.snark_loop import snark_loop
from lifesearch.questions.race.built import BuiltAnswer, built
from lifesearch.questions.race.question import BUILT, Race
from lifesearch.running.choose import plan_of
from lifesearch.running.coordinator import run
from lifesearch.running.options import RunOptions


def engine_of(race: Race, **options: object) -> str:
    return plan_of(race, RunOptions(**options)).engine.name  # type: ignore[arg-type]


def test_a_long_period_is_built() -> None:
    *_, found, end = run(plan_of(Race(Motion(47)), RunOptions()))
    assert isinstance(found, Found)
    assert end == Finished(1, 0, exhausted=False)
    [answer] = found.answers
    assert answer.built
    assert behaviour(answer.pattern, LIFE, 47).period == 47
    report = AnswerReport.of(answer)
    assert report.summary().endswith("; built, not found")
    assert report.heading()[1][0].endswith("; built by lifesearch")


@pytest.mark.parametrize(
    ("race", "options"),
    [
        (Race(Motion(42)), {}),
        (Race(Motion(47), Rule.parse("B36/S23")), {}),
        (Race(Motion(47), only=("soups",)), {}),
        (Race(Motion(47), seed=1), {}),
        (Race(Motion(47)), {"count": 2}),
        (Race(Motion(48, dy=-1)), {}),
    ],
)
def test_a_search_is_wanted(race: Race, options: dict[str, object]) -> None:
    assert engine_of(race, **options) == "everything at once"


def test_what_is_excluded_is_not_built() -> None:
    loop = snark_loop(43)
    constraints = Race(Motion(43)).constraints
    excluding = type(constraints)(excluded=(loop,))
    assert engine_of(Race(Motion(43), constraints=excluding)) == "everything at once"


def test_a_session_knows_what_was_built() -> None:
    race = Race(Motion(43))
    [again] = race.answers([snark_loop(43)], 0, 0)
    assert again == built(43)
    assert race.key(again) == race.key(built(43))


def test_counted_cells_are_those_of_the_simulation() -> None:
    answer = built(43)
    assert isinstance(answer, BuiltAnswer)
    assert AnswerReport.of(answer).populations == answer.cells


def test_in_python() -> None:
    answer = ls.Oscillator(43).find()
    assert answer is not None
    assert answer.built
    assert answer.period == 43


def test_the_longest_period_fits_into_its_part() -> None:
    width, height = BUILT.box
    for period in (LONGEST_PERIOD, LONGEST_PERIOD - 1, LONGEST_PERIOD - 2):
        box = snark_loop(period).box
        assert box.width <= width
        assert box.height <= height
