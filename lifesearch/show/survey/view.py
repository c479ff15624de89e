"""Follow a survey: report each new pattern, and at the end print the table of all results.

`lifesearch survey` calls `show_survey`; the events come from `surveys.run`.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing

from rich.text import Text

from lifesearch.common.exit_status import ExitStatus
from lifesearch.common.shell import command
from lifesearch.common.streams import standard_output
from lifesearch.common.text import duration, plural
from lifesearch.core.events import Finished, TimeLimitReached
from lifesearch.show.files import writing
from lifesearch.show.report import json_line
from lifesearch.show.search.follow import EventView
from lifesearch.show.search.output import Presentation
from lifesearch.show.search.progress import Display, counted
from lifesearch.show.survey.table import event_sentence, growing_table, survey_json, survey_table
from lifesearch.show.terminal.console import Printer
from lifesearch.show.terminal.table import table_lines
from lifesearch.surveys.record import SurveyRecord, is_kept
from lifesearch.surveys.report import SurveyReport
from lifesearch.surveys.run import SurveyRun


class SurveyView(EventView):
    """Shows the events of a survey."""

    endless = "until Ctrl-C"
    kind = "kind"

    def __init__(
        self, record: SurveyRecord, presentation: Presentation, time_limit: float | None = None
    ) -> None:
        super().__init__(Printer(stderr=True), moving=presentation.moving, time_limit=time_limit)
        self.record = record
        # Where standard output is for other programs, people read standard error.
        other_output = presentation.form or presentation.output == "-"
        self._for_people = self.messages if other_output else Printer()

    def about(self) -> Sequence[str]:
        return [f"what lives in {self.record.rule}: many searches take turns"]

    def _take(self, event: object, display: Display) -> ExitStatus | None:
        match event:
            case Finished() | TimeLimitReached():
                # It was meant to end like this, and any result counts; `show_survey` prints all.
                return ExitStatus.FOUND
            case event if is_kept(event):
                sentence, self.record = event_sentence(event, self.record), self.record.take(event)
                if sentence and display.is_live and self._for_people.is_terminal:
                    report = SurveyReport.of(self.record)
                    display.picture = growing_table(report, self.messages.width - 1)
                elif sentence:
                    with display.hidden():
                        self._for_people.print(sentence)
            case _:
                return super()._take(event, display)
        return None

    def known_when_interrupted(self) -> str:
        return f"{plural(len(self.record.fewest), 'kind')} found"


def show_survey(survey: SurveyRun, presentation: Presentation) -> ExitStatus:
    """Run a survey, and show its events; return the exit status."""
    messages, session = Printer(stderr=True), survey.session
    view = SurveyView(survey.record, presentation, survey.time_limit)
    if session is not None and survey.record.spent:
        kinds = plural(len(survey.record.fewest), "kind")
        worked = duration(survey.record.seconds)
        messages.print(f"resuming {session.path}: {kinds} found in {worked}")
    with closing(survey.events()) as events:
        status = view.follow(events)
    show_record(survey.record, presentation)
    if session is not None:
        messages.print(f"to continue: {command('resume', session.path)}")
    return status


def show_record(record: SurveyRecord, presentation: Presentation) -> None:
    report = SurveyReport.of(record)
    if presentation.output is not None:
        _write_page(report, presentation.output)
    if presentation.form == "json":
        with standard_output() as out:
            out.write(json_line(survey_json(report)) + "\n")
    elif presentation.output != "-":
        printer = Printer()
        width = printer.width - 1 if printer.is_terminal else None
        printer.print(Text("\n".join(table_lines(survey_table(report), width))))


def _write_page(report: SurveyReport, output: str) -> None:
    from lifesearch.show.survey.page import survey_page

    messages = Printer(stderr=True)
    text = survey_page(report, lambda items: counted(items, messages, "looking at patterns"))
    with writing(output) as file:
        file.write(text)
