"""`lifesearch survey`: what lives in a rule."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer

from lifesearch.common.errors import InputError, OptionError
from lifesearch.core.options import names
from lifesearch.doors.cli.commands.search import explain, require_different_files
from lifesearch.doors.cli.parameters import argument, note
from lifesearch.running.option_table import Options
from lifesearch.show.files import require_free, require_page

if TYPE_CHECKING:
    from lifesearch.running.session.file import Session
    from lifesearch.show.search.output import Presentation
    from lifesearch.surveys.record import SurveyQuestion
    from lifesearch.surveys.run import SurveyRun

RULE = argument("[RULE]", "The rule, such as B36/S125 or HighLife; without it, Life.", names.rules)


def survey(rule: Annotated[str | None, RULE] = None, *, options: Options) -> None:
    """Search a rule for oscillators, spaceships and still lifes."""
    for file in filter(None, (options.session, options.report)):
        require_different_files(file, options.output)
    shown_as = _presentation(options.but(form=None if options.form == "text" else options.form))
    given = options.kinds or options.periods or options.speeds or options.explain
    if options.report is not None:
        if rule is not None or options.session is not None or given:
            raise OptionError("<report> shows a session as it is: leave out other options")
        from lifesearch.show.survey.view import show_record
        from lifesearch.surveys.session import read_record

        show_record(read_record(options.report), shown_as)
        return
    if options.explain:
        _explain(rule, options)
    from lifesearch.doors.python.survey import opened, run_options_of

    with opened(rule, options, run_options_of(options, note)) as running:
        _show_and_exit(running, shown_as)


def _explain(rule: str | None, options: Options) -> NoReturn:
    """Print the plan, of the session's question if that is continued."""
    from lifesearch.doors.python.survey import survey_question
    from lifesearch.surveys.run import survey_plan
    from lifesearch.surveys.session import read_record

    question, session = survey_question(rule, options), options.session
    if rule is None and session is not None and Path(session).is_file():
        question = question.as_recorded(read_record(session).question)
    explain(survey_plan(question, kept=session is not None))


def resume_survey(session: Session[SurveyQuestion], options: Options) -> NoReturn:
    """Continue a survey."""
    from lifesearch.doors.python.survey import run_options_of
    from lifesearch.surveys.run import SurveyRun
    from lifesearch.surveys.session import record_in

    if options.form not in (None, "json"):
        raise InputError(f"a survey is written as text or json, not as {options.form}")
    shown_as, spent = _presentation(options), run_options_of(options, note)
    _show_and_exit(SurveyRun(record_in(session.checkpoint), spent, session), shown_as)


def _presentation(options: Options) -> Presentation:
    """How the survey is shown; checks that a page can be written, and replaces no other file."""
    from lifesearch.show.search.output import Presentation

    if options.output is not None:
        if options.output == "-" and options.form == "json":
            raise OptionError(
                "<output -> and <form json> both print to standard output: leave one of them out"
            )
        require_page(options.output)
        require_free(options.output, force=options.force)
    return Presentation(options.form, options.output, moving=not options.no_progress)


def _show_and_exit(survey: SurveyRun, shown_as: Presentation) -> NoReturn:
    from lifesearch.show.survey.view import show_survey

    raise typer.Exit(show_survey(survey, shown_as))
