"""Surveys from Python: what lives in a rule."""

from lifesearch.api.survey.results import Survey, SurveyRow, survey

__all__ = ["Survey", "SurveyRow", "survey"]
