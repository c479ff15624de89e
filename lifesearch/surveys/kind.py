"""Surveys of a rule, as a kind of question for the registry: sessions know them by it."""

from __future__ import annotations

from lifesearch.core.kind import Command, Kind

KIND = Kind(
    question="surveys.record.SurveyQuestion",
    engines=(),
    records="surveys.session.SurveyRecords",
    commands=(Command("survey", runs="doors.cli.commands.survey.survey"),),
    resumed_by="doors.cli.commands.survey.resume_survey",
)
