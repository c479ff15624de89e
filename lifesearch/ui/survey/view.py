"""Follow a survey: report what is new as it comes, and at the end all that is known."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing

from rich.text import Text

from lifesearch.exit_status import ExitStatus
from lifesearch.running.events import CompilerNews, Finished, TimeLimitReached
from lifesearch.surveys.record import SurveyRecord, is_kept
from lifesearch.surveys.report import SurveyReport
from lifesearch.surveys.run import SurveyRun
from lifesearch.text import duration, plural
from lifesearch.ui.files import standard_output, writing
from lifesearch.ui.report import json_line
from lifesearch.ui.search.follow import EventView
from lifesearch.ui.search.output import Presentation
from lifesearch.ui.search.progress import Display, counted
from lifesearch.ui.survey.table import growing_table, news, survey_json, survey_table
from lifesearch.ui.terminal.console import Printer


class SurveyView(EventView):
    """Shows what a survey says."""

    endless = "until Ctrl-C"
    kind = "kind"

    def __init__(
        self, record: SurveyRecord, how: Presentation, time_limit: float | None = None
    ) -> None:
        super().__init__(Printer(stderr=True), moving=how.moving, time_limit=time_limit)
        self.record = record
        self._news = self.messages if how.form or how.output == "-" else Printer()

    def about(self) -> Sequence[str]:
        return [f"what lives in {self.record.rule}: soups, boxes, strips and lists take turns"]

    def _take(self, event: object, display: Display) -> ExitStatus | None:
        match event:
            case Finished() | TimeLimitReached():
                return ExitStatus.FOUND  # that is how it was meant to end
            case CompilerNews(notice) if display.is_live:
                self._say_once(notice)  # its task is put off, and others are worked on meanwhile
            case event if is_kept(event):
                sentence, self.record = news(event, self.record), self.record.take(event)
                if sentence and display.is_live and self._news.is_terminal:
                    report = SurveyReport.of(self.record)
                    display.picture = growing_table(report, self.messages.width - 1)
                elif sentence:
                    with display.hidden():
                        self._news.print(sentence)
            case _:
                return super()._take(event, display)
        return None

    def known_when_interrupted(self) -> str:
        return f"{plural(len(self.record.fewest), 'kind')} found"


def show_survey(survey: SurveyRun, how: Presentation) -> ExitStatus:
    """Do a survey, show what comes of it; return the exit status."""
    messages, session = Printer(stderr=True), survey.session
    view = SurveyView(survey.record, how, survey.time_limit)
    if session is not None and survey.record.spent:
        kinds = plural(len(survey.record.fewest), "kind")
        worked = duration(survey.record.seconds)
        messages.print(f"resuming {session.path}: {kinds} found in {worked}")
    with closing(survey.events()) as events:
        status = view.follow(events)
    show_record(survey.record, how)
    if session is not None:
        messages.print(f"to continue: lifesearch resume {session.path}")
    return status


def show_record(record: SurveyRecord, how: Presentation) -> None:
    report = SurveyReport.of(record)
    if how.output is not None:
        _write_page(report, how.output)
    if how.form == "json":
        with standard_output() as out:
            out.write(json_line(survey_json(report)) + "\n")
    elif how.output != "-":
        printer = Printer()
        width = printer.width - 1 if printer.is_terminal else None
        printer.print(Text(survey_table(report, width)))


def _write_page(report: SurveyReport, output: str) -> None:
    from lifesearch.ui.survey.page import survey_page

    messages = Printer(stderr=True)
    text = survey_page(report, lambda items: counted(items, messages, "looking at patterns"))
    with writing(output) as file:
        file.write(text)
