"""Show a search in soups: rare objects as they come, and a census at the end.

>>> rows = [CensusRow("xs4_33", "block", 1200, 0), CensusRow("xp4_37bkic", "mold", 1, 52)]
>>> print(census_table(rows, Tally(died=7, settled=93), width=41))
100 soups: 7 died, 93 settled
how often  object  apgcode  first in soup
    1,200  block   xs4_33   0
        1  mold             52
           xp4_37bkic
>>> print(census_table(rows, Tally(died=7, settled=93), width=24))
100 soups: 7 died, 93
  settled
how often  object
    1,200  block
        1  mold
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rich.text import Text

from lifesearch.catalogue import user
from lifesearch.exit_status import ExitStatus
from lifesearch.queries.answer import Answer
from lifesearch.queries.soups import BOARD, SoupAnswer
from lifesearch.running.events import Finished, Found, Searched, SoupsRun
from lifesearch.running.options import Checkpoint
from lifesearch.soups.counts import Census, CensusRow, Tally
from lifesearch.text import plural
from lifesearch.ui.files import standard_output
from lifesearch.ui.report import line_of, write
from lifesearch.ui.search.answer_report import AnswerReport
from lifesearch.ui.search.progress import Display
from lifesearch.ui.search.view import PatternSearchView
from lifesearch.ui.terminal.console import Printer
from lifesearch.ui.terminal.table import broken, columns, widths

MOST_ROWS = 30
COMMON_PERIOD = 2
"""Still lifes and oscillators of this period are too many to be reported one by one."""
KINDS = {"s": "still life", "p": "oscillator", "q": "spaceship"}
ENDS = {
    "died": "died",
    "settled": "settled",
    "growing": "emit spaceships forever",
    "running": "were still running at the last generation",
    "border": f"outgrew the board of {BOARD}x{BOARD} cells",
}
HEADINGS = ("how often", "object", "apgcode", "first in soup")
CODE = HEADINGS.index("apgcode")
LONG_CODE = " " * (len(HEADINGS[0]) + 2)


class SoupView(PatternSearchView):
    """Reports rare objects and counts all."""

    tabulates = True

    def __init__(self, *asked: Any) -> None:
        super().__init__(*asked)
        self.heading = f"{self.query.describe()}{self.query.where()}"
        self.count = self.run_options.count
        self.census = Census()
        self.objects: dict[str, SoupAnswer] = {}
        if self.count is None:
            self.status_at_time_limit = ExitStatus.FOUND  # that is how it was meant to end

    def about(self) -> Sequence[str]:
        return [step.why for step in self.plan().steps]  # what is asked was printed

    def known_before(self, checkpoint: Checkpoint) -> str:
        return plural(sum(e.stop - e.start for e in checkpoint.soups), "soup") * bool(
            checkpoint.soups
        )

    def announce(self, event: Found | Searched | Finished) -> None:
        """Say nothing: soups prove nothing."""

    def _take(self, event: object, display: Display) -> ExitStatus | None:
        if isinstance(event, SoupsRun):
            self.census += event.census
        return super()._take(event, display)

    def show_answers(self, answers: tuple[Answer, ...], before: int) -> None:
        """Record objects that are rare, or new, and report them."""
        objects = [answer for answer in answers if isinstance(answer, SoupAnswer)]
        self.objects |= {thing.apgcode: thing for thing in objects}
        super().show_answers(answers, before)

    def mention(self, answers: Sequence[Answer]) -> None:
        if self.how.census or (self.how.form is not None and self.how.output is None):
            return
        console = Printer()
        width = console.width if console.is_terminal else None
        for report in self.reports(answers):
            console.print(Text("\n".join(broken(_line(report), width))))

    def wanted(self, answers: Sequence[Any]) -> Sequence[Answer]:
        objects = [answer for answer in answers if isinstance(answer, SoupAnswer)]
        return [thing for thing in objects if self._is_wanted(thing)]

    def _is_wanted(self, thing: SoupAnswer) -> bool:
        if self.how.all_new:
            return user.name_of(thing.apgcode, self.query.rule) is None
        return thing.apgcode.startswith("xq") or thing.generations > COMMON_PERIOD

    def known_when_interrupted(self) -> str:
        done = plural(self.census.tally.soups, "soup")
        return done if self.count is None else f"{done} of {self.count:,}"

    known_at_time_limit = known_when_interrupted

    def conclude(self, end: Finished) -> ExitStatus:
        return ExitStatus.FOUND

    def finish(self, status: ExitStatus) -> None:
        rows = self.census.rows(self.query.rule, user.name_of)
        form, tally = self.how.form, self.census.tally
        if form is None or self.how.output is not None:
            console = Printer()
            most = MOST_ROWS if console.is_terminal and not self.how.census else None
            width = console.width if console.is_terminal else None
            console.print(Text(census_table(rows, tally, most, width)))
        else:
            if self.how.all_new:
                rows = [row for row in rows if not row.name]
            with standard_output() as out:
                out.writelines(listed(rows, self.objects, form))
        if self.recorder:
            self.recorder.conclude()


View = SoupView


def _line(report: AnswerReport) -> str:
    """An object in a line: its soup, what it is, and its code."""
    thing = report.answer
    assert isinstance(thing, SoupAnswer)
    return f"soup {thing.soup:,} ({thing.symmetry}): {report.summary()}; {thing.apgcode}"


# The census as a table, or for other programs


def census_table(
    rows: Sequence[CensusRow], tally: Tally, most: int | None = None, width: int | None = None
) -> str:
    """How soups ended, and the most frequent objects; with a width, no line is longer than that.

    Long codes have lines of their own then; where there is no room, codes and soups are left out.
    """
    shown = rows[:most]
    lines = broken(ended(tally), width)
    lines += _columns([HEADINGS, *map(_cells, shown)], width) if rows else []
    if more := len(rows) - len(shown):
        lines += broken(f"and {more:,} rarer ones: --census shows all", width)
    return "\n".join(lines)


def _columns(cells: list[tuple[str, ...]], width: int | None) -> list[str]:
    if width is None:
        return columns(cells, numbers=1)
    wide = widths(cells)
    room = width - sum(wide) + wide[CODE] - 2 * (len(wide) - 1)
    if room < len(HEADINGS[CODE]):
        return columns([line[:CODE] for line in cells], numbers=1)
    codes = [line[CODE] for line in cells]
    short = [
        (*line[:CODE], line[CODE] * (len(line[CODE]) <= room), *line[CODE + 1 :]) for line in cells
    ]
    lines = columns(short, numbers=1)
    return [
        part
        for line, code in zip(lines, codes, strict=True)
        for part in (line, *broken(code, width, LONG_CODE, LONG_CODE) * (len(code) > room))
    ]


def ended(tally: Tally) -> str:
    """How many soups ended in which way."""
    ends = [f"{n:,} {words}" for name, words in ENDS.items() if (n := getattr(tally, name))]
    text = f"{plural(tally.soups, 'soup')}{': ' if ends else ''}{', '.join(ends)}"
    if tally.unresolved:
        text += f"; {plural(tally.unresolved, 'part')} too large to be split into objects"
    return text


def listed(
    rows: Sequence[CensusRow], objects: Mapping[str, SoupAnswer], form: str
) -> Iterator[str]:
    """The objects of a census for other programs, one after another."""
    for number, row in enumerate(rows):
        kind, period, _ = _told(row.apgcode)
        facts: dict[str, object] = {
            "apgcode": row.apgcode,
            "name": row.name or None,
            "kind": kind,
            "period": period,
            "count": row.count,
            "soup": row.soup,
        }
        match form:
            case "json" | "csv":
                yield line_of(facts, form, first=not number)
            case "apgcode":
                yield f"{row.apgcode}\n"
            case _:
                yield write(AnswerReport.of(objects[row.apgcode]), form, first=not number)


def _cells(row: CensusRow) -> tuple[str, ...]:
    return f"{row.count:,}", row.name or _nameless(row.apgcode), row.apgcode, f"{row.soup:,}"


def _nameless(code: str) -> str:
    kind, period, cells = _told(code)
    return f"{kind} of {plural(cells, 'cell')}" if cells else f"{kind} of period {period}"


def _told(code: str) -> tuple[str, int, int]:
    """What a code says: the kind, the period, and the cells of a still life."""
    number = int(code[2:].split("_", maxsplit=1)[0])
    return KINDS[code[1]], 1 if code[1] == "s" else number, number if code[1] == "s" else 0
