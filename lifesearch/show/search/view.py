"""Show a search for patterns: the answers as they are found, and the proved statements.

Answers go to standard output, drawn or in a chosen format; everything else goes to standard
error, in exact words: "proved" only after a proof, "undecided" if the search was stopped.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from lifesearch.catalogue.names import why_unreadable
from lifesearch.common.errors import spelt
from lifesearch.common.exit_status import ExitStatus
from lifesearch.common.text import plural
from lifesearch.core.answer import Answer
from lifesearch.core.answer_report import AnswerReport
from lifesearch.core.events import Event, Finished, Found, Partial, Searched
from lifesearch.core.question import PatternQuery
from lifesearch.running.options import Checkpoint
from lifesearch.running.plan import Plan
from lifesearch.running.verdict import Verdict, named
from lifesearch.show.search.follow import SearchView
from lifesearch.show.search.output import Output, Presentation, answer_output, write_partial
from lifesearch.show.terminal.console import Printer

if TYPE_CHECKING:  # most searches have no session, and record nothing
    from lifesearch.running.session.file import Session
    from lifesearch.show.search.recorder import CatalogueRecorder

PATIENCE = 20.0
"""Seconds without an answer after which other commands are named."""
MOST_PLAYED = 10_000
"""Answers that are kept in memory, to be played at the end."""


class PatternSearchView(SearchView):
    """Shows the answers of a search for patterns, and adds them to the user's catalogue."""

    session: Session[PatternQuery] | None
    heading = ""
    """The question in words, if it is printed before the search."""

    def __init__(
        self,
        plan: Plan[PatternQuery],
        presentation: Presentation,
        session: Session[PatternQuery] | None = None,
    ) -> None:
        messages = Printer(stderr=True)
        super().__init__(plan, messages, moving=presentation.moving, session=session)
        self.presentation = presentation
        query, count = plan.query, plan.options.count
        self.verdict = Verdict(query, count, presentation.spell, verbose=messages.verbose)
        self.recorder = _recorder(messages) if presentation.remember else None
        self.longest: Partial | None = None
        self.to_play: list[AnswerReport] = []
        self.output: Output = lambda answers, before: None
        self._written = 0

    def show(self, events: Iterable[Event] | None = None) -> ExitStatus:
        """Search, show the answers as they are found; return the exit status.

        Without `events`, which are those of a search that has begun, the plan is run.
        """
        say, session = self.messages.print, self.session
        if trouble := why_unreadable():
            say(f"note: {trouble}")
        with self._open_output():  # a refusal comes alone, without the heading
            if self.heading:
                say(self.heading)
            if session is not None:
                if before := self.known_before(session.checkpoint):
                    say(f"resuming {session.path}: {before} before")
                self.loses = self.plan.engine.repeats(self.query)
            status = self.search(events)
        self.finish(status)
        if self.plan.options.proof is not None:
            say(self.plan.options.proof.outcome())
        return status

    @contextmanager
    def _open_output(self) -> Iterator[None]:
        """Open the place for answers; a table without a file has none."""
        presentation, session = self.presentation, self.session
        if self.query.tabulated:
            if presentation.output is None:
                yield
                return
            # Without a form, answers would also be drawn on the terminal.
            presentation = replace(presentation, form=presentation.form or "rle")
        found = session.checkpoint.found if session else ()
        earlier = tuple(replace(f, answers=tuple(self.wanted(f.answers))) for f in found)
        with answer_output(presentation, earlier) as self.output:
            yield

    @property
    def _found_before(self) -> bool:
        """Whether earlier runs have answers.

        `verdict` has them only when their events were shown: Ctrl-C may come before.
        """
        return self.session is not None and bool(self.session.checkpoint.found)

    def known_before(self, checkpoint: Checkpoint) -> str:
        """The answers and parts of earlier runs, in words; empty if there are none."""
        if not (checkpoint.found or checkpoint.searched):
            return ""
        # Cubes that fix more cells than those with which the search began are parts of these.
        within = any(len(part.cube) > (checkpoint.depth or 0) for part in checkpoint.searched)
        parts = plural(len(checkpoint.searched), "part") + " of cases" * within
        return f"{number_found(checkpoint):,} found, {parts} searched"

    def wanted(self, answers: Sequence[Any]) -> Sequence[Answer]:
        """The answers that are recorded and written one by one."""
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
        if self.presentation.animate:
            self.to_play += self.reports(wanted[: MOST_PLAYED - len(self.to_play)])

    def mention(self, answers: Sequence[Answer]) -> None:
        """Print a line for each answer, in views that draw none."""

    def reports(self, answers: Sequence[Answer]) -> list[AnswerReport]:
        return [AnswerReport.of(answer, self.presentation.placed) for answer in answers]

    def so_far(self, seconds: float) -> Sequence[str]:
        """The places ruled out and, after a while without an answer, a better command."""
        if self.found:
            return ()
        advised = self.plan.engine.advice(self.query) if seconds >= PATIENCE else ()
        return [*self.verdict.so_far(), *(spelt(each, self.presentation.spell) for each in advised)]

    def partial_result(self, partial: Partial) -> list[str]:
        """The longest partial result, drawn; it is kept for the end if that is wanted."""
        if self.presentation.partials:
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
        """Print what remains to be said, however the search ended; play answers if that is wanted.

        The symmetries that were ruled out are said only if the search is undecided: a proof that
        there is no pattern says more.
        """
        for sentence in self.verdict.summary():
            self.messages.print(sentence)
        undecided = status in (ExitStatus.INTERRUPTED, ExitStatus.GAVE_UP)
        if self.ruled_out and undecided and not (self.verdict.found or self._found_before):
            names = ", ".join(self.ruled_out)
            self.messages.print(f"proved: no such pattern centred in the box has symmetry {names}")
        for hint in self.verdict.hint():
            self.messages.print(hint)
        if self.recorder:
            self.recorder.conclude()
        if self.longest and not (self.verdict.found or self._found_before):
            from lifesearch.core.partial_report import PartialReport

            write_partial(self.presentation, PartialReport.of(self.longest, self.query))
        if self.to_play and status is not ExitStatus.INTERRUPTED:
            _play(self.to_play)


View = PatternSearchView
"""`core.kind.USUAL_VIEW` names this module: by this name the view is imported."""


def number_found(checkpoint: Checkpoint) -> int:
    return sum(len(found.answers) for found in checkpoint.found)


def _recorder(messages: Printer) -> CatalogueRecorder:
    from lifesearch.show.search.recorder import CatalogueRecorder

    return CatalogueRecorder(messages.print)


def _play(reports: list[AnswerReport]) -> None:
    from lifesearch.show.animation import Subject
    from lifesearch.show.terminal.player import play

    play([Subject(r.pattern, r.rule, r.torus, goal=r.answer.generations) for r in reports])
