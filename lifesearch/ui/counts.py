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
            for facts, numbers in _rows(self._question, counted):
                if self._form is None:
                    length = [facts["height"]] if self._question.lengths else []
                    out.write(" ".join(map(str, [*length, *numbers.values()])) + "\n")
                else:
                    out.write(line_of(facts | numbers, self._form, first=self._first))
                self._first = False
        if isinstance(counted, Counted) and counted.populations and self._form is None:
            self.messages.print(_extremes(counted, lengths=self._question.lengths))

    def conclude(self, end: Finished) -> ExitStatus:
        return ExitStatus.NONE if self._none else ExitStatus.FOUND

    def known_when_interrupted(self) -> str:
        return "not counted"

    known_at_time_limit = known_when_interrupted


def _rows(question: Question, counted: Counted | Fraction) -> Iterator[tuple[Row, Row]]:
    """What a count or a density is about, with each of its numbers."""
    if isinstance(question, DensityQuestion):
        facts: Row = {"kind": "still life", "width": question.width, "rule": str(question.rule)}
        yield facts, {"density": str(counted)}
        return
    assert isinstance(counted, Counted)
    facts = _facts(question.query, counted.box)
    if counted.populations is None:
        yield facts, {"count": counted.number}
        return
    for population, number in counted.populations:
        yield facts, {"population": population, "count": number}


def _facts(query: Periodic | Predecessor, box: tuple[int, int]) -> Row:
    place: Row = {"width": box[0], "height": box[1], "rule": str(query.rule)}
    if isinstance(query, Predecessor):
        asked: Row = {"kind": "predecessor", "generations": query.generations}
        return {**asked, **place, "symmetry": "C1", "raw": True, "with_empty": True}
    return {
        "kind": "still life" if query.motion.period == 1 else "oscillator",
        "period": query.motion.period,
        **place,
        "symmetry": query.symmetry.name,
        "raw": query.raw,
        "with_empty": query.with_empty,
        **({"torus": True} if query.torus else {}),
        **({"cylinder": str(query.cylinder)} if query.cylinder else {}),
    }


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
