"""Charts of a long search, from its session: one small chart below the other, over the same time.

`lifesearch plot` calls it with a session's `history`.

Each chart is a line of steps. A pixel column stands for an interval of time, in which a value may
change many times: the column is filled from the least to the greatest value of the interval, so
that no change is lost between two columns.

    >>> envelope([1.0, 3.0, 9.0], [3, 7, 5], 5, 10.0)
    [(0, 3), (3, 7), (7, 7), (7, 7), (5, 7)]

On a terminal a character has 2 x 4 pixels, the dots of braille. Elsewhere it has one, an asterisk,
which can be read in mail and logs, too.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from itertools import pairwise

from rich.text import Text

from lifesearch.common.text import duration
from lifesearch.running.session.history import SessionHistory
from lifesearch.running.session.kind_records import Series
from lifesearch.show.terminal.console import Printer
from lifesearch.show.terminal.fitting import broken
from lifesearch.show.terminal.glyphs import ASCII, BRAILLE, DOTS, NO_DOTS

ROWS, FEW_ROWS = 5, 3
"""Rows of a chart, and of one in a low terminal: odd, so that one row is in the middle."""
WIDEST = 120
"""Characters of a line at most."""
WIDE = 60
"""Columns of a chart from which on all TIMES are marked: a choice, 15 for each."""
SVG_COLUMNS, SVG_HEIGHT, SVG_MARGIN, SVG_LEFT = 600, 90, 24, 84
"""Pixels in SVG: width and height of a chart, the space around it, and its left edge, before which
the numbers stand.
"""
TIMES = 4
"""Marked intervals of time; half as many where there is little room."""

Range = tuple[int, int]
"""The least and the greatest value in an interval of time."""


def envelope(
    times: Sequence[float], values: Sequence[int], columns: int, end: float
) -> list[Range]:
    """The least and the greatest value in each of this number of intervals from 0 to the end.

    A value holds until the next one, and so begins the interval after that in which it was
    recorded; before the first it is 0. The last interval has all that remain, as `until` may be
    rounded.
    """
    ranges: list[Range] = []
    value, number = 0, 0
    for column in range(columns):
        low = high = value
        until = end * (column + 1) / columns
        while number < len(times) and (times[number] <= until or column == columns - 1):
            value = values[number]
            low, high = min(low, value), max(high, value)
            number += 1
        ranges.append((low, high))
    return ranges


def headlines(history: SessionHistory) -> tuple[str, str]:
    """Two lines: the question, and how far its search has come."""
    query = history.query
    # The last series is usually that of answers: it is named first.
    latest = ", ".join(f"{s.values[-1]:,} {s.name}" for s in reversed(history.series))
    state = "complete" if history.complete else "not complete"
    after = f"{state} after {_moment(_end(history))}"
    return f"{query.describe()}{query.where()}", f"{latest}; {after}"


def show_plot(history: SessionHistory) -> None:
    """Print the charts."""
    console = Printer()
    # A choice: only Unicode encodings, which have braille, the axis and its corner.
    fine = console.is_terminal and not console.is_dumb_terminal and "utf" in console.encoding
    width = min(console.width, WIDEST)
    longest = console.width if console.is_terminal else None  # lines of files are not broken
    words = [line for each in headlines(history) for line in broken(each, longest)]
    console.print(Text("\n".join(words)))
    # Each chart has its name and an empty line; below are the axis, its times and the prompt.
    needed = len(words) + len(_drawn(history)) * (ROWS + 2) + 3
    low = console.is_terminal and needed > console.height
    for line in _lines(history, width, FEW_ROWS if low else ROWS, fine=fine):
        console.print(line)


def _lines(history: SessionHistory, width: int, rows: int, *, fine: bool) -> Iterator[Text]:
    """The lines of all charts and their axis; `fine` ones are of braille, others of ASCII."""
    drawn = _drawn(history)
    labels = [_heights(series) for series in drawn]
    indent = max(len(label) for each in labels for label in each)
    columns = max(10, width - indent - 2)  # fewer would show nothing: the lines get longer instead
    for series, heights in zip(drawn, labels, strict=True):
        if rows == ROWS:
            yield Text()
        yield Text(f"{' ' * indent}  {series.name}", "bold")
        for number, row in enumerate(_chart(history, series, columns, rows, fine=fine)):
            side = dict(zip((rows - 1, rows // 2, 0), heights, strict=True)).get(number, "")
            edge = Text(f"{side:>{indent}} {'│' if fine else '|'}", "bright_black")
            yield edge + Text(row, "green")
    corner = "└" + "─" * columns if fine else "+" + "-" * columns
    yield Text(f"{' ' * indent} {corner}", "bright_black")
    first, *later = _moments(history, TIMES if columns >= WIDE else TIMES // 2)
    stretch, over = divmod(columns - len(first), len(later))
    shown = "".join(f"{moment:>{stretch}}" for moment in later)
    yield Text(f"{' ' * indent}  {first}{' ' * over}{shown}", "bright_black")


def _chart(
    history: SessionHistory, series: Series, columns: int, rows: int, *, fine: bool
) -> list[str]:
    """The rows of a chart, top first."""
    form = BRAILLE if fine else ASCII
    height = rows * form.down
    top = max(1, *series.values)
    grid = [[0] * columns for _ in range(rows)]
    ranges = envelope(history.seconds, series.values, columns * form.across, _end(history))
    for x, (low, high) in enumerate(ranges):
        for level in range(_level(low, top, height), _level(high, top, height) + 1):
            column, left = divmod(x, form.across)
            row, below = divmod(height - 1 - level, form.down)
            grid[row][column] |= DOTS[left, below]
    if fine:
        return ["".join(chr(NO_DOTS + dots) for dots in row) for row in grid]
    return ["".join("*" if dots else " " for dots in row).rstrip() for row in grid]


def _level(value: int, top: int, height: int) -> int:
    """The pixel row of a value, counted from the bottom; the value `top` is in the highest row."""
    return round(value * (height - 1) / top)


def svg(history: SessionHistory) -> str:
    """The charts as a picture that suits light and dark pages."""
    step = SVG_HEIGHT + 2 * SVG_MARGIN
    width = SVG_LEFT + SVG_COLUMNS + 2 * SVG_MARGIN
    drawn = _drawn(history)
    height = step * len(drawn) + 4 * SVG_MARGIN
    panels = [
        _panel(history, series, 3 * SVG_MARGIN + number * step)
        for number, series in enumerate(drawn)
    ]
    bottom = height - SVG_MARGIN
    times = [
        f'<text x="{SVG_LEFT + number * SVG_COLUMNS // TIMES}" y="{bottom}" '
        f'text-anchor="middle">{escape(moment)}</text>'
        for number, moment in enumerate(_moments(history, TIMES))
    ]
    question, progress = map(escape, headlines(history))
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
            f'width="{width}" height="{height}" role="img">',
            f"<title>{question}: {progress}</title>",
            SVG_STYLE,
            f'<rect class="paper" width="{width}" height="{height}" rx="10"/>',
            f'<text class="title" x="{SVG_MARGIN}" y="{1.5 * SVG_MARGIN:g}">{question}</text>',
            f'<text x="{SVG_MARGIN}" y="{2.2 * SVG_MARGIN:g}">{progress}</text>',
            *panels,
            *times,
            "</svg>\n",
        ]
    )


SVG_STYLE = """<style>
text { font: 11px system-ui, sans-serif; fill: #667; }
.title { font-size: 14px; font-weight: 600; fill: #223; }
.paper { fill: #fdfdfb; } .frame { stroke: #d9dce1; fill: none; }
.line { stroke: #2f7d5b; stroke-width: 1.6; fill: none; stroke-linejoin: round; }
@media (prefers-color-scheme: dark) {
text { fill: #9aa3b0; } .title { fill: #e4e8ee; } .paper { fill: #14171c; }
.frame { stroke: #2b313a; } .line { stroke: #6fcf9f; } }
</style>"""


def _panel(history: SessionHistory, series: Series, y: int) -> str:
    top = max(1, *series.values)
    ranges = envelope(history.seconds, series.values, SVG_COLUMNS, _end(history))
    base = y + SVG_MARGIN + SVG_HEIGHT

    def at(value: int) -> str:
        return f"{base - value * SVG_HEIGHT / top:.1f}"

    path = [f"M{SVG_LEFT} {at(ranges[0][0])}V{at(ranges[0][1])}"]
    for x, (before, now) in enumerate(pairwise(ranges), start=SVG_LEFT + 1):
        if now != before or now[0] != now[1]:
            path.append(f"H{x}V{at(now[0])}V{at(now[1])}")
    path.append(f"H{SVG_LEFT + SVG_COLUMNS}V{at(series.values[-1])}")
    heights = [base, base - SVG_HEIGHT // 2, base - SVG_HEIGHT]
    frame = "".join(f"M{SVG_LEFT} {height}h{SVG_COLUMNS}" for height in heights)
    labels = "".join(
        f'<text x="{SVG_LEFT - 6}" y="{height + 4}" text-anchor="end">{label}</text>'
        for height, label in zip(heights, _heights(series), strict=True)
    )
    return (
        f'<text class="name" x="{SVG_LEFT}" y="{y + 14}">{escape(series.name)}</text>{labels}'
        f'<path class="frame" d="{frame}"/><path class="line" d="{"".join(path)}"/>'
    )


def _heights(series: Series) -> tuple[str, str, str]:
    """The numbers beside a chart, the lowest first; the middle one is rounded down from 10 on."""
    top = max(1, *series.values)
    return "0", f"{top / 2:,.{top % 2}f}" if top < 10 else f"{top // 2:,}", f"{top:,}"


def _moments(history: SessionHistory, stretches: int) -> list[str]:
    """The times below a chart, from 0 to the end."""
    end = _end(history)
    return [_moment(end * number / stretches) for number in range(stretches + 1)]


def _drawn(history: SessionHistory) -> list[Series]:
    """The charts with values other than 0; the first one if there are none.

    A history has at least one value (`doors.cli.commands.gallery.plot`).
    """
    return [series for series in history.series if any(series.values)] or [history.series[0]]


def _end(history: SessionHistory) -> float:
    """The time at which the charts end; not 0, since columns are fractions of it."""
    return history.seconds[-1] or 0.001


def _moment(time: float) -> str:
    return duration(time) if time >= 10 else f"{time:.2g} s"
