"""Go through the events of a search to its end, and say how it ended."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, nullcontext, suppress
from dataclasses import replace
from pathlib import Path
from time import monotonic
from typing import Any, Protocol

from lifesearch.compiled.notices import NotKept, once
from lifesearch.exit_status import ExitStatus
from lifesearch.life.glimpse import Glimpse
from lifesearch.planning.choose import plan_of
from lifesearch.planning.plan import Plan
from lifesearch.planning.run import Recorder, search_events
from lifesearch.queries.base import Query
from lifesearch.running.events import (
    CompilerNews,
    Event,
    Finished,
    Found,
    Lost,
    Partial,
    Progress,
    Searched,
    SearchNews,
    Snapshot,
    TimeLimitReached,
)
from lifesearch.running.options import FRESH_START, RunOptions
from lifesearch.signals import delay_interrupt
from lifesearch.solving.parts import Part
from lifesearch.text import duration
from lifesearch.ui.search.progress import Display
from lifesearch.ui.terminal.console import Printer

FEWEST = 32
"""So many answers are always shown in one go: Ctrl-C is heeded between them."""
AT_ONCE = 0.05
"""More are shown in one go if they take at most this number of seconds."""


def in_pieces(events: Iterable[object]) -> Iterator[object]:
    """Events with few enough answers each to be shown quickly; how many is found out meanwhile."""
    most = FEWEST
    for event in events:
        if not isinstance(event, Found):
            yield event
            continue
        answers = event.answers
        while answers:
            piece, answers = answers[:most], answers[most:]
            before = monotonic()
            yield replace(event, answers=piece)
            seconds = monotonic() - before
            if seconds > AT_ONCE:
                most = max(FEWEST, most // 2)
            elif len(piece) == most and seconds < AT_ONCE / 2:
                most *= 2


class EventView:
    """Shows what a search reports; subclasses know what to do with its answers and proofs.

    Everything is said through `messages`, which keeps it apart from the progress display.
    `resume_command` is how a search that was stopped goes on, if it can; `loses` says what it
    then has to do again, with the longest time in which nothing of a part was kept; `endless` is
    said of a search whose end is not known.
    """

    loses = ""
    endless = Display.endless
    kind = Display.kind

    def __init__(
        self,
        messages: Printer,
        *,
        moving: bool = True,
        resume_command: str = "",
        time_limit: float | None = None,
    ) -> None:
        self.messages = messages
        self._time_limit = time_limit
        self.found = 0
        self._best = ""
        self._moving = moving
        self._say_once = once(lambda notice: messages.print(str(notice)))
        self._resume_command = resume_command
        self._kept_at: dict[Part, float] = {}
        self._snapshot_at: float | None = None
        self.last: list[Event] = []
        """What workers had done when the search was stopped: it is kept, and not shown."""
        self.status_at_time_limit = ExitStatus.GAVE_UP

    def announce(self, event: Found | Searched) -> None:
        """Say what follows from an event, before its answers are shown."""

    def show_answers(self, answers: tuple[Any, ...], before: int) -> None:
        """Show new answers; `before` counts those found earlier."""
        raise NotImplementedError

    def partial_result(self, partial: Partial) -> list[str]:
        """The lines to draw below the progress for the longest partial result so far."""
        return []

    def describe_best(self, cost: int) -> str:
        """Words for the cost of the best answer so far."""
        return str(cost)

    def conclude(self, end: Finished) -> ExitStatus:
        """Say how a search ended that was not stopped; return the exit status."""
        raise NotImplementedError

    def known_when_interrupted(self) -> str:
        return self._best or (f"{self.found:,} found" if self.found else "undecided")

    def known_at_time_limit(self) -> str:
        if self._best:
            return f"{self._best}, not proved to be the best"
        return (
            f"{self.found:,} found, undecided whether there are more" if self.found else "undecided"
        )

    def about(self) -> Sequence[str]:
        """What is tried and why: shown while one waits."""
        return ()

    def follow(self, events: Iterable[object]) -> ExitStatus:
        """Go through all events; return the exit status."""
        display = Display(
            self.messages, moving=self._moving, about=self.about, time_limit=self._time_limit
        )
        display.endless, display.kind = self.endless, self.kind
        with display:
            try:
                for event in in_pieces(events):
                    with delay_interrupt():  # cut off, a line would be printed once more
                        status = self._take(event, display)
                    if status is not None:
                        return status
            except KeyboardInterrupt:
                with suppress(KeyboardInterrupt):  # pressed again: nobody waits for the workers
                    getattr(events, "close", list)()
                for event in self.last:
                    self._note_kept(event, display.elapsed)
                with delay_interrupt():  # if Ctrl-C is pressed again
                    self._say_stopped("interrupted", display.elapsed, self.known_when_interrupted())
                return ExitStatus.INTERRUPTED
        raise AssertionError("the last event of a search says how it ended")

    def _take(self, event: object, display: Display) -> ExitStatus | None:
        """Show one event; the exit status, if it is the last."""
        self._note_kept(event, display.elapsed)
        match event:
            case Progress(best=cost):
                self._best = "" if cost is None else f"best so far: {self.describe_best(cost)}"
                display.show(replace(event, note=self._best) if self._best else event)
            case Found(_, answers):
                self.announce(event)
                elsewhere = sys.stdout is None or not sys.stdout.isatty()
                with nullcontext() if elsewhere else display.hidden():
                    self.found += len(answers)
                    self.show_answers(answers, self.found - len(answers))
            case Searched():
                self.announce(event)
            case Partial():
                display.picture = self.partial_result(event)
            case Glimpse():
                display.look_at(event)
            case SearchNews(sentence):
                self.messages.print(sentence)
            case CompilerNews(notice=NotKept() as notice):
                self._say_once(notice)
            case Lost(blameless=False):
                self.messages.print(
                    f"note: {event.who} {event.cause}; the search continues without it"
                )
            case Finished():
                return self.conclude(event)
            case TimeLimitReached(limit):
                spent = max(limit, display.elapsed)  # workers began before there was a display
                self._say_stopped("time limit reached", spent, self.known_at_time_limit())
                return self.status_at_time_limit
        return None

    def _say_stopped(self, why: str, seconds: float, known: str) -> None:
        later = f"; to continue: {self._resume_command}" if self._resume_command else ""
        self.messages.print(f"{why} after {duration(seconds)}; {known}{later}")
        if self.loses:
            times = [*self._kept_at.values(), self._snapshot_at]
            lost = seconds - min((time for time in times if time is not None), default=0.0)
            words = f"about {duration(lost)}" if lost >= 1 else "less than a second"
            self.messages.print(f"note: {self.loses.format(lost=words)}")

    def _note_kept(self, event: object, now: float) -> None:
        """Remember when something of each part that is searched was last kept, or begun.

        Row tables keep snapshots, beside a solver that keeps cubes: both may lose something.
        """
        match event:
            case Progress(runners=runners):
                self._kept_at = {r.part: self._kept_at.get(r.part, now) for r in runners}
            case Searched(done):
                around = [
                    part
                    for part in self._kept_at
                    if part._replace(cube=done.cube) == done and done.cube.startswith(part.cube)
                ]
                self._kept_at |= dict.fromkeys(around, now)
            case Snapshot():
                self._snapshot_at = now


class Saved(Recorder, Protocol):
    """A session, which has a file."""

    path: Path


class SearchView(EventView):
    """Shows the search for a query, by its plan, with or without a session."""

    def __init__(
        self,
        query: Query[Any],
        run_options: RunOptions,
        messages: Printer,
        *,
        moving: bool = True,
        session: Saved | None = None,
    ) -> None:
        super().__init__(
            messages,
            moving=moving,
            resume_command=f"lifesearch resume {session.path}" if session else "",
            time_limit=run_options.time_limit,
        )
        self.query: Any = query
        self.run_options = run_options
        self.session = session

    def plan(self) -> Plan[Any]:
        kept = self.session is not None
        begun = FRESH_START if self.session is None else self.session.checkpoint
        return plan_of(self.query, replace(self.run_options, kept=kept), begun)

    def about(self) -> Sequence[str]:
        return self.plan().in_words(solvers=self.messages.verbose)

    def search(self, events: Iterable[object] | None = None) -> ExitStatus:
        """Search, and show what comes; the events may be those of a search that is begun."""
        if events is not None:
            return self.follow(events)
        begun = search_events(self.query, self.run_options, self.session, self.last)
        with closing(begun):
            return self.follow(begun)
