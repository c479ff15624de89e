"""Follow the events of a search to its end, show each, and return the exit status.

`EventView` is the base of all views of searches, counts and surveys. Ctrl-C is handled in `follow`.
Without a session workers begin while the view is still being loaded: until it follows their events,
`doors.cli.commands.search` handles Ctrl-C. With one they begin in `follow`; before that nothing is
lost, and `__main__` ends the program with its status, without a sentence. Workers ignore Ctrl-C,
and are killed by `running.coordinator`.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, nullcontext, suppress
from dataclasses import replace
from pathlib import Path
from time import monotonic
from typing import Any, Protocol

from lifesearch.common.exit_status import ExitStatus
from lifesearch.common.signals import delay_interrupt_briefly
from lifesearch.common.text import duration
from lifesearch.core.events import (
    Event,
    Finished,
    Found,
    Lost,
    Partial,
    Progress,
    Searched,
    Snapshot,
    TimeLimitReached,
    WorkplaceMessage,
)
from lifesearch.core.question import Question
from lifesearch.engines.sat.solving.part import Part
from lifesearch.life.preview import Preview
from lifesearch.running.coordinator import Recorder, search_events
from lifesearch.running.plan import Plan
from lifesearch.show.search.progress import Display
from lifesearch.show.terminal.console import Printer

SMALLEST_BATCH = 32
"""Answers of a batch; Ctrl-C is handled between batches."""
BATCH_SECONDS = 0.05
"""Larger batches are shown if they take at most this time."""


def in_batches(events: Iterable[object]) -> Iterator[object]:
    """The events, with answers in batches that take about BATCH_SECONDS to show.

    The size of a batch follows from the time that the one before took: while this generator is
    suspended, its consumer shows the batch.
    """
    size = SMALLEST_BATCH
    for event in events:
        if not isinstance(event, Found):
            yield event
            continue
        answers = event.answers
        while answers:
            batch, answers = answers[:size], answers[size:]
            before = monotonic()
            yield replace(event, answers=batch)
            seconds = monotonic() - before
            if seconds > BATCH_SECONDS:
                size = max(SMALLEST_BATCH, size // 2)
            elif len(batch) == size and seconds < BATCH_SECONDS / 2:
                size *= 2


class EventView:
    """Shows the events of a search; subclasses show its answers and proofs.

    messages  prints sentences, apart from the progress display
    loses     a sentence about work that a resumed search repeats, with {lost} for its time
    endless   the words in place of the time left, if the end is not known
    kind      what answers are called in the progress display, such as "ship"
    found     the number of answers so far
    status_at_time_limit  the exit status of a search that ends at its time limit
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
        """`resume_command` continues the search if it is stopped; empty if no command does.

        `time_limit` is in seconds; None if the search has no limit. `moving` is whether the
        progress is redrawn in place.
        """
        self.messages = messages
        self._time_limit = time_limit
        self.found = 0
        self._best = ""  # the cost of the best answer so far, in words
        self._moving = moving
        self._resume_command = resume_command
        # Seconds from the start at which work was last saved: of each part, and of all by snapshot.
        self._kept_at: dict[Part, float] = {}
        self._snapshot_at: float | None = None
        self.ruled_out: tuple[str, ...] = ()
        """Symmetries that no pattern centred in the box has, as far as they are decided."""
        self.last: list[Event] = []
        """Events of what workers had done when the search was stopped: see `coordinator.run`.

        Answers among them are shown; a session has all of them.
        """
        self._latest: object = None
        """The last event that was yielded, of which answers are shown, or were about to be."""
        self.status_at_time_limit = ExitStatus.GAVE_UP

    def announce(self, event: Found | Searched) -> None:
        """Print what is proved by an event, before its answers are shown."""

    def show_answers(self, answers: tuple[Any, ...], before: int) -> None:
        """Show new answers; `before` counts those found earlier."""
        raise NotImplementedError

    def partial_result(self, partial: Partial) -> list[str]:
        """The lines to draw below the progress for the longest partial result so far."""
        return []

    def describe_best(self, cost: int) -> str:
        """The cost of the best answer so far, in words."""
        return str(cost)

    def conclude(self, end: Finished) -> ExitStatus:
        """Print the outcome of a search that was not stopped; return the exit status."""
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
        """Sentences about the engines at work and the reason for each, for the progress display."""
        return ()

    def so_far(self, seconds: float) -> Sequence[str]:
        """Sentences about results after these seconds, for the progress display."""
        return ()

    def follow(self, events: Iterable[object]) -> ExitStatus:
        """Go through all events; return the exit status."""
        display = Display(
            self.messages,
            moving=self._moving,
            about=self.about,
            so_far=self.so_far,
            time_limit=self._time_limit,
        )
        display.endless, display.kind = self.endless, self.kind
        status: ExitStatus | None = None
        with display:
            try:
                for event in in_batches(self._noted(events)):
                    # No line is cut off, and then printed again.
                    with delay_interrupt_briefly():
                        status = self._take(event, display)
                    if status is not None:
                        return status
            except KeyboardInterrupt:
                if status is not None:  # the end was just printed: it is not taken back
                    return status
                # Closing the events stops the workers; Ctrl-C again ends the wait for that.
                with suppress(KeyboardInterrupt):
                    if (close := getattr(events, "close", None)) is not None:
                        close()
                    self._show_late_answers(display)
                for event in self.last:
                    self._note_kept(event, display.elapsed)
                # What is printed above moving lines that fill the terminal would scroll away.
                with delay_interrupt_briefly(), display.hidden():  # if Ctrl-C is pressed again
                    self._print_stopped(
                        "interrupted", display.elapsed, self.known_when_interrupted()
                    )
                return ExitStatus.INTERRUPTED
        raise AssertionError("the last event of a search says how it ended")

    def _noted(self, events: Iterable[object]) -> Iterator[object]:
        for event in events:
            self._latest = event
            yield event

    def _show_late_answers(self, display: Display) -> None:
        """Show the answers of a search that was stopped which were not yielded."""
        late = (each for each in self.last if isinstance(each, Found) and each is not self._latest)
        for event in in_batches(late):
            with delay_interrupt_briefly():
                self._take(event, display)

    def _take(self, event: object, display: Display) -> ExitStatus | None:
        """Show one event; the exit status, if it is the last."""
        self._note_kept(event, display.elapsed)
        match event:
            case Progress(best=cost):
                self.ruled_out = event.ruled_out or self.ruled_out
                self._best = "" if cost is None else f"best so far: {self.describe_best(cost)}"
                # Searches for the best answer have no note of their own.
                display.show(replace(event, note=self._best) if self._best else event)
            case Found(_, answers):
                self.announce(event)
                # Answers in a file or a pipe leave the lines of progress where they are.
                elsewhere = sys.stdout is None or not sys.stdout.isatty()
                with nullcontext() if elsewhere else display.hidden():
                    self.found += len(answers)
                    self.show_answers(answers, self.found - len(answers))
            case Searched():
                self.announce(event)
            case Partial():
                display.picture = self.partial_result(event)
            case Preview():
                display.look_at(event)
            case WorkplaceMessage(sentence):
                self.messages.print(sentence)
            case Lost(blameless=False):
                self.messages.print(
                    f"note: {event.who} {event.cause}; the search continues without it"
                )
            case Finished():
                with display.hidden():
                    return self.conclude(event)
            case TimeLimitReached(limit):
                spent = max(limit, display.elapsed)  # the display may be younger than the search
                with display.hidden():
                    self._print_stopped("time limit reached", spent, self.known_at_time_limit())
                return self.status_at_time_limit
        return None

    def _print_stopped(self, why: str, seconds: float, status: str) -> None:
        later = f"; to continue: {self._resume_command}" if self._resume_command else ""
        self.messages.print(f"{why} after {duration(seconds)}; {status}{later}")
        if self.loses:
            times = [*self._kept_at.values(), self._snapshot_at]
            lost = seconds - min((time for time in times if time is not None), default=0.0)
            words = f"about {duration(lost)}" if lost >= 1 else "less than a second"
            self.messages.print(f"note: {self.loses.format(lost=words)}")

    def _note_kept(self, event: object, now: float) -> None:
        """Record when the work on each part was last saved, or begun.

        Row tables save snapshots, solvers save closed cubes: both may lose what came after, so the
        earliest of these times counts. Only searches of a single box and for the best answer say
        how much is lost (`Engine.repeats`).
        """
        match event:
            case Progress(runners=runners):
                self._kept_at = {r.part: self._kept_at.get(r.part, now) for r in runners}
            case Searched(done):
                # A cube that is closed is part of the larger cubes that are searched.
                enclosing = [
                    part
                    for part in self._kept_at
                    if part._replace(cube=done.cube) == done and done.cube.startswith(part.cube)
                ]
                self._kept_at |= dict.fromkeys(enclosing, now)
            case Snapshot():
                self._snapshot_at = now


class Saved(Recorder, Protocol):
    """A session, which has a file, and the number of answers with which it began."""

    path: Path
    count: int | None


class SearchView(EventView):
    """Shows the search that a plan describes, with or without a session.

    counted_by  the option of `resume` that gives a number of answers
    unlimited   the option of `resume` for all answers; empty if there is none
    """

    counted_by = "--count"
    unlimited = "--all"

    def __init__(
        self,
        plan: Plan[Question[Any]],
        messages: Printer,
        *,
        moving: bool = True,
        session: Saved | None = None,
    ) -> None:
        super().__init__(
            messages,
            moving=moving,
            resume_command=self._continued(plan, session) if session else "",
            time_limit=plan.options.time_limit,
        )
        self.plan = plan
        self.query: Any = plan.query
        self.session = session

    def _continued(self, plan: Plan[Question[Any]], session: Saved) -> str:
        """The command that continues a search; empty if none does.

        A session keeps the number of answers that were wanted when it began.
        """
        from lifesearch.common.shell import command

        words: list[object] = ["resume", session.path]
        wanted = plan.options.count
        if wanted != session.count:
            if wanted is None and not self.unlimited:
                return ""
            words += [self.unlimited] if wanted is None else [self.counted_by, wanted]
        return command(*words)

    def about(self) -> Sequence[str]:
        return self.plan.in_words(solvers=self.messages.verbose)

    def search(self, events: Iterable[object] | None = None) -> ExitStatus:
        """Run the plan, or follow the given events of a search that has begun."""
        if events is not None:
            return self.follow(events)
        events = search_events(self.plan, self.session, self.last)
        with closing(events):
            return self.follow(events)
