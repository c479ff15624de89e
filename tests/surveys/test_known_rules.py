"""What surveys find in some rules is what is known of them."""

from __future__ import annotations

import pytest

from lifesearch.life.rules.rule import Rule
from lifesearch.surveys.kinds import MotionKind
from lifesearch.surveys.record import SurveyQuestion, SurveyRecord
from lifesearch.surveys.report import SurveyReport
from tests.surveys.surveys import survey_until

GLIDER, LWSS = MotionKind(4, -1, -1), MotionKind(4, 0, -2)


def survey_of(name: str, *kinds: MotionKind) -> SurveyRecord:
    """A survey until there are patterns of some kinds."""
    question = SurveyQuestion(Rule.parse(name))
    return survey_until(question, lambda record: set(kinds) <= set(record.fewest), jobs=2)


@pytest.mark.slow("a survey of a rule takes a minute")
def test_life() -> None:
    """The smallest ones are those of LifeWiki, and still lifes are those of OEIS A019473."""
    periods = [MotionKind(period) for period in (2, 3, 4, 5, 6, 8, 14, 15)]
    wanted = {*periods, GLIDER, LWSS, MotionKind(3, 0, -1)}

    def enough(record: SurveyRecord) -> bool:
        return wanted <= set(record.fewest) and record.listed_up_to() >= 8

    record = survey_until(SurveyQuestion(), enough, jobs=2)
    assert wanted <= set(record.fewest)
    assert {n: len(found) for n, found in record.still_lifes.items() if n <= 8} == {
        **dict.fromkeys(range(1, 4), 0), 4: 2, 5: 1, 6: 5, 7: 4, 8: 9,
    }  # fmt: skip
    least = {2: 3, 3: 12, 4: 12, 5: 15, 6: 16, 8: 12}
    assert all(record.fewest[MotionKind(period)].cells >= cells for period, cells in least.items())
    assert record.fewest[GLIDER].cells == 5
    assert record.fewest[LWSS].cells == 9
    assert record.fewest[MotionKind(3, 0, -1)].cells >= 25


@pytest.mark.slow("a survey of a rule takes a minute")
def test_highlife_has_a_replicator() -> None:
    question = SurveyQuestion(Rule.parse("HighLife"))
    record = survey_until(question, lambda record: record.replicator is not None, jobs=2)
    assert record.replicator is not None
    assert (record.replicator.generations, record.replicator.copies) == (12, 2)
    assert "after 12 generations it is 2 copies of itself" in SurveyReport.of(record).replicator()


@pytest.mark.slow("a survey of a rule takes a minute")
def test_seeds_has_the_moon_and_nothing_that_stays() -> None:
    smallest = {MotionKind(2): 2, MotionKind(1, 0, -1): 4}

    def enough(record: SurveyRecord) -> bool:
        return all(k in record.fewest and record.fewest[k].cells <= smallest[k] for k in smallest)

    record = survey_until(SurveyQuestion(Rule.parse("B2/S")), enough, jobs=2)
    assert {kind: record.fewest[kind].cells for kind in smallest} == smallest
    assert MotionKind(1) not in record.fewest


@pytest.mark.slow("a survey of a rule takes a minute")
def test_2x2_has_dominoes() -> None:
    record = survey_of("B36/S125", MotionKind(1), MotionKind(2))
    assert record.fewest[MotionKind(1)].cells == 2


@pytest.mark.slow("a survey of a rule takes a minute")
def test_day_and_night() -> None:
    record = survey_of("B3678/S34678", MotionKind(1), MotionKind(2))
    assert record.fewest[MotionKind(1)].cells >= 4


@pytest.mark.slow("a survey of a rule takes a minute")
def test_just_friends_and_a_hexagonal_rule() -> None:
    assert survey_of("B2-a/S12", MotionKind(2)).fewest[MotionKind(2)].cells >= 2
    assert survey_of("B2/S34H", MotionKind(2)).fewest[MotionKind(2)].cells >= 2
