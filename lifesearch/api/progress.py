"""How a search is getting on, for whoever waits for it: on a terminal or in a notebook.

Something is shown only while somebody waits, never while the caller's own code runs, so that
what it prints stays whole; and only if the wait is longer than a moment.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from time import monotonic
from typing import TYPE_CHECKING, Any

from lifesearch.api import notebook
from lifesearch.running.events import Progress
from lifesearch.text import plural

if TYPE_CHECKING:
    from lifesearch.ui.search.progress import Display

DELAY = 0.5
PAUSE = 0.5


class Meter:
    """Shows nothing."""

    def __enter__(self) -> Meter:
        return self

    def __exit__(self, *_: object) -> None:
        """Take away what is shown."""

    def show(self, progress: Progress) -> None:
        """Show how things are."""


class TerminalMeter(Meter):
    """Lines on standard error, which go away; if that is no terminal, a line now and then."""

    def __init__(self) -> None:
        self._started = monotonic()
        self._display: Display | None = None

    def __exit__(self, *_: object) -> None:
        if self._display and self._display.is_live:
            self._display.__exit__()
            self._display = None

    def show(self, progress: Progress) -> None:
        if monotonic() < self._started + DELAY:
            return
        if self._display is None:
            from lifesearch.ui.search.progress import Display
            from lifesearch.ui.terminal.console import Printer

            self._display = Display(Printer(stderr=True), moving=True, started=self._started)
            self._display.__enter__()
        self._display.show(progress)


class NotebookMeter(Meter):
    """A line below the cell, which goes away."""

    def __init__(self) -> None:
        self._started = self._shown = monotonic()
        self._handle: Any = None

    def __exit__(self, *_: object) -> None:
        if self._handle is not None:
            self._handle.update({"text/plain": ""}, raw=True)

    def show(self, progress: Progress) -> None:
        from lifesearch.text import duration

        now = monotonic()
        if now < max(self._started + DELAY, self._shown + PAUSE):
            return
        self._shown = now
        line = (
            f"{duration(now - self._started)} · {progress.found:,} found · "
            f"{plural(progress.conflicts, 'conflict')} · {plural(len(progress.runners), 'solver')}"
        )
        self._handle = notebook.show_line(line, self._handle)


def meter(wanted: bool | None) -> Callable[[], Meter]:
    """What shows the progress of one run: by default on terminals and in notebooks."""
    inside = notebook.shell() is not None
    terminal = sys.stderr is not None and sys.stderr.isatty()
    kind = Meter
    if wanted or (wanted is None and (inside or terminal)):
        kind = NotebookMeter if inside else TerminalMeter
    made: list[Meter] = []

    def get() -> Meter:
        if not made:
            made.append(kind())
        return made[0]

    return get
