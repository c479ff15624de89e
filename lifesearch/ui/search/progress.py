"""The progress of a search: lines that are drawn anew on a terminal, a log elsewhere.

There is no thread: the search reports several times a second, and each report draws the lines.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from time import monotonic
from typing import TypeVar

from rich.console import Console, Group
from rich.control import Control
from rich.live import Live
from rich.segment import ControlType, Segment
from rich.spinner import Spinner
from rich.text import Text

from lifesearch.running.events import Progress
from lifesearch.solving.enumerate import Glimpse
from lifesearch.text import duration, plural
from lifesearch.ui.search.glimpse import GlimpseView

Thing = TypeVar("Thing")

WINDOW = 5.0
FIRST_LOG = 10.0
LONGEST_PAUSE = 60.0
MOST_RUNNERS = 8
GLIMPSE_SECONDS = 4.0


class Display:
    """Shows elapsed time, who works on what, conflicts and answers."""

    def __init__(self, console: Console, *, moving: bool, started: float | None = None) -> None:
        self._console = console
        self._started = monotonic() if started is None else started
        self._past: deque[tuple[float, int]] = deque([(0.0, 0)])
        self._spinner = Spinner("dots", " starting")
        self._live: Live | None = None
        self._next_log = FIRST_LOG
        self._width = console.width
        self.picture: list[str] = []
        self._glimpse: GlimpseView | None = None
        if moving and console.is_terminal:
            self._live = self._lines()

    def __enter__(self) -> Display:
        if self._live:
            self._live.start(refresh=True)
        return self

    def __exit__(self, *_: object) -> None:
        if self._live:
            self._stop(self._live)

    def _stop(self, live: Live) -> None:
        self._follow_width(live)
        live.stop()

    def _lines(self) -> Live:
        return Live(self._spinner, console=self._console, transient=True, auto_refresh=False)

    @property
    def is_live(self) -> bool:
        """Whether it draws lines that move."""
        return self._live is not None

    @property
    def elapsed(self) -> float:
        """Seconds since the start."""
        return monotonic() - self._started

    def look_at(self, glimpse: Glimpse) -> None:
        """Show a glimpse, if the one before was seen long enough."""
        if self._live and (self._glimpse is None or self.elapsed > self._glimpse.until):
            self._glimpse = GlimpseView(glimpse, self.elapsed + GLIMPSE_SECONDS)

    def show(self, progress: Progress) -> None:
        """Draw the lines anew, or log one if it is time."""
        speed = self._speed(progress.conflicts)
        if self._live:
            self._follow_width(self._live)
            width = self._console.width
            summary = cropped(self._summary(progress, speed), width - 3)
            self._spinner.update(text=Text(f" {summary}"))
            lines = [f"  {line}" for line in _workers(progress)]
            room = max(3, self._console.height - len(lines) - 4)
            picture = self.picture[-room:]
            if not picture and self._glimpse is not None:
                picture = self._glimpse.lines(width, room)
            texts = [Text(cropped(line, width - 1)) for line in (*lines, *picture)]
            self._live.update(Group(self._spinner, *texts), refresh=True)
        elif self.elapsed >= self._next_log:
            self._next_log += min(self._next_log, LONGEST_PAUSE)
            workers_at = "; ".join(_workers(progress))
            self._console.print(f"{self._summary(progress, speed)}: {workers_at}")

    def _follow_width(self, live: Live) -> None:
        """Erase the rows by which the lines have grown in a terminal that has become narrower.

        Such a terminal breaks lines that are longer than its rows; `Live` erases as many rows as
        it has drawn lines.
        """
        before, self._width = self._width, self._console.width
        if self._width >= before or not live.is_started:
            return
        options = self._console.options.update(width=before)
        drawn = self._console.render_lines(live.renderable, options, pad=False)
        lengths = map(Segment.get_line_length, drawn)
        added = sum(max(0, length - 1) // self._width for length in lengths)
        erase_row = ((ControlType.ERASE_IN_LINE, 2), (ControlType.CURSOR_UP, 1))
        self._console.control(Control(ControlType.CARRIAGE_RETURN, *erase_row * added))

    def _summary(self, progress: Progress, speed: float) -> str:
        return (
            f"{duration(self.elapsed)} · {progress.found:,} found · "
            f"{plural(progress.conflicts, progress.unit)}, {speed:,.0f}/s"
            f"{' · ' if progress.note else ''}{progress.note}"
        )

    def _speed(self, conflicts: int) -> float:
        """Conflicts a second, over the last few seconds."""
        self._past.append((self.elapsed, conflicts))
        while len(self._past) > 2 and self._past[1][0] < self.elapsed - WINDOW:
            self._past.popleft()
        (since, before), (now, after) = self._past[0], self._past[-1]
        return max(0, after - before) / max(now - since, 1e-6)

    @contextmanager
    def hidden(self) -> Iterator[None]:
        """Take the lines away while something else is printed."""
        if self._live is None:
            yield
            return
        self._stop(self._live)
        try:
            yield
        finally:
            # Started again, the old one would first erase as many lines as it had: the answer's.
            self._live = live = self._lines()
            live.start(refresh=True)


def cropped(line: str, width: int) -> str:
    """A line that fits.

    >>> cropped("a long line", 8), cropped("short", 8)
    ('a long …', 'short')
    """
    return line if len(line) <= width else f"{line[: max(0, width - 1)]}…"


def counted(things: Sequence[Thing], console: Console, what: str) -> Iterator[Thing]:
    """Go through many things; on a terminal a line tells how far, and goes away at the end."""
    if not console.is_terminal:
        yield from things
        return
    with console.status(what) as status:
        for number, thing in enumerate(things):
            status.update(f"{what}: {number:,} of {len(things):,}")
            yield thing


def _workers(progress: Progress) -> list[str]:
    runners = progress.runners
    lines = [
        f"{r.place}{' · ' if r.place else ''}{r.configuration} · "
        f"{plural(r.conflicts, progress.unit)}"
        for r in runners[:MOST_RUNNERS]
    ]
    more = len(runners) - MOST_RUNNERS
    return [*lines, f"and {more} more"] if more > 0 else lines
