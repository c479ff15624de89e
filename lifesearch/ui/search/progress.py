"""The progress of a search: lines that are drawn anew on a terminal, a log elsewhere.

There is no thread: the search reports several times a second, and each report draws the lines.
What draws them is loaded at the first report, when the solvers are at work already.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from textwrap import wrap
from time import monotonic
from typing import TYPE_CHECKING, TypeVar

from lifesearch.life.glimpse import Glimpse
from lifesearch.life.simulate.evolve import step
from lifesearch.running.events import Progress, Runner
from lifesearch.text import duration, plural
from lifesearch.ui.terminal.table import cropped

if TYPE_CHECKING:
    from rich.console import Console
    from rich.live import Live
    from rich.spinner import Spinner


Thing = TypeVar("Thing")

SECONDS = 4.0
"""A glimpse is seen for so long, before another one takes its place."""
WINDOW = 5.0
FIRST_LOG = 10.0
LONGEST_PAUSE = 60.0
MOST_RUNNERS = 8
MARGIN = 4
WIDEST = 60
STAY = 12
"""How many drawings long the rest of a soup is shown."""


class GlimpseView:
    """What is drawn of a soup that runs, or of rows that grow; shown `until` some second.

    It is a generation further each time. A soup that has died out or is a pattern of period 1 or 2
    begins anew after a moment, if there is no other soup to look at.
    """

    def __init__(self, glimpse: Glimpse, until: float) -> None:
        self.until = until
        self.glimpse = glimpse
        self._pattern = self._before = glimpse.pattern
        self._settled = 0
        self._frame = glimpse.pattern.box.grown(0 if glimpse.rule is None else MARGIN)

    def lines(self, width: int, height: int) -> list[str]:
        """The lines to draw in so much room."""
        frame = self._frame
        words = wrap(self.glimpse.words, max(1, width - 3))[: max(1, height - frame.height)]
        wide, high = min(frame.width, width - 3, WIDEST), min(frame.height, height - len(words))
        left, top = frame.x + (frame.width - wide) // 2, frame.y + (frame.height - high) // 2
        alive = self._pattern.cells
        rows = [
            "  " + "".join("O" if (x, y) in alive else "." for x in range(left, left + wide))
            for y in range(top, top + high)
        ]
        self._go_on()
        return [*(f"  {line}" for line in words), *rows]

    def _go_on(self) -> None:
        if self.glimpse.rule is None:
            return
        following = step(self._pattern, self.glimpse.rule)
        settled = following in (self._pattern, self._before)
        self._settled = self._settled + 1 if settled else 0
        self._before, self._pattern = self._pattern, following
        if self._settled >= STAY:
            self._settled, self._pattern = 0, self.glimpse.pattern


class Display:
    """Shows elapsed time, who works on what, conflicts and answers."""

    def __init__(self, console: Console, *, moving: bool, started: float | None = None) -> None:
        self._console = console
        self._started = monotonic() if started is None else started
        self._past: deque[tuple[float, int]] = deque([(0.0, 0)])
        self._moves = moving and console.is_terminal
        self._spinner: Spinner | None = None
        self._live: Live | None = None
        self._next_log = FIRST_LOG
        self._width = console.width
        self.picture: list[str] = []
        self._glimpse: GlimpseView | None = None

    def __enter__(self) -> Display:
        return self

    def __exit__(self, *_: object) -> None:
        self._stop()

    def _stop(self) -> None:
        """Take the lines away; started again, they would first erase what is printed meanwhile."""
        if self._live:
            self._follow_width(self._live)
            self._live.stop()
            self._live = None

    def _draw(self, summary: str, lines: list[str]) -> None:
        from rich.console import Group
        from rich.live import Live
        from rich.spinner import Spinner
        from rich.text import Text

        if self._spinner is None:
            self._spinner = Spinner("dots")
        self._spinner.update(text=Text(f" {summary}"))
        group = Group(self._spinner, *map(Text, lines))
        if self._live is None:
            console = self._console
            self._live = Live(group, console=console, transient=True, auto_refresh=False)
            self._live.start(refresh=True)
        else:
            self._follow_width(self._live)
            self._live.update(group, refresh=True)

    @property
    def is_live(self) -> bool:
        return self._moves

    @property
    def elapsed(self) -> float:
        return monotonic() - self._started

    def look_at(self, glimpse: Glimpse) -> None:
        """Show a glimpse, when the one before was seen long enough."""
        if self._glimpse is None or self.elapsed > self._glimpse.until:
            self._glimpse = GlimpseView(glimpse, self.elapsed + SECONDS)

    def show(self, progress: Progress) -> None:
        """Draw the lines anew, or log one if it is time."""
        speed = self._speed(progress.conflicts)
        if self._moves:
            width = self._console.width
            lines = [f"  {line}" for line in _workers(progress)]
            room = max(3, self._console.height - len(lines) - 4)
            glimpse = self._glimpse.lines(width, room) if self._glimpse else []
            picture = self.picture[-room:] or glimpse
            summary = cropped(self._summary(progress, speed), width - 3)
            self._draw(summary, [cropped(line, width - 1) for line in (*lines, *picture)])
        elif self.elapsed >= self._next_log:
            self._next_log += min(self._next_log, LONGEST_PAUSE)
            self._console.print(
                f"{self._summary(progress, speed)}: {'; '.join(_workers(progress))}"
            )

    def _follow_width(self, live: Live) -> None:
        """Erase the rows by which the lines have grown in a terminal that has become narrower.

        Such a terminal breaks lines that are longer than its rows; `Live` erases as many rows as
        it has drawn lines.
        """
        from rich.control import Control
        from rich.segment import ControlType, Segment

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
        done = ""
        if progress.unit:
            units = plural(progress.conflicts, progress.unit)
            done = f"{progress.found:,} found · {units}, {speed:,.0f}/s"
        words = (duration(int(self.elapsed)), done, progress.machines, progress.note)
        return " · ".join(filter(None, words))

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
        self._stop()
        yield


def counted(things: Sequence[Thing], console: Console, what: str) -> Iterator[Thing]:
    """Go through many things; on a terminal a line says how far, and goes away at the end."""
    if not console.is_terminal:
        yield from things
        return
    with console.status(what) as status:
        for number, thing in enumerate(things):
            status.update(f"{what}: {number:,} of {len(things):,}")
            yield thing


def _work(runner: Runner) -> str:
    """On which machine a worker is, if not here, what it is at, and which solver it uses."""
    words = [runner.node, runner.place]
    if not (runner.place and isinstance(runner.configuration, str)):
        words.append(str(runner.configuration))
    return " · ".join(word for word in words if word)


def _workers(progress: Progress) -> list[str]:
    runners = progress.runners
    lines = [f"{_work(r)} · {plural(r.conflicts, progress.unit)}" for r in runners[:MOST_RUNNERS]]
    more = len(runners) - MOST_RUNNERS
    return [*lines, f"and {more} more"] if more > 0 else lines
