"""The progress of a search: lines that are drawn anew on a terminal, a log elsewhere.

There is no thread: the search reports several times a second, and each report draws the lines.
What draws them is loaded at the first report, when the solvers are at work already.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from math import ceil
from textwrap import wrap
from time import monotonic
from typing import TYPE_CHECKING, TypeVar

from lifesearch.life.glimpse import Glimpse
from lifesearch.life.simulate.evolve import step
from lifesearch.running.events import Extent, Progress, Runner
from lifesearch.text import duration, plural
from lifesearch.ui.terminal.console import Meaning
from lifesearch.ui.terminal.table import broken, cropped

if TYPE_CHECKING:
    from rich.console import Console
    from rich.live import Live
    from rich.spinner import Spinner


Thing = TypeVar("Thing")
Bar = tuple[float, str]

SECONDS = 4.0
"""A glimpse is seen for so long, before another one takes its place."""
WINDOW = 5.0
FIRST_LOG = 10.0
LONGEST_PAUSE = 60.0
MOST_RUNNERS = 8
MARGIN = 4
BAR = 26
SURE = 0.2
"""A time is not given as a range if its ends differ by no more than this part."""
UNSURE = 20
"""Nor is it given at all if one end is so many times the other."""
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
    """Shows what is tried and why, how far it is, what was found, and a picture.

    `about` gives sentences, when something is drawn first. A search without a known end ends after
    the `time_limit`, if there is one; else `endless` says that. What is found is of some `kind`.
    """

    endless = "no one can say how long"
    kind = ""

    def __init__(
        self,
        console: Console,
        *,
        moving: bool,
        started: float | None = None,
        about: Callable[[], Sequence[str]] = tuple,
        time_limit: float | None = None,
    ) -> None:
        self._console = console
        self._started = monotonic() if started is None else started
        self._past: deque[tuple[float, int]] = deque([(0.0, 0)])
        self._moves = moving and console.is_terminal and not console.quiet
        self._verbose = getattr(console, "verbose", False)
        self._spinner: Spinner | None = None
        self._live: Live | None = None
        self._next_log = FIRST_LOG
        self._width = console.width
        self._find_about = about
        self._about: Sequence[str] | None = None
        self._time_limit = time_limit
        self._first: tuple[float, float] | None = None
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
        summary, bars = self._summary(progress), self._bars(progress)
        working = _workers(progress) if self._verbose else _places(progress)
        if self._moves:
            self._draw(summary, bars, working)
        elif self.elapsed >= self._next_log:
            self._next_log += min(self._next_log, LONGEST_PAUSE)
            far = [words for _, words in bars]
            self._console.print(": ".join(filter(None, [summary, "; ".join([*far, *working])])))

    def _draw(self, summary: str, bars: list[Bar], working: list[str]) -> None:
        from rich.console import Group
        from rich.live import Live
        from rich.progress_bar import ProgressBar
        from rich.spinner import Spinner
        from rich.table import Table
        from rich.text import Text

        if self._about is None:
            self._about = self._find_about()
        if self._spinner is None:
            self._spinner = Spinner("dots")
        width = self._console.width - 1
        wide = min(BAR, width // 3)
        about = [Text(line, "dim") for each in self._about for line in broken(each, width)]
        first, *more = broken(summary, width - 2, others="")
        self._spinner.update(text=Meaning()(Text(first)))
        table = Table.grid(padding=(0, 1))
        drawn = 0
        for share, words in bars:
            lines = broken(words, width - wide - 1, others="")
            table.add_row(ProgressBar(1.0, share, wide), Text("\n".join(lines)))
            drawn += len(lines)
        below = [*(f"  {line}" for line in more)]
        later = [line for each in working for line in broken(each, width, "  ", "    ")]
        room = max(3, self._console.height - len(about) - len(below) - drawn - len(later) - 3)
        glimpse = self._glimpse.lines(width + 1, room) if self._glimpse else []
        later += [cropped(line, width) for line in self.picture[-room:] or glimpse]
        group = Group(
            *about, self._spinner, *map(Text, below), *([table] if bars else []), *map(Text, later)
        )
        if self._live is None:
            self._live = Live(
                group,
                console=self._console,
                transient=True,
                auto_refresh=False,
                redirect_stdout=False,  # answers may go elsewhere
                redirect_stderr=False,
            )
            self._live.start(refresh=True)
        else:
            self._follow_width(self._live)
            self._live.update(group, refresh=True)

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

    def _summary(self, progress: Progress) -> str:
        speed = self._speed(progress.conflicts)
        number = plural(progress.found, self.kind) if self.kind else f"{progress.found:,}"
        found = f"{number} found" if progress.unit else ""
        work = ""
        if progress.unit and self._verbose:
            work = f"{plural(progress.conflicts, progress.unit)}, {speed:,.0f}/s"
        ends = progress.extent is not None or self._time_limit is not None
        words = (duration(int(self.elapsed)), found, work, progress.machines, progress.note)
        return " · ".join(filter(None, (*words, "" if ends else self.endless)))

    def _bars(self, progress: Progress) -> list[Bar]:
        """What is done of all, with an estimate of the rest, and of the time that there is."""
        bars, extent, now = [], progress.extent, self.elapsed
        if extent is not None:
            if self._first is None:
                self._first = now, extent.done
            since, before = self._first
            left = time_left(extent, now - since, before)
            bars.append((extent.done / extent.total, f"{extent.words}, {left}"))
        if self._time_limit is not None:
            limit, rest = self._time_limit, max(0, ceil(self._time_limit - now))
            words = f"{duration(rest)} left of the time limit of {duration(limit)}"
            bars.append((min(1.0, now / limit) if limit else 1.0, words))
        return bars

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


def counted(things: Sequence[Thing], console: Console, what: str) -> Iterable[Thing]:
    """Go through many things; on a terminal a bar says how far, and goes away at the end."""
    from rich.progress import track

    hidden = not console.is_terminal or console.quiet
    return track(things, what, console=console, transient=True, disable=hidden)


def time_left(extent: Extent, seconds: float, before: float = 0.0) -> str:
    """How long the rest will take, if all but what was done `before` took some seconds.

    Things that are alike take a random time each, as far as is known: of n of them, m more take m/n
    of the time, with a relative error of about sqrt(1/n + 1/m).

    >>> time_left(Extent(3, 12, "3 of 12 cases"), 60), time_left(Extent(900, 1000, ""), 90)
    ('60 s to 5 min left', 'about 10 s left')
    """
    new, rest = extent.done - before, extent.total - extent.done
    if extent.left is not None:
        least, most = extent.left
    elif not extent.alike:
        return Display.endless
    elif new < 1 or rest <= 0:
        return "too early to say how long" if rest > 0 else "all done"
    else:
        error = min(0.9, (1 / new + 1 / rest) ** 0.5)
        least, most = (seconds * rest / new * factor for factor in (1 - error, 1 + error))
    if most > UNSURE * max(least, 1.0):
        return "too early to say how long"
    if most - least <= most * SURE:
        return f"about {rounded((least + most) / 2)} left"
    return f"{rounded(least)} to {rounded(most)} left"


def rounded(seconds: float) -> str:
    """A time that is not known exactly, in one unit.

    >>> rounded(0.4), rounded(47), rounded(400), rounded(40_000), rounded(900_000)
    ('1 s', '50 s', '7 min', '11 h', '10 days')
    """
    if seconds < 90:
        return f"{max(1, round(seconds, -1 if seconds > 20 else 0)):.0f} s"
    if seconds < 90 * 60:
        return f"{seconds / 60:.0f} min"
    return f"{seconds / 3600:.0f} h" if seconds < 72 * 3600 else f"{seconds / 86400:.0f} days"


def _places(progress: Progress) -> list[str]:
    """What is being tried now, and why; nothing where a bar or the plan says as much."""
    reasons = dict.fromkeys((r.place, r.why) for r in progress.runners)
    if any(why for _, why in reasons):
        shown = [": ".join(filter(None, each)) for each in reasons]
        return [f"now: {each}" for each in shown[:MOST_RUNNERS]]
    if len(reasons) < 2 or (progress.extent is not None and progress.extent.alike):
        return []
    return ["now: " + "; ".join(_first([place for place, _ in reasons]))]


def _work(runner: Runner, unit: str) -> str:
    """On which machine a worker is, if not here, what it is at, which solver it uses, and why."""
    words = [runner.node, runner.place]
    if not (runner.place and isinstance(runner.configuration, str)):
        words.append(str(runner.configuration))
    words.append(plural(runner.conflicts, unit))
    return ": ".join(filter(None, (" · ".join(filter(None, words)), runner.why)))


def _workers(progress: Progress) -> list[str]:
    return _first([_work(runner, progress.unit) for runner in progress.runners])


def _first(lines: list[str]) -> list[str]:
    more = len(lines) - MOST_RUNNERS
    return [*lines[:MOST_RUNNERS], f"and {more} more"] if more > 0 else lines
