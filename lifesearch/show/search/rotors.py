"""Show a search for all rotors of a window: a table of their periods at the end."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, cast

from rich.text import Text

from lifesearch.common.exit_status import ExitStatus
from lifesearch.common.facts import NATURAL, POSITIVE, TEXT, maybe, record
from lifesearch.common.shell import command
from lifesearch.common.streams import standard_output
from lifesearch.common.tables import Table, column
from lifesearch.common.text import plural
from lifesearch.core.answer import Answer
from lifesearch.core.answer_report import AnswerReport
from lifesearch.core.events import Finished, Found
from lifesearch.core.question import PatternQuery
from lifesearch.life.pattern import Box
from lifesearch.life.rules.rule import LIFE
from lifesearch.life.symmetry import C1
from lifesearch.questions.rotors.facts import RotorFacts
from lifesearch.questions.rotors.question import PeriodRow, RotorAnswer, Rotors, in_order, rows_of
from lifesearch.running.options import Checkpoint
from lifesearch.show.report import line_of, write
from lifesearch.show.search.view import PatternSearchView, number_found
from lifesearch.show.terminal.console import Printer
from lifesearch.show.terminal.grids import Grids, around
from lifesearch.show.terminal.table import table_lines


def _smallest_rotor(row: PeriodRow) -> str | None:
    if row.smallest is None:
        return None
    rotor = row.smallest.rotor
    return f"{plural(len(rotor.cells), 'cell')} in {'x'.join(map(str, rotor.size))}"


def _its_stator(row: PeriodRow) -> str | None:
    """The cells of its stator; "or fewer" if a smaller one was not excluded."""
    if row.smallest is None:
        return None
    frame = row.smallest.frame
    return f"{plural(len(frame.cells or ()), 'cell')}{'' if frame.least else ' or fewer'}"


COLUMNS = (
    column("period", "period", POSITIVE, lambda row: row.period, align="right"),
    column("rotors", "rotors", NATURAL, lambda row: row.rotors),
    column("framed", "with a stator", NATURAL, lambda row: row.framed),
    column("smallest_rotor", "smallest rotor", maybe(TEXT), _smallest_rotor, spare=True),
    column("its_stator", "its stator", maybe(TEXT), _its_stator, spare=True),
)
"""The columns of the table of rotors by period."""


class RotorView(PatternSearchView):
    """Collects rotors, and writes the oscillators among them."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self.heading = self.query.title
        self.rotors: list[RotorAnswer] = []
        self._complete = False

    def about(self) -> Sequence[str]:
        return super().about()[1:]  # what is asked was printed

    def known_before(self, checkpoint: Checkpoint) -> str:
        return f"{number_found(checkpoint):,} found" if checkpoint.found else ""

    def wanted(self, answers: Sequence[Any]) -> Sequence[Answer]:
        return oscillators(answers)

    def show_answers(self, answers: tuple[Any, ...], before: int) -> None:
        """Keep rotors for the table, and write those that have a frame."""
        self.rotors += answers
        super().show_answers(answers, before)

    def conclude(self, end: Finished) -> ExitStatus:
        self._complete = end.exhausted
        self.announce(end)
        return ExitStatus.FOUND if self.rotors else ExitStatus.NONE

    def finish(self, status: ExitStatus) -> None:
        """Print the table, or all rotors for other programs, unless a file has the oscillators."""
        if self.presentation.form is None or self.presentation.output is not None:
            console = Printer()
            width = console.width if console.is_terminal else None
            rows = rows_of(self.rotors)
            table = rotor_table(rows, complete=self._complete)
            for line in table_lines(table, width):
                console.print(Text(line))
            self._show_smallest(rows, console)
        else:
            with standard_output() as out:
                out.writelines(listed(self.rotors, self.presentation.form))
        super().finish(status)

    def _show_smallest(self, rows: Sequence[PeriodRow], console: Printer) -> None:
        """Draw the smallest oscillator of each period on a terminal; say how to get all as RLE."""
        smallest = [(row.period, row.smallest) for row in rows if row.smallest is not None]
        if not smallest:
            return
        frames = [(f"period {period}", each.pattern.normal()) for period, each in smallest]
        if console.is_terminal:
            console.print()
            console.print(Grids(frames, around(Box(0, 0, 0, 0), [cells for _, cells in frames])))
        if self.presentation.output is None:
            self.messages.print(f"hint: all oscillators as RLE: {self._again}")

    @property
    def _again(self) -> str:
        if self.session is not None:
            return command("resume", self.session.path, "-f", "rle")
        return command("rotors", *rotor_options(self.query), "-f", "rle")


View = RotorView
"""`Kind.view` names this module: by this name its view is imported."""


def rotor_options(query: Rotors) -> list[object]:
    """The window of a question, and the options that are not the usual ones."""
    words: list[object] = ["x".join(map(str, query.size))]
    if query.rule != LIFE:
        words += ["--rule", query.rule]
    if query.symmetry != C1:
        words += ["--symmetry", query.symmetry.name]
    if query.min_period != Rotors.min_period:
        words += ["--min-period", query.min_period]
    return words


class CollectedRotors:
    """The rotors that a search has found, for a table at its end."""

    proves = True  # the page is also sent the sentences of the verdict

    def __init__(self, query: PatternQuery) -> None:
        self._found: list[RotorAnswer] = []

    def take(self, event: object) -> bool:
        """Add an event to the table; return whether the table is worth showing before the end."""
        if isinstance(event, Found):
            self._found += cast(Iterable[RotorAnswer], event.answers)
        return False

    def table(self, *, complete: bool) -> Table | None:
        return rotor_table(rows_of(self._found), complete=complete) if self._found else None

    def more(self) -> dict[str, Any]:
        """Values for a page beside the table."""
        return {}

    def sentences(self, table: Table | None) -> Sequence[str]:
        """Sentences for the end of the search."""
        return () if table is None else table.notes


def oscillators(answers: Sequence[Any]) -> list[RotorAnswer]:
    """The rotors that have a frame: they are in an oscillator."""
    return [answer for answer in answers if answer.exists]


def rotor_table(rows: Sequence[PeriodRow], *, complete: bool = True) -> Table:
    """How many rotors there are of each period, and the smallest that is in an oscillator.

    If it is not `complete`, sentences about all rotors of a period are about those found so far.
    """
    notes = [sentence for row in rows for sentence in _notes(row)]
    return Table(COLUMNS, rows, notes=(*_without_stator(rows, complete=complete), *notes))


def _without_stator(rows: Sequence[PeriodRow], *, complete: bool) -> list[str]:
    """A sentence about all periods whose rotors have no stator, if there are any."""
    proved = [row for row in rows if row.rotors and not row.framed and not row.undecided]
    if not proved:
        return []
    which = "" if complete else " any of those found so far"
    periods = "period" if len(proved) == 1 else "periods"
    numbers = ", ".join(str(row.period) for row in proved)
    return [f"{periods} {numbers}: proved that no stator fits{which}"]


def _notes(row: PeriodRow) -> list[str]:
    """Sentences about a period: undecided rotors, and combinations.

    Of combinations only those with a stator are counted, if there are any.
    """
    notes = []
    if row.undecided:
        notes.append(
            f"period {row.period}: undecided whether a stator fits {row.undecided:,} of them"
        )
    if row.composite:
        # Some may be undecided: then nothing is proved of them.
        fits = "with a stator" if row.combined else "none with a known stator"
        count = row.combined or row.composite
        notes.append(
            f"period {row.period}, not counted: {plural(count, 'combination')} of rotors of "
            f"shorter periods, {fits}"
        )
    return notes


def listed(rotors: Sequence[RotorAnswer], form: str) -> list[str]:
    """All rotors for other programs, one after another: as patterns, those with a frame."""
    ordered = in_order(rotors)
    if form in ("json", "csv"):
        return [
            line_of(record(RotorFacts(each)), form, first=not number)
            for number, each in enumerate(ordered)
        ]
    reports = [AnswerReport.of(each) for each in oscillators(ordered)]
    return [write(report, form, first=not number) for number, report in enumerate(reports)]


Collected = CollectedRotors
"""`Kind.view` names this module: by this name the studio imports what makes its table."""
