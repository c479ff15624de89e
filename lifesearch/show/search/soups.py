"""Show a search in soups: rare objects as they come, and a census at the end.

>>> rows = [CensusRow("xs4_33", "block", 1200, 0), CensusRow("xp4_37bkic", "mold", 1, 52)]
>>> print(*table_lines(census_table(rows, Tally(died=7, settled=93)), width=41), sep="\\n")
100 soups: 7 died, 93 settled
how often  object  apgcode  first in soup
    1,200  block   xs4_33   0
        1  mold             52
           xp4_37bkic
>>> print(*table_lines(census_table(rows, Tally(died=7, settled=93)), width=24), sep="\\n")
100 soups: 7 died, 93
  settled
how often  object
    1,200  block
        1  mold
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from rich.text import Text

from lifesearch.catalogue.names import name_of
from lifesearch.common.exit_status import ExitStatus
from lifesearch.common.facts import NATURAL, POSITIVE, RECORD, TEXT, maybe
from lifesearch.common.streams import standard_output
from lifesearch.common.tables import Table, column
from lifesearch.common.text import plural
from lifesearch.core.answer import Answer
from lifesearch.core.answer_report import AnswerReport
from lifesearch.core.events import Finished, Found, Searched
from lifesearch.core.question import PatternQuery
from lifesearch.engines.soups.census import Census, CensusRow, Tally
from lifesearch.questions.soups.checkpoint import SoupCheckpoint
from lifesearch.questions.soups.events import SoupsRun
from lifesearch.questions.soups.question import BOARD, SoupAnswer
from lifesearch.running.options import Checkpoint
from lifesearch.show.report import line_of, write
from lifesearch.show.search.progress import Display
from lifesearch.show.search.soup_text import show_command
from lifesearch.show.search.view import PatternSearchView
from lifesearch.show.terminal.console import Printer
from lifesearch.show.terminal.fitting import broken
from lifesearch.show.terminal.table import table_lines

MOST_ROWS = 30
"""Rows of the census on a terminal."""
MOST_COLLECTED = 200
"""Rows of the census on a page of the studio."""
COMMON_PERIOD = 2
"""Still lifes and oscillators of at most this period are too many to be reported one by one."""
KINDS = {"s": "still life", "p": "oscillator", "q": "spaceship"}
"""By the second letter of an apgcode, such as xs4_33, xp2_7 and xq4_153."""
ENDS = {
    "died": "died",
    "settled": "settled",
    "growing": "emit spaceships forever",
    "running": "were still running at the last generation",
    "border": f"outgrew the board of {BOARD}x{BOARD} cells",
}
"""How soups ended, in words, by the fields of `Tally`."""


def _kind(row: CensusRow) -> str:
    return KINDS[row.apgcode[1]]


def _period(row: CensusRow) -> int:
    return 1 if row.apgcode[1] == "s" else _number(row.apgcode)


def _named(row: CensusRow) -> str:
    """The name or, without one, what the code says: cells of a still life, or the period."""
    number, kind = _number(row.apgcode), _kind(row)
    what = plural(number, "cell") if row.apgcode[1] == "s" else f"period {number}"
    return row.name or f"{kind} of {what}"


def _number(code: str) -> int:
    """The number in a code: the cells of a still life, the period of anything else."""
    return int(code[2:].split("_", maxsplit=1)[0])


COLUMNS = (
    column(
        "count", "how often", POSITIVE, lambda row: row.count,
        about="How often the object came out of soups.", align="right",
    ),
    column(
        "name", "object", maybe(TEXT), lambda row: row.name or None, words=_named,
        about="Its name in the catalogues; null if it has none.",
    ),
    column(
        "apgcode", "apgcode", TEXT, lambda row: row.apgcode,
        about="Its code on Catagolue.", below="", spare=True,
    ),
    column("kind", "", TEXT, _kind, RECORD, about="Still life, oscillator or spaceship."),
    column("period", "", POSITIVE, _period, RECORD, about="The period that the code says."),
    column(
        "soup", "first in soup", NATURAL, lambda row: row.soup,
        about="The number of the first soup with this object.", spare=True,
    ),
)  # fmt: skip
"""The columns of a census, for people and other programs.

Where there is no room, `below` and `spare` say what becomes of a column: see `common.facts.Fact`.
"""


class SoupView(PatternSearchView):
    """Reports rare objects as they come, adds up the censuses of ranges, and prints the sum."""

    counted_by = "--soups"
    unlimited = ""

    def __init__(self, *arguments: Any) -> None:  # those of `PatternSearchView`
        super().__init__(*arguments)
        self.heading = f"{self.query.describe()}{self.query.where()}"
        self.count = self.plan.options.count
        self.census = Census()
        self.objects: dict[str, SoupAnswer] = {}
        if self.count is None:
            # Without a number of soups, the time limit is the end that was asked for.
            self.status_at_time_limit = ExitStatus.FOUND

    def about(self) -> Sequence[str]:
        return [step.why for step in self.plan.steps]  # what is asked was printed

    def known_before(self, checkpoint: Checkpoint) -> str:
        before = SoupCheckpoint.of(checkpoint).soups
        return plural(before, "soup") if before else ""

    def announce(self, event: Found | Searched | Finished) -> None:
        """Print nothing: soups prove nothing."""

    def _take(self, event: object, display: Display) -> ExitStatus | None:
        if isinstance(event, SoupsRun):
            self.census += event.census
        return super()._take(event, display)

    def show_answers(self, answers: tuple[Any, ...], before: int) -> None:
        """Record all new objects, and report those that are wanted."""
        self.objects |= {answer.apgcode: answer for answer in answers}
        super().show_answers(answers, before)

    def mention(self, answers: Sequence[Answer]) -> None:
        """Print a line for each object, unless options ask for the census or one format alone."""
        only_format = self.presentation.form is not None and self.presentation.output is None
        if self.presentation.census or only_format:
            return
        console = Printer()
        width = console.width if console.is_terminal else None
        for report in self.reports(answers):
            console.print(Text("\n".join(broken(_line(report), width))))

    def wanted(self, answers: Sequence[Any]) -> Sequence[Answer]:
        return [answer for answer in answers if self._is_wanted(answer)]

    def _is_wanted(self, answer: SoupAnswer) -> bool:
        if self.presentation.all_new:
            return name_of(answer.apgcode, self.query.rule) is None
        return answer.apgcode.startswith("xq") or answer.generations > COMMON_PERIOD

    def known_when_interrupted(self) -> str:
        done = plural(self.census.tally.soups, "soup")
        return done if self.count is None else f"{done} of {self.count:,}"

    known_at_time_limit = known_when_interrupted

    def conclude(self, end: Finished) -> ExitStatus:
        """Always FOUND: a census was wanted, whatever is in it."""
        return ExitStatus.FOUND

    def finish(self, status: ExitStatus) -> None:
        """Print the census; in a format for other programs, unless a file has the objects in it."""
        rows = self.census.rows(self.query.rule, name_of)
        form, tally = self.presentation.form, self.census.tally
        if form is None or self.presentation.output is not None:
            console = Printer()
            most = MOST_ROWS if console.is_terminal and not self.presentation.census else None
            width = console.width if console.is_terminal else None
            console.print(Text("\n".join(table_lines(census_table(rows, tally, most), width))))
        else:
            if self.presentation.all_new:
                rows = [row for row in rows if not row.name]
            with standard_output() as out:
                out.writelines(listed(rows, self.objects, form))
        if rows:  # the last is the rarest
            command = show_command(self.query, rows[-1].soup)
            self.messages.print(f"hint: soup {rows[-1].soup:,} as RLE: {command}")
        super().finish(status)


View = SoupView
"""`Kind.view` names this module: by this name its view is imported."""


class CollectedSoups:
    """The census of a search so far, for the table of the studio, which grows."""

    proves = False  # the page is sent no sentences on proofs

    def __init__(self, query: PatternQuery) -> None:
        self._rule, self._census = query.rule, Census()

    def take(self, event: object) -> bool:
        """Add the census of an event; return whether the table has changed and can be shown."""
        if isinstance(event, SoupsRun):
            self._census += event.census
            return True
        return False

    def table(self, *, complete: bool) -> Table | None:
        """The most frequent objects, whether all soups are run or not."""
        census, rows = self._census, self._rows()
        words = f"{plural(census.objects, 'object')} of {plural(len(rows), 'kind')}"
        title = f"{plural(census.tally.soups, 'soup')}: {words}"
        return replace(census_table(rows[:MOST_COLLECTED], census.tally), title=title)

    def more(self) -> dict[str, Any]:
        """Values for the page beside the table: the number of soups, and of each object."""
        times = {row.apgcode: row.count for row in self._rows()[:MOST_COLLECTED]}
        return {"done": self._census.tally.soups, "times": times}

    def sentences(self, table: Table | None) -> Sequence[str]:
        """Sentences for the end of the search."""
        soups, objects = self._census.tally.soups, self._census.objects
        kinds = plural(len(self._census.counts), "kind")
        return (f"{plural(soups, 'soup')} run; {plural(objects, 'object')} of {kinds} found",)

    def _rows(self) -> Sequence[CensusRow]:
        return self._census.rows(self._rule, name_of)


def _line(report: AnswerReport) -> str:
    """An object in a line: its soup, what it is, and its code."""
    answer: Any = report.answer
    return f"soup {answer.soup:,} ({answer.symmetry}): {report.summary()}; {answer.apgcode}"


# The census as a table, or for other programs


def census_table(rows: Sequence[CensusRow], tally: Tally, most: int | None = None) -> Table:
    """How soups ended, and the most frequent objects."""
    more = len(rows) - len(rows[:most])
    notes = (f"and {more:,} rarer ones: --census shows all",) if more else ()
    return Table(COLUMNS, rows[:most], ended(tally), notes)


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
    """The objects of a census for other programs, one after another.

    `objects` has all of them, as each is reported before the census of its soups.
    """
    table = Table(COLUMNS, rows)
    for number, row in enumerate(rows):
        match form:
            case "json" | "csv":
                yield line_of(table.record(row), form, first=not number)
            case "apgcode":
                yield f"{row.apgcode}\n"
            case _:
                yield write(AnswerReport.of(objects[row.apgcode]), form, first=not number)


Collected = CollectedSoups
"""`Kind.view` names this module: by this name the studio imports what makes its table."""
