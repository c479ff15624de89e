"""Surveys that end when enough is known, however fast the machine is."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing

from lifesearch.life.pattern import Pattern
from lifesearch.life.rules.rule import LIFE, Rule
from lifesearch.surveys.kinds import Thing
from lifesearch.surveys.question import SurveyQuestion
from lifesearch.surveys.record import SurveyRecord
from lifesearch.surveys.run import SurveyRun, SurveySpending

LONGEST = 3600.0
"""Enough for any machine: surveys end when enough is known."""


def thing(picture: str, rule: Rule = LIFE, how: str = "a box") -> Thing:
    return Thing.of(Pattern.parse(picture), rule, how)


def survey_until(
    question: SurveyQuestion,
    enough: Callable[[SurveyRecord], bool],
    record: SurveyRecord | None = None,
    jobs: int = 1,
    longest: float = LONGEST,
) -> SurveyRecord:
    """What is known when it is enough."""
    survey = SurveyRun(record or SurveyRecord(question), SurveySpending(jobs, longest))
    with closing(survey.events()) as events:
        for _ in events:
            if enough(survey.record):
                break
    return survey.record
