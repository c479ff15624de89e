"""Progress of a search in notebooks and on terminals.

`results` and `survey` show it by a `Meter`. It is shown only while a caller waits for the search,
and never while the caller's own code runs: so its output is not mixed with progress. In the first
moments of a search (DELAY) nothing is shown.
"""

from __future__ import annotations

import sys
from base64 import b64encode
from collections.abc import Callable, Sequence
from functools import cache
from html import escape
from importlib import import_module
from time import monotonic
from typing import TYPE_CHECKING, Any

from lifesearch.common.text import duration
from lifesearch.core.events import Progress

if TYPE_CHECKING:
    from lifesearch.doors.python.answer import Answer
    from lifesearch.show.search.progress import Display

MOST_SHOWN = 60
"""Answers that are drawn: each is a picture in the saved notebook."""
DELAY = 0.5
"""Seconds of a search before its progress is shown: most searches in notebooks end sooner."""
PAUSE = 0.5
"""Seconds between two lines: a notebook saves and sends each."""
FIGURE = "display:inline-block;margin:6px;vertical-align:top;text-align:center;max-width:260px"


def shell() -> Any:
    """IPython's shell, if this is the kernel of a notebook; otherwise None."""
    ipython = sys.modules.get("IPython")
    running = ipython.get_ipython() if ipython is not None else None
    return running if hasattr(running, "kernel") else None


def show_line(line: str, handle: Any) -> Any:
    """Show a line of text below the cell, replacing the previous one; return its handle."""
    display = import_module("IPython.display").display
    data = {"text/plain": line}
    if handle is None:
        return display(data, raw=True, display_id=True)
    handle.update(data, raw=True)
    return handle


def gallery(answers: Sequence[Answer], title: str) -> str:
    """HTML with the first answers, animated, each with its name and facts."""
    figures = [_figure(answer) for answer in answers[:MOST_SHOWN]]
    more = len(answers) - MOST_SHOWN
    rest = [f"<p>and {more:,} more</p>"] if more > 0 else []
    return "\n".join([f"<p>{escape(title)}</p>", "<div>", *figures, "</div>", *rest])


def _figure(answer: Answer) -> str:
    """An answer's picture with its name and facts.

    The picture is a file of its own (`data:`), so that names inside it are not names of the page.
    """
    drawing = answer.svg(small=True)
    if drawing is None:
        shown = "<p>(too large to draw)</p>"
    else:
        data = b64encode(drawing.encode()).decode()
        shown = f'<img alt="{escape(answer.name)}" src="data:image/svg+xml;base64,{data}"/>'
    facts = "; ".join(f"{each.label}: {each.words}" for each in answer.details())
    line = f"<br><small>{escape(answer.line)}</small>"
    caption = f"<figcaption>{escape(answer.name)}{line}</figcaption>"
    return f'<figure style="{FIGURE}" title="{escape(facts)}">{shown}{caption}</figure>'


class Meter:
    """A meter that shows nothing."""

    def __enter__(self) -> Meter:
        return self

    def __exit__(self, *_: object) -> None:
        """Erase the display."""

    def show(self, progress: Progress) -> None:
        """Show the current progress."""


class TerminalMeter(Meter):
    """Lines on standard error that are erased at the end; without a terminal, occasional lines."""

    def __init__(self) -> None:
        self._started = monotonic()
        self._display: Display | None = None

    def __exit__(self, *_: object) -> None:
        # Without a terminal the display stays, and knows when its next line is due.
        if self._display and self._display.is_live:
            self._display.__exit__()
            self._display = None

    def show(self, progress: Progress) -> None:
        if monotonic() < self._started + DELAY:
            return
        if self._display is None:
            from lifesearch.show.search.progress import Display
            from lifesearch.show.terminal.console import Printer

            self._display = Display(Printer(stderr=True), moving=True, started=self._started)
            self._display.__enter__()
        self._display.show(progress)


class NotebookMeter(Meter):
    """A line below the cell; at the end of a wait it says how long ago the search began.

    A line that was shown cannot be removed: the notebook would save an empty one.
    """

    def __init__(self) -> None:
        self._started = self._shown = monotonic()
        self._handle: Any = None

    def __exit__(self, *_: object) -> None:
        if self._handle is not None:
            show_line(duration(monotonic() - self._started), self._handle)

    def show(self, progress: Progress) -> None:
        now = monotonic()
        if now < max(self._started + DELAY, self._shown + PAUSE):
            return
        self._shown = now
        words = (duration(now - self._started), f"{progress.found:,} found", progress.words)
        self._handle = show_line(" · ".join(filter(None, words)), self._handle)


def meter(wanted: bool | None) -> Callable[[], Meter]:
    """A function that makes the display of one run when it is first called, and then returns it.

    Without `wanted`, progress is shown on terminals and in notebooks.
    """
    inside = shell() is not None
    terminal = sys.stderr is not None and sys.stderr.isatty()
    display = Meter
    if wanted or (wanted is None and (inside or terminal)):
        display = NotebookMeter if inside else TerminalMeter
    return cache(display)
