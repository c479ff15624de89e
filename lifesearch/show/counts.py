"""Show counts: numbers on standard output, alone or as a table, and progress on a terminal.

`lifesearch count` shows its search by a `CountView`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from lifesearch.common.exit_status import ExitStatus
from lifesearch.common.facts import FLAG, NATURAL, POSITIVE, RECORD, TEXT
from lifesearch.common.streams import standard_output
from lifesearch.common.tables import Table, column
from lifesearch.common.text import plural
from lifesearch.core.events import Finished
from lifesearch.questions.counts.events import BoxCounted
from lifesearch.questions.counts.question import Counted, CountQuestion
from lifesearch.running.plan import Plan
from lifesearch.show.report import line_of
from lifesearch.show.search.follow import SearchView
from lifesearch.show.search.progress import Display
from lifesearch.show.terminal.console import Printer

if TYPE_CHECKING:
    from lifesearch.running.session.file import Session

Row = dict[str, Any]
NUMBERS = ("population", "count")
"""The columns that people get."""


class CountView(SearchView):
    """Shows a count: its numbers on standard output, its progress on a terminal.

    Without a `form`, "json" or "csv", lines of numbers are written. The status is NONE if all of
    them are 0.
    """

    def __init__(
        self,
        plan: Plan[CountQuestion],
        session: Session[CountQuestion] | None,
        form: str | None,
        *,
        moving: bool,
    ) -> None:
        super().__init__(plan, Printer(stderr=True), moving=moving, session=session)
        self._question, self._form = plan.query, form
        self._is_first_line, self._none_so_far = True, True

    def _take(self, event: object, display: Display) -> ExitStatus | None:
        if isinstance(event, BoxCounted):
            with display.hidden():
                self._show(event.counted)
        return super()._take(event, display)

    def _show(self, counted: Counted) -> None:
        self._none_so_far = self._none_so_far and not counted.number
        with standard_output() as out:
            for record in self._records(counted):
                if self._form is None:
                    length = [record["height"]] if self._question.lengths else []
                    numbers = [record[name] for name in NUMBERS if name in record]
                    out.write(" ".join(map(str, [*length, *numbers])) + "\n")
                else:
                    out.write(line_of(record, self._form, first=self._is_first_line))
                self._is_first_line = False
        if counted.populations and self._form is None:
            self.messages.print(_extremes(counted, lengths=self._question.lengths))

    def _records(self, counted: Counted) -> list[Row]:
        return count_table(counted, self._question).records()

    def conclude(self, end: Finished) -> ExitStatus:
        return ExitStatus.NONE if self._none_so_far else ExitStatus.FOUND

    def known_when_interrupted(self) -> str:
        return "not counted"

    known_at_time_limit = known_when_interrupted


class CountRow(NamedTuple):
    """A number, and what it counts in a box (width, height).

    It counts patterns with `population` cells, or with any number of cells if that is None.
    """

    question: CountQuestion
    box: tuple[int, int]
    population: int | None
    number: int


def _rows(counted: Counted, question: CountQuestion) -> Iterator[CountRow]:
    """A row for each population; one for the number if these were not asked for, or it is 0."""
    for population, number in counted.populations or ((None, counted.number),):
        yield CountRow(question, counted.box, population, number)


def _of(name: str) -> Callable[[CountRow], Any]:
    """A fact of what is counted."""
    return lambda row: getattr(row.question.subject, name)


COLUMNS = (
    column("kind", "", TEXT, _of("kind"), RECORD, about="What is counted."),
    column("period", "", POSITIVE, _of("period"), RECORD, about="The period.", optional=True),
    column(
        "generations", "", POSITIVE, _of("generations"), RECORD,
        about="Of predecessors: how many generations back.", optional=True,
    ),
    column("width", "", POSITIVE, lambda row: row.box[0], RECORD, about="The columns of the box."),
    column("height", "", POSITIVE, lambda row: row.box[1], RECORD, about="The rows of the box."),
    column(
        "rule", "", TEXT, lambda row: str(row.question.query.rule), RECORD, about="The rule.",
    ),
    column(
        "symmetry", "", TEXT, _of("symmetry"), RECORD, about="The symmetry, by LifeWiki's name.",
    ),
    column(
        "raw", "", FLAG, _of("raw"), RECORD,
        about="Whether moved and turned copies count.",
    ),
    column(
        "with_empty", "", FLAG, _of("with_empty"), RECORD,
        about="Whether the empty pattern counts.",
    ),
    column(
        "torus", "", {"const": True}, _of("torus"), RECORD,
        about="Whether the box is a torus.", optional=True,
    ),
    column(
        "cylinder", "", TEXT, _of("cylinder"), RECORD,
        about="The circumference, and the shift if there is one.", optional=True,
    ),
    column(
        "population", "cells", NATURAL, lambda row: row.population,
        about="The number of live cells.", optional=True,
    ),
    column("count", "number", NATURAL, lambda row: row.number, about="How many there are."),
)  # fmt: skip
"""The columns of counts, for other programs; people get the numbers alone."""


def count_table(counted: Counted, question: CountQuestion) -> Table:
    """The numbers as a table: one row, or one for each population."""
    return Table(COLUMNS, [*_rows(counted, question)])


def _extremes(counted: Counted, *, lengths: bool) -> str:
    """The number of patterns, and of those with the fewest and the most cells, in a sentence."""
    assert counted.populations
    (least, few), (most, many) = counted.populations[0], counted.populations[-1]
    where = f"length {counted.box[1]}: " if lengths else ""
    found = f"{where}{counted.number:,} in total"
    largest = f"with {plural(most, 'cell')}"
    if least == most:
        return f"{found}, {largest}"
    return f"{found}, from {few:,} with {plural(least, 'cell')} to {many:,} {largest}"
