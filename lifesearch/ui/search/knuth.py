"""Answers to Knuth's programs, for a person: grids, a line of summary, and the RLE."""

from typing import TextIO

from rich.text import Text

from lifesearch.exit_status import ExitStatus
from lifesearch.formats.detect import write_rle
from lifesearch.knuth.programs import PROGRAMS
from lifesearch.knuth.question import History, KnuthQuestion
from lifesearch.life.pattern import Box
from lifesearch.life.simulate.evolve import behaviour
from lifesearch.running.events import Finished
from lifesearch.running.options import RunOptions
from lifesearch.text import plural
from lifesearch.ui.files import writing
from lifesearch.ui.search.follow import SearchView
from lifesearch.ui.terminal.console import Printer
from lifesearch.ui.terminal.grids import Grids, around


def show_answers(
    query: KnuthQuestion, run_options: RunOptions, path: str | None, *, moving: bool
) -> ExitStatus:
    """Search, write the answers as they are found; return the exit status."""
    with writing(path) as file:
        return KnuthView(query, run_options, file, moving=moving).search()


class KnuthView(SearchView):
    """Writes the solutions of one of Knuth's formulas."""

    def __init__(
        self, query: KnuthQuestion, run_options: RunOptions, file: TextIO, *, moving: bool
    ) -> None:
        super().__init__(query, run_options, Printer(stderr=True), moving=moving)
        self._file = file

    def show_answers(self, answers: tuple[History, ...], before: int) -> None:
        """Write solutions, and a note on each that is not Life."""
        title = _title(self.query)
        for number, history in enumerate(answers, start=before + 1):
            heading = title if self.run_options.count == 1 else f"solution {number} of {title}"
            _write(self.query, history, heading, self._file)
            _warn(self.query, history, self.messages)

    def conclude(self, end: Finished) -> ExitStatus:
        title = _title(self.query)
        if not end.found:
            spent = f" ({end.conflicts:,} conflicts)" if self.messages.verbose else ""
            self.messages.print(f"proved: {title} has no solution{spent}")
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
        for t, pattern in enumerate(history.generations, start=history.start)
    ]
    grids = Grids(frames, around(_board(query, history), history.generations))
    console.print(Text(heading))
    console.print(grids)
    console.print(Text(_summary(query, history)))
    comments = [f"a solution of Knuth's {_title(query)}"]
    rle = write_rle(history.generations[0].normal(), comments=comments)
    console.print(Text(rle))
    file.flush()


def _title(query: KnuthQuestion) -> str:
    return " ".join([query.program, *map(str, query.arguments)])


def _board(query: KnuthQuestion, history: History) -> Box:
    if query.mask is not None:
        return query.mask.translate(1, 1).box
    if PROGRAMS[query.program].parameters[:2] == ("x0", "y0"):
        return history.generations[0].box
    rows, columns = query.arguments[:2]
    return Box(1, 1, columns, rows)


def _summary(query: KnuthQuestion, history: History) -> str:
    """Population, and what the simulator makes of the first generation on an open plane."""
    first = history.generations[0]
    cells = plural(first.population, "cell")
    known = behaviour(first, limit=4 * len(history.generations) + 16)
    if PROGRAMS[query.program].torus or known.kind == "unknown":
        return cells
    return f"{cells}: {known.describe()}"


def _warn(query: KnuthQuestion, history: History, messages: Printer) -> None:
    if history.free:
        x, y, t = history.free[0]
        messages.print(
            f"note: this is not Life: {query.program} writes no clause for cells with fewer "
            f"than three others around them, such as row {y}, column {x}, generation {t}"
        )
