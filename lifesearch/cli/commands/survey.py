"""`lifesearch survey`: what lives in a rule."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, NoReturn

import typer

from lifesearch.cli.parameters import argument, note
from lifesearch.cli.search_arguments import explain, keep_apart
from lifesearch.errors import InputError, OptionError
from lifesearch.options import names
from lifesearch.options.table import Options
from lifesearch.ui.files import require_free, require_page

if TYPE_CHECKING:
    from lifesearch.surveys.run import SurveyRun
    from lifesearch.ui.search.output import Presentation

RULE = argument("[RULE]", "The rule, such as B36/S125 or HighLife; without it, Life.", names.rules)


def survey(rule: Annotated[str | None, RULE] = None, *, options: Options) -> None:
    """Search a rule for oscillators, spaceships and still lifes."""
    for file in filter(None, (options.session, options.report)):
        keep_apart(file, options.output)
    how = _presentation(options.but(form=None if options.form == "text" else options.form))
    given = options.kinds or options.periods or options.speeds or options.explain
    if options.report is not None:
        if rule is not None or options.session is not None or given:
            raise OptionError("<report> shows a session as it is: leave out other options")
        from lifesearch.surveys.session import read_record
        from lifesearch.ui.survey.view import show_record

        show_record(read_record(options.report), how)
        return
    if options.explain:
        _explain(rule, options)
    from lifesearch.api.survey import opened, spent_on

    with opened(rule, options, spent_on(options, note)) as running:
        _go_on(running, how)


def _explain(rule: str | None, options: Options) -> NoReturn:
    """Print the plan, of the session's question if that is continued."""
    from lifesearch.api.survey import continues, survey_question
    from lifesearch.surveys.run import survey_plan
    from lifesearch.surveys.session import read_record

    question, session = survey_question(rule, options), options.session
    if session is not None and continues(rule, question, session):
        question = read_record(session).question
    explain(survey_plan(question, kept=session is not None))


def resume_from(file: str, options: Options) -> None:
    """Continue a survey, as `lifesearch resume` does."""
    from lifesearch.api.survey import spent_on
    from lifesearch.surveys.run import SurveyRun
    from lifesearch.surveys.session import SurveySession

    if options.form not in (None, "json"):
        raise InputError(f"a survey is written as text or json, not as {options.form}")
    how, spent = _presentation(options), spent_on(options, note)
    with SurveySession.resume(file) as session:
        _go_on(SurveyRun(session.known, spent, session), how)


def _presentation(options: Options) -> Presentation:
    """How it is shown; a page is not written where it does not belong, or over something else."""
    from lifesearch.ui.search.output import Presentation

    if options.output is not None:
        if options.output == "-" and options.form == "json":
            raise OptionError(
                "<output -> and <form json> both print to standard output: leave one of them out"
            )
        require_page(options.output)
        require_free(options.output, force=options.force)
    return Presentation(options.form, options.output, moving=not options.no_progress)


def _go_on(survey: SurveyRun, how: Presentation) -> NoReturn:
    from lifesearch.ui.survey.view import show_survey

    raise typer.Exit(show_survey(survey, how))
