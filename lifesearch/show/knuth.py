"""Answers to Knuth's programs, for a person: grids, a line of summary, and the RLE."""

from typing import TextIO

from rich.text import Text

from lifesearch.encode.knuth.programs import PROGRAMS
from lifesearch.life.evolve import behaviour
from lifesearch.life.formats import write_rle
from lifesearch.life.pattern import Box
from lifesearch.search.effort import Effort
from lifesearch.search.events import Finished
from lifesearch.search.history import History
from lifesearch.search.programs import KnuthQuestion
from lifesearch.search.runner import run
from lifesearch.show.console import Printer
from lifesearch.show.follow import follow
from lifesearch.show.grids import Grids, around
from lifesearch.show.output import writing
from lifesearch.status import Status
from lifesearch.words import plural


def show_answers(
    question: KnuthQuestion, effort: Effort, path: str | None, *, moving: bool
) -> Status:
    """Ask the question, write the answers as they come; return the exit status."""
    messages = Printer(stderr=True)
    with writing(path) as file:

        def keep(histories: tuple[History, ...], before: int) -> None:
            for number, history in enumerate(histories, start=before + 1):
                title = _title(question)
                heading = title if effort.count == 1 else f"solution {number} of {title}"
                _write(question, history, heading, file)
                _warn(question, history, messages)

        def conclude(end: Finished) -> Status:
            return _conclude(question, end, messages)

        return follow(run(question, effort), messages, keep, conclude, moving=moving)


def _write(question: KnuthQuestion, history: History, heading: str, file: TextIO) -> None:
    """Write one answer. Standard output may be a terminal and gets colours; a file does not."""
    console = Printer(file)
    frames = [
        (f"generation {t}", pattern)
        for t, pattern in enumerate(history.generations, start=history.start)
    ]
    grids = Grids(frames, around(_board(question, history), history.generations))
    console.print(Text(heading))
    console.print(grids)
    console.print(Text(_summary(question, history)))
    comments = [f"a solution of Knuth's {_title(question)}"]
    rle = write_rle(history.generations[0].normal(), comments=comments)
    console.print(Text(rle))
    file.flush()


def _title(question: KnuthQuestion) -> str:
    return " ".join([question.program, *map(str, question.arguments)])


def _board(question: KnuthQuestion, history: History) -> Box:
    if question.mask is not None:
        return question.mask.translate(1, 1).box
    if PROGRAMS[question.program].parameters[:2] == ("x0", "y0"):
        return history.generations[0].box
    rows, columns = question.arguments[:2]
    return Box(1, 1, columns, rows)


def _summary(question: KnuthQuestion, history: History) -> str:
    """Population, and what the simulator makes of the first generation on an open plane."""
    first = history.generations[0]
    cells = plural(first.population, "cell")
    known = behaviour(first, limit=4 * len(history.generations) + 16)
    if PROGRAMS[question.program].torus or known.kind == "unknown":
        return cells
    return f"{cells}: {known.describe()}"


def _warn(question: KnuthQuestion, history: History, messages: Printer) -> None:
    if history.free:
        x, y, t = history.free[0]
        messages.print(
            f"note: this is not Life: {question.program} writes no clause for cells with fewer "
            f"than three others around them, such as row {y}, column {x}, generation {t}"
        )


def _conclude(question: KnuthQuestion, end: Finished, messages: Printer) -> Status:
    title = _title(question)
    if not end.found:
        messages.print(f"proved: {title} has no solution ({end.conflicts:,} conflicts)")
        return Status.NONE
    if end.exhausted:
        messages.print(f"{plural(end.found, 'solution')} found; proved: {title} has no other")
    return Status.FOUND
