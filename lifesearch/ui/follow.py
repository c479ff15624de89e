"""Follow a search to its end: show what it reports, and tell the truth about how it ended."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any

from lifesearch.exit_status import Status
from lifesearch.running.events import (
    Event,
    Finished,
    Found,
    Lost,
    Partial,
    Progress,
    Searched,
    TimeLimitReached,
)
from lifesearch.signals import delay_interrupt
from lifesearch.ui.progress import Display, duration
from lifesearch.ui.terminal.console import Printer

Keep = Callable[[tuple[Any, ...], int], None]


@dataclass
class Partials:
    """The longest beginning of a ship so far, if somebody wants to know."""

    wanted: bool = False
    longest: Partial | None = None


def follow(
    events: Iterable[Event],
    messages: Printer,
    keep: Keep,
    conclude: Callable[[Finished], Status],
    *,
    note: Callable[[Found | Searched], None] = lambda _: None,
    partials: Partials | None = None,
    named: Callable[[int], str] = str,
    moving: bool = True,
    resumable: str = "",
) -> Status:
    """Go through the events; `keep` gets answers and how many there were before them, and
    `note` hears first of what is found or proved.

    All that is said must be said through `messages`, which keeps it apart from the display.
    """
    found, best = 0, ""
    with Display(messages, moving=moving) as display:
        try:
            for event in events:
                match event:
                    case Progress():
                        best = "" if event.best is None else f"best so far: {named(event.best)}"
                        display.show(replace(event, note=best) if best else event)
                    case Found(_, answers):
                        note(event)
                        with delay_interrupt(), display.hidden():
                            found += len(answers)
                            keep(answers, found - len(answers))
                    case Searched():
                        note(event)
                    case Partial():
                        if partials and partials.wanted:
                            partials.longest = event
                            display.picture = event.pattern.picture().splitlines()
                    case Lost(part, configuration, cause):
                        messages.print(
                            f"note: a solver ({part}, {configuration}) {cause}; "
                            f"the search goes on without it"
                        )
                    case Finished():
                        return conclude(event)
                    case TimeLimitReached():
                        known = f"{found:,} found, more unknown" if found else "nothing known"
                        known = f"{best}, not proved to be the best" if best else known
                        _stopped(messages, "gave up", display, known, resumable)
                        return Status.GAVE_UP
        except KeyboardInterrupt:
            known = best or (f"{found:,} found" if found else "nothing known")
            _stopped(messages, "interrupted", display, known, resumable)
            return Status.INTERRUPTED
    raise AssertionError("a run ends with its verdict")


def _stopped(messages: Printer, how: str, display: Display, known: str, resumable: str) -> None:
    later = f"; to go on: {resumable}" if resumable else ""
    messages.print(f"{how} after {duration(display.elapsed)}: {known}{later}")
