"""Surveys of what lives in a rule: a function, and its result."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Unpack

from lifesearch.common.errors import InputError
from lifesearch.common.memory import free_memory
from lifesearch.common.text import plural
from lifesearch.core.answer import Answer as Found
from lifesearch.core.events import Progress
from lifesearch.core.options import readers
from lifesearch.core.options.readers import Whole
from lifesearch.doors.python.answer import Answer
from lifesearch.doors.python.notebook import gallery, meter
from lifesearch.doors.python.options import SeededOptions, takes
from lifesearch.doors.request import connected, jobs
from lifesearch.life.pattern import Pattern
from lifesearch.life.rules.rule import LIFE, Rule
from lifesearch.life.velocity import Velocity
from lifesearch.running.option_table import Options, read
from lifesearch.running.options import RunOptions
from lifesearch.show.html_table import html_table
from lifesearch.show.survey.table import event_sentence, survey_json, survey_table
from lifesearch.show.terminal.table import table_lines
from lifesearch.surveys.record import SurveyQuestion, SurveyRecord
from lifesearch.surveys.report import NamedPattern, SurveyReport
from lifesearch.surveys.run import SurveyRun


class SurveyOptions(SeededOptions, total=False):
    """What to look for, and the resources."""

    kinds: str | Sequence[str] | None
    periods: Iterable[int] | Whole | None
    speeds: str | Velocity | Sequence[str | Velocity] | None
    memory: Whole | None
    tell: Callable[[str], None] | None


@dataclass(frozen=True)
class SurveyRow:
    """A period or a speed: the smallest known patterns that have it, and what is proved.

    `smallest` has the fewest cells, `smallest_box` is in the smallest box; both are None if no
    pattern is known. Patterns move `dx` to the right and `dy` down in their period; 0 and 0 if they
    do not move. `proved` are sentences.
    """

    title: str
    period: int
    dx: int
    dy: int
    smallest: Answer | None
    smallest_box: Answer | None
    proved: tuple[str, ...]


class Survey:
    """What is known about a rule. Printing it prints the table."""

    def __init__(self, report: SurveyReport) -> None:
        self._report = report

    @property
    def rule(self) -> str:
        """The rule."""
        return str(self._report.record.rule)

    @property
    def seconds(self) -> float:
        """The seconds of work, all runs together."""
        return self._report.record.seconds

    @cached_property
    def rows(self) -> tuple[SurveyRow, ...]:
        """The lines of the table: still lifes, periods, speeds."""
        return tuple(
            SurveyRow(
                row.title,
                row.kind.period,
                row.kind.dx,
                row.kind.dy,
                self._answer(row.fewest),
                self._answer(row.tightest or row.fewest),  # no `tightest`: it is the same
                row.proofs,
            )
            for row in self._report.rows
        )

    @property
    def periods(self) -> tuple[int, ...]:
        """The periods for which an oscillator is known."""
        return tuple(
            row.period for row in self.rows if row.smallest and row.period > 1 and not _moves(row)
        )

    @property
    def speeds(self) -> tuple[str, ...]:
        """The speeds for which a spaceship is known."""
        return tuple(row.title for row in self.rows if row.smallest and _moves(row))

    @property
    def still_lifes(self) -> dict[int, tuple[Answer, ...]]:
        """All still lifes by the number of their cells, as far as the lists are complete."""
        listed = self._report.record.still_lifes
        up_to = self._report.record.listed_up_to()
        return {n: tuple(self._still(p) for p in listed[n]) for n in range(1, up_to + 1)}

    @property
    def notes(self) -> tuple[str, ...]:
        """What else is known, in sentences: what is typical, what is not in the table."""
        return tuple(self._report.sentences())

    def to_dicts(self) -> list[dict[str, Any]]:
        """The lines of the table, for a data frame."""
        return survey_table(self._report).records()

    def to_dict(self) -> dict[str, Any]:
        """All of it, as `--format json` prints it."""
        return survey_json(self._report)

    def page(self) -> str:
        """A web page with the table and all patterns, animated."""
        from lifesearch.show.survey.page import survey_page

        return survey_page(self._report)

    def _answer(self, found: NamedPattern | None) -> Answer | None:
        if found is None:
            return None
        minimal = found.minimal
        return Answer(Found(minimal.pattern, minimal.kind.period, self._report.record.rule))

    def _still(self, pattern: Pattern) -> Answer:
        return Answer(Found(pattern, 1, self._report.record.rule))

    def __str__(self) -> str:
        """The table."""
        return "\n".join(table_lines(survey_table(self._report)))

    def __repr__(self) -> str:
        periods, speeds = plural(len(self.periods), "period"), plural(len(self.speeds), "speed")
        return f"<Survey of {self.rule}: {periods}, {speeds}>"

    def _repr_html_(self) -> str:
        """What a notebook shows: the smallest of each kind, and the table."""
        found = tuple(row.smallest for row in self.rows if row.smallest is not None)
        return gallery(found, repr(self)[1:-1]) + html_table(survey_table(self._report))


@takes("survey")
def survey(rule: str | Rule | None = None, **options: Unpack[SurveyOptions]) -> Survey:
    """Survey what lives in a rule, until the time limit; a session is continued.

    Without a rule it is Life, or the rule of the session.

    >>> survey("B3/S23", kinds="still-lifes", time_limit=1, jobs=1)
    <Survey of B3/S23: 0 periods, 0 speeds>
    """
    given = read("survey", options)
    if given.time_limit is None:
        raise InputError("a survey never ends: give a time limit")
    spending = run_options_of(given)
    with opened(rule, given, spending) as running:
        tell, show = given.tell, meter(given.progress)
        with closing(running.events()) as events, show() as shown:
            before = running.record
            for event in events:
                if isinstance(event, Progress):
                    shown.show(event)
                if tell is not None and (sentence := event_sentence(event, before)):
                    tell(sentence)
                before = running.record
    return Survey(SurveyReport.of(running.record))


@contextmanager
def opened(rule: str | Rule | None, options: Options, spending: RunOptions) -> Iterator[SurveyRun]:
    """A survey to run; it continues that of its session, if it has one."""
    from lifesearch.running.session.file import Session
    from lifesearch.surveys.session import record_in

    question, name = survey_question(rule, options), options.session
    if name is None:
        yield SurveyRun(SurveyRecord(question), spending)
        return
    with Session.start(name, question, as_recorded=rule is None) as session:
        yield SurveyRun(record_in(session.checkpoint), spending, session)


def _moves(row: SurveyRow) -> bool:
    return bool(row.dx or row.dy)


def survey_question(rule: str | Rule | None, options: Options) -> SurveyQuestion:
    """What to look for; without a rule, in Life."""
    return SurveyQuestion(
        LIFE if rule is None else readers.rule(rule),
        tuple(dict.fromkeys(options.kinds or ())),
        options.periods or (),
        options.speeds or (),
        options.seed,
    )


def run_options_of(options: Options, say: Callable[[str], None] | None = None) -> RunOptions:
    """The resources; this connects to the cluster."""
    memory = options.memory or free_memory() // 2
    where, limit = connected(options)
    return RunOptions(None, jobs(options, say=say), time_limit=limit, memory=memory, place=where)
