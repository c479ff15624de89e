"""`lifesearch survey`: what lives in a rule."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from lifesearch import option_text
from lifesearch.cli import parsing
from lifesearch.cli.options import Force, NoProgress, OnCluster, names_of, rules, value
from lifesearch.cli.parsing import Names, number
from lifesearch.cli.plain_help import OUTPUT, RUNNING, WHAT, Command
from lifesearch.cli.search_arguments import keep_apart
from lifesearch.errors import InputError

if TYPE_CHECKING:
    from lifesearch.cli.search_options import OutputOptions, RunningOptions
    from lifesearch.surveys.question import SurveyQuestion
    from lifesearch.ui.survey.view import SurveyPresentation

EPILOG = """\b
Examples:
  lifesearch survey --time-limit 10m               what lives in Life?
  lifesearch survey HighLife --time-limit 5m       in another rule
  lifesearch survey B36/S125 --session 2x2.session and on, if run again
  lifesearch survey --report 2x2.session           what is known up to now
  lifesearch survey --only oscillators --periods 2-12
  lifesearch survey --only spaceships --speeds c/2,c/3
  lifesearch survey --report 2x2.session -o 2x2.html   a page on which all run"""

FORMATS = Names("format", lambda: ("text", "json"))
FAMILIES = Names("family", lambda: ("still-lifes", "oscillators", "spaceships"))


def survey(
    rule: Annotated[
        str | None,
        typer.Argument(
            metavar="[RULE]",
            help="The rule, such as B36/S125 or HighLife; Life if there is none.",
            autocompletion=names_of(rules),
        ),
    ] = None,
    only: Annotated[
        list[str] | None,
        value(
            WHAT,
            "NAME",
            "Only oscillators, spaceships or still-lifes; may be repeated.",
            FAMILIES.parse,
            known=FAMILIES.complete,
        ),
    ] = None,
    periods: Annotated[
        str | None,
        value(WHAT, "N,N-M", "Only oscillators of these periods, such as 2-12 or 3,5,7."),
    ] = None,
    speeds: Annotated[
        str | None,
        value(WHAT, "V,...", "Only spaceships of these speeds, such as 'c/2,c/4 diagonal'."),
    ] = None,
    seed: Annotated[
        int,
        value(WHAT, "N", "Another seed gives other soups.", number("--seed", 0), default=True),
    ] = "0",  # type: ignore[assignment]  # the parser reads it
    form: Annotated[
        str | None,
        value(
            OUTPUT,
            "NAME",
            "text, or json for other programs.",
            FORMATS.parse,
            "--format",
            "-f",
            known=FORMATS.complete,
            default="text",
        ),
    ] = None,
    output: Annotated[
        str | None,
        value(
            OUTPUT,
            "FILE",
            "Write a web page: the table, and all patterns in motion.",
            None,
            "--output",
            "-o",
        ),
    ] = None,
    force: Force = False,
    report: Annotated[
        str | None,
        value(
            OUTPUT,
            "FILE",
            "Do not search: show what a session knows, even one of a survey that goes on.",
        ),
    ] = None,
    time_limit: Annotated[
        float | None,
        value(
            RUNNING,
            "TIME",
            "Stop after this long: 60s, 10m, 8h.",
            option_text.seconds,
            default="until Ctrl-C",
        ),
    ] = None,
    jobs: Annotated[
        str | None,
        value(
            RUNNING,
            "N",
            "How many processes search, at most 2 for each core (64! insists on 64).",
            None,
            "--jobs",
            "-j",
            default="all cores",
        ),
    ] = None,
    memory: Annotated[
        int | None,
        value(
            RUNNING,
            "SIZE",
            "All processes together take at most so much: 500M, 2G.",
            option_text.memory,
            default="half of what is free",
        ),
    ] = None,
    cluster: OnCluster = None,
    no_progress: NoProgress = False,
    session: Annotated[
        str | None,
        value(
            RUNNING,
            "FILE",
            "Save the survey there; run again with it, the survey goes on and deepens.",
        ),
    ] = None,
) -> None:
    """Find out what lives in a rule."""
    from lifesearch.ui.survey.view import SurveyPresentation

    if output is not None:
        _require_page(output, form, force=force)
        for file in filter(None, (session, report)):
            keep_apart(file, output)
    how = SurveyPresentation(None if form == "text" else form, output, not no_progress)
    given = {"only": only, "periods": periods, "speeds": speeds}
    if report is not None:
        if rule is not None or session is not None or any(given.values()):
            raise InputError("--report shows a session as it is: leave out the rest")
        _report(report, how)
        return
    question = _question(rule, only or [], periods, speeds, seed)
    bare = rule is None and not any(given.values()) and not seed
    _survey(question, how, _spend(time_limit, jobs, memory, cluster), session, bare)


def _require_page(output: str, form: str | None, *, force: bool) -> None:
    """Refuse to write a page where it does not belong, or where something else is."""
    from lifesearch.ui.files import require_free, require_page

    if output == "-" and form == "json":
        raise InputError("-o - prints the page, and --format json something else: leave out one")
    require_page(output)
    require_free(output, force=force)


def resume_from(file: str, output: OutputOptions, running: RunningOptions) -> None:
    """Go on with a survey, as `lifesearch resume` does."""
    from lifesearch.ui.survey.view import SurveyPresentation

    if output.form not in (None, "json"):
        raise InputError(f"a survey is written as text or json, not as {output.form}")
    if output.output is not None:
        _require_page(output.output, output.form, force=output.force)
    how = SurveyPresentation(output.form, output.output, not running.no_progress)
    spend = _spend(running.time_limit, running.jobs, running.memory, running.cluster)
    resume_survey(file, how, spend)


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


def _question(
    rule: str | None, only: list[str], periods: str | None, speeds: str | None, seed: int
) -> SurveyQuestion:
    from lifesearch.life.rules.rule import LIFE
    from lifesearch.life.velocity import Velocity
    from lifesearch.surveys.question import SurveyQuestion

    return SurveyQuestion(
        LIFE if rule is None else parsing.rule(rule),
        tuple(dict.fromkeys(only)),
        () if periods is None else option_text.periods(periods),
        () if speeds is None else tuple(map(Velocity.parse, option_text.speeds(speeds))),
        seed,
    )


def _spend(
    time_limit: float | None, jobs: str | None, memory: int | None, cluster: str | None
) -> Any:
    from lifesearch.running.memory import free_memory
    from lifesearch.surveys.run import SurveyOptions
    from lifesearch.ui.terminal.console import Printer

    if cluster is None:
        many = parsing.jobs(jobs, pinned=False, say=Printer(stderr=True).print)
    else:
        many = parsing.cluster_jobs(jobs, pinned=False)
    return SurveyOptions(many, time_limit, memory or free_memory() // 2, parsing.place(cluster))


COMMANDS = {"survey": Command(survey, EPILOG)}
