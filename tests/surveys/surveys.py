"""Surveys that end when enough is known, however fast the machine is."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import closing
from functools import reduce
from itertools import takewhile

from lifesearch.core.events import Searched
from lifesearch.life.pattern import Pattern
from lifesearch.life.rules.rule import LIFE, Rule
from lifesearch.running.options import RunOptions
from lifesearch.surveys.kinds import MinimalPattern, MotionKind
from lifesearch.surveys.record import SurveyEvent, SurveyQuestion, SurveyRecord
from lifesearch.surveys.run import SurveyRun
from lifesearch.surveys.tasks import BoxTask, proving

LONGEST = 3600.0
"""Enough for any machine: surveys end when enough is known."""


def minimal(picture: str, rule: Rule = LIFE, how: str = "a box") -> MinimalPattern:
    return MinimalPattern.of(Pattern.parse(picture), rule, how)


def after(record: SurveyRecord, events: Iterable[SurveyEvent]) -> SurveyRecord:
    return reduce(SurveyRecord.take, events, record)


def boxes_searched(kind: MotionKind, area: int) -> list[SurveyEvent]:
    """That all boxes of up to so many cells are empty."""
    parts = proving(kind, LIFE).parts(0)
    small = takewhile(lambda part: part.box[0] * part.box[1] <= area, parts)
    return [Searched(part, task=BoxTask.name_for(kind)) for part in small]


def survey_until(
    question: SurveyQuestion,
    enough: Callable[[SurveyRecord], bool],
    record: SurveyRecord | None = None,
    jobs: int = 1,
    longest: float = LONGEST,
) -> SurveyRecord:
    """What is known when it is enough."""
    survey = SurveyRun(record or SurveyRecord(question), RunOptions(jobs=jobs, time_limit=longest))
    with closing(survey.events()) as events:
        for _ in events:
            if enough(survey.record):
                break
    return survey.record
