"""Show a search for patterns: the answers as they are found, and what is proved.

Answers go to standard output, drawn or in a chosen format; everything else goes to standard
error, in exact words: "proved" only after a proof, "undecided" if the search was stopped.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from rich.text import Text

from lifesearch.exit_status import ExitStatus
from lifesearch.formats.detect import write_rle
from lifesearch.queries.answer import Answer
from lifesearch.queries.base import PatternQuery as Query
from lifesearch.running.events import Event, Finished, Found, Partial, Searched
from lifesearch.running.options import Checkpoint, RunOptions
from lifesearch.running.verdict import Verdict, named
from lifesearch.text import plural
from lifesearch.ui.animation import Subject
from lifesearch.ui.search.answer_report import AnswerReport
from lifesearch.ui.search.follow import SearchView
from lifesearch.ui.search.output import Output, Presentation, answer_output
from lifesearch.ui.search.recorder import CatalogueRecorder, note_trouble
from lifesearch.ui.terminal.console import Printer

if TYPE_CHECKING:  # a search without a session need not load all that sessions are made of
    from lifesearch.session.file import Session

MOST_PLAYED = 10_000
ONE_BOX = "{lost} of work will be repeated: a session saves only finished cases"
NOT_CUT = "a session saves the answers of a box, but not how far it was searched"


class PatternSearchView(SearchView):
    """Shows, records and keeps the answers of a search for patterns."""

    session: Session | None
    heading = ""
    """What is asked, if that is said first."""
    tabulates = False
    """Whether answers are shown together at the end, and before that only written to files."""

    def __init__(
        self,
        query: Query,
        run_options: RunOptions,
        how: Presentation,
        session: Session | None = None,
    ) -> None:
        messages = Printer(stderr=True)
        super().__init__(query, run_options, messages, moving=how.moving, session=session)
        self.how = how
        self.verdict = Verdict(query, run_options.count, how.spell, verbose=messages.verbose)
        self.recorder = CatalogueRecorder(messages.print, query.rule) if how.remember else None
        self.longest: Partial | None = None
        self.to_play: list[AnswerReport] = []
        self.output: Output = lambda answers, before: None
        self._written = 0

    def show(self, events: Iterable[Event] | None = None) -> ExitStatus:
        """Search, show the answers as they are found; return the exit status.

        The events may be those of a search that is begun.
        """
        say, session, how = self.messages.print, self.session, self.how
        note_trouble(say)
        if self.heading:
            say(self.heading)
        if session is not None and (before := self.known_before(session.checkpoint)):
            say(f"resuming {session.path}: {before} before")
        if session is not None and session.one_box:
            self.loses = ONE_BOX if self.plan().cuts else NOT_CUT
        if self.tabulates and how.output is None:
            status = self.search(events)
        else:
            how = replace(how, form=how.form or "rle") if self.tabulates else how
            found = session.checkpoint.found if session else ()
            earlier = tuple(replace(f, answers=tuple(self.wanted(f.answers))) for f in found)
            with answer_output(how, earlier) as self.output:
                status = self.search(events)
        self.finish(status)
        if self.run_options.proof is not None:
            say(self.run_options.proof.outcome())
        return status

    def known_before(self, checkpoint: Checkpoint) -> str:
        """What a session knows, in words; empty if nothing."""
        if not (checkpoint.found or checkpoint.searched):
            return ""
        parts = plural(len(checkpoint.searched), "part")
        return f"{number_found(checkpoint):,} found, {parts} searched"

    def wanted(self, answers: Sequence[Any]) -> Sequence[Answer]:
        """Those that are recorded and written, each for itself."""
        return answers

    def announce(self, event: Found | Searched | Finished) -> None:
        for sentence in self.verdict.take(event):
            self.messages.print(sentence)

    def show_answers(self, answers: tuple[Answer, ...], before: int) -> None:
        """Record the answers before they are shown, then show them."""
        wanted = self.wanted(answers)
        if self.recorder:
            self.recorder.record(self.reports(wanted))
        self.mention(wanted)
        self.output(wanted, self._written)
        self._written += len(wanted)
        if self.how.animate:
            self.to_play += self.reports(wanted[: MOST_PLAYED - len(self.to_play)])

    def mention(self, answers: Sequence[Answer]) -> None:
        """Say in a line each what was found, if it is drawn nowhere."""

    def reports(self, answers: Sequence[Answer]) -> list[AnswerReport]:
        return [AnswerReport.of(answer, self.how.placed) for answer in answers]

    def partial_result(self, partial: Partial) -> list[str]:
        """The longest partial result, drawn; it is kept for the end if that is wanted."""
        if self.how.partials:
            self.longest = partial
        return partial.pattern.picture().splitlines()

    def describe_best(self, cost: int) -> str:
        return named(self.query, cost)

    def conclude(self, end: Finished) -> ExitStatus:
        self.announce(end)
        if self.verdict.found:
            return ExitStatus.FOUND
        return ExitStatus.NONE if end.exhausted else ExitStatus.GAVE_UP

    def finish(self, status: ExitStatus) -> None:
        for sentence in self.verdict.summary():
            self.messages.print(sentence)
        for hint in self.verdict.hint():
            self.messages.print(hint)
        if self.recorder:
            self.recorder.conclude()
        if self.longest and status is not ExitStatus.FOUND:
            _draw_partial(self.query, self.longest)
        if self.to_play and status is not ExitStatus.INTERRUPTED:
            _play(self.to_play)


View = PatternSearchView


def number_found(checkpoint: Checkpoint) -> int:
    return sum(len(found.answers) for found in checkpoint.found)


def _play(reports: list[AnswerReport]) -> None:
    from lifesearch.ui.terminal.player import play

    play([Subject(r.pattern, r.rule, r.torus, goal=r.answer.generations) for r in reports])


def _draw_partial(query: Query, partial: Partial) -> None:
    title = f"the longest partial result for a {query.describe()}: {plural(partial.rows, 'row')}"
    comments = [title, "a partial result, not a ship; found by lifesearch"]
    console = Printer()
    console.print(Text(title))
    console.print(Text(partial.pattern.picture()))
    pattern = partial.pattern.normal()
    console.print(Text(write_rle(pattern, query.rule, comments=comments)))
