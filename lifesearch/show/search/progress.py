"""The progress of a search: lines that are drawn anew on a terminal, a log elsewhere.

`follow` shows the progress of all searches by one `Display`.

There is no thread: the search reports several times a second, and each report draws the lines.
The library that draws them (rich) is loaded at the first report, while solvers are at work already.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from math import ceil
from time import monotonic
from typing import TYPE_CHECKING, TypeVar

from lifesearch.common.streams import can_write
from lifesearch.common.text import duration, plural
from lifesearch.core.events import Extent, Progress, Runner
from lifesearch.life.preview import Preview
from lifesearch.show.terminal.console import Meaning
from lifesearch.show.terminal.fitting import broken, cropped

if TYPE_CHECKING:
    from rich.console import Console
    from rich.live import Live
    from rich.spinner import Spinner

    from lifesearch.show.search.preview import PreviewView


Item = TypeVar("Item")
Bar = tuple[float, str]
"""The fraction that is done, and words beside the bar."""

PREVIEW_SECONDS = 4.0
"""The time for which a preview is shown at least."""
UNKNOWN_TIME = "time left: unknown"
CASE_SECONDS = 0.5
"""The time for which the case of a box that is being searched is shown at least: others come soon.
"""
SPEED_SECONDS = 5.0
"""The time over which the speed is measured."""
FIRST_LOG = 10.0
"""Seconds before the first line of a log; pauses between lines double up to LONGEST_PAUSE."""
LONGEST_PAUSE = 60.0
MOST_RUNNERS = 8
"""Workers, or parts, that are listed."""
BAR = 26
"""Columns of a bar at most."""
FACTS_SECONDS = 1.0
"""The pause between two requests for the results so far."""


class Display:
    """Shows the strategies, the progress, the number found, and a preview.

    moving      whether lines are drawn again and again, if the console is a terminal
    about       gives sentences about the search; called at the first drawing
    started     when the search began, by `monotonic`; None for now
    time_limit  seconds, for a second bar
    endless     the words in place of the time left, if neither the end nor a limit is known
    kind        what answers are called, such as "ship"
    so_far      gives sentences about what is known after the given seconds; a log has none
    picture     lines to draw instead of a preview
    """

    endless = UNKNOWN_TIME
    kind = ""

    def __init__(
        self,
        console: Console,
        *,
        moving: bool,
        started: float | None = None,
        about: Callable[[], Sequence[str]] = tuple,
        so_far: Callable[[float], Sequence[str]] = lambda seconds: (),
        time_limit: float | None = None,
    ) -> None:
        self._console = console
        self._started = monotonic() if started is None else started
        self._recent: deque[tuple[float, int]] = deque([(0.0, 0)])  # seconds, and conflicts by then
        self._moves = moving and console.is_terminal and not console.quiet
        self._verbose = getattr(console, "verbose", False)
        self._spinner: Spinner | None = None
        self._live: Live | None = None
        self._next_log = FIRST_LOG
        self._width = console.width
        self._find_about = about
        self._about: Sequence[str] | None = None
        self._find_so_far = so_far
        self._so_far: Sequence[str] = ()
        self._facts_at = 0.0
        self._places: set[str] = set()  # the parts that were searched so far, in words
        self._time_limit = time_limit
        self._first_done: tuple[float, float] | None = None  # seconds, and the units done by then
        self.picture: list[str] = []
        self._preview: PreviewView | None = None

    def __enter__(self) -> Display:
        return self

    def __exit__(self, *_: object) -> None:
        self._stop()

    def _stop(self) -> None:
        """Remove the lines; the next drawing needs a new `Live`.

        A `Live` that is started again would erase what was printed since.
        """
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

    def look_at(self, preview: Preview) -> None:
        """Show a preview, unless the one before is to be shown longer: see its `until`."""
        if self._preview is None or self.elapsed > self._preview.until:
            stays = CASE_SECONDS if preview.unknown else PREVIEW_SECONDS
            from lifesearch.show.search.preview import PreviewView  # on terminals only

            self._preview = PreviewView(preview, self.elapsed + stays)

    def show(self, progress: Progress) -> None:
        """Draw the lines anew, or log one if it is time."""
        summary, bars = self._summary(progress), self._bars(progress)
        now = self._now(progress)
        working = _workers(progress) if self._verbose else [f"now: {now}"] if now else []
        if progress.ruled_out and not progress.found:
            names = ", ".join(progress.ruled_out)
            working.append(f"ruled out: patterns centred in the box with symmetry {names}")
        if self._moves:
            self._draw(summary, bars, [*working, *self._facts()], progress.extent)
        elif self.elapsed >= self._next_log:
            while self.elapsed >= self._next_log:  # after a long wait, one line is enough
                self._next_log += min(self._next_log, LONGEST_PAUSE)
            done = [words for _, words in bars]
            self._console.print(" · ".join([*summary, *done, *working]))

    def _now(self, progress: Progress) -> str:
        """The parts that are searched now; empty if the search has one part only.

        It is empty, too, where `_map` draws them.
        """
        places = [*dict.fromkeys(runner.place for runner in progress.runners if runner.place)]
        self._places.update(places)
        drawn = self._moves and progress.extent is not None and bool(progress.extent.parts)
        return "" if len(self._places) < 2 or drawn else "; ".join(_first(places))

    def _facts(self) -> Sequence[str]:
        """The results so far, asked for every FACTS_SECONDS."""
        if self.elapsed >= self._facts_at:
            self._so_far = self._find_so_far(self.elapsed)
            self._facts_at = self.elapsed + FACTS_SECONDS
        return self._so_far

    def _draw(
        self, summary: list[str], bars: list[Bar], below: list[str], extent: Extent | None
    ) -> None:
        from rich.console import Group
        from rich.live import Live
        from rich.progress_bar import ProgressBar
        from rich.spinner import Spinner
        from rich.table import Table
        from rich.text import Text

        if self._live is not None:
            self._follow_width(self._live)  # while the spinner still has the words that are drawn
        if self._about is None:
            self._about = self._find_about()
        fine = can_write("⠋━█▒·", self._console.encoding)
        spinner = self._spinner = self._spinner or Spinner("dots" if fine else "line")
        width = self._console.width - 1
        wide = min(BAR, width // 3)
        about = [Text(line, "dim") for each in self._about for line in broken(each, width)]
        first, *more = broken((" · " if fine else " - ").join(summary), width - 2, others="")
        spinner.update(text=Meaning()(Text(first)))
        table = Table.grid(padding=(0, 1))
        drawn = 0
        for share, words in bars:
            lines = broken(words, width - wide - 1, others="")
            table.add_row(ProgressBar(1.0, share, wide), Text("\n".join(lines)))
            drawn += len(lines)
        later = _map(extent.parts, width, fine=fine) if extent is not None else []
        later += [line for each in below for line in broken(each, width, "  ", "    ")]
        beside = len(about) + len(more) + drawn + len(later) + 2  # the spinner, and the last line
        # In a terminal that is too low for all, three rows: rich then leaves out the last lines.
        room = max(3, self._console.height - beside)
        preview = self._preview.lines(width + 1, room) if self._preview else []
        # The last rows of a picture: a partial ship grows there.
        later += [cropped(line, width) for line in self.picture[-room:] or preview]
        group = Group(
            *about,
            spinner,
            *(Text(f"  {line}") for line in more),
            *([table] if bars else []),
            *map(Text, later),
            Text(),  # where the cursor is, so that ^C does not begin a new line
        )
        if self._live is None:
            live = self._live = Live(
                group,
                console=self._console,
                transient=True,
                auto_refresh=False,
                redirect_stdout=False,  # answers may go elsewhere
                redirect_stderr=False,
            )
            live.start(refresh=True)
        else:
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

    def _summary(self, progress: Progress) -> list[str]:
        speed = self._speed(progress.conflicts)
        number = plural(progress.found, self.kind) if self.kind else f"{progress.found:,}"
        found = f"{number} found" if progress.unit else ""
        work = ""
        if progress.unit and self._verbose:
            work = f"{plural(progress.conflicts, progress.unit)}, {speed:,.0f}/s"
        # Conflicts mean little to most people: only where nothing else shows that work is done.
        elif progress.unit == "conflict" and not (progress.extent or progress.note):
            work = plural(progress.conflicts, "conflict")
        ends = progress.extent is not None or self._time_limit is not None
        said = (progress.machines, progress.note, progress.partial)
        words = (duration(int(self.elapsed)), found, work, *said)
        return [*filter(None, (*words, "" if ends else self.endless))]

    def _bars(self, progress: Progress) -> list[Bar]:
        """A bar for the part of the search that is done, and one for the time limit.

        With a limit, the time left is that of the limit, and the other bar says nothing of time.
        What was done before the first report, perhaps in earlier runs, counts as done, but not for
        the estimate of the time left.
        """
        bars, extent, now = [], progress.extent, self.elapsed
        if extent is not None:
            if self._first_done is None:
                self._first_done = now, extent.done
            since, before = self._first_done
            left = ""
            if self._time_limit is None:
                from lifesearch.show.search.time_left import time_left

                estimate = time_left(extent, now - since, before)
                left = UNKNOWN_TIME if estimate is None else estimate
            words = "; ".join(filter(None, (extent.words, left)))
            bars.append((extent.done / extent.total, words))
        if self._time_limit is not None:
            limit, rest = self._time_limit, max(0, ceil(self._time_limit - now))
            words = f"time left: at most {duration(rest)} (limit: {duration(limit)})"
            bars.append((min(1.0, now / limit) if limit else 1.0, words))
        return bars

    def _speed(self, conflicts: int) -> float:
        """Conflicts a second, over the last few seconds; 0 if there are fewer than before.

        In a survey they begin again with each time slice.
        """
        self._recent.append((self.elapsed, conflicts))
        while len(self._recent) > 2 and self._recent[1][0] < self.elapsed - SPEED_SECONDS:
            self._recent.popleft()
        (since, before), (now, after) = self._recent[0], self._recent[-1]
        return max(0, after - before) / max(now - since, 1e-6)

    @contextmanager
    def hidden(self) -> Iterator[None]:
        """Take the lines away while something else is printed."""
        self._stop()
        yield


def counted(items: Sequence[Item], console: Console, what: str) -> Iterable[Item]:
    """Yield the items; on a terminal, a bar shows how many are done, until the end."""
    from rich.progress import track

    hidden = not console.is_terminal or console.quiet
    return track(items, what, console=console, transient=True, disable=hidden)


def _map(parts: str, width: int, *, fine: bool) -> list[str]:
    """Lines with a character for each part of a search: settled, under way, to come.

    >>> print(*_map("##+.....", 40, fine=False), sep="\\n")
      ##+.....  # settled, + now
    """
    if not parts:
        return []
    drawn = parts.translate(str.maketrans("#+.", "█▒·")) if fine else parts
    across = max(1, width - 2)
    rows = [drawn[start : start + across] for start in range(0, len(drawn), across)]
    legend = "  █ settled, ▒ now" if fine else "  # settled, + now"
    if len(rows[-1]) + len(legend) <= across:
        rows[-1] += legend
    return [f"  {row}" for row in rows]


def _worker(runner: Runner, unit: str) -> str:
    """A worker in words: its machine, if it is not this one, its part, and its solver."""
    words = [runner.node, runner.place]
    if not (runner.place and isinstance(runner.configuration, str)):
        words.append(str(runner.configuration))
    words.append(plural(runner.conflicts, unit))
    return " · ".join(filter(None, words))


def _workers(progress: Progress) -> list[str]:
    return _first([_worker(runner, progress.unit) for runner in progress.runners])


def _first(lines: list[str]) -> list[str]:
    more = len(lines) - MOST_RUNNERS
    return [*lines[:MOST_RUNNERS], f"and {more} more"] if more > 0 else lines
