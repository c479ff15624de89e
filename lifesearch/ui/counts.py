"""Show counts: numbers on standard output, alone or as a table, and progress on a terminal."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING

from lifesearch.exit_status import ExitStatus
from lifesearch.queries.periodic import Periodic
from lifesearch.queries.periodic.count import Counted, CountQuestion, DensityQuestion
from lifesearch.queries.predecessor import Predecessor
from lifesearch.running.events import BoxCounted, Finished
from lifesearch.running.options import RunOptions
from lifesearch.text import plural
from lifesearch.ui.files import standard_output
from lifesearch.ui.report import line_of
from lifesearch.ui.search.follow import SearchView
from lifesearch.ui.search.progress import Display
from lifesearch.ui.terminal.console import Printer

if TYPE_CHECKING:
    from lifesearch.session.counts import CountSession

Row = dict[str, object]
Question = CountQuestion | DensityQuestion


class CountView(SearchView):
    """Shows a count: its numbers on standard output, and on a terminal how far it is."""

    def __init__(
        self,
        question: Question,
        run_options: RunOptions,
        session: CountSession | None,
        form: str | None,
        *,
        moving: bool,
    ) -> None:
        super().__init__(
            question, run_options, Printer(stderr=True), moving=moving, session=session
        )
        self._question, self._form = question, form
        self._first, self._none = True, True

    def _take(self, event: object, display: Display) -> ExitStatus | None:
        if isinstance(event, BoxCounted):
            with display.hidden():
                self._show(event.counted)
        return super()._take(event, display)

    def _show(self, counted: Counted | Fraction) -> None:
        number = counted if isinstance(counted, Fraction) else counted.number
        self._none = self._none and not number
        with standard_output() as out:
            for row in _rows(self._question, counted):
                out.write(_written(row, self._form, self._first))
                self._first = False
        if isinstance(counted, Counted) and counted.populations and self._form is None:
            self.messages.print(_extremes(counted, lengths=self._question.lengths))

    def conclude(self, end: Finished) -> ExitStatus:
        return ExitStatus.NONE if self._none else ExitStatus.FOUND

    def known_when_interrupted(self) -> str:
        return "not counted"

    def known_at_time_limit(self) -> str:
        return "not counted"


def _rows(question: Question, counted: Counted | Fraction) -> Iterator[Row]:
    """What is printed of a count or of a density, one row for each number."""
    facts: Row
    if isinstance(question, DensityQuestion):
        facts = {"kind": "still life", "width": question.width, "rule": str(question.rule)}
        yield {"facts": facts, "density": str(counted)}
        return
    assert isinstance(counted, Counted)
    (width, height), query = counted.box, question.query
    if isinstance(query, Predecessor):
        facts = {"kind": "predecessor", "generations": query.generations}
    else:
        kind = "still life" if query.motion.period == 1 else "oscillator"
        facts = {"kind": kind, "period": query.motion.period}
    facts |= {"width": width, "height": height, "rule": str(query.rule), **_conditions(query)}
    length = {"length": height} if question.lengths else {}
    if counted.populations is None:
        yield {"facts": facts, **length, "count": counted.number}
        return
    for population, number in counted.populations:
        yield {"facts": facts, **length, "population": population, "count": number}


def _conditions(query: Periodic | Predecessor) -> Row:
    if isinstance(query, Predecessor):
        return {"symmetry": "C1", "raw": True, "with_empty": True}
    return {
        "symmetry": query.symmetry.name,
        "raw": query.raw,
        "with_empty": query.with_empty,
        **({"torus": True} if query.torus else {}),
        **({"cylinder": str(query.cylinder)} if query.cylinder else {}),
    }


def _written(row: Row, form: str | None, first: bool) -> str:
    """A row as text: the bare numbers, or with all that they are about."""
    numbers = {name: value for name, value in row.items() if name != "facts"}
    if form is None:
        return " ".join(map(str, numbers.values())) + "\n"
    numbers.pop("length", None)
    facts = row["facts"]
    assert isinstance(facts, dict)
    return line_of(facts | numbers, form, first=first)


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
