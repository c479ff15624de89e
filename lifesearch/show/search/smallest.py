"""Show a search for the smallest patterns: a table of speeds and periods at its end."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any, cast

from rich.text import Text

from lifesearch.common.exit_status import ExitStatus
from lifesearch.common.facts import INTEGER, LISTED, NATURAL, POSITIVE, RECORD, TEXT, Fact
from lifesearch.common.streams import standard_output
from lifesearch.common.tables import Table, column
from lifesearch.common.text import plural
from lifesearch.core.answer_report import AnswerReport
from lifesearch.core.events import Finished, Found
from lifesearch.core.question import PatternQuery
from lifesearch.formats.rle import write_runs
from lifesearch.life.simulate.evolve import velocity
from lifesearch.questions.smallest.answer import SmallAnswer, best_of
from lifesearch.questions.smallest.question import Smallest
from lifesearch.running.options import Checkpoint
from lifesearch.show.report import line_of, write
from lifesearch.show.search.view import PatternSearchView
from lifesearch.show.terminal.console import Printer
from lifesearch.show.terminal.table import table_lines


def motion_words(answer: SmallAnswer) -> str:
    """A speed or a period, in words."""
    period, dx, dy = answer.motion
    return velocity(dx, dy, period) if answer.motion.moves else f"period {period}"


COLUMNS = (
    column(
        "population", "cells", POSITIVE, lambda answer: answer.pattern.population, align="right",
        about="The number of its cells.",
    ),
    column("", "what", TEXT, motion_words, LISTED),
    column(
        "dx", "", INTEGER, lambda answer: answer.motion.dx, RECORD,
        about="How far to the right it moves in its period.",
    ),
    column(
        "dy", "", INTEGER, lambda answer: answer.motion.dy, RECORD,
        about="How far down it moves in its period.",
    ),
    column(
        "period", "", POSITIVE, lambda answer: answer.motion.period, RECORD,
        about="The number of generations after which it recurs.",
    ),
    column(
        "rule", "rule", TEXT, lambda answer: str(answer.rule),
        about="The rule with the fewest transitions in which it does.",
    ),
    column(
        "pattern", "pattern", TEXT, lambda answer: write_runs(answer.pattern),
        about="The pattern as RLE, without a header.",
    ),
)  # fmt: skip
"""The columns of the table of smallest patterns."""
KNOWN = column(
    "known", "known", NATURAL, lambda answer: None, optional=True,
    about="The fewest cells that were known before; left out if none were.",
)  # fmt: skip
"""One more column, after the first, if known patterns are to be beaten: `smallest_table` says how
it is read.
"""


def smallest_table(answers: Iterable[SmallAnswer], query: Smallest) -> Table:
    """The smallest pattern of each speed and period, the fewest cells first."""
    columns: tuple[Fact[Any], ...] = COLUMNS
    if query.known:
        known = query.known_cells
        beaten = replace(
            KNOWN,
            read=lambda answer: known.get(answer.motion),
            words=lambda answer: str(known.get(answer.motion, "none")),
        )
        columns = (columns[0], beaten, *columns[1:])
    return Table(columns, best_of(answers))


class SmallestView(PatternSearchView):
    """Collects answers, and shows the smallest for each speed and period."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self.heading = self.query.title
        self.smallest: list[SmallAnswer] = []
        if cast(Smallest, self.query).at_random:
            # The time limit is the end that was asked for.
            self.status_at_time_limit = ExitStatus.FOUND

    def about(self) -> Sequence[str]:
        return super().about()[1:]  # what is asked was printed

    def known_before(self, checkpoint: Checkpoint) -> str:
        if not (checkpoint.found or checkpoint.searched):
            return ""
        found = best_of(each for event in checkpoint.found for each in _of(event))
        parts = plural(len(checkpoint.searched), "part")
        return f"{len(found):,} found, {parts} searched"

    def show_answers(self, answers: tuple[Any, ...], before: int) -> None:
        """Keep answers for the table, and write them if a file is wanted."""
        self.smallest += answers
        super().show_answers(answers, before)

    def known_when_interrupted(self) -> str:
        self._count()
        return super().known_when_interrupted()

    def known_at_time_limit(self) -> str:
        self._count()
        return super().known_at_time_limit()

    def _count(self) -> None:
        """Count the rows of the table: of several answers for a motion, one is listed."""
        self.found = len(best_of(self.smallest))

    def conclude(self, end: Finished) -> ExitStatus:
        # At random, it ends only at its limit: without an answer, all patterns were gone through.
        self.announce(end)
        return ExitStatus.FOUND if self.smallest else ExitStatus.NONE

    def finish(self, status: ExitStatus) -> None:
        """Print the table, if it has rows; for other programs, unless a file has the answers."""
        table = smallest_table(self.smallest, cast(Smallest, self.query))
        if self.presentation.form is None or self.presentation.output is not None:
            if table.rows:
                console = Printer()
                width = console.width if console.is_terminal else None
                for line in table_lines(table, width):
                    console.print(Text(line))
        else:
            with standard_output() as out:
                out.writelines(listed(table, self.presentation.form))
        super().finish(status)


View = SmallestView
"""`Kind.view` names this module: by this name its view is imported."""


class CollectedSmallest:
    """The patterns that a search has found so far, for the table of the studio."""

    proves = True  # the page is also sent the sentences of the verdict

    def __init__(self, query: PatternQuery) -> None:
        self._query = cast(Smallest, query)
        self._found: list[SmallAnswer] = []

    def take(self, event: object) -> bool:
        """Add an event to the table; return whether the table has changed."""
        if isinstance(event, Found):
            self._found += _of(event)
            return True
        return False

    def table(self, *, complete: bool) -> Table | None:
        return smallest_table(self._found, self._query) if self._found else None

    def more(self) -> dict[str, Any]:
        """Values for a page beside the table."""
        return {}

    def sentences(self, table: Table | None) -> Sequence[str]:
        """Sentences for the end of the search."""
        return ()


Collected = CollectedSmallest
"""`Kind.view` names this module: by this name the studio imports what makes its table."""


def _of(event: Found) -> list[SmallAnswer]:
    return cast("list[SmallAnswer]", [*event.answers])


def listed(table: Table, form: str) -> list[str]:
    """The table for other programs, or its patterns one after another."""
    if form in ("json", "csv"):
        rows = table.records()
        return [line_of(row, form, first=not number) for number, row in enumerate(rows)]
    reports = [AnswerReport.of(cast(SmallAnswer, row)) for row in table.rows]
    return [write(report, form, first=not number) for number, report in enumerate(reports)]
