"""Answers to Knuth's programs, for a person: grids, a line of summary, and the RLE.

`lifesearch knuth` shows its search by a `KnuthView`.
"""

from typing import TextIO

from rich.text import Text

from lifesearch.common.exit_status import ExitStatus
from lifesearch.common.text import plural
from lifesearch.core.events import Finished
from lifesearch.formats.detect import write_rle
from lifesearch.life.pattern import Box
from lifesearch.life.simulate.evolve import behaviour
from lifesearch.questions.knuth.programs import PROGRAMS
from lifesearch.questions.knuth.question import History, KnuthQuestion
from lifesearch.running.plan import Plan
from lifesearch.show.files import writing
from lifesearch.show.search.follow import SearchView
from lifesearch.show.terminal.console import Printer
from lifesearch.show.terminal.grids import Grids, around


def show_answers(plan: Plan[KnuthQuestion], path: str | None, *, moving: bool) -> ExitStatus:
    """Search, write the answers as they are found; return the exit status."""
    with writing(path) as file:
        return KnuthView(plan, file, moving=moving).search()


class KnuthView(SearchView):
    """Writes the solutions of one of Knuth's formulas."""

    def __init__(self, plan: Plan[KnuthQuestion], file: TextIO, *, moving: bool) -> None:
        super().__init__(plan, Printer(stderr=True), moving=moving)
        self._file = file

    def show_answers(self, answers: tuple[History, ...], before: int) -> None:
        """Write solutions, and a note on each that is not Life."""
        title = _title(self.query)
        for number, history in enumerate(answers, start=before + 1):
            heading = title if self.plan.options.count == 1 else f"solution {number} of {title}"
            _write(self.query, history, heading, self._file)
            _warn(self.query, history, self.messages)

    def conclude(self, end: Finished) -> ExitStatus:
        title = _title(self.query)
        if not end.found:  # it ended before it had as many as wanted, so it is exhausted
            spent = f" ({end.conflicts:,} conflicts)" if self.messages.verbose else ""
            self.messages.print(f"proved: {self.query.no_answers()}{spent}")
            return ExitStatus.NONE
        if end.exhausted:
            solutions = plural(end.found, "solution")
            self.messages.print(f"{solutions} found; proved: {title} has no other")
        return ExitStatus.FOUND


def _write(query: KnuthQuestion, history: History, heading: str, file: TextIO) -> None:
    """Write one answer. Standard output may be a terminal and gets colours; a file does not."""
    console = Printer(file)
    frames = [
        (f"generation {t}", pattern)
        for t, pattern in enumerate(history.phases, start=history.start)
    ]
    grids = Grids(frames, around(_board(query, history), history.phases))
    console.print(Text(heading))
    console.print(grids)
    console.print(Text(_summary(query, history)))
    comments = [f"a solution of Knuth's {_title(query)}"]
    rle = write_rle(history.pattern.normal(), comments=comments)
    console.print(Text(rle))
    file.flush()


def _title(query: KnuthQuestion) -> str:
    return " ".join([query.program, *map(str, query.arguments)])


def _board(query: KnuthQuestion, history: History) -> Box:
    """The box to draw, in Knuth's coordinates: rows and columns are counted from 1."""
    if query.mask is not None:
        return query.mask.translate(1, 1).box
    # Programs that begin with a quadrant have no board.
    if PROGRAMS[query.program].parameters[:2] == ("x0", "y0"):
        return history.pattern.box
    rows, columns = query.arguments[:2]
    return Box(1, 1, columns, rows)


def _summary(query: KnuthQuestion, history: History) -> str:
    """Population, and what the simulator makes of the first generation on an open plane."""
    first = history.pattern
    cells = plural(first.population, "cell")
    # A few times the generations of the solution; not tuned.
    alone = behaviour(first, limit=4 * len(history.phases) + 16)
    if PROGRAMS[query.program].torus or alone.kind == "unknown":
        return cells
    return f"{cells}: {alone.describe()}"


def _warn(query: KnuthQuestion, history: History, messages: Printer) -> None:
    if history.free:
        x, y, t = history.free[0]
        messages.print(
            f"note: this is not Life: {query.program} writes no clause for cells with fewer "
            f"than three others around them, such as row {y}, column {x}, generation {t}"
        )
