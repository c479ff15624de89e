"""`lifesearch survey`: what lives in a rule."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from lifesearch.cli import parsing
from lifesearch.cli.plain_help import Command
from lifesearch.cli.search_arguments import keep_apart
from lifesearch.errors import InputError, OptionError
from lifesearch.options import names, readers
from lifesearch.options.readers import Names
from lifesearch.options.table import Options

if TYPE_CHECKING:
    from lifesearch.surveys.question import SurveyQuestion
    from lifesearch.ui.survey.view import SurveyPresentation

EPILOG = """\b
Examples:
  lifesearch survey --time-limit 10m               what lives in Life?
  lifesearch survey HighLife --time-limit 5m       in another rule
  lifesearch survey B36/S125 --session 2x2.session and on, if run again
  lifesearch survey --report 2x2.session           what is known up to now
  lifesearch survey --kind oscillators --periods 2-12
  lifesearch survey --kind spaceships --speeds c/2,c/3
  lifesearch survey --report 2x2.session -o 2x2.html   a page on which all run"""


def survey(
    rule: Annotated[
        str | None,
        typer.Argument(
            metavar="[RULE]",
            help="The rule, such as B36/S125 or HighLife; Life if there is none.",
            autocompletion=Names("rule", names.rules).complete,
        ),
    ] = None,
    *,
    options: Options,
) -> None:
    """Find out what lives in a rule."""
    from lifesearch.ui.survey.view import SurveyPresentation

    if options.output is not None:
        _require_page(options)
        for file in filter(None, (options.session, options.report)):
            keep_apart(file, options.output)
    form = None if options.form == "text" else options.form
    how = SurveyPresentation(form, options.output, not options.no_progress)
    given = options.kinds or options.periods or options.speeds
    if options.report is not None:
        if rule is not None or options.session is not None or given:
            raise OptionError("<report> shows a session as it is: leave out the rest")
        _report(options.report, how)
        return
    question = _question(rule, options)
    bare = rule is None and not given and not options.seed
    _survey(question, how, _spend(options), options.session, bare)


def _require_page(options: Options) -> None:
    """Refuse to write a page where it does not belong, or where something else is."""
    from lifesearch.ui.files import require_free, require_page

    if options.output == "-" and options.form == "json":
        raise OptionError(
            "<output -> prints the page, and <form json> something else: leave out one"
        )
    require_page(options.output)
    require_free(options.output, force=options.force)


def resume_from(file: str, options: Options) -> None:
    """Go on with a survey, as `lifesearch resume` does."""
    from lifesearch.ui.survey.view import SurveyPresentation

    if options.form not in (None, "json"):
        raise InputError(f"a survey is written as text or json, not as {options.form}")
    if options.output is not None:
        _require_page(options)
    how = SurveyPresentation(options.form, options.output, not options.no_progress)
    resume_survey(file, how, _spend(options))


def resume_survey(file: str, how: SurveyPresentation, options: Any) -> None:
    """Go on with a survey."""
    from lifesearch.surveys.run import Survey
    from lifesearch.surveys.session import SurveySession
    from lifesearch.ui.survey.view import show_survey

    with SurveySession.resume(file) as kept:
        raise typer.Exit(show_survey(Survey(kept.record, options, kept), how, kept))


def _survey(
    question: SurveyQuestion,
    how: SurveyPresentation,
    options: Any,
    session: str | None,
    bare: bool,
) -> None:
    from lifesearch.surveys.record import SurveyRecord
    from lifesearch.surveys.run import Survey
    from lifesearch.surveys.session import SurveySession, is_survey
    from lifesearch.ui.survey.view import show_survey

    if session is None:
        raise typer.Exit(show_survey(Survey(SurveyRecord(question), options), how))
    if bare and is_survey(session):
        resume_survey(session, how, options)
    with SurveySession.start(session, question) as kept:
        raise typer.Exit(show_survey(Survey(kept.record, options, kept), how, kept))


def _report(file: str, how: SurveyPresentation) -> None:
    from lifesearch.surveys.session import read_record
    from lifesearch.ui.survey.view import show_record

    show_record(read_record(file), how)


def _question(rule: str | None, options: Options) -> SurveyQuestion:
    from lifesearch.life.rules.rule import LIFE
    from lifesearch.surveys.question import SurveyQuestion

    return SurveyQuestion(
        LIFE if rule is None else readers.rule(rule),
        tuple(dict.fromkeys(options.kinds or ())),
        options.periods or (),
        options.speeds or (),
        options.seed,
    )


def _spend(options: Options) -> Any:
    from lifesearch.running.memory import free_memory
    from lifesearch.surveys.run import SurveyOptions

    memory = options.memory or free_memory() // 2
    many = parsing.jobs(options)
    return SurveyOptions(many, options.time_limit, memory, readers.place(options.cluster))


COMMANDS = {"survey": Command(survey, EPILOG)}
