"""Answers to Knuth's programs, for a person: grids, a line of summary, and the RLE."""

from typing import TextIO

from rich.text import Text

from lifesearch.encoding.knuth.programs import PROGRAMS
from lifesearch.exit_status import Status
from lifesearch.formats.detect import write_rle
from lifesearch.life.pattern import Box
from lifesearch.life.simulate.evolve import behaviour
from lifesearch.queries.history import History
from lifesearch.queries.knuth import KnuthQuestion
from lifesearch.running.events import Finished
from lifesearch.running.options import RunOptions
from lifesearch.running.run import run
from lifesearch.text import plural
from lifesearch.ui.files import writing
from lifesearch.ui.follow import follow
from lifesearch.ui.terminal.console import Printer
from lifesearch.ui.terminal.grids import Grids, around


def show_answers(
    query: KnuthQuestion, run_options: RunOptions, path: str | None, *, moving: bool
) -> Status:
    """Ask the question, write the answers as they come; return the exit status."""
    messages = Printer(stderr=True)
    with writing(path) as file:

        def keep(histories: tuple[History, ...], before: int) -> None:
            for number, history in enumerate(histories, start=before + 1):
                title = _title(query)
                heading = title if run_options.count == 1 else f"solution {number} of {title}"
                _write(query, history, heading, file)
                _warn(query, history, messages)

        def conclude(end: Finished) -> Status:
            return _conclude(query, end, messages)

        return follow(run(query, run_options), messages, keep, conclude, moving=moving)


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


def _conclude(query: KnuthQuestion, end: Finished, messages: Printer) -> Status:
    title = _title(query)
    if not end.found:
        messages.print(f"proved: {title} has no solution ({end.conflicts:,} conflicts)")
        return Status.NONE
    if end.exhausted:
        messages.print(f"{plural(end.found, 'solution')} found; proved: {title} has no other")
    return Status.FOUND
