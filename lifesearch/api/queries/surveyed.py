"""From options to surveys: what is looked for, and what may be spent on it."""

from __future__ import annotations

from collections.abc import Callable

from lifesearch.api.queries.run_options import jobs
from lifesearch.life.rules.rule import LIFE, Rule
from lifesearch.options import readers
from lifesearch.options.table import Options
from lifesearch.running.memory import free_memory
from lifesearch.surveys.question import SurveyQuestion
from lifesearch.surveys.run import SurveyOptions


def survey_question(rule: str | Rule | None, options: Options) -> SurveyQuestion:
    """What is looked for; in Life if there is no rule."""
    return SurveyQuestion(
        LIFE if rule is None else readers.rule(rule),
        tuple(dict.fromkeys(options.kinds or ())),
        options.periods or (),
        options.speeds or (),
        options.seed,
    )


def spent_on(options: Options, say: Callable[[str], None] | None = None) -> SurveyOptions:
    """What may be spent; a cluster is connected to."""
    memory = options.memory or free_memory() // 2
    many, where = jobs(options, say=say), readers.place(options.cluster)
    return SurveyOptions(many, options.time_limit, memory, where)
